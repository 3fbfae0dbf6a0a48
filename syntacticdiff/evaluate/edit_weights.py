"""What an edit weighs: 1, a function of its length, or the bits that it saves or costs.

Weights that need a neural network are in `similarity_weights` and `llm_weights`. All of them weigh
one judged edit at a time. An unchanged chunk always weighs 1.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.chunk_verdicts import JudgedEdit
from syntacticdiff.evaluate.chunks import ChunkedSentence

if TYPE_CHECKING:
    from syntacticdiff.reference import ReferenceModel
    from syntacticdiff.reference.scored import ScoredSentence

WEIGHTS = ("none", "length", "similarity", "llm", "gain")


class EditWeights(ABC):
    """Base of all weights.

    Attributes
    ----------
    name : str
        The name for signatures.
    fitted_to_corpus : bool, default False
        Whether an edit's weight depends on the other edits of the corpus.
    """

    name: ClassVar[str]
    fitted_to_corpus: ClassVar[bool] = False

    @property
    def unchanged(self) -> float:
        """The weight of an unchanged chunk."""
        return 1.0

    def prepared(self, sentences: Sequence[ChunkedSentence]) -> EditWeights:
        """These weights, fitted to a corpus if they depend on it."""
        return self

    @abstractmethod
    def __call__(self, edit: JudgedEdit) -> float:
        """The weight of an edit, at least 0."""

    def __str__(self) -> str:
        """The name and the settings, for signatures."""
        return self.name


def named_weights(weights: str | EditWeights, *, compat: bool = False) -> EditWeights:
    """The weights of this name, if a name is enough; `EditWeights` are returned as they are."""
    if isinstance(weights, EditWeights):
        return weights
    if weights == "none":
        return NoWeights()
    if weights == "length":
        return LengthWeights(compat=compat)
    if weights == "gain":
        from syntacticdiff.reference import ReferenceModel

        return GainWeights(ReferenceModel.load("default"))
    if weights in WEIGHTS:
        raise UsageError(
            f"weights: {weights!r} needs a model; give SimilarityWeights(similarity) or "
            "LlmWeights(rater)"
        )
    raise UsageError(f"weights: {weights!r} is not one of {', '.join(WEIGHTS)}")


class NoWeights(EditWeights):
    """Every edit weighs 1."""

    name = "none"

    def __call__(self, edit: JudgedEdit) -> float:
        return 1.0


class LengthWeights(EditWeights):
    """CLEME's weights: long edits weigh more if they are right or missed, and less if wrong.

    Let L be the length of the longer side of an edit, and `bias` the mean L of the references'
    edits. Right and missed edits weigh a / (1 + (a - 1) exp(bias - L)), wrong ones the same with
    L - bias in the exponent, within bounds. If no reference edits anything there is no mean, and
    every edit weighs 1.

    Parameters
    ----------
    alpha : float, default 2.0
        The a of the formula: how strongly length counts.
    minimum, maximum : float, default 0.75 and 1.25
        The bounds of a weight.
    compat : bool, default False
        Whether to reproduce the original program, which ignores the other settings and gives NaN
        if there is no mean.
    bias : float, optional
        The mean length; set by `prepared`.
    """

    name = "length"
    fitted_to_corpus = True

    def __init__(
        self,
        alpha: float = 2.0,
        minimum: float = 0.75,
        maximum: float = 1.25,
        *,
        compat: bool = False,
        bias: float | None = None,
    ) -> None:
        self.alpha, self.minimum, self.maximum = alpha, minimum, maximum
        if compat:
            self.alpha, self.minimum, self.maximum = 2.0, 0.75, 1.25
        self.compat = compat
        self.bias = bias

    def prepared(self, sentences: Sequence[ChunkedSentence]) -> LengthWeights:
        lengths = [
            max(len(source), len(words))
            for sentence in sentences
            for reference in sentence.references
            for source, words in zip(sentence.source, reference, strict=True)
            if words != source
        ]
        bias = sum(lengths) / len(lengths) if lengths else math.nan
        return LengthWeights(self.alpha, self.minimum, self.maximum, compat=self.compat, bias=bias)

    @property
    def unchanged(self) -> float:
        no_mean = self.bias is not None and math.isnan(self.bias)
        return math.nan if self.compat and no_mean else 1.0

    def __call__(self, edit: JudgedEdit) -> float:
        if self.bias is None or math.isnan(self.bias):
            return math.nan if self.compat else 1.0
        # The hypothesis side of a missed edit is the unchanged source.
        words = edit.source if edit.verdict == "fn" else edit.words
        longer = max(len(edit.source), len(words)) - self.bias
        if edit.verdict.startswith("fp"):
            longer = -longer
        weight = self.alpha / (1 + (self.alpha - 1) * math.exp(min(-longer, 700.0)))
        return min(max(weight, self.minimum), self.maximum)

    def __str__(self) -> str:
        return f"{self.name}({self.alpha:g},{self.minimum:g},{self.maximum:g})"


class GainWeights(EditWeights):
    """The bits that an edit, applied alone, saves or costs in its sentence.

    Parameters
    ----------
    model : ReferenceModel
        The model that scores the sentences.
    """

    name = "gain"

    def __init__(self, model: ReferenceModel) -> None:
        self.model = model
        self._last: tuple[Sequence[str], ScoredSentence] | None = None

    def __call__(self, edit: JudgedEdit) -> float:
        from syntacticdiff.reference.scorer import ONE_BIT

        scored = self._scored(edit.sentence.tokens)
        start, end = edit.sentence.intervals[edit.chunk]
        changed = scored.total_with(start, end, self._ids(edit.words))
        return float(abs(scored.total - changed) / ONE_BIT)

    def __str__(self) -> str:
        return f"{self.name}({self.model.checksum[:8]})"

    def _scored(self, tokens: Sequence[str]) -> ScoredSentence:
        """The scored sentence; the last one is kept, because edits come sentence by sentence."""
        from syntacticdiff.reference.scored import ScoredSentence
        from syntacticdiff.reference.scorer import END

        if self._last is None or self._last[0] is not tokens:
            ids = (*self._ids(tokens), END)
            self._last = tokens, ScoredSentence(self.model.scorer, ids)
        return self._last[1]

    def _ids(self, tokens: Sequence[str]) -> tuple[int, ...]:
        model = self.model
        return tuple(model.lexicon.id(model.fold(token)) for token in tokens)
