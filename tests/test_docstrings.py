"""The examples in docstrings run and give what they show."""

import doctest
import importlib
from pathlib import Path

import pytest

import syntacticdiff

LIBRARY = Path(syntacticdiff.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(LIBRARY.parent).with_suffix("").parts)
    for path in LIBRARY.rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name):
    if ".distributed." in name:
        pytest.importorskip("dask.distributed")
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert not result.failed
