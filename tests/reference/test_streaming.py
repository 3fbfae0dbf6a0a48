"""Training in the native core gives what the NumPy definition gives."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ngram_tables import corpus

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.scratch import Scratch
from syntacticdiff.reference.streaming import available, train_streaming
from syntacticdiff.reference.trained import Trained
from syntacticdiff.reference.training import train_ngrams

_native = pytest.importorskip("syntacticdiff._native", exc_type=ImportError)
pytestmark = pytest.mark.skipif(not available(), reason="the native core is not installed")

FEW = 256  # bytes of memory: n-grams are sorted a few at a time

words = st.sampled_from(
    ["a", "A", "b", "B", "c", "D", "é", "É", "\ud800", "<s>", "<unk>", ".", "“"]
)
texts = st.lists(st.lists(words, max_size=7), min_size=1, max_size=30).filter(any)


def streamed(sentences: Sequence[Sequence[str]], order: int = 3, **changes: object) -> Trained:
    settings = {
        "prune": (0,) * order,
        "min_word_count": 1,
        "lower": False,
        "hold_out": True,
        "memory": FEW,
        **changes,
    }
    return train_streaming(sentences, order=order, **settings)


def assert_same(native: Trained, numpy: Trained) -> None:
    assert list(native.lexicon.words()) == list(numpy.lexicon.words())
    for name in ("counts", "capitalised"):
        np.testing.assert_array_equal(getattr(native.lexicon, name), getattr(numpy.lexicon, name))
    for name in ("sentences", "tokens", "prune", "unknown_words", "weights"):
        assert getattr(native, name) == getattr(numpy, name), name
    for ours, definition in zip(native.levels, numpy.levels, strict=True):
        for name in ("words", "children"):
            np.testing.assert_array_equal(getattr(ours, name), getattr(definition, name))
        for name in ("log10", "backoff"):
            array, expected = getattr(ours, name), getattr(definition, name)
            assert array.dtype == expected.dtype
            np.testing.assert_allclose(array, expected, rtol=0, atol=1e-6)
    assert native.held_out_bits == pytest.approx(numpy.held_out_bits, abs=1e-6)


@settings(deadline=None, max_examples=150)
@given(
    texts,
    st.integers(1, 5),
    st.lists(st.integers(0, 2), max_size=4).map(lambda later: (0, *sorted(later))),
    st.integers(1, 4),
    st.booleans(),
    st.none() | st.sets(words | st.just("z")),
)
def test_every_text_gives_the_model_of_the_definition(
    sentences: list[list[str]],
    order: int,
    prune: tuple[int, ...],
    min_word_count: int,
    lower: bool,
    vocabulary: set[str] | None,
) -> None:
    thresholds = (prune + prune[-1:] * order)[:order]
    changes = {"prune": thresholds, "min_word_count": min_word_count, "lower": lower}
    expected = train_ngrams(
        sentences, order=order, engine="numpy", vocabulary=vocabulary, **changes
    )
    assert_same(streamed(sentences, order, allowed=vocabulary, **changes), expected)


@pytest.mark.parametrize("memory", [FEW, 1 << 30])
@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
def test_a_text_with_a_part_held_out(order: int, memory: int) -> None:
    changes = {"min_word_count": 2, "prune": (0, 0, 1, 1, 2)[:order]}
    expected = train_ngrams(corpus(), order=order, engine="numpy", **changes)
    assert expected.held_out_bits is not None
    assert_same(streamed(corpus(), order, memory=memory, **changes), expected)


@pytest.mark.parametrize("order", [3, 4, 5])
def test_keys_of_one_part_and_of_two(order: int) -> None:
    # So many words take 17 bits each: three fit into 64, four and five do not.
    sentences = [[f"w{i}", f"w{i + 1}", "x", f"w{7 * i}"] for i in range(35_000)]
    expected = train_ngrams(sentences, order=order, engine="numpy", hold_out=False)
    assert_same(streamed(sentences, order, memory=1 << 18, hold_out=False), expected)


def test_text_is_read_once_and_may_come_from_a_generator() -> None:
    def sentences() -> Iterator[tuple[str, ...]]:
        yield from map(tuple, corpus())

    assert_same(streamed(sentences()), train_ngrams(corpus(), engine="numpy"))


def test_other_threads_run_meanwhile() -> None:
    ticks = [0]
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.0005):
            ticks[0] += 1

    sentences = [[f"w{(i * j) % 997}" for j in range(30)] for i in range(3000)]
    thread = threading.Thread(target=tick)
    thread.start()
    before = 0

    def watched() -> Iterator[list[str]]:
        nonlocal before
        yield from sentences
        before = ticks[0]  # reading is over: what follows is native

    streamed(watched(), 5, memory=1 << 20)
    done.set()
    thread.join()
    assert ticks[0] > before


def test_a_full_disk_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "wb") as full:
        descriptor = os.dup(full.fileno())
    monkeypatch.setattr(Scratch, "file", lambda self: os.fdopen(os.dup(descriptor), "wb", 0))
    with pytest.raises(InputError) as caught:
        streamed(corpus())
    os.close(descriptor)
    assert os.strerror(errno.ENOSPC) in str(caught.value)
    assert str(caught.value).startswith("training: temporary files in ")
    assert "\n" not in str(caught.value)


def test_an_error_of_the_source_is_passed_on_as_it_is() -> None:
    def sentences() -> Iterator[list[str]]:
        yield ["a"]
        raise FileNotFoundError("b")

    with pytest.raises(FileNotFoundError, match=r"^b$"):
        streamed(sentences())


KILLED = """
import sys
from syntacticdiff.reference.training import train_ngrams

def sentences():
    for i in range(10**9):
        if i == 3000:
            print("reading", flush=True)
        yield [f"w{i % 1000}", "x"] * 10

train_ngrams(sentences(), memory=1 << 24)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_stopped_leaves_nothing_behind(how: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "reading\n"
    process.send_signal(how)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    if how == signal.SIGINT:
        assert "KeyboardInterrupt" in errors
    assert list(tmp_path.iterdir()) == []


class AlarmError(Exception):
    pass


def test_a_signal_ends_the_native_work_before_it_is_done() -> None:
    def ring(number: int, frame: object) -> None:
        raise AlarmError

    scratch = Scratch()
    with scratch.file() as text_file, scratch.file() as runs, contextlib.ExitStack() as stack:
        text = _native.TrainingText(text_file.fileno(), 20, [])
        sentence = [f"w{i % 997}" for i in range(1000)]
        for _ in range(1500):
            text.add(sentence, [])
        text.finish()
        ids, words, _ = text.number(False, 1)
        files = [stack.enter_context(scratch.file()) for _ in range(3)]
        everything = _native.Selection(_native.Selection.Which.all, 20)
        before = signal.signal(signal.SIGALRM, ring)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.001)
            with pytest.raises(AlarmError):
                text.count(
                    ids,
                    len(words),
                    everything,
                    2,
                    1 << 24,
                    runs.fileno(),
                    [tuple(file.fileno() for file in files)],
                )
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert [os.fstat(file.fileno()).st_size for file in files] == [0, 0, 0]


def test_no_descriptor_stays_open() -> None:
    def opened() -> int:
        return len(os.listdir("/proc/self/fd"))

    trained = streamed(corpus())
    before = opened()
    trained = streamed(corpus(), 5)
    del trained
    assert opened() <= before


@pytest.mark.parametrize("memory", [0, 1000, 2.5])
def test_too_little_memory_is_refused(memory: int) -> None:
    with pytest.raises(UsageError, match="memory: a whole number from 16777216 is needed"):
        train_ngrams(corpus(), memory=memory)


def test_what_the_native_core_cannot_do_is_said() -> None:
    weights = (0.1, 0.2, 0.7)
    with pytest.raises(UsageError, match='engine "native" cannot be used here: it trains no lin'):
        train_ngrams(corpus(), order=2, smoothing="linear", weights=weights, engine="native")
    with pytest.warns(UserWarning, match="NumPy trains this model, with all of the text in memory"):
        train_ngrams(corpus(), order=2, smoothing="linear", weights=weights, memory=1 << 30)
