"""Background analysis of games: reports, accuracy, puzzles and perfect drives."""
