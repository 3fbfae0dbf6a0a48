"""`syntacticdiff info`: what a reference model is made of, or a file of settings."""

from __future__ import annotations

from collections.abc import Mapping

import click

from syntacticdiff.cli.messages import printable
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output

# These come first.
_FIRST = (
    "order",
    "smoothing",
    "language",
    "tokenizer",
    "cased",
    "words",
    "ngrams",
    "tokens",
    "sentences",
)


@click.command("info")
@click.argument("model", default="default")
@output_options
def command(model: str, output: Output) -> None:
    """What a reference model is made of, or a file of settings for `correct`.

    A model's order, size, tokenizer, sources and licence; of settings, all of them, and the largest
    of the learned weights by group. MODEL is a file, or a name that `reference list` lists.
    """
    from syntacticdiff import ReferenceModel
    from syntacticdiff.search.prices.file import is_settings

    if is_settings(model):
        _print_settings(model, output)
        return
    opened = ReferenceModel.load(model)
    facts = {
        **opened.header,
        "language": opened.language,
        "words": len(opened.lexicon),
        "checksum": opened.checksum,
    }
    with output.open() as printer:
        if output.json:
            printer.json(facts)
            return
        for name in (*_FIRST, *(name for name in facts if name not in _FIRST)):
            label = printable(name.replace("_", " "))
            for line in _lines(facts.get(name)):
                printer.line(f"{label:14} {printable(line)}")
                label = ""


def _print_settings(path: str, output: Output) -> None:
    from syntacticdiff.correction import CorrectionSettings

    settings = CorrectionSettings.load(path)
    with output.open() as printer:
        if output.json:
            printer.json(settings.tables())
            return
        for line in settings.summary():
            printer.line(printable(line))


def _lines(value: object) -> list[str]:
    """The lines of a value: one, or one for each source."""
    if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
        return [
            ", ".join(_shown(item[key]) for key in sorted(item, key=_name_first)) for item in value
        ]
    return [_shown(value)]


def _name_first(key: str) -> tuple[bool, str]:
    return key != "name", key


def _shown(value: object) -> str:
    """A value of the header as text."""
    if value is None or value == []:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, list):
        return ", ".join(_shown(item) for item in value)
    return str(value)
