"""What training gives, and which sentences it holds out."""

from __future__ import annotations

from dataclasses import dataclass

from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import Level

HELD_OUT_EVERY = 20
FEWEST_TO_HOLD_OUT = 200  # sentences; of fewer, a twentieth says nothing


@dataclass(frozen=True)
class Trained:
    """A trained model, and what is known of its text.

    `tokens` leaves the markers out. `held_out_bits` is H of the held-out sentences under a model
    of the others; None where nothing was held out. `weights` are l0..ln of linear interpolation.
    `unknown_words` is the number of words that were cut and share the probability of `<unk>`.
    """

    lexicon: Lexicon
    levels: tuple[Level, ...]
    sentences: int
    tokens: int
    held_out_bits: float | None
    weights: tuple[float, ...] | None
    prune: tuple[int, ...]
    unknown_words: int
