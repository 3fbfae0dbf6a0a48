"""How similar two words are: by stem, word class and letters.

This is the cost of replacing one word by another in an alignment, without a tagger; `align` finds
the cheapest alignment.
"""

from __future__ import annotations

from functools import lru_cache

from syntacticdiff.text.stemming import stem
from syntacticdiff.text.word_classes import word_class

OTHER_STEM = 0.499  # a little under half, so that class and letters decide between unrelated words
OTHER_CLASS, OTHER_OPEN_CLASS = 0.5, 0.25

# All other classes are open; a word's ending gives only a guess at its open class.
CLOSED = frozenset({"DET", "PREP", "PRON", "CONJ", "PART", "NUM", "PUNCT"})

# Words that are listed as determiners, but behave like adjectives and numerals.
_ADJECTIVES = frozenset(["such", "many", "much", "more", "most", "few", "several", "other", "own"])
_NUMBERS = frozenset(
    [
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "hundred",
        "thousand",
        "million",
    ]
)

_MAX_CACHED = 1 << 16

# Irregular forms of very frequent words, which a stemmer does not relate.
_FORMS = {
    "be": "am is are was were be been being 's 're 'm",
    "have": "have has had having 've",
    "do": "do does did done doing",
    "will": "will would wo 'll 'd",
    "can": "can could ca",
    "not": "not n't",
    "go": "go goes went gone going",
    "this": "this these",
    "that": "that those",
    "I": "i me my mine",
    "he": "he him his",
    "they": "they them their theirs",
    "we": "we us our ours",
}
_IRREGULAR = {form: stem for stem, forms in _FORMS.items() for form in forms.split()}


@lru_cache(_MAX_CACHED)
def substitution_cost(source: str, target: str) -> float:
    """The cost of replacing `source` by `target`: 0 for a change of case, always below 2.

    Examples
    --------
    >>> substitution_cost("The", "the")
    0.0
    >>> substitution_cost("walks", "walked") < substitution_cost("walks", "runs")
    True
    """
    source_folded, target_folded = source.lower(), target.lower()
    if source_folded == target_folded:
        return 0.0
    cost = 0.0 if common_stem(source_folded) == common_stem(target_folded) else OTHER_STEM
    return cost + _class_cost(source_folded, target_folded) + 1 - likeness(source, target)


def _class_cost(source: str, target: str) -> float:
    classes = coarse_class(source), coarse_class(target)
    if classes[0] == classes[1]:
        return 0.0
    return OTHER_CLASS if CLOSED.intersection(classes) else OTHER_OPEN_CLASS


@lru_cache(_MAX_CACHED)
def coarse_class(word: str) -> str:
    """The class of a lower-case word: a closed class, AUX, or OPEN."""
    if word in _ADJECTIVES:
        return "OPEN"
    if word in _NUMBERS:
        return "NUM"
    found = word_class(word)
    return found if found in CLOSED or found == "AUX" else "OPEN"


def common_stem(word: str) -> str:
    """The Porter2 stem of a lower-case word, or the common stem of an irregular word's forms."""
    return _IRREGULAR.get(word) or stem(word)


@lru_cache(_MAX_CACHED)
def likeness(source: str, target: str) -> float:
    """Twice the length of the longest common subsequence, divided by the sum of both lengths.

    Examples
    --------
    >>> likeness("cat", "cart"), likeness("cat", "dog")
    (0.8571428571428571, 0.0)
    """
    length = len(source) + len(target)
    return 2 * _common(source, target) / length if length else 1.0


def _common(source: str, target: str) -> int:
    """The length of the longest common subsequence, with one bit for each letter of `source`."""
    places: dict[str, int] = {}
    for at, letter in enumerate(source):
        places[letter] = places.get(letter, 0) | 1 << at
    everything = (1 << len(source)) - 1
    unmatched = everything
    for letter in target:
        met = unmatched & places.get(letter, 0)
        unmatched = (unmatched + met | unmatched - met) & everything
    return len(source) - unmatched.bit_count()
