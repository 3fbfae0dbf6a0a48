"""Files of correction settings: both forms hold the same, and a damaged one is one clear line."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.prices import drawn_weights

from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.files.container import write_container
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.file import COMPACT, is_settings
from syntacticdiff.search.prices.stored import price_sections, price_table

SETTINGS = CorrectionSettings(
    settings={"max_edits": 2, "insertions": ["the", "a"], "beam": None},
    penalties={"base": 1.5},
    cues={"strongest": {"insert(the)": 1.25, "sub(é->e)": -4.0}},
    provenance={"data": "our own", "folds": 3},
)


@pytest.mark.parametrize("name", ["x.toml", "x.sdcs"])
def test_what_was_saved_is_loaded(tmp_path: Path, name: str) -> None:
    SETTINGS.save(tmp_path / name)
    loaded = CorrectionSettings.load(tmp_path / name)
    assert loaded.of_differ() == SETTINGS.of_differ()
    assert loaded.provenance == SETTINGS.provenance
    assert is_settings(tmp_path / name)


@settings(max_examples=30)
@given(
    penalties=st.dictionaries(
        st.sampled_from(["base", "insert", "remove", "sub", "letter", "sub(é->e)", "insert(\"')"]),
        st.floats(-100, 100, allow_nan=False),
    ),
    data=st.text(max_size=12),
)
def test_both_forms_hold_the_same(
    tmp_path_factory: pytest.TempPathFactory, penalties: dict[str, float], data: str
) -> None:
    folder = tmp_path_factory.mktemp("settings")
    given_ = CorrectionSettings(penalties=penalties, provenance={"data": data})
    for name in ("x.toml", "x.sdcs"):
        given_.save(folder / name)
        assert CorrectionSettings.load(folder / name) == given_


def test_a_flipped_byte_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.sdcs"
    SETTINGS.save(path)
    body = path.read_bytes()
    for place in range(8, len(body), 13):
        path.write_bytes(body[:place] + bytes([body[place] ^ 0x20]) + body[place + 1 :])
        with pytest.raises(SyntacticDiffError) as error:
            CorrectionSettings.load(path)
        assert "\n" not in str(error.value)


def test_a_file_with_penalties_by_name_is_of_an_older_version(tmp_path: Path) -> None:
    path = tmp_path / "x.sdcs"
    weights = {"weights": np.zeros(2, np.float64)}
    write_container(path, replace(COMPACT, version=1), {"learned": {"base": 1.0}}, weights)
    with pytest.raises(SyntacticDiffError) as error:
        CorrectionSettings.load(path)
    assert str(error.value).startswith(f"{path}: made by an older version")
    assert str(error.value).endswith("run `syntacticdiff tune` again")
    assert "\n" not in str(error.value)


def test_prices_without_their_weights_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.sdcs"
    prices = CalibratedPrices(drawn_weights(range(1, 40)))
    whole = price_sections(prices)
    for missing in whole:
        sections = {name: array for name, array in whole.items() if name != missing}
        write_container(path, COMPACT, {"prices": price_table(prices)}, sections)
        with pytest.raises(SyntacticDiffError, match=str(path)) as error:
            CorrectionSettings.load(path)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("table", [3, [], "prices", None])
def test_prices_that_are_no_table_are_one_line(tmp_path: Path, table: object) -> None:
    path = tmp_path / "x.sdcs"
    write_container(path, COMPACT, {"prices": table}, {})
    with pytest.raises(SyntacticDiffError, match=str(path)) as error:
        CorrectionSettings.load(path)
    assert "\n" not in str(error.value)


def test_a_density_with_other_numbers_is_of_an_older_version(tmp_path: Path) -> None:
    prices = CalibratedPrices(drawn_weights([1, 2, 3]))
    density = {
        "rate": 0.02,
        "clean": 0.006,
        "prior": 0.5,
        "weight": 3.0,
        "least": -4.0,
        "most": 0.0,
    }
    header = {"prices": {**price_table(prices), "density": density}}
    path = tmp_path / "old.sdcs"
    write_container(path, COMPACT, header, price_sections(prices))
    with pytest.raises(SyntacticDiffError, match="another version: run `syntacticdiff tune` again"):
        CorrectionSettings.load(path)
