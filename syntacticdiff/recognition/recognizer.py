"""Recognizer: sentences of misspelled words in, the words that were meant out.

Without a network, a word is looked up if it is misspelled, and the reference decides by the words
around it. With a network, that decides about every word that its noise may have touched.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from syntacticdiff.recognition.decision import Choice, probabilities
from syntacticdiff.recognition.indexed_words import reference_index
from syntacticdiff.recognition.misspelled import LONGEST, Orthography
from syntacticdiff.recognition.model_file import load_network
from syntacticdiff.recognition.network import Likely, RecognitionNetwork
from syntacticdiff.recognition.noise import may_change
from syntacticdiff.recognition.pool import WordPool
from syntacticdiff.recognition.semicharacter import ALPHABET
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.text.english import english_words
from syntacticdiff.text.languages import ENGLISH

FAULT = 9.0  # bits that each fault costs; these three were chosen on noise in held-out Brown
STAYS = 14.0  # bits that it costs to be a word of its own that no dictionary has
STAYS_NAME = 0.0  # the same, if it is capitalised inside a sentence
MOST_SHOWN = 5
LEAST_SHOWN = 0.001  # probability


@dataclass(frozen=True)
class Recognition:
    """What may be meant by a word of a sentence.

    Parameters
    ----------
    position : int
        Its place in the sentence.
    word : str
        As it is written.
    meant : str
        The likeliest; the word itself, if it stays.
    alternatives : tuple of Likely
        The likeliest words with their probabilities, `meant` first.
    """

    position: int
    word: str
    meant: str
    alternatives: tuple[Likely, ...]


class Recognizer:
    """Finds the words behind misspellings.

    Parameters
    ----------
    reference : ReferenceModel, str or path-like, default "default"
        What decides between words.
    network : RecognitionNetwork, str or path-like, optional
        A network, or its file; it decides instead of index and reference.
    native : bool, default True
        Use the extension, if it is installed.

    Examples
    --------
    >>> recognizer = Recognizer()
    >>> " ".join(recognizer.words("Aoccdrnig to a rsearch at Cmabrigde Uinervtisy .".split()))
    'According to a research at Cambridge University .'
    """

    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str] = "default",
        network: RecognitionNetwork | str | os.PathLike[str] | None = None,
        native: bool = True,
    ) -> None:
        if not isinstance(reference, ReferenceModel):
            reference = ReferenceModel.load(reference)
        if not isinstance(network, RecognitionNetwork | None):
            network = load_network(network)
        self.reference, self.network, self._use_native = reference, network, native
        self._right = Orthography(reference.lexicon, language=reference.language)

    def words(self, words: Sequence[str]) -> list[str]:
        """The words that are meant, as many as there are.

        Parameters
        ----------
        words : sequence of str
            The tokens of a sentence.
        """
        meant = list(words)
        for found in self.recognize(words):
            meant[found.position] = found.meant
        return meant

    def recognize(self, words: Sequence[str]) -> list[Recognition]:
        """What may be meant by those words that may be misspelled; all others stay.

        Parameters
        ----------
        words : sequence of str
            The tokens of a sentence.
        """
        return self._by_reference(words) if self.network is None else self._by_network(words)

    def _by_network(self, words: Sequence[str]) -> list[Recognition]:
        assert self.network is not None
        places = [place for place, word in enumerate(words) if _may_be_named(word)]
        if not places:
            return []
        found = self.network.likeliest(words, places, MOST_SHOWN)
        return [
            _recognized(place, words[place], ((each.word, each.probability) for each in likely))
            for place, likely in zip(places, found, strict=True)
        ]

    def _by_reference(self, words: Sequence[str]) -> list[Recognition]:
        near = {
            place: found
            for place, word in enumerate(words)
            if (found := self._choices(word, inside=place > 0))
        }
        if not near:
            return []
        lexicon, fold = self.reference.lexicon, self.reference.fold
        places = [
            [Choice(lexicon.id(fold(word)), bits) for word, bits in near.get(place, ((own, 0.0),))]
            for place, own in enumerate(words)
        ]
        shares = probabilities(self.reference.scorer, places)
        return [
            _recognized(
                place,
                words[place],
                zip(
                    (self._written(words[place], word) for word, _ in found),
                    shares[place],
                    strict=True,
                ),
            )
            for place, found in near.items()
        ]

    def _choices(self, word: str, inside: bool) -> list[tuple[str, float]]:
        """Words that may be meant, and what each costs; nothing if the word is right."""
        folded = self.reference.fold(word)
        whole = folded[:1].isalpha() and folded[-1:].isalpha()  # no mark is to be lost
        if not whole or not self._right.is_misspelled(folded):
            return []
        costs: dict[str, float] = {}
        for form in dict.fromkeys((folded, folded.lower())):
            for near in self._pool.nearest(form):
                costs.setdefault(near.word, FAULT * near.faults)
        if not costs:
            return []
        costs[folded] = STAYS_NAME if inside and word[:1].isupper() else STAYS
        return list(costs.items())

    def _written(self, word: str, meant: str) -> str:
        """A word of the reference with the capitals that the one that stands there has."""
        if meant == self.reference.fold(word):
            return word
        if self.reference.cased or meant != meant.lower():
            return meant
        if len(word) > 1 and word.isupper():
            return meant.upper()
        usual = english_words().case(meant) if self.reference.language == ENGLISH else None
        if usual is not None and usual != meant:
            return usual
        return meant[:1].upper() + meant[1:] if word[:1].isupper() else meant

    @cached_property
    def _pool(self) -> WordPool:
        index = reference_index(
            self.reference.lexicon, self.reference.language, native=self._use_native
        )
        return WordPool(index, self._use_native)


def _may_be_named(word: str) -> bool:
    """Whether a network can say something: a word that noise may touch, mostly of its letters."""
    if len(word) > LONGEST or not may_change(word):
        return False
    return 2 * sum(map(ALPHABET.__contains__, word)) > len(word)


def _recognized(
    position: int, word: str, likely: Iterable[tuple[str | None, float]]
) -> Recognition:
    """The likeliest first; what is not known is the word itself."""
    totals: dict[str, float] = {}
    for meant, probability in likely:
        totals[meant or word] = totals.get(meant or word, 0.0) + probability
    ordered = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = [Likely(*pair) for pair in ordered if pair[1] >= LEAST_SHOWN][:MOST_SHOWN]
    return Recognition(position, word, ordered[0][0], tuple(shown or [Likely(*ordered[0])]))
