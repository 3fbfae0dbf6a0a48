"""Two corpora compared: the edits that each needs under reference models of the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from syntacticdiff.report.markdown import code, escaped, quotations, table
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import QuotedSentence, SectionSummary


@dataclass(frozen=True)
class ContrastEdit:
    """An edit that the texts of one side need more often than those of the other.

    Parameters
    ----------
    edit : str
        Its name.
    log_odds : float
        Log-odds (natural logarithm, informative prior) of the texts against the reference's own.
    z : float
        The log-odds in standard deviations.
    count, reference_count : float
        How often it occurs in the texts, and in the reference's own texts.
    examples : tuple of QuotedSentence
        Sentences of the texts that have it.
    q : float or None, default=None
        The false discovery rate at which it is a difference.
    per : str or None, default=None
        What it is counted per, for rates: words, nouns or verbs.
    rate, reference_rate : float or None, default=None
        How often it is expected per 100 of these.
    """

    edit: str
    log_odds: float
    z: float
    count: float
    reference_count: float
    examples: tuple[QuotedSentence, ...]
    q: float | None = None
    per: str | None = None
    rate: float | None = None
    reference_rate: float | None = None


@dataclass(frozen=True)
class DirectionSummary:
    """One direction of a comparison: `texts` under models of `reference`.

    `documents` and `edits` are of the texts, `reference_documents` and `reference_edits` of the
    reference's own texts, each judged by a model that has not seen it. `habits` are what edits are
    signs of, per word, noun or verb.
    """

    texts: str
    reference: str
    documents: int
    reference_documents: int
    edits: float
    reference_edits: float
    contrasts: tuple[ContrastEdit, ...]
    habits: tuple[ContrastEdit, ...] = ()


@dataclass(frozen=True)
class ComparisonSummary(SectionSummary):
    """Two corpora against each other, in both directions; `method` is one line that says how."""

    first: str
    second: str
    method: str
    directions: tuple[DirectionSummary, ...]


def _markdown(comparison: ComparisonSummary) -> Iterator[str]:
    yield from ("", f"{escaped(comparison.method)}.")
    for direction in comparison.directions:
        yield from _direction(direction)


def _direction(direction: DirectionSummary) -> Iterator[str]:
    texts, reference = escaped(direction.texts), escaped(direction.reference)
    yield from ("", f"### What {texts} has that is unusual for {reference}", "")
    yield (
        f"{direction.documents:,} texts with {direction.edits:,.0f} edits, under models of "
        f"{reference}; its own {direction.reference_documents:,} texts have "
        f"{direction.reference_edits:,.0f}."
    )
    yield ""
    if direction.habits:
        yield from table(
            ["habit", "log-odds", "z", "here", "in its reference"],
            [
                [
                    item.edit,
                    f"{item.log_odds:+.2f}",
                    f"{item.z:+.1f}",
                    f"{item.rate:.2f} per 100 {item.per}",
                    f"{item.reference_rate:.2f}",
                ]
                for item in direction.habits
            ],
        )
        yield ""
    yield from table(
        ["edit", "log-odds", "z", "here", "in its reference"],
        [
            [
                code(item.edit),
                f"{item.log_odds:+.2f}",
                f"{item.z:+.1f}",
                f"{item.count:,.1f}",
                f"{item.reference_count:,.1f}",
            ]
            for item in direction.contrasts
        ],
    )
    for item in direction.contrasts:
        if item.examples:
            yield from ("", code(item.edit))
            yield from quotations(item.examples)


SECTION = Section(
    name="comparison",
    title="Comparison",
    data=lambda summary: summary.section(ComparisonSummary),
    template='{% include "comparison.html" %}',
    markdown=_markdown,
)
