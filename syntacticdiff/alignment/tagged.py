"""The words of a sentence as the rules for types see them: tag, word class, auxiliary or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from syntacticdiff.text.function_words import POSSESSIVES

# ERRANT's word classes for the Penn Treebank's tags; all other tags are OTHER.
_TAGS = {
    "ADJ": "JJ JJR JJS AFX",
    "ADV": "RB RBR RBS WRB EX",
    "CONJ": "CC",
    "DET": "DT PDT PRP$ WDT",
    "NOUN": "NN NNS NNP NNPS",
    "PART": "RP TO",
    "PREP": "IN",
    "PRON": "PRP WP WP$",
    "PUNCT": "'' `` , -LRB- -RRB- . : HYPH NFP",
    "VERB": "VB VBD VBG VBN VBP VBZ MD",
}
_CLASSES = {tag: name for name, tags in _TAGS.items() for tag in tags.split()}
OTHER = "OTHER"

_APOSTROPHES = str.maketrans({"\u2019": "'", "\u00b4": "'", "`": "'"})

# The tags of verbs, and the auxiliaries that they go with. In learners' sentences participles are
# often tagged as VBD.
_AUXILIARIES = {
    "VB": "do does did",
    "VBD": "have has had having 've 's 'd be am is are was were been being 're 'm",
    "VBG": "be am is are was were been being 's 're 'm",
    "VBN": "have has had having 've 's 'd be am is are was were been being 're 'm",
}
_VERBS_OF = {
    word: frozenset(tag for tag, others in _AUXILIARIES.items() if word in others.split())
    for words in _AUXILIARIES.values()
    for word in words.split()
}
_BETWEEN = ("RB", "PRP")  # the tags of words between an auxiliary and its verb
_FARTHEST = 4  # the most tokens from an auxiliary to its verb


class TaggedWord(NamedTuple):
    """A word in its sentence.

    Parameters
    ----------
    lower : str
        Its spelling, in lower case and with straight apostrophes.
    tag : str
        Its Penn Treebank tag.
    word_class : str
        ERRANT's class of that tag; `"OTHER"` for rare ones.
    auxiliary : bool
        Whether it is a modal verb, or a form of be, have or do with its verb behind it.
    """

    lower: str
    tag: str
    word_class: str
    auxiliary: bool

    @property
    def is_possessive(self) -> bool:
        """Whether it is `'s` or an apostrophe that may mark the possessive."""
        return self.lower in POSSESSIVES


def tagged_words(words: Sequence[str], tags: Sequence[str]) -> list[TaggedWord]:
    """A sentence's words with what their tags say."""
    lower = [word.lower().translate(_APOSTROPHES) for word in words]
    return [
        TaggedWord(word, tag, _word_class(word, tag), _is_auxiliary(lower, tags, place))
        for place, (word, tag) in enumerate(zip(lower, tags, strict=True))
    ]


def _word_class(word: str, tag: str) -> str:
    if tag not in ("CC", "POS", "$", "SYM") and not any(map(str.isalnum, word)):
        return "PUNCT"  # smileys and bullets have many tags
    return _CLASSES.get(tag, OTHER)


def _is_auxiliary(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    if tags[place] == "MD":
        return True
    wanted = _VERBS_OF.get(words[place])
    if wanted is None or tags[place] == "POS":
        return False
    for tag in tags[place + 1 : place + 1 + _FARTHEST]:
        if tag in wanted:
            return True
        if not tag.startswith(_BETWEEN):
            return False
    return False
