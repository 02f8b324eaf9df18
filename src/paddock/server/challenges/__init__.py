"""Solo challenges and their leaderboards."""
