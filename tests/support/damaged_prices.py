"""Files of prices with bytes of one section changed, and a search with what could be opened."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from support.prices import drawn_weights
from syntacticdiff import SyntacticDiff
from syntacticdiff.correction import CorrectionSettings
from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.files.container import open_container
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices import file as module
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.file import read_settings

SENTENCE = "She live in old house with dogs that barks ."
SEARCH: dict[str, Any] = {
    "search": "lattice",
    "cost": "window",
    "aggregate": "sum",
    "insertions": ["the", "a"],
    "substitutions": "none",
}
PREAMBLE = 24  # magic, version, length and checksum of the header
FLIPS = 40  # for each section


def small_settings() -> CorrectionSettings:
    """Settings with prices that have a weight for every cue of a sentence."""
    none = CalibratedPrices(drawn_weights([]))
    table = SyntacticDiff(penalties=Penalties(pricing=none), **SEARCH).cue_table([SENTENCE])
    prices = CalibratedPrices(
        drawn_weights(table.cues.tolist()), scale=900, least_gain=5.0, reference="ab"
    )
    return CorrectionSettings(
        settings=SEARCH,
        cues={"counts": {"kind": 3}, "strongest": {"insert(the)": 2.5, "kind": 0.1}},
        provenance={"data": "our own"},
        prices=prices,
    )


def damaged_prices(settings: CorrectionSettings, folder: Path) -> Iterator[Path]:
    """Files with bytes of one section changed."""
    path, rng = folder / "prices.sdcs", random.Random(2)
    settings.save(path)
    intact = path.read_bytes()
    (length,) = struct.unpack_from("<I", intact, 12)
    sections = json.loads(intact[PREAMBLE : PREAMBLE + length])["sections"]
    start = -(-(PREAMBLE + length) // 64) * 64
    for section in sections.values():
        begin = start + section["offset"]
        end = begin + section["length"] * int(section["dtype"][1:])
        for flip in range(FLIPS):
            damaged = bytearray(intact)
            for _ in range(rng.choice((1, 3, 200))):
                damaged[rng.randrange(begin, end)] = rng.choice((0, 0x7F, 0xFF, rng.randrange(256)))
            if flip % 8 == 7:
                damaged[begin:end] = bytes([rng.choice((0, 0x7F, 0xFF))]) * (end - begin)
            path.write_bytes(damaged)
            yield path


def survive(path: Path) -> bool:
    """Search with damaged prices, whose checksum is not looked at; whether they were opened."""

    def unverified(path: Path, kind: Any) -> Any:
        return open_container(path, kind, verify=False)

    with patch.object(module, "open_container", unverified):
        try:
            tables, prices = read_settings(path)
        except SyntacticDiffError:
            return False
    assert prices is not None
    SyntacticDiff(penalties=Penalties(pricing=prices), **tables["settings"])(SENTENCE)
    return True
