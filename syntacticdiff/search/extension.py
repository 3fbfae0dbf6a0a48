"""The compiled extension `syntacticdiff._native`, or why this installation has none."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

_NAME = "syntacticdiff._native"
_NOT_BUILT = (
    "this installation has no native engine (its C++ sources were not compiled when the package "
    "was installed; to see the compiler's message, set SYNTACTICDIFF_REQUIRE_NATIVE=1 and install "
    "it again with pip's --force-reinstall --no-cache-dir)"
)


def load_extension() -> tuple[ModuleType | None, str | None]:
    """Import the extension.

    Returns
    -------
    extension : ModuleType or None
        The module, if it can be imported.
    reason : str or None
        Why it cannot.
    """
    try:
        return import_module(_NAME), None
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == _NAME:
            return None, _NOT_BUILT
        return None, f"the native engine of this installation cannot be loaded ({error})"


_native, WHY_MISSING = load_extension()
