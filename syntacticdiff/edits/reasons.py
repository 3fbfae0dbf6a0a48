"""Why the reference would change a word, in a sentence.

A reason compares what the reference has at that place with what the writer has: "After *she*, the
reference has *goes* 40 times as often as *go*." The figure is a ratio of probabilities under the
reference model, in the shortest surroundings in which it is clear. Where the neighbours alone do
not show it, the reason says what kind of change it is. Words of the text stand between asterisks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from syntacticdiff.edits.diff import Edit
from syntacticdiff.edits.plain_words import MARK_NAMES, written
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.reference.scorer import END, UNKNOWN, State

_CLEAR = math.log2(3)  # bits from which a ratio is worth a sentence
_PER_WORD = 1.5  # bits that a longer comparison has to be clearer by, for each word more
_PER_MARK = 4.0  # bits that one with a mark at its edge has to be clearer by
_LARGE = 100  # ratios above this are not given exactly
_SENTENCE_ENDS = frozenset(".?!")


class Surroundings(NamedTuple):
    """What stands around an edit, as it is written; nothing beyond the ends of the sentence.

    Parameters
    ----------
    left, right : sequence of str
        The words before and behind it, nearest last and nearest first.
    """

    left: Sequence[str]
    right: Sequence[str]


class Reasons:
    """Gives reasons under a reference model.

    Parameters
    ----------
    model : ReferenceModel
        The reference.

    Examples
    --------
    >>> reasons = Reasons(ReferenceModel.load("default"))
    >>> edit = Edit("sub", 1, "go", "goes")
    >>> reasons.of(edit, "agreement", Surroundings(["she"], ["to", "school"])).split(", ")[1][:24]
    'the reference has *goes*'
    """

    def __init__(self, model: ReferenceModel) -> None:
        self._model = model
        self._cached_ratio = lru_cache(100_000)(self._ratio)

    def of(self, edit: Edit, kind: str, around: Surroundings) -> str:
        """The reason for an edit.

        Parameters
        ----------
        edit : Edit
            The edit.
        kind : str
            Its kind in plain words.
        around : Surroundings
            What stands around it.

        Returns
        -------
        str
            A sentence.
        """
        if edit.op == "sub" and edit.source.lower() == edit.target.lower():
            return self._capitals(edit, around)
        if edit.op == "sub" and self._is_unknown(edit.source):
            return _misspelled(edit)
        if edit.op == "insert" and edit.target in _SENTENCE_ENDS and not around.right:
            return "A sentence ends with a full stop, a question mark or an exclamation mark."
        compared = self._compared(edit, around)
        return compared or _by_kind(edit, kind)

    def _compared(self, edit: Edit, around: Surroundings) -> str | None:
        """The clearest comparison, or None if none is clear."""
        old = tuple(edit.source.split(" ")) if edit.source else ()
        new = tuple(edit.target.split(" ")) if edit.target else ()
        widths = ((1, 0), (0, 1), (1, 1), (2, 0)) if old and new else ((1, 1), (2, 1), (1, 2))
        best, found = 0.0, None
        for left, right in widths:
            # At an end of the sentence, that end is what stands there.
            before, begins = _last(around.left, left)
            behind, ends = _first(around.right, right)
            if any(map(self._is_unknown, (*before, *behind))):
                continue
            bits = self._cached_ratio(before, begins, old, new, behind, ends)
            score = bits - _PER_WORD * (left + right) - _PER_MARK * _marks(before, behind)
            if bits >= _CLEAR and (found is None or score > best):
                best, found = score, (before, begins, behind, ends, bits)
        if found is None:
            return None
        before, begins, behind, ends, bits = found
        times = _times(bits)
        if old and new:
            where = _where(before, begins, behind, ends)
            shown, other = written(new), written(old)
            return f"{where}, the reference has *{shown}* {times} as often as *{other}*."
        where = "At the beginning of a sentence, the" if begins else "The"
        where = "At the end of a sentence, the" if ends else where
        shown, other = (written((*before, *words, *behind)) for words in (new, old))
        return f"{where} reference has *{shown}* {times} as often as *{other}*."

    def _ratio(
        self,
        before: tuple[str, ...],
        begins: bool,
        old: tuple[str, ...],
        new: tuple[str, ...],
        behind: tuple[str, ...],
        ends: bool,
    ) -> float:
        """log2 of how many times as often the reference has `new` as `old` between these words."""
        old_bits, new_bits = (
            self._log2((*before, *words, *behind), begins, ends) for words in (old, new)
        )
        return new_bits - old_bits

    def _log2(self, words: Sequence[str], begins: bool, ends: bool) -> float:
        scorer = self._model.scorer
        start = scorer.begin if begins else getattr(scorer, "nothing", scorer.begin)
        state: State = start()
        total = 0.0
        ids = [self._model.lexicon.id(self._model.fold(word)) for word in words]
        for number in (*ids, END) if ends else ids:
            log10, state = scorer.advance(state, number)
            total += log10
        return total * math.log2(10)

    def _is_unknown(self, word: str) -> bool:
        return self._model.lexicon.id(self._model.fold(word)) == UNKNOWN

    def _capitals(self, edit: Edit, around: Surroundings) -> str:
        if edit.target == "I" or edit.target.startswith(("I'", "I’")):
            return "*I* is always written with a capital letter."
        if not around.left and edit.target[:1].isupper():
            return "A sentence begins with a capital letter."
        shares, number = (
            self._model.lexicon.capitalised,
            self._model.lexicon.id(edit.target.lower()),
        )
        word = written([edit.target])
        how = "with a capital letter" if edit.target[:1].isupper() else "without a capital letter"
        if shares is None or number == UNKNOWN:
            return f"Here *{word}* is written {how}."
        share = shares[number] / 255
        percent = round(100 * (share if edit.target[:1].isupper() else 1 - share))
        return f"Inside sentences, the reference writes *{word}* {how} {percent} times in 100."


def _last(words: Sequence[str], count: int) -> tuple[tuple[str, ...], bool]:
    """The last words, and whether the sentence begins among them."""
    return tuple(words[-count:]) if count else (), len(words) < count


def _first(words: Sequence[str], count: int) -> tuple[tuple[str, ...], bool]:
    return tuple(words[:count]), len(words) < count


def _marks(*edges: Sequence[str]) -> int:
    return sum(not any(map(str.isalnum, word)) for words in edges for word in words)


def _where(before: Sequence[str], begins: bool, behind: Sequence[str], ends: bool) -> str:
    left, right = (f"*{written(words)}*" if words else "" for words in (before, behind))
    if left and right:
        where = f"Between {left} and {right}"
    elif left or right:
        where = f"After {left}" if left else f"Before {right}"
    else:
        return f"At the {'end' if ends else 'beginning'} of a sentence"
    if begins or ends:
        where += f" at the {'end' if ends else 'beginning'} of a sentence"
    return where


def _times(bits: float) -> str:
    ratio = 2**bits
    if ratio >= _LARGE:
        return f"more than {_LARGE:,} times"
    return f"{ratio:.0f} times"


def _misspelled(edit: Edit) -> str:
    source, target = written(edit.source.split(" ")), written(edit.target.split(" "))
    if " " in edit.target:
        return f"The reference does not have *{source}* as one word; *{target}* fits here."
    return f"The reference does not have the word *{source}*; *{target}* is close to it and fits."


def _by_kind(edit: Edit, kind: str) -> str:
    source, target = written(edit.source.split(" ")), written(edit.target.split(" "))
    if edit.op == "insert":
        word = f"a {MARK_NAMES[target]}" if target in MARK_NAMES else f"*{target}*"
        return f"The sentence as a whole suggests that {word} is missing here."
    if edit.op == "remove":
        word = f"The {MARK_NAMES[source]}" if source in MARK_NAMES else f"*{source}*"
        return f"{word} is not needed here, as the sentence as a whole suggests."
    if kind == "agreement":
        return f"The verb should agree with its subject: *{target}*, not *{source}*."
    if kind == "number":
        return f"The words around the noun call for *{target}*, not *{source}*."
    return f"The sentence as a whole suggests *{target}* rather than *{source}*."
