"""Hypotheses: sets of edits of one sentence, in normal form.

A hypothesis is written as its list of steps, left to right: by position; the insertions of a gap in
the order in which they stand; then the removal or substitution of that token. While token p is
removed and gap p+1 holds insertions, these belong to the end of gap p; so an insertion beside
removed tokens stands before the first of them, in whichever order the edits were found, and equal
lists mean equal hypotheses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from syntacticdiff.edits.diff import OPERATIONS, Edit, Operation
from syntacticdiff.reference.scorer import END, MARKERS

INSERT, REMOVE, SUB = range(3)  # ranks of the operations in the order for ties


class Word(NamedTuple):
    """A word and its id in the reference model; a substitute may be several tokens.

    Parameters
    ----------
    text : str
        The word, spelled as the model spells words; several tokens are separated by spaces.
    id : int
        Its id, or that of its first token; 0 if the model does not know it.
    further : tuple of int, default ()
        The ids of its other tokens.
    written : str, default ""
        The word as the sentence has it, if its capitals may be changed.
    recased : str, default ""
        The word with other capitals, which may replace it.
    units : int, default 0
        What that costs, in units of 2^-20 bit.
    """

    text: str
    id: int
    further: tuple[int, ...] = ()
    written: str = ""
    recased: str = ""
    units: int = 0

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of all its tokens."""
        return (self.id, *self.further)

    @property
    def unwritten(self) -> Word:
        """The word without how the sentence writes it."""
        return Word(self.text, self.id, self.further) if self.recased else self

    def is_recased_by(self, target: str) -> bool:
        """Whether a substitute is this word with other capitals."""
        return bool(self.recased) and target == self.recased

    def source_of(self, target: str) -> str:
        """What a substitution by `target` replaces: as written, if capitals alone change."""
        return self.written if self.is_recased_by(target) else self.text

    def tokens(self) -> Iterator[Word]:
        """Its tokens, each as a word."""
        if not self.further:
            return iter((self,))
        return map(Word, self.text.split(" "), self.ids)


Sentence = Sequence[Word]


class Step(NamedTuple):
    """One edit of a hypothesis.

    Parameters
    ----------
    position : int
        The token that is changed, or before which a word is inserted.
    rank : int
        The operation: an index of `OPERATIONS`.
    target : str
        The word that is put in; "" for a removal.

    Notes
    -----
    Steps compare in the order that decides ties: strings compare by code point, which is the order
    of their UTF-8 bytes.
    """

    position: int
    rank: int
    target: str

    @property
    def op(self) -> Operation:
        return OPERATIONS[self.rank]

    def edit_of(self, sentence: Sentence, gain: float = 0.0) -> Edit:
        source = "" if self.rank == INSERT else sentence[self.position].source_of(self.target)
        return Edit(self.op, self.position, source, self.target, gain)


Steps = tuple[Step, ...]


class Item(NamedTuple):
    """A word of the sentence as edited so far, or its end marker.

    `gap` and `slot` say where an insertion before this item goes; inside a substitute of several
    tokens nothing is inserted, and `slot` is None. `token` is the original token, if it may still
    be removed or replaced, else None.
    """

    word: Word
    gap: int
    slot: int | None
    token: int | None


def items(sentence: Sentence, steps: Steps, words: Mapping[str, Word]) -> list[Item]:
    """The sentence as edited by `steps`, with `</s>` at its end; `words` has those put in."""
    inserted: dict[int, list[str]] = {}
    changed: dict[int, Step] = {}
    for step in steps:
        if step.rank == INSERT:
            inserted.setdefault(step.position, []).append(step.target)
        else:
            changed[step.position] = step
    result: list[Item] = []
    for gap in range(len(sentence) + 1):
        here = inserted.get(gap, ())
        result += (Item(words[text], gap, slot, None) for slot, text in enumerate(here))
        if gap == len(sentence):
            result.append(Item(Word(MARKERS[END], END), gap, len(here), None))
        elif gap not in changed:
            result.append(Item(sentence[gap], gap, len(here), gap))
        elif changed[gap].rank == SUB:
            for place, word in enumerate(words[changed[gap].target].tokens()):
                result.append(Item(word, gap, None if place else len(here), None))
    return result


def with_insertion(steps: Steps, item: Item, target: str) -> Steps:
    """`steps` and an insertion of `target` before `item`."""
    assert item.slot is not None
    index = sum(step.position < item.gap for step in steps) + item.slot
    return normal_form((*steps[:index], Step(item.gap, INSERT, target), *steps[index:]))


def with_change(steps: Steps, step: Step) -> Steps:
    """`steps` and a removal or substitution of a token that they leave alone."""
    return normal_form((*steps, step))


def normal_form(steps: Steps) -> Steps:
    """The same edits with every insertion moved before the removed tokens it stands behind."""
    removed = {step.position for step in steps if step.rank == REMOVE}

    def moved(step: Step) -> Step:
        position = step.position
        if step.rank == INSERT:
            while position - 1 in removed:
                position -= 1
        return step._replace(position=position)

    # The sort is stable: insertions that meet in one gap keep the order in which they stood.
    return tuple(sorted(map(moved, steps), key=lambda step: step[:2]))


def prefixes(steps: Steps) -> Iterator[Steps]:
    """The steps applied so far, from none to all, as gains are measured."""
    return (steps[:length] for length in range(len(steps) + 1))
