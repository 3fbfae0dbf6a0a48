"""A sentence as a learner would have written it, while errors are put in, and its gold edits.

Every error says what stands in the place of one clean token (or of a few), so that the edits that
undo all errors follow from the draft itself, in one pass from left to right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

INSERT, REMOVE, SUBSTITUTE = "insert", "remove", "sub"
FOLLOWS = "capitals.follow"  # a capital that moved because the first word is missing or new


@dataclass(frozen=True, slots=True)
class GoldEdit:
    """An edit that undoes an error.

    Parameters
    ----------
    position : int
        The token of the sentence with errors; an insertion comes before it.
    op : {"insert", "remove", "sub"}
        What is done.
    source : str
        The token that stands there; empty for an insertion.
    target : tuple of str
        The tokens that belong there; empty for a removal.
    kind : str
        The kind of the error, such as `"article.omit"`.
    """

    position: int
    op: str
    source: str
    target: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class LearnerSentence:
    """A sentence with errors, and the edits that undo them.

    Parameters
    ----------
    words : tuple of str
        The tokens, as written.
    edits : tuple of GoldEdit
        From left to right; an insertion comes before other edits at its position.
    """

    words: tuple[str, ...]
    edits: tuple[GoldEdit, ...]

    def corrected(self) -> tuple[str, ...]:
        """The tokens after all edits: the clean sentence."""
        found: list[str] = []
        done = 0
        for edit in self.edits:
            found += self.words[done : edit.position]
            found += edit.target
            done = edit.position + (edit.op != INSERT)
        return (*found, *self.words[done:])


class Draft:
    """A clean sentence, and what is written in the place of its tokens.

    Parameters
    ----------
    words, tags : sequence of str
        The clean sentence.
    """

    def __init__(self, words: Sequence[str], tags: Sequence[str]) -> None:
        self.words, self.tags = tuple(words), tuple(tags)
        self.lower = [word.lower() for word in words]
        self.free = [True] * len(self.words)
        # By the first token that is replaced: how many, what stands there, and the kind of error.
        self._written: dict[int, tuple[int, tuple[str, ...], str]] = {}
        self._added: dict[int, tuple[str, str]] = {}  # before a token

    def __len__(self) -> int:
        return len(self.words)

    def tag(self, place: int) -> str:
        """The tag of a token; empty outside of the sentence."""
        return self.tags[place] if 0 <= place < len(self.tags) else ""

    def word(self, place: int) -> str:
        """A token in lower case; empty outside of the sentence."""
        return self.lower[place] if 0 <= place < len(self.lower) else ""

    def written(self, place: int) -> str | None:
        """The single token that stands in the place of a clean token; None where there is none."""
        span, words, _ = self._written.get(place, (1, (self.words[place],), ""))
        return words[0] if span == len(words) == 1 else None

    def is_omitted(self, place: int) -> bool:
        """Whether nothing is written for a clean token."""
        return place in self._written and not self._written[place][1]

    def write(self, place: int, words: tuple[str, ...], kind: str, span: int = 1) -> bool:
        """Other words (none to omit it) for `span` tokens; False if it is taken."""
        if not all(self.free[place : place + span]) or place + span > len(self):
            return False
        if not words and self._is_beside_omission(place, span):
            return False
        self._written[place] = span, words, kind
        self.free[place : place + span] = [False] * span
        return True

    def add(self, place: int, word: str, kind: str) -> bool:
        """A superfluous word before a token; False if something else happened there."""
        if not self.free[place] or place in self._added:
            return False
        if self._is_beside_omission(place, 0):
            return False
        self._added[place] = word, kind
        return True

    def recase(self, place: int, word: str, kind: str) -> bool:
        """Other capitals for the one token that stands in the place of a clean one."""
        old = self.written(place)
        if old is None or old == word or word == self.words[place]:
            return False
        _, _, before = self._written.get(place, (1, (), ""))
        self._written[place] = 1, (word,), before or kind
        self.free[place] = False
        return True

    def _is_beside_omission(self, place: int, span: int) -> bool:
        """Whether a neighbour is missing: two words in one gap would be a guess."""
        after = self._written.get(place + span)
        before = self._written.get(place - 1)
        if any(found is not None and not found[1] for found in (before, after)):
            return True
        return span > 0 and (place in self._added or place + span in self._added)

    def result(self) -> LearnerSentence:
        """The sentence as it is written now, and what undoes it."""
        out: list[str] = []
        edits: list[GoldEdit] = []
        place = 0
        while place < len(self.words):
            if place in self._added:
                word, kind = self._added[place]
                edits.append(GoldEdit(len(out), REMOVE, word, (), kind))
                out.append(word)
            span, written, kind = self._written.get(place, (1, (self.words[place],), ""))
            clean = self.words[place : place + span]
            if written != clean:
                edits += _edits(len(out), written, clean, kind)
            out += written
            place += span
        return LearnerSentence(tuple(out), tuple(edits))


def _edits(
    start: int, written: tuple[str, ...], clean: tuple[str, ...], kind: str
) -> list[GoldEdit]:
    if not written:
        return [GoldEdit(start, INSERT, "", (word,), kind) for word in clean]
    # Of several tokens for fewer the likeliest to be right stays: the one most like the clean word.
    kept = 0
    if len(written) > 1 and len(clean) == 1:
        kept = max(range(len(written)), key=lambda at: (_alike(written[at], clean[0]), -at))
    edits = []
    for offset, word in enumerate(written):
        if offset != kept:
            edits.append(GoldEdit(start + offset, REMOVE, word, (), kind))
        elif (word,) != clean:
            edits.append(GoldEdit(start + offset, SUBSTITUTE, word, clean, kind))
    return edits


def _alike(word: str, other: str) -> int:
    """Letters in common at the beginning or at the end, whichever are more."""
    return max(_common(word.lower(), other.lower()), _common(word[::-1], other[::-1]))


def _common(word: str, other: str) -> int:
    count = 0
    for letter, right in zip(word, other, strict=False):
        if letter != right:
            break
        count += 1
    return count
