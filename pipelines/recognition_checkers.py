"""Spell-checkers beside the index: the suggestions of hunspell, aspell and symspell.

hunspell and aspell are programs (Debian packages `hunspell hunspell-en-us aspell aspell-en`),
symspell is the package symspellpy from PyPI. What is not installed is left out, and said so.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence

Suggest = Callable[[Sequence[str]], list[list[str]]]


def program(name: str, language: str = "en_US") -> Suggest | None:
    """A program that speaks ispell's protocol; a word that it finds right is its own suggestion."""
    if shutil.which(name) is None:
        return None

    def suggest(words: Sequence[str]) -> list[list[str]]:
        lines = "".join(f"^{word}\n" for word in words)
        told = subprocess.run(
            [name, "-a", "-d", language],
            input=lines,
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        answers = told.split("\n")[1:]  # the first line says which program it is
        found: list[list[str]] = []
        for word in words:
            own: list[str] | None = None
            while answers and (line := answers.pop(0)):
                if own is None:  # a word in several parts has an answer for each
                    own = _suggestions(line, word)
            found.append(own or [word])
        return found

    return suggest


def _suggestions(line: str, word: str) -> list[str]:
    if line[0] in "&?":
        return line.partition(": ")[2].split(", ")
    return [] if line[0] == "#" else [word]


def symspell(counts: Mapping[str, int]) -> Suggest | None:
    """symspell with words of its own, distance 2."""
    try:
        from symspellpy import SymSpell, Verbosity
    except ImportError:
        return None
    checker = SymSpell(max_dictionary_edit_distance=2)
    for word, count in counts.items():
        checker.create_dictionary_entry(word, count)

    def suggest(words: Sequence[str]) -> list[list[str]]:
        return [
            [found.term for found in checker.lookup(word, Verbosity.ALL, max_edit_distance=2)]
            for word in words
        ]

    return suggest


def timed(suggest: Suggest, words: Sequence[str]) -> tuple[list[list[str]], float]:
    """The suggestions, and the seconds of wall time that a word took."""
    begin = time.perf_counter()
    found = suggest(words)
    return found, (time.perf_counter() - begin) / max(1, len(words))
