"""Write the types: `python -m paddock.server.typescript web/src/generated`."""

import sys
from pathlib import Path

from paddock.server.typescript.modules import write

write(Path(sys.argv[1]))
