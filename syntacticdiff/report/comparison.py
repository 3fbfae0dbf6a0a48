"""The data of the comparison section, from a fitted Comparison."""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.compare.comparison import Comparison
from syntacticdiff.compare.contrast import Contrast, Direction
from syntacticdiff.report.sections.comparison import (
    ComparisonSummary,
    ContrastEdit,
    DirectionSummary,
)
from syntacticdiff.report.summary import QuotedSentence, SentenceSummary


def comparison_summary(
    comparison: Comparison,
    titles: tuple[str, str] = ("A", "B"),
    names: tuple[Sequence[str], Sequence[str]] | None = None,
) -> ComparisonSummary:
    """Summarize a comparison of two corpora for a report.

    Parameters
    ----------
    comparison : Comparison
        A fitted comparison.
    titles : tuple of str, default=("A", "B")
        The names of the two corpora.
    names : tuple of sequences of str or None, default=None
        The names of their documents; None numbers them from 1.

    Returns
    -------
    ComparisonSummary
        The data of the comparison section.
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
        contrasts=_edits(found.contrasts, names),
        habits=_edits(found.habits, names),
    )


def _edits(contrasts: Sequence[Contrast], names: Sequence[str]) -> tuple[ContrastEdit, ...]:
    return tuple(
        ContrastEdit(
            contrast.edit,
            contrast.log_odds,
            contrast.z,
            contrast.count,
            contrast.reference_count,
            tuple(
                QuotedSentence(names[one.document], SentenceSummary.of(one.diff, one.diff.edits))
                for one in contrast.examples
            ),
            contrast.q,
            contrast.per,
            contrast.rate,
            contrast.reference_rate,
        )
        for contrast in contrasts
    )
