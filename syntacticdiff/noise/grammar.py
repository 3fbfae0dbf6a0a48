"""Grammatical errors: prepositions, determiners, the number of nouns, the form of verbs.

Eight kinds, drawn with equal chances; then a place where the kind is possible. Where there is none,
nothing happens, so that the true rate is lower than the one asked for. The first token stays where
it is: its capital would tell what happened.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from syntacticdiff.errors import UsageError
from syntacticdiff.noise.sentence import NoisySentence, WorkingSentence, WorkingToken
from syntacticdiff.syntax.forms import NOUN_TAGS, VERB_TAGS, Forms, capitalized_like

# How often learners wrote another preposition for the right one (Felice & Pulman 2008).
CONFUSIONS: dict[str, dict[str, int]] = {
    right: {wrong: int(count) for wrong, count in zip(*[iter(row.split())] * 2, strict=True)}
    for right, row in {
        "on": "about 13 from 2 for 30 of 32 to 32 at 6 in 66 with 15 by 4",
        "about": "on 2 for 2 of 4 in 2 with 3",
        "from": "for 3 of 17 to 2 at 1 in 11 with 3 by 7",
        "for": "on 20 about 4 of 43 to 38 at 1 in 20 by 3",
        "of": "on 25 about 3 from 9 for 95 to 22 at 4 in 64 with 10 by 6",
        "to": "on 40 about 1 from 3 for 59 of 26 at 4 in 31 with 16 by 6",
        "at": "on 6 about 1 from 1 of 2 in 15 with 3",
        "in": "on 71 about 3 from 17 for 24 of 57 to 30 at 29 with 14 by 15",
        "with": "on 1 about 5 from 3 for 2 of 3 to 22 at 8 in 10 by 9",
        "by": "on 2 from 7 for 6 of 11 to 5 at 1 in 10 with 7",
    }.items()
}
PREPOSITIONS = tuple(CONFUSIONS)
DETERMINERS = ("a", "an", "the")

_NOMINAL = ("NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS")
# What stands before a noun inside its phrase.
_INSIDE_PHRASE = ("DT", "PRP$", "POS", "JJ", "NN", "NNS", "NNP", "NNPS", "CD", "RB")
_VOWELS = frozenset("aeiou")


def _is_preposition(token: WorkingToken) -> bool:
    return token.tag == "IN" and token.word.lower() in CONFUSIONS


def _is_determiner(token: WorkingToken) -> bool:
    return token.tag == "DT" and token.word.lower() in DETERMINERS


class GrammarNoise:
    """Puts grammatical errors into sentences.

    Parameters
    ----------
    rate : float
        Errors that are tried for each hundred tokens.
    forms : Forms
        The forms of nouns and verbs.
    seed : int, default 1
        Of everything that is drawn.
    kinds : sequence of str, default all
        The kinds of errors, of `KINDS`.
    """

    def __init__(
        self, rate: float, forms: Forms, *, seed: int = 1, kinds: Sequence[str] = ()
    ) -> None:
        if not 0 <= rate <= 100:
            raise UsageError(f"rate: 0 to 100 is needed, not {rate}")
        unknown = sorted(set(kinds) - set(KINDS))
        if unknown:
            raise UsageError(f"kinds: {unknown[0]!r} is not one of {', '.join(KINDS)}")
        self.rate, self.forms, self.kinds = rate, forms, tuple(kinds) or tuple(KINDS)
        self._random = random.Random(seed)

    def __call__(
        self, words: Sequence[str], tags: Sequence[str], heads: Sequence[int] | None = None
    ) -> NoisySentence:
        """The sentence with errors.

        Parameters
        ----------
        words, tags : sequence of str
            A clean sentence.
        heads : sequence of int, optional
            Its tree; a token with children is not deleted.
        """
        sentence = WorkingSentence(words, tags, heads)
        wanted = self.rate * len(words) / 100
        tries = math.floor(wanted) + (self._random.random() < wanted % 1)
        errors = []
        for _ in range(tries):
            kind = self.kinds[self._random.randrange(len(self.kinds))]
            if KINDS[kind](self, sentence):
                errors.append(kind)
        return sentence.result(errors)

    def _place(
        self, sentence: WorkingSentence, possible: Callable[[int, WorkingToken], bool]
    ) -> int | None:
        """One of the places where something is possible, the first of the sentence left out."""
        places = [
            place
            for place, token in enumerate(sentence.tokens)
            if place and token.free and possible(place, token)
        ]
        return places[self._random.randrange(len(places))] if places else None

    def _drawn(self, counts: dict[str, int]) -> str:
        left = self._random.randrange(sum(counts.values()))
        for word, count in counts.items():
            left -= count
            if left < 0:
                return word
        raise AssertionError("counts add up")

    def _substitute_preposition(self, sentence: WorkingSentence) -> bool:
        place = self._place(sentence, lambda _, token: _is_preposition(token))
        if place is None:
            return False
        word = sentence.tokens[place].word
        wrong = self._drawn(CONFUSIONS[word.lower()])
        sentence.substitute(place, capitalized_like(word, wrong), "IN")
        return True

    def _delete_preposition(self, sentence: WorkingSentence) -> bool:
        return self._delete(sentence, _is_preposition)

    def _insert_preposition(self, sentence: WorkingSentence) -> bool:
        place = self._place(
            sentence,
            lambda at, _: _begins_phrase(sentence, at) and not _follows(sentence, at, "IN"),
        )
        if place is None:
            return False
        drawn = PREPOSITIONS[self._random.randrange(len(PREPOSITIONS))]
        sentence.insert(place, drawn, "IN")
        return True

    def _substitute_determiner(self, sentence: WorkingSentence) -> bool:
        place = self._place(
            sentence,
            lambda at, token: _is_determiner(token) and at + 1 < len(sentence.tokens),
        )
        if place is None:
            return False
        word = sentence.tokens[place].word
        other = "the"
        if word.lower() == "the":
            other = indefinite_article(sentence.tokens[place + 1].word)
        sentence.substitute(place, capitalized_like(word, other), "DT")
        return True

    def _delete_determiner(self, sentence: WorkingSentence) -> bool:
        return self._delete(sentence, _is_determiner)

    def _insert_determiner(self, sentence: WorkingSentence) -> bool:
        place = self._place(sentence, lambda at, _: _begins_phrase(sentence, at))
        if place is None:
            return False
        article = "the"
        if self._random.randrange(2):
            article = indefinite_article(sentence.tokens[place].word)
        sentence.insert(place, article, "DT")
        return True

    def _noun_number(self, sentence: WorkingSentence) -> bool:
        return self._other_form(sentence, NOUN_TAGS)

    def _verb_form(self, sentence: WorkingSentence) -> bool:
        return self._other_form(sentence, VERB_TAGS)

    def _delete(self, sentence: WorkingSentence, possible: Callable[[WorkingToken], bool]) -> bool:
        place = self._place(sentence, lambda _, token: possible(token) and token.leaf)
        if place is None:
            return False
        sentence.delete(place)
        return True

    def _other_form(self, sentence: WorkingSentence, tags: Sequence[str]) -> bool:
        place = self._place(
            sentence,
            lambda _, token: token.tag in tags and bool(self.forms.others(token.word, token.tag)),
        )
        if place is None:
            return False
        token = sentence.tokens[place]
        others = self.forms.others(token.word, token.tag)
        sentence.substitute(place, *others[self._random.randrange(len(others))])
        return True


def indefinite_article(word: str) -> str:
    """`a` or `an`, by the first letter of the word that follows."""
    return "an" if word[:1].lower() in _VOWELS else "a"


def _begins_phrase(sentence: WorkingSentence, place: int) -> bool:
    """Whether a noun phrase without a determiner begins here, as far as tags can tell."""
    return sentence.tokens[place].tag in _NOMINAL and not _follows(sentence, place, *_INSIDE_PHRASE)


def _follows(sentence: WorkingSentence, place: int, *tags: str) -> bool:
    return place > 0 and sentence.tokens[place - 1].tag in tags


KINDS: dict[str, Callable[[GrammarNoise, WorkingSentence], bool]] = {
    "substitute preposition": GrammarNoise._substitute_preposition,
    "delete preposition": GrammarNoise._delete_preposition,
    "insert preposition": GrammarNoise._insert_preposition,
    "substitute determiner": GrammarNoise._substitute_determiner,
    "delete determiner": GrammarNoise._delete_determiner,
    "insert determiner": GrammarNoise._insert_determiner,
    "noun number": GrammarNoise._noun_number,
    "verb form": GrammarNoise._verb_form,
}
