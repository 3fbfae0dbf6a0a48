"""Objects whose fields are made when they are read are like all others of their class."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
import weakref
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, astuple, replace

import pytest

from syntacticdiff import Diff
from syntacticdiff.edits import Edit

EDIT = Edit("insert", 1, target="the", gain=0.5, start=3, end=3)


def made() -> Diff:
    return Diff("In end", ("in", "end"), (EDIT,), 9.0, 8.5, "In the end", ("in", "the", "end"))


@pytest.fixture
def deferred() -> Diff:
    return Diff.deferred(made)


@pytest.mark.parametrize(
    "read",
    [
        lambda diff: diff.edits,
        lambda diff: diff.signature,
        lambda diff: diff.to_dict(),
        repr,
        hash,
        asdict,
        astuple,
        pickle.dumps,
        lambda diff: pickle.loads(pickle.dumps(diff)),
        lambda diff: replace(diff, text="Other"),
        copy.copy,
        copy.deepcopy,
        lambda diff: diff == made(),
        lambda diff: made() == diff,
        lambda diff: diff == Diff.deferred(made),
        lambda diff: diff._repr_html_(),
    ],
)
def test_whatever_is_read_is_what_the_made_one_says(
    deferred: Diff, read: Callable[[Diff], object]
) -> None:
    assert read(deferred) == read(made())
    assert read(deferred) == read(made())  # a second time as well


def test_it_is_of_the_same_class_and_as_frozen(deferred: Diff) -> None:
    assert type(deferred) is Diff
    with pytest.raises(FrozenInstanceError):
        deferred.text = "other"  # type: ignore[misc]
    assert deferred.text == "In end"


def test_it_is_made_once_and_what_it_was_made_from_is_let_go() -> None:
    calls = []

    def make() -> Diff:
        calls.append(1)
        return made()

    kept = weakref.ref(make)
    diff = Diff.deferred(make)
    assert not calls
    assert (diff.before, diff.after, diff.offset) == (9.0, 8.5, 0)
    assert len(calls) == 1
    del make
    gc.collect()
    assert kept() is None


def test_a_name_that_there_is_not_is_no_reason_to_make_it() -> None:
    diff = Diff.deferred(lambda: pytest.fail("made"))
    assert not hasattr(diff, "colour")
    assert not hasattr(made(), "colour")
    with pytest.raises(AttributeError, match="colour"):
        _ = diff.colour  # type: ignore[attr-defined]


def test_what_goes_wrong_is_said_each_time() -> None:
    def make() -> Diff:
        raise MemoryError("full")

    diff = Diff.deferred(make)
    for _ in range(2):
        with pytest.raises(MemoryError, match="full"):
            _ = diff.text


def test_threads_may_read_one_at_the_same_time() -> None:
    barrier = threading.Barrier(2)

    def make() -> Diff:
        barrier.wait(10)  # both threads are in here
        return made()

    diff = Diff.deferred(make)
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(diff.edits)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert found == [(EDIT,), (EDIT,)]
