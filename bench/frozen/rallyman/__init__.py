"""GT and DIRT."""
