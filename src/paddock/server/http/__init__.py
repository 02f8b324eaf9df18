"""The addresses under which the server answers."""
