"""What trains bots, measures what ships and makes files for the build; none of it is installed."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "paddock"
"""The sources that tools write to, whatever may be installed."""
