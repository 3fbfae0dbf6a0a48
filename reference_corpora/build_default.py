"""The recipe of the embedded reference model: open text in, `default.sdlm` and its records out.

    pip install .
    python reference_corpora/build_default.py --out syntacticdiff/reference/default.sdlm

Writes the model; with `--records` also ATTRIBUTION.txt (who wrote the texts) and
reference_corpora/texts.md (where each text is from, its checksums and its size). The same packages,
with the versions in requirements.txt, give the same bytes. Which texts and which settings:
`default` in syntacticdiff/reference/recipes/registry.py; why these: results/default_model.md.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.recipes import (
    RECIPES,
    TEXTS,
    OpenText,
    attribution,
    build_reference,
    cleaned,
)

PROJECT = Path(__file__).resolve().parents[1]
COLUMNS = (
    *("text", "genre", "package's file", "terms of the text", "sentences", "tokens", "counted"),
    *("SHA-256 of the package's file", "SHA-256 of the cleaned text"),
)
ATTRIBUTION_HEAD = """\
Attribution of the texts that the embedded reference model was computed from
============================================================================

NOTICE says what the model is, its licence, and which texts it was computed from. The authors of
those texts that are under licences with attribution are listed here. The file is written by
reference_corpora/build_default.py.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description="Build the embedded reference model.")
    parser.add_argument("--out", type=Path, required=True, help="the model file to write")
    parser.add_argument("--records", action="store_true", help="also ATTRIBUTION.txt and texts.md")
    options = parser.parse_args(arguments)
    try:
        build_reference("default", options.out, say=say)
        model = ReferenceModel.load(options.out)
        if options.records:
            write_records(model)
    except SyntacticDiffError as error:
        say(str(error))
        return 1
    ngrams = ", ".join(f"{count:,}" for count in model.header["ngrams"])
    print(f"{model.header['tokens']:,} tokens; n-grams by order: {ngrams}")
    print(f"{options.out.stat().st_size:,} bytes; checksum {model.checksum}")
    return 0


def say(line: str) -> None:
    """One line of progress."""
    print(f"build_default: {line}", file=sys.stderr, flush=True)


def write_records(model: ReferenceModel) -> None:
    """The authors and the texts of the embedded model."""
    names = list(RECIPES["default"].times)
    lines = [ATTRIBUTION_HEAD, *attribution(names, say)]
    (PROJECT / "ATTRIBUTION.txt").write_text("\n".join(lines), encoding="utf-8")
    (PROJECT / "reference_corpora" / "texts.md").write_text(table(model, names), encoding="utf-8")


def table(model: ReferenceModel, names: Sequence[str]) -> str:
    """The texts, where they are from and how large they are, in Markdown."""
    rows = "\n".join(row(model, TEXTS[name]) for name in names)
    return f"""# The texts of the embedded model

Written by `python reference_corpora/build_default.py --records`, in the order in which the texts
are read. Sentences and tokens are those that the cleaning kept.

| {" | ".join(COLUMNS)} |
|{"---|" * len(COLUMNS)}
{rows}
"""


def row(model: ReferenceModel, text: OpenText) -> str:
    """A text's line of the table."""
    content = cleaned(text, say).sentences.read_bytes()
    lines = content.decode("utf-8").splitlines()
    tokens = sum(len(model.tokens(line)) for line in lines)
    times = RECIPES["default"].times[text.name]
    cells = (
        text.title,
        text.genre,
        f"`{text.package.filename}`",
        text.licence,
        f"{len(lines):,}",
        f"{tokens:,}",
        "once" if times == 1 else f"{times} times",
        f"`{text.package.sha256[:16]}`",
        f"`{hashlib.sha256(content).hexdigest()[:16]}`",
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
