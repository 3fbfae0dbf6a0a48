"""The kinds of errors that edits indicate, and the labels of topics."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.edits.error_kinds import error_kind
from syntacticdiff.topics.labels import topic_label

KINDS = {
    "insert(the)": "missing articles",
    "insert(some)": "missing determiners",
    "insert(to)": "missing prepositions",
    "insert(is)": "missing auxiliary verbs",
    "insert(we)": "missing pronouns",
    "insert('s)": "missing possessives",
    "insert(n't)": "missing negation",
    "insert(,)": "missing punctuation",
    "remove(because)": "needless conjunctions",
    "remove(the)": "needless articles",
    "remove(school)": "needless words",
    "sub(a->an)": "choice of articles",
    "sub(this->these)": "choice of determiners",
    "sub(at->in)": "choice of prepositions",
    "sub(its->it)": "choice of pronouns",
    "sub(others->other)": "choice of pronouns",
    "sub(is->are)": "verb agreement",
    "sub(make->makes)": "verb agreement",
    "sub(tries->try)": "verb agreement",
    "sub(can->could)": "verb forms",
    "sub(doing->do)": "verb forms",
    "sub(walked->walking)": "verb forms",
    "sub(book->books)": "singular and plural",
    "sub(countries->country)": "singular and plural",
    "sub(quick->quickly)": "adjectives and adverbs",
    "sub(success->successful)": "word formation",
    "sub(thats->that)": "apostrophes and hyphens",
    "sub(dont->don't)": "apostrophes and hyphens",
    "sub(qwickly->quick)": "adjectives and adverbs",
    "sub(teh->the)": "spelling",
    "insert(the|in)": "missing articles",
    "remove(|)": "needless punctuation",
    "unmodified": "other edits",
    "insert": "other edits",
}


@pytest.mark.parametrize(("edit", "kind"), KINDS.items())
def test_an_edit_indicates_a_kind_of_error(edit: str, kind: str) -> None:
    assert error_kind(edit) == kind


@given(st.text(max_size=12), st.text(max_size=12), st.sampled_from(["insert", "remove", "sub"]))
def test_every_edit_has_a_kind(source: str, target: str, op: str) -> None:
    words = {"insert": target, "remove": source, "sub": f"{source}->{target}"}[op]
    assert error_kind(f"{op}({words})")


def test_the_kind_with_the_most_weight_is_the_label_and_its_edits_follow() -> None:
    edits = [("sub(at->in)", 0.1), ("insert(the)", 0.2), ("remove(of)", 0.05), ("insert(a)", 0.1)]
    assert topic_label(edits) == "missing articles: missing “the”, missing “a”"


def test_a_second_kind_is_named_if_it_weighs_nearly_as_much_and_shows_an_edit() -> None:
    edits = [(f"insert({word})", 0.1) for word in ("the", "a", "an")] + [("sub(at->in)", 0.25)]
    assert topic_label(edits) == (
        "missing articles, choice of prepositions: missing “the”, missing “a”, at -> in"
    )


def test_a_topic_without_edits_says_so() -> None:
    assert topic_label([]) == "no edits of its own"
