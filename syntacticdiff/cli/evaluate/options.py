"""Options of metrics as options of commands."""

from __future__ import annotations

from typing import Any

import click

from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import Decorator
from syntacticdiff.evaluate.options import Option

_METAVARS = {int: "N", float: "X"}


def click_option(option: Option) -> Decorator:
    """The command line's form of a metric's option."""
    flag = option.flag
    if option.default is True:
        flag = f"{flag}/--no-{flag.removeprefix('--')}"
    is_switch = isinstance(option.default, bool)
    return click.option(
        flag,
        option.name,
        is_flag=is_switch,
        type=_type(option),
        default=option.default,
        show_default=option.default is not None and option.default is not False,
        metavar=option.metavar or _METAVARS.get(type(option.default)),
        help=option.help,
    )


def _type(option: Option) -> click.ParamType[Any] | None:
    if option.choices:
        return click.Choice(option.choices)
    return WholeNumber() if type(option.default) is int else None
