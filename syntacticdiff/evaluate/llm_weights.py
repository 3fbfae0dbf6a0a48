"""Weights by a large language model, which rates each edit from 1 (trivial) to 5 (essential).

The rater is any function of a judged edit, or a server with OpenAI's chat completions interface.
Each edit is rated once, however often it is weighed.
"""

from __future__ import annotations

import json
import math
import re
import urllib.error
import urllib.request
from collections.abc import Callable

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.chunk_verdicts import JudgedEdit
from syntacticdiff.evaluate.chunks import Interval, Tokens
from syntacticdiff.evaluate.edit_weights import EditWeights

LOWEST, HIGHEST = 1, 5
Rater = Callable[[JudgedEdit], float]

_NUMBER = re.compile(r"(?<![\d.])[1-5](?:\.\d+)?(?![\d.]*\d)")
_INSTRUCTION = (
    "You judge edits of learners' English. Say how much the edit matters for the correctness and "
    f"the meaning of the sentence: {LOWEST} is trivial, {HIGHEST} is essential. Answer with one "
    "number and nothing else."
)


class LlmWeights(EditWeights):
    """Weights that are the ratings of a rater.

    Parameters
    ----------
    rater : callable
        A function of a `JudgedEdit` that returns a number from 1 to 5, such as
        `ChatRater(url, model)`. Weighing an edit raises `InputError` if it returns anything else.

    Examples
    --------
    >>> str(LlmWeights(lambda edit: 4 if edit.words else 1))
    'llm'
    """

    name = "llm"

    def __init__(self, rater: Rater) -> None:
        self.rater = rater
        self._ratings: dict[tuple[Tokens, Interval, Tokens], float] = {}

    def __call__(self, edit: JudgedEdit) -> float:
        asked = edit.sentence.tokens, edit.sentence.intervals[edit.chunk], edit.words
        if asked not in self._ratings:
            self._ratings[asked] = self._rated(edit)
        return self._ratings[asked]

    def __str__(self) -> str:
        described = getattr(self.rater, "name", None)
        return f"{self.name}({described})" if described else self.name

    def _rated(self, edit: JudgedEdit) -> float:
        rating = self.rater(edit)
        if not isinstance(rating, (int, float)) or not LOWEST <= rating <= HIGHEST:
            raise InputError(
                f"the rater returned {rating!r} for {described(edit)}; "
                f"a number from {LOWEST} to {HIGHEST} is needed"
            )
        return float(rating)


class ChatRater:
    """A rater that asks an OpenAI-compatible server.

    Parameters
    ----------
    url : str
        The base address of the interface: `http://localhost:8000/v1`.
    model : str
        The name of the model on that server.
    key : str, optional
        An API key, sent as a bearer token.
    timeout : float, default 60.0
        How many seconds to wait for an answer.
    attempts : int, default 3
        How often to ask for a rating before giving up.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str | None = None,
        timeout: float = 60.0,
        attempts: int = 3,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise UsageError(f"{url}: not an address; it must begin with http:// or https://")
        if attempts < 1 or not timeout > 0 or math.isinf(timeout):
            raise UsageError("attempts and timeout: numbers above 0 are needed")
        self.url = f"{url.rstrip('/')}/chat/completions"
        self.model, self.name = model, model
        self.timeout, self.attempts = timeout, attempts
        self._key = key

    def __call__(self, edit: JudgedEdit) -> float:
        """The rating of an edit.

        Raises
        ------
        InputError
            If no attempt gets an answer that contains a number from 1 to 5.
        """
        problem = ""
        for _ in range(self.attempts):
            try:
                answer = self._answer(question(edit))
            except (OSError, ValueError, LookupError, TypeError) as error:
                problem = _reason(error)
                continue
            found = _NUMBER.search(answer)
            if found and float(found[0]) <= HIGHEST:
                return float(found[0])
            problem = f"no rating in the answer {answer[:60]!r}"
        raise InputError(f"{self.url}: {problem}; asked {self.attempts} times")

    def _answer(self, text: str) -> str:
        body = {
            "model": self.model,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": _INSTRUCTION},
                {"role": "user", "content": text},
            ],
        }
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=self.timeout) as response:
            return str(json.load(response)["choices"][0]["message"]["content"])


def question(edit: JudgedEdit) -> str:
    """The prompt for an edit."""
    return (
        f"Sentence: {' '.join(edit.sentence.tokens)}\n"
        f"Edit: {described(edit)}\n"
        f"Edited sentence: {' '.join(edit.sentence_with_it)}"
    )


def described(edit: JudgedEdit) -> str:
    """A description of the edit."""
    source, words = " ".join(edit.source), " ".join(edit.words)
    if not source:
        return f'insert "{words}"'
    return f'replace "{source}" by "{words}"' if words else f'remove "{source}"'


def _reason(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"answered {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        return f"cannot be reached: {error.reason}"
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return f"no chat completion in the answer ({type(error).__name__})"
