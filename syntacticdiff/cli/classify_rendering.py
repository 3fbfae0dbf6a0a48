"""Evaluations and predictions as tables of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from syntacticdiff.cli.messages import counted, printable
from syntacticdiff.cli.rendering import Marks, marked

if TYPE_CHECKING:
    from syntacticdiff.classify.classifier import Prediction
    from syntacticdiff.classify.telling import Examples

_SHOWN_EDITS = 5  # for each class; JSON and the report have more


def evaluation_lines(
    summary: Mapping[str, Any], best: str, marks: Marks, examples: Examples
) -> Iterator[str]:
    """The summary of an evaluation, with the confusion matrix of the best feature set."""
    groups = "" if summary["groups"] is None else f", {counted(summary['groups'], 'group')}"
    folds = f"{summary['folds']} folds"
    if summary["tested"] < summary["documents"]:
        folds = f"tested on {summary['tested']:,}"
    yield (
        f"{counted(summary['documents'], 'document')}, {len(summary['classes'])} classes, "
        f"{folds}{groups}, seed {summary['seed']}, {summary['classifier']}; "
        f"the most common class alone: {_percent(summary['majority'])}"
    )
    yield ""
    yield from table_lines(
        ["features", "accuracy", "macro F1", "vocabulary", "per document"],
        [
            [
                result["features"],
                f"{_percent(result['accuracy'])} {_interval(result['accuracy_interval'])}",
                f"{_percent(result['macro_f1'])} {_interval(result['macro_f1_interval'])}",
                f"{result['vocabulary']:,}",
                f"{result['row_length']:,.1f}",
            ]
            for result in summary["results"]
        ],
        marks,
    )
    if summary["comparisons"]:
        yield ""
        yield from table_lines(
            ["difference in points", "accuracy", "p", "macro F1", "p"],
            [_comparison(pair) for pair in summary["comparisons"]],
            marks,
        )
    yield ""
    yield from _confusion(summary, best, marks)
    yield from _informative(summary["informative"], examples, marks)
    yield ""
    yield marks.aside(printable(summary["signature"]))


def prediction_line(document: str, prediction: Prediction, marks: Marks) -> str:
    """A document, its predicted class with the probability, and the evidence."""
    evidence = ", ".join(
        f"{printable(feature)} {contribution:+.2f}" for feature, contribution in prediction.evidence
    )
    label = marks.heading(printable(prediction.label))
    return (
        f"{printable(document)}  {label}  {_percent(prediction.probability)}  {evidence}".rstrip()
    )


def _comparison(pair: Mapping[str, Any]) -> list[str]:
    return [
        f"{pair['first']} - {pair['second']}",
        f"{100 * pair['accuracy_difference']:+.1f}",
        f"{pair['accuracy_p']:.4f}",
        f"{100 * pair['macro_f1_difference']:+.1f}",
        f"{pair['macro_f1_p']:.4f}",
    ]


def _confusion(summary: Mapping[str, Any], best: str, marks: Marks) -> Iterator[str]:
    [result] = [result for result in summary["results"] if result["features"] == best]
    labels = [printable(label) for label in summary["classes"]]
    rows = [[label, *map(str, row)] for label, row in zip(labels, result["confusion"], strict=True)]
    yield from table_lines([f"{best}: predicted as", *labels], rows, marks)


def _informative(edits: Mapping[str, Any], examples: Examples, marks: Marks) -> Iterator[str]:
    if not any(edits.values()):
        return
    rows = [
        [
            printable(label) if not place else "",
            printable(edit["feature"]),
            f"{edit['information_gain']:.4f}",
            _percent(edit["share"]),
            _percent(edit["share_elsewhere"]),
        ]
        for label, features in edits.items()
        for place, edit in enumerate(features[:_SHOWN_EDITS])
    ]
    sentences = [
        [marked(diff, marks) for _, diff in examples.get(label, {}).get(edit["feature"], ())]
        for label, features in edits.items()
        for edit in features[:_SHOWN_EDITS]
    ]
    yield ""
    head, *lines = table_lines(
        ["class", "informative edit", "bits", "here", "elsewhere"], rows, marks, left=2
    )
    yield head
    for line, quoted in zip(lines, sentences, strict=True):
        yield line
        yield from (f"    {sentence}" for sentence in quoted)


def table_lines(
    head: Sequence[str], rows: Sequence[Sequence[str]], marks: Marks, left: int = 1
) -> Iterator[str]:
    """Aligned columns, the first `left` ones to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        line = "  ".join(cells).rstrip()
        yield marks.heading(line) if row is head else line


def _interval(ends: Sequence[float]) -> str:
    return f"[{100 * ends[0]:.1f}, {100 * ends[1]:.1f}]"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
