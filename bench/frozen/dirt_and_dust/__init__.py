"""Dirt & Dust."""
