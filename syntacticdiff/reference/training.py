"""Training a reference model: from sentences of tokens to a lexicon and n-gram levels.

Tokenizing and folding are done before; files and headers come after. Nothing is random: the same
sentences give the same arrays.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence

import numpy as np

from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import one_of, whole_number
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
from syntacticdiff.reference.scorer import LOG2_10, ONE_BIT
from syntacticdiff.reference.streaming import available, train_streaming
from syntacticdiff.reference.trained import FEWEST_TO_HOLD_OUT, HELD_OUT_EVERY, Trained
from syntacticdiff.reference.vocabulary import (
    capitalised_shares,
    choose_words,
    read_sentences,
)

SMOOTHING = ("kneser-ney", "linear")

ENGINES = ("auto", "native", "numpy")
DEFAULT_MEMORY = 2 << 30
LEAST_MEMORY = 16 << 20
MOST_MEMORY = 1 << 60

FITTED: tuple[float, ...] = ()  # weights that are yet to be found


def train_ngrams(
    sentences: Iterable[Sequence[str]],
    *,
    order: int = 3,
    smoothing: str = "kneser-ney",
    prune: Sequence[int] | None = None,
    weights: str | Sequence[float] | None = None,
    min_word_count: int = 1,
    vocabulary: Iterable[str] | None = None,
    lower: bool = False,
    hold_out: bool = True,
    memory: int | None = None,
    engine: str = "auto",
) -> Trained:
    """Train an n-gram model of tokenized sentences.

    Parameters
    ----------
    sentences : lists of tokens; empty ones are skipped
    order : the longest n-grams, 1 to 5
    smoothing : "kneser-ney" (interpolated, modified) or "linear"
    prune : for each order, n-grams that occur this many times or fewer are dropped; the first is 0
    weights : for "linear": l0 (uniform), l1, .. ln, or "em" (also None) to fit them
    min_word_count : words that occur less often become `<unk>`, whose probability they share
    vocabulary : words that are not in it are cut as rare ones are
    lower : fold capitals, and count for each word how often it is capitalised inside a sentence
    hold_out : whether to measure bits per token on every 20th sentence first
    memory : about how many bytes the native core may take, 2 GB by default
    engine : "native" (the native core), "numpy" (the definition, all in memory) or "auto": the
        native core where it can serve. Linear interpolation is always NumPy's.
    """
    if isinstance(order, bool) or not isinstance(order, int) or not 1 <= order <= MOST_WORDS:
        raise UsageError(f"order {order}: must be a whole number from 1 to {MOST_WORDS}")
    thresholds = pruning(prune, order)
    mixture = _mixture(smoothing, weights, order)
    whole_number("min_word_count", min_word_count, 1)
    allowed = _checked_vocabulary(vocabulary)
    given = DEFAULT_MEMORY if memory is None else memory
    limit = whole_number("memory", given, LEAST_MEMORY, most=MOST_MEMORY)
    if _streams(one_of("engine", engine, ENGINES), mixture, memory is not None):
        return train_streaming(
            sentences,
            order=order,
            prune=thresholds,
            min_word_count=min_word_count,
            allowed=allowed,
            lower=lower,
            hold_out=hold_out,
            memory=limit,
        )
    spelled = read_sentences(sentences, lower=lower)
    spellings, text = spelled.spellings, spelled.text
    number = len(text.lengths)
    bits = None
    if hold_out and number >= FEWEST_TO_HOLD_OUT:
        held_out = np.arange(1, number + 1) % HELD_OUT_EVERY == 0
        rest = text.select(~held_out)
        words = choose_words(spellings, rest, min_word_count, allowed)
        unseen = words.renumbered(text.select(held_out), len(spellings))
        rest = words.renumbered(rest, len(spellings))
        counts = count_ngrams(rest, len(words.words), order)
        if mixture == FITTED:
            mixture = fit_weights(counts, unseen).weights
        bits = bits_per_token(rounded(_smooth(counts, mixture, thresholds), words.cut), unseen)
    elif mixture == FITTED:
        raise UsageError(
            f"weights cannot be fitted: that takes {FEWEST_TO_HOLD_OUT} sentences, some of them "
            f"held out, and here are {number}; give {order + 1} weights instead"
        )
    words = choose_words(spellings, text, min_word_count, allowed)
    text = words.renumbered(text, len(spellings))
    counts = count_ngrams(text, len(words.words), order)
    return Trained(
        lexicon=Lexicon.build(
            [spellings[word] for word in words.words],
            counts[0].count,
            None
            if spelled.inside is None or spelled.capitals is None
            else capitalised_shares(spelled.inside[words.words], spelled.capitals[words.words]),
        ),
        levels=rounded(_smooth(counts, mixture, thresholds), words.cut),
        sentences=number,
        tokens=len(text.words),
        held_out_bits=bits,
        weights=mixture or None,
        prune=thresholds,
        unknown_words=words.cut,
    )


def _checked_vocabulary(vocabulary: Iterable[str] | None) -> frozenset[str] | None:
    if isinstance(vocabulary, str):
        raise UsageError("vocabulary: an iterable of words is needed, not one string")
    return None if vocabulary is None else frozenset(vocabulary)


def _streams(engine: str, mixture: Sequence[float] | None, limited: bool) -> bool:
    """Whether the native core does the work."""
    if mixture is None and available():
        return engine != "numpy"
    reason = "it trains no linear interpolation" if mixture is not None else "it is not installed"
    if engine == "native":
        raise UsageError(f'engine "native" cannot be used here: {reason}')
    if limited:
        warnings.warn(
            f"memory: NumPy trains this model, with all of the text in memory; the native core "
            f"could limit it, but {reason}",
            stacklevel=4,
        )
    return False


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
