"""What an edit weighs: nothing but one, by its length, or by the bits it saves or costs.

Weights that ask a neural network are in `similarity_weights` and `llm_weights`; all of them are
asked for one judged edit at a time. What an unchanged chunk weighs is always 1.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.chunk_verdicts import JudgedEdit
from syntacticdiff.evaluate.chunks import ChunkedSentence

if TYPE_CHECKING:
    from syntacticdiff.reference import ReferenceModel

WEIGHTS = ("none", "length", "similarity", "llm", "gain")


class EditWeights(ABC):
    """A way to weigh edits."""

    name: ClassVar[str]
    fitted_to_corpus: ClassVar[bool] = False  # whether an edit's weight depends on the others

    @property
    def unchanged(self) -> float:
        """What a chunk weighs that nobody changed."""
        return 1.0

    def prepared(self, sentences: Sequence[ChunkedSentence]) -> EditWeights:
        """These weights, fitted to a corpus where they depend on it."""
        return self

    @abstractmethod
    def __call__(self, edit: JudgedEdit) -> float:
        """The edit's weight, 0 or more."""

    def __str__(self) -> str:
        """For signatures: the name and what decides the figures."""
        return self.name


def made_weights(weights: str | EditWeights, *, compat: bool = False) -> EditWeights:
    """Weights by name, where a name says enough; others as they are."""
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
            f"weights: {weights!r} needs to know whom to ask; give SimilarityWeights(encoder) or "
            "LlmWeights(rater)"
        )
    raise UsageError(f"weights: {weights!r} is not one of {', '.join(WEIGHTS)}")


class NoWeights(EditWeights):
    """Every edit weighs 1."""

    name = "none"

    def __call__(self, edit: JudgedEdit) -> float:
        return 1.0


class LengthWeights(EditWeights):
    """CLEME's: long edits weigh more where they are right or missed, less where they are wrong.

    With L the longer of an edit's two sides and `bias` the mean L of the references' edits,
    a / (1 + (a - 1) exp(bias - L)) for what is right or missed, with L - bias for what is wrong,
    within bounds. Where no reference edits anything there is no mean, and every edit weighs 1.

    Parameters
    ----------
    alpha : a, how strongly length counts
    minimum, maximum : the bounds
    compat : as the original program does: other settings are ignored, and without a mean the
        weights are not a number
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
        # A missed edit counts with the length of what was left standing.
        words = edit.source if edit.verdict == "fn" else edit.words
        longer = max(len(edit.source), len(words)) - self.bias
        if edit.verdict.startswith("fp"):
            longer = -longer
        weight = self.alpha / (1 + (self.alpha - 1) * math.exp(min(-longer, 700.0)))
        return min(max(weight, self.minimum), self.maximum)

    def __str__(self) -> str:
        return f"{self.name}({self.alpha:g},{self.minimum:g},{self.maximum:g})"


class GainWeights(EditWeights):
    """The bits that an edit, made alone, saves or costs in its sentence.

    Parameters
    ----------
    model : the reference model by whose n-grams bits are counted
    """

    name = "gain"

    def __init__(self, model: ReferenceModel) -> None:
        self.model = model
        self._last: tuple[Sequence[str], Any] | None = None

    def __call__(self, edit: JudgedEdit) -> float:
        from syntacticdiff.reference.scorer import ONE_BIT

        scored = self._scored(edit.sentence.tokens)
        start, end = edit.sentence.intervals[edit.chunk]
        changed = scored.total_with(start, end, self._ids(edit.words))
        return float(abs(scored.total - changed) / ONE_BIT)

    def __str__(self) -> str:
        return f"{self.name}({self.model.checksum[:8]})"

    def _scored(self, tokens: Sequence[str]) -> Any:
        """Edits come sentence by sentence, so that the last one is worth keeping."""
        from syntacticdiff.reference.scored import ScoredSentence
        from syntacticdiff.reference.scorer import END

        if self._last is None or self._last[0] is not tokens:
            ids = (*self._ids(tokens), END)
            self._last = tokens, ScoredSentence(self.model.scorer, ids)
        return self._last[1]

    def _ids(self, tokens: Sequence[str]) -> tuple[int, ...]:
        model = self.model
        return tuple(model.lexicon.id(model.fold(token)) for token in tokens)
