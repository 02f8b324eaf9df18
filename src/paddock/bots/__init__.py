"""Players without a face."""
