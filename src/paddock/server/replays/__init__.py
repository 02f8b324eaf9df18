"""Replays, logs and their verification, personal exports."""
