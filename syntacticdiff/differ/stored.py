"""Settings that were read from a file: words are lists, or the names of lists and sources.

A file may come from somebody else, so that it must not decide which other files are read. What a
user types or programs may name files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from syntacticdiff.errors import UsageError
from syntacticdiff.search.sources.registry import SOURCES, WORD_LISTS
from syntacticdiff.syntax.tagset import is_tag_pattern

_LISTS = ("insertions", "removals")


def refuse_paths(settings: Mapping[str, Any]) -> None:
    """Refuse candidate words that would be read from other files.

    Parameters
    ----------
    settings : mapping
        Settings of SyntacticDiff by name, from a file.

    Raises
    ------
    UsageError
        If `insertions`, `removals` or `substitutions` is neither a list of words nor made of names.
    """
    for parameter in (*_LISTS, "substitutions"):
        spec = settings.get(parameter)
        # In a list, words of `insertions` stand for themselves; sources do not.
        parts = spec if isinstance(spec, list) and parameter not in _LISTS else [spec]
        for part in parts:
            if isinstance(part, str) and not _is_named(parameter, part):
                raise UsageError(
                    f"{parameter}: {part!r} is no name of a list; a file of settings names no "
                    "other files, so write the words themselves as a list"
                )


def _is_named(parameter: str, spec: str) -> bool:
    """Whether all parts of a specification are names, and none of them reads a file."""
    registry = WORD_LISTS if parameter in _LISTS else SOURCES
    for part in map(str.strip, spec.split("+")):
        name = part.partition(":")[0]
        if name in registry:
            if registry[name].reads_files and ":" in part:
                return False
        elif parameter not in _LISTS or not (part == "all" or is_tag_pattern(part)):
            return False
    return True
