"""The comparison page's data, from a fitted Comparison."""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.compare.comparison import Comparison, Direction
from syntacticdiff.report.summary import (
    ComparisonSummary,
    ContrastEdit,
    DirectionSummary,
    Example,
    SentenceSummary,
)


def comparison_summary(
    comparison: Comparison,
    titles: tuple[str, str] = ("A", "B"),
    names: tuple[Sequence[str], Sequence[str]] | None = None,
) -> ComparisonSummary:
    """What a report says of two corpora.

    Parameters
    ----------
    comparison : fitted
    titles : of the two corpora
    names : of their documents; without them they are counted from 1
    """
    first, second = titles
    sides = names or (_numbered(comparison.a_under_b_), _numbered(comparison.b_under_a_))
    return ComparisonSummary(
        first,
        second,
        comparison.method,
        (
            _direction(comparison.a_under_b_, first, second, sides[0]),
            _direction(comparison.b_under_a_, second, first, sides[1]),
        ),
    )


def _numbered(direction: Direction) -> list[str]:
    return [str(number) for number in range(1, direction.documents + 1)]


def _direction(
    found: Direction, texts: str, reference: str, names: Sequence[str]
) -> DirectionSummary:
    return DirectionSummary(
        texts=texts,
        reference=reference,
        documents=found.documents,
        reference_documents=found.reference_documents,
        edits=found.edits,
        reference_edits=found.reference_edits,
        contrasts=tuple(
            ContrastEdit(
                contrast.edit,
                contrast.log_odds,
                contrast.z,
                contrast.count,
                contrast.reference_count,
                tuple(
                    Example(names[one.document], SentenceSummary.of(one.diff, one.diff.edits))
                    for one in contrast.examples
                ),
            )
            for contrast in found.contrasts
        ),
    )
