"""Does the embedded model prefer the correction? Measured on the JFLEG development set.

    python pipelines/default_model.py              the embedded model
    python pipelines/default_model.py --variants   and other texts and settings beside it

The figure: of all (source, reference) pairs that differ, the share in which the reference has fewer
bits per token than the source; tokens as the files have them, lower-cased. Writes
results/default_model.md and .json. The data is looked for in $SYNTACTICDIFF_SHARED, else in
../shared beside the project; `--variants` also needs what reference_corpora/requirements.txt lists.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from syntacticdiff.files import atomic_write
from syntacticdiff.reference import ReferenceModel

PROJECT = Path(__file__).resolve().parents[1]
COMMAND = "python pipelines/default_model.py"
REFERENCES = 4
REQUIRED = 0.78  # the embedded model must do at least this

Sentences = list[list[str]]


class MissingDataError(Exception):
    """A file that is measured on is not there."""


@dataclass(frozen=True)
class Row:
    """One model and how often it prefers the correction."""

    text: str
    order: int
    pruning: str
    tokens: int
    ngrams: int
    bytes: int
    held_out_bits: float
    pairs: int
    preferred: int
    share: float
    low: float  # 95% interval, sentences resampled
    high: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description="How often the correction is preferred.")
    parser.add_argument("--variants", action="store_true", help="also train and measure others")
    parser.add_argument("--results", type=Path, default=PROJECT / "results", help="where to write")
    options = parser.parse_args(arguments)
    try:
        source, references = read_jfleg(shared_folder())
        rows = []
        for row in measured(source, references, options.variants):
            print(table_line(row), flush=True)
            rows.append(row)
    except MissingDataError as error:
        print(f"default_model: skipped: {error}", file=sys.stderr)
        return 1
    write_results(options.results, rows, COMMAND + (" --variants" if options.variants else ""))
    return 0


# Data


def shared_folder() -> Path:
    """Where the corpora are that the project only measures on."""
    return Path(os.environ.get("SYNTACTICDIFF_SHARED", PROJECT.parent / "shared"))


def existing(path: Path) -> Path:
    """The path, if something is there."""
    if not path.exists():
        raise MissingDataError(
            f"{path.name} is not in {path.parent}; set SYNTACTICDIFF_SHARED to the data folder"
        )
    return path


def read_jfleg(shared: Path) -> tuple[Sentences, list[Sentences]]:
    """The learners' sentences and their rewrites, lower-cased tokens as the files have them."""

    def read(name: str) -> Sentences:
        path = existing(shared / "data" / "gec" / "jfleg-dev" / f"dev.{name}")
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
        return [line.lower().split() for line in lines]

    return read("src"), [read(f"ref{number}") for number in range(REFERENCES)]


# Measuring


def preference(
    model: ReferenceModel, source: Sentences, references: list[Sentences]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """For every sentence, how many references differ, and how many of those are preferred."""
    differ = np.zeros(len(source), int)
    preferred = np.zeros(len(source), int)
    for i, tokens in enumerate(source):
        bits = model.score(tokens).bits_per_token
        for reference in references:
            if reference[i] != tokens:
                differ[i] += 1
                preferred[i] += model.score(reference[i]).bits_per_token < bits
    return differ, preferred


def measure(
    name: str, model: ReferenceModel, size: int, source: Sentences, references: list[Sentences]
) -> Row:
    """The row of a model; the interval comes from drawing sentences, not pairs, anew."""
    differ, preferred = preference(model, source, references)
    drawn = np.random.default_rng(0).integers(0, len(source), (2000, len(source)))
    shares = preferred[drawn].sum(axis=1) / differ[drawn].sum(axis=1)
    low, high = np.quantile(shares, [0.025, 0.975])
    pruning = model.header["pruning"]
    return Row(
        text=name,
        order=model.order,
        pruning=" ".join(map(str, pruning)) if pruning and any(pruning) else "none",
        tokens=model.header["tokens"],
        ngrams=sum(model.header["ngrams"]),
        bytes=size,
        held_out_bits=round(model.header["held_out_bits"], 3),
        pairs=int(differ.sum()),
        preferred=int(preferred.sum()),
        share=round(float(preferred.sum() / differ.sum()), 4),
        low=round(float(low), 4),
        high=round(float(high), 4),
    )


def measured(source: Sentences, references: list[Sentences], variants: bool) -> Iterator[Row]:
    """The embedded model's row, then those of the variants if they are wanted."""
    model = ReferenceModel.load("default")
    assert model.path is not None
    size = model.path.stat().st_size
    yield measure("embedded default", model, size, source, references)
    if not variants:
        return
    for name, texts, order, prune in variant_settings():
        model = ReferenceModel.train(texts, order=order, prune=prune, straight_quotes=True)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "variant.sdlm"
            model.save(path)
            yield measure(name, model, path.stat().st_size, source, references)


def variant_settings() -> Iterator[tuple[str, list[str], int, tuple[int, ...] | None]]:
    """Name, texts, order and pruning of what was considered."""
    sys.path.insert(0, str(PROJECT / "reference_corpora"))
    import sources

    def read(sentences: Callable[[], Iterator[str]]) -> list[str]:
        try:
            return list(sentences())
        except sources.SourceError as error:
            raise MissingDataError(str(error)) from error

    addresses, wikipedia, novels = (read(source.read) for source in sources.default_sources())
    two = addresses + wikipedia
    three = two + novels
    yield "addresses", addresses, 3, (0, 0, 1)
    yield "Wikipedia", wikipedia, 3, (0, 0, 1)
    yield "novels", novels, 3, (0, 0, 1)
    yield "addresses, Wikipedia", two, 3, (0, 0, 1)
    yield "addresses, Wikipedia", two, 3, None
    name = "addresses, Wikipedia, novels"
    yield name, three, 2, None
    yield name, three, 3, (0, 1, 1)
    yield name, three, 3, (0, 0, 1)
    yield name, three, 3, None
    yield name, three, 4, (0, 0, 1, 1)
    earlier = read(lambda: sources.addresses(1901, 1945))
    yield f"{name}, addresses of 1901 to 1945", three + earlier, 3, (0, 0, 1)
    older = ("austen-emma", "austen-persuasion", "austen-sense", "melville-moby_dick")
    yield f"{name}, Austen, Melville", three + read(lambda: sources.novels(*older)), 3, (0, 0, 1)
    folder = shared_folder() / "data" / "reference"
    others = [existing(folder / f"{corpus}.txt") for corpus in ("brown", "masc_written", "ewt")]
    lines = [line for path in others for line in path.read_text(encoding="utf-8").splitlines()]
    yield "Brown, MASC, EWT (only to compare)", lines, 3, None


# Writing

HEADINGS = (
    "text", "order", "pruned at", "tokens", "n-grams", "MB", "held-out bits", "preferred", "95%"
)  # fmt: skip


def table_line(row: Row) -> str:
    """A row in Markdown."""
    cells = (
        row.text,
        str(row.order),
        row.pruning,
        f"{row.tokens:,}",
        f"{row.ngrams:,}",
        f"{row.bytes / 1e6:.1f}",
        f"{row.held_out_bits:.2f}",
        f"**{row.share:.1%}**",
        f"{row.low:.1%} to {row.high:.1%}",
    )
    return f"| {' | '.join(cells)} |"


def write_results(folder: Path, rows: Sequence[Row], command: str) -> None:
    """results/default_model.md for people and .json for programs."""
    model = ReferenceModel.load("default")
    folder.mkdir(parents=True, exist_ok=True)
    report = {
        "command": command,
        "required": REQUIRED,
        "model": {"checksum": model.checksum, **model.header},
        "rows": [asdict(row) for row in rows],
    }
    with atomic_write(folder / "default_model.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "default_model.md") as stream:
        stream.write(markdown(rows, command, model).encode())


def markdown(rows: Sequence[Row], command: str, model: ReferenceModel) -> str:
    """The page: what was measured, the table, and what to read from it."""
    verdict = "meets" if rows[0].share >= REQUIRED else "misses"
    corpora = "\n".join(f"- {c['name']}: {c['licence']}" for c in model.header["corpora"])
    return f"""# The embedded model prefers the correction

Made by `{command}`; model checksum `{model.checksum[:16]}`.

JFLEG development set, {rows[0].pairs:,} pairs of a learner's sentence and a rewrite that differs
from it, lower-cased tokens as given. *Preferred*: the rewrite has fewer bits per token. The
embedded model {verdict} the {REQUIRED:.0%} that it is held to. No sentence of the reference was
chosen by this set, but the mix of texts was chosen with such figures in view, those of this table
and of some texts more (reference_corpora/README.md): take the embedded model's figure as slightly
flattering. Intervals come from drawing the learners' sentences anew; where the intervals of two
rows overlap, the order of the rows says little.

| {" | ".join(HEADINGS)} |
|{"---|" * len(HEADINGS)}
{chr(10).join(map(table_line, rows))}

*Pruned at*: for each order, n-grams seen that often or less are dropped. *Held-out bits* are per
token, on every 20th sentence of the model's own text, so they compare settings, not texts.

The embedded model's text:

{corpora}
"""


if __name__ == "__main__":
    sys.exit(main())
