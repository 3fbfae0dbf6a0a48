"""Settings in a line: what a result's signature says of them.

Short settings stand as they are, long ones as a digest; nothing is read back from a signature.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from syntacticdiff._version import __version__
from syntacticdiff.differ.searching import Searching
from syntacticdiff.differ.settings import DifferSettings
from syntacticdiff.differ.ways import way_of
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search.penalties import Penalties

_LONGEST = 60
_NAMED = re.compile(
    r"(all|none|function-words|punctuation|frequent:\d+)"
    r"([+](none|function-words|punctuation|frequent:\d+))*"
)


def signature_fields(
    model: ReferenceModel, given: DifferSettings, searching: Searching
) -> dict[str, str]:
    """Version, model and settings of a differ, by name: enough to reproduce a result."""
    search = searching.settings
    settings = {item.name: getattr(search, item.name) for item in fields(search)}
    if searching.search.probabilities:
        settings["context"] = given["context"]
    else:
        for name in ("max_inserted", "prune", "min_probability"):
            del settings[name]  # the lattice's
    settings["operations"] = "+".join(search.operations)
    words = [word.text for word in searching.insertions]
    settings["insertions"] = shown_words(given["insertions"], words)
    settings["substitutions"] = shown(given["substitutions"])
    settings["removals"] = shown_words(given["removals"], searching.removals or ())
    settings["min_count"] = shown(given["min_count"])
    settings["penalties"] = _shown_given_penalties(given["penalties"], searching.penalties)
    settings["tokenized"] = shown(given["tokenized"])
    model_name = {"model": model.checksum[:16]}
    parts = {"syntacticdiff": __version__, **model_name, "way": way_of(given), **settings}
    return {name: str(value) for name, value in parts.items()}


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


def _shown_given_penalties(given: Any, used: Penalties) -> str:
    """As given; of the shipped prices also which ones they are, because releases differ in them."""
    if not isinstance(given, str):
        return shown(given)
    return "None" if used == Penalties() else f"{given}:{digest(_shown_penalties(used))}"


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
