"""Suggestions for a sentence: changes of its text, each with what people are told of it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from syntacticdiff.differ import SyntacticDiff
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.explaining import ExplainedEdit, Explainer
from syntacticdiff.service.changes import Stretch, alternative_stretches, stretches

LEAST_PICKY = 0.3  # the probability of edits that are suggested only where that is asked for
_MOST_ALTERNATIVES = 5
_MOST_REMEMBERED = 4_096  # sentences

_Key = tuple[str, tuple[Edit, ...], tuple[Edit, ...]]


@dataclass(frozen=True)
class Suggestion:
    """A change of a sentence, and why.

    Parameters
    ----------
    change : Stretch
        Which characters go, and what comes in their place.
    explained : ExplainedEdit
        Type, kind, name and reason of its first edit.
    others : tuple of (str, float)
        Other replacements of the same characters, and their probabilities.
    sure : bool
        Whether it is one of the sentence's edits, and not a less probable one.
    """

    change: Stretch
    explained: ExplainedEdit
    others: tuple[tuple[str, float], ...]
    sure: bool

    def to_dict(self, offset: int, text: str) -> dict[str, Any]:
        """Plain data for JSON; positions are code points of the document."""
        change, told = self.change, self.explained
        return {
            "start": offset + change.start,
            "end": offset + change.end,
            "source": text[change.start : change.end],
            "replacement": change.replacement,
            "probability": change.probability,
            "type": told.type,
            "kind": told.kind,
            "habit": told.habit,
            "name": told.name,
            "reason": told.reason,
            "edits": [str(edit) for edit in change.edits],
            "others": [
                {"replacement": text, "probability": probability}
                for text, probability in self.others
            ],
            "sure": self.sure,
        }


class Suggestions:
    """Makes suggestions of diffs, and remembers those of the last sentences.

    Parameters
    ----------
    differ : SyntacticDiff
        What the diffs are found with.
    """

    def __init__(self, differ: SyntacticDiff) -> None:
        self._differ = differ
        self._explain = Explainer(differ.model)
        self._remembered: OrderedDict[_Key, tuple[Suggestion, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, diff: Diff, *, picky: bool = False) -> list[Suggestion]:
        """The suggestions for a sentence, from left to right.

        Parameters
        ----------
        diff : Diff
            The diff of the sentence.
        picky : bool, default False
            Whether less probable ones are suggested as well.
        """
        key = (diff.text, diff.edits, diff.alternatives)
        with self._lock:
            known = self._remembered.get(key)
            if known is not None:
                self._remembered.move_to_end(key)
        if known is None:
            known = tuple(self._made(diff))
            with self._lock:
                self._remembered[key] = known
                while len(self._remembered) > _MOST_REMEMBERED:
                    self._remembered.popitem(last=False)
        return [one for one in known if picky or one.sure]

    def _made(self, diff: Diff) -> list[Suggestion]:
        if not diff.edits and not diff.alternatives:
            return []
        told = {id(one.edit): one for one in self._explain(diff)}
        possible = alternative_stretches(self._differ, diff)
        found = []
        for change in stretches(self._differ, diff):
            if not change.edits:  # capitals that moved on by themselves
                continue
            others = [
                (other.replacement, other.probability or 0.0)
                for other in possible
                if (other.start, other.end) == (change.start, change.end)
                and other.replacement != change.replacement
            ]
            others.sort(key=lambda other: -other[1])
            first = told[id(change.edits[0])]
            found.append(Suggestion(change, first, tuple(others[:_MOST_ALTERNATIVES]), True))
        return self._with_possible(diff, found, possible)

    def _with_possible(
        self, diff: Diff, found: list[Suggestion], possible: list[Stretch]
    ) -> list[Suggestion]:
        """Also the alternatives that are probable enough, where nothing else is suggested."""
        told = {id(one.edit): one for one in self._explain.alternatives(diff)}
        for change in sorted(possible, key=lambda change: -(change.probability or 0.0)):
            taken = any(_touch(change, other.change) for other in found)
            if (change.probability or 0.0) >= LEAST_PICKY and not taken:
                found.append(Suggestion(change, told[id(change.edits[0])], (), False))
        return sorted(found, key=lambda one: (one.change.start, one.change.end))


def _touch(one: Stretch, other: Stretch) -> bool:
    return one.start <= other.end and other.start <= one.end
