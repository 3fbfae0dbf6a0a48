"""Look-up and network side by side: the same noisy sentences, and nothing else known.

Every word of more than three letters has a fault of one kind, or two faults of any kind one after
the other; no way is told which, and its neighbours have theirs. Capitals do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial

from recognition_index import IndexStudy
from recognition_training import KINDS, NOISY_SENTENCES, TWO_FAULTS, VOCABULARY, Brown, Sentences

from syntacticdiff.recognition import (
    Choice,
    Near,
    RecognitionNetwork,
    Recognizer,
    SemicharacterIndex,
    WordNoise,
    WordPool,
    may_change,
    probabilities,
)
from syntacticdiff.reference import ReferenceModel

FAULT, MOST_WORDS = 9.0, 10  # bits for each fault, and candidates, as in `recognize`
SEED = 31  # of the noise
EVERY = 1000  # words that are pooled, before those with other first and last letters go

Named = Sequence[str | None]
Name = Callable[[Sequence[str]], Named]


class NoisyStudy:
    """Words of the first test sentences that the 10,000 words have."""

    def __init__(self, brown: Brown, index: IndexStudy) -> None:
        self.brown, self._study = brown, index

    @cached_property
    def clean(self) -> Sentences:
        """What was meant."""
        return self.brown.test[:NOISY_SENTENCES]

    @cached_property
    def noisy(self) -> dict[str, Sentences]:
        """The sentences with each kind of noise, and with two faults in each word."""
        result = {kind: self._with(WordNoise(kind, seed=SEED), self.clean) for kind in KINDS}
        once = self._with(WordNoise(seed=SEED), self.clean)
        return result | {TWO_FAULTS: self._with(WordNoise(seed=SEED + 1), once)}

    @staticmethod
    def _with(noise: WordNoise, sentences: Sentences) -> Sentences:
        return [noise(sentence) for sentence in sentences]

    def look_up(self) -> dict[str, dict[str, float]]:
        """Every way that learns nothing but counts of words and bigrams."""
        index = SemicharacterIndex(self._study.vocabulary(VOCABULARY))
        pool = WordPool(index)
        shipped = Recognizer(ReferenceModel.load())

        def pooled(word: str) -> list[Near]:
            return pool.nearest(word)

        def between(word: str) -> list[Near]:
            near = pool.nearest(word, EVERY)
            kept = [n for n in near if (n.word[0], n.word[-1]) == (word[0], word[-1])]
            return kept[:MOST_WORDS]

        ways: dict[str, Name] = {
            "index alone, commonest": lambda seen: [_first(index.behind(word)) for word in seen],
            "`recognize` as shipped, with all its words": shipped.words,
        }
        for name, near in {
            "pooled with spelling's": pooled,
            "pooled, first and last letter are right": between,
        }.items():
            ways[f"{name}, nearest, commonest"] = lambda seen, near=near: [
                _first([n.word for n in near(word)]) for word in seen
            ]
            ways[f"{name}, bigrams decide"] = lambda seen, near=near: self._decided(seen, near)
        return {way: self._measured(partial(map, name)) for way, name in ways.items()}

    def by_network(self, network: RecognitionNetwork) -> dict[str, float]:
        """What a network makes of the same sentences."""
        return self._measured(network.recognized)

    def _decided(self, seen: Sequence[str], near: Callable[[str], list[Near]]) -> list[str | None]:
        """The likeliest word at each place, over all combinations at once, as in `recognize`."""
        model = self._study.bigrams.model
        choices = [(_may_be_noisy(word) and near(word)) or [Near(word, 0)] for word in seen]
        shares = probabilities(
            model.scorer,
            [
                [Choice(model.lexicon.id(model.fold(n.word)), FAULT * n.faults) for n in found]
                for found in choices
            ],
        )
        return [
            found[max(range(len(found)), key=own.__getitem__)].word
            for found, own in zip(choices, shares, strict=True)
        ]

    def _measured(self, name: Callable[[Sentences], Iterable[Named]]) -> dict[str, float]:
        known = frozenset(self._study.vocabulary(VOCABULARY))
        result = {}
        for kind, noisy in self.noisy.items():
            asked = right = 0
            for sentence, named in zip(self.clean, name(noisy), strict=True):
                for word, answer in zip(sentence, named, strict=True):
                    if may_change(word) and word in known:
                        asked += 1
                        right += answer is not None and answer.lower() == word.lower()
            result[kind] = 100 * right / asked
        return result


def _may_be_noisy(word: str) -> bool:
    return may_change(f"{word[:2]}x{word[2:]}")  # with the letter that may be missing


def _first(found: Sequence[str]) -> str | None:
    return found[0] if found else None
