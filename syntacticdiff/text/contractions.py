"""Contractions without their apostrophe, words that sound like one, and shorthand, as tokens.

`dont` is `do n't` and `thats` is `that 's`. Some are words of their own as well (`its`, `were`):
what was meant is for a model to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

_NEGATED = (
    "do does did is are was were have has had would could should might must need ca wo sha ai"
)
_CLITICS = {  # what may follow each of these words
    "i": "'m 've 'll 'd",
    "you": "'re 've 'll 'd",
    "he": "'s 'll 'd",
    "she": "'s 'll 'd",
    "it": "'s 'll 'd",
    "we": "'re 've 'll 'd",
    "they": "'re 've 'll 'd",
    "that": "'s 'll 'd",
    "this": "'s",
    "there": "'s 'll 'd 're",
    "here": "'s",
    "what": "'s 're",
    "where": "'s",
    "who": "'s 'll 'd 're",
    "how": "'s",
    "when": "'s",
    "let": "'s",
    "would": "'ve",
    "could": "'ve",
    "should": "'ve",
    "must": "'ve",
    "might": "'ve",
}
_SOUND_ALIKE = {
    "your": "you 're",
    "yours": "you 're",
    "their": "they 're",
    "there": "they 're",
    "whose": "who 's",
    "theirs": "there 's",
    "where": "we 're",
    "u": "you",
    "ur": "your",
    "r": "are",
    "cuz": "because",
    "coz": "because",
    "pls": "please",
    "thx": "thanks",
    "n't": "not",
    "not": "n't",
}


def _contractions() -> Iterator[tuple[str, str]]:
    for word in _NEGATED.split():
        yield f"{word}nt", f"{word} n't"
        yield f"{word}'nt", f"{word} n't"
        yield f"{word}'t", f"{word} n't"
    for word, clitics in _CLITICS.items():
        for clitic in clitics.split():
            yield word + clitic[1:], f"{word} {clitic}"
            if clitic == "'re":
                yield f"{word}'r", f"{word} 're"
    for clitic in ("n't", "'s", "'m", "'re", "'ve", "'ll", "'d"):
        yield clitic.replace("'", ""), clitic  # written apart from its word, as in `what s`
    for written in ("dosent", "dosnt"):
        yield written, "does n't"
    yield from _SOUND_ALIKE.items()


def _table() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for written, meant in _contractions():
        found[written].append(meant)
    return {written: tuple(meant) for written, meant in found.items()}


CONTRACTIONS = _table()  # what a word may stand for, tokens separated by spaces
