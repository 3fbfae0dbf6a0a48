"""A sentence while errors are put into it: its tokens remember which clean token they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoisySentence:
    """A sentence with errors.

    Parameters
    ----------
    words, tags : tuple of str
        The sentence with errors; tags follow the words that were put in.
    origins : tuple of int or None
        For each token its place in the clean sentence; None for one that was put in.
    errors : tuple of str
        The kinds of the errors, in the order in which they were made.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    origins: tuple[int | None, ...]
    errors: tuple[str, ...] = ()


@dataclass
class WorkingToken:
    """A token that may still be changed; `free` until an error has touched it."""

    word: str
    tag: str
    origin: int | None
    leaf: bool = True
    free: bool = True


class WorkingSentence:
    """The tokens of a sentence that is being made worse."""

    def __init__(
        self, words: Sequence[str], tags: Sequence[str], heads: Sequence[int] | None = None
    ) -> None:
        inner = set(heads or ())
        self.tokens = [
            WorkingToken(word, tag, place, leaf=place not in inner)
            for place, (word, tag) in enumerate(zip(words, tags, strict=True))
        ]

    def substitute(self, place: int, word: str, tag: str) -> None:
        """Another word at this place."""
        token = self.tokens[place]
        token.word, token.tag, token.free = word, tag, False

    def delete(self, place: int) -> None:
        """Nothing at this place; what stands beside it is not changed any more."""
        del self.tokens[place]
        for neighbour in (place - 1, place):
            if 0 <= neighbour < len(self.tokens):
                self.tokens[neighbour].free = False

    def insert(self, place: int, word: str, tag: str) -> None:
        """A word that does not belong there, before this place."""
        self.tokens[place].free = False
        self.tokens.insert(place, WorkingToken(word, tag, None, free=False))

    def result(self, errors: Sequence[str]) -> NoisySentence:
        """The sentence as it is now."""
        return NoisySentence(
            tuple(token.word for token in self.tokens),
            tuple(token.tag for token in self.tokens),
            tuple(token.origin for token in self.tokens),
            tuple(errors),
        )
