"""Parts that come with an extra of the package: imported when they are first used, or said to be missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from paddock.core.errors import BadInput


def need(module: str, extra: str, what: str) -> ModuleType:
    """Import a module of an extra; raises BadInput that says what to install if it is not there."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise BadInput("core.extra-missing", what=what, extra=extra, reason=str(error)) from None
