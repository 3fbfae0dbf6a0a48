"""Cases that fuzzing has found, and a few generated ones; `make fuzz` tries many more."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
FOUND = sorted((HERE / "found").iterdir())


def beside(name: str) -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HERE))
        return importlib.import_module(name)


targets, mutations = beside("targets"), beside("mutations")


def target(name: str) -> Callable[[bytes], None]:
    if name in targets.SKIPPED:
        pytest.skip(f"{name}: {targets.SKIPPED[name]} is not installed")
    found: Callable[[bytes], None] = targets.TARGETS[name]
    return found


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_was_found_once_stays_fixed(path: Path) -> None:
    target(path.name.partition("-")[0])(path.read_bytes())


@pytest.mark.parametrize("name", [*targets.TARGETS, *targets.SKIPPED])
def test_sound_inputs_and_a_few_damaged_ones(name: str) -> None:
    tried = target(name)
    for data in targets.seeds(name)[: 4 if name in mutations.SLOW else None]:
        tried(data)

    @settings(
        max_examples=5 if name in mutations.SLOW else 25, suppress_health_check=list(HealthCheck)
    )
    @given(st.data())
    def drawn(data: st.DataObject) -> None:
        tried(data.draw(mutations.strategy(name, targets.seeds(name))))

    drawn()


def test_it_runs_from_anywhere(tmp_path: Path) -> None:
    """As `make fuzz` calls it, without the paths that the tests have."""
    command = [sys.executable, str(HERE / "fuzz.py"), "tokenizer", "--seconds", "0"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "tokenizer: 0 cases\n"), done.stderr


def test_the_corpus_is_there() -> None:
    assert FOUND, "tests/fuzz/found: the cases that were found have been lost"
