"""rallyman."""
