"""Parser files with bytes changed, and sentences parsed and repaired by what could be opened."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator
from pathlib import Path

from support.treebank import made_up_treebank
from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.repair import Repairer, RepairSettings, train_repairer
from syntacticdiff.syntax import ParserSettings, train_parser

PREAMBLE = 24  # magic, version, length and checksum of the header
FLIPS = 40  # for each section


def small_repairer() -> Repairer:
    """Learned from the made-up treebank, by the native engine."""
    treebank = made_up_treebank()
    reference = ReferenceModel.train([sentence.forms for sentence in treebank])
    parser = train_parser(treebank, ParserSettings(iterations=2, min_updates=1))
    settings = RepairSettings(errors=30, iterations=2, min_updates=1)
    return train_repairer(treebank, parser, reference, settings)


def damaged_parsers(repairer: Repairer, folder: Path) -> Iterator[Path]:
    """Files with bytes of one section changed."""
    path, rng = folder / "parser.sdparse", random.Random(5)
    repairer.save(path)
    intact = path.read_bytes()
    (length,) = struct.unpack_from("<I", intact, 12)
    sections = json.loads(intact[PREAMBLE : PREAMBLE + length])["sections"]
    start = -(-(PREAMBLE + length) // 64) * 64
    for section in sections.values():
        begin = start + section["offset"]
        end = begin + section["length"] * int(section["dtype"][1:])
        for flip in range(FLIPS if end > begin else 0):
            damaged = bytearray(intact)
            for _ in range(rng.choice((1, 3, 200))):
                damaged[rng.randrange(begin, end)] = rng.choice((0, 0x7F, 0xFF, rng.randrange(256)))
            if flip % 8 == 7:
                damaged[begin:end] = bytes([rng.choice((0, 0x7F, 0xFF))]) * (end - begin)
            path.write_bytes(damaged)
            yield path


def survive(path: Path, reference: ReferenceModel) -> bool:
    """Parse and repair with a damaged file; whether it could be opened."""
    sentences = [sentence.forms for sentence in made_up_treebank()[:20]]
    try:
        repairer = Repairer.load(path, reference=reference, verify=False, engine="native")
    except SyntacticDiffError:
        return False
    list(repairer.parser.parse_many(sentences))
    list(repairer.repair_many(sentences))
    return True
