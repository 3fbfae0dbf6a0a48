"""The types of edits in ERRANT's terms, by rules on tags, base forms, stems and a word list.

The rules are written after the description of ERRANT (Bryant, Felice and Briscoe, 2017): both
sentences are tagged, and the first rule that applies decides. `error_types` lists the types;
`merge` decides which tokens are one edit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from syntacticdiff.alignment.likeness import common_stem, likeness
from syntacticdiff.alignment.merge import Span
from syntacticdiff.alignment.tagged import OTHER, TaggedWord, tagged_words
from syntacticdiff.syntax.tagger import Tagger
from syntacticdiff.text.inflection import base_forms, share_base_form

Words = Sequence[TaggedWord]

CONTRACTIONS = frozenset(["'d", "'ll", "'m", "n't", "'re", "'s", "'ve"])
# Contractions without their apostrophe, as careless writers spell them.
_UNMARKED = frozenset(["d", "ll", "m", "nt", "re", "s", "ve"])

_ALIKE = 0.5  # a misspelling is more similar than this to the right spelling
_LONG_STEM = 4  # letters from which a stem that is the beginning of another is related to it
_OPEN_CLASSES = frozenset({"ADJ", "ADV", "NOUN", "VERB", OTHER})  # their words have derivations
_PARTICIPLES = frozenset({"VBG", "VBN"})
_PRESENT = frozenset({"VB", "VBP", "VBZ"})


class EditTyper:
    """Gives edits their types.

    Parameters
    ----------
    tagger : Tagger
        Tags both sentences.
    is_word : callable
        Whether a lower-case word is in the dictionary; others can be misspelled.
    """

    def __init__(self, tagger: Tagger, is_word: Callable[[str], bool]) -> None:
        self._tagger, self._is_word = tagger, is_word

    def types(
        self, source: Sequence[str], target: Sequence[str], spans: Iterable[Span]
    ) -> list[str]:
        """The type of each edit between two sentences.

        Parameters
        ----------
        source, target : sequence of str
            The tokens of the sentence and of its corrected version.
        spans : iterable of (start, end, target_start, target_end)
            The tokens of each edit in both.

        Returns
        -------
        list of str
            A type for each edit, such as `"R:VERB:SVA"`.
        """
        source_tags, target_tags = self._tagger.tag_many([source, target])
        before, after = tagged_words(source, source_tags), tagged_words(target, target_tags)
        return [
            self._type(before[start:end], after[target_start:target_end])
            for start, end, target_start, target_end in spans
        ]

    def _type(self, words: Words, others: Words) -> str:
        if words and others and _letters(words) == _letters(others):
            return "R:ORTH"
        # `Cat` -> `The cat`: the last word is in the edit only because its capitals changed.
        while words and others and words[-1].lower == others[-1].lower:
            words, others = words[:-1], others[:-1]
        if not words:
            return f"M:{_class_of_one_side(others)}"
        if not others:
            return f"U:{_class_of_one_side(words)}"
        return f"R:{self._replacement(words, others)}"

    def _replacement(self, words: Words, others: Words) -> str:
        if len(words) == len(others) == 1:
            return self._word_for_word(words[0], others[0])
        if sorted(word.lower for word in words) == sorted(word.lower for word in others):
            return "WO"
        return _phrase_for_phrase(words, others)

    def _word_for_word(self, word: TaggedWord, other: TaggedWord) -> str:
        classes = {word.word_class, other.word_class}
        if classes == {"PUNCT"}:
            return "PUNCT"
        if word.is_possessive and other.is_possessive:
            return "NOUN:POSS"
        if _is_contraction(word, other):
            return "CONTR"
        is_unknown = word.lower.isalpha() and not self._is_word(word.lower)
        inflection = _inflection(word, other)
        if is_unknown and likeness(word.lower, other.lower) > _ALIKE:
            return _misspelled(word, other, inflection)
        if inflection:
            return inflection
        if word.auxiliary and other.auxiliary:
            return "VERB:TENSE"
        common = _common_class(classes)
        if common in _OPEN_CLASSES and _are_related(word, other):
            return "MORPH"
        return common


def _letters(words: Words) -> str:
    return "".join(word.lower for word in words)


def _common_class(classes: set[str]) -> str:
    """The class of words that are all of one class, or of two that mix."""
    if len(classes) == 1:
        return min(classes)
    if classes == {"PREP", "PART"}:
        return "PART"
    if classes == {"DET", "PRON"}:
        return "PRON"
    return OTHER


def _class_of_one_side(words: Words) -> str:
    """The class of words that are missing or unnecessary."""
    if len(words) == 1:
        [word] = words
        if word.tag == "POS":
            return "NOUN:POSS"
        if word.lower in CONTRACTIONS:
            return "CONTR"
        if word.tag == "TO":
            return "VERB:FORM"
    if all(word.auxiliary for word in words):
        return "VERB:TENSE"
    classes = {word.word_class for word in words}
    if classes == {"PART", "VERB"} and words[0].tag == "TO":
        return "VERB"
    return _common_class(classes)


def _is_contraction(word: TaggedWord, other: TaggedWord) -> bool:
    """Whether a contraction is marked, changed, written out (`n't` -> `not`) or made."""
    both = {word.lower, other.lower}
    if both <= CONTRACTIONS | _UNMARKED:
        return True
    return not both.isdisjoint(CONTRACTIONS) and (
        both == {"n't", "not"} or word.word_class == other.word_class == "VERB"
    )


def _misspelled(word: TaggedWord, other: TaggedWord, inflection: str | None) -> str:
    """The type where the dictionary lacks the word that was replaced."""
    if inflection is None:
        return "SPELL"
    if inflection == "NOUN:NUM":
        # `informations` is no word; `handbag` is only rare.
        return "NOUN:INFL" if word.lower.endswith("s") else inflection
    if inflection.startswith("VERB:") and word.tag == other.tag:
        return "VERB:INFL"
    return inflection


def _inflection(word: TaggedWord, other: TaggedWord) -> str | None:
    """The type of an exchange of one form of a word for another; None for different words.

    The corrected sentence can be tagged better, so its tag says what kind of word this is.
    """
    if word.lower == other.lower:
        return None
    kinds = word.word_class, other.word_class
    if kinds == ("ADJ", "ADJ") and share_base_form(word.lower, other.lower, "adjective"):
        return "ADJ:FORM"
    is_noun = kinds == ("NOUN", "NOUN") or other.tag in ("NNS", "NNPS")
    if is_noun and share_base_form(word.lower, other.lower, "noun"):
        return "NOUN:NUM"
    if other.word_class == "VERB" and share_base_form(word.lower, other.lower, "verb"):
        return _verb_inflection(word, other)
    return None


def _verb_inflection(word: TaggedWord, other: TaggedWord) -> str:
    if {word.lower, other.lower} == {"was", "were"}:
        return "VERB:SVA"
    tags = {_verb_tag(word), other.tag}
    if "MD" in tags:
        return "VERB:TENSE"
    if tags & _PARTICIPLES:
        return "VERB:FORM"
    if tags <= _PRESENT:
        return "VERB:SVA" if "VBZ" in tags else "VERB:FORM"
    return "VERB:TENSE"


def _verb_tag(word: TaggedWord) -> str:
    """The tag of a verb; where it cannot be right, what the ending says.

    Learners' verbs are often tagged by what the sentence needs: `walk` as VBD.
    """
    is_plain = base_forms(word.lower, "verb") == {word.lower}
    if word.word_class == "VERB" and not (is_plain and word.tag in ("VBD", "VBN", "VBZ")):
        return word.tag
    for ending, tag in (("ing", "VBG"), ("ed", "VBD"), ("s", "VBZ")):
        if word.lower.endswith(ending):
            return tag
    return "VB"


def _are_related(word: TaggedWord, other: TaggedWord) -> bool:
    """Whether two words are derived from one: `organise`, `organization`."""
    if not (word.lower.isalpha() and other.lower.isalpha()):
        return False
    stems = sorted((common_stem(each.lower) for each in (word, other)), key=len)
    return stems[0] == stems[1] or (len(stems[0]) >= _LONG_STEM and stems[1].startswith(stems[0]))


def _phrase_for_phrase(words: Words, others: Words) -> str:
    """The class of a replacement with more than one word on one side."""
    both = (*words, *others)
    if (words[-1].is_possessive or others[-1].is_possessive) and "NOUN" in (
        words[0].word_class,
        others[0].word_class,
    ):
        return "NOUN:POSS"
    if all(word.auxiliary for word in both):
        return "VERB:TENSE"
    classes = {word.word_class for word in both}
    same_verb = share_base_form(words[-1].lower, others[-1].lower, "verb")
    if classes == {"VERB"} and same_verb:
        return "VERB:TENSE"
    if classes == {"VERB", "PART"} and same_verb:
        return "VERB:FORM"
    if {words[0].lower, others[0].lower} & {"more", "most"} and share_base_form(
        words[-1].lower, others[-1].lower, "adjective"
    ):
        return "ADJ:FORM"
    return "PREP" if classes == {"PREP", "PART"} else _common_class(classes)
