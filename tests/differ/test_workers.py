"""Workers: only as many as there is work for."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from support.plain import plain_differ

from syntacticdiff import Diff, ReferenceModel

pytest.importorskip("syntacticdiff._native", reason="threads are for the native engine")

TEXTS = ("we go to school", "they go to the park")


def running(_: list[Diff]) -> int:
    return threading.active_count()


def test_not_more_workers_are_started_than_there_are_batches(tmp_path: Path) -> None:
    ReferenceModel.train(TEXTS).save(tmp_path / "m.sdlm")
    differ = plain_differ(str(tmp_path / "m.sdlm"), insertions=["to"])
    before = threading.active_count()
    most = max(differ.apply(running, ["we go school"] * 3, n_jobs=300, batch_size=1))
    assert most < before + 50  # joblib has a few of its own
