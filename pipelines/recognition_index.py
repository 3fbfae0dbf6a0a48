"""The semi-character index on held-out Brown: what a look-up recognises, before any network.

Words of more than three letters that the vocabulary has are asked about, one at a time, between
clean neighbours. Either the commonest candidate is taken, or the one that the bigrams of the
neighbours make likeliest.
"""

from __future__ import annotations

import random
import string
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from recognition_training import CONDITIONS, KINDS, MIXED, VOCABULARY, Brown

from syntacticdiff.recognition import (
    SemicharacterIndex,
    build_index,
    may_change,
    reference_index,
)
from syntacticdiff.reference import MARKERS, Lexicon, ReferenceModel
from syntacticdiff.text import damerau_levenshtein

END = 2  # the number of the end of a sentence in every reference
SLOW_LOOK_UPS = 2000
MADE_UP, MADE_UP_SEED = 900_000, 7
OFTEN = 100  # occurrences that make a word one, whatever the dictionary says

Look = Callable[[str], Sequence[str]]
Decide = Callable[[Sequence[str], Sequence[str], int], str | None]


class Bigrams:
    """A reference of order 2, cased, that chooses between words by their clean neighbours."""

    def __init__(self, model: ReferenceModel) -> None:
        self.model = model
        self._begin = model.scorer.begin()
        self._after = lru_cache(1 << 16)(
            lambda number: self.model.scorer.advance(self._begin, number)[1]
        )
        self._bits = lru_cache(1 << 18)(self._looked_up)

    def _looked_up(self, before: int | None, number: int) -> float:
        state = self._begin if before is None else self._after(before)
        return -self.model.scorer.advance(state, number)[0]

    def __call__(
        self, candidates: Sequence[str], sentence: Sequence[str], place: int
    ) -> str | None:
        """The likeliest; of equal ones the commonest."""
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        number = self.model.lexicon.id
        fold = self.model.fold
        before = number(fold(sentence[place - 1])) if place else None
        after = number(fold(sentence[place + 1])) if place + 1 < len(sentence) else END

        def cost(word: str) -> float:
            own = number(fold(word))
            return self._bits(before, own) + self._bits(own, after)

        return min(candidates, key=cost)


def commonest(candidates: Sequence[str], sentence: Sequence[str], place: int) -> str | None:
    """The first: candidates come in descending order of frequency."""
    return candidates[0] if candidates else None


class IndexStudy:
    """Vocabularies, their indexes, and their accuracy."""

    def __init__(self, brown: Brown) -> None:
        self.brown = brown

    @cached_property
    def counts(self) -> Counter[str]:
        """How often the training part has each word."""
        return Counter(word for sentence in self.brown.training for word in sentence)

    def vocabulary(self, most: int | None) -> list[str]:
        """The commonest words, or all."""
        return [word for word, _ in self.counts.most_common(most)]

    @cached_property
    def bigrams(self) -> Bigrams:
        """Of the training part."""
        return Bigrams(ReferenceModel.train(self.brown.training, order=2, cased=True))

    def accuracy(self, most: int | None, kind: str, condition: str, decide: Decide) -> float:
        """Percent of the words asked about that are recognised."""
        index = self._index(most, condition)
        looks: dict[str, Look] = {
            "jumble": index.jumbled,
            "delete": index.missing,
            "insert": index.superfluous,
            MIXED: lambda word: nearest(word, index),
        }
        known = frozenset(index.words)
        asked = right = 0
        noisy = self.brown.noisy(kind, condition)
        for sentence, changed in zip(self.brown.test, noisy, strict=True):
            for place, (word, seen) in enumerate(zip(sentence, changed, strict=True)):
                if may_change(word) and word in known:
                    asked += 1
                    right += decide(looks[kind](seen), sentence, place) == word
        return 100 * right / asked

    @lru_cache(maxsize=4)  # noqa: B019  (one study, which lives as long as the process)
    def _index(self, most: int | None, condition: str) -> SemicharacterIndex:
        return SemicharacterIndex(self.vocabulary(most), condition)

    def run(self) -> dict[str, Any]:
        """All figures of the index by itself."""
        result: dict[str, Any] = {"words": {}, "kinds": {}, "conditions": {}}
        for name, most in (("10,000 words", VOCABULARY), ("all words", None)):
            known = frozenset(self.vocabulary(most))
            result["words"][name] = sum(
                may_change(word) and word in known for s in self.brown.test for word in s
            )
            for decided, decide in (("commonest", commonest), ("bigrams", self.bigrams)):
                result["kinds"][f"{name}, {decided}"] = {
                    kind: self.accuracy(most, kind, "INT", decide) for kind in (*KINDS, MIXED)
                }
                result["conditions"][f"{name}, {decided}"] = {
                    condition: self.accuracy(most, "jumble", condition, decide)
                    for condition in CONDITIONS
                }
        return result

    def shipped(self) -> dict[str, Any]:
        """The shipped index with its full dictionary; capitals do not count. And speed."""
        model = ReferenceModel.load()
        begin = time.process_time()
        index = reference_index(model.lexicon)
        opened = time.process_time() - begin
        looks = {"jumble": index.jumbled, "delete": index.missing, "insert": index.superfluous}
        looks[MIXED] = lambda word: nearest(word, index)
        decide = Bigrams(model)
        known = frozenset(index.words)
        result: dict[str, Any] = {"opening": opened, "indexed": len(index.words), "look-ups": {}}
        for kind, look in looks.items():
            asked = first = decided = 0
            queries = []
            noisy = self.brown.noisy(kind)
            for sentence, changed in zip(self.brown.test, noisy, strict=True):
                for place, (word, seen) in enumerate(zip(sentence, changed, strict=True)):
                    if may_change(word) and word.lower() in known:
                        found = look(seen.lower())
                        queries.append(seen.lower())
                        asked += 1
                        first += bool(found) and found[0] == word.lower()
                        decided += decide(found, sentence, place) == word.lower()
            result[kind] = {"commonest": 100 * first / asked, "reference": 100 * decided / asked}
            result["words"] = asked
            result["look-ups"][kind] = look_ups(index, queries)
        slow = reference_index(model.lexicon, native=False)
        result["look-ups without the engine"] = look_ups(slow, queries[:SLOW_LOOK_UPS])
        return result | {"building": self.building()}

    def building(self) -> dict[str, dict[str, float]]:
        """CPU seconds to build the index of other references, with the dictionary in each."""
        chance = random.Random(MADE_UP_SEED)
        lengths = range(3, 13)
        drawn = (
            "".join(chance.choices(string.ascii_lowercase, k=chance.choice(lengths)))
            for _ in range(MADE_UP)
        )
        made_up = [*MARKERS, *dict.fromkeys(drawn)]
        lexicons = {
            "Brown's training part": self.bigrams.model.lexicon,
            "the embedded reference": ReferenceModel.load().lexicon,
            "made up": Lexicon.build(made_up, np.full(len(made_up), OFTEN)),
        }
        result = {}
        for name, lexicon in lexicons.items():
            begin = time.process_time()
            built = build_index(lexicon)
            seconds = time.process_time() - begin
            result[name] = {
                "reference": len(lexicon),
                "indexed": len(built.words),
                "seconds": seconds,
            }
        return result


def look_ups(index: SemicharacterIndex, words: Sequence[str]) -> float:
    """How many in a CPU second, all three kinds in each."""
    begin = time.process_time()
    for word in words:
        index.behind(word)
    return len(words) / (time.process_time() - begin)


def nearest(word: str, index: SemicharacterIndex) -> list[str]:
    """Candidates of all three kinds with the fewest faults: a jumble, or a letter, is one."""
    same, more, less = index.numbers(word)
    single = set(same)
    single.update(n for n in (*more, *less) if damerau_levenshtein(word, index.words[n]) == 1)
    return [index.words[number] for number in sorted(single or {*more, *less})]
