"""The sections of a report, in the order in which they are shown."""

from __future__ import annotations

from typing import Any

from syntacticdiff.report.section import Section
from syntacticdiff.report.sections import (
    classes,
    comparison,
    concordance,
    details,
    essays,
    overview,
    topics,
)
from syntacticdiff.report.summary import Summary

SECTIONS: dict[str, Section[Any]] = {
    section.name: section
    for section in (
        overview.SECTION,
        essays.SECTION,
        topics.SECTION,
        classes.SECTION,
        comparison.SECTION,
        concordance.SECTION,
        details.SECTION,
    )
}


def sections_of(summary: Summary) -> list[Section[Any]]:
    """The sections for which the summary has data."""
    return [section for section in SECTIONS.values() if section.data(summary) is not None]
