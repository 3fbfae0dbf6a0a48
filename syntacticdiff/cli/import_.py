"""`syntacticdiff import`: a reference model from an ARPA file."""

from __future__ import annotations

import click

from syntacticdiff.cli.messages import counted, say
from syntacticdiff.cli.output import check_writable
from syntacticdiff.text.languages import ENGLISH, LANGUAGES
from syntacticdiff.text.tokenizers import TOKENIZERS, explained


@click.command("import")
@click.argument("arpa", metavar="MODEL.arpa")
@click.option("--out", metavar="MODEL.sdlm", required=True, help="The file to write.")
@click.option(
    "--tokenizer",
    type=click.Choice(list(TOKENIZERS)),
    default="treebank",
    show_default=True,
    help=f"How the model's text was tokenized: {explained()}.",
)
@click.option(
    "--cased/--lower-cased",
    default=None,
    help="Whether capitals matter.  [default: only if the vocabulary has any]",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=ENGLISH,
    show_default=True,
    help="The language of the model's text.",
)
@click.option("--licence", metavar="TEXT", help="Terms of the model, for the record.")
def command(
    arpa: str, out: str, tokenizer: str, cased: bool | None, language: str, licence: str | None
) -> None:
    """Make a reference model from an ARPA file.

    An ARPA file does not record how its text was tokenized: give --tokenizer and --cased.
    """
    check_writable(out)
    from syntacticdiff import ReferenceModel

    model = ReferenceModel.from_arpa(
        arpa, tokenizer=tokenizer, cased=cased, language=language, licence=licence
    )
    model.save(out)
    ngrams = counted(sum(model.header["ngrams"]), "n-gram")
    casing = "cased" if model.cased else "lower-cased"
    say(f"{out}: order {model.order}, {ngrams}, {tokenizer} tokens, {casing}")
