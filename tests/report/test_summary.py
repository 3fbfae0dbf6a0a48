"""A summary is plain data."""

from __future__ import annotations

from support.summaries import topics

from syntacticdiff import Diff, Edit, ReferenceModel
from syntacticdiff.edits.explaining import Explainer
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


def test_what_the_search_left_out_so_that_a_token_is_left_stays_out() -> None:
    tokens = ("the", "of")
    first = Edit("remove", 0, "the", "", 1.0, 0, 3, probability=0.9)
    second = Edit("remove", 1, "of", "", 1.0, 4, 6, probability=0.6)
    diff = Diff("The of", tokens, (first,), 9.0, 8.0, "Of", ("of",), alternatives=(second,))
    explainer = Explainer(ReferenceModel.train(["the end of it ."] * 3))
    found = SentenceSummary.explained(diff, explainer)
    assert [edit.edit for edit in found.edits] == ["remove(the)"]
    assert [edit.edit for edit in found.alternatives] == ["remove(of)"]


def test_a_summary_has_the_sections_that_were_added() -> None:
    base = Summary("t", "s")
    assert base.section(TopicsSummary) is None
    found = base.with_sections(None, topics())
    assert found.section(TopicsSummary) == topics()
    assert found.section(ClassesSummary) is None
