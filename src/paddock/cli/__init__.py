"""The command line: `paddock games`, `run`, `replay`, `verify`, `track`, `serve`."""

from paddock.cli.main import app

__all__ = ["app"]
