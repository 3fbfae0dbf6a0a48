"""Labels and groups: cells of a table that have to be there for every document."""

from __future__ import annotations

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.io import Document


def cell(document: Document, column: str, option: str) -> str:
    """What stands in a document's column; nothing, or no such column, stops everything.

    `option` is the one that chose the column.
    """
    if column not in document.fields:
        known = ", ".join(document.fields) or "none"
        raise UsageError(
            f'{document.name}: no column "{column}"; besides the text there are {known}. Choose '
            f"one with {option}."
        )
    value = document.fields[column].strip()
    if not value:
        raise InputError(
            f'{document.name}: nothing in column "{column}"; fill it in or leave the row out'
        )
    return value
