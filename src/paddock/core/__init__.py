"""The contract between games and everything else: states, chance, logs, views. Depends on no game."""
