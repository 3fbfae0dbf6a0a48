"""`syntacticdiff recognize`: text with the words that were meant instead of misspelled ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from syntacticdiff.cli.messages import progress
from syntacticdiff.cli.options import Corpus, input_options, output_options, reference_option
from syntacticdiff.cli.output import Output

if TYPE_CHECKING:
    from syntacticdiff.recognition import Recognition, Recognizer
    from syntacticdiff.text.tokens import Token

Spans = Callable[[str], list[tuple[int, int]]]
Tokens = Callable[[str], "list[Token]"]


class Sentence(NamedTuple):
    """A sentence of a document, and what may be meant by its words."""

    start: int
    end: int
    tokens: list[Token]
    found: list[Recognition]


@click.command("recognize")
@input_options()
@output_options
@click.option(
    "--model",
    metavar="FILE",
    help="A network that train-recognizer has made; it decides about all words of more than three "
    "letters. Without it, misspelled words are looked up, and the reference decides.",
)
@reference_option
def command(corpus: Corpus, output: Output, model: str | None, reference: str) -> None:
    """The words behind jumbled, missing and superfluous letters.

    Prints the text with those words in their places, line by line; with --tokenized as many tokens
    as came in. With --json there is an object for each sentence, with the words that may be
    misspelled, what each may mean, and how probable that is.
    """
    documents = corpus.documents()
    from syntacticdiff.recognition import Recognizer

    recognizer = Recognizer(reference, model)
    sentence_spans, tokens = _reading(recognizer, tokenized=corpus.tokenized)
    with output.open() as printer:
        for document in progress(documents, "documents", shown=not output.on_terminal):
            sentences = _recognized(recognizer, document.text, sentence_spans, tokens)
            if output.json:
                for number, sentence in enumerate(sentences):
                    place = {"document": document.name, "sentence": number}
                    printer.json(place | _as_json(document.text, sentence))
            else:
                text = document.text.removesuffix("\n")
                printer.line(_rewritten(text, sentences))
        corpus.refuse_nothing()
    corpus.finish()


def _reading(recognizer: Recognizer, *, tokenized: bool) -> tuple[Spans, Tokens]:
    """How text is split: as the network's was, or the reference's."""
    from syntacticdiff.text.whitespace import line_spans, split_whitespace

    if tokenized:
        return line_spans, split_whitespace
    if recognizer.network is None:
        return recognizer.reference.sentences, recognizer.reference.tokens
    from syntacticdiff.errors import ModelError, UsageError
    from syntacticdiff.text.tokenizers import find_tokenizer

    header = recognizer.network.header
    try:
        tokenizer = find_tokenizer(header["tokenizer"], header["tokenizer_version"])
    except UsageError as error:
        raise ModelError(f"the network's text was split by another program: {error}") from None
    return lambda text: tokenizer.splitter.spans(text, recognizer.reference.language), (
        tokenizer.tokens
    )


def _recognized(
    recognizer: Recognizer, text: str, sentence_spans: Spans, tokens: Tokens
) -> Iterator[Sentence]:
    for start, end in sentence_spans(text):
        found = tokens(text[start:end])
        words = [token.surface for token in found]
        yield Sentence(start, end, found, recognizer.recognize(words))


def _rewritten(text: str, sentences: Iterable[Sentence]) -> str:
    """The text with every word that is meant in its place; all other characters stay."""
    parts, done = [], 0
    for sentence in sentences:
        for found in sentence.found:
            token = sentence.tokens[found.position]
            parts += [text[done : sentence.start + token.start], found.meant]
            done = sentence.start + token.end
    return "".join((*parts, text[done:]))


def _as_json(text: str, sentence: Sentence) -> dict[str, object]:
    own = text[sentence.start : sentence.end]
    return {
        "text": own,
        "offset": sentence.start,
        "output": _rewritten(own, [sentence._replace(start=0)]),
        "words": [
            {
                "position": found.position,
                "start": sentence.tokens[found.position].start,
                "end": sentence.tokens[found.position].end,
                "word": found.word,
                "meant": found.meant,
                "alternatives": [
                    {"word": each.word, "probability": round(each.probability, 6)}
                    for each in found.alternatives
                ],
            }
            for found in sentence.found
        ],
    }
