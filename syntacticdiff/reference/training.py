"""Training a reference model: from sentences of tokens to a lexicon and n-gram levels.

Tokenizing and folding are done before; files and headers come after. Nothing is random: the same
sentences give the same arrays.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference.counting import (
    ABSENT,
    Counts,
    Text,
    count_ngrams,
    locate,
)
from syntacticdiff.reference.interpolation import (
    MOST_WORDS,
    Distribution,
    Floats,
    contexts_of,
    pruning,
    rounded,
)
from syntacticdiff.reference.kneser_ney import kneser_ney
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.linear import checked_weights, fit_weights, linear
from syntacticdiff.reference.ngrams import Level
from syntacticdiff.reference.scorer import BEGIN, END, LOG2_10, MARKERS, ONE_BIT, UNKNOWN

SMOOTHING = ("kneser-ney", "linear")

HELD_OUT_EVERY = 20
FITTED: tuple[float, ...] = ()  # weights that are yet to be found
FEWEST_TO_HOLD_OUT = 200  # sentences; of fewer, a twentieth says nothing


@dataclass(frozen=True)
class Trained:
    """A trained model, and what is known of its text.

    `tokens` leaves the markers out. `held_out_bits` is H of the held-out sentences under a model
    of the others; None where nothing was held out. `weights` are l0..ln of linear interpolation.
    """

    lexicon: Lexicon
    levels: tuple[Level, ...]
    sentences: int
    tokens: int
    held_out_bits: float | None
    weights: tuple[float, ...] | None
    prune: tuple[int, ...]


def train_ngrams(
    sentences: Iterable[Sequence[str]],
    *,
    order: int = 3,
    smoothing: str = "kneser-ney",
    prune: Sequence[int] | None = None,
    weights: str | Sequence[float] | None = None,
    hold_out: bool = True,
) -> Trained:
    """Train an n-gram model of tokenized, folded sentences.

    Parameters
    ----------
    sentences : lists of tokens; empty ones are skipped
    order : the longest n-grams, 1 to 5
    smoothing : "kneser-ney" (interpolated, modified) or "linear"
    prune : for each order, n-grams that occur this many times or fewer are dropped; the first is 0
    weights : for "linear": l0 (uniform), l1, .. ln, or "em" (also None) to fit them
    hold_out : whether to measure bits per token on every 20th sentence first
    """
    if isinstance(order, bool) or not isinstance(order, int) or not 1 <= order <= MOST_WORDS:
        raise UsageError(f"order {order}: must be a whole number from 1 to {MOST_WORDS}")
    thresholds = pruning(prune, order)
    mixture = _mixture(smoothing, weights, order)
    spellings, text = _read(sentences)
    number = len(text.lengths)
    bits = None
    if hold_out and number >= FEWEST_TO_HOLD_OUT:
        held_out = np.arange(1, number + 1) % HELD_OUT_EVERY == 0
        words, rest = _numbered(spellings, text.select(~held_out))
        unseen = _renumbered(text.select(held_out), words, len(spellings))
        counts = count_ngrams(rest, len(words), order)
        if mixture == FITTED:
            mixture = fit_weights(counts, unseen).weights
        bits = bits_per_token(rounded(_smooth(counts, mixture, thresholds)), unseen)
    elif mixture == FITTED:
        raise UsageError(
            f"weights cannot be fitted: that takes {FEWEST_TO_HOLD_OUT} sentences, some of them "
            f"held out, and here are {number}; give {order + 1} weights instead"
        )
    words, text = _numbered(spellings, text)
    counts = count_ngrams(text, len(words), order)
    return Trained(
        lexicon=Lexicon.build([spellings[word] for word in words], counts[0].count),
        levels=rounded(_smooth(counts, mixture, thresholds)),
        sentences=number,
        tokens=len(text.words),
        held_out_bits=bits,
        weights=mixture or None,
        prune=thresholds,
    )


def _mixture(
    smoothing: str, weights: str | Sequence[float] | None, order: int
) -> tuple[float, ...] | None:
    """l0..ln of linear interpolation, FITTED if they are yet to be found; None for Kneser-Ney."""
    if smoothing not in SMOOTHING:
        raise UsageError(f'smoothing "{smoothing}": must be one of {", ".join(SMOOTHING)}')
    if smoothing == "kneser-ney":
        if weights is not None:
            raise UsageError("weights are for linear interpolation; leave them out for kneser-ney")
        return None
    if weights is None or weights == "em":
        return FITTED
    if isinstance(weights, str):
        raise UsageError(f'weights "{weights}": must be "em" or {order + 1} numbers')
    return checked_weights(weights, order)


def _smooth(
    counts: Sequence[Counts], mixture: Sequence[float] | None, prune: Sequence[int]
) -> tuple[Distribution, ...]:
    return kneser_ney(counts, prune) if mixture is None else linear(counts, mixture, prune)


def _read(sentences: Iterable[Sequence[str]]) -> tuple[list[str], Text]:
    """The spellings in the order in which they come, and the text in their indices."""
    index = dict.fromkeys(MARKERS, UNKNOWN)  # text spelled like a marker is an unknown word
    spellings = list(MARKERS)
    words, lengths = array("I"), array("q")
    for sentence in sentences:
        if isinstance(sentence, str):
            raise UsageError("sentences must be lists of tokens; a string was given")
        for token in sentence:
            word = index.setdefault(token, len(spellings))
            if word == len(spellings):
                spellings.append(token)
            words.append(word)
        if sentence:
            lengths.append(len(sentence))
    if not lengths:
        raise InputError("the training text is empty: it has no sentence with a token")
    return spellings, Text(np.array(words, np.uint32), np.array(lengths, np.int64))


def _numbered(spellings: Sequence[str], text: Text) -> tuple[list[int], Text]:
    """The words that occur in the text, in the order of their ids, and the text in these ids.

    Markers first, then by falling count. Code points sort as their UTF-8 bytes do.
    """
    count = np.bincount(text.words, minlength=len(spellings)).tolist()
    occurring = (word for word in range(len(MARKERS), len(spellings)) if count[word])
    ordered = sorted(occurring, key=lambda word: (-count[word], spellings[word]))
    words = [UNKNOWN, BEGIN, END, *ordered]
    return words, _renumbered(text, words, len(spellings))


def _renumbered(text: Text, words: Sequence[int], spellings: int) -> Text:
    """The text in the model's word ids; words that the model does not have are unknown."""
    ids = np.full(spellings, UNKNOWN, np.uint32)
    ids[words] = np.arange(len(words), dtype=np.uint32)
    return Text(ids[text.words], text.lengths)


def bits_per_token(levels: Sequence[Level], text: Text) -> float:
    """H of the whole text: -log2 p, `</s>` included, over the number of scored tokens."""
    log10 = token_log10(levels, text)
    return int(np.sum(np.floor(-log10 * LOG2_10 * ONE_BIT + 0.5))) / ONE_BIT / len(log10)


def token_log10(levels: Sequence[Level], text: Text) -> Floats:
    """log10 p of every token and `</s>`: what `NgramScorer` gives, for all of them at once."""
    ids, position = text.with_markers()
    words = [level.words.astype(np.int64) for level in levels]
    ending = locate(contexts_of(levels), words, ids, position)
    scored = np.flatnonzero(position > 0)
    log10 = np.zeros(len(scored))
    waiting = np.ones(len(scored), np.bool_)  # no n-gram found yet that ends here
    for k in range(len(levels) - 1, -1, -1):
        found = ending[k][scored]
        hit = waiting & (found != ABSENT)
        log10[hit] += levels[k].log10[found[hit]]
        waiting &= ~hit
        if k:
            context = ending[k - 1][scored - 1]
            backs = waiting & (context != ABSENT) & (position[scored] >= k)
            log10[backs] += levels[k - 1].backoff[context[backs]]
    return log10
