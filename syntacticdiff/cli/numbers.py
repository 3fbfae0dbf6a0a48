"""Whole numbers as values of options."""

from __future__ import annotations

from typing import Any

import click

from syntacticdiff.parameters import MOST, shown

_LONGEST = 24  # of a number as text


class WholeNumber(click.IntRange):
    """An option type for whole numbers that every engine can count to."""

    def __init__(self, least: int = -MOST, most: int = MOST) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; a text of thousands of digits is not even tried."""
        if isinstance(value, str) and len(value) > _LONGEST:
            self.fail(f"{shown(value)} is not a number of at most {MOST:,}", param, ctx)
        try:
            too_large = self.max == MOST and int(value) > MOST
        except ValueError:
            too_large = False  # no number: click says so
        if too_large:
            self.fail(f"{value} is not a number of at most {MOST:,}", param, ctx)
        return int(super().convert(value, param, ctx))

    def _describe_range(self) -> str:
        least, most = self.min, self.max
        if most != MOST:
            return f"{least}<=x<={most}"
        return "" if least == -MOST else f"x>={least}"
