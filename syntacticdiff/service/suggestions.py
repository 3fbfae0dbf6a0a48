"""Suggestions for a sentence: changes of its text, each with what people are told of it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any

from syntacticdiff.differ import SyntacticDiff
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.explaining import ExplainedEdit, Explainer
from syntacticdiff.edits.rewriting import rewrite
from syntacticdiff.edits.stretches import Stretch, stretches_of

LEAST_PICKY = 0.3  # the probability of edits that are suggested only where that is asked for
_MOST_ALTERNATIVES = 5
_MOST_REMEMBERED = 8_192  # sentences and alternatives

_Key = tuple[str, tuple[tuple[str, int, str], ...]]


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


@dataclass(frozen=True)
class _Part:
    """A stretch of a sentence as it is whatever the probabilities, with its edits by number."""

    start: int
    end: int
    replacement: str
    edits: tuple[int, ...]
    told: ExplainedEdit


class Suggestions:
    """Makes suggestions of diffs, and remembers what they have to do with the last sentences.

    The probability of an edit changes with the text around its sentence; what it does and why does
    not, and is remembered.

    Parameters
    ----------
    differ : SyntacticDiff
        What the diffs are found with.
    """

    def __init__(self, differ: SyntacticDiff) -> None:
        self._differ = differ
        self._explain = Explainer(differ.model)
        self._remembered: OrderedDict[_Key, tuple[_Part, ...]] = OrderedDict()
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
        if diff.output is None:
            return []
        found = [
            Suggestion(stretch, told, self._others(diff, stretch), True)
            for stretch, told in self._made(diff, diff.edits)
        ]
        if not picky:
            return found
        possible = [edit for edit in diff.alternatives if (edit.probability or 0.0) >= LEAST_PICKY]
        for edit in sorted(possible, key=lambda edit: -(edit.probability or 0.0)):
            for stretch, told in self._made(diff, (edit,)):
                if not any(_touch(stretch, other.change) for other in found):
                    found.append(Suggestion(stretch, told, (), False))
        return sorted(found, key=lambda one: (one.change.start, one.change.end))

    def _others(self, diff: Diff, chosen: Stretch) -> tuple[tuple[str, float], ...]:
        """Other replacements of the same characters, the most probable first."""
        positions = {edit.position for edit in chosen.edits}
        found = [
            (stretch.replacement, edit.probability or 0.0)
            for edit in diff.alternatives
            if edit.position in positions
            for stretch, _ in self._made(diff, (edit,))
            if (stretch.start, stretch.end) == (chosen.start, chosen.end)
            and stretch.replacement != chosen.replacement
        ]
        return tuple(sorted(found, key=lambda other: -other[1])[:_MOST_ALTERNATIVES])

    def _made(self, diff: Diff, edits: tuple[Edit, ...]) -> list[tuple[Stretch, ExplainedEdit]]:
        """The stretches that some edits change, if no others are made."""
        if not edits:
            return []
        key = (diff.text, tuple((edit.op, edit.position, edit.target) for edit in edits))
        with self._lock:
            parts = self._remembered.get(key)
            if parts is not None:
                self._remembered.move_to_end(key)
        if parts is None:
            parts = self._parts(diff, edits)
            with self._lock:
                self._remembered[key] = parts
                while len(self._remembered) > _MOST_REMEMBERED:
                    self._remembered.popitem(last=False)
        return [
            (
                Stretch(
                    part.start,
                    part.end,
                    part.replacement,
                    tuple(edits[number] for number in part.edits),
                ),
                part.told,
            )
            for part in parts
        ]

    def _parts(self, diff: Diff, edits: tuple[Edit, ...]) -> tuple[_Part, ...]:
        if edits != diff.edits:
            diff = self._with(diff, edits)
        number = {id(edit): place for place, edit in enumerate(edits)}
        told = self._explain(diff)
        return tuple(
            _Part(
                stretch.start,
                stretch.end,
                stretch.replacement,
                tuple(number[id(edit)] for edit in stretch.edits),
                told[number[id(stretch.edits[0])]],
            )
            for stretch in self._stretches(diff)
            if stretch.edits  # otherwise, capitals that moved on by themselves
        )

    def _stretches(self, diff: Diff) -> list[Stretch]:
        model = self._differ.model
        return stretches_of(diff, self._differ.spans(diff), model.casing, model.cased)

    def _with(self, diff: Diff, edits: tuple[Edit, ...]) -> Diff:
        """The diff with other edits, such as an alternative, and the output that they make."""
        differ, model = self._differ, self._differ.model
        output = rewrite(
            diff.text,
            differ.spans(diff),
            edits,
            casing=model.casing,
            recase=not model.cased,
            apart=differ.tokenized,
        )
        return replace(diff, edits=edits, output=output)


def _touch(one: Stretch, other: Stretch) -> bool:
    return one.start <= other.end and other.start <= one.end
