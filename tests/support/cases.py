"""Generated search problems: small random models, sentences and settings, one for each seed.

Probabilities and back-offs are often multiples of a half, so that exact ties are common; n-grams
may lack their suffixes, and some are there only as prefixes of longer ones, as in imported models.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from support.made_up_prices import MadeUpPricing
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.reference.ngrams import PREFIX_ONLY, Level
from syntacticdiff.reference.scorer import BEGIN, END, MARKERS, UNKNOWN
from syntacticdiff.search import PythonEngine, SearchSettings, Word
from syntacticdiff.search.penalties import Penalties

Ngrams = dict[tuple[int, ...], tuple[float, float]]  # word ids -> log10 p, log10 back-off

WORDS = ("the", "a", "é", "dogs", "dog", "z", "ran", "run", "Ω")


@dataclass(frozen=True)
class Case:
    """One problem, with the n-grams also as a plain dictionary for oracles."""

    ngrams: Ngrams
    model: ReferenceModel
    sentence: tuple[Word, ...]
    insertions: tuple[Word, ...]
    substitutes: dict[str, tuple[Word, ...]]
    penalties: Penalties
    settings: SearchSettings
    removals: frozenset[str] | None = None  # None: every word

    def removable(self, word: Word) -> bool:
        return self.removals is None or word.text in self.removals

    def substitutions(self, word: Word) -> tuple[Word, ...]:
        return self.substitutes.get(word.text, ())

    def engine(self, settings: SearchSettings | None = None) -> PythonEngine:
        return PythonEngine(
            self.model.scorer,
            settings or self.settings,
            self.insertions,
            self.substitutions,
            self.penalties,
            self.removable,
        )


def model_of(ngrams: Ngrams, order: int, words: tuple[str, ...]) -> ReferenceModel:
    """A model with exactly these n-grams, whose prefixes must be among them."""
    lexicon = Lexicon.build([*MARKERS, *words], np.full(len(words) + 3, 10))
    by_order = [sorted(g for g in ngrams if len(g) == n) for n in range(1, order + 1)]
    levels = []
    for n, grams in enumerate(by_order, 1):
        longer = by_order[n] if n < order else []
        starts = np.searchsorted([grams.index(g[:-1]) for g in longer], range(len(grams) + 1))
        levels.append(
            Level(
                np.array([g[-1] for g in grams], np.uint32),
                np.array([ngrams[g][0] for g in grams], np.float32),
                np.array([ngrams[g][1] for g in grams] if n < order else [], np.float32),
                np.array(starts if n < order else [], np.uint32),
            )
        )
    header = {"order": order, "tokenizer": "whitespace", "cased": True, "held_out_bits": 3.0}
    return ReferenceModel._from_levels(lexicon, levels, header)


def random_ngrams(rng: random.Random, order: int, vocabulary: int) -> Ngrams:
    coarse = rng.random() < 0.8
    density = rng.choice([0.05, 0.2, 0.5])

    def log10(low: float, high: float) -> float:
        value = rng.uniform(low, high)
        return round(value * 2) / 2 if coarse else float(np.float32(value))

    ngrams: Ngrams = {(w,): (log10(-4, -0.5), log10(-1, 0.25)) for w in range(vocabulary)}
    ngrams[(BEGIN,)] = (-99.0, log10(-1, 0))
    shorter = [gram for gram in ngrams if gram != (END,)]
    for n in range(2, order + 1):
        grams = [
            (*prefix, word)
            for prefix in shorter
            for word in range(vocabulary)
            if word != BEGIN and rng.random() < density
        ]
        if len(grams) > 150:
            grams = rng.sample(grams, 150)
        for gram in grams:
            hidden = n < order and rng.random() < 0.05
            ngrams[gram] = (PREFIX_ONLY, 0.0) if hidden else (log10(-3, -0.05), log10(-1, 0.25))
        shorter = [gram for gram in grams if gram[-1] != END]
    return ngrams


def random_penalties(rng: random.Random) -> Penalties:
    pricing = MadeUpPricing(rng.randrange(1000)) if rng.random() < 0.3 else None
    return replace(_penalties_of_words(rng), pricing=pricing)


def _penalties_of_words(rng: random.Random) -> Penalties:
    if rng.random() < 0.4:
        return Penalties()
    spec = {
        "base": rng.choice([0.0, 0.05, 0.25]),
        "insert": rng.choice([0.0, 0.07, 0.5]),
        "remove": rng.choice([0.0, 0.3]),
        "sub": rng.choice([0.0, 0.1, -0.1]),
    }
    if rng.random() < 0.5:
        spec |= {"insert(the)": 0.2, "remove(dog)": 1.0, "sub(run->ran)": -0.3}
    return Penalties.of(spec)


def random_settings(rng: random.Random, **fixed: object) -> SearchSettings:
    operations = rng.choice(
        [("insert", "remove", "sub")] * 4 + [("remove",), ("insert", "sub"), ("insert",), ("sub",)]
    )
    values = {
        "search": rng.choice(["recursive", "beam", "beam", "sweep"]),
        "max_edits": rng.choice([0, 1, 2, 2, 3]),
        "beam": rng.choice([None, 1, 2, 4, 8]),
        "positions": rng.choice(["worst", "window", "all"]),
        "operations": operations,
        "aggregate": rng.choice(["mean", "sum"]),
        "alpha": rng.choice([0.5, 0.5, 0.9, 1.0, 0.3]),
        "cost": rng.choice(["bits", "bits", "window", "perplexity"]),
        "stop_at": rng.choice([None, None, None, 2.0, 6.0]),
        "min_gain": rng.choice([0.0, 0.0, 0.1]),
    }
    return SearchSettings(**{**values, **fixed})


def random_case(seed: int, longest: int = 6, **fixed: object) -> Case:
    """The problem of this seed; `fixed` overrides settings."""
    rng = random.Random(seed)
    words = WORDS[: rng.randint(3, len(WORDS))]
    order = rng.randint(1, 5)
    ngrams = random_ngrams(rng, order, len(words) + len(MARKERS))
    model = model_of(ngrams, order, words)

    def word(text: str) -> Word:
        return Word(text, model.lexicon.id(text))

    texts = [*words, "unseen", "neverseen"]
    removals = frozenset(rng.sample(texts, 4)) if rng.random() < 0.2 else None
    return Case(
        removals=removals,
        ngrams=ngrams,
        model=model,
        sentence=tuple(word(rng.choice(texts)) for _ in range(rng.randint(0, longest))),
        insertions=tuple(word(t) for t in sorted(rng.sample(words, rng.randint(0, 3)))),
        substitutes={
            text: tuple(word(t) for t in sorted(rng.sample(words, rng.randint(0, 2))) if t != text)
            for text in texts
        },
        penalties=random_penalties(rng),
        settings=random_settings(rng, **fixed),
    )


def cases(count: int, longest: int = 6, **fixed: object) -> Iterator[Case]:
    return (random_case(seed, longest, **fixed) for seed in range(count))


def log10_by_definition(ngrams: Ngrams, context: tuple[int, ...], word: int) -> float:
    """Back-offs of the contexts that were seen, longest first, then the stored probability."""
    total = 0.0
    while True:
        stored = ngrams.get((*context, word))
        if stored is not None and stored[0] != PREFIX_ONLY:
            return total + float(np.float32(stored[0]))
        if not context:
            raise AssertionError(f"no unigram {word}")
        if context in ngrams:
            total += float(np.float32(ngrams[context][1]))
        context = context[1:]


__all__ = ["BEGIN", "END", "UNKNOWN", "Case", "cases", "log10_by_definition", "model_of"]
