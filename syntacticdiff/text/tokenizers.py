"""The tokenizers that a reference model can name, with their versions.

Adding one is a module with its functions and a line in `TOKENIZERS`. Changing the rules of one
means counting its version up; if models of the old version are to stay readable, the old functions
stay too, with a line in `OLDER`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from syntacticdiff.errors import UsageError
from syntacticdiff.registry import Entry, Registry
from syntacticdiff.text import tokens, whitespace
from syntacticdiff.text.sentences import SENTENCEX, Splitter
from syntacticdiff.text.tokens import Token

_HERE = "syntacticdiff.text"


@dataclass(frozen=True)
class Tokenizer(Entry):
    """A way to turn raw text into sentences of tokens.

    Parameters
    ----------
    name : str
        What models and the command line call it.
    help : str
        What it does, in a phrase.
    home : str
        Where the function is that finds the tokens of a sentence: `package.module:name`.
    version : int, default 1
        The version of its rules.
    splitter : Splitter, default SENTENCEX
        How it finds sentences.
    """

    version: int = 1
    splitter: Splitter = SENTENCEX

    @cached_property
    def tokens(self) -> Callable[[str], list[Token]]:
        """The tokens of one sentence."""
        found: Callable[[str], list[Token]] = self.load()
        return found

    @cached_property
    def surfaces(self) -> Callable[[str], list[str]] | None:
        """The tokens of one sentence without their places, where there is a faster way."""
        return tokens.surfaces if self.home == f"{_HERE}.tokens:tokenize" else None


TOKENIZERS = Registry(
    "tokenizer",
    Tokenizer(
        "treebank",
        "words and punctuation marks as in the Penn Treebank",
        f"{_HERE}.tokens:tokenize",
        version=tokens.VERSION,
    ),
    Tokenizer(
        "whitespace",
        "tokens separated by spaces, sentences by lines",
        f"{_HERE}.whitespace:split_whitespace",
        version=whitespace.VERSION,
        splitter=whitespace.LINES,
    ),
)

OLDER: tuple[Tokenizer, ...] = ()


def explained() -> str:
    """Every name with its help, for the command line."""
    return "; ".join(f"{name} ({entry.help})" for name, entry in TOKENIZERS.items())


def find_tokenizer(name: str, version: int | None = None) -> Tokenizer:
    """The tokenizer of this name; the newest unless a version is given."""
    newest = TOKENIZERS.chosen(name)
    if version is None:
        return newest
    known = [newest, *(older for older in OLDER if older.name == name)]
    for tokenizer in known:
        if tokenizer.version == version:
            return tokenizer
    versions = ", ".join(str(tokenizer.version) for tokenizer in known)
    raise UsageError(f"tokenizer: {name} has version {versions}, not {version}")
