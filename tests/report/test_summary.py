"""A summary is plain data."""

from __future__ import annotations

import json

from syntacticdiff import Diff, Edit
from syntacticdiff.report.summary import DocumentSummary, SentenceSummary, Summary

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


def test_a_summary_survives_json() -> None:
    sentence = SentenceSummary.of(DIFF)
    summary = Summary("t", "s", documents=(DocumentSummary("d", None, 1, 6, 1, 6.0, (sentence,)),))
    [document] = json.loads(json.dumps(summary.to_dict()))["documents"]
    assert document["sentences"][0]["edits"][0]["edit"] == "sub(go->goes)"
