"""Paragraphs to sentences of plain prose, or nothing.

A reference should hold what people write as sentences. Anything doubtful (a heading, a list item, a
sentence that lost a formula, a name with dates) is left out: there is enough text without it. Which
sentences are kept depends on their form, never on what a model thinks of them; one with a slur
or an obscenity is left out because a reference's words are proposed to learners.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from syntacticdiff.text.sentences import sentence_spans

SHORTEST, LONGEST = 3, 100  # words

# Typewriter forms, which learners type and which other corpora have.
_TYPEWRITER = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "″": '"', "′": "'", "…": "...", "‑": "-", "⁄": "/"}
    | dict.fromkeys("\u00a0\u2009\u202f\u2002\u2003\t", " ")
    | dict.fromkeys("\u200b\u200e\u200f\ufeff\u00ad")
)
_STAGE_DIRECTION = re.compile(
    r"\[(?:laughter|applause|inaudible|moment of silence)\]\s*", re.IGNORECASE
)
_SPACED_ELLIPSIS = re.compile(r"\.(?: \.){2,3}")
_EMPTY_BRACKETS = re.compile(r"\s*\([\s,;:]*\)")
_SPACE_BEFORE_MARK = re.compile(r"\s+([,;:.!?])(?=\s|$)")
_SPACE = re.compile(r"\s+")

_BEGINNING = re.compile(r"""["'(]{0,2}[A-Z]""")
_ENDING = re.compile(r"""[.!?]["')]{0,3}$""")
_CUT_SHORT = re.compile(  # the splitter took an abbreviation's dot for the end
    r"\b(?:[A-HJ-Z]|Mrs?|Ms|Dr|St|Gen|Col|Jr|Sr|No|vs|ca?|al|approx|pp?|vol|ed|fl|e\.g|i\.e|[Hh]on)\.$"
)
_RESIDUE = re.compile(
    r"[\[\]{}|<>=_*#\\~^@`•]|https?:|www\.|\bthumb\b|\bISBN\b|\b\d+px\b|:\s*\.|,\s*,"
    r"|\.{5}|\s\.[a-z]"  # rows of a table of contents; a full stop that a scanner saw
)
# Words that no textbook teaches: slurs, by their beginnings or as whole words, and obscenities.
_NOT_TAUGHT = re.compile(
    r"\b(?:nigg|negro|negress|darkie|pickaninn|faggot|tranny|trannies|shemale|retard(?:s|ed)?\b|wetback"
    r"|raghead|towelhead|camel jockey|sand monkey|half-breed|mulatto|spic(?:s|k|ks)?\b|chinks?\b"
    r"|chinam[ae]n|gooks?\b|japs?\b|kikes?\b|coons?\b|fags?\b|dykes?\b|wogs?\b|dagos?\b|pak(?:i|is)\b"
    r"|krauts?\b|golliwog|honk(?:y|ies)\b|squaws?\b|injuns?\b|gyppos?\b|abos?\b|polack|spaz"
    r"|mongoloid|redskin|savages\b|hottentot|kaffir|heebs?\b|hymie|yids?\b|beaners?\b|cripples?\b"
    r"|\w*fuck|cunt|motherf|bullsh|shit|cocksucker|whore|slut|bitch|bastards?\b|wank|twat"
    r"|asshole|arsehole|dickhead|pussy|pussies|jizz|blow ?jobs?\b|dildo|masturbat|porn)",
    re.IGNORECASE,
)
_FOREIGN = re.compile(r"[^ -~\u00a1-\u024f–—€]")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


def sentences(paragraph: str) -> Iterator[str]:
    """The sentences of a paragraph that are plain prose, each on one line."""
    text = tidied(paragraph)
    for start, end in sentence_spans(text):
        sentence = _without_lone_quote(text[start:end])
        if is_sentence(sentence):
            yield sentence


def tidied(paragraph: str) -> str:
    """The paragraph in typewriter forms, without stage directions and emptied brackets."""
    text = _SPACE.sub(" ", paragraph.translate(_TYPEWRITER))
    text = _SPACED_ELLIPSIS.sub("...", _STAGE_DIRECTION.sub("", text))
    return _SPACE_BEFORE_MARK.sub(r"\1", _EMPTY_BRACKETS.sub("", text)).strip()


def _without_lone_quote(sentence: str) -> str:
    """A quotation of several sentences opens in the first and closes in the last of them."""
    if sentence.count('"') % 2 == 0:
        return sentence
    if sentence.startswith('"'):
        return sentence[1:].lstrip()
    return sentence[:-1].rstrip() if sentence.endswith('"') else sentence


def is_sentence(text: str) -> bool:
    """Whether this looks like one whole sentence of prose."""
    words = _WORD.findall(text)
    return (
        SHORTEST <= len(words) <= LONGEST
        and _BEGINNING.match(text) is not None
        and _ENDING.search(text) is not None
        and not _CUT_SHORT.search(text)
        and not _RESIDUE.search(text)
        and not _FOREIGN.search(text)
        and not _NOT_TAUGHT.search(text)
        and text.count("(") == text.count(")")
        and text.count('"') % 2 == 0
        and _mostly_running_words(text, words)
    )


def _mostly_running_words(text: str, words: list[str]) -> bool:
    """Lists of names, dates and figures are not prose."""
    letters = sum(map(len, words))
    running = sum(word[0].islower() for word in words)
    return letters >= 0.65 * len(text) and running >= 0.4 * len(words)
