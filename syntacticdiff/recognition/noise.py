"""Noise that readers cope with: letters inside a word jumbled, one missing, one too many.

This is the noise of the study of word recognition (Sakaguchi and others 2017). What learners do to
words is in `syntacticdiff.noise`.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterable

from syntacticdiff.parameters import one_of
from syntacticdiff.recognition.semicharacter import Condition, find_condition, has_digit

SHORTEST = 4  # letters; noise leaves shorter words alone
MIXED = "mixed"


def may_change(word: str) -> bool:
    """Whether noise may touch a word: more than three characters, a letter, and no digit.

    Parameters
    ----------
    word : str
        Any word.
    """
    return len(word) >= SHORTEST and not has_digit(word) and any(map(str.isalpha, word))


def jumbled(word: str, chance: random.Random, condition: Condition) -> str:
    """The word with the letters that the condition names in random order, which may be theirs."""
    place = condition.jumbled(word)
    letters = list(word[place])
    chance.shuffle(letters)
    return word[: place.start] + "".join(letters) + word[place.stop :]


def with_letter_missing(word: str, chance: random.Random, condition: Condition) -> str:
    """The word without one of the letters inside."""
    place = chance.randrange(1, len(word) - 1)
    return word[:place] + word[place + 1 :]


def with_letter_added(word: str, chance: random.Random, condition: Condition) -> str:
    """The word with a random letter a to z somewhere inside."""
    place = chance.randrange(1, len(word))
    return word[:place] + chance.choice(string.ascii_lowercase) + word[place:]


KINDS: dict[str, Callable[[str, random.Random, Condition], str]] = {
    "jumble": jumbled,
    "delete": with_letter_missing,
    "insert": with_letter_added,
}
NOISES = (*KINDS, MIXED)


class WordNoise:
    """Changes every word that is long enough.

    Parameters
    ----------
    kind : {"jumble", "delete", "insert", "mixed"}, default "mixed"
        What happens to a word; mixed is one of the three, drawn for each word.
    condition : {"INT", "END", "BEG", "ALL"}, default "INT"
        Which letters are jumbled; a missing or added letter is always inside.
    seed : int, default 0
        The same seed and the same words give the same noise.
    changes : bool, default False
        Draw again where the result is the word itself, as long as it can be another.

    Examples
    --------
    >>> jumbled, *others = WordNoise("jumble", seed=1)(["University", "of", "1984"])
    >>> jumbled[0] + jumbled[-1], sorted(jumbled) == sorted("University"), others
    ('Uy', True, ['of', '1984'])
    """

    def __init__(
        self,
        kind: str = MIXED,
        condition: str = "INT",
        seed: int = 0,
        changes: bool = False,
    ) -> None:
        self.kind = one_of("noise", kind, NOISES)
        self.condition, self.changes = find_condition(condition), changes
        self._chance = random.Random(seed)

    def __call__(self, words: Iterable[str]) -> list[str]:
        """The words with noise; those that it leaves alone stay as they are."""
        return [self.word(word) if may_change(word) else word for word in words]

    def word(self, word: str) -> str:
        """One word that may change, with noise."""
        kind = self._chance.choice(tuple(KINDS)) if self.kind == MIXED else self.kind
        noisy = KINDS[kind](word, self._chance, self.condition)
        while self.changes and noisy == word and self._can_change(word, kind):
            noisy = KINDS[kind](word, self._chance, self.condition)
        return noisy

    def _can_change(self, word: str, kind: str) -> bool:
        return kind != "jumble" or len(set(word[self.condition.jumbled(word)])) > 1
