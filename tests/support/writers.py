"""Invented writers, each with a habit that shows in edits, and a reference without habits."""

from __future__ import annotations

import random

from support.commands import reference_sentences

HABITS = {
    "Adi": {" the ": " "},  # articles are left out
    "Bo": {
        "walks": "walk",
        "runs": "run",
        "reads": "read",
        "waits": "wait",
    },  # verbs stay as they are
    "Cleo": {" to the ": " to to the ", " in the ": " in in the ", " a ": " a a "},
}


def written(writer: str, sentences: list[str], coin: random.Random) -> str:
    """A text in which the writer's habit shows now and then."""
    text = " ".join(sentences)
    for usual, habit in HABITS[writer].items():
        pieces = text.split(usual)
        joints = [habit if coin.random() < 0.7 else usual for _ in pieces[1:]]
        text = pieces[0] + "".join(x for pair in zip(joints, pieces[1:], strict=True) for x in pair)
    return text


def essays(
    each: int, writers: tuple[str, ...] = tuple(HABITS), seed: int = 1, length: int = 4
) -> tuple[list[str], list[str]]:
    """Essays of each writer, in turns, and their writers."""
    coin = random.Random(seed)
    known = list(reference_sentences())
    labels = [writer for _ in range(each) for writer in writers]
    return [written(writer, coin.sample(known, length), coin) for writer in labels], labels
