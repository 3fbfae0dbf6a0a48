"""BLEU, computed by sacrebleu (the extra `bleu`) on tokens as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.inputs import Rewrites, Tokens
from syntacticdiff.evaluate.metric import CorrectionMetric, Score, check_lengths
from syntacticdiff.evaluate.options import Option

if TYPE_CHECKING:
    from types import ModuleType

    from sacrebleu.metrics.bleu import BLEUScore

_ORDER = 4


@dataclass(frozen=True)
class BleuScore(Score):
    """BLEU from 0 to 1, with the precision of each n-gram order and the brevity penalty."""

    bleu: float
    precisions: tuple[float, ...]
    brevity: float

    @property
    def value(self) -> float:
        return self.bleu

    def to_dict(self) -> dict[str, object]:
        return super().to_dict() | {"precisions": list(self.precisions)}


class Bleu(CorrectionMetric[Tokens, Rewrites]):
    """BLEU up to 4-grams, as a fraction of 1 and not in per cent. Needs the extra `bleu`.

    Parameters
    ----------
    lowercase : bool, default False
        Whether to ignore case.
    """

    name: ClassVar[str] = "bleu"
    hypothesis_form = "tokens"
    gold_form = "rewrites"
    figure = "BLEU, from 0 to 1"
    details = "Tokens are compared as they are. Scores of single sentences are smoothed."
    options = (Option("lowercase", False, "Ignore case."),)

    def __init__(self, lowercase: bool = False) -> None:
        self.lowercase = lowercase

    @property
    def settings(self) -> dict[str, object]:
        case = "ignored" if self.lowercase else "kept"
        return {"case": case, "tokens": "as-they-are", "sacrebleu": _sacrebleu().__version__}

    def corpus(self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> BleuScore:
        table = self._statistics(hypotheses, gold)
        if not len(table):
            return BleuScore(0.0, (0.0,) * _ORDER, 0.0, signature=self.signature)
        return self._score(self._total(table))

    def sentences(self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> list[BleuScore]:
        return [self._score(found) for found in self._by_sentence(hypotheses, gold)]

    def resampled(
        self,
        hypotheses: Sequence[Tokens],
        gold: Sequence[Rewrites],
        samples: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.float64]:
        """BLEU is a function of counts summed over sentences."""
        table = self._statistics(hypotheses, gold)
        return np.array([self._total(table[row]).score / 100 for row in samples])

    def _statistics(
        self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]
    ) -> npt.NDArray[np.int64]:
        """For each sentence its matched n-grams and its n-grams by order, and both lengths."""
        found = self._by_sentence(hypotheses, gold)
        return np.array([[*s.counts, *s.totals, s.sys_len, s.ref_len] for s in found], np.int64)

    def _total(self, table: npt.NDArray[np.int64]) -> BLEUScore:
        """BLEU without smoothing, by the statistics of sentences."""
        *ngrams, length, reference_length = table.sum(axis=0).tolist()
        score: BLEUScore = _sacrebleu().metrics.BLEU.compute_bleu(
            ngrams[:_ORDER], ngrams[_ORDER:], length, reference_length, smooth_method="none"
        )
        return score

    def _by_sentence(
        self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]
    ) -> list[BLEUScore]:
        check_lengths(hypotheses, gold)
        metric = _sacrebleu().metrics.BLEU(
            lowercase=self.lowercase,
            tokenize="none",
            force=True,  # no warning about text that is tokenised already
            effective_order=True,
            smooth_method="exp",
        )
        return [
            metric.sentence_score(" ".join(tokens), list(map(" ".join, sentence.references)))
            for tokens, sentence in zip(hypotheses, gold, strict=True)
        ]

    def _score(self, found: BLEUScore) -> BleuScore:
        return BleuScore(
            min(1.0, found.score / 100),  # rounding may exceed 1
            tuple(each / 100 for each in found.precisions),
            float(found.bp),
            signature=self.signature,
        )


def _sacrebleu() -> ModuleType:
    try:
        import sacrebleu
    except ImportError:
        raise UsageError(
            "BLEU needs sacrebleu: install it with pip install 'syntacticdiff[bleu]'"
        ) from None
    module: ModuleType = sacrebleu
    return module
