"""The lattice of long sentences: exact across borders, in bounded memory, and it can be stopped."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import syntacticdiff
from syntacticdiff import ReferenceModel
from syntacticdiff.search import NativeEngine, PythonEngine, SearchSettings, Word
from syntacticdiff.search.native_engine import _native
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.stopping import Stop, StoppedError

pytestmark = pytest.mark.skipif(_native is None, reason="the native engine is not installed")

ENVIRONMENT = os.environ | {
    "PYTHONPATH": os.pathsep.join(
        [
            str(Path(syntacticdiff.__file__).parents[1]),
            str(Path(__file__).parents[1]),
            str(Path(__file__).parent),
        ]
    )
}
TEXTS = ["the cat sat on the mat .", "a dog sat on the cat .", "the dog ran to a mat ."] * 3
WORDS = ("the", "cat", "sat", "on", "mat", "a", "dog", "ran", "to", ".", "q")


def model_of() -> ReferenceModel:
    return ReferenceModel.train([text.split() for text in TEXTS], order=3)


def sentence_of(model: ReferenceModel, length: int, seed: int = 1) -> list[Word]:
    rng = random.Random(seed)
    return [Word(text, model.lexicon.id(text)) for text in rng.choices(WORDS, k=length)]


def engines(
    model: ReferenceModel, prune: float | None = None, max_edits: int | None = None
) -> tuple[NativeEngine, PythonEngine]:
    settings = SearchSettings(
        search="lattice",
        cost="window",
        aggregate="sum",
        max_edits=max_edits,
        prune=prune,
        min_probability=0.0,
    )
    words = {text: Word(text, model.lexicon.id(text)) for text in WORDS}

    def substitutes(word: Word) -> list[Word]:
        return [words[text] for text in ("a", "dog") if text != word.text]

    insertions = [words["the"], words["on"]]
    penalties = Penalties.of({"insert": 1.0, "remove": 2.0, "sub": 1.0})
    return (
        NativeEngine(model, settings, insertions, substitutes, penalties),
        PythonEngine(model.scorer, settings, insertions, substitutes, penalties),
    )


@pytest.mark.parametrize(("prune", "length"), [(None, 300), (3.0, 520)])
def test_borders_change_nothing(prune: float | None, length: int) -> None:
    """Longer sentences than lie between borders, in which hypotheses often cost the same."""
    model = model_of()
    native, python = engines(model, prune)
    for seed in range(2):
        sentence = sentence_of(model, length, seed)
        [found], [expected] = native.search([sentence]), python.search([sentence])
        assert found.steps == expected.steps
        assert len(found.steps) > length / 10
        assert found.probabilities == pytest.approx(expected.probabilities, abs=1e-9)
        assert found.expected.keys() == expected.expected.keys()
        for step, count in expected.expected.items():
            assert found.expected[step] == pytest.approx(count, abs=1e-9)


def test_the_number_of_edits_is_counted_across_borders() -> None:
    model = model_of()
    native, python = engines(model, prune=2.0, max_edits=3)
    sentence = sentence_of(model, 280)
    [found], [expected] = native.search([sentence]), python.search([sentence])
    assert found.steps == expected.steps
    assert len(found.steps) == 3


MEMORY = """
import resource
from test_long_sentences import engines, model_of, sentence_of
model = model_of()
engine, _ = engines(model)
engine.search([sentence_of(model, 500)])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
[found] = engine.search([sentence_of(model, 30_000)])
print(len(found.steps), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_memory_does_not_grow_with_the_graph() -> None:
    """Nothing is pruned, and no place of the sentence forgets what came before."""
    run = subprocess.run(
        [sys.executable, "-P", "-c", MEMORY],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    edits, kilobytes = map(int, run.stdout.split())
    assert edits > 3_000
    # The graph has some 5,000 bytes for each token.
    assert kilobytes < 120_000


ENDLESS = """
from test_long_sentences import engines, model_of, sentence_of
model = model_of()
engine, _ = engines(model)
print("ready", flush=True)
engine.search([sentence_of(model, 4_000_000)])
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_control_c_stops_the_lattice() -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-c", ENDLESS],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(8)  # the sentence is made and listed first
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors


def test_a_lattice_in_another_thread_can_be_called_off_and_lets_others_work() -> None:
    model = model_of()
    engine, _ = engines(model)
    stop, raised = Stop(), []

    def work() -> None:
        try:
            engine.search([sentence_of(model, 100_000)], stop)
        except StoppedError as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(1.0)
    turns, started = 0, time.process_time()
    clock = time.perf_counter()
    while time.perf_counter() - clock < 0.5:
        turns += 1
    assert time.process_time() >= started
    assert thread.is_alive()
    assert turns > 10_000, "the GIL was not released"
    stop.call()
    thread.join(20)
    assert not thread.is_alive()
    assert len(raised) == 1
