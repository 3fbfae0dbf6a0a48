"""Real misspellings: is the right word among what index, network and spell-checkers suggest?

Those that annotators of ErAConD (`R:SPELL`) and CoNLL-2013 (`Mec`, a word that is in no dictionary)
corrected, and the words that differ between JFLEG's source and the spell-checked one that its
authors give. One word for one word, and more than its capitals is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import compress
from typing import Any, NamedTuple

from edit_types import read_without_blank_tokens
from recognition_checkers import Suggest
from shared_data import existing

from syntacticdiff.evaluate import Gleu, Rewrites
from syntacticdiff.recognition import (
    RecognitionNetwork,
    Recognizer,
    WordPool,
    reference_index,
)
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import Substitutions
from syntacticdiff.text import damerau_levenshtein, english_words

RANKS = (1, 5)
MIN_COUNT = 5
REFERENCES = 4
NOT_POOLED, NOT_GIVEN = "not pooled", "not given by recognize"
FAULT = 6.0  # bits for each letter, where the reference ranks a set of candidates

Rank = Callable[["Misspelling"], Sequence[str]]


class Misspelling(NamedTuple):
    """A word in its sentence, and what was meant."""

    words: tuple[str, ...]
    place: int
    meant: str

    @property
    def word(self) -> str:
        """As it was written."""
        return self.words[self.place]


def _kept(found: Sequence[Misspelling]) -> list[Misspelling]:
    return [
        each
        for each in found
        if each.word.lower() != each.meant.lower()
        and each.word.isalpha()
        and each.meant.replace("-", "").replace("'", "").isalpha()
    ]


def annotated_misspellings(file: str, kind: str, *, unlisted: bool) -> list[Misspelling]:
    """The edits of one type; `unlisted` leaves out words that the dictionary has."""
    found = []
    for sentence in read_without_blank_tokens(existing("gec", file)):
        for edit in sentence.edits:
            if (
                edit.type == kind
                and edit.end == edit.start + 1
                and len(edit.correction.split()) == 1
            ):
                word = sentence.tokens[edit.start]
                if not (unlisted and word.lower() in english_words()):
                    found.append(Misspelling(tuple(sentence.tokens), edit.start, edit.correction))
    return list(dict.fromkeys(_kept(found)))


def _jfleg(file: str) -> list[tuple[str, ...]]:
    lines = existing("gec", "jfleg-dev", file).read_text("utf-8").splitlines()
    return [tuple(line.split()) for line in lines]


def jfleg_misspellings() -> list[Misspelling]:
    """Where the spell-checked source has another word; lines of the same length only."""
    pairs = zip(_jfleg("dev.src"), _jfleg("dev.spellchecked.src"), strict=True)
    return _kept(
        [
            Misspelling(source, place, checked[place])
            for source, checked in pairs
            if len(source) == len(checked)
            for place in range(len(source))
            if source[place] != checked[place]
        ]
    )


class LearnerStudy:
    """Recall of the right word at 1 and at 5, by every way to suggest words."""

    def __init__(self, reference: ReferenceModel, checkers: Mapping[str, Suggest]) -> None:
        self.reference, self.checkers = reference, checkers
        self.index = reference_index(reference.lexicon)
        self.pool = WordPool(self.index)
        self.recognizer = Recognizer(reference)
        self.texts = {
            "ErAConD": annotated_misspellings("eracond.m2", "R:SPELL", unlisted=False),
            "CoNLL-2013": annotated_misspellings("conll2013.m2", "Mec", unlisted=True),
            "JFLEG dev": jfleg_misspellings(),
        }
        self._substitutes = {
            spec: Substitutions(spec, reference.lexicon, min_count=MIN_COUNT, fold=reference.fold)
            for spec in ("spelling", "recognition", "spelling+recognition")
        }

    def sizes(self) -> dict[str, dict[str, int]]:
        """How many there are, how many of them are words, and whose right word is known."""
        known = frozenset(self.index.words)
        return {
            name: {
                "all": len(found),
                "a word of the dictionary": sum(e.word.lower() in english_words() for e in found),
                "meant word indexed": sum(e.meant.lower() in known for e in found),
            }
            for name, found in self.texts.items()
        }

    def run(self) -> dict[str, dict[str, dict[str, float]]]:
        """Every way that needs no network."""
        ways: dict[str, Rank] = {
            "index (jumbled, missing, superfluous)": lambda e: self.index.behind(e.word.lower()),
            "index and spelling pooled, two faults": self._pooled,
            "`recognize`: pooled, the reference deciding": self._recognized,
        }
        for spec in self._substitutes:
            ways[f"source `{spec}`, nearest, then commonest"] = self._by_distance(spec)
            ways[f"source `{spec}`, the reference ranking"] = self._by_reference(spec)
        result = {way: self.recall(rank) for way, rank in ways.items()}
        for name, suggest in self.checkers.items():
            result[name] = self._checked(suggest)
        return result

    def with_network(self, network: RecognitionNetwork) -> dict[str, dict[str, float]]:
        """What a network suggests, in the sentence or, if it reads single words, alone."""
        return self.recall(self._likeliest(network))

    def recall(self, rank: Rank) -> dict[str, dict[str, float]]:
        """Percent of misspellings whose right word is among the first; capitals are free."""
        result = {}
        for name, found in self.texts.items():
            places = [_place(rank(each), each.meant) for each in found]
            no_words = map(_is_no_word, found)
            result[name] = _shares(places)
            result[f"{name}{NO_WORDS}"] = _shares(list(compress(places, no_words)))
        return result

    def added(self, network: RecognitionNetwork) -> dict[str, dict[str, int]]:
        """Right words in a network's first five, and how many of them look-up does not list."""
        likeliest = self._likeliest(network)
        result = {}
        for name, every in self.texts.items():
            found = [each for each in every if _is_no_word(each)]
            named = [each for each in found if _place(likeliest(each), each.meant) < NOWHERE]
            ways = {
                NOT_POOLED: self._pooled,
                NOT_GIVEN: self._recognized,
            }
            result[name] = {"asked": len(found), "named": len(named)} | {
                way: sum(_place(rank(each), each.meant) == NOWHERE for each in named)
                for way, rank in ways.items()
            }
        return result

    def _likeliest(self, network: RecognitionNetwork) -> Rank:
        def likeliest(each: Misspelling) -> list[str]:
            [found] = network.likeliest(each.words, [each.place], max(RANKS))
            return [likely.word or each.word for likely in found]

        return likeliest

    def _pooled(self, each: Misspelling) -> list[str]:
        return [near.word for near in self.pool.nearest(each.word.lower())]

    def _recognized(self, each: Misspelling) -> list[str]:
        for found in self.recognizer.recognize(each.words):
            if found.position == each.place:
                return [likely.word for likely in found.alternatives if likely.word is not None]
        return [each.word]

    def _by_distance(self, spec: str) -> Rank:
        lexicon = self.reference.lexicon

        def rank(each: Misspelling) -> list[str]:
            word = self.reference.fold(each.word)
            found = self._substitutes[spec].words(word)
            return sorted(
                found, key=lambda w: (damerau_levenshtein(word, w), lexicon.id(w) or 1 << 30)
            )

        return rank

    def _by_reference(self, spec: str) -> Rank:
        @cache
        def rank(each: Misspelling) -> list[str]:
            word = self.reference.fold(each.word)
            found = self._substitutes[spec].words(word)

            def bits(other: str) -> float:
                words = [*each.words[: each.place], *other.split(), *each.words[each.place + 1 :]]
                score = self.reference.score(words)
                own = score.bits_per_token * (score.tokens + 1)
                return own + FAULT * min(2, damerau_levenshtein(word, other))

            return sorted(found, key=bits)

        return rank

    def _checked(self, suggest: Suggest) -> dict[str, dict[str, float]]:
        words = list({each.word for found in self.texts.values() for each in found})
        told = dict(zip(words, suggest(words), strict=True))
        return self.recall(lambda each: told[each.word])

    def only_by_recognition(self) -> dict[str, dict[str, int]]:
        """Right words that both sources offer, and those that only one does."""
        result = {}
        for name, found in self.texts.items():
            offered = {
                spec: {
                    number
                    for number, each in enumerate(found)
                    if self.reference.fold(each.meant) in self._substitutes[spec].words(each.word)
                }
                for spec in ("spelling", "recognition")
            }
            result[name] = {
                "both": len(offered["spelling"] & offered["recognition"]),
                "spelling only": len(offered["spelling"] - offered["recognition"]),
                "recognition only": len(offered["recognition"] - offered["spelling"]),
            }
        return result

    def gleu(self) -> dict[str, float]:
        """JFLEG dev with nothing but spelling corrected."""
        source, checked = _jfleg("dev.src"), _jfleg("dev.spellchecked.src")
        references = [_jfleg(f"dev.ref{number}") for number in range(REFERENCES)]
        rewrites = [Rewrites(s, tuple(r)) for s, *r in zip(source, *references, strict=True)]
        outputs = {
            "source": source,
            "spell-checked by the authors of JFLEG": checked,
            "`recognize`": [tuple(self.recognizer.words(words)) for words in source],
        }
        for name, suggest in self.checkers.items():
            outputs[f"{name}, first suggestion"] = self._corrected(source, suggest)
        return {
            name: 100 * float(Gleu().corpus(output, rewrites).expected)
            for name, output in outputs.items()
        }

    def _corrected(
        self, source: Sequence[tuple[str, ...]], suggest: Suggest
    ) -> list[tuple[str, ...]]:
        words = list({word for words in source for word in words if word.isalpha()})
        told = {w: (found or [w])[0] for w, found in zip(words, suggest(words), strict=True)}
        return [
            tuple(
                word if len(told.get(word, word).split()) != 1 else told.get(word, word)
                for word in words
            )
            for words in source
        ]


NOWHERE = 1 << 30
NO_WORDS = ", no words of the dictionary"


def _is_no_word(each: Misspelling) -> bool:
    return each.word.lower() not in english_words()


def _shares(places: Sequence[int]) -> dict[str, float]:
    return {
        str(most): 100 * sum(place < most for place in places) / len(places) for most in RANKS
    } | {"listed": 100 * sum(place < NOWHERE for place in places) / len(places)}


def _place(suggestions: Sequence[str], meant: str) -> int:
    folded = [word.lower() for word in suggestions]
    return folded.index(meant.lower()) if meant.lower() in folded else NOWHERE


def summary(result: Any) -> Any:
    """Plain data, rounded for the file of runs."""
    if isinstance(result, dict):
        return {key: summary(value) for key, value in result.items()}
    return round(result, 3) if isinstance(result, float) else result
