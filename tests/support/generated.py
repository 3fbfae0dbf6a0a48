"""Generated cases for both engines: small models, sentences and settings in which ties are common.

A case is made from its number alone, so that a failing one can be run again by itself. Numbers in
the models are often multiples of a quarter, vocabularies are tiny and words repeat: different
hypotheses then cost exactly the same, and the order for ties decides.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

import numpy as np

from support.made_up_prices import MadeUpPricing
from syntacticdiff.edits.diff import OPERATIONS
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.compact import Offsets, Values
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import PREFIX_ONLY, Level, NgramScorer, StoredLevel
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import BEGIN, END, MARKERS
from syntacticdiff.search import Found, PythonEngine, SearchSettings, Word
from syntacticdiff.search.expansion import Expansion, Hypothesis
from syntacticdiff.search.hypothesis import Steps
from syntacticdiff.search.native_engine import NativeEngine
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.registry import SEARCHES

MODELS = 300  # distinct ones; cases share them

# Spellings whose order by UTF-8 bytes is not that of UTF-16, nor of their ids.
WORDS = ("z", "b", "the", "\U0001f600", "a", "\uff41", "é", "B")
UNKNOWN_WORDS = ("qq", "q", "<s>", "\ud800", "")


@dataclass(frozen=True)
class Case:
    """Everything that a search gets."""

    number: int
    model: ReferenceModel
    settings: SearchSettings
    insertions: tuple[Word, ...]
    substitutes: dict[str, tuple[Word, ...]]
    penalties: Penalties
    sentence: tuple[Word, ...]
    removals: frozenset[str] | None = None  # None: every word

    def removable(self, word: Word) -> bool:
        return self.removals is None or word.text in self.removals

    def substitutions(self, word: Word) -> tuple[Word, ...]:
        found = self.substitutes.get(word.text, ())
        return (*found, Word(word.recased, word.id)) if word.recased else found


def case(number: int) -> Case:
    """The case with this number."""
    rng = random.Random(number)
    model = generated_model(rng.randrange(MODELS))
    known = [Word(text, model.lexicon.id(text)) for text in list(model.lexicon.words())[3:]]
    unknown = [Word(text, 0) for text in UNKNOWN_WORDS]
    settings = generated_settings(rng)
    words = [*known, *known, *unknown]
    if rng.random() < 0.4:
        words = rng.sample(words, 2)  # repeats: many edits give the same sentence
    length = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 45, 60))
    if settings.search == "recursive" or settings.beam is None:
        length = min(length, 8)
    insertable = [*known, *unknown] if rng.random() < 0.1 else known
    return Case(
        number=number,
        model=model,
        settings=settings,
        insertions=tuple(rng.sample(insertable, rng.randint(0, min(5, len(insertable))))),
        substitutes={
            word.text: (
                *rng.sample([other for other in known if other != word], rng.randint(0, 2)),
                *_several_tokens(rng, known, 0.2),
            )
            for word in (*known, *unknown)
        },
        penalties=generated_penalties(rng, [word.text for word in known], model.order),
        sentence=with_wrong_capitals(number, (rng.choice(words) for _ in range(length))),
        removals=generated_removals(rng, words),
    )


def with_wrong_capitals(number: int, sentence: Iterable[Word]) -> tuple[Word, ...]:
    """A sentence of which some words are written with a capital too many or too few."""
    rng = random.Random(-number)
    share = rng.choice((0.0, 0.2, 0.5))
    return tuple(word if rng.random() >= share else _recased(rng, word) for word in sentence)


def _recased(rng: random.Random, word: Word) -> Word:
    forms = word.text, f"{word.text}+"  # another text, whatever characters the word has
    written, recased = forms if rng.random() < 0.5 else forms[::-1]
    units = rng.choice((0, -8, -1, 1)) << 20
    return word._replace(written=written, recased=recased, units=units)


def lattice_case(number: int) -> Case:
    """A small case for the lattice, whose hypotheses can be listed; some have several tokens."""
    rng = random.Random(number)
    plain = case(number)
    known = [Word(text, plain.model.lexicon.id(text)) for text in plain.model.lexicon.words()][3:]
    settings = SearchSettings(
        search="lattice",
        cost="window",
        aggregate="sum",
        alpha=rng.choice((0.5, 0.5, 1.0, 0.3)),
        operations=plain.settings.operations,
        max_edits=rng.choice((None, None, 0, 1, 2, 3)),
        max_inserted=rng.choice((1, 1, 1, 0, 2)),
        prune=rng.choice((None, None, 0.0, 2.0, 12.0)),
        min_probability=rng.choice((0.0, 0.0, 0.5, 0.9)),
    )
    few = 1 if settings.max_inserted == 2 else 2
    pricing = MadeUpPricing(number, (), rng.choice((1.0, 0.5, 3.0))) if rng.random() < 0.4 else None
    return replace(
        plain,
        settings=settings,
        penalties=replace(plain.penalties, pricing=pricing),
        insertions=plain.insertions[:few],
        substitutes={
            text: tuple(sorted({*words[:1], *_several_tokens(rng, known, 0.7)}))
            for text, words in plain.substitutes.items()
        },
        sentence=plain.sentence[: rng.choice((1, 2, 2, 3))] or (known[0],),
    )


def _several_tokens(rng: random.Random, known: list[Word], share: float) -> tuple[Word, ...]:
    if rng.random() > share:
        return ()
    first, second = rng.choice(known), rng.choice(known)
    return (Word(f"{first.text} {second.text}", first.id, (second.id,)),)


def generated_settings(rng: random.Random) -> SearchSettings:
    search = rng.choice(("recursive", "beam", "beam", "beam", "sweep", "sweep"))
    beam = rng.choice((1, 2, 3, 4, 8, None))
    exhaustive = search == "recursive" or (search == "beam" and beam is None)
    operations = OPERATIONS
    if rng.random() < 0.3:
        operations = tuple(sorted(rng.sample(OPERATIONS, rng.randint(1, 2)), key=OPERATIONS.index))
    return SearchSettings(
        search=search,
        max_edits=rng.choice((0, 1, 2, 2)) if exhaustive else rng.choice((0, 1, 2, 3, 4, 5)),
        beam=beam,
        positions=rng.choice(("worst", "window") if exhaustive else ("worst", "window", "all")),
        operations=operations,
        aggregate=rng.choice(("mean", "sum")),
        alpha=rng.choice((0.5, 0.5, 0.5, 1.0, 0.3, 1e-9, 0.0)),
        cost=rng.choice(("bits", "bits", "bits", "window", "perplexity")),
        stop_at=rng.choice((None, None, None, 2.0, 3.5, 100.0)),
        min_gain=rng.choice((0.0, 0.0, 0.25, -0.5)),
    )


def generated_removals(rng: random.Random, words: list[Word]) -> frozenset[str] | None:
    if rng.random() < 0.8:
        return None
    return frozenset(word.text for word in rng.sample(words, len(words) // 2))


def generated_penalties(rng: random.Random, words: list[str], order: int) -> Penalties:
    pricing = None
    if rng.random() < 0.3:
        orders = rng.sample([None, *range(1, order + 1)], rng.randint(0, 2))
        pricing = MadeUpPricing(rng.randrange(1000), tuple(orders))
    spec: dict[str, float] = {}
    if rng.random() < 0.4:
        spec["base"] = rng.choice((0.0, 0.25, 0.1))
        for op in OPERATIONS:
            if rng.random() < 0.4:
                spec[op] = rng.choice((0.25, 0.5, 0.01, -0.25))
    if rng.random() < 0.3:
        a, b = rng.choice(words), rng.choice(words)
        spec[f"insert({a})"] = rng.choice((1.0, -0.5))
        spec[f"remove({b})"] = rng.choice((2.0, -1.0))
        spec[f"sub({a}->{b})"] = 0.5
    if rng.random() < 0.2:
        spec["letter"] = rng.choice((0.25, 1.0))
    return replace(Penalties.of(spec or None), pricing=pricing)


@cache
def generated_model(number: int) -> ReferenceModel:
    """One model, with its arrays in forms of any width."""
    model = plain_model(number)
    rng = random.Random(number)
    levels = [in_any_form(rng, level.plain()) for level in model.levels or ()]
    return ReferenceModel(model.lexicon, NgramScorer(levels), model.header, levels=levels)


def in_any_form(rng: random.Random, level: Level) -> StoredLevel:
    """The same numbers in bytes, pairs of bytes or whole, whether that saves anything or not."""
    return StoredLevel(
        level.words.astype(rng.choice((np.uint16, np.uint32))),
        values_in_any_form(rng, level.log10),
        values_in_any_form(rng, level.backoff),
        offsets_in_any_form(rng, level.children),
    )


def values_in_any_form(rng: random.Random, numbers: np.ndarray) -> Values:
    kind = rng.choice((np.uint8, np.uint16, np.float32))
    table, codes = np.unique(numbers, return_inverse=True)
    if kind is np.float32 or not 0 < len(table) <= np.iinfo(kind).max + 1:
        return Values(numbers)
    values = Values.of_sections(codes.astype(kind), table)
    assert values is not None
    return values


def offsets_in_any_form(rng: random.Random, numbers: np.ndarray) -> Offsets:
    kind, shift = rng.choice((np.uint8, np.uint16)), rng.randrange(6)
    bases = numbers[:: 1 << shift]
    within = numbers - np.repeat(bases, 1 << shift)[: len(numbers)]
    if rng.random() < 0.3 or not len(numbers) or within.max() > np.iinfo(kind).max:
        return Offsets(numbers)
    return Offsets(within.astype(kind), bases.copy(), shift)


@cache
def plain_model(number: int) -> ReferenceModel:
    """One model: trained on random text with or without pruning, or made up entry by entry."""
    rng = random.Random(-1 - number)
    order = 1 + number % 5
    words = rng.sample(WORDS, rng.randint(3, len(WORDS)))
    if rng.random() < 0.3:
        texts = [rng.choices(words, k=rng.randint(1, 6)) for _ in range(rng.randint(3, 30))]
        prune = None if order == 1 or rng.random() < 0.5 else [0] + [1] * (order - 1)
        return ReferenceModel.train(texts, order, prune=prune, cased=True)
    levels = made_up_levels(rng, order, len(MARKERS) + len(words))
    header = {"order": order, "tokenizer": "whitespace", "cased": True, "held_out_bits": None}
    lexicon = Lexicon.build([*MARKERS, *words])
    return ReferenceModel(lexicon, NgramScorer(levels), header, levels=levels)


def made_up_levels(rng: random.Random, order: int, size: int) -> list[Level]:
    """Any trie will do: suffixes may be missing, and some prefixes have no probability."""
    coarse = rng.random() < 0.7
    keep = rng.choice((0.15, 0.4, 0.8))

    def number(least: float) -> float:
        return -rng.randint(0, int(-least * 4)) / 4 if coarse else rng.uniform(least, 0.0)

    levels: list[Level] = []
    words, ends = list(range(size)), [size]
    for length in range(1, order + 1):
        log10 = [
            PREFIX_ONLY if rng.random() < (0.01 if length == 1 else 0.1) else number(-3.0)
            for _ in words
        ]
        if length == 1:
            log10[BEGIN] = -99.0
        children = [
            [w for w in range(size) if w != BEGIN and rng.random() < keep] if word != END else []
            for word in words
        ]
        if sum(map(len, children)) > 3000:  # long orders need not be complete
            children = [some if rng.random() < 0.1 else [] for some in children]
        ends = [0, *np.cumsum([len(some) for some in children]).tolist()]
        top = length == order
        levels.append(
            Level(
                np.array(words, np.uint32),
                np.array(log10, np.float32),
                np.array([] if top else [number(-1.0) for _ in words], np.float32),
                np.array([] if top else ends, np.uint32),
            )
        )
        words = [word for some in children for word in some]
    return levels


def native_engine(case: Case) -> NativeEngine:
    return NativeEngine(case.model, *searched_with(case))


def python_engine(case: Case) -> PythonEngine:
    return PythonEngine(case.model.scorer, *searched_with(case))


def searched_with(case: Case) -> tuple[Any, ...]:
    words = case.insertions, case.substitutions
    return case.settings, *words, case.penalties, case.removable


@dataclass(frozen=True)
class Examined:
    """The Python engine's answer, whether the order for ties had to decide it, and its work."""

    found: Found
    tied: bool
    candidates: int
    queries: int


class _WatchedScore(ScoredSentence):
    """Counts the candidates that are scored, and the look-ups that this takes."""

    work: Counter[str]

    def total_with(self, start: int, end: int, replacement: tuple[int, ...]) -> int:
        words = len(replacement) + min(len(self.ids), end + self.scorer.order - 1) - end
        self.work.update(candidates=1, queries=words)
        return super().total_with(start, end, replacement)


class _WatchedExpansion(Expansion):
    """Keeps the hypotheses that it makes."""

    judged: list[Hypothesis]
    work: Counter[str]

    def hypothesis(self, steps: Steps, total: int, windows: int) -> Hypothesis:
        self.judged.append(super().hypothesis(steps, total, windows))
        return self.judged[-1]

    def scored(self, steps: Steps) -> ScoredSentence:
        plain = super().scored(steps)
        watched = _WatchedScore(plain.scorer, plain.ids)
        watched.work = self.work
        return watched


def examined(case: Case) -> Examined:
    """Search with the Python engine, watching the hypotheses that it judges."""

    class Watched(_WatchedExpansion):
        judged: ClassVar[list[Hypothesis]] = []
        work: ClassVar[Counter[str]] = Counter()

    engine = python_engine(case)
    engine.expansion = Watched
    (found,) = engine.search([case.sentence])
    tied = _tied(Watched.judged) if rewrites(case) else _tied_sweep(found, Watched.judged)
    return Examined(found, tied, Watched.work["candidates"], Watched.work["queries"])


def rewrites(case: Case) -> bool:
    return SEARCHES[case.settings.search].rewrites


def _tied(judged: list[Hypothesis]) -> bool:
    """Whether different hypotheses share the smallest J."""
    least = min(hypothesis.objective for hypothesis in judged)
    return len({h.steps for h in judged if h.objective == least}) > 1


def _tied_sweep(found: Found, judged: list[Hypothesis]) -> bool:
    """Whether at some place different edits share the smallest J, and one of them was kept."""
    single = [h for h in judged if h.steps]
    kept = {(h.steps[0][:2], h.objective) for h in single if h.steps[0] in found.steps}
    edits = {h.steps for h in single if (h.steps[0][:2], h.objective) in kept}
    return len(edits) > len(kept)
