"""Compiled twins of hot rules over flat arrays; equal to the rules by test, never instead of them.

A kernel is a plain function over NumPy arrays and numbers, marked with `kernel` (or `inlined` where a call
would cost). With numba installed (the extra `fast`) it is compiled once and kept beside the sources;
without it, or with `PADDOCK_PLAIN=1`, the same source runs as plain Python and gives the same numbers.
`python -m paddock.kernels` compiles everything ahead of time.
"""

from paddock.kernels.compiling import COMPILED, inlined, kernel

__all__ = ["COMPILED", "inlined", "kernel"]
