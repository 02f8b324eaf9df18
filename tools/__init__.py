"""Tools that train bots, measure published figures and generate files for the build; not installed."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "paddock"
"""The sources that tools write to, whatever version of the package is installed."""
