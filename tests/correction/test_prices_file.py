"""Files with calibrated prices: what was saved is loaded, and a damaged one never does harm."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.damaged_prices import FLIPS, SENTENCE, damaged_prices, small_settings, survive

from syntacticdiff import SyntacticDiff
from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.errors import SyntacticDiffError, UsageError
from syntacticdiff.files.container import write_container
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.file import COMPACT
from syntacticdiff.search.prices.stored import price_sections, price_table
from syntacticdiff.tuning import CueWeights, packed


@pytest.fixture(scope="module")
def settings() -> CorrectionSettings:
    return small_settings()


def test_what_was_saved_is_loaded(tmp_path: Path, settings: CorrectionSettings) -> None:
    path = tmp_path / "x.sdcs"
    settings.save(path)
    loaded = CorrectionSettings.load(path)
    assert loaded.prices is not None
    assert settings.prices is not None
    assert loaded.prices.digest == settings.prices.digest
    assert loaded.prices.templates == settings.prices.templates
    assert loaded.tables() == settings.tables()
    assert loaded.of_penalties().pricing is loaded.prices
    found = [SyntacticDiff(**each.of_differ())(SENTENCE).output for each in (settings, loaded)]
    assert found[0] == found[1]


def test_the_summary_can_be_read(settings: CorrectionSettings) -> None:
    lines = settings.summary(least=1.0)
    assert "3  kind" in lines
    assert "+2.50  insert(the)" in lines
    assert not any("+0.10" in line for line in lines)


def test_a_large_file_opens_in_milliseconds(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    keys = np.unique(rng.integers(0, 1 << 32, 400_000, np.uint32))
    prices = CalibratedPrices(packed(CueWeights(keys, rng.normal(0, 1, len(keys)))))
    path = tmp_path / "x.sdcs"
    CorrectionSettings(prices=prices).save(path)
    assert path.stat().st_size < 3_000_000
    started = time.process_time()
    CorrectionSettings.load(path)
    assert time.process_time() - started < 0.1


def test_prices_have_no_toml_form(tmp_path: Path, settings: CorrectionSettings) -> None:
    with pytest.raises(UsageError, match=r"name the file \*.sdcs"):
        settings.save(tmp_path / "x.toml")


def test_a_flipped_byte_is_one_line(tmp_path: Path, settings: CorrectionSettings) -> None:
    path = tmp_path / "x.sdcs"
    settings.save(path)
    body = path.read_bytes()
    for place in range(8, len(body), 211):
        path.write_bytes(body[:place] + bytes([body[place] ^ 0x20]) + body[place + 1 :])
        with pytest.raises(SyntacticDiffError) as error:
            CorrectionSettings.load(path)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "changed",
    [
        {"scale": 0},
        {"scale": "1"},
        {"scale": 1 << 70},
        {"least_gain": -3},
        {"context": 1},
        {"templates": [[1, "nonsense", False]]},
        {"templates": [[1, "kind", False], [1, "type", False]]},
        {"templates": [[1, "", False]]},
        {"templates": "kind"},
        {"templates": [[-1, "kind", False]]},
    ],
)
def test_prices_that_make_no_sense_are_one_line(
    tmp_path: Path, settings: CorrectionSettings, changed: dict[str, Any]
) -> None:
    assert settings.prices is not None
    path = tmp_path / "x.sdcs"
    header = {"prices": {**price_table(settings.prices), **changed}}
    write_container(path, COMPACT, header, price_sections(settings.prices))
    with pytest.raises(SyntacticDiffError, match=str(path)) as error:
        CorrectionSettings.load(path)
    assert "\n" not in str(error.value)


def test_cues_that_are_no_numbers_are_one_line(
    tmp_path: Path, settings: CorrectionSettings
) -> None:
    assert settings.prices is not None
    path = tmp_path / "x.sdcs"
    header = {"prices": price_table(settings.prices), "cues": {"strongest": {"kind": "much"}}}
    write_container(path, COMPACT, header, price_sections(settings.prices))
    with pytest.raises(SyntacticDiffError, match="strongest"):
        CorrectionSettings.load(path)


def test_damaged_weights_never_crash(tmp_path: Path, settings: CorrectionSettings) -> None:
    """Bytes of a section are changed, and the checksum is not looked at."""
    assert sum(map(survive, damaged_prices(settings, tmp_path))) > FLIPS
