"""Sentences and tokens, with the characters that they stand at.

The tokenizer is our own and follows the Penn Treebank ("don't" -> `do` `n't`), except that it never
rewrites anything: a token is a slice of the text, and every character that is not white space is in
exactly one token. Where the Treebank leaves a choice:

- a run of dots is one token, every other repeated mark is a token each (`!` `!` `!`);
- an abbreviation keeps its dot, also at the end of a sentence;
- hyphens join (`well-known`), slashes join digits only (`12/05/2019`, but `and` `/` `or`);
- addresses, @names, #tags, emoticons and emoji are tokens; currency and per cent signs stand alone.

Sentences come from sentencex. Lower-casing is not done here: that is the reference model's choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sentencex import get_sentence_boundaries


class Token(NamedTuple):
    """A piece of a text: `text[start:end] == surface`."""

    start: int
    end: int
    surface: str


# Pieces of the token pattern. Loops are possessive (`++`) or bounded, so that no text, however odd,
# takes more than linear time.
_APOSTROPHE = r"['’´`]"
_MARK = r"\u0300-\u036f"  # combining accents, which \w does not cover
_LETTER = r"[^\W\d_]"
_CLITIC = r"(?:[sSdDmM]|ll|LL|re|RE|ve|VE)(?!\w)"
_ABBREVIATION = (
    r"(?:[MmDSJ]rs?|MRS?|DR|[Mm]s|Messrs|[Pp]rof|St|Mt|Ft|Gen|Col|Lt|Sgt|Capt|Cmdr|Adm|Rev|Hon|Gov"
    r"|Sen|Rep|Pres|Jan|Feb|Apr|Aug|Sept?|Oct|Nov|Dec|Inc|Ltd|Corp|Co|Bros|Ave|Blvd|Rd|[Ee]tc"
    r"|[Vv]s|[Aa]pprox|[Dd]ept|[Aa]ssn|cf|al|[Ff]ig(?=\.\s*\d)|[Nn]os?(?=\.\s*\d)|pp?(?=\.\s*\d)"
    r"|[Vv]ol(?=\.\s*\d)|[Cc]h(?=\.\s*\d)|Ph\.D)\."
)
_JOINED = r"(?i:nnot|onna|anna|otta|imme|emme)"
_TOP_DOMAIN = r"(?:com|org|net|edu|gov|info|io|co|uk|de|fr|jp|ru|br|eu)(?!\w)"
_EMOJI = r"[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff][\ufe0f\U0001f3fb-\U0001f3ff]*+"

_TOKEN = re.compile(
    rf"""(?=\S)(?:                                        # white space fails at once
      [^\W\d]++(?<!{_JOINED})(?![\d.\-@&'’´`{_MARK}]|://)  # most words end here
    | [,()]
    | \.(?![.\d])
    | (?i:can(?=not\b)|gon(?=na\b)|wan(?=na\b)|got(?=ta\b)|gim(?=me\b)|lem(?=me\b))
    | (?i:https?://|ftp://|www\.)\S*[\w/]
    | \w[\w.+\-]{{0,63}}+@\w++(?:[.\-]\w++){{1,8}}+      # e-mail
    | \w++(?:[.\-]\w++){{0,4}}?\.{_TOP_DOMAIN}(?:[/?]\S*[\w/])?
    | (?:{_LETTER}\.){{2,}}+                              # U.S., e.g.
    | (?:{_LETTER}\.)++[^\W\d_I](?!\w)                   # without its last dot; "I.I" is none
    | \d++(?=[aApP]\.[mM]\b)
    | {_ABBREVIATION}
    | [A-HJ-Z]\.(?=\s++\w)                               # initials
    | [nN]{_APOSTROPHE}[tT](?!\w)
    | {_LETTER}+?(?=[nN]{_APOSTROPHE}[tT](?!\w))
    | [\w{_MARK}]++
      (?:(?:['’](?!{_CLITIC})|-|(?<=\d)[.,:/–](?=\d)|(?<=[A-Z])&(?=[A-Z]))[\w{_MARK}]++)*+
    | {_APOSTROPHE}{_CLITIC}
    | ['’](?:\d0s|em)(?!\w) | ['’][tT](?=(?i:is|was)(?!\w))
    | ''|``
    | \.\d++
    | \.++
    | -_+- | --++
    | [:;=][\-o*'^]?(?:[)(\]\[}}{{|/\\]++|[dDpPoO3*])(?!\w) | \^[_.\-]?\^ | >[_.]?< | <3(?!\w)
    | @\w++ | [#][^\W\d]\w*+
    | [\U0001f1e6-\U0001f1ff]{{2}}
    | {_EMOJI}(?:\u200d{_EMOJI})*+
    | \S
    )""",
    re.VERBOSE,
)
_WORD = re.compile(r"\S+")
_BLANK_LINE = re.compile(r"\n[^\S\n]*+\n\s*+")
_PAIRS = (('"', '"'), ("“", "”"), ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"))
_OTHER_QUOTES = "'`‘‚‛‟„«»‹›《》「」（）"
_LONGEST_WITH_PAIRS = 10_000
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def tokenize(text: str) -> list[Token]:
    """The tokens of a text in the manner of the Penn Treebank, in order."""
    new = tuple.__new__  # a quarter faster than Token(...), and this is run on every word
    return [new(Token, (m.start(), m.end(), m.group())) for m in _TOKEN.finditer(text)]


def split_whitespace(text: str) -> list[Token]:
    """The tokens of a text whose tokens are separated by white space."""
    return [Token(m.start(), m.end(), m.group()) for m in _WORD.finditer(text)]


def surfaces(text: str) -> list[str]:
    """The tokens that `tokenize` finds, without their places; several times faster.

    Parameters
    ----------
    text : str
        One sentence, or any text.

    Returns
    -------
    list of str
    """
    return _TOKEN.findall(text)


TOKENIZERS: dict[str, Callable[[str], list[Token]]] = {
    "treebank": tokenize,
    "whitespace": split_whitespace,
}


def line_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of every line without its surrounding space, blank lines included.

    Only a line feed ends a line, so that line numbers are those of other tools.
    """
    spans = []
    start = 0
    for line in text.removesuffix("\n").split("\n") if text else ():
        begin = start + len(line) - len(line.lstrip())
        spans.append((begin, max(begin, start + len(line.rstrip()))))
        start += len(line) + 1
    return spans


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end, without the white space around them.

    A blank line always ends a sentence, a single line break never does.
    """
    spans = []
    for offset, paragraph in _paragraphs(text):
        for found in get_sentence_boundaries("en", _without_false_pairs(paragraph)):
            start, end = offset + found["start_index"], offset + found["end_index"]
            sentence = text[start:end]
            start += len(sentence) - len(sentence.lstrip())
            end -= len(sentence) - len(sentence.rstrip())
            if start < end:
                spans.append((start, end))
    return spans


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """The stretches between blank lines, and where they begin; as long as they are in the text.

    Line breaks come in three spellings, and a lone surrogate cannot be handed to sentencex.
    """
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    text = _SURROGATE.sub("\ufffd", text)
    start = 0
    for blank in _BLANK_LINE.finditer(text):
        yield start, text[start : blank.start()]
        start = blank.end()
    yield start, text[start:]


def _without_false_pairs(paragraph: str) -> str:
    """The paragraph without the quotation marks and brackets that do not pair up.

    sentencex ends no sentence between an opening and a closing mark. One stray mark, or a `:(`,
    would make a single sentence of all that follows, so marks whose numbers disagree are replaced,
    one character by one. It also looks for the partner of each mark again and again, which is too
    slow beyond a certain length: there, all marks are replaced.
    """
    too_long = len(paragraph) > _LONGEST_WITH_PAIRS
    replaced = _OTHER_QUOTES if too_long else ""
    for opening, closing in _PAIRS:
        opened, closed = paragraph.count(opening), paragraph.count(closing)
        if too_long or opened != closed or (opening == closing and opened % 2):
            replaced += opening + closing
    for mark in replaced:
        # an opening mark must not end the sentence before it; a closing one may follow its period
        paragraph = paragraph.replace(" " + mark, " _").replace(mark, "\u2019")
    return paragraph
