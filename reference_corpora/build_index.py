"""The recipe of the embedded index: the embedded reference and words in, `default.sdindex` out.

    python reference_corpora/build_index.py --out syntacticdiff/recognition/default.sdindex

To be run again whenever `default.sdlm` or `english.sdwords` has changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from syntacticdiff.recognition.indexed_words import build_index, index_checksum, write_index
from syntacticdiff.reference import ReferenceModel


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the file."""
    parser = argparse.ArgumentParser(description="Build the embedded index of words.")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    options = parser.parse_args(arguments)
    lexicon = ReferenceModel.load("default").lexicon
    index = build_index(lexicon)
    write_index(index, options.out, index_checksum(lexicon))
    print(f"{options.out}: {len(index.words):,} words, {options.out.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
