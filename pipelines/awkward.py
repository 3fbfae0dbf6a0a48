"""Awkward wording, which nobody corrects: some content words give way to others of the same tag.

Learners' sentences are odd in many places that no teacher marks: the right grammar with words that
seldom stand together. Native text has few such places, and prices learned from it alone take
everything that the reference finds unlikely for an error. A noun, an adjective, an adverb or a verb
is drawn from the text's own words that have the same tag and begin with a vowel as well, or do not.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

SENTENCES = 0.6  # share of the sentences that have any
WORDS = 0.12  # share of their content words
_TAGS = frozenset(("NN", "NNS", "JJ", "RB", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"))
_KEPT = frozenset(
    (
        *("be", "is", "are", "was", "were", "am", "been", "being", "have", "has", "had"),
        *("do", "does", "did", "will", "not", "n't", "never", "very", "more", "most", "so"),
        *("too", "also", "then", "there", "here", "much", "many", "well", "good", "bad"),
        *("just", "only", "now"),
    )
)
_LEAST = 3  # letters of a word, and how often it must occur
_COMMON = 0.5  # a word that occurs n times is drawn n to this power times as often as a rare one


class Awkward:
    """Puts other words of the same tag into sentences.

    Parameters
    ----------
    sentences : sequence of sequences of str
        The text whose words are drawn from.
    tags : sequence of sequences of str
        Their tags.
    """

    def __init__(self, sentences: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]) -> None:
        found: defaultdict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
        for words, row in zip(sentences, tags, strict=True):
            for word, tag in zip(words, row, strict=True):
                if _may_change(word, tag):
                    found[tag, word[0] in "aeiou"][word] += 1
        self._words = {
            like: [
                word
                for word, count in sorted(counts.items())
                if count >= _LEAST
                for _ in range(round(count**_COMMON))
            ]
            for like, counts in found.items()
        }
        self.text = list(zip(sentences, tags, strict=True))

    def __call__(self, seed: int) -> Iterator[list[str]]:
        """The sentences, some of them awkward; the same for the same seed."""
        chance = random.Random(seed)
        for words, tags in self.text:
            if chance.random() < SENTENCES:
                pairs = zip(words, tags, strict=True)
                yield [self._other(word, tag, chance) for word, tag in pairs]
            else:
                yield list(words)

    def _other(self, word: str, tag: str, chance: random.Random) -> str:
        if not _may_change(word, tag) or chance.random() >= WORDS:
            return word
        return chance.choice(self._words[tag, word[0] in "aeiou"] or [word])


def _may_change(word: str, tag: str) -> bool:
    return (
        tag in _TAGS
        and len(word) >= _LEAST
        and word.isalpha()
        and word.islower()
        and word not in _KEPT
    )
