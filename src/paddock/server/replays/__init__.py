"""Replays, logs, verification."""
