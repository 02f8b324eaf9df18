"""Evaluators for Rallyman: GT."""
