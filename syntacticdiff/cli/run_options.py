"""The options of runs that write a folder of parts, as one argument of the command."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping

import click

from syntacticdiff.cli.messages import messages_as_json
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import MOST_WORKERS
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import shown

PARTITION_BYTES = 4 << 20  # about half a minute of work for one core

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_DEFAULTS = {
    "part_format": "parquet",
    "partition_size": PARTITION_BYTES,
    "scheduler": None,
    "workers": None,
    "resume": False,
    "json_log": False,
}


def byte_size(value: str | int) -> int:
    """Parse a size such as `64M`."""
    if isinstance(value, int):
        return value
    found = re.fullmatch(r"(\d{1,15})\s*([KMG]?)B?", value.strip(), re.IGNORECASE | re.ASCII)
    if found is None or not int(found[1]):
        raise click.BadParameter(f"{shown(value)} is not a size such as 64M")
    return int(found[1]) * _UNITS[found[2].upper()]


def run_options(function: Callable[..., object]) -> Callable[..., object]:
    """The options, as the argument `running` (a dictionary)."""

    @functools.wraps(function)
    def wrapper(**given: object) -> object:
        running = {name: given.pop(name) for name in _DEFAULTS}
        messages_as_json(bool(running["json_log"]))
        return function(running=running, **given)

    options = (
        click.option(
            "--part-format",
            "part_format",
            type=click.Choice(("parquet", "jsonl")),
            default="parquet",
            show_default=True,
            help="Format of the parts in FOLDER/.",
        ),
        click.option(
            "--partition-size",
            type=byte_size,
            default=PARTITION_BYTES,
            metavar="BYTES",
            help="How much input becomes one part in FOLDER/.  [default: 4M]",
        ),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Use a Dask cluster for FOLDER/, such as tcp://host:8786.",
        ),
        click.option(
            "--workers",
            type=WholeNumber(1, MOST_WORKERS),
            metavar="N",
            help="Use N processes of this machine for FOLDER/.",
        ),
        click.option("--resume", is_flag=True, help="Continue an earlier run in FOLDER/."),
        click.option("--json-log", is_flag=True, help="Progress as JSON Lines on standard error."),
    )
    for option in reversed(options):
        wrapper = option(wrapper)
    return wrapper


def refuse_run_options(running: Mapping[str, object]) -> None:
    """Raise UsageError for options of a run if no folder is written."""
    for name, default in _DEFAULTS.items():
        if running[name] != default:
            raise UsageError(
                f"--{name.replace('_', '-')} is for results in parts: --out FOLDER/ (with a slash)"
            )
