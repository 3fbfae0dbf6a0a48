"""Which steps of an alignment are one edit: rules in the manner of ERRANT, without a tagger.

Steps that follow one another without a match between are one edit where a learner made one mistake
(`sub way` and `subway`, `friends` and `friend 's`, `look` and `look at`) and several where there
were several. Where ERRANT asks a tagger, closed classes and endings answer. Which tokens lie beside
which was decided by `alignment`; what an edit is called, by `parallel_text`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from syntacticdiff.alignment.align import Step
from syntacticdiff.alignment.likeness import CLOSED, coarse_class, common_stem, likeness

Span = tuple[int, int, int, int]  # start and end in the source, start and end in the target

MOST_TOGETHER = 20  # steps that the rules look at together: nobody means more by one edit
_ALIKE = 0.75  # words that share more of their letters were taken for one another, and alone
_POSSESSIVES = frozenset({"'s", "'", "’s", "’"})
_VERBAL = frozenset({"AUX", "PART", "OPEN"})  # if the open word is a verb
_JOINTS = str.maketrans("", "", "'-")  # what joins the parts of a word


def merged(steps: Sequence[Step], source: Sequence[str], target: Sequence[str]) -> list[Span]:
    """The edits' places, from left to right."""
    spans: list[Span] = []
    for kind, group in groupby(steps, _kind):
        if kind == "transpose":
            spans += (step[1:] for step in group)
        elif kind == "change":
            changes = list(group)
            size = len(changes) if _only_inserts_or_removes(changes) else MOST_TOGETHER
            for first in range(0, len(changes), size):
                spans += _Changes(source, target).spans(changes[first : first + size])
    return spans


def _kind(step: Step) -> str:
    return step.operation if step.operation in ("match", "transpose") else "change"


class _Changes:
    """The changes of one sentence, cut and merged piece by piece."""

    def __init__(self, source: Sequence[str], target: Sequence[str]) -> None:
        self._source, self._target = source, target

    def spans(self, steps: list[Step]) -> list[Span]:
        """The edits that changes without a match between them make."""
        if not steps:
            return []
        if _only_inserts_or_removes(steps):
            return [_together(steps)]
        if len(steps) == 1:
            return [steps[0][1:]]
        content = False
        for first, last in _longest_first(len(steps)):
            piece = steps[first : last + 1]
            if all(step.operation != "sub" for step in piece):
                continue
            cut = self._cut(steps, first, last)
            if cut is not None:
                # Each part is looked at afresh, but for what the rule has found to be one edit.
                before, one, after = cut
                return self.spans(before) + ([_together(one)] if one else []) + self.spans(after)
            content = content or not CLOSED.issuperset(self._classes(piece))
        return [_together(steps)] if content else [step[1:] for step in steps]

    def _cut(
        self, steps: list[Step], first: int, last: int
    ) -> tuple[list[Step], list[Step], list[Step]] | None:
        """Where the first rule that applies to steps `first` to `last` cuts all the steps.

        What comes before, what is one edit, what comes after; None if no rule applies.
        """
        words, others = self._words(steps[first : last + 1])
        merged_piece = steps[:first], steps[first : last + 1], steps[last + 1 :]
        merged_end = steps[: last - 1], steps[last - 1 : last + 1], steps[last + 1 :]
        if first == 0 and (_is_possessive(words[0]) or _is_possessive(others[0])):
            return [], steps[:1], steps[1:]
        if _is_possessive(words[-1]) or _is_possessive(others[-1]):
            return merged_end
        if words[-1].lower() == others[-1].lower():
            if _only_begins_otherwise(words, others, first == 0):
                return merged_piece
            if _after_punctuation(words) or _after_punctuation(others):
                return merged_end
        if joined(words) == joined(others):
            return merged_piece
        if len(words) != len(others) and self._is_one_phrase(steps[first : last + 1]):
            return merged_piece
        if last - first == 1:
            return self._split(steps, first, last)
        return None

    def _split(
        self, steps: list[Step], first: int, last: int
    ) -> tuple[list[Step], list[Step], list[Step]] | None:
        """Two neighbouring changes that have nothing to do with one another."""
        words, others = self._words(steps[first : last + 1])
        nothing: list[Step] = []
        apart = steps[: first + 1], nothing, steps[first + 1 :]
        if len(words) == len(others) == 2:
            return apart
        for step, at in ((steps[first], 0), (steps[last], -1)):
            if step.operation == "sub" and likeness(words[at], others[at]) > _ALIKE:
                return apart
        if last == len(steps) - 1:
            operation = steps[-1].operation
            if (operation != "insert" and _class(words[-1]) == "DET") or (
                operation != "remove" and _class(others[-1]) == "DET"
            ):
                return steps[:-1], steps[-1:], []
        return None

    def _words(self, steps: Sequence[Step]) -> tuple[Sequence[str], Sequence[str]]:
        start, end, target_start, target_end = _together(steps)
        return self._source[start:end], self._target[target_start:target_end]

    def _classes(self, steps: Sequence[Step]) -> set[str]:
        words, others = self._words(steps)
        return {_class(word) for word in (*words, *others)}

    def _is_one_phrase(self, steps: Sequence[Step]) -> bool:
        """All of one closed class; or a verb with its auxiliaries: `eat` and `to eat`.

        What an open word is, only a tagger knows; two forms of one word with nothing but
        auxiliaries before them are verbs.
        """
        classes = self._classes(steps)
        if len(classes) == 1:
            return "OPEN" not in classes
        words, others = self._words(steps)
        stems = {common_stem(word.lower()) for word in (*words, *others) if _class(word) == "OPEN"}
        return (
            classes <= _VERBAL
            and len(stems) <= 1
            and not _auxiliary_follows(words)
            and not _auxiliary_follows(others)
        )


def _only_inserts_or_removes(steps: Sequence[Step]) -> bool:
    return len({step.operation for step in steps}) == 1 and steps[0].operation != "sub"


def _together(steps: Sequence[Step]) -> Span:
    return steps[0].start, steps[-1].end, steps[0].target_start, steps[-1].target_end


def _longest_first(count: int) -> list[tuple[int, int]]:
    """All pairs of steps, those farthest apart first, then from left to right."""
    return [
        (first, first + distance)
        for distance in range(count - 1, 0, -1)
        for first in range(count - distance)
    ]


def _is_possessive(word: str) -> bool:
    return word in _POSSESSIVES


def _only_begins_otherwise(words: Sequence[str], others: Sequence[str], at_first: bool) -> bool:
    """`Cat` and `The cat`: what begins the sentence has changed, and with it a capital."""
    return (at_first and len(words) == 1 and others[0][:1].isupper()) or (
        len(others) == 1 and words[0][:1].isupper()
    )


def _after_punctuation(words: Sequence[str]) -> bool:
    return len(words) > 1 and _class(words[-2]) == "PUNCT"


def joined(words: Sequence[str]) -> str:
    """The words without what separates and joins their parts."""
    return "".join(words).lower().translate(_JOINTS)


def _auxiliary_follows(words: Sequence[str]) -> bool:
    """`walked to`, `technology has`: it belongs to what comes next."""
    return len(words) > 1 and _class(words[-1]) != "OPEN" and _class(words[-2]) == "OPEN"


def _class(word: str) -> str:
    folded = word.lower()
    return "PART" if folded == "to" else coarse_class(folded)
