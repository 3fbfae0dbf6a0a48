"""The searches alone, without tokenising: native against Python and against a loop over KenLM.

The Brown trigram, the JFLEG development set as lower-cased tokens, the 100 commonest words as
V_INS and Porter2 classes as V_SUB.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from measuring import data, table, timed

from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import (
    NativeEngine,
    Penalties,
    PythonEngine,
    SearchSettings,
    Substitutions,
    Word,
    insertion_words,
)

SEARCHES = {
    "beam, window, depth 1": SearchSettings(search="beam", max_edits=1),
    "beam 8, window, depth 3": SearchSettings(search="beam", beam=8, max_edits=3),
    "beam 4, window, depth 5": SearchSettings(search="beam", beam=4, max_edits=5),
    "sweep": SearchSettings(search="sweep"),
}
PYTHON_SHARE = 6  # the Python engine gets every sixth sentence
RUNS = 9
BATCH = 16

Sentences = list[list[Word]]


@dataclass(frozen=True)
class Problem:
    """What all searches work on."""

    model: ReferenceModel
    sentences: Sentences
    insertions: list[Word]
    substitutions: Callable[[Word], list[Word]]


def problem() -> Problem:
    with data("reference", "brown.txt").open(encoding="utf-8") as lines:
        model = ReferenceModel.train(lines, order=3)

    @cache
    def word(text: str) -> Word:
        return Word(text, model.lexicon.id(text))

    source = data("gec", "jfleg-dev", "dev.src").read_text(encoding="utf-8")
    sentences = [[word(token.lower()) for token in line.split()] for line in source.splitlines()]
    insertions = insertion_words("frequent:100", model.lexicon, min_count=5, fold=model.fold)
    classes = Substitutions("porter2", model.lexicon, min_count=5, fold=model.fold)

    @cache
    def substitutions(original: Word) -> list[Word]:
        return [word(text) for text in classes.words(original.text)]

    for sentence in sentences:
        for token in sentence:
            substitutions(token)  # stems are looked up once, outside the clock
    return Problem(model, sentences, [word(text) for text in insertions], substitutions)


def measured(given: Problem) -> list[dict[str, Any]]:
    """A row for each search and engine."""
    rows = [row for name in SEARCHES for row in measured_search(given, name)]
    if (loop := kenlm_loop(given)) is not None:
        native = rows[0]
        work = native["candidates"], native["model queries"]
        assert loop() == work[0], "the loop over KenLM must judge the same candidates"
        timing = timed(loop, 3)
        rows.insert(3, row(native["search"], "loop over KenLM", given.sentences, work, timing))
        rows[3]["native is faster by"] = timing.cpu / native["CPU s"]
    return rows


def measured_search(given: Problem, name: str) -> list[dict[str, Any]]:
    words = given.insertions, given.substitutions
    native = NativeEngine(given.model, SEARCHES[name], *words, Penalties())
    python = PythonEngine(given.model.scorer, SEARCHES[name], *words, Penalties())
    some = given.sentences[::PYTHON_SHARE]
    native.search(given.sentences)  # words are described to the extension once
    work, work_on_some = counted(native, given.sentences), counted(native, some)
    one = timed(lambda: native.search(given.sentences), RUNS)
    two = timed(lambda: in_threads(native, given.sentences, 2), RUNS)
    native_some = timed(lambda: native.search(some), RUNS)
    python_some = timed(lambda: python.search(some))
    rows = [
        row(name, "native", given.sentences, work, one),
        row(name, "native, 2 threads", given.sentences, work, two),
        row(name, "Python", some, work_on_some, python_some),
    ]
    rows[1]["speed-up on the clock"] = one.wall / two.wall
    rows[2]["native is faster by"] = python_some.cpu / native_some.cpu
    return rows


def counted(engine: NativeEngine, sentences: Sentences) -> tuple[int, int]:
    """Candidates judged, and the look-ups that this stands for."""
    work = engine.work(sentences)
    return work.candidates, work.queries


def in_threads(engine: NativeEngine, sentences: Sentences, threads: int) -> None:
    batches = [sentences[i : i + BATCH] for i in range(0, len(sentences), BATCH)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(engine.search, batches))


def row(
    search: str, engine: str, sentences: Sentences, work: tuple[int, int], timing: Any
) -> dict[str, Any]:
    candidates, queries = work
    return {
        "search": search,
        "engine": engine,
        "CPU s": timing.cpu,
        "noise": f"+{timing.noise:.0%}",
        "sentences": len(sentences),
        "candidates": candidates,
        "model queries": queries,
        "sentences / CPU s": len(sentences) / timing.cpu,
        "million candidates / CPU s": candidates / timing.cpu / 1e6,
        "native is faster by": None,
        "speed-up on the clock": None,
    }


def kenlm_loop(given: Problem) -> Callable[[], int] | None:
    """The depth-1 candidates of every sentence, judged by KenLM's Python binding in plain loops.

    It scores only the n-grams that change, as the engines do. Returns how many candidates it
    judged.
    """
    try:
        import kenlm
    except ImportError:
        return None
    with tempfile.TemporaryDirectory() as folder:
        given.model.to_arpa(Path(folder) / "brown.arpa")
        model = kenlm.Model(str(Path(folder) / "brown.arpa"))
    order = model.order
    insertions = [(word.text,) for word in given.insertions]
    score = model.BaseScore

    def judge(words: Sequence[str], substitutes: Sequence[Sequence[str]]) -> int:
        states, logs = [kenlm.State()], []
        model.BeginSentenceWrite(states[0])
        for word in words:
            states.append(kenlm.State())
            logs.append(score(states[-2], word, states[-1]))
        total, count, best = sum(logs), 0, 0.0
        worst = min(range(len(words)), key=logs.__getitem__)
        for position in range(max(0, worst - order + 1), worst + 1):
            candidates = [(position, new) for new in insertions]
            if position < len(words) - 1:
                if len(words) > 2:
                    candidates.append((position + 1, ()))
                candidates += [(position + 1, (new,)) for new in substitutes[position]]
            for end, replacement in candidates:
                reach = min(len(words), end + order - 1)
                changed = total - sum(logs[position:reach])
                state, following = states[position], kenlm.State()
                for word in (*replacement, *words[end:reach]):
                    changed += score(state, word, following)
                    state, following = following, kenlm.State()
                best = max(best, changed / (len(words) + len(replacement) - (end - position)))
                count += 1
        return count

    prepared = [
        (
            [*(word.text for word in sentence), "</s>"],
            [[new.text for new in given.substitutions(word)] for word in sentence],
        )
        for sentence in given.sentences
    ]
    return lambda: sum(judge(words, substitutes) for words, substitutes in prepared)


def report(rows: list[dict[str, Any]]) -> str:
    names = [name for name in rows[0] if name != "search"]
    parts = []
    for search in dict.fromkeys(row["search"] for row in rows):
        part = [[row[name] for name in names] for row in rows if row["search"] == search]
        parts.append(f"**{search}**\n\n{table(names, part)}")
    return "\n\n".join(parts)
