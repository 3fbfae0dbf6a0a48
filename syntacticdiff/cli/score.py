"""`syntacticdiff score`: how likely the reference finds each sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import counted, printable, progress
from syntacticdiff.cli.options import Corpus, input_options, output_options, reference_option
from syntacticdiff.cli.output import Output, Printer
from syntacticdiff.cli.rendering import Marks
from syntacticdiff.files.documents import Document

if TYPE_CHECKING:
    from syntacticdiff.reference.model import ReferenceModel, SentenceScore


@click.command("score")
@input_options()
@output_options
@reference_option
def command(corpus: Corpus, output: Output, reference: str) -> None:
    """How likely the reference finds each sentence.

    log10 includes the end of the sentence; bits are per token, counting the end as one.
    """
    documents = progress(corpus.documents(), "documents", shown=not output.on_terminal)
    from syntacticdiff import ReferenceModel

    model = ReferenceModel.load(reference)
    with output.open() as printer:
        scores = _scores(documents, model, corpus.tokenized)
        if output.json:
            for place, score in scores:
                printer.json({**place, **asdict(score)})
        else:
            _print_table((score for _, score in scores), printer)
        corpus.refuse_nothing()
    corpus.finish()


def _scores(
    documents: Iterable[Document], model: ReferenceModel, tokenized: bool
) -> Iterator[tuple[dict[str, str | int], SentenceScore]]:
    """Each sentence's score, with the document and the number of the sentence in it."""
    from syntacticdiff.text.whitespace import line_spans

    for document in documents:
        spans = line_spans(document.text) if tokenized else model.sentences(document.text)
        for number, (start, end) in enumerate(spans):
            text = document.text[start:end]
            score = replace(model.score(text.split() if tokenized else text), text=text)
            yield {"document": document.name, "sentence": number}, score


@dataclass
class _Totals:
    sentences: int = 0
    tokens: int = 0
    unknown: int = 0
    log10: float = 0.0

    def add(self, score: SentenceScore) -> None:
        self.sentences += 1
        self.tokens += score.tokens
        self.unknown += score.unknown
        self.log10 += score.log10


def _print_table(scores: Iterable[SentenceScore], printer: Printer) -> None:
    from syntacticdiff.reference.scorer import perplexity

    marks = Marks(printer.color)
    totals = _Totals()
    printer.line(marks.heading("   bits  tokens  unknown  sentence"))
    for score in scores:
        numbers = f"{score.bits_per_token:7.2f}  {score.tokens:6}  {score.unknown:7}"
        printer.line(f"{numbers}  {printable(score.text)}")
        totals.add(score)
    if totals.sentences:
        bits = -totals.log10 * math.log2(10) / (totals.tokens + totals.sentences)
        printer.line()
        printer.line(
            marks.heading(
                f"{counted(totals.sentences, 'sentence')}, {counted(totals.tokens, 'token')}, "
                f"{totals.unknown:,} unknown: {bits:.3f} bits per token, "
                f"perplexity {perplexity(bits):,.1f}"
            )
        )
