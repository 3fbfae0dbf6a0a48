"""`syntacticdiff rank`: systems ranked by human judgments."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import Clock, counted, printable, say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import output_options, seed_option
from syntacticdiff.cli.output import Output, Printer, check_writable
from syntacticdiff.cli.rendering import Marks
from syntacticdiff.errors import UsageError
from syntacticdiff.rankings.methods import METHODS

if TYPE_CHECKING:
    from syntacticdiff.rankings.held_out import HeldOutScores
    from syntacticdiff.rankings.judgments import SameOutput
    from syntacticdiff.rankings.match_selection import Match
    from syntacticdiff.rankings.ranking import SystemRanking

FIGURES = (".svg", ".html")


@click.command("rank")
@click.argument("judgments", metavar="JUDGMENTS")
@output_options
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default=next(iter(METHODS)),
    show_default=True,
    help="How judgments become scores.",
)
@click.option(
    "--resamples",
    type=WholeNumber(1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Bootstrap resamples for rank ranges and rank groups.",
)
@seed_option("Seed of the bootstrap.")
@click.option(
    "--same-output",
    type=click.Choice(("skip", "tie")),
    default="skip",
    show_default=True,
    help="Whether systems with the same output are not compared, or count as equal.",
)
@click.option(
    "--held-out",
    "folds",
    type=WholeNumber(2),
    metavar="FOLDS",
    help="Measure how well scores predict held-out judgments, by cross-validation.",
)
@click.option(
    "--next",
    "wanted",
    type=WholeNumber(1),
    metavar="N",
    help="Name the N pairs of systems to judge next.",
)
@click.option("--figure", metavar="FILE", help="Draw the ranking: .svg, or .html with a table.")
def command(
    judgments: str,
    output: Output,
    method: str,
    resamples: int,
    seed: int,
    same_output: SameOutput,
    folds: int | None,
    wanted: int | None,
    figure: str | None,
) -> None:
    """Systems in the order that people's judgments put them in.

    JUDGMENTS is WMT/appraise XML (.xml, or - for standard input) or a table with WMT's columns
    system1Id, system1rank, system2Id, system2rank (.csv, .tsv, .jsonl). Scores come from all
    judgments, rank ranges and rank groups from resampled ones.
    """
    if figure is not None:
        _check_figure(figure)
    from syntacticdiff.evaluate.inputs import existing
    from syntacticdiff.rankings.held_out import score_held_out
    from syntacticdiff.rankings.judgments import read_judgments
    from syntacticdiff.rankings.match_selection import next_matches
    from syntacticdiff.rankings.ranking import rank_systems

    judged = read_judgments(existing(judgments), say, same_output)
    with Clock(f"{method}, {counted(resamples, 'resample')}") as clock:
        ranking = rank_systems(judged, method, resamples=resamples, seed=seed)
        clock.show("predicting held-out judgments")
        predicted = score_held_out(judged, METHODS[method].scores, folds, seed) if folds else None
    matches = next_matches(judged, ranking.resampled, wanted) if wanted else None
    if figure is not None:
        _draw(ranking, figure, f"{Path(judgments).name}: {method}")
    with output.open() as printer:
        if output.json:
            printer.json(_plain(ranking, predicted, matches))
        else:
            _print_ranking(ranking, printer)
            if predicted is not None:
                _print_held_out(predicted, printer)
            for match in matches or ():
                _print_match(match, printer)


def _check_figure(figure: str) -> None:
    if not figure.lower().endswith(FIGURES):
        raise UsageError(f"{figure}: the name of a figure must end in {' or '.join(FIGURES)}")
    check_writable(figure)


def _draw(ranking: SystemRanking, figure: str, title: str) -> None:
    from syntacticdiff.files.atomic import atomic_write
    from syntacticdiff.report.ranking import ranking_figure, ranking_page

    draw = ranking_figure if figure.lower().endswith(".svg") else ranking_page
    with atomic_write(figure) as stream:
        stream.write(draw(ranking, title).encode())


def _plain(
    ranking: SystemRanking, predicted: HeldOutScores | None, matches: list[Match] | None
) -> dict[str, object]:
    plain = ranking.to_dict()
    signature = plain.pop("signature")
    if predicted is not None:
        plain["held_out"] = asdict(predicted)
    if matches is not None:
        plain["next"] = [match._asdict() for match in matches]
    return {**plain, "signature": signature}


def _print_ranking(ranking: SystemRanking, printer: Printer) -> None:
    marks = Marks(printer.color)
    printer.line(marks.heading("rank  range    score  system"))
    by_name = {system.name: system for system in ranking.systems}
    for number, group in enumerate(ranking.rank_groups):
        if number:
            printer.line(marks.aside("-" * 30))
        for name in group:
            system = by_name[name]
            reach = f"{system.range[0]}-{system.range[1]}"
            printer.line(f"{system.rank:4}  {reach:>5}  {system.score:7.4f}  {printable(name)}")


def _print_held_out(predicted: HeldOutScores, printer: Printer) -> None:
    printer.line()
    printer.line(
        f"{counted(predicted.judgments, 'held-out judgment')}: {predicted.accuracy:.1%} predicted, "
        f"{predicted.decided_accuracy:.1%} of those without ties; "
        f"perplexity {predicted.perplexity:.3f} ({predicted.baseline:.3f} without any scores)"
    )


def _print_match(match: Match, printer: Printer) -> None:
    printer.line(
        f"next: {printable(match.first)} and {printable(match.second)}, met "
        f"{match.judgments:,} times, entropy of their order {match.openness:.2f} bits"
    )
