"""BLEU, computed by sacrebleu (the extra `bleu`) on tokens as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.inputs import Rewrites, Tokens
from syntacticdiff.evaluate.metric import Metric, Score, check_lengths


@dataclass(frozen=True)
class BleuScore(Score):
    """BLEU from 0 to 1, with its parts."""

    bleu: float
    precisions: tuple[float, ...]
    brevity: float

    @property
    def value(self) -> float:
        return self.bleu

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"precisions": list(self.precisions)}


class Bleu(Metric[Tokens, Rewrites]):
    """BLEU up to 4-grams. The figures are shares, not per cent.

    Parameters
    ----------
    lowercase : take capitals for small letters
    """

    name: ClassVar[str] = "bleu"
    gold_form = "rewrites"

    def __init__(self, lowercase: bool = False) -> None:
        self.lowercase = lowercase

    @property
    def settings(self) -> dict[str, object]:
        case = "ignored" if self.lowercase else "kept"
        return {"case": case, "tokens": "as-they-are", "sacrebleu": _sacrebleu().__version__}

    def corpus(self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> BleuScore:
        lines, references = _texts(hypotheses, gold)
        metric = self._metric(smooth=False)
        if not lines:
            return BleuScore(0.0, (0.0,) * 4, 0.0, signature=self.signature)
        return self._score(metric.corpus_score(lines, references))

    def sentences(self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> list[BleuScore]:
        check_lengths(hypotheses, gold)
        metric = self._metric(smooth=True)
        return [
            self._score(metric.sentence_score(" ".join(tokens), _joined(sentence)))
            for tokens, sentence in zip(hypotheses, gold, strict=True)
        ]

    def resampled(
        self,
        hypotheses: Sequence[Tokens],
        gold: Sequence[Rewrites],
        samples: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.float64]:
        """BLEU is a function of sums over sentences."""
        metric = self._metric(smooth=False)
        table = np.array(metric._extract_corpus_statistics(*_texts(hypotheses, gold)))
        sums = (table[row].sum(axis=0).tolist() for row in samples)
        return np.array([metric._compute_score_from_stats(each).score / 100 for each in sums])

    def _metric(self, smooth: bool) -> Any:
        from_package = _sacrebleu()
        return from_package.metrics.BLEU(
            lowercase=self.lowercase,
            tokenize="none",
            force=True,  # no remark about text that is tokenised already
            effective_order=smooth,
            smooth_method="exp" if smooth else "none",
        )

    def _score(self, found: Any) -> BleuScore:
        return BleuScore(
            min(1.0, found.score / 100),  # rounding may go beyond
            tuple(each / 100 for each in found.precisions),
            float(found.bp),
            signature=self.signature,
        )


def _texts(
    hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]
) -> tuple[list[str], list[list[str | None]]]:
    """Hypotheses, and references in columns; a sentence with fewer has none in the last ones."""
    check_lengths(hypotheses, gold)
    rows = [_joined(sentence) for sentence in gold]
    most = max(map(len, rows), default=0)
    columns: list[list[str | None]] = [
        [row[column] if column < len(row) else None for row in rows] for column in range(most)
    ]
    return [" ".join(tokens) for tokens in hypotheses], columns


def _joined(sentence: Rewrites) -> list[str]:
    return [" ".join(reference) for reference in sentence.references]


def _sacrebleu() -> Any:
    try:
        import sacrebleu
    except ImportError:
        raise UsageError(
            "BLEU needs sacrebleu: install it with pip install 'syntacticdiff[bleu]'"
        ) from None
    return sacrebleu
