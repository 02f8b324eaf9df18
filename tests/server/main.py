"""Starts the server as `paddock serve` does, without the other commands' imports."""

import typer

from paddock.cli.serve import serve

if __name__ == "__main__":
    typer.run(serve)
