"""Worker processes: a pool for short questions and a queue for long jobs."""
