"""Preparing text: sentences and tokens as the reference has them, and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from syntacticdiff.edits.rewriting import Span
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import Sentence, Word
from syntacticdiff.search.sources.capitals import Capitals
from syntacticdiff.text.whitespace import line_spans, split_surfaces, split_whitespace

SentenceInput = str | Sequence[str]
DocumentInput = str | Sequence[Sequence[str]]

_MOST_CACHED_WORDS = 200_000
_PIECE = 20_000  # tokens that are searched at once; more would only take more memory


@dataclass(frozen=True)
class PreparedSentence:
    """A sentence ready to be searched, and where its words stand in the text.

    Parameters
    ----------
    text : str
        The sentence.
    offset : int
        Where it begins in its document.
    spans : sequence of pairs of int
        Where each token begins and ends in `text`.
    words : sequence of Word
        The tokens as the model sees them.
    spaced : bool
        Whether its tokens are separated by spaces.
    """

    text: str
    offset: int
    spans: Sequence[Span]
    words: Sentence
    spaced: bool

    @property
    def size(self) -> int:
        """How many tokens it has."""
        return len(self.words)


class UnplacedSentence(NamedTuple):
    """A sentence that can be searched; `Preparation.sentence` says where its words stand.

    Parameters
    ----------
    sentence : str or tuple of str
        The sentence, or its tokens.
    offset : int
        Where it begins in its document.
    tokens : sequence of str
        Its tokens as they are written.
    """

    sentence: SentenceInput
    offset: int
    tokens: Sequence[str]

    @property
    def size(self) -> int:
        """How many tokens it has."""
        return len(self.tokens)


_Sentence = TypeVar("_Sentence", PreparedSentence, UnplacedSentence)


class Preparation:
    """Splits documents into sentences and tokens as a reference model was split.

    Parameters
    ----------
    model : ReferenceModel
        The reference.
    tokenized : bool
        Strings are tokens separated by spaces, documents have a sentence on each line.
    capitals : bool, default False
        Whether words get the capitals that they should have, as a substitute.
    """

    def __init__(self, model: ReferenceModel, tokenized: bool, capitals: bool = False) -> None:
        self.model, self.tokenized = model, tokenized
        self._capitals = Capitals(model.lexicon) if capitals else None
        self._words: dict[str, Word] = {}  # those seen so far
        self._as_written = _WordsAsWritten(self)

    def word(self, text: str) -> Word:
        """A word, spelled as the model spells words, with its id."""
        word = self._words.get(text)
        if word is None:
            if len(self._words) >= _MOST_CACHED_WORDS:
                self._words.clear()
            word = self._words[text] = Word(text, self.model.lexicon.id(text))
        return word

    def substitute(self, text: str) -> Word:
        """A word, or several separated by spaces, to be put in the place of a token."""
        first, *further = map(self.model.lexicon.id, text.split(" "))
        return Word(text, first, tuple(further))

    def document(self, document: DocumentInput) -> list[PreparedSentence]:
        """The sentences of a text, or of lists of tokens."""
        return list(self.sentences(document))

    def sentences(self, document: DocumentInput) -> Iterator[PreparedSentence]:
        """The sentences of a text, or of lists of tokens, prepared as they are needed."""
        if not isinstance(document, str):
            yield from map(self.sentence, document)
            return
        spans = line_spans(document) if self.tokenized else self.model.sentences(document)
        for start, end in spans:
            yield self.sentence(document[start:end], start)

    @property
    def recases(self) -> bool:
        """Whether what may replace a word depends on how it is written."""
        return self._capitals is not None

    def unplaced(self, document: DocumentInput) -> Iterator[UnplacedSentence]:
        """The sentences of a text, or of lists of tokens, without the places of their tokens."""
        if not isinstance(document, str):
            for sentence in document:
                tokens = tuple(sentence)  # the caller may change a list
                yield UnplacedSentence(tokens, 0, tokens)
            return
        surfaces, spans = self.model.surfaces, self.model.sentences
        if self.tokenized:
            surfaces, spans = split_surfaces, line_spans
        for start, end in spans(document):
            text = document[start:end]
            yield UnplacedSentence(text, start, surfaces(text))

    def written(self, document: DocumentInput) -> Iterator[Sequence[str]]:
        """The tokens of each sentence as they are written, without their places."""
        if not isinstance(document, str):
            yield from document
        elif self.tokenized:
            for start, end in line_spans(document):
                yield split_surfaces(document[start:end])
        else:
            yield from self.model.token_sequences(document)

    def as_written(self, token: str) -> Word:
        """The word of a token as a text has it, capitals and all."""
        return self._as_written[token]

    def sentence(self, sentence: SentenceInput, offset: int = 0) -> PreparedSentence:
        """One sentence, a string or a list of tokens."""
        if isinstance(sentence, str):
            tokenize = split_whitespace if self.tokenized else self.model.tokens
            text = sentence
            spans: list[Span] = []
            words: list[str] = []
            for start, end, surface in tokenize(sentence):
                spans.append((start, end))
                words.append(surface)
        else:
            words = list(sentence)
            text, spans = " ".join(words), []
            start = 0
            for word in words:
                spans.append((start, start + len(word)))
                start += len(word) + 1
        spaced = self.tokenized or not isinstance(sentence, str)
        folded = list(map(self._as_written.__getitem__, words))
        if self._capitals is not None:
            for place, recasing in enumerate(self._capitals.of(words)):
                if recasing is not None:
                    # A cased model's bits say what the change is worth.
                    units = 0 if self.model.cased else recasing.units
                    folded[place] = folded[place]._replace(
                        written=words[place], recased=recasing.target, units=units
                    )
        return PreparedSentence(text, offset, spans, folded, spaced)


class _WordsAsWritten(dict[str, Word]):
    """Words by how a text has them, capitals and all."""

    def __init__(self, preparation: Preparation) -> None:
        super().__init__()
        self._preparation = preparation

    def __missing__(self, written: str) -> Word:
        if len(self) >= _MOST_CACHED_WORDS:
            self.clear()
        preparation = self._preparation
        word = self[written] = preparation.word(preparation.model.fold(written))
        return word


def pieces(
    documents: Sequence[DocumentInput],
    sentences: Callable[[DocumentInput], Iterable[_Sentence]],
) -> Iterator[list[tuple[int, list[_Sentence]]]]:
    """Runs of the sentences of documents with the documents' numbers, as many as fit at a time.

    Where a long document is cut depends on nothing else, for a run is judged as one text.
    """
    piece: list[tuple[int, list[_Sentence]]] = []
    tokens = 0
    for number, document in enumerate(documents):
        for run, size in _runs(sentences(document)):
            piece.append((number, run))
            tokens += size
            if tokens >= _PIECE:
                yield piece
                piece, tokens = [], 0
    if piece:
        yield piece


def written_pieces(
    documents: Sequence[DocumentInput],
    sentences: Callable[[DocumentInput], Iterable[Sequence[str]]],
) -> Iterator[tuple[list[int], list[Sequence[str]]]]:
    """The sentences of documents, as many as fit at a time; empty ones are left out.

    Yields
    ------
    numbers : list of int
        The number of each sentence's document.
    piece : list of sequences of str
        The tokens of the sentences.
    """
    numbers: list[int] = []
    piece: list[Sequence[str]] = []
    tokens = 0
    for number, document in enumerate(documents):
        for sentence in sentences(document):
            if sentence:
                numbers.append(number)
                piece.append(sentence)
                tokens += len(sentence)
            if tokens >= _PIECE:
                yield numbers, piece
                numbers, piece, tokens = [], [], 0
    if piece:
        yield numbers, piece


def _runs(sentences: Iterable[_Sentence]) -> Iterator[tuple[list[_Sentence], int]]:
    """Sentences that follow each other, as many as fit, and how many tokens they have."""
    run: list[_Sentence] = []
    tokens = 0
    for sentence in sentences:
        run.append(sentence)
        tokens += sentence.size
        if tokens >= _PIECE:
            yield run, tokens
            run, tokens = [], 0
    if run:
        yield run, tokens
