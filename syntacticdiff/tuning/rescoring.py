"""Hypotheses kept to be judged again: thousands of settings without searching anew.

With penalties by operation a hypothesis is known by its bits per token and its number of
insertions, removals and substitutions. Of single edits of one operation the one with the fewest
bits is the best whatever the penalties, so that at `max_edits` 1 keeping three hypotheses for each
sentence makes re-scoring exact. Deeper hypotheses are those that searches came up with: there,
re-scoring says which settings are worth a search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.edits.diff import OPERATIONS, Edit
from syntacticdiff.edits.rewriting import rewrite
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, bits_per_token
from syntacticdiff.search import Step
from syntacticdiff.search.scoring import positions
from syntacticdiff.tuning.trials import Trials


@dataclass(frozen=True)
class OperationSettings:
    """What the first level decides: the penalties in bits, and how they are weighed.

    Parameters
    ----------
    base, insert, remove, sub : float, default 0.0
        Penalties in bits.
    alpha : float, default 0.5
        The weight of the cost against the penalties.
    aggregate : str, default "mean"
        `"mean"` or `"sum"`.
    cost : str, default "bits"
        `"bits"`, `"window"` or `"perplexity"`.
    max_edits : int, default 1
        The most edits of one sentence.
    positions : str, default "window"
        `"window"`, `"worst"` or `"all"`.
    """

    base: float = 0.0
    insert: float = 0.0
    remove: float = 0.0
    sub: float = 0.0
    alpha: float = 0.5
    aggregate: str = "mean"
    cost: str = "bits"
    max_edits: int = 1
    positions: str = "window"

    @property
    def penalties(self) -> dict[str, float]:
        """By name, as SyntacticDiff takes them."""
        named = {"base": self.base, "insert": self.insert, "remove": self.remove, "sub": self.sub}
        return {name: value for name, value in named.items() if value}

    @property
    def search(self) -> dict[str, Any]:
        """The other settings, as SyntacticDiff takes them."""
        return {
            "max_edits": self.max_edits,
            "positions": self.positions,
            "alpha": self.alpha,
            "aggregate": self.aggregate,
            "cost": self.cost,
        }


@dataclass(frozen=True, order=True)
class _Kept:
    """A hypothesis: edits, then what it costs. Sorted as searches decide ties."""

    edits: int
    steps: tuple[Step, ...]
    bits: float  # per token
    windows: int
    output: str


class HypothesisPool:
    """The hypotheses of each sentence under one position rule.

    Parameters
    ----------
    trials : the gold
    settings : of SyntacticDiff, for whatever the first level does not decide
    rule : where edits may be
    """

    def __init__(self, trials: Trials, settings: Mapping[str, Any], rule: str) -> None:
        self.trials, self.settings, self.rule = trials, dict(settings), rule
        self.differ = trials.differ(self.settings)
        differ = self.differ
        self._kept: list[dict[tuple[Step, ...], _Kept]] = []
        tokens = [sentence.tokens for sentence in trials.gold]
        for words, candidates in zip(tokens, differ.many_candidates(tokens), strict=True):
            self._kept.append(self._singles(words, candidates))
        self._arrays: _Arrays | None = None

    def _singles(self, words: Sequence[str], candidates: Any) -> dict[tuple[Step, ...], _Kept]:
        """The sentence as it is, and its best edit of each operation."""
        model = self.differ.model
        ids = [*candidates.token_ids.tolist(), END]
        scored = ScoredSentence(model.scorer, ids)
        allowed = np.isin(
            candidates.positions, list(positions(self.rule, scored.bits, model.order))
        )
        if len(words) == 1:
            allowed &= candidates.operations != OPERATIONS.index("remove")
        steps, gains = list(candidates.steps()), candidates.gains[None]
        text, total = " ".join(words), scored.total
        kept: dict[tuple[Step, ...], _Kept] = {}
        kept[()] = _Kept(0, (), bits_per_token(total, len(ids)), len(ids), text)
        for rank in range(len(OPERATIONS)):
            rows = np.flatnonzero(allowed & (candidates.operations == rank))
            if len(rows):
                best = int(rows[np.argmax(gains[rows])])
                windows = len(ids) + (1, -1, 0)[rank]
                after = bits_per_token(total - int(gains[best]), windows)
                output = self._output(words, candidates.tokens, steps[best])
                kept[steps[best],] = _Kept(1, (steps[best],), after, windows, output)
        return kept

    def _output(self, words: Sequence[str], tokens: Sequence[str], step: Step) -> str:
        spans, start = [], 0
        for word in words:
            spans.append((start, start + len(word)))
            start += len(word) + 1
        source = "" if step.op == "insert" else tokens[step.position]
        edit = Edit(step.op, step.position, source, step.target)
        model = self.differ.model
        return rewrite(
            " ".join(words),
            spans,
            [edit],
            casing=model.casing,
            recase=not model.cased,
            apart=True,  # as a search of tokenised text writes it
        )

    def search(self, settings: OperationSettings) -> list[Any]:
        """Search anew, keep what is found, and return each sentence's counts."""
        given = {**self.settings, **settings.search, "penalties": settings.penalties}
        diffs = self.trials.diffs(self.trials.differ(given), range(len(self.trials.gold)))
        counts = []
        for number, diff in enumerate(diffs):
            steps = tuple(
                Step(edit.position, OPERATIONS.index(edit.op), edit.target) for edit in diff.edits
            )
            assert diff.after is not None  # no sweep
            assert diff.output is not None
            length = len(diff.output_tokens or ()) + 1
            found = _Kept(len(steps), steps, diff.after, length, diff.output)
            self._kept[number].setdefault(steps, found)
            counts.append(self.trials.counts_of(number, diff.output))
        self._arrays = None
        return counts

    def chosen(self, settings: OperationSettings) -> NDArray[np.intp]:
        """For each sentence, the place of the hypothesis that these settings would choose."""
        arrays = self._current()
        cost = arrays.bits * arrays.windows if settings.cost == "window" else arrays.bits
        operations = np.array([settings.insert, settings.remove, settings.sub])
        penalty = settings.base * arrays.edits + arrays.operations @ operations
        if settings.aggregate == "mean":
            penalty = penalty / np.maximum(arrays.edits, 1)
        objective = settings.alpha * cost + (1.0 - settings.alpha) * penalty
        objective[arrays.edits > settings.max_edits] = np.inf
        chosen: NDArray[np.intp] = np.argmin(objective, axis=1)
        return chosen

    def counts(self, settings: OperationSettings) -> NDArray[np.int64]:
        """Each sentence's correct, proposed and gold edits with these settings."""
        arrays = self._current()
        counts: NDArray[np.int64] = arrays.counts[
            np.arange(len(arrays.counts)), self.chosen(settings)
        ]
        return counts

    def _current(self) -> _Arrays:
        if self._arrays is None:
            self._arrays = _Arrays.of([sorted(kept.values()) for kept in self._kept], self.trials)
        return self._arrays


@dataclass(frozen=True)
class _Arrays:
    """The pool in columns: sentences by hypotheses, padded with ones that nobody chooses."""

    bits: NDArray[np.float64]
    windows: NDArray[np.float64]
    edits: NDArray[np.float64]
    operations: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, kept: Sequence[Sequence[_Kept]], trials: Trials) -> _Arrays:
        shape = len(kept), max(map(len, kept), default=1)
        bits, windows, edits = np.full(shape, np.inf), np.ones(shape), np.zeros(shape)
        operations = np.zeros((*shape, len(OPERATIONS)))
        counts = np.zeros((*shape, 3), np.int64)
        for row, hypotheses in enumerate(kept):
            for column, one in enumerate(hypotheses):
                bits[row, column], windows[row, column] = one.bits, one.windows
                edits[row, column] = one.edits
                for step in one.steps:
                    operations[row, column, step.rank] += 1
                counts[row, column] = best_counts(trials.counts_of(row, one.output))
        return cls(bits, windows, edits, operations, counts)


def best_counts(annotators: Sequence[Any]) -> tuple[int, int, int]:
    """The counts of the annotator who agrees most: with one annotator, exactly M2's."""
    correct, proposed, gold = max(annotators, key=lambda each: (each[0], -each[1] - each[2]))
    return correct, proposed, gold
