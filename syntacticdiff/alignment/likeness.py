"""How alike two words are: the same stem, the same class, the same letters.

What it costs to take one word for another where two versions of a sentence are laid side by side,
without a tagger. Which words lie side by side is for `alignment` to find.
"""

from __future__ import annotations

from functools import lru_cache

from syntacticdiff.text.stemming import stem
from syntacticdiff.text.word_classes import word_class

OTHER_STEM = 0.499  # a little under half, so that class and letters decide between strangers
OTHER_CLASS, OTHER_OPEN_CLASS = 0.5, 0.25

# An open class is one that a language keeps adding words to; what a word's ending says is a guess.
CLOSED = frozenset({"DET", "PREP", "PRON", "CONJ", "PART", "NUM", "PUNCT"})

# Words that stand with determiners, but behave as adjectives and numerals do.
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

_MOST_CACHED = 1 << 16

# Forms whose common stem no ending shows, of the words that texts are fullest of.
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


@lru_cache(_MOST_CACHED)
def substitution_cost(source: str, target: str) -> float:
    """What it costs to take `source` for `target`: 0 for a change of case, below 2 for strangers.

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


@lru_cache(_MOST_CACHED)
def coarse_class(word: str) -> str:
    """The class of a lower-case word: a closed one, AUX, or OPEN."""
    if word in _ADJECTIVES:
        return "OPEN"
    if word in _NUMBERS:
        return "NUM"
    found = word_class(word)
    return found if found in CLOSED or found == "AUX" else "OPEN"


def common_stem(word: str) -> str:
    """The Porter2 stem of a lower-case word, or one that all forms of an irregular word share."""
    return _IRREGULAR.get(word) or stem(word)


@lru_cache(_MOST_CACHED)
def likeness(source: str, target: str) -> float:
    """Twice the longest common subsequence of letters, as a share of all letters: 0 to 1.

    Examples
    --------
    >>> likeness("cat", "cart"), likeness("cat", "dog")
    (0.8571428571428571, 0.0)
    """
    length = len(source) + len(target)
    return 2 * _common(source, target) / length if length else 1.0


def _common(source: str, target: str) -> int:
    """The length of the longest common subsequence; one bit for each letter of `source`."""
    places: dict[str, int] = {}
    for at, letter in enumerate(source):
        places[letter] = places.get(letter, 0) | 1 << at
    everything = (1 << len(source)) - 1
    unmatched = everything
    for letter in target:
        met = unmatched & places.get(letter, 0)
        unmatched = (unmatched + met | unmatched - met) & everything
    return len(source) - unmatched.bit_count()
