"""The words of a Hunspell dictionary: its stems with their affixes put on.

What English dictionaries use is read: prefixes and suffixes with conditions, which combine with
each other where both allow it. Possessives are left out, because `'s` is a token of its own, and so
are words with digits, which are parts of ordinal numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Affix:
    """What is put on a stem that fits, instead of what is taken away."""

    suffix: bool
    combines: bool
    taken: str
    added: str
    condition: re.Pattern[str]

    def on(self, stem: str) -> str | None:
        """The stem with this affix; None if it does not fit."""
        if not self.condition.search(stem):
            return None
        if self.suffix:
            return stem.removesuffix(self.taken) + self.added
        return self.added + stem.removeprefix(self.taken)


def dictionary_words(affixes: str, stems: str) -> set[str]:
    """Every word of a dictionary, as it is written.

    Parameters
    ----------
    affixes : str
        The text of the `.aff` file.
    stems : str
        The text of the `.dic` file.
    """
    table = _affixes(affixes)
    found: set[str] = set()
    for line in stems.splitlines()[1:]:
        stem, _, flags = line.split("\t")[0].partition("/")
        found.update(_with_affixes(stem, [affix for flag in flags for affix in table[flag]]))
    return {word for word in found if word and _is_wanted(word)}


def _affixes(text: str) -> dict[str, list[Affix]]:
    table: dict[str, list[Affix]] = defaultdict(list)
    combining: dict[str, bool] = {}
    for fields in map(str.split, text.splitlines()):
        if not fields or fields[0] not in ("PFX", "SFX"):
            continue
        kind, flag, *rest = fields
        if len(rest) == 2:  # the head: whether it combines, and how many rules follow
            combining[flag] = rest[0] == "Y"
            continue
        taken, added, condition = rest[:3]
        suffix = kind == "SFX"
        pattern = re.compile(f"{condition}$" if suffix else f"^{condition}")
        plain = "" if taken == "0" else taken
        table[flag].append(Affix(suffix, combining[flag], plain, added, pattern))
    return table


def _with_affixes(stem: str, affixes: list[Affix]) -> Iterator[str]:
    yield stem
    for affix in affixes:
        word = affix.on(stem)
        if word is None:
            continue
        yield word
        if affix.suffix and affix.combines:
            others = (other for other in affixes if not other.suffix and other.combines)
            yield from filter(None, (prefix.on(word) for prefix in others))


def _is_wanted(word: str) -> bool:
    return not word.endswith("'s") and not any(map(str.isdigit, word))
