"""Optional dependencies: imported on first use, with an error that says what to install."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from paddock.core.errors import BadInput


def need(module: str, extra: str, what: str) -> ModuleType:
    """Imports a module of an extra; raises BadInput that says what to install if it is missing."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise BadInput("core.extra-missing", what=what, extra=extra, reason=str(error)) from None
