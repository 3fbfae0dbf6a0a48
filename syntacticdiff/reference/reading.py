"""How raw text becomes the words of a model: sentences, tokens, folding.

A model keeps what it was told of this in its header: text is always read as its reference was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from syntacticdiff.errors import UsageError
from syntacticdiff.text.tokens import TOKENIZERS, Token, line_spans, sentence_spans, surfaces

# Character by character, so that places in the text stay what they are.
_TYPEWRITER = str.maketrans("‘’‛´“”„‟", "'" * 4 + '"' * 4)


@dataclass(frozen=True)
class Reading:
    """How raw text becomes the words of the model."""

    tokenizer: str
    cased: bool
    straight_quotes: bool

    def fold(self, word: str) -> str:
        word = self._straight(word)
        return word if self.cased else word.lower()

    def tokenize(self, text: str) -> list[Token]:
        return TOKENIZERS[self.tokenizer](text)

    def sentences(self, text: str) -> list[tuple[int, int]]:
        return line_spans(text) if self.tokenizer == "whitespace" else sentence_spans(text)

    def token_sequences(self, texts: Iterable[str | Sequence[str]]) -> Iterator[list[str]]:
        """The tokens of every sentence as they are spelled, capitals and all."""
        for text in texts:
            if isinstance(text, str):
                for start, end in self.sentences(text):
                    sentence = self._surfaces(text[start:end])
                    yield sentence if text.isascii() else list(map(self._straight, sentence))
            else:
                yield list(map(self._straight, text))

    def _surfaces(self, sentence: str) -> list[str]:
        if self.tokenizer == "treebank":
            return surfaces(sentence)
        return [token.surface for token in self.tokenize(sentence)]

    def _straight(self, text: str) -> str:
        if self.straight_quotes and not text.isascii():
            return text.translate(_TYPEWRITER)
        return text


def checked_tokenizer(name: str) -> str:
    if name not in TOKENIZERS:
        raise UsageError(f"tokenizer: {name!r} is not one of {', '.join(TOKENIZERS)}")
    return name
