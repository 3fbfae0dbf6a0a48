"""Topics file an edit where the report and the service show it, and feature templates agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from syntacticdiff import SyntacticDiff
from syntacticdiff.edits import KINDS as SHOWN_KINDS
from syntacticdiff.edits import Diff, Edit, Explainer, edit_name, kind_of
from syntacticdiff.features.kinds import tagged_kind
from syntacticdiff.text.function_words import CLOSED_CLASSES
from syntacticdiff.topics import KINDS, KindCounts

ESSAYS = (
    "I want go home becuase my freind are ill. She like to reading there books.",
    "In end of the day he go to school by the foot, and dont eat nothing. It is more better then "
    "before. Many peoples lives in a old house.",
    "we was very happy. He gave me many informations about the univercity of london. I am agree.",
    "The teacher explained to us that the most of students was late. Yesterday I go to the park "
    "for to play. Its a good idea, isnt it.",
)


@pytest.fixture(scope="module")
def differ() -> SyntacticDiff:
    return SyntacticDiff()


@pytest.mark.parametrize("essay", ESSAYS)
def test_every_shown_edit_is_counted_under_the_kind_that_is_shown(
    differ: SyntacticDiff, essay: str
) -> None:
    explain = Explainer(differ.model)
    diffs = differ.document(essay)
    assert sum(len(diff.edits) for diff in diffs) >= 3
    for diff in diffs:
        told = explain(diff)
        # Only what is shown, each as certain: the row then has the kinds of the report.
        certain = _only_shown(diff)
        row = KindCounts()([certain])
        counted = {kind: n for kind, n in KindCounts.kinds(row).items() if n}
        shown = Counter(each.kind for each in told if _counts(certain, each.edit))
        assert counted == pytest.approx(dict(shown))


def _only_shown(diff: Diff) -> Diff:
    counts = Counter(str(edit) for edit in diff.edits)
    return replace(diff, soft_counts={name: float(number) for name, number in counts.items()})


def _counts(diff: Diff, edit: Edit) -> bool:
    return bool(sum(KindCounts()([replace(diff, edits=(edit,), soft_counts=None)]).numbers[:-1]))


def test_kinds_have_one_list() -> None:
    assert set(KINDS) == set(SHOWN_KINDS) - {"word order"}  # which no edit of a search is


CLASSES = {"DET": "articles", "PREP": "prepositions", "AUX": "verb forms"}
QUANTITIES = {"such", "many", "much", "more", "most", "few", "several", "other", "another"}
QUESTIONS = {"what", "which"}


@pytest.mark.parametrize("op", ["insert", "remove"])
@pytest.mark.parametrize("name", CLASSES)
def test_the_feature_template_names_the_same_closed_classes(op: str, name: str) -> None:
    for word in sorted(CLOSED_CLASSES[name] - QUANTITIES - QUESTIONS):
        source, target = ("", word) if op == "insert" else (word, "")
        edit = Edit(op, 0, source, target)  # type: ignore[arg-type]
        if tagged_kind(edit, "XX") == f"{op} {name}":
            known = kind_of(edit_name(edit.op, source, target))
            assert known == CLASSES[name] or "'" in word
