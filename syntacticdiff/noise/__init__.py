"""Errors put into clean text: what learners confuse, drawn at random, with a known remedy."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.noise.draft import GoldEdit as GoldEdit
    from syntacticdiff.noise.draft import LearnerSentence as LearnerSentence
    from syntacticdiff.noise.grammar import KINDS as KINDS
    from syntacticdiff.noise.grammar import GrammarNoise as GrammarNoise
    from syntacticdiff.noise.learners import LearnerNoise as LearnerNoise
    from syntacticdiff.noise.possible import opportunities as opportunities
    from syntacticdiff.noise.rates import LearnerRates as LearnerRates
    from syntacticdiff.noise.sentence import NoisySentence as NoisySentence

__getattr__, __dir__, __all__ = exports(__name__)
