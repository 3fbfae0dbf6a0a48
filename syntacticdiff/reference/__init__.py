"""Reference models: counting and smoothing, the model file, ARPA and KenLM."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.reference.lexicon import Lexicon as Lexicon
    from syntacticdiff.reference.model import ReferenceModel as ReferenceModel
    from syntacticdiff.reference.model import SentenceScore as SentenceScore
    from syntacticdiff.reference.ngrams import Level as Level
    from syntacticdiff.reference.scored import ScoredSentence as ScoredSentence
    from syntacticdiff.reference.scorer import MARKERS as MARKERS
    from syntacticdiff.reference.scorer import Scorer as Scorer

__getattr__, __dir__, __all__ = exports(__name__)
