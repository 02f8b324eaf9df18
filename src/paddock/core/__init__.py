"""The contract every game keeps: states, chance, logs, views; knows no game."""
