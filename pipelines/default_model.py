"""Is the embedded model on the side of the correction? And are others, of other texts and sizes?

    python pipelines/default_model.py                        the embedded model
    python pipelines/default_model.py --beside NAME=FILE     and other model files; repeatable
    python pipelines/default_model.py --variants             and other mixes of text and settings

What is measured: preference.py. Writes results/default_model.md and .json. The data is looked for
in $SYNTACTICDIFF_SHARED, else in ../shared beside the project. `--variants` downloads the texts
(see `syntacticdiff reference build`) and trains each variant, which takes an hour; its rows are
kept in the .json, and a run without it keeps them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from default_model_page import markdown
from default_model_variants import VariantRow, measured_variants
from preference import (
    ANNOTATED,
    Share,
    lowered,
    preference,
    prefers_right,
    read_gold_edits,
    read_jfleg,
    read_minimal_pairs,
    total_bits,
)
from shared_data import PROJECT, MissingDataError, existing

from syntacticdiff.files import atomic_write
from syntacticdiff.reference import ReferenceModel

COMMAND = "python pipelines/default_model.py"


@dataclass(frozen=True)
class ModelRow:
    """A model and what it prefers."""

    name: str
    checksum: str
    order: int
    words: int
    ngrams: int
    tokens: int
    bytes: int
    jfleg: Share  # bits per token
    jfleg_total: Share
    pairs: Share
    missed: list[str]  # habits, once for each pair that was missed
    gold: dict[str, dict[str, Share]]  # by data set, by type; "" for all


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write the tables."""
    parser = argparse.ArgumentParser(description="How often the correction is preferred.")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--variants", action="store_true", help="also train and measure others")
    parser.add_argument("--results", type=Path, default=PROJECT / "results", help="where to write")
    options = parser.parse_args(arguments)
    others = dict(other.split("=", 1) for other in options.beside)
    try:
        rows = [measured(name, source) for name, source in {"default": "default", **others}.items()]
        variants = kept_variants(options.results / "default_model.json")
        if options.variants:
            variants = list(measured_variants())
    except MissingDataError as error:
        print(f"default_model: skipped: {error}", file=sys.stderr)
        return 1
    flags = [f"--beside {name}=FILE" for name in others] + ["--variants"] * options.variants
    write_results(options.results, rows, variants, " ".join([COMMAND, *flags]))
    return 0


def measured(name: str, source: str) -> ModelRow:
    """The row of a model."""
    learners, rewrites = read_jfleg()
    pairs = read_minimal_pairs()
    annotated = {name: read_gold_edits(existing(*parts)) for name, parts in ANNOTATED.items()}
    model = ReferenceModel.load(source)
    assert model.path is not None
    right = prefers_right(model, pairs)
    counts = [
        preference(model, learners, rewrites),
        preference(model, learners, rewrites, total_bits),
    ]
    row = ModelRow(
        name=name,
        checksum=model.checksum,
        order=model.order,
        words=len(model.lexicon),
        ngrams=sum(model.header["ngrams"]),
        tokens=model.header["tokens"],
        bytes=model.path.stat().st_size,
        jfleg=Share.of(counts[0][1], counts[0][0]),
        jfleg_total=Share.of(counts[1][1], counts[1][0]),
        pairs=Share.of_flags(right),
        missed=[pair["habit"] for pair, fine in zip(pairs, right, strict=True) if not fine],
        gold={name: lowered(model, edits) for name, edits in annotated.items()},
    )
    print(
        f"{name}: JFLEG {row.jfleg.share:.1%}, pairs {row.pairs.preferred} of {row.pairs.number}, "
        + ", ".join(f"{name} {shares[''].share:.1%}" for name, shares in row.gold.items()),
        flush=True,
    )
    return row


def kept_variants(path: Path) -> list[VariantRow]:
    """The variants that an earlier run measured."""
    if not path.exists():
        return []
    kept = json.loads(path.read_text("utf-8")).get("variants", [])
    return [VariantRow(**row) for row in kept]


def write_results(
    folder: Path, rows: Sequence[ModelRow], variants: Sequence[VariantRow], command: str
) -> None:
    """results/default_model.md for people and .json for programs."""
    folder.mkdir(parents=True, exist_ok=True)
    header = ReferenceModel.load("default").header
    report = {
        "command": command,
        "model": header,
        "rows": [asdict(row) for row in rows],
        "variants": [asdict(row) for row in variants],
    }
    with atomic_write(folder / "default_model.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "default_model.md") as stream:
        stream.write(markdown(rows, variants, header["corpora"], command).encode())


if __name__ == "__main__":
    sys.exit(main())
