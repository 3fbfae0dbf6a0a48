"""Settings in a line: what a result's signature says of them.

Short settings stand as they are, long ones as a digest; nothing is read back from a signature.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable
from typing import Any

from syntacticdiff.search.penalties import Penalties

_LONGEST = 60
_NAMED = re.compile(
    r"(all|none|function-words|frequent:\d+)([+](none|function-words|frequent:\d+))*"
)


def shown(value: Any) -> str:
    """A setting as it is if it is short, else a digest of it."""
    if isinstance(value, (str, int, type(None))):
        return str(value)
    if isinstance(value, Penalties):
        return _shown_penalties(value)
    try:
        plain = json.dumps(value, sort_keys=True, default=sorted)
    except TypeError:
        return "custom"  # a callable, of which nothing can be said
    return plain if len(plain) <= _LONGEST else f"sha256:{digest(plain)}"


def shown_words(spec: Any, words: Iterable[str]) -> str:
    """A list of words by its name, if that says it all; else, as for a file, by the words."""
    if isinstance(spec, (str, os.PathLike)) and _NAMED.fullmatch(os.fspath(spec)):
        return os.fspath(spec)
    return shown(sorted(words))


def digest(text: str) -> str:
    """Sixteen hexadecimal digits that tell a text from others."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _shown_penalties(penalties: Penalties) -> str:
    if penalties.function is not None:
        return "custom"
    parts: dict[str, Any] = {
        "base": penalties.base,
        "by_operation": dict(penalties.by_operation),
        "by_edit": dict(penalties.by_edit),
        "letter": penalties.letter,
    }
    if penalties.pricing is not None:
        parts["pricing"] = penalties.pricing.digest
    return shown({name: part for name, part in parts.items() if part})
