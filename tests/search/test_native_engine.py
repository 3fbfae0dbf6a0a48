"""The native engine as a guest in a Python process: threads, signals, memory, damaged files."""

import math
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from support.damage import damaged_files
from support.generated import case, examined, native_engine

import syntacticdiff
from syntacticdiff.errors import UsageError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import PythonEngine, SearchSettings, Word
from syntacticdiff.search import native_engine as module
from syntacticdiff.search.native_engine import NativeEngine, _native, why_not_native
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.stopping import Stop, StoppedError

pytestmark = pytest.mark.skipif(_native is None, reason="the native engine is not installed")

# Processes use the very package and the very support modules that the tests use.
ENVIRONMENT = os.environ | {
    "PYTHONPATH": os.pathsep.join(
        [str(Path(syntacticdiff.__file__).parents[1]), str(Path(__file__).parents[1])]
    )
}
TEXTS = ["the cat sat on the mat .", "a dog sat on the cat .", "the dog ran to a mat ."] * 3


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    return ReferenceModel.train([text.split() for text in TEXTS], order=3)


def engine_for(model: ReferenceModel, **settings: object) -> NativeEngine:
    words = [Word(text, model.lexicon.id(text)) for text in ("the", "a", "on", "sat")]
    return NativeEngine(model, SearchSettings(**settings), words, lambda word: (), Penalties())


def sentence_of(model: ReferenceModel, length: int) -> list[Word]:
    texts = ("the", "cat", "sat", "mat", "unseen", "dog", "on", "a", "the", "ran")
    words = [Word(text, model.lexicon.id(text)) for text in texts]
    return (words * (length // len(words) + 1))[:length]


def test_the_constant_of_the_logarithm_is_pythons():
    assert math.log2(10.0) == _native.LOG2_10


def batch_of(model: ReferenceModel, number: int, size: int = 30) -> list[list[Word]]:
    """Different sentences for each number, of words known and unknown."""
    rng = random.Random(number)
    texts = ("the", "cat", "sat", "mat", "dog", "on", "a", "ran", "to", ".", "q", "qq")
    words = [Word(text, model.lexicon.id(text)) for text in texts]
    return [rng.choices(words, k=rng.randint(1, 12)) for _ in range(size)]


@pytest.mark.parametrize("search", ["beam", "sweep", "recursive"])
def test_sentences_of_one_batch_do_not_disturb_each_other(model, search):
    settings = {"search": search, "max_edits": 2, "beam": 4}
    engine = engine_for(model, **settings)
    slow = PythonEngine(
        model.scorer, SearchSettings(**settings), engine.insertions, lambda word: (), Penalties()
    )
    batch = batch_of(model, 1)
    found = engine.search(batch)
    assert sum(bool(answer.steps) for answer in found) > len(batch) / 2
    assert found == slow.search(batch)
    assert engine.search(batch[::-1]) == found[::-1]


def test_no_sentence_at_all_gets_no_answer(model):
    assert engine_for(model).search([]) == []


def test_words_are_forgotten_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(module, "_MOST_WORDS", 3)
    for number in range(40):
        generated = case(number)
        engine = native_engine(generated)
        expected = examined(generated).found
        first = engine._words
        assert engine.search([generated.sentence]) == [expected]
        assert engine.search([generated.sentence]) == [expected]
        assert (engine._words is first) == (len(first.texts) <= 3)


def test_threads_share_an_engine_and_get_what_one_thread_gets(model):
    settings = {"search": "beam", "max_edits": 3, "beam": 8}
    batches = [batch_of(model, number) for number in range(40)]
    alone = [engine_for(model, **settings).search(batch) for batch in batches]
    assert sum(bool(answer.steps) for batch in alone for answer in batch) > 40 * 30 / 2
    engine = engine_for(model, **settings)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(engine.search, batches)) == alone


def test_what_it_cannot_serve_is_refused_with_the_reason(model):
    settings = SearchSettings()
    assert why_not_native(model, settings, Penalties()) is None
    asked = Penalties.of(lambda edit, tokens: 1.0)
    assert "function" in why_not_native(model, settings, asked)
    many, dear = SearchSettings(max_edits=10_000), Penalties.of({"base": 1e6})
    assert "too large" in why_not_native(model, many, dear)
    assert why_not_native(model, settings, dear) is None
    with pytest.raises(UsageError, match="penalty function; use engine='python'"):
        NativeEngine(model, settings, [], lambda word: (), asked)


def test_the_columns_of_an_answer_are_named_and_outlive_it(model):
    engine = engine_for(model, search="beam")
    words, batch = engine._described(batch_of(model, 1))
    stop = _native.Stop()
    none = np.empty(0, np.int64)
    answer = engine.engine.search(words.table, *batch, none, none, none, stop, False)
    names = ("counts", "before", "after", "positions", "ranks", "targets", "gains")
    columns = {name: getattr(answer, name) for name in names}
    expected = {name: column.tolist() for name, column in columns.items()}
    with pytest.raises(AttributeError):
        answer.counts = []
    with pytest.raises(ValueError, match="read-only"):
        columns["gains"][0] = 1.0
    del answer
    engine.search(batch_of(model, 2, size=300))  # memory set free would be used again
    assert {name: column.tolist() for name, column in columns.items()} == expected
    assert len(expected["before"]) == len(expected["counts"]) == 30
    assert len(expected["gains"]) == sum(expected["counts"]) > 0


def test_a_search_in_another_thread_can_be_called_off(model):
    engine = engine_for(model, search="recursive", max_edits=6, positions="all")
    stop = Stop()
    raised: list[BaseException] = []

    def work() -> None:
        try:
            engine.search([sentence_of(model, 40)], stop)
        except StoppedError as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.2)
    assert thread.is_alive()
    stop.call()
    thread.join(timeout=1.0)
    assert not thread.is_alive()
    assert len(raised) == 1
    assert len(engine.search([sentence_of(model, 2)])) == 1  # others go on
    with pytest.raises(StoppedError):
        engine.search([sentence_of(model, 2)], stop)


def test_threads_that_still_search_at_exit_do_not_take_the_process_down():
    program = """
import threading, time
from test_native_engine import TEXTS, engine_for, sentence_of
from syntacticdiff.reference import ReferenceModel
model = ReferenceModel.train([text.split() for text in TEXTS], order=3)
engine = engine_for(model, search="recursive", max_edits=9, positions="all")
for _ in range(2):
    threading.Thread(target=engine.search, args=([sentence_of(model, 40)],), daemon=True).start()
time.sleep(0.3)
"""
    environment = dict(ENVIRONMENT)
    environment["PYTHONPATH"] += os.pathsep + str(Path(__file__).parent)
    run = subprocess.run(
        [sys.executable, "-P", "-c", program], env=environment, capture_output=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert b"terminate called" not in run.stderr


ENDLESS = """
from test_native_engine import TEXTS, engine_for, sentence_of
from syntacticdiff.reference import ReferenceModel
model = ReferenceModel.train([text.split() for text in TEXTS], order=3)
engine = engine_for(model, max_edits=9, beam=4000, positions="all", search={search!r})
print("ready", flush=True)
engine.search([sentence_of(model, {length})] * {times})
"""


@pytest.mark.parametrize(
    ("search", "length", "times"), [("recursive", 40, 1), ("beam", 400, 1), ("sweep", 20, 500_000)]
)
def test_control_c_stops_a_long_batch(search, length, times):
    environment = dict(ENVIRONMENT)
    environment["PYTHONPATH"] += os.pathsep + str(Path(__file__).parent)
    with subprocess.Popen(
        [sys.executable, "-P", "-c", ENDLESS.format(search=search, length=length, times=times)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)  # the batch alone would take minutes
    assert "KeyboardInterrupt" in errors


@pytest.mark.parametrize("settings", [{"search": "sweep"}, {"search": "beam"}])
def test_the_time_for_a_very_long_sentence_is_linear_in_its_length(model, settings):
    engine = engine_for(model, **settings)

    def seconds(length: int) -> float:
        batch = [sentence_of(model, length)]
        engine.search(batch)
        times = []
        for _ in range(5):
            started = time.process_time()
            engine.search(batch)
            times.append(time.process_time() - started)
        return min(times)

    # Quadratic time would make it 16.
    assert seconds(50_000) < 8 * seconds(12_500)


def test_a_damaged_file_never_crashes_the_process(tmp_path):
    program = "import sys; from support.damage import main; main(sys.argv[1])"
    run = subprocess.run(
        [sys.executable, "-P", "-X", "faulthandler", "-c", program, str(tmp_path)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    refused, searched = map(int, run.stdout.split())
    assert refused >= 20  # truncated files, mostly
    assert searched >= 300


def test_the_damage_reaches_every_section(tmp_path):
    touched = {section for section, _ in damaged_files(tmp_path, flips=1)}
    assert {"words.text", "words.slots", "1.log10", "2.children", "2.backoff", "3.words"} <= touched
