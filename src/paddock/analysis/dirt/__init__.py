"""Evaluators for Rallyman: DIRT."""
