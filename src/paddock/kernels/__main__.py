"""Compile every kernel ahead of time: `python -m paddock.kernels`.

`--beside` is how a server does it: only what bots play by, in one process of low priority.
"""

from __future__ import annotations

import sys

from paddock.kernels.ahead import compile_all, compile_beside

if __name__ == "__main__":
    if sys.argv[1:] == ["--beside"]:
        compile_beside()
    else:
        compile_all()
