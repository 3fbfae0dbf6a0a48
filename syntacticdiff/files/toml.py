"""Plain data as TOML: a writer, which Python lacks, and a reader with our error messages.

The same data always gives the same bytes. Keys keep the order of their dictionary, except that
values come before tables.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.files.opening import read_whole

_BARE = re.compile(r"[A-Za-z0-9_-]+")
# Python's reader takes a time that grows with the square of the parts.
_MOST_PARTS = 64
_KEY_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_KEY_PART}\.[ \t]*+){{{_MOST_PARTS}}}")
MOST_SETTINGS = 1 << 26  # bytes of a file
_LONGEST = 96  # characters of a list in one line


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a TOML file.

    Parameters
    ----------
    path : str or path-like
        The file to read.

    Returns
    -------
    dict
        Its data.

    Raises
    ------
    InputError
        If the file cannot be read, or is not TOML.
    """
    try:
        text = read_whole(path, most=MOST_SETTINGS).decode("utf-8")
        if _LONG_KEY.search(text):
            raise InputError(f"{path}: a key has more than {_MOST_PARTS} parts")
        return tomllib.loads(text)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text, so not TOML") from error
    except ValueError as error:  # invalid TOML, or a number too long for Python
        raise InputError(f"{path}: not TOML: {error}") from error
    except RecursionError:
        raise InputError(f"{path}: lists or tables are nested too deeply") from None


def write_toml(path: str | os.PathLike[str], data: Mapping[str, object], comment: str = "") -> None:
    """Write a TOML file, whole or not at all.

    Parameters
    ----------
    path : str or path-like
        The file to write.
    data : mapping of str to object
        Strings, numbers, booleans, and lists and mappings of these.
    comment : str, default=""
        A comment at the top of the file.

    Raises
    ------
    UsageError
        If a value has another type.
    InputError
        If the file cannot be written.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_toml(Path(folder, "settings.toml"), {"beam": 8}, comment="tuned")
    ...     read_toml(Path(folder, "settings.toml"))
    {'beam': 8}
    """
    text = "".join(f"# {line}\n" for line in comment.splitlines())
    with atomic_write(path) as stream:
        # TOML cannot hold lone surrogates, which file names may contain.
        stream.write((text + toml(data)).encode("utf-8", "replace"))


def toml(data: Mapping[str, object]) -> str:
    """Format data as TOML.

    Examples
    --------
    >>> print(toml({"k": 3, "penalties": {"base": 0.5, "remove(not)": 2.0}}), end="")
    k = 3
    <BLANKLINE>
    [penalties]
    base = 0.5
    "remove(not)" = 2.0
    """
    lines = list(_table(data, ()))
    return "\n".join(lines[1:] if lines[:1] == [""] else lines) + "\n"


def _table(table: Mapping[str, object], path: tuple[str, ...]) -> Iterator[str]:
    values = {name: value for name, value in table.items() if not isinstance(value, Mapping)}
    if path and (values or not table):
        yield ""
        yield f"[{'.'.join(map(_key, path))}]"
    for name, value in values.items():
        yield f"{_key(name)} = {_value(value, name)}"
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _table(value, (*path, name))


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _string(name)


def _value(value: object, name: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(float(value))  # NumPy has another repr; inf and nan are valid TOML
    if isinstance(value, int):
        return repr(int(value))
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, (list, tuple)):
        items = [_value(item, name) for item in value]
        if sum(map(len, items)) + 2 * len(items) <= _LONGEST:
            return f"[{', '.join(items)}]"
        return "[\n" + "".join(f"    {item},\n" for item in items) + "]"
    raise UsageError(f"{name}: {value!r} cannot be written as TOML")


def _string(text: str) -> str:
    # TOML has the escapes of JSON, except that it also requires one for DEL.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
