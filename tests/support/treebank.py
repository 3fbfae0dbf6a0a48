"""A small treebank of our own: sentences from a pattern, with their trees."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from syntacticdiff.syntax import TreebankSentence, Word

PEOPLE = (
    ("teacher", "teachers"),
    ("sister", "sisters"),
    ("doctor", "doctors"),
    ("child", "children"),
)
VERBS = (("walk", "walks", "walked"), ("run", "runs", "ran"), ("wait", "waits", "waited"))
PLACES = (("school", "schools"), ("garden", "gardens"), ("station", "stations"))
PREPOSITIONS = ("to", "in", "at")


def made_up_treebank() -> list[TreebankSentence]:
    """Sentences such as `The teacher walks to the school .`"""
    return list(_sentences())


def _sentences() -> Iterator[TreebankSentence]:
    yield from _with_objects()
    patterns = itertools.product(PEOPLE, VERBS, PREPOSITIONS, PLACES)
    for number, (person, verb, preposition, place) in enumerate(patterns):
        plural = number % 2
        noun = Word(person[plural], person[0], "NOUN", "NNS" if plural else "NN", head=2)
        past = number % 3 == 0
        tag = "VBD" if past else "VBP" if plural else "VBZ"
        form = verb[2] if past else verb[0] if plural else verb[1]
        yield TreebankSentence(
            (
                Word("The", "the", "DET", "DT", head=1, deprel="det"),
                Word(noun.form, noun.lemma, noun.upos, noun.xpos, head=2, deprel="nsubj"),
                Word(form, verb[0], "VERB", tag, head=-1, deprel="root"),
                Word(preposition, preposition, "ADP", "IN", head=5, deprel="case"),
                Word("the", "the", "DET", "DT", head=5, deprel="det"),
                Word(
                    place[number % 4 == 0],
                    place[0],
                    "NOUN",
                    "NNS" if number % 4 == 0 else "NN",
                    head=2,
                    deprel="obl",
                ),
                Word(".", ".", "PUNCT", ".", head=2, deprel="punct"),
            ),
            (f"# sent_id = {number + 1}",),
            line=10 * number + 2,
        )


def _with_objects() -> Iterator[TreebankSentence]:
    """Sentences such as `The sisters visit gardens .`"""
    for number, (person, (_, places)) in enumerate(itertools.product(PEOPLE, PLACES)):
        plural = number % 2
        yield TreebankSentence(
            (
                Word("The", "the", "DET", "DT", head=1, deprel="det"),
                Word(
                    person[plural],
                    person[0],
                    "NOUN",
                    "NNS" if plural else "NN",
                    head=2,
                    deprel="nsubj",
                ),
                Word(
                    "visit" if plural else "visits",
                    "visit",
                    "VERB",
                    "VBP" if plural else "VBZ",
                    head=-1,
                    deprel="root",
                ),
                Word(places, places[:-1], "NOUN", "NNS", head=2, deprel="obj"),
                Word(".", ".", "PUNCT", ".", head=2, deprel="punct"),
            ),
            line=10_000 + number,
        )
