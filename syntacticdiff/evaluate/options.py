"""Settings of a metric that the command line offers, declared beside the metric.

An option is plain data: the command line turns it into one of its own. So a metric states in one
place what can be set, and nothing here depends on how commands are built.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """A setting that a metric's command offers.

    Parameters
    ----------
    name : str
        The parameter of the metric's `from_options`, such as `"max_unchanged"`; the command line
        spells it `--max-unchanged`.
    default : bool, int, float, str or None
        The value if the option is not given. Values have its type; None means a string that may
        be missing.
    help : str
        What the setting does, in one sentence.
    choices : tuple of str, default ()
        The allowed values; empty if any value of the type is allowed.
    metavar : str, default ""
        What help texts write for the value, such as `PATH`; by default `N` for whole numbers and
        `X` for other numbers.

    Examples
    --------
    >>> Option("max_unchanged", 2, "Unchanged words that an edit may contain.").flag
    '--max-unchanged'
    """

    name: str
    default: bool | int | float | str | None
    help: str
    choices: tuple[str, ...] = ()
    metavar: str = ""

    @property
    def flag(self) -> str:
        """The option as it is written on the command line."""
        return f"--{self.name.replace('_', '-')}"


BETA = Option("beta", 0.5, "Weight of recall in F.")
