"""`syntacticdiff compare`: what distinguishes two corpora."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from syntacticdiff.cli.messages import counted, printable, progress
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import (
    Corpus,
    Function,
    input_options,
    jobs_option,
    output_options,
    seed_option,
)
from syntacticdiff.cli.output import Output, check_writable
from syntacticdiff.cli.rendering import Marks, marked
from syntacticdiff.cli.search_options import given_settings, search_options
from syntacticdiff.errors import UsageError

if TYPE_CHECKING:
    from syntacticdiff.compare.comparison import Comparison
    from syntacticdiff.compare.contrast import Contrast, Direction

_SHOWN_EDITS = 15  # in each direction; JSON and the report have more


def _two_inputs(function: Function) -> Function:
    """The inputs A and B and how to read them, as the arguments `first` and `second`."""

    @functools.wraps(function)
    def wrapper(corpus: Corpus, **others: Any) -> Any:
        if len(corpus.inputs) != 2:
            raise UsageError(
                f"compare takes two inputs, A and B, not {len(corpus.inputs)}; put the files of a "
                "corpus in a folder"
            )
        sides = [replace(corpus, inputs=(name,)) for name in corpus.inputs]
        return function(first=sides[0], second=sides[1], **others)

    return input_options()(wrapper)


@click.command("compare")
@_two_inputs
@click.option(
    "--order",
    type=WholeNumber(),
    default=3,
    show_default=True,
    metavar="N",
    help="The order of the models.",
)
@click.option(
    "--folds",
    type=WholeNumber(),
    default=5,
    show_default=True,
    metavar="N",
    help="The number of folds of a corpus.",
)
@click.option(
    "--edits",
    "n_edits",
    type=WholeNumber(),
    default=30,
    show_default=True,
    metavar="N",
    help="The number of edits to list.",
)
@click.option(
    "--max-q",
    type=click.FloatRange(0, 1),
    default=0.05,
    show_default=True,
    metavar="X",
    help="The false discovery rate among the listed edits; 1 lists all.",
)
@click.option(
    "--examples",
    "n_examples",
    type=WholeNumber(),
    default=3,
    show_default=True,
    metavar="N",
    help="Sentences for each edit.",
)
@seed_option("Seed of the folds.")
@click.option("--report", metavar="FILE", help="Also write a report: FILE.html, .json or .md.")
@output_options
@search_options("believable", reference=False)
@jobs_option
def command(
    first: Corpus,
    second: Corpus,
    output: Output,
    settings: dict[str, Any],
    jobs: int | None,
    seed: int,
    report: str | None,
    **wanted: Any,
) -> None:
    """Find the edits that distinguish two corpora.

    For learners and natives, two authors, two sides of a debate, two years. INPUT... is A and B,
    each a file, a folder or a table. B is split into folds; a model of all folds but one judges the
    texts of that fold, and A's texts are judged by the same models, with their counts averaged. The
    edits that A's texts need more than B's own are ranked by z, the log-odds with an informative
    prior in standard deviations. Then A and B are exchanged. No text is judged by a model that has
    seen it or an equal text.

    Edits are those that a reader would probably agree with, counted by their probabilities, per
    word; habits, such as a missing article, per noun, verb or word. --describe finds everything
    that is less usual in the other corpus, with function words removed only, so that what is found
    is style and not the subject; --describe --operations remove --removals all finds the words that
    are typical of a corpus. With --json, one object per line: {"kind": "comparison"}, then
    "direction", "habit" and "contrast" ones.
    """
    if report is not None:
        from syntacticdiff.report.writing import report_format

        report_format(report)
        check_writable(report)
    corpora = [list(progress(corpus.documents(), "documents")) for corpus in (first, second)]
    from syntacticdiff.compare.comparison import Comparison
    from syntacticdiff.features.vectorizer import EditVectorizer

    for corpus in (first, second):
        corpus.refuse_nothing()
    if settings["search"] == "sweep" and "--removals" not in given_settings():
        settings["removals"] = "function-words"  # what else a corpus has is its subject
    vectorizer = EditVectorizer(**settings, tokenized=first.tokenized, n_jobs=jobs)
    comparison = Comparison(**wanted, vectorizer=vectorizer, random_state=seed, verbose=True)
    titles = (first.inputs[0], second.inputs[0])
    texts = [[document.text for document in corpus] for corpus in corpora]
    comparison.fit(texts[0], texts[1], titles)
    names = [[document.name for document in corpus] for corpus in corpora]
    if report is not None:  # first: whoever reads the output may close it
        _write_report(report, comparison, titles, names)
    with output.open() as printer:
        if output.json:
            for value in _json_lines(comparison, titles, names):
                printer.json(value)
        else:
            for line in _lines(comparison, titles, Marks(printer.color)):
                printer.line(line)
    first.finish()
    second.finish()


def _directions(
    comparison: Comparison, titles: tuple[str, str], names: list[list[str]]
) -> Iterator[tuple[Direction, str, str, list[str]]]:
    first, second = titles
    yield comparison.a_under_b_, first, second, names[0]
    yield comparison.b_under_a_, second, first, names[1]


def _lines(comparison: Comparison, titles: tuple[str, str], marks: Marks) -> Iterator[str]:
    yield marks.aside(comparison.method)
    for direction, texts, reference, _ in _directions(comparison, titles, [[], []]):
        yield ""
        yield marks.heading(
            f"What {printable(texts)} ({counted(direction.documents, 'document')}) needs to be "
            f"like {printable(reference)} ({counted(direction.reference_documents, 'document')})"
        )
        if direction.habits:
            yield f"   {'z':>6}  {'q':>6}  {'here':>8}  {'there':>8}  per 100"
        for habit in direction.habits[:_SHOWN_EDITS]:
            yield (
                f"   {habit.z:6.1f}  {_q(habit.q)}  {habit.rate:8.2f}  "
                f"{habit.reference_rate:8.2f}  {habit.per:<7}  {marks.heading(habit.edit)}"
            )
            yield from _example(habit, marks)
        if not direction.contrasts:
            yield "   no edit that the other texts do not need as well, beyond chance"
        else:
            yield f"   {'z':>6}  {'q':>6}  {'here':>8}  {'there':>8}"
        for contrast in direction.contrasts[:_SHOWN_EDITS]:
            yield (
                f"   {contrast.z:6.1f}  {_q(contrast.q)}  {_count(contrast.count)}  "
                f"{_count(contrast.reference_count)}  "
                f"{marks.heading(printable(contrast.edit))}"
            )
            yield from _example(contrast, marks)


def _example(contrast: Contrast, marks: Marks) -> Iterator[str]:
    for example in contrast.examples[:1]:
        yield f"           {marked(example.diff, marks)}"


def _count(value: float) -> str:
    return f"{value:8,.1f}" if value < 100 else f"{value:8,.0f}"


def _q(value: float | None) -> str:
    return f"{'':6}" if value is None else "< .001" if value < 0.001 else f"{value:6.3f}"


def _json_lines(
    comparison: Comparison, titles: tuple[str, str], names: list[list[str]]
) -> Iterator[dict[str, Any]]:
    yield {
        "kind": "comparison",
        "a": titles[0],
        "b": titles[1],
        "method": comparison.method,
    }
    for direction, texts, reference, documents in _directions(comparison, titles, names):
        sides = {"texts": texts, "reference": reference}
        yield {
            "kind": "direction",
            **sides,
            "documents": direction.documents,
            "reference_documents": direction.reference_documents,
            "edits": direction.edits,
            "reference_edits": direction.reference_edits,
        }
        for kind, found in (("habit", direction.habits), ("contrast", direction.contrasts)):
            for contrast in found:
                yield {"kind": kind, **sides, **_contrast_data(kind, contrast, documents)}


def _contrast_data(kind: str, contrast: Contrast, documents: list[str]) -> dict[str, Any]:
    rates: dict[str, Any] = {}
    if contrast.per is not None:
        rates = {
            "per": contrast.per,
            "rate": contrast.rate,
            "reference_rate": contrast.reference_rate,
        }
    return {
        "habit" if kind == "habit" else "edit": contrast.edit,
        "z": contrast.z,
        "q": contrast.q,
        "log_odds": contrast.log_odds,
        "count": contrast.count,
        "reference_count": contrast.reference_count,
        **rates,
        "documents": contrast.documents,
        "sentences": [
            {"document": documents[one.document], **one.diff.to_dict()} for one in contrast.examples
        ],
    }


def _write_report(
    path: str, comparison: Comparison, titles: tuple[str, str], names: list[list[str]]
) -> None:
    from syntacticdiff.report.comparison import comparison_summary
    from syntacticdiff.report.summary import Summary
    from syntacticdiff.report.writing import write_report

    found = comparison_summary(comparison, titles, (names[0], names[1]))
    write_report(
        path,
        Summary(f"{titles[0]} and {titles[1]}", comparison.signature_, sections=(found,)),
    )
