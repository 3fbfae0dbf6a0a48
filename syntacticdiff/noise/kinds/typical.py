"""Misspellings that many writers make, by the right word: `typical.txt`, written down by us."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from syntacticdiff.noise.proposal import Table


@cache
def typical_misspellings() -> Mapping[str, Mapping[str, float]]:
    """For each word its misspellings and how common they are beside each other.

    Most are no words; those that are, as `whole` and `hole`, are in `confusions` rather.
    """
    text = files("syntacticdiff.noise.kinds").joinpath("typical.txt").read_text("utf-8")
    return Table(text).rows
