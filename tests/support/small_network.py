"""A context network with made-up weights, and files of it with bytes changed."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.files.container import open_container
from syntacticdiff.search.prices import ContextNetwork
from syntacticdiff.search.prices.context_file import (
    LAYERS,
    SDCTX,
    TABLE,
    Layer,
    NetworkArrays,
    stored_network,
)

PREAMBLE = 24  # magic, version, length and checksum of the header
FLIPS = 16  # for each section

WORDS = ("the", ".", "a", "cat", "sat", "on", "mat", "mats", "n't", "is")
HEADER = {"licence": "CC0", "made_by": "tests"}


def small_network(seed: int = 1) -> NetworkArrays:
    """Random weights of every size that differs from the others."""
    rng = np.random.default_rng(seed)
    points = np.arange(-TABLE // 2, TABLE // 2) / 1024
    network = NetworkArrays(
        words=WORDS,
        unknown_classes=("OTHER", "NUM", "S"),
        gap_words=("the", "a", "."),
        outputs=8,
        vector=5,
        units=7,
        word_units=9,
        gap_units=6,
        vectors=rng.integers(-128, 128, 13 * 5).astype(np.int8),
        vector_scales=rng.integers(1_000, 60_000, 13).astype(np.uint16),
        layers={},
        sigmoid=np.rint(2**14 / (1 + np.exp(-points))).astype(np.int16),
        tanh=np.rint(2**14 * np.tanh(points)).astype(np.int16),
    )
    layers = {}
    for name in LAYERS:
        rows, columns = network.shape(name)
        layers[name] = Layer(
            rng.integers(-128, 128, rows * columns).astype(np.int8),
            rng.integers(1 << 15, 1 << 17, rows).astype(np.int32),
            rng.integers(-1_000, 1_000, rows).astype(np.int32),
        )
    return replace(network, layers=layers)


def damaged_networks(folder: Path) -> Iterator[Path]:
    """Files with bytes of one section changed."""
    path, rng = folder / "damaged.sdctx", random.Random(5)
    small_network().write(path, HEADER)
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


def survive(path: Path, engine: str = "native") -> bool:
    """Ask a damaged network everything; whether it could be opened."""
    try:
        arrays = stored_network(open_container(path, SDCTX, verify=False, copy=True))
    except SyntacticDiffError:
        return False
    network = ContextNetwork(arrays, "", engine=engine)
    for opinions in network.opinions([WORDS, [], ["the"]]):
        for place in range(opinions.size):
            opinions.all_subs(place, "the")
            opinions.all_removes(place)
        for place in range(opinions.size + 1):
            opinions.all_inserts(place)
    return True
