"""Scores as text for people: one figure per line, or tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from syntacticdiff.cli.messages import printable
from syntacticdiff.cli.rendering import Marks

DIGITS = 4


def figure(value: object) -> str:
    """A number or a list of numbers as text: shares with four decimals, counts as they are."""
    if isinstance(value, list):
        return f"[{', '.join(map(figure, value))}]"
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() and abs(value) > 1 else f"{value:.{DIGITS}f}"
    return f"{value:,}" if isinstance(value, int) else printable(str(value))


def score_lines(score: Mapping[str, object], marks: Marks) -> Iterator[str]:
    """The score of a corpus: one figure per line, then its tables, the signature last."""
    plain = _plain(score)
    width = max(map(len, plain), default=0)
    for name, value in plain.items():
        yield f"{name:{width}}  {figure(value):>10}"
    for name, value in score.items():
        if isinstance(value, Mapping):
            yield ""
            yield from table_lines(_rows(name, value), marks)
    yield marks.aside(printable(str(score["signature"])))


def sentence_lines(scores: Sequence[Mapping[str, object]], marks: Marks) -> Iterator[str]:
    """The scores of sentences, one line each."""
    rows = [{"sentence": number} | _plain(score) for number, score in enumerate(scores, 1)]
    yield from table_lines(rows, marks)
    if scores:
        yield marks.aside(printable(str(scores[0]["signature"])))


def table_lines(rows: Iterable[Mapping[str, object]], marks: Marks) -> Iterator[str]:
    """A table with a heading; the first column is aligned left, the others right."""
    cells = [{name: figure(value) for name, value in row.items()} for row in rows]
    if not cells:
        return
    widths = {name: max(len(name), *(len(row[name]) for row in cells)) for name in cells[0]}
    first, *others = widths

    def line(row: Mapping[str, str]) -> str:
        aligned = (f"{row[name]:>{widths[name]}}" for name in others)
        return "  ".join((f"{row[first]:{widths[first]}}", *aligned)).rstrip()

    yield marks.heading(line({name: name for name in widths}))
    yield from map(line, cells)


def _plain(score: Mapping[str, object]) -> dict[str, object]:
    """The figures of a score, without its signature and its tables."""
    return {
        name: value
        for name, value in score.items()
        if name != "signature" and not isinstance(value, Mapping)
    }


def _rows(name: str, value: Mapping[str, object]) -> list[dict[str, object]]:
    """The rows of a table within a score; plain figures are one row."""
    rows = [{name: key, **row} for key, row in value.items() if isinstance(row, Mapping)]
    return rows if len(rows) == len(value) else [{name: "", **value}]
