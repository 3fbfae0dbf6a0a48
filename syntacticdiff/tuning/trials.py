"""Trying settings out: what a search makes of the gold's sentences, counted by M2.

Outputs are scored once however often they come up. Which settings to try is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.ways import BELIEVABLE
from syntacticdiff.edits.diff import Diff
from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.m2 import M2, M2Score
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search.candidate_words import Substitutions

METRICS = {"f0.5": 0.5, "f1": 1.0}

Report = Callable[[str], None]
Counts = Sequence[Any]  # of one sentence, by annotator


class Trials:
    """Annotated sentences, a reference and a metric.

    Parameters
    ----------
    gold : sequence of M2Sentence
        The annotated sentences.
    reference : ReferenceModel
        The reference.
    metric : str, default "f0.5"
        What is maximised: `"f0.5"` or `"f1"`.
    """

    def __init__(
        self, gold: Sequence[M2Sentence], reference: ReferenceModel, metric: str = "f0.5"
    ) -> None:
        if metric not in METRICS:
            raise UsageError(f"metric: {metric!r} is not one of {', '.join(METRICS)}")
        self.gold, self.reference, self.metric = gold, reference, metric
        self.m2 = M2(METRICS[metric])
        self.sentences = np.arange(len(gold))
        self._count = self.m2.counter(gold)
        self._substitutions: dict[str, Substitutions] = {}

    def differ(self, settings: Mapping[str, Any]) -> SyntacticDiff:
        """What searches with these settings; words that may replace a word are found once."""
        given = dict(settings)
        words = {**BELIEVABLE, **given}
        key = repr((words["substitutions"], words["min_count"]))
        known = self._substitutions.get(key)
        if known is not None:
            given["substitutions"] = known.words
        differ = SyntacticDiff(self.reference, **given, tokenized=True)
        self._substitutions.setdefault(key, differ.searching.substitutions)
        return differ

    def diffs(self, differ: SyntacticDiff, sentences: Iterable[int]) -> list[Diff]:
        """What is found in some sentences."""
        return differ.document([self.gold[number].tokens for number in sentences])

    def counts_of(self, number: int, output: str) -> Counts:
        """The counts of one sentence's output, tokens separated by spaces."""
        return self._count(number, output.split())

    def counts(
        self,
        differ: SyntacticDiff,
        sentences: NDArray[np.intp],
        worth: NDArray[np.bool_] | None = None,
    ) -> list[Counts]:
        """The counts of what is found in some sentences; only those worth it are searched."""
        searched = sentences if worth is None else sentences[worth[sentences]]
        diffs = self.diffs(differ, searched.tolist())
        outputs = dict(zip(searched.tolist(), (diff.output for diff in diffs), strict=True))
        return [
            self.counts_of(number, outputs.get(number) or " ".join(self.gold[number].tokens))
            for number in sentences.tolist()
        ]

    def score(
        self,
        differ: SyntacticDiff,
        sentences: NDArray[np.intp],
        worth: NDArray[np.bool_] | None = None,
    ) -> M2Score:
        """How good what is found in some sentences is."""
        return self.m2.total(self.counts(differ, sentences, worth))


def folds(keys: Sequence[object], number: int, seed: int) -> NDArray[np.intp]:
    """Each sentence's fold, drawn by `seed`; equal sentences are in the same one."""
    distinct = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    drawn = np.random.default_rng(seed).permutation(len(distinct)) % number
    return np.array([drawn[distinct[key]] for key in keys], np.intp)
