"""One cluster for all tests here, and a small corpus with the features of an undisturbed run."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.commands import reference_sentences, run
from support.corpus import PARTS, Corpus, contents

if TYPE_CHECKING:  # needs Dask, without which the tests here are skipped
    from support.cluster import DaskProcesses, Forking

SENTENCES = (
    "The teacher go to school in morning.",
    "She is in garden near a the station.",
    "My sister read a the book to us and walks market.",
    "The old man wait at library, but he are in the school.",
)


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return made_corpus(tmp_path_factory.mktemp("corpus"), 56)


@pytest.fixture(scope="session")
def long_corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """For tests that must act in the middle of a run, however slow the test's own process is."""
    return made_corpus(tmp_path_factory.mktemp("long"), 240)


def made_corpus(folder: Path, documents: int) -> Corpus:
    (folder / "reference.txt").write_text("\n".join(reference_sentences()))
    model = str(folder / "m.sdlm")
    assert run("train", str(folder / "reference.txt"), "--out", model).code == 0
    lines = [
        json.dumps({"id": f"d{n}", "text": " ".join(SENTENCES[n % 4 :] + SENTENCES[: n % 3])})
        for n in range(documents)
    ]
    lines[documents // 2] = '{"id": "none"}'
    source = folder / "t.jsonl"
    source.write_text("\n".join(lines))
    size = str(source.stat().st_size // PARTS + 1)
    settings = ("--text", "text", "--id", "id", "--reference", model, "--engine", "python")
    parts = ("--part-format", "jsonl", "--partition-size", size)
    arguments = ("features", str(source), *settings, *parts)
    assert run(*arguments, "--out", f"{folder}/wanted/").code == 1
    wanted = contents(folder / "wanted")
    assert len(wanted) == PARTS + 2, sorted(wanted)
    return Corpus(folder, arguments, wanted, documents)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    from support.cluster import dask_processes

    with dask_processes(tmp_path_factory.mktemp("workers")) as started:
        yield started


@pytest.fixture(scope="session")
def forking() -> Iterator[Forking]:
    if not sys.platform.startswith("linux"):
        pytest.skip("forks a process that has imported everything; Linux only")
    from support.cluster import Forking

    started = Forking()
    yield started
    started.close()
