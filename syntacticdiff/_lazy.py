"""Packages that export names without importing the modules that define them.

A package's `__init__` states its public names once, as imports under `if TYPE_CHECKING:`, where
type checkers see them. `exports` reads that block and resolves each name on first use, so
that `import syntacticdiff` and the command line's `--help` do not wait for NumPy or scikit-learn.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

_BLOCK = re.compile(r"^if TYPE_CHECKING:\n((?:(?: .*)?\n)+)", re.MULTILINE)
_IMPORT = re.compile(r"^ +from (\S+) import (\([^)]*\)|.*)$", re.MULTILINE)
_NAME = re.compile(r"\bas (\w+)")

Exports = tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]


def exports(package: str) -> Exports:
    """The `__getattr__`, `__dir__` and `__all__` of a package.

    Parameters
    ----------
    package : str
        Its `__name__`. Its `__init__` has one `if TYPE_CHECKING:` block of absolute imports, each
        name imported as itself: `from syntacticdiff.edits.diff import Diff as Diff`.
    """
    homes = _homes(Path(str(sys.modules[package].__file__)).read_text("utf-8"))
    return partial(_resolved, package, homes), lambda: sorted(homes), sorted(homes)


def _homes(source: str) -> dict[str, str]:
    """The module that each name under `if TYPE_CHECKING:` comes from.

    Read with patterns: to parse the sources of all rooms would take a tenth of a short command.
    """
    block = _BLOCK.search(source)
    return {
        name: module
        for module, names in (_IMPORT.findall(block[1]) if block else ())
        for name in _NAME.findall(names)
    }


def _resolved(package: str, homes: dict[str, str], name: str) -> Any:
    if name not in homes:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    value = getattr(import_module(homes[name]), name)
    setattr(sys.modules[package], name, value)  # found directly from now on
    return value
