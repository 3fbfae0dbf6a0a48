"""What the service keeps between requests: nothing that changes an answer, and never too much."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from syntacticdiff.differ import Stop, SyntacticDiff
from syntacticdiff.service import analyses
from syntacticdiff.service.analyses import Analyses

TEXTS = [
    f"She is interested on nuber{number}x music. He has {number} apple." for number in range(30)
]


def test_words_are_forgotten_after_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "_MOST_WORDS", 30)
    found, plain = Analyses(), SyntacticDiff()
    first = found.plain
    for text in TEXTS:
        assert found.diffs(text, Stop()) == plain.document(text)
        assert len(found._words) <= 30 + len(text.split())
    assert found.plain is not first


def test_threads_ask_for_features_at_once() -> None:
    """Stemmers have a state: each thread needs its own."""
    found = Analyses()
    given = {"text": "", "way": "descriptive", "values": "count"}
    with ThreadPoolExecutor(4) as threads:
        answers = list(
            threads.map(lambda text: found.features({**given, "text": text}, Stop()), TEXTS * 3)
        )
    assert answers == [Analyses().features({**given, "text": text}, Stop()) for text in TEXTS * 3]
