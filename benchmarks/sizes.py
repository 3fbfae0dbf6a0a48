"""What a larger model costs: the CPU time of a query on 10 MB and on 100 MB.

The small model is the Brown trigram. The large one has its words, all of its n-grams and many
times as many made up ones: pairs of words as often as chance puts them together, and triples of
which both pairs are there. So both are asked the same queries, and the large one finds more.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import searching
from measuring import table, timed

from syntacticdiff.reference import Level, ReferenceModel
from syntacticdiff.search import NativeEngine, Penalties

DRAWN = (6_600_000, 7_600_000)  # pairs and triples; many are drawn more than once
ROUNDS = 9

Numbers = npt.NDArray[np.int64]


def enlarged(model: ReferenceModel) -> ReferenceModel:
    """The model with many more n-grams; their numbers are made up."""
    unigrams, bigrams, trigrams = (level.plain() for level in model.levels or ())
    rng = np.random.default_rng(1)
    words = len(unigrams.log10)
    chances = np.cumsum(10.0 ** np.minimum(unigrams.log10, 0).astype(np.float64))

    def by_chance(count: int) -> Numbers:
        drawn = np.searchsorted(chances, rng.random(count) * chances[-1])
        return drawn.clip(0, words - 1)

    known = contexts_of(unigrams.children) * words + bigrams.words
    pairs = with_new(known, by_chance(DRAWN[0]) * words + by_chance(DRAWN[0]))
    starts = np.searchsorted(pairs, np.arange(words + 1) * words)

    triples = np.searchsorted(pairs, known)[contexts_of(bigrams.children)] * words + trigrams.words
    contexts = np.sort(rng.integers(len(pairs), size=DRAWN[1]))
    middle = pairs[contexts] % words
    choices = starts[middle + 1] - starts[middle]
    contexts, middle, choices = (column[choices > 0] for column in (contexts, middle, choices))
    chosen = starts[middle] + (choices * rng.random(len(choices))).astype(np.int64)
    triples = with_new(triples, contexts * words + pairs[chosen] % words)
    behind = np.searchsorted(triples, np.arange(len(pairs) + 1) * words)

    def numbers(count: int) -> npt.NDArray[np.float32]:
        return -rng.random(count, np.float32) * 4

    levels = [
        Level(unigrams.words, unigrams.log10, unigrams.backoff, starts.astype(np.uint32)),
        level_of(pairs, words, numbers(len(pairs)), numbers(len(pairs)) / 8, behind),
        level_of(triples, words, numbers(len(triples)), np.empty(0), np.empty(0)),
    ]
    return ReferenceModel._from_levels(model.lexicon, levels, model.header)


def contexts_of(children: npt.NDArray[Any]) -> Numbers:
    """For each n-gram of the next order, the number of its context."""
    return np.repeat(np.arange(len(children) - 1), np.diff(children.astype(np.int64)))


def with_new(known: Numbers, new: Numbers) -> Numbers:
    """Both, each once, in order."""
    every = np.concatenate([known, new])
    every.sort()
    return every[np.concatenate([[True], every[1:] != every[:-1]])]


def level_of(
    codes: Numbers,
    words: int,
    log10: npt.NDArray[Any],
    backoff: npt.NDArray[Any],
    children: npt.NDArray[Any],
) -> Level:
    last = (codes % words).astype(np.uint32)
    return Level(last, log10, backoff.astype(np.float32), children.astype(np.uint32))


def measured(given: searching.Problem) -> list[dict[str, Any]]:
    """A row for each search and size; both sizes take turns."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / "small.sdlm", Path(folder) / "large.sdlm"]
        given.model.save(paths[0])
        enlarged(given.model).save(paths[1])
        models = [ReferenceModel.load(path) for path in paths]
        for name, settings in searching.SEARCHES.items():
            words = given.insertions, given.substitutions
            engines = [NativeEngine(model, settings, *words, Penalties()) for model in models]
            quickest, queries = [float("inf")] * 2, []
            for engine in engines:
                engine.search(given.sentences)  # words are described to the extension once
                queries.append(engine.work(given.sentences).queries)
            for _ in range(ROUNDS):
                for i, engine in enumerate(engines):
                    cpu = timed(lambda engine=engine: engine.search(given.sentences)).cpu
                    quickest[i] = min(quickest[i], cpu)
            costs = [1e9 * cpu / count for cpu, count in zip(quickest, queries, strict=True)]
            for path, count, cost in zip(paths, queries, costs, strict=True):
                rows.append(
                    {
                        "search": name,
                        "model, MB": path.stat().st_size / 1e6,
                        "model queries": count,
                        "ns of CPU / query": cost,
                        "against the small one": cost / costs[0],
                    }
                )
    return rows


def report(rows: list[dict[str, Any]]) -> str:
    return table(list(rows[0]), [list(row.values()) for row in rows])


if __name__ == "__main__":
    print(report(measured(searching.problem())))
