"""Several models as one: for every n-gram that any of them has, the weighted mean of what all say.

The result is a back-off model over the union of n-grams, with back-offs under which contexts sum to
1, as SRILM's static mixing makes it. Weights are given, or fitted to held-out text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.backoff import Ngrams, packed_levels, suffixes, unpacked_levels
from syntacticdiff.reference.counting import ABSENT, Ints, Text
from syntacticdiff.reference.interpolation import Floats
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.linear import MOST_STEPS, SMALLEST_GAIN
from syntacticdiff.reference.ngrams import Level
from syntacticdiff.reference.scorer import MARKERS, UNKNOWN
from syntacticdiff.reference.training import token_log10


@dataclass(frozen=True)
class Component:
    """A model to be mixed; `unknown_words` share the probability of its `<unk>`."""

    lexicon: Lexicon
    levels: Sequence[Level]
    unknown_words: int


@dataclass(frozen=True)
class Mixture:
    """What mixing gives."""

    lexicon: Lexicon
    levels: tuple[Level, ...]
    unknown_words: int


def checked_mixture_weights(weights: Sequence[float]) -> tuple[float, ...]:
    """The weights as given, or an error that says what is wrong with them."""
    given = tuple(float(weight) for weight in weights)
    described = "weights " + " ".join(f"{weight:g}" for weight in given)
    if not given:
        raise UsageError("no models to mix")
    if not all(math.isfinite(weight) and weight >= 0 for weight in given):
        raise UsageError(f"{described}: each must be 0 or more")
    if abs(sum(given) - 1) > 1e-6:
        raise UsageError(f"{described}: they must sum to 1, not {sum(given):g}")
    return given


class _Union:
    """The words of several models, in the order of falling count, and who knows which.

    A model says how likely all words together are that it does not know. It has nothing to choose
    between them, so that each gets the same share, whether another model knows it or none does.
    """

    def __init__(self, components: Sequence[Component]) -> None:
        lexicons = [component.lexicon for component in components]
        totals: dict[str, float] = dict.fromkeys(MARKERS, 0.0)
        known = all(lexicon.counts is not None for lexicon in lexicons)
        for component in components:
            values = component.lexicon.counts
            if not known or values is None:
                values = np.power(10.0, component.levels[0].log10.astype(np.float64))
            for word, value in zip(component.lexicon.words(), values.tolist(), strict=True):
                totals[word] = totals.get(word, 0) + value
        others = sorted(list(totals)[len(MARKERS) :], key=lambda word: (-totals[word], word))
        self.words = [*MARKERS, *others]
        self.counts = np.array([totals[word] for word in self.words]) if known else None
        ids = {word: number for number, word in enumerate(self.words)}
        self.ids = [np.array([ids[word] for word in lexicon.words()]) for lexicon in lexicons]
        # The word of each model for every word of the union.
        self.own = []
        for own_ids in self.ids:
            own = np.full(len(self.words), UNKNOWN)
            own[own_ids] = np.arange(len(own_ids))
            self.own.append(own)
        missing = [len(self.words) - len(own_ids) for own_ids in self.ids]
        cut = [max(component.unknown_words, 1) for component in components]
        # Of the words that one model knows to exist and does not have, so many are in no other.
        self.unknown_words = max(1, *(c - m for c, m in zip(cut, missing, strict=True)))
        self.share = [
            math.log10(c / (m + self.unknown_words)) for c, m in zip(cut, missing, strict=True)
        ]

    def capitalised(self, components: Sequence[Component]) -> NDArray[np.uint8] | None:
        """The mean over the models, by how often the word occurs in each."""
        total, weight = np.zeros(len(self.words)), np.zeros(len(self.words))
        for component, ids in zip(components, self.ids, strict=True):
            lexicon = component.lexicon
            if lexicon.capitalised is None or lexicon.counts is None:
                return None
            total[ids] += lexicon.capitalised * lexicon.counts.astype(np.float64)
            weight[ids] += lexicon.counts
        return np.rint(total / np.maximum(weight, 1)).astype(np.uint8)


def mix(components: Sequence[Component], weights: Sequence[float]) -> Mixture:
    """The mixture as one model. Everything is held in memory."""
    union = _Union(components)
    opened = [unpacked_levels(component.levels) for component in components]
    orders = _union_of_ngrams(union, opened)
    for number, (component, weight) in enumerate(zip(components, weights, strict=True)):
        logs = _log10_of_all(union, number, component, opened[number], orders)
        for ngrams, log10 in zip(orders, logs, strict=True):
            ngrams.probability[:] += weight * np.power(10.0, log10)
    return Mixture(
        Lexicon.build(union.words, union.counts, union.capitalised(components)),
        packed_levels(orders, union.unknown_words),
        union.unknown_words if union.unknown_words > 1 else 0,
    )


def _union_of_ngrams(union: _Union, opened: Sequence[Sequence[Ngrams]]) -> list[Ngrams]:
    """All n-grams of all models, in the union's word ids; probabilities are to come."""
    vocabulary = len(union.words)
    words, contexts = [np.arange(vocabulary)], [np.zeros(vocabulary, np.int64)]
    places = list(union.ids)  # of each model's n-grams among those of the union
    for k in range(1, max(map(len, opened))):
        keys = [
            place[model[k].context] * vocabulary + ids[model[k].words]
            if k < len(model)
            else np.empty(0, np.int64)
            for model, place, ids in zip(opened, places, union.ids, strict=True)
        ]
        every = np.unique(np.concatenate(keys))
        places = [np.searchsorted(every, key) for key in keys]
        context, word = np.divmod(every, vocabulary)
        words.append(word)
        contexts.append(context)
    columns = zip(words, contexts, suffixes(words, contexts), strict=True)
    return [Ngrams(*column, np.zeros(len(column[0]))) for column in columns]


def _log10_of_all(
    union: _Union,
    number: int,
    component: Component,
    own: Sequence[Ngrams],
    orders: Sequence[Ngrams],
) -> list[Floats]:
    """What one model says of every n-gram of the union, order by order."""
    vocabulary = len(own[0])
    words = union.own[number]
    place: Ints = words  # of the union's n-grams among the model's; unknown words are <unk> here
    log10 = component.levels[0].log10.astype(np.float64)[place]
    log10[place == UNKNOWN] += union.share[number]
    result = [log10]
    for k in range(1, len(orders)):
        ngrams = orders[k]
        context, word = place[ngrams.context], words[ngrams.words]
        log10 = result[-1][ngrams.suffix]
        if k <= len(own) - 1:
            backs_off = context != ABSENT
            backoff = component.levels[k - 1].backoff.astype(np.float64)
            log10[backs_off] += backoff[context[backs_off]]
            keys = own[k].context * vocabulary + own[k].words
            place = _found(keys, np.where(backs_off, context * vocabulary + word, ABSENT))
            hit = place != ABSENT
            log10[hit] = component.levels[k].log10.astype(np.float64)[place[hit]]
            log10[hit & (word == UNKNOWN)] += union.share[number]
        else:
            place = np.full(len(ngrams), ABSENT)
        result.append(log10)
    return result


def _found(keys: Ints, wanted: Ints) -> Ints:
    """Where each wanted key is, or ABSENT."""
    place = np.searchsorted(keys, wanted)
    hit = place < len(keys)
    hit[hit] = keys[place[hit]] == wanted[hit]
    return np.where(hit, place, ABSENT)


def fit_mixture(
    components: Sequence[Component], sentences: Sequence[Sequence[str]]
) -> tuple[float, ...]:
    """The weights under which the sentences are most likely, by expectation maximisation."""
    union = _Union(components)
    lengths = np.array([len(sentence) for sentence in sentences if sentence], np.int64)
    if not len(lengths):
        raise UsageError("weights cannot be fitted: the held-out text has no sentence with a token")
    likelihoods = []
    for component, share in zip(components, union.share, strict=True):
        ids = np.array(
            [component.lexicon.id(word) for sentence in sentences for word in sentence], np.uint32
        )
        text = Text(ids, lengths)
        log10 = token_log10(component.levels, text)
        marked, position = text.with_markers()
        log10[marked[position > 0] == UNKNOWN] += share
        likelihoods.append(np.power(10.0, log10))
    return _most_likely_weights(np.array(likelihoods))


def _most_likely_weights(likelihoods: Floats) -> tuple[float, ...]:
    """One weight for each row; columns are tokens, each drawn from one hidden row."""
    weights = np.full(len(likelihoods), 1.0 / len(likelihoods))
    bits: list[float] = []
    while True:
        drawn = weights[:, None] * likelihoods
        total = drawn.sum(0)
        bits.append(float(-np.mean(np.log2(total))))
        if len(bits) > MOST_STEPS or (len(bits) > 1 and bits[-2] - bits[-1] < SMALLEST_GAIN):
            return tuple(map(float, weights / weights.sum()))
        weights = (drawn / total).mean(1)
