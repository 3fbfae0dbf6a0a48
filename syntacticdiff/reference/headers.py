"""Headers of models that were not trained here: mixed from several, or imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.reading import Reading

# What models must have in common to be mixed, where their headers say it: how text is read.
_READING = (
    *("tokenizer", "tokenizer_version", "splitter"),
    *("cased", "straight_quotes", "language"),
)


def mixed_header(headers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the headers of models say together, if these read text in the same way."""
    if not headers:
        raise UsageError("no models to mix")
    for name in _READING:
        found = {str(header.get(name)) for header in headers}
        if len(found) > 1:
            raise UsageError(
                f"models to mix must read text in the same way; here {name} is "
                f"{' and '.join(sorted(found))}"
            )

    def total(name: str) -> int | None:
        values: list[Any] = [header.get(name) for header in headers]
        return None if None in values else sum(values)

    corpora = [corpus for header in headers for corpus in header.get("corpora") or ()]
    return {
        **{name: headers[0][name] for name in _READING if name in headers[0]},
        "sentences": total("sentences"),
        "tokens": total("tokens"),
        "held_out_bits": None,
        "pruning": None,
        "min_word_count": None,
        "corpora": corpora,
    }


def imported_header(
    smoothing: str, order: int, reading: Reading, licence: str | None
) -> dict[str, Any]:
    """The header of a model that says nothing of how it was trained."""
    return {
        "order": order,
        "smoothing": smoothing,
        **reading.header(),
        "sentences": None,
        "tokens": None,
        "held_out_bits": None,
        "pruning": None,
        "weights": None,
        "min_word_count": None,
        "unknown_words": None,
        "corpora": [],
        "licence": licence,
    }
