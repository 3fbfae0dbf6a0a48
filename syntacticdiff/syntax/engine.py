"""Which engine tags and parses: the native one where it is installed, else Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import one_of

if TYPE_CHECKING:
    from types import ModuleType

ENGINES = ("auto", "native", "python")


def native_engine(choice: str) -> ModuleType | None:
    """The extension module, or None if Python does the work."""
    if one_of("engine", choice, ENGINES) == "python":
        return None
    try:
        from syntacticdiff import _native
    except ImportError:
        if choice == "native":
            return require_native("this")
        return None
    return _native


def require_native(purpose: str) -> ModuleType:
    """The extension module, for what only it can do."""
    try:
        from syntacticdiff import _native
    except ImportError:
        raise UsageError(
            f"{purpose}: needs the native engine, and this installation has none "
            "(it was installed without a C++ compiler)"
        ) from None
    return _native
