"""Tokens, with the characters that they stand at.

The tokenizer `treebank` is our own and follows the Penn Treebank ("don't" -> `do` `n't`), except
that it never rewrites anything: a token is a slice of the text, and every character that is not
white space is in exactly one token. Where the Treebank leaves a choice:

- a run of dots is one token, every other repeated mark is a token each (`!` `!` `!`);
- an abbreviation keeps its dot, also at the end of a sentence;
- hyphens join (`well-known`), slashes join digits only (`12/05/2019`, but `and` `/` `or`);
- addresses, @names, #tags, emoticons and emoji are tokens; currency and per cent signs stand alone.

Sentences are found by `text.sentences`. Lower-casing is the reference model's choice.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# Of the rules in this module: a model keeps it, so count up whenever some text gets other tokens.
VERSION = 1


class Token(NamedTuple):
    """A piece of a text: `text[start:end] == surface`.

    Parameters
    ----------
    start, end : int
        Where it begins and ends in the text, in code points.
    surface : str
        The token as it is written.
    """

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


def tokenize(text: str) -> list[Token]:
    """The tokens of a text in the manner of the Penn Treebank, in order.

    Parameters
    ----------
    text : str
        One sentence, or any text.
    """
    new = tuple.__new__  # a quarter faster than Token(...), and this is run on every word
    return [new(Token, (m.start(), m.end(), m.group())) for m in _TOKEN.finditer(text)]


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
