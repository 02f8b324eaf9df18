"""People: guests and accounts."""
