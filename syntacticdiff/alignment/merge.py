"""Which changes of an alignment are one edit: rules like ERRANT's, without a tagger.

Changes that follow each other without a match in between are one edit if they correct one mistake
(`sub way` and `subway`, `friends` and `friend 's`, `look` and `look at`), and several otherwise.
Where ERRANT uses a tagger, these rules use closed classes and endings. `align` finds the changes,
and `annotate` gives the edits their types.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from syntacticdiff.alignment.align import AlignedSpan
from syntacticdiff.alignment.likeness import CLOSED, coarse_class, common_stem, likeness
from syntacticdiff.text.function_words import POSSESSIVES

Span = tuple[int, int, int, int]  # start and end in the source, start and end in the target
_Split = tuple[list[AlignedSpan], list[AlignedSpan], list[AlignedSpan]]

MAX_CHANGES = 20  # that the rules consider together; no single edit is longer
_SIMILAR = 0.75  # a word that is more similar to its replacement is an edit of its own
_VERBAL = frozenset({"AUX", "PART", "OPEN"})  # the classes in a verb phrase, if OPEN is a verb
_JOINTS = str.maketrans("", "", "'-")  # the characters that join the parts of a word


def merged(
    alignment: Sequence[AlignedSpan], source: Sequence[str], target: Sequence[str]
) -> list[Span]:
    """The spans of the edits in an alignment, from left to right."""
    spans: list[Span] = []
    for kind, group in groupby(alignment, _kind):
        if kind == "transpose":
            spans += (change[1:] for change in group)
        elif kind == "change":
            changes = list(group)
            size = len(changes) if _only_inserts_or_removes(changes) else MAX_CHANGES
            for first in range(0, len(changes), size):
                spans += _Changes(source, target).spans(changes[first : first + size])
    return spans


def _kind(span: AlignedSpan) -> str:
    return span.operation if span.operation in ("match", "transpose") else "change"


class _Changes:
    """The changes of one sentence, split and merged by the rules."""

    def __init__(self, source: Sequence[str], target: Sequence[str]) -> None:
        self._source, self._target = source, target

    def spans(self, changes: list[AlignedSpan]) -> list[Span]:
        """The edits of consecutive changes, with no match between them."""
        if not changes:
            return []
        if _only_inserts_or_removes(changes):
            return [_together(changes)]
        if len(changes) == 1:
            return [changes[0][1:]]
        content = False
        for first, last in _longest_first(len(changes)):
            part = changes[first : last + 1]
            if all(change.operation != "sub" for change in part):
                continue
            split = self._split_by_rule(changes, first, last)
            if split is not None:
                # The rules are applied again to what comes before and after the edit.
                before, one, after = split
                return self.spans(before) + ([_together(one)] if one else []) + self.spans(after)
            content = content or not CLOSED.issuperset(self._classes(part))
        return [_together(changes)] if content else [change[1:] for change in changes]

    def _split_by_rule(self, changes: list[AlignedSpan], first: int, last: int) -> _Split | None:
        """How the first rule that applies to changes `first` to `last` splits all the changes.

        The changes before, those that are one edit, and the changes after; None if no rule applies.
        """
        words, others = self._words(changes[first : last + 1])
        merged_part = changes[:first], changes[first : last + 1], changes[last + 1 :]
        merged_end = changes[: last - 1], changes[last - 1 : last + 1], changes[last + 1 :]
        if first == 0 and (words[0] in POSSESSIVES or others[0] in POSSESSIVES):
            return [], changes[:1], changes[1:]
        if words[-1] in POSSESSIVES or others[-1] in POSSESSIVES:
            return merged_end
        if words[-1].lower() == others[-1].lower():
            if _has_another_beginning(words, others, first == 0):
                return merged_part
            if _after_punctuation(words) or _after_punctuation(others):
                return merged_end
        if joined(words) == joined(others):
            return merged_part
        if len(words) != len(others) and self._is_one_phrase(changes[first : last + 1]):
            return merged_part
        if last - first == 1:
            return self._split_pair(changes, first, last)
        return None

    def _split_pair(self, changes: list[AlignedSpan], first: int, last: int) -> _Split | None:
        """The split between two neighbouring changes that are unrelated."""
        words, others = self._words(changes[first : last + 1])
        nothing: list[AlignedSpan] = []
        apart = changes[: first + 1], nothing, changes[first + 1 :]
        if len(words) == len(others) == 2:
            return apart
        for change, at in ((changes[first], 0), (changes[last], -1)):
            if change.operation == "sub" and likeness(words[at], others[at]) > _SIMILAR:
                return apart
        if last == len(changes) - 1:
            operation = changes[-1].operation
            if (operation != "insert" and _class(words[-1]) == "DET") or (
                operation != "remove" and _class(others[-1]) == "DET"
            ):
                return changes[:-1], changes[-1:], []
        return None

    def _words(self, changes: Sequence[AlignedSpan]) -> tuple[Sequence[str], Sequence[str]]:
        start, end, target_start, target_end = _together(changes)
        return self._source[start:end], self._target[target_start:target_end]

    def _classes(self, changes: Sequence[AlignedSpan]) -> set[str]:
        words, others = self._words(changes)
        return {_class(word) for word in (*words, *others)}

    def _is_one_phrase(self, changes: Sequence[AlignedSpan]) -> bool:
        """Whether all words are of one closed class, or a verb with auxiliaries: `eat`, `to eat`.

        Without a tagger, two forms of one open-class word with only auxiliaries before them are
        taken for verbs.
        """
        classes = self._classes(changes)
        if len(classes) == 1:
            return "OPEN" not in classes
        words, others = self._words(changes)
        stems = {common_stem(word.lower()) for word in (*words, *others) if _class(word) == "OPEN"}
        return (
            classes <= _VERBAL
            and len(stems) <= 1
            and not _auxiliary_follows(words)
            and not _auxiliary_follows(others)
        )


def _only_inserts_or_removes(changes: Sequence[AlignedSpan]) -> bool:
    return len({change.operation for change in changes}) == 1 and changes[0].operation != "sub"


def _together(changes: Sequence[AlignedSpan]) -> Span:
    first, last = changes[0], changes[-1]
    return first.start, last.end, first.target_start, last.target_end


def _longest_first(count: int) -> list[tuple[int, int]]:
    """All pairs of changes, those farthest apart first, then from left to right."""
    return [
        (first, first + distance)
        for distance in range(count - 1, 0, -1)
        for first in range(count - distance)
    ]


def _has_another_beginning(words: Sequence[str], others: Sequence[str], at_first: bool) -> bool:
    """`Cat` and `The cat`: the first word of the sentence changed, and so did the capitals."""
    return (at_first and len(words) == 1 and others[0][:1].isupper()) or (
        len(others) == 1 and words[0][:1].isupper()
    )


def _after_punctuation(words: Sequence[str]) -> bool:
    return len(words) > 1 and _class(words[-2]) == "PUNCT"


def joined(words: Sequence[str]) -> str:
    """The words in lower case, without spaces, hyphens and apostrophes."""
    return "".join(words).lower().translate(_JOINTS)


def _auxiliary_follows(words: Sequence[str]) -> bool:
    """Whether an auxiliary comes after an open word, and so belongs to the words that follow."""
    return len(words) > 1 and _class(words[-1]) != "OPEN" and _class(words[-2]) == "OPEN"


def _class(word: str) -> str:
    folded = word.lower()
    return "PART" if folded == "to" else coarse_class(folded)
