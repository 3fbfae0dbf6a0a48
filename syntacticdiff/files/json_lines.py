"""JSON Lines: the one way in which results are encoded as JSON, a line for each object."""

from __future__ import annotations

import json


def json_line(value: object) -> bytes:
    r"""Encode a value as one line of JSON Lines, in UTF-8.

    Half a surrogate pair, which file names that are not UTF-8 contain, is escaped as JSON escapes
    it. Infinity and NaN, which JSON does not have, raise ValueError.

    Examples
    --------
    >>> json_line({"document": "a.txt", "edits": 2})
    b'{"document": "a.txt", "edits": 2}\n'
    >>> print(json_line("\udc80").decode(), end="")
    "\udc80"
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")
