"""A differ with a memory finds what one without it finds, whatever was searched before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.plain import plain_differ

from syntacticdiff import Diff, ReferenceModel, SyntacticDiff
from syntacticdiff.search.memory import RememberingEngine
from syntacticdiff.search.native_engine import _native

CLEAN = [
    "The train leaves at seven in the morning.",
    "My sister works in a small shop near the station.",
    "We had lunch together and talked about the holidays.",
    "It was raining, so nobody wanted to go out.",
]
FAULTY = [
    "Yesterday I go to the market with my sister.",
    "She buyed three apple and a orange.",
    "He is interested on music and he play guitar every days.",
    "I am agree that children should to learn cook.",
    "it is depends of the situation",
    "They was very tired becuase they walks all day.",
]
ODD = ["", "\n\n", "A", "😀 😀.", "a " * 30, "He said: “Don't!”"]
SENTENCES = st.sampled_from([*CLEAN, *FAULTY, *ODD])
# What happens in an editor: sentences are put in, taken out and changed, one at a time.
CHANGES = st.lists(
    st.tuples(st.sampled_from(["put in", "take out", "change"]), st.integers(0, 9), SENTENCES),
    min_size=1,
    max_size=12,
)


@pytest.fixture(scope="module")
def differ() -> SyntacticDiff:
    return SyntacticDiff()


@pytest.fixture(scope="module")
def remembering(differ: SyntacticDiff) -> SyntacticDiff:
    return differ.with_memory()


def versions(changes: list[tuple[str, int, str]]) -> list[str]:
    """The text after each change."""
    text: list[str] = []
    found = []
    for change, place, sentence in changes:
        if change == "put in" or not text:
            text.insert(place, sentence)
        elif change == "take out":
            text.pop(place % len(text))
        else:
            text[place % len(text)] = sentence
        found.append(" ".join(text))
    return found


def engine(differ: SyntacticDiff) -> RememberingEngine:
    assert isinstance(differ.engine, RememberingEngine)
    return differ.engine


def everything(diffs: list[Diff]) -> list[tuple[object, ...]]:
    """Diffs with all that is compared, soft counts included."""
    return [(diff, dict(diff.soft_counts or {})) for diff in diffs]


@given(CHANGES)
@settings(max_examples=40, deadline=None)
def test_every_version_of_a_text_has_the_edits_that_it_has_alone(
    differ: SyntacticDiff, remembering: SyntacticDiff, changes: list[tuple[str, int, str]]
) -> None:
    for text in versions(changes):
        assert everything(remembering.document(text)) == everything(differ.document(text))


@given(CHANGES, st.sampled_from([0, 10_000, 40_000]))
@settings(max_examples=15, deadline=None)
def test_forgetting_changes_nothing(
    differ: SyntacticDiff, changes: list[tuple[str, int, str]], most_bytes: int
) -> None:
    forgetful = differ.with_memory(most_bytes)
    for text in versions(changes):
        assert everything(forgetful.document(text)) == everything(differ.document(text))
        assert engine(forgetful)._bytes <= most_bytes


def test_the_level_of_a_text_reaches_sentences_that_are_remembered(
    differ: SyntacticDiff,
) -> None:
    """Beside many errors a doubtful edit is more probable than in text without any."""
    remembering = differ.with_memory()
    doubtful = "It is good for they."
    [alone] = remembering.document(doubtful)
    among_errors = remembering.document(" ".join([*FAULTY[:4], doubtful]))[-1]
    assert among_errors.text == alone.text == doubtful
    assert dict(among_errors.soft_counts or {}) != dict(alone.soft_counts or {})
    assert everything(remembering.document(doubtful)) == everything([alone])


def test_only_changed_sentences_are_priced_again(differ: SyntacticDiff) -> None:
    remembering = differ.with_memory()
    remembering.document(" ".join([*CLEAN, *FAULTY]))
    before = engine(remembering).searched
    remembering.document(" ".join([*CLEAN, "She likes there new house.", *FAULTY]))
    assert engine(remembering).searched == before + 1


def test_memory_is_bounded(differ: SyntacticDiff) -> None:
    remembering = differ.with_memory(200_000)
    for number in range(100):
        remembering.document(f"We was at house number {number} and she have {number} cat.")
    assert 0 < engine(remembering)._bytes <= 200_000
    assert len(engine(remembering)._known) < 100


def test_threads_share_a_memory(differ: SyntacticDiff) -> None:
    texts = [" ".join(FAULTY[n % 6 :] + CLEAN[: n % 4] + [f"He have {n} dog."]) for n in range(40)]
    alone = list(map(everything, map(differ.document, texts)))
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(differ.with_memory(100_000).document, texts))
    assert list(map(everything, together)) == alone


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            "native", marks=pytest.mark.skipif(_native is None, reason="no native engine")
        ),
        "python",
    ],
)
def test_other_searches_remember_too(name: str) -> None:
    model = ReferenceModel.train(["We go to school.", "She goes to the park."] * 10)
    for way in (
        {"search": "lattice", "cost": "window", "aggregate": "sum"},
        {"search": "beam"},
        {"search": "sweep"},
    ):
        differ = plain_differ(model, min_count=1, engine=name, **way)
        remembering = differ.with_memory()
        text = "We goes school. She go to park."
        for _ in range(2):
            assert everything(remembering.document(text)) == everything(differ.document(text))


def test_a_document_of_several_pieces(differ: SyntacticDiff, monkeypatch) -> None:
    monkeypatch.setattr("syntacticdiff.differ.preparing._PIECE", 40)
    text = " ".join([*FAULTY, *CLEAN] * 2)
    remembering = differ.with_memory()
    for _ in range(2):
        assert everything(remembering.document(text)) == everything(differ.document(text))
