"""Invented annotated sentences, in which the errors are known."""

from __future__ import annotations

import random
from collections.abc import Sequence

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.reference import ReferenceModel

ANIMALS = ("cat", "dog", "horse", "bird", "fox", "cow")
PLACES = ("garden", "house", "field", "river", "road", "wood")
VERBS = ("sleeps", "walks", "waits", "plays", "hides", "sits")
NAMES = ("Anna", "Tom", "Maria", "Peter")

# Small enough for the Python engine.
SETTINGS = {
    "search": "beam",
    "insertions": ["the", "a", "in"],
    "substitutions": "porter2",
    "min_count": 1,
    "beam": 2,
    "max_edits": 2,
}


def right_sentences(number: int, seed: int = 0) -> list[list[str]]:
    """Correct sentences of a few patterns."""
    draw = random.Random(seed)
    return [_sentence(draw) for _ in range(number)]


def _sentence(draw: random.Random) -> list[str]:
    animal, place, verb = draw.choice(ANIMALS), draw.choice(PLACES), draw.choice(VERBS)
    return draw.choice(
        (
            ["The", animal, verb, "in", "the", place, "."],
            [draw.choice(NAMES), "has", "a", animal, "in", "the", place, "."],
            ["The", animal, "of", draw.choice(NAMES), verb, "near", "the", place, "."],
            [draw.choice(NAMES), verb, "near", "the", place, "."],
        )
    )


def reference() -> ReferenceModel:
    """A reference of correct sentences."""
    return ReferenceModel.train(right_sentences(300), order=3, tokenizer="whitespace")


def annotated(number: int, seed: int = 1) -> list[M2Sentence]:
    """Sentences of which two in three lack a `the` before a place; the annotator puts it back."""
    draw = random.Random(seed)
    found = []
    for tokens in right_sentences(number, seed):
        at = next(i for i, word in enumerate(tokens) if word in PLACES) - 1
        if draw.random() < 2 / 3:
            del tokens[at]
            found.append(M2Sentence(tuple(tokens), (M2Edit(at, at, "ArtOrDet", ("the",)),)))
        else:
            found.append(M2Sentence(tuple(tokens)))
    return found


def written(sentences: Sequence[M2Sentence]) -> str:
    """The sentences as an M2 file."""
    return "".join(f"{sentence}\n\n" for sentence in sentences)
