"""Files of correction settings: both forms hold the same, and a damaged one is one clear line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.correction.file import COMPACT, is_settings
from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.files.container import write_container

SETTINGS = CorrectionSettings(
    settings={"max_edits": 2, "insertions": ["the", "a"], "beam": None},
    penalties={"base": 1.5},
    learned={
        "base": 0.5,
        "least_gain": -3.0,
        "lower_orders": [2],
        "weights": {"insert(the)": 1.25, "bits/2 insert(DET)": -0.5, "sub(é->e)": 4.0},
    },
    provenance={"data": "our own", "folds": 3},
)


@pytest.mark.parametrize("name", ["x.toml", "x.sdcs"])
def test_what_was_saved_is_loaded(tmp_path: Path, name: str) -> None:
    SETTINGS.save(tmp_path / name)
    loaded = CorrectionSettings.load(tmp_path / name)
    assert loaded.of_differ() == SETTINGS.of_differ()
    assert loaded.provenance == SETTINGS.provenance
    assert is_settings(tmp_path / name)


@given(
    weights=st.dictionaries(st.text(max_size=8), st.floats(-100, 100, allow_nan=False), max_size=5)
)
def test_any_weights_survive_the_compact_form(
    tmp_path_factory: pytest.TempPathFactory, weights: dict[str, float]
) -> None:
    path = tmp_path_factory.mktemp("weights") / "x.sdcs"
    CorrectionSettings(learned={"base": 1.0, "weights": weights}).save(path)
    assert CorrectionSettings.load(path).learned.get("weights", {}) == weights


def test_a_flipped_byte_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.sdcs"
    SETTINGS.save(path)
    body = path.read_bytes()
    for place in range(8, len(body), 13):
        path.write_bytes(body[:place] + bytes([body[place] ^ 0x20]) + body[place + 1 :])
        with pytest.raises(SyntacticDiffError) as error:
            CorrectionSettings.load(path)
        assert "\n" not in str(error.value)


def test_sections_that_do_not_fit_are_one_line(tmp_path: Path) -> None:
    import numpy as np

    path = tmp_path / "x.sdcs"
    names, weights = np.zeros(3, np.uint8), np.zeros(2, np.float64)
    for offsets in ([0, 1, 9], [0, 3, 1], [1, 2, 3], [0, 3]):
        arrays = {"names.text": names, "names.offsets": np.array(offsets, np.uint32)}
        write_container(path, COMPACT, {"learned": {}}, {**arrays, "weights": weights})
        with pytest.raises(SyntacticDiffError, match="damaged: its sections do not fit together"):
            CorrectionSettings.load(path)


def test_the_summary_lists_the_large_weights_by_group() -> None:
    lines = SETTINGS.summary(least=1.0)
    assert "[insert: 1 weights, 1 of 1 bits or more]" in lines
    assert "+1.25  insert(the)" in lines
    assert not any("bits/2 insert" in line for line in lines if line[0] in "+-")
