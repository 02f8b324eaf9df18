"""`python -m paddock`: the commands."""

from paddock.cli import app

if __name__ == "__main__":
    app(prog_name="python -m paddock")
