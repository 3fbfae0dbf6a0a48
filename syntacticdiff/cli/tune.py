"""`syntacticdiff tune`: settings for `correct`, fitted on annotated text."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from syntacticdiff.cli.messages import Clock, counted, say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import reference_option, seed_option
from syntacticdiff.cli.output import check_writable
from syntacticdiff.errors import UsageError
from syntacticdiff.files.opening import open_file

if TYPE_CHECKING:
    from syntacticdiff.tuning.fitting import Tuned

INTERRUPTED = 130
_WORDS = ("insertions", "substitutions", "removals")


@click.command("tune")
@click.argument("gold", metavar="GOLD.m2")
@click.option("--out", metavar="FILE.sdcs", required=True, help="The file to write.")
@click.option(
    "--metric",
    type=click.Choice(["f0.5", "f1"]),
    default="f0.5",
    show_default=True,
    help="What is to be high, as `evaluate m2` counts it.",
)
@click.option(
    "--level",
    type=click.Choice(["learned", "operations"]),
    default="learned",
    show_default=True,
    help="The shipped prices adapted to this text, or a penalty for each operation.",
)
@seed_option("The same seed gives the same file.")
@click.option(
    "--folds",
    type=WholeNumber(),
    default=4,
    show_default=True,
    help="Parts held out in turn for the figure that is reported; 0 for no such figure.",
)
@click.option(
    "--caution",
    type=float,
    default=0.0,
    show_default=True,
    metavar="BITS",
    help="What each edit costs besides what is learned, for text with fewer mistakes.",
)
@reference_option
@click.option("--insertions", metavar="WORDS", help="function-words, frequent:N, a file of words.")
@click.option(
    "--substitutions",
    metavar="WORDS",
    help="inflections, confusions, spelling, ...; several with +.",
)
@click.option(
    "--removals", metavar="WORDS", help="function-words, all, frequent:N, a file of words."
)
def command(
    gold: str,
    out: str,
    metric: str,
    level: str,
    seed: int,
    folds: int,
    caution: float,
    reference: str,
    **words: str | list[str] | None,
) -> None:
    """Settings for correct, fitted on annotated text.

    Ctrl-C ends it early; what has been found by then is written.
    """
    check_writable(out)
    if level == "learned" and Path(out).suffix == ".toml":  # said before the work, not after it
        raise UsageError(
            f"--out: learned prices have no TOML form; name the file *.sdcs, not {out}"
        )
    from syntacticdiff.alignment.m2 import read_m2
    from syntacticdiff.differ.stored import refuse_paths
    from syntacticdiff.reference import ReferenceModel
    from syntacticdiff.tuning.fitting import tune

    problems: list[str] = []

    def told(problem: str) -> None:
        problems.append(problem)
        say(problem)

    def kept(result: Tuned) -> None:
        """Written as it comes, so that it is there whatever ends the rest."""
        assert result.settings is not None
        result.settings.save(out)

    sentences = read_m2(gold, told)
    words = {name: _itself(name, spec) for name, spec in words.items()}
    refuse_paths(words)  # the file that is written could not be read
    with Clock() as clock:
        result = tune(
            sentences,
            ReferenceModel.load(reference),
            metric=metric,
            level=level,
            seed=seed,
            number_of_folds=folds,
            caution=caution,
            settings={name: words[name] for name in _WORDS if words[name] is not None},
            provenance=_source(gold),
            report=clock.show,
            keep=kept,
        )
    kept(result)
    say(_summary(result, metric, out))
    if result.stopped:
        raise click.exceptions.Exit(INTERRUPTED)
    if problems:
        raise click.exceptions.Exit(1)


def _itself(name: str, spec: str | list[str] | None) -> str | list[str] | None:
    """The words of a file instead of its name: settings are used elsewhere and later."""
    from syntacticdiff.search.sources.word_lists import read_words

    if name != "substitutions" and isinstance(spec, str):
        path = spec.removeprefix("file:")
        if path != spec or os.path.isfile(spec):
            return read_words(name, path)
    return spec


def _source(gold: str) -> dict[str, Any]:
    path = Path(gold)
    if not path.is_file():
        return {"data": gold}
    with open_file(path) as stream:
        digest = hashlib.file_digest(stream, "sha256")
    return {"data": path.name, "data_sha256": digest.hexdigest()}


def _summary(result: Tuned, metric: str, out: str) -> str:
    name = metric.upper()
    parts = [f"{out}: {name} {result.on_gold:.4f} where it was tuned"]
    if result.score is not None:
        score = result.score
        parts.append(
            f"{name} {score.f:.4f} (P {score.precision:.4f}, R {score.recall:.4f}) on "
            f"{counted(result.folds_done, 'held-out fold')}"
        )
    if result.before is not None:
        parts.append(f"{name} {result.before.f:.4f} there with the shipped prices")
    if result.stopped:
        parts.append("stopped early: the best so far")
    return "; ".join(parts)
