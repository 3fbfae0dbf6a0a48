"""`syntacticdiff train-recognizer`: a network of word recognition, from clean text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import counted, say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import Corpus, input_options, seed_option
from syntacticdiff.cli.output import check_writable

if TYPE_CHECKING:
    from syntacticdiff.recognition import Progress

_CONDITIONS = ("INT", "END", "BEG", "ALL")
_NOISES = ("jumble", "delete", "insert", "mixed")


@click.command("train-recognizer")
@input_options(lines=False)
@click.option(
    "--units",
    type=WholeNumber(1),
    default=50,
    show_default=True,
    metavar="N",
    help="How many numbers the network remembers of the words before.",
)
@click.option(
    "--noise",
    type=click.Choice(_NOISES),
    default="mixed",
    show_default=True,
    help="What it learns to cope with.",
)
@click.option(
    "--condition",
    type=click.Choice(_CONDITIONS),
    default="INT",
    show_default=True,
    help="Which letters are jumbled: those inside, all but the first, all but the last, all.",
)
@click.option(
    "--vocabulary",
    type=WholeNumber(1),
    default=10_000,
    show_default=True,
    metavar="N",
    help="It names the N commonest words; all others are unknown and stay.",
)
@click.option(
    "--epochs",
    type=WholeNumber(1),
    default=3,
    show_default=True,
    metavar="N",
    help="How often the text is read.",
)
@click.option(
    "--truncation",
    type=WholeNumber(1),
    metavar="N",
    help="Propagate errors back over N words only.  [default: whole sentences]",
)
@click.option(
    "--sampled",
    type=WholeNumber(1),
    metavar="N",
    help="Let N words drawn at random stand for the vocabulary: faster.  [default: all of it]",
)
@click.option(
    "--single-words",
    is_flag=True,
    help="Learn words without their neighbours, for --substitutions recognition:FILE.",
)
@seed_option("Of all that is drawn: the same seed gives the same file.")
@click.option("--out", required=True, metavar="FILE", help="The network's file, .sdrec.")
def command(corpus: Corpus, out: str, single_words: bool, **settings: object) -> None:
    """Make a network that recognises words, from clean text.

    Each line of a text file is a text of its own. Needs torch, on one thread; the file that it
    makes does not. Ctrl-C keeps the best state so far; the same command then goes on from there.
    """
    check_writable(out)
    from syntacticdiff.recognition import RecognizerSettings, save_network, train_recognizer

    sentences = list(_sentences(corpus))
    with _Line() as line:
        network = train_recognizer(
            sentences,
            RecognizerSettings(neighbours=not single_words, **settings),  # type: ignore[arg-type]
            report=line,
            checkpoint=f"{out}.checkpoint",
            tokenizer="whitespace" if corpus.tokenized else "treebank",
        )
    save_network(network, out)
    if line.last is not None and line.last.step < line.last.steps:
        say(
            f"{out}: stopped after {line.last.step:,} of {line.last.steps:,} steps; the best state "
            "so far is kept, and the same command goes on from here"
        )
    else:
        loss = network.header["training"]["held_out_loss"]
        held_out = "" if loss is None else f", {loss:.3f} nats a word on held-out sentences"
        say(f"{out}: learned from {counted(len(sentences), 'sentence')}{held_out}")
    corpus.finish()


def _sentences(corpus: Corpus) -> Iterator[list[str]]:
    from syntacticdiff.text.sentences import sentence_spans
    from syntacticdiff.text.tokens import surfaces

    for document in corpus.documents():
        if corpus.tokenized:
            yield from (words for line in document.text.split("\n") if (words := line.split()))
        else:
            for start, end in sentence_spans(document.text):
                yield surfaces(document.text[start:end])
    corpus.refuse_nothing()


class _Line:
    """A line on standard error with the steps and the loss, if that is a terminal."""

    last: Progress | None = None

    def __enter__(self) -> _Line:
        from tqdm import tqdm

        self._bar = tqdm(unit=" steps", delay=1, disable=None, leave=False)
        return self

    def __call__(self, progress: Progress) -> None:
        self.last = progress
        self._bar.total = progress.steps
        held_out = "" if progress.held_out is None else f", held out {progress.held_out:.3f}"
        self._bar.set_postfix_str(f"loss {progress.loss:.3f}{held_out}", refresh=False)
        self._bar.update(progress.step - self._bar.n)

    def __exit__(self, *_: object) -> None:
        self._bar.close()
