"""Damaged model files, and searches that must survive them.

Run in a process of its own: what is tested is that the process lives on.
"""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator
from pathlib import Path

from syntacticdiff.errors import ModelError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import SearchSettings, Word
from syntacticdiff.search.native_engine import NativeEngine
from syntacticdiff.search.penalties import Penalties

WORDS = ("the", "cat", "sat", "on", "a", "mat", "and", "dog", "ran", "to", "me", ".", "in", "it")
PREAMBLE = 24  # magic, version, length and checksum of the header

SETTINGS = (
    SearchSettings(search="sweep"),
    SearchSettings(search="beam", beam=3),
    SearchSettings(search="beam", cost="perplexity", alpha=0.0, positions="all", max_edits=2),
    SearchSettings(search="recursive", max_edits=2, cost="perplexity"),
)


def damaged_files(folder: Path, flips: int = 12) -> Iterator[tuple[str, Path]]:
    """Files with bytes changed in one section, `flips` for each, or cut off at a border."""
    rng = random.Random(3)
    for order in (1, 2, 3, 5):
        path = folder / f"{order}.sdlm"
        texts = [rng.choices(WORDS, k=rng.randint(2, 9)) for _ in range(150)]
        ReferenceModel.train(texts, order=order).save(path, bits=rng.choice((None, 8, 16)))
        intact = path.read_bytes()
        (length,) = struct.unpack_from("<I", intact, 12)
        sections = json.loads(intact[PREAMBLE : PREAMBLE + length])["sections"]
        start = -(-(PREAMBLE + length) // 64) * 64
        broken = folder / "broken.sdlm"
        for name, section in {"header": None, **sections}.items():
            if section is None:
                begin, end = 0, PREAMBLE + length
            else:
                begin = start + section["offset"]
                end = begin + section["length"] * int(section["dtype"][1:])
            for border in {begin, end, max(begin, end - 1), end + 1, len(intact) - 32}:
                broken.write_bytes(intact[:border])
                yield f"cut at {name}", broken
            for flip in range(flips if end > begin else 0):
                damaged = bytearray(intact)
                for _ in range(rng.choice((1, 1, 3, 50))):
                    where = rng.randrange(begin, end)
                    # High bytes make huge indices, NaNs and infinities.
                    damaged[where] = rng.choice((0, 0x7F, 0x80, 0xFF, rng.randrange(256)))
                if flip % 4 == 3:
                    damaged[begin:end] = bytes([rng.choice((0, 0x7F, 0xFF))]) * (end - begin)
                broken.write_bytes(damaged)
                yield name, broken


def survive(path: Path) -> bool:
    """Search with the file's model; False if it is refused."""
    try:
        model = ReferenceModel.load(path, verify=False)
    except ModelError:
        return False
    words = [Word(text, model.lexicon.id(text)) for text in (*WORDS, "never")]
    words += [Word(f"#{number}", number) for number in range(len(model.lexicon))]
    sentence = (words * 2)[::3]
    for settings in SETTINGS:
        engine = NativeEngine(
            model, settings, words[2:9], lambda word: words[word.id % 5 :][:2], Penalties()
        )
        (found,) = engine.search([sentence[:12]])
        assert len(found.steps) == len(found.gains)
    orders = (None, *range(1, model.order + 1))
    (candidates,) = engine.candidates([sentence[:12]], orders)
    assert set(candidates.gains) == set(orders)
    return True


def main(folder: str) -> None:
    counts = [0, 0]
    for _, path in damaged_files(Path(folder)):
        counts[survive(path)] += 1
    print(*counts)
