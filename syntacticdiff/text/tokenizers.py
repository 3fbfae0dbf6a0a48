"""The tokenizers that a reference model can name, with their versions.

To add one, write a module with its functions and add a line to `TOKENIZERS`. To change the rules of
one, count its version up; if models of the old version are to stay readable, keep the old functions
and leave the old line where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from syntacticdiff.errors import UsageError
from syntacticdiff.text import tokens, whitespace
from syntacticdiff.text.sentences import SENTENCEX, Splitter
from syntacticdiff.text.tokens import Token


@dataclass(frozen=True)
class Tokenizer:
    """A way to turn raw text into sentences of tokens.

    Parameters
    ----------
    name : str
        What models and the command line call it.
    version : int
        Of its rules.
    tokens : callable
        The tokens of one sentence.
    splitter : Splitter
        How it finds sentences.
    help : str
        One line for people who choose.
    """

    name: str
    version: int
    tokens: Callable[[str], list[Token]]
    splitter: Splitter
    help: str


# Of several versions of one name, the newest comes first.
TOKENIZERS = (
    Tokenizer(
        "treebank",
        tokens.VERSION,
        tokens.tokenize,
        SENTENCEX,
        "words and punctuation marks as in the Penn Treebank",
    ),
    Tokenizer(
        "whitespace",
        whitespace.VERSION,
        whitespace.split_whitespace,
        whitespace.LINES,
        "tokens are separated by spaces, sentences by lines",
    ),
)

NAMES = tuple(dict.fromkeys(tokenizer.name for tokenizer in TOKENIZERS))


def explained() -> str:
    """Every name with its help, for the command line."""
    return "; ".join(f"{name} ({find_tokenizer(name).help})" for name in NAMES)


def find_tokenizer(name: str, version: int | None = None) -> Tokenizer:
    """The tokenizer of this name; the newest unless a version is given."""
    named = [tokenizer for tokenizer in TOKENIZERS if tokenizer.name == name]
    if not named:
        raise UsageError(f"tokenizer: {name!r} is not one of {', '.join(NAMES)}")
    if version is None:
        return named[0]
    for tokenizer in named:
        if tokenizer.version == version:
            return tokenizer
    known = ", ".join(str(tokenizer.version) for tokenizer in named)
    raise UsageError(f"tokenizer: {name} has version {known}, not {version}")
