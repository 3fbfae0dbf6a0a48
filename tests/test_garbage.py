"""Pausing the collector of reference cycles."""

from __future__ import annotations

import gc
import threading

import pytest

from syntacticdiff.garbage import collection_paused


def test_nothing_is_collected_within_and_everything_is_as_before_after_it():
    with collection_paused():
        assert not gc.isenabled()
        with collection_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_error_ends_the_pause():
    with pytest.raises(ValueError, match="stop"), collection_paused():
        raise ValueError("stop")
    assert gc.isenabled()


def test_whoever_has_switched_it_off_keeps_it_off():
    gc.disable()
    try:
        with collection_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_it_is_paused_until_the_last_thread_has_ended_its_pause():
    entered, may_leave = threading.Event(), threading.Event()

    def other() -> None:
        with collection_paused():
            entered.set()
            may_leave.wait(10)

    thread = threading.Thread(target=other)
    with collection_paused():
        thread.start()
        assert entered.wait(10)
    assert not gc.isenabled()
    may_leave.set()
    thread.join()
    assert gc.isenabled()
