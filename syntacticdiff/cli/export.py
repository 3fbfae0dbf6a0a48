"""`syntacticdiff export`: a reference model as an ARPA file, for KenLM and others."""

from __future__ import annotations

import click

from syntacticdiff.cli.messages import counted, say
from syntacticdiff.cli.output import check_writable


@click.command("export")
@click.argument("model")
@click.option("--arpa", "out", metavar="FILE", required=True, help="The file to write.")
def command(model: str, out: str) -> None:
    """Write a reference model as an ARPA file.

    MODEL is `default` or a file. ARPA has no place for the tokenizer and the counts of words: they
    are lost.
    """
    check_writable(out)
    from syntacticdiff import ReferenceModel

    opened = ReferenceModel.load(model)
    opened.to_arpa(out)
    ngrams = counted(sum(opened.header["ngrams"]), "n-gram")
    say(f"{out}: order {opened.order}, {ngrams}")
