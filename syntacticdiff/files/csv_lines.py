"""CSV: the one way in which tables are encoded as CSV, a row at a time."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable


def csv_line(cells: Iterable[object]) -> bytes:
    r"""Encode a row of a CSV file, in UTF-8.

    A cell with a comma, a quotation mark or any line break is quoted, so that every cell is read
    back as it was. Rows end with a line feed. Half a surrogate pair, which file names that are not
    UTF-8 contain, is escaped.

    Examples
    --------
    >>> csv_line(["essay 1", "a, b", 2])
    b'essay 1,"a, b",2\n'
    >>> csv_line(["one\rname"])
    b'"one\rname"\n'
    """
    text = io.StringIO()
    # The module quotes only those line breaks that its own line end contains.
    csv.writer(text, lineterminator="\r\n").writerow(cells)
    return f"{text.getvalue()[:-2]}\n".encode("utf-8", "backslashreplace")
