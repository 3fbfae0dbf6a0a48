"""A summary is plain data."""

from __future__ import annotations

from support.summaries import topics

from syntacticdiff import Diff, Edit
from syntacticdiff.report.sections.classes import ClassesSummary
from syntacticdiff.report.sections.topics import TopicsSummary
from syntacticdiff.report.summary import SentenceSummary, Summary

DIFF = Diff(
    "He go to school today.",
    ("he", "go", "to", "school", "today", "."),
    (
        Edit("insert", 0, "", "and", 0.1),
        Edit("sub", 1, "go", "goes", 0.5, 3, 5),
        Edit("remove", 4, "today", "", 2.0, 16, 21),
    ),
    6.0,
    None,
    None,
    None,
)


def test_a_sentence_shows_only_the_edits_that_count() -> None:
    [edit] = SentenceSummary.of(DIFF).edits
    assert edit.edit == "sub(go->goes)"
    assert DIFF.text[edit.start : edit.end] == edit.source == "go"
    assert (edit.gain, edit.saved) == (0.5, 3.5)


def test_a_summary_has_the_sections_that_were_added() -> None:
    base = Summary("t", "s")
    assert base.section(TopicsSummary) is None
    found = base.with_sections(None, topics())
    assert found.section(TopicsSummary) == topics()
    assert found.section(ClassesSummary) is None
