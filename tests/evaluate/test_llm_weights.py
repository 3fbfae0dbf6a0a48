"""Weights by ratings: from any function, or from a local HTTP server."""

from __future__ import annotations

import time
from typing import Any

import pytest
from support.chat_server import chat_server, completion

from syntacticdiff.alignment.annotate import annotated
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.chunk_verdicts import JudgedEdit
from syntacticdiff.evaluate.cleme2 import Cleme2
from syntacticdiff.evaluate.llm_weights import ChatRater, LlmWeights, described

SOURCE, WANTED, CORRECTED = (
    text.split()
    for text in (
        "He go back to home in in morning",
        "He goes back home in the morning",
        "He goes back to home in the morning",
    )
)
GOLD = [annotated(SOURCE, WANTED)]
FOUND = [annotated(SOURCE, CORRECTED)]


def by_length(edit: JudgedEdit) -> int:
    return 5 if "goes" in edit.words else 2


def test_a_rater_can_be_any_function() -> None:
    score = Cleme2(weights=LlmWeights(by_length)).corpus(FOUND, GOLD)
    assert (score.tp, score.fn) == (7, 2)
    assert score.hit == pytest.approx(7 / 9)


def test_an_edit_is_rated_once_for_all_references_and_runs() -> None:
    asked = []

    def rater(edit: JudgedEdit) -> float:
        asked.append(described(edit))
        return 3.0

    weights = LlmWeights(rater)
    gold = [annotated(SOURCE, WANTED, WANTED)]
    Cleme2(weights=weights).corpus(FOUND, gold)
    Cleme2(weights=weights, assumption="independent").corpus(FOUND, gold)
    assert asked == [
        'replace "go" by "goes"',
        'remove "to"',
        'replace "in" by "the"',
    ]


@pytest.mark.parametrize("rating", [0, 6, float("nan"), "4", None])
def test_a_rating_out_of_range_is_refused(rating: Any) -> None:
    with pytest.raises(InputError, match=r"a number from 1 to 5 is needed"):
        Cleme2(weights=LlmWeights(lambda edit: rating)).corpus(FOUND, GOLD)


def test_the_request_is_an_openai_chat_completion() -> None:
    with chat_server(lambda body: completion("4")) as server:
        rater = ChatRater(server.url, "small", key="secret")
        score = Cleme2(weights=LlmWeights(rater)).corpus(FOUND, GOLD)
    assert (score.tp, score.fn) == (8, 4)
    assert "weights:llm(small)" in score.signature
    path, headers, body = server.requests[0]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer secret"
    assert body["model"] == "small"
    assert body["messages"][-1]["content"] == (
        "Sentence: He go back to home in in morning\n"
        'Edit: replace "go" by "goes"\n'
        "Edited sentence: He goes back to home in in morning"
    )


@pytest.mark.parametrize(
    ("text", "rating"), [("5", 5), ("3.5", 3.5), ("Rating: 2/5", 2), (" 4.\n", 4), ("**1**", 1)]
)
def test_the_first_number_of_the_answer_is_the_rating(text: str, rating: float) -> None:
    with chat_server(lambda body: completion(text)) as server:
        weights = LlmWeights(ChatRater(server.url, "small"))
        score = Cleme2(weights=weights).corpus(GOLD, GOLD)
    assert score.tp == 3 * rating


def test_a_failed_request_is_repeated() -> None:
    answers = iter([(500, b"later"), (200, b"no json"), completion("hm"), completion("3")])
    with chat_server(lambda body: next(answers)) as server:
        gold = [annotated(["a", "b"], ["a", "c"])]
        weights = LlmWeights(ChatRater(server.url, "small", attempts=4))
        assert Cleme2(weights=weights).corpus(gold, gold).tp == 3


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((500, b"no"), "answered 500"),
        ((200, b"<html>"), "no chat completion"),
        ((200, b'{"choices": []}'), "no chat completion"),
        (completion("very good"), "no rating in the answer 'very good'"),
        (completion("12"), "no rating in the answer '12'"),
        (completion("8"), "no rating"),
    ],
)
def test_a_server_that_never_rates_is_a_one_line_error(
    answer: tuple[int, bytes], reason: str
) -> None:
    with chat_server(lambda body: answer) as server:
        rater = ChatRater(server.url, "small", attempts=2)
        with pytest.raises(InputError, match=reason) as raised:
            Cleme2(weights=LlmWeights(rater)).corpus(GOLD, GOLD)
        assert len(server.requests) == 2
    assert "\n" not in str(raised.value)
    assert "asked 2 times" in str(raised.value)


def test_an_unreachable_and_a_slow_server_are_errors() -> None:
    with chat_server(lambda body: completion("3")) as server:
        gone = server.url
    with pytest.raises(InputError, match="cannot be reached"):
        Cleme2(weights=LlmWeights(ChatRater(gone, "small"))).corpus(GOLD, GOLD)

    def slowly(body: dict[str, Any]) -> tuple[int, bytes]:
        time.sleep(0.5)
        return completion("3")

    with chat_server(slowly) as server:
        rater = ChatRater(server.url, "small", timeout=0.05, attempts=1)
        with pytest.raises(InputError, match=r"in time|timed out"):
            Cleme2(weights=LlmWeights(rater)).corpus(GOLD, GOLD)


def test_only_http_addresses_are_allowed() -> None:
    with pytest.raises(UsageError, match="not an address"):
        ChatRater("file:///etc/hosts", "small")
