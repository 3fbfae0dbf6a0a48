"""`syntacticdiff train`: a reference model from text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from syntacticdiff.cli.messages import counted, progress, say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import Corpus, comma_separated, input_options, size_in_bytes
from syntacticdiff.cli.output import check_writable
from syntacticdiff.files.decoding import unreadable
from syntacticdiff.files.documents import TEXTS, Document
from syntacticdiff.files.folders import files_below
from syntacticdiff.files.opening import open_file
from syntacticdiff.files.tables import TABLES
from syntacticdiff.text.languages import ENGLISH, LANGUAGES
from syntacticdiff.text.tokenizers import TOKENIZERS, explained

if TYPE_CHECKING:
    from syntacticdiff.reference.model import ReferenceModel


@click.command("train")
@input_options(lines=False)
@click.option(
    "--order", type=WholeNumber(), default=3, show_default=True, help="The longest n-gram, 1 to 5."
)
@click.option("--out", metavar="MODEL.sdlm", required=True, help="The file to write.")
@click.option(
    "--smoothing",
    type=click.Choice(["kneser-ney", "linear"]),
    default="kneser-ney",
    show_default=True,
    help="How unseen n-grams get their share.",
)
@click.option(
    "--prune",
    type=comma_separated(int, "0,0,1"),
    metavar="0,N,...",
    help="For each order, drop n-grams that occur so often or less; 0 for order 1.",
)
@click.option(
    "--weights",
    type=comma_separated(float, "0.1,0.2,0.3,0.4", "em"),
    metavar="em|L0,L1,...",
    help="For linear smoothing, a weight per level, the uniform one's first.  [default: em]",
)
@click.option(
    "--min-word-count",
    type=WholeNumber(),
    default=1,
    show_default=True,
    metavar="N",
    help="Words that occur less often become unknown words.",
)
@click.option(
    "--memory",
    type=size_in_bytes,
    metavar="SIZE",
    help="About how much memory to take, such as 500M or 4G.  [default: 2G]",
)
@click.option("--cased", is_flag=True, help="Keep capitals; otherwise words are lower-cased.")
@click.option(
    "--straight-quotes",
    is_flag=True,
    help="Take typographic quotes and apostrophes for typewriter ones.",
)
@click.option(
    "--tokenizer",
    type=click.Choice(list(TOKENIZERS)),
    help=f"How text is tokenised whenever the model is used: {explained()}."
    "  [default: treebank; whitespace with --tokenized]",
)
@click.option(
    "--quantise",
    type=click.Choice(["8", "16"]),
    help="Round the model's numbers to so many bits: a smaller file, a little less exact.",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=ENGLISH,
    show_default=True,
    help="The language of the text: rules for sentences, stems, function words.",
)
@click.option("--licence", metavar="TEXT", help="Terms of the model, for the record.")
def command(
    corpus: Corpus, out: str, tokenizer: str | None, quantise: str | None, **settings: Any
) -> None:
    """Make a reference model from text.

    Each line of a text file is a text of its own, which is then split into sentences.
    """
    check_writable(out)
    documents = progress(corpus.documents(), "texts")
    from syntacticdiff import ReferenceModel

    model = ReferenceModel.train(
        _texts(documents, corpus),
        tokenizer=tokenizer or ("whitespace" if corpus.tokenized else "treebank"),
        corpora=[_source(name, corpus) for name in corpus.inputs],
        **settings,
    )
    model.save(out, bits=None if quantise is None else int(quantise))
    say(_summary(model, out))
    corpus.finish()


def _texts(documents: Iterable[Document], corpus: Corpus) -> Iterator[str | list[str]]:
    """What the trainer takes: texts, or lists of tokens."""
    for document in documents:
        if corpus.tokenized:
            yield from (tokens for line in document.text.split("\n") if (tokens := line.split()))
        elif not document.text.isspace():
            yield document.text
    corpus.refuse_nothing()


def _source(name: str, corpus: Corpus) -> dict[str, Any]:
    """An input for the record: its name without the folders, and what sha256sum says of it.

    Of a folder, the contents of files that can be read count, in the order in which they are read.
    A pipe can be read only once, so its checksum is not known.
    """
    path = Path(name)
    if path.is_dir():
        suffixes = TEXTS if corpus.text is None else TABLES
        files = list(files_below(name, suffixes, lambda problem: None))  # the readers report them
    elif path.is_file():
        files = [name]
    else:
        return {"name": name, "sha256": None}
    digest = hashlib.sha256()
    for file in files:
        try:
            with open_file(file) as stream:
                while block := stream.read(1 << 20):
                    digest.update(block)
        except OSError as error:
            if file == name:
                raise unreadable(file, error) from error
    return {"name": path.resolve().name, "sha256": digest.hexdigest()}


def _summary(model: ReferenceModel, out: str) -> str:
    header = model.header
    parts = [
        f"order {header['order']}",
        counted(header["sentences"], "sentence"),
        counted(header["tokens"], "token"),
        counted(sum(header["ngrams"]), "n-gram"),
    ]
    if header["held_out_bits"] is not None:
        parts.append(f"{header['held_out_bits']:.3f} bits per token on held-out text")
    parts.append(f"{Path(out).stat().st_size / 1e6:.1f} MB")
    return f"{out}: {', '.join(parts)}"
