"""`syntacticdiff train-parser`: a parser from a treebank, with repair if errors are put into it."""

from __future__ import annotations

import click

from syntacticdiff.cli.messages import say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import reference_option
from syntacticdiff.cli.output import check_writable


@click.command("train-parser")
@click.argument("treebank", metavar="TREEBANK.conllu")
@click.option(
    "--errors",
    type=click.FloatRange(0, 100),
    default=10.0,
    show_default=True,
    metavar="N",
    help="Errors for each hundred words, to learn repair from; 0 for a parser without repair.",
)
@click.option(
    "--iterations",
    type=WholeNumber(1),
    default=10,
    show_default=True,
    metavar="N",
    help="How often the treebank is gone through.",
)
@click.option(
    "--seed",
    type=WholeNumber(0, 2**32 - 1),
    default=1,
    show_default=True,
    metavar="N",
    help="Of all that is drawn: the same seed gives the same file.",
)
@click.option("--licence", metavar="TEXT", help="Terms of the treebank, for the record.")
@reference_option
@click.option("--out", required=True, metavar="FILE", help="The parser's file.")
def command(
    treebank: str,
    errors: float,
    iterations: int,
    seed: int,
    licence: str | None,
    reference: str,
    out: str,
) -> None:
    """Make a parser from a treebank.

    The treebank is in CoNLL-U, with Penn Treebank tags (XPOS). The parser learns tags, trees and
    labels; and, from errors put into the treebank, to repair sentences while it parses them. The
    reference model chooses the words that are put in.
    """
    check_writable(out)
    from syntacticdiff.syntax import ParserSettings, read_conllu, train_parser

    sentences = list(read_conllu(treebank))
    settings = ParserSettings(iterations=iterations, seed=seed)
    parser = train_parser(sentences, settings, treebank=treebank, licence=licence, name=treebank)
    if errors:
        from syntacticdiff.reference import ReferenceModel
        from syntacticdiff.repair import RepairSettings, train_repairer

        if all(word.lemma == "_" for sentence in sentences for word in sentence.words):
            say(
                f"{treebank}: no word has a LEMMA: the number of nouns and the form of verbs "
                "cannot be repaired"
            )
        train_repairer(
            sentences,
            parser,
            ReferenceModel.load(reference),
            RepairSettings(errors=errors, iterations=iterations, seed=seed),
        ).save(out)
    else:
        parser.save(out)
    words = parser.header["words"]
    say(f"{out}: learned from {len(sentences):,} sentences, {words:,} words")
