"""The file of a network: what was written comes back, and damaged files are refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from syntacticdiff.errors import ModelError
from syntacticdiff.neural import CorrectionNetwork, Sizes, load_network, save_network
from syntacticdiff.neural.network_file import shapes

SIZES = Sizes(4, 3, 5)
WORDS = ("a", "the", "words")


@pytest.fixture
def network() -> CorrectionNetwork:
    chance = np.random.default_rng(0)
    weights = {
        name: chance.normal(size=shape).astype(np.float32)
        for name, shape in shapes(len(WORDS), SIZES).items()
    }
    header: dict[str, Any] = {"training": {"seed": 1}, "curve": [{"step": 1}], "signature": "s 1"}
    return CorrectionNetwork(WORDS, SIZES, 50, weights, header)


def test_the_shapes_are_those_of_torch(torch: Any, network: CorrectionNetwork) -> None:
    built = network.built()
    assert {n: tuple(v.shape) for n, v in built.layers.state_dict().items()} == shapes(3, SIZES)


def test_what_was_written_comes_back(tmp_path: Path, network: CorrectionNetwork) -> None:
    save_network(network, tmp_path / "a.sdnrl")
    read = load_network(tmp_path / "a.sdnrl")
    assert (read.words, read.sizes, read.longest) == (WORDS, SIZES, 50)
    assert read.header == network.header
    for name, value in network.rounded().weights.items():
        assert np.array_equal(read.weights[name], value)
    save_network(read, tmp_path / "b.sdnrl")
    assert (tmp_path / "b.sdnrl").read_bytes() == (tmp_path / "a.sdnrl").read_bytes()


def test_damaged_files_are_refused(tmp_path: Path, network: CorrectionNetwork) -> None:
    path = tmp_path / "a.sdnrl"
    save_network(network, path)
    content = path.read_bytes()
    for damaged in (content[:-40], content[:100], b"", b"text", content[:-9] + b"\0" * 9):
        path.write_bytes(damaged)
        with pytest.raises(ModelError) as caught:
            load_network(path)
        assert str(caught.value).startswith(str(path))
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"gate.bias": np.array([np.inf], np.float32)}, None),  # rounded to the largest number
        ({"gate.bias": np.array([np.nan], np.float32)}, "something that is not a number"),
        ({"gate.bias": np.zeros(2, np.float32)}, "weights.gate.bias has 2 items"),
        ({"gate.bias": None}, "it has no weights.gate.bias"),
    ],
)
def test_weights_that_cannot_be_are_refused(
    tmp_path: Path, network: CorrectionNetwork, changed: dict[str, Any], message: str | None
) -> None:
    weights = {**network.weights, **changed}
    weights = {name: value for name, value in weights.items() if value is not None}
    path = tmp_path / "a.sdnrl"
    save_network(CorrectionNetwork(WORDS, SIZES, 50, weights, network.header), path)
    if message is None:
        assert load_network(path)
        return
    with pytest.raises(ModelError, match=message):
        load_network(path)
