"""All documents are counted; as many are shown as fit in a page."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from support.plain import plain_differ
from support.summaries import document, essays, inserted, sentence, summary_of

from syntacticdiff import SyntacticDiff
from syntacticdiff.cli.demo_essays import ESSAYS
from syntacticdiff.features.error_edits import CountedEdits
from syntacticdiff.report.html_page import html_page
from syntacticdiff.report.summarizing import Summarizer, document_summary
from syntacticdiff.report.summary import Summary


@pytest.fixture(scope="module")
def differ() -> SyntacticDiff:
    return plain_differ(search="sweep")


def test_figures_are_those_of_the_diffs(differ: SyntacticDiff) -> None:
    counted = CountedEdits()
    documents = {essay.writer: differ.document(essay.text) for essay in ESSAYS}
    summary = summary_of(*(document_summary(diffs, name) for name, diffs in documents.items()))
    overview = summary.overview
    assert overview is not None
    everything = [counted.counted(diff) for diffs in documents.values() for diff in diffs]
    names = Counter(str(edit) for diff in everything for edit in diff.edits)
    assert overview.documents == len(ESSAYS)
    assert overview.sentences == len(everything) == sum(overview.bits_histogram.counts)
    assert overview.tokens == sum(len(diff.tokens) for diff in everything)
    assert overview.edits == sum(names.values()) == sum(overview.operations.values())
    assert overview.changed == sum(bool(diff.edits) for diff in everything)
    bits = sum(diff.before * (len(diff.tokens) + 1) for diff in everything)
    assert overview.bits == pytest.approx(bits / (overview.tokens + overview.sentences))
    assert {item.edit: item.count for item in overview.commonest}.items() <= names.items()
    counts = [item.count for item in overview.commonest]
    assert counts == sorted(names.values(), reverse=True)[: len(counts)]
    assert [one.name for one in summary.documents] == list(documents)
    assert not summary.notes


def test_an_edit_is_counted_once_for_each_text_that_has_it() -> None:
    overview = summary_of(*essays()).overview
    assert overview is not None
    [the] = [item for item in overview.commonest if item.edit == "insert(the)"]
    assert (the.count, the.documents) == (4, 2)


def test_bars_count_sentences_by_whole_bits() -> None:
    bars = summary_of(*essays()).overview.bits_histogram  # type: ignore[union-attr]
    assert (bars.start, bars.width, bars.counts) == (7.0, 1.0, (5,))


def test_blank_lines_are_no_sentences_and_nothing_is_something_to_report() -> None:
    differ = plain_differ(search="sweep", tokenized=True)
    empty = document_summary(differ.document("\n\n"), "blank")
    assert (empty.sentence_count, empty.tokens, empty.bits) == (0, 0, 0.0)
    for summary in (summary_of(empty), summary_of()):
        assert summary.overview is not None
        assert summary.overview.bits_histogram.counts == ()
        assert "would change nothing" in html_page(summary)


LINE = "Every sentence of these texts says the same thing at about the same length."


def many(number: int, budget: int) -> Summary:
    summarizer = Summarizer(budget)
    edit = inserted("the", LINE, "texts")
    for place in range(number):
        summarizer.add(document(f"text {place}", *[sentence(LINE, edit)] * 10))
    return summarizer.summary("many", "")


def test_of_many_texts_a_sample_is_shown_that_fits_and_the_rest_is_counted() -> None:
    budget = 100_000
    summary = many(400, budget)
    shown = summary.documents
    assert 40 < len(shown) < 400
    assert summary.overview is not None
    assert (summary.overview.documents, summary.overview.edits) == (400, 4000)
    nearly_empty = len(html_page(many(1, budget)).encode())
    assert budget / 2 < len(html_page(summary).encode()) - nearly_empty < budget * 1.05
    assert summary.notes == (
        f"Of 400 texts {len(shown)} are shown, chosen at random, so that this report stays small; "
        "all are counted.",
    )


def test_the_sample_is_spread_over_all_texts_and_always_the_same() -> None:
    shown = [one.name for one in many(400, 100_000).documents]
    assert shown == [one.name for one in many(400, 100_000).documents]
    places = [int(name.split()[1]) for name in shown]
    assert places == sorted(places)
    in_first_half = sum(place < 200 for place in places)
    assert abs(in_first_half - len(places) / 2) < 4 * math.sqrt(len(places)) / 2


def test_of_a_very_long_text_the_first_sentences_are_shown() -> None:
    summarizer = Summarizer(20_000)
    summarizer.add(document("book", *[sentence(LINE)] * 1000))
    summary = summarizer.summary("long", "")
    [book] = summary.documents
    assert 0 < len(book.sentences) < 50
    assert book.sentence_count == 1000
    assert "Of one very long text only the first sentences are shown" in summary.notes[0]


@pytest.mark.parametrize("character", ["<", '"', "\x00", "😀", "\u05d0", "'", "\ud800", "a"])
def test_text_that_is_longer_in_a_page_takes_more_of_the_budget(character: str) -> None:
    budget = 200_000
    summarizer = Summarizer(budget)
    for _ in range(100):
        summarizer.add(document("odd", sentence(character * 10_000)))
    page = html_page(summarizer.summary("odd", "")).encode()
    assert len(page) < budget + 110_000
