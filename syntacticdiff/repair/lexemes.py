"""Words with their tags, and what may be done to each: which edits are legal, and the candidates.

The perceptron decides that and where a sentence is edited; these are the words that the reference
model chooses from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag

from syntacticdiff.noise.grammar import DETERMINERS, PREPOSITIONS
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scorer import UNKNOWN
from syntacticdiff.syntax.forms import NOUN_TAGS, VERB_TAGS, Form, Forms, capitalized_like
from syntacticdiff.syntax.hashing import text_hash
from syntacticdiff.syntax.words import word_hash

_BEFORE_DETERMINERS = frozenset(("NN", "NNS", "JJ", "JJR", "JJS"))
_BEFORE_PREPOSITIONS = frozenset(("NN", "NNS", "DT", "CD", "JJ", "JJR", "JJS", "NNP", "NNPS"))


class Trait(IntFlag):
    """What a word is, as far as edits depend on it; native/repair.hpp has the same bits."""

    NOUN = 1
    VERB = 2
    PREPOSITION = 4
    DETERMINER = 8
    TAKES_DETERMINER = 16
    TAKES_PREPOSITION = 32
    TAGGED_DETERMINER = 64
    TAGGED_PREPOSITION = 128


@dataclass(frozen=True)
class Lexeme:
    """A word with its tag.

    Parameters
    ----------
    form : Form
        The word as written, and its tag.
    word, tag : int
        Their hashes.
    id : int
        The word's number in the reference model.
    traits : Trait
        What may be done to it.
    """

    form: Form
    word: int
    tag: int
    id: int
    traits: Trait


class Lexemes:
    """The lexemes of a batch, by number; those that may be inserted are always there.

    Parameters
    ----------
    model : ReferenceModel
        Candidates are words that it knows.
    forms : Forms
        The forms of nouns and verbs.
    """

    def __init__(self, model: ReferenceModel, forms: Forms) -> None:
        self._model, self._forms = model, forms
        self._numbers: dict[Form, int] = {}
        self._completed: set[int] = set()
        self.all: list[Lexeme] = []
        self.substitutes: list[tuple[int, ...]] = []
        self.determiners = self._known(Form(word, "DT") for word in DETERMINERS)
        self.prepositions = self._known(Form(word, "IN") for word in PREPOSITIONS)

    def number(self, word: str, tag: str) -> int:
        """The number of a token of a sentence; its substitutes get numbers, too."""
        number = self._number(Form(word, tag))
        if number not in self._completed:
            self._completed.add(number)
            self.substitutes[number] = self._known(self._candidates(self.all[number]))
        return number

    def _candidates(self, lexeme: Lexeme) -> Iterable[Form]:
        word, tag = lexeme.form
        if lexeme.traits & (Trait.NOUN | Trait.VERB):
            return self._forms.others(word, tag)
        if lexeme.traits & Trait.PREPOSITION:
            others = PREPOSITIONS
        elif lexeme.traits & Trait.DETERMINER:
            others = DETERMINERS
        else:
            return ()
        return [
            Form(capitalized_like(word, other), tag) for other in others if other != word.lower()
        ]

    def _known(self, forms: Iterable[Form]) -> tuple[int, ...]:
        numbers = (self._number(form) for form in forms)
        return tuple(number for number in numbers if self.all[number].id != UNKNOWN)

    def _number(self, form: Form) -> int:
        if form not in self._numbers:
            self._numbers[form] = len(self.all)
            self.all.append(
                Lexeme(
                    form,
                    word_hash(form.word),
                    text_hash(form.tag),
                    self._model.lexicon.id(self._model.fold(form.word)),
                    _traits(form),
                )
            )
            self.substitutes.append(())
        return self._numbers[form]


def _traits(form: Form) -> Trait:
    lower = form.word.lower()
    found = Trait(0)
    for trait, holds in (
        (Trait.NOUN, form.tag in NOUN_TAGS),
        (Trait.VERB, form.tag in VERB_TAGS),
        (Trait.PREPOSITION, form.tag == "IN" and lower in PREPOSITIONS),
        (Trait.DETERMINER, form.tag == "DT" and lower in DETERMINERS),
        (Trait.TAKES_DETERMINER, form.tag in _BEFORE_DETERMINERS and form.word == lower),
        (Trait.TAKES_PREPOSITION, form.tag in _BEFORE_PREPOSITIONS),
        (Trait.TAGGED_DETERMINER, form.tag == "DT"),
        (Trait.TAGGED_PREPOSITION, form.tag == "IN"),
    ):
        if holds:
            found |= trait
    return found
