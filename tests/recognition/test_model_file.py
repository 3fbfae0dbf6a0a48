"""The `.sdrec` file: what goes in comes out, in few bytes, and nothing else is accepted."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import open_container, write_container
from syntacticdiff.recognition import RecognitionNetwork, load_network, save_network
from syntacticdiff.recognition.model_file import SDREC


def made_up(units: int, words: int, condition: str = "INT", width: int = 228) -> RecognitionNetwork:
    chance = np.random.default_rng(1)
    drawn = lambda *shape: chance.normal(size=shape).astype(np.float32)  # noqa: E731
    return RecognitionNetwork(
        words=tuple(f"word{number:05}" for number in range(words)),
        input=drawn(4 * units, width),
        recurrent=drawn(4 * units, units),
        bias=drawn(4 * units),
        output=drawn(words + 1, units),
        output_bias=drawn(words + 1),
        condition=condition,
        header={
            "tokenizer": "treebank",
            "tokenizer_version": 1,
            "training": {"seed": 0},
            "signature": "made up",
        },
    )


def test_a_network_of_50_units_and_10000_words_fits_in_700_kilobytes(tmp_path: Path) -> None:
    save_network(made_up(50, 10_000), tmp_path / "a.sdrec")
    assert (tmp_path / "a.sdrec").stat().st_size <= 700_000


@pytest.mark.parametrize(("condition", "width"), [("INT", 228), ("END", 152), ("ALL", 76)])
def test_weights_are_rounded_once_and_by_less_than_a_step(
    tmp_path: Path, condition: str, width: int
) -> None:
    network = made_up(6, 40, condition, width)
    save_network(network, tmp_path / "a.sdrec")
    loaded = load_network(tmp_path / "a.sdrec")
    assert loaded.words == network.words
    assert (loaded.condition, loaded.neighbours) == (condition, True)
    assert loaded.header == network.header
    for name in ("input", "recurrent", "output"):
        before, after = getattr(network, name), getattr(loaded, name)
        step = np.abs(before).max(axis=1, keepdims=True) / 127
        assert np.all(np.abs(before - after) <= 0.51 * step)
    save_network(loaded, tmp_path / "b.sdrec")
    again = load_network(tmp_path / "b.sdrec")
    assert np.allclose(again.output, loaded.output, rtol=2e-3)
    assert np.array_equal(again.output_bias, loaded.output_bias)


def test_rows_of_zeros_stay_zeros(tmp_path: Path) -> None:
    network = replace(made_up(2, 3), output=np.zeros((4, 2), np.float32))
    save_network(network, tmp_path / "a.sdrec")
    assert not load_network(tmp_path / "a.sdrec").output.any()


def test_a_file_that_cannot_be_one_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.sdrec"
    for data, message in (
        (b"", "not a word recogniser"),
        (b"PK\x03\x04" + bytes(100), "not a SyntacticDiff word recogniser; make one with"),
        (np.arange(100).tobytes(), "not a SyntacticDiff word recogniser"),
    ):
        path.write_bytes(data)
        with pytest.raises(ModelError, match=message) as error:
            load_network(path)
        assert "\n" not in str(error.value)
    with pytest.raises(ModelError, match="cannot be read"):
        load_network(tmp_path / "nowhere.sdrec")


def test_damage_is_noticed(tmp_path: Path) -> None:
    path, broken = tmp_path / "a.sdrec", tmp_path / "b.sdrec"
    save_network(made_up(3, 20), path)
    intact = path.read_bytes()
    chance = random.Random(2)
    for _ in range(60):
        damaged = bytearray(intact)
        damaged[chance.randrange(len(intact))] ^= 1 << chance.randrange(8)
        broken.write_bytes(damaged)
        with pytest.raises(ModelError):
            load_network(broken)
        broken.write_bytes(intact[: chance.randrange(len(intact))])
        with pytest.raises(ModelError):
            load_network(broken)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"units": 4}, "its section input has"),
        ({"words": 19}, "its section output has"),
        ({"condition": "MID"}, "there is no condition"),
        ({"alphabet": "abc"}, "its alphabet is another one"),
        ({"units": 0}, "header does not describe"),
        ({"tokenizer": 3}, "header does not describe"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "a.sdrec"
    save_network(made_up(3, 20), path)
    file = open_container(path, SDREC)
    write_container(tmp_path / "b.sdrec", SDREC, {**file.header, **change}, file.arrays)
    with pytest.raises(ModelError, match=message):
        load_network(tmp_path / "b.sdrec")


@pytest.mark.parametrize("name", ["input.scale", "bias", "output.bias"])
def test_what_is_not_a_number_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.sdrec"
    save_network(made_up(3, 20), path)
    file = open_container(path, SDREC)
    wrong = file.arrays[name].copy()
    wrong[0] = np.nan
    write_container(path, SDREC, file.header, {**file.arrays, name: wrong})
    with pytest.raises(ModelError, match="not a number"):
        load_network(path)
