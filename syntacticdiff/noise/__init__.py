"""Errors put into clean text: what learners confuse, drawn at random, with a known remedy."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.noise.grammar import KINDS as KINDS
    from syntacticdiff.noise.grammar import GrammarNoise as GrammarNoise
    from syntacticdiff.noise.sentence import NoisySentence as NoisySentence

__getattr__, __dir__, __all__ = exports(__name__)
