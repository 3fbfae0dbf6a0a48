"""The languages that a reference can be in, and what exists for each.

Adding one is a line in `LANGUAGES`. sentencex has rules for sentences in all of them. What exists
for English only (lists of function words, forms of words, shipped prices) asks
`refuse_other_languages`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from syntacticdiff.errors import UsageError

ENGLISH = "en"


@dataclass(frozen=True)
class Language:
    """A language.

    Parameters
    ----------
    code : str
        Its two letters, ISO 639-1.
    name : str
        What messages call it.
    stemmer : str
        What Snowball calls its stemmer.
    within_sentence : str, default=""
        A pattern for what looks like the end of a sentence and the beginning of the next, but is
        not; for what sentencex gets wrong. It must match across the place of the false end, which
        is a `|` in the text that it is tried on.
    """

    code: str
    name: str
    stemmer: str
    within_sentence: str = ""

    def joins(self, before: str, after: str) -> bool:
        """Whether what looks like two sentences, seen from both sides, is one."""
        if not self.within_sentence:
            return False
        seam = f"{before.rstrip()[-16:]}|{after.lstrip()[:16]}"
        return re.search(self.within_sentence, seam) is not None


# Days before shortened months (3. Okt.), and titles before names.
_GERMAN_SEAMS = (
    r"\b\d{1,2}\.\|(?:Jan|Feb|Febr|März|Mrz|Apr|Jun|Jul|Aug|Sep|Sept|Okt|Nov|Dez)\b"
    r"|\b(?:Fa|Hr|Hrn|Fr|Frl|Fam|Hl|St|Dipl|Ing)\.\|"
)

LANGUAGES = {
    language.code: language
    for language in (
        Language("ca", "Catalan", "catalan"),
        Language("da", "Danish", "danish"),
        Language("de", "German", "german", _GERMAN_SEAMS),
        Language("el", "Greek", "greek"),
        Language("en", "English", "english"),
        Language("es", "Spanish", "spanish"),
        Language("eu", "Basque", "basque"),
        Language("fi", "Finnish", "finnish"),
        Language("fr", "French", "french"),
        Language("ga", "Irish", "irish"),
        Language("hu", "Hungarian", "hungarian"),
        Language("hy", "Armenian", "armenian"),
        Language("id", "Indonesian", "indonesian"),
        Language("it", "Italian", "italian"),
        Language("lt", "Lithuanian", "lithuanian"),
        Language("nl", "Dutch", "dutch"),
        Language("no", "Norwegian", "norwegian"),
        Language("pt", "Portuguese", "portuguese"),
        Language("ro", "Romanian", "romanian"),
        Language("ru", "Russian", "russian"),
        Language("sv", "Swedish", "swedish"),
        Language("tr", "Turkish", "turkish"),
    )
}


def find_language(code: str) -> Language:
    """The language of a code."""
    if code not in LANGUAGES:
        raise UsageError(f"language: {code!r} is not one of {', '.join(LANGUAGES)}")
    return LANGUAGES[code]


def refuse_other_languages(what: str, language: str, instead: str) -> None:
    """Raise UsageError unless the language is English: `what` exists for no other."""
    if language != ENGLISH:
        raise UsageError(
            f"{what}: for English only, and the reference is {find_language(language).name}; "
            f"{instead}"
        )
