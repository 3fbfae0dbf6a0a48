"""The settings of SyntacticDiff as options, with the defaults of one of the three ways.

Made from the list of parameters; values are validated by the library.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import click
from click.core import ParameterSource

from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import (
    Decorator,
    Function,
    comma_separated,
    joined,
    number_or,
    reference_option,
)
from syntacticdiff.differ.settings import PARAMETERS, Parameter
from syntacticdiff.differ.ways import WAYS
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import shown

_PARAMETERS = tuple(item for item in PARAMETERS if item.kind != "none")

_DESCRIBE = click.option(
    "--describe",
    is_flag=True,
    help="Everything that the reference finds less usual, by a sweep: features, no corrections.",
)
_PUBLISHED = click.option(
    "--published", is_flag=True, help="The settings of the study that introduced the method."
)


def search_options(way: str, *, reference: bool = True, **own: Any) -> Decorator:
    """The settings of SyntacticDiff, as the argument `settings` (a dictionary).

    Parameters
    ----------
    way : str
        The way whose settings are the defaults, by its name in `WAYS`. `--describe` and
        `--published` choose another; what is given besides has precedence.
    reference : bool, default True
        Whether there is `--reference`; without it, `settings` has none.
    **own
        Defaults of the command that are not the way's.
    """
    flags = (_DESCRIBE, _PUBLISHED) if way == "believable" else (_PUBLISHED,)
    defaults: Mapping[str, Any] = {**WAYS[way], **own}
    in_other_ways = {item.name: item.default for item in _PARAMETERS}  # of `--engine`, say

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def wrapper(**given: Any) -> object:
            settings = {"reference": given.pop("reference")} if reference else {}
            name = _chosen(way, given)
            chosen: dict[str, Any] = {**in_other_ways, **WAYS[name]}
            if name == way:
                chosen |= own
            for item in _PARAMETERS:
                value = given.pop(item.name)
                settings[item.name] = value if _is_given(item.name) else chosen[item.name]
            if isinstance(settings["penalties"], tuple):
                settings["penalties"] = dict(settings["penalties"])
            return function(settings=settings, **given)

        options = (
            _setting_option(item, defaults.get(item.name, item.default)) for item in _PARAMETERS
        )
        first = (reference_option,) if reference else ()
        return joined(*first, *flags, *options)(wrapper)

    return decorate


def _chosen(way: str, given: dict[str, Any]) -> str:
    """The way that the command line asks for."""
    describe, published = given.pop("describe", False), given.pop("published")
    if describe and published:
        raise UsageError("--describe and --published: one of them, not both")
    if describe or published:
        return "descriptive" if describe else "published"
    # A lattice cannot run with the settings of a sweep, and expected counts need a lattice.
    lattice = _is_given("search") and given["search"] == "lattice"
    if lattice or (given.get("values") == "probability" and not _is_given("search")):
        return "believable"
    return way


def given_settings() -> list[str]:
    """The options of the search that the command line has, except that of the engine."""
    names = ["describe", "published", *(item.name for item in _PARAMETERS)]
    return [
        f"--{'penalty' if name == 'penalties' else name.replace('_', '-')}"
        for name in names
        if name != "engine" and _is_given(name)
    ]


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source not in (None, ParameterSource.DEFAULT)


def _setting_option(parameter: Parameter, default: Any) -> Decorator:
    """A parameter of SyntacticDiff as an option."""
    name = f"--{parameter.name.replace('_', '-')}"
    if parameter.kind == "penalties":
        return click.option(
            "--penalty",
            parameter.name,
            multiple=True,
            metavar="NAME=X",
            callback=_penalties,
            help=parameter.help,
        )
    if parameter.kind == "switch":
        return click.option(
            f"{name}/--no-{name[2:]}", default=default, show_default=True, help=parameter.help
        )
    return click.option(
        name,
        default=",".join(default) if parameter.kind == "names" else default,
        show_default=default is not None,
        help=parameter.help,
        **_option_type(parameter),
    )


def _option_type(parameter: Parameter) -> dict[str, Any]:
    if parameter.kind == "choice":
        return {"type": click.Choice(parameter.choices)}
    if parameter.kind == "names":
        return {"type": comma_separated(str, ",".join(parameter.default)), "metavar": "LIST"}
    if parameter.kind == "words":
        return {"metavar": "WORDS"}
    kind, metavar = (int, "N") if parameter.kind == "whole" else (float, "X")
    if parameter.word is None:
        number = WholeNumber() if kind is int else kind
        return {"type": number, "metavar": metavar}
    word, meaning = parameter.word
    return {"type": number_or(kind, word, meaning), "metavar": f"{metavar}|{word}"}


def _penalties(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, float], ...]:
    pairs = []
    for value in values:
        name, equals, number = value.rpartition("=")  # the name of an edit may contain "="
        try:
            pairs.append((name.strip(), float(number)))
        except ValueError:
            equals = ""
        if not equals:
            raise click.BadParameter(
                f"{shown(value)} is not NAME=NUMBER, as in base=0.1", ctx, param
            )
    return tuple(pairs)
