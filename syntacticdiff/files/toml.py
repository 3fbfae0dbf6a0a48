"""Plain data as TOML: the writer that Python lacks, and the reader with messages of ours.

Deterministic: the same data gives the same bytes. Tables come in the order of their dictionary,
single values before the tables below them.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.atomic import atomic_write

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST = 96  # characters of a list in one line


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The data of a TOML file."""
    try:
        return tomllib.loads(Path(path).read_bytes().decode("utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text, so no TOML") from error
    except ValueError as error:  # TOML's own, and numbers that are too long for Python
        raise InputError(f"{path}: no TOML: {error}") from error
    except RecursionError:
        raise InputError(f"{path}: lists or tables too deep inside each other") from None


def write_toml(path: str | os.PathLike[str], data: Mapping[str, Any], comment: str = "") -> None:
    """Write the file whole or not at all; `comment` goes to its top."""
    text = "".join(f"# {line}\n" for line in comment.splitlines())
    with atomic_write(path) as stream:
        # Lone surrogates, which names of files may have, are nothing that TOML could hold.
        stream.write((text + toml(data)).encode("utf-8", "replace"))


def toml(data: Mapping[str, Any]) -> str:
    """The data as TOML.

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


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
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


def _value(value: Any, name: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(float(value))  # NumPy's has another repr; inf and nan are TOML's names, too
    if isinstance(value, int):
        return repr(int(value))
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, (list, tuple)):
        items = [_value(item, name) for item in value]
        if sum(map(len, items)) + 2 * len(items) <= _LONGEST:
            return f"[{', '.join(items)}]"
        return "[\n" + "".join(f"    {item},\n" for item in items) + "]"
    raise UsageError(f"{name}: {value!r} is no plain data that TOML could hold")


def _string(text: str) -> str:
    # JSON's escapes are TOML's; only the last control character is not among them.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
