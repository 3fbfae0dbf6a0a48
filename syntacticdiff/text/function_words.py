"""English function words by class, for `insertions="function-words"` and `"confusions"`.

They are lower-case, and split as the tokenizer splits them. A word may belong to several classes;
its class is then the first of them.
"""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


DETERMINERS = _words(
    "a an the this that these those my your his her its our their some any no every each either "
    "neither another other such all both many much more most few several which what whose"
)

PREPOSITIONS = _words(
    "of in to for with on at by from about as into like through after over between out against "
    "during without before under around among along across behind near off up down onto upon "
    "toward towards within since until beyond above below despite except"
)

AUXILIARIES = _words(
    "am is are was were be been being have has had having do does did will would can could may "
    "might must shall should"
)

PRONOUNS = _words(
    "i you he she it we they me him her us them who whom there one someone something anyone "
    "anything everyone everything nothing myself himself themselves"
)

CONJUNCTIONS = _words(
    "and or but nor so if because although though while when where whether unless that than as "
    "since until how why"
)

PARTICLES = ("not", "n't", "'s")  # `'s` because learners omit the possessive

POSSESSIVES = frozenset({"'s", "'", "’s", "’"})  # the possessive as a token, as texts write it

CLOSED_CLASSES: dict[str, frozenset[str]] = {
    "DET": frozenset(DETERMINERS),
    "PREP": frozenset(PREPOSITIONS),
    "AUX": frozenset(AUXILIARIES),
    "PRON": frozenset(PRONOUNS),
    "CONJ": frozenset(CONJUNCTIONS),
    "PART": frozenset(PARTICLES),
}

# Learners confuse words of these classes; exchanging pronouns or conjunctions changes the meaning.
CONFUSION_CLASSES = ("DET", "PREP", "AUX")

FUNCTION_WORDS: tuple[str, ...] = tuple(sorted(frozenset().union(*CLOSED_CLASSES.values())))
