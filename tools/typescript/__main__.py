"""Writes the types: `python -m tools.typescript web/src/generated`."""

import sys
from pathlib import Path

from tools.typescript.modules import write

write(Path(sys.argv[1]))
