"""How raw text becomes the words of a model: sentences, tokens, folding.

A model keeps what it was told of this in its header, with the versions of the rules: text is always
read as its reference was, or the model is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.text.languages import ENGLISH, LANGUAGES
from syntacticdiff.text.tokenizers import Tokenizer, find_tokenizer
from syntacticdiff.text.tokens import Token

# Character by character, so that places in the text stay what they are.
_TYPEWRITER = str.maketrans("‘’‛´“”„‟", "'" * 4 + '"' * 4)


@dataclass(frozen=True)
class Reading:
    """How raw text becomes the words of the model."""

    tokenizer: Tokenizer
    cased: bool
    straight_quotes: bool = False
    language: str = ENGLISH

    @classmethod
    def of_header(cls, header: Mapping[str, Any], where: str) -> Reading:
        """The reading that a header names; `where` it is, for the message if that is not possible.

        A header without versions was written before there was more than one of each.
        """
        try:
            tokenizer = find_tokenizer(header["tokenizer"], header.get("tokenizer_version", 1))
        except UsageError as error:
            raise ModelError(
                f"{where}: made with a tokenizer that is not here: {error}; use the release that "
                f"made it ({header.get('made_by')}), or train it again"
            ) from None
        ours = tokenizer.splitter.identity()
        theirs = header.get("splitter", ours)
        if theirs != ours:
            raise ModelError(
                f"{where}: its text was split into sentences by {theirs}, and {ours} is installed, "
                "which may split text differently; install that release, or train it again"
            )
        language = header.get("language", ENGLISH)
        if language not in LANGUAGES:
            raise ModelError(f"{where}: its language, {language!r}, is not known here")
        return cls(tokenizer, header["cased"], header.get("straight_quotes", False), language)

    def header(self) -> dict[str, Any]:
        """What `of_header` reads."""
        return {
            "tokenizer": self.tokenizer.name,
            "tokenizer_version": self.tokenizer.version,
            "splitter": self.tokenizer.splitter.identity(),
            "cased": self.cased,
            "straight_quotes": self.straight_quotes,
            "language": self.language,
        }

    def fold(self, word: str) -> str:
        word = self._straight(word)
        return word if self.cased else word.lower()

    def tokenize(self, text: str) -> list[Token]:
        return self.tokenizer.tokens(text)

    def sentences(self, text: str) -> list[tuple[int, int]]:
        return self.tokenizer.splitter.spans(text, self.language)

    def token_sequences(self, texts: Iterable[str | Sequence[str]]) -> Iterator[list[str]]:
        """The tokens of every sentence as they are spelled, capitals and all."""
        for text in texts:
            if isinstance(text, str):
                for start, end in self.sentences(text):
                    sentence = self.surfaces(text[start:end])
                    yield sentence if text.isascii() else list(map(self._straight, sentence))
            else:
                yield list(map(self._straight, text))

    def surfaces(self, sentence: str) -> list[str]:
        """The tokens of one sentence without their places."""
        if self.tokenizer.surfaces is not None:
            return self.tokenizer.surfaces(sentence)
        return [token.surface for token in self.tokenize(sentence)]

    def _straight(self, text: str) -> str:
        if self.straight_quotes and not text.isascii():
            return text.translate(_TYPEWRITER)
        return text
