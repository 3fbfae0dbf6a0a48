"""The `.sdlm` file: a reference model as the named sections of a container, and back.

docs/format.md defines the sections.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import Arrays, Container, Kind
from syntacticdiff.files.header import (
    flag,
    listed,
    nullable,
    number,
    record,
    required,
    text,
    whole,
)
from syntacticdiff.reference.compact import Offsets, Values, narrowed, of_runs, run_ends
from syntacticdiff.reference.interpolation import MOST_WORDS
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import StoredLevel, id_type
from syntacticdiff.reference.scorer import MARKERS

SDLM = Kind(
    magic=b"SDLM\r\n\x1a\n",
    version=2,
    name="reference model",
    remedy="make one with `syntacticdiff train`, or from ARPA with `syntacticdiff import`",
    rules={
        "order": required(whole(1, MOST_WORDS)),
        "smoothing": text(),
        "tokenizer": required(text()),
        "tokenizer_version": whole(1),
        "splitter": text(),
        "cased": required(flag()),
        "straight_quotes": flag(),
        "language": text(),
        "ngrams": required(listed(whole())),
        "sentences": nullable(whole()),
        "tokens": nullable(whole()),
        "held_out_bits": nullable(number()),
        "pruning": nullable(listed(whole())),
        "weights": nullable(listed(number())),
        "entropy_pruning": nullable(number()),
        "min_word_count": nullable(whole()),
        "unknown_words": nullable(whole()),
        "corpora": listed(record()),
        "licence": nullable(text()),
        "made_by": text(),
        "quantised_bits": nullable(whole(1, 16)),
        "quantisation_error": nullable(number()),
    },
    sections={
        "words.text": ("u1",),
        "words.offsets": ("u1", "u2", "u4"),
        "words.offsets.bases": ("u4",),
        "words.slots": ("u2", "u4"),
        "words.counts": ("u1", "u2", "u4", "u8"),
        "words.counts.ends": ("u4",),
        "words.capitalised": ("u1",),
        "[1-5].words": ("u2", "u4"),
        "[1-5].log10": ("u1", "u2", "f4"),
        "[1-5].log10.levels": ("f4",),
        "[1-5].backoff": ("u1", "u2", "f4"),
        "[1-5].backoff.levels": ("f4",),
        "[1-5].children": ("u1", "u2", "u4"),
        "[1-5].children.bases": ("u4",),
    },
)

Found = TypeVar("Found")


def packed(lexicon: Lexicon, levels: Sequence[StoredLevel]) -> Arrays:
    """The sections of a model, each in as few bytes as it needs."""
    arrays: dict[str, NDArray[Any]] = {"words.text": lexicon.text}
    _add_offsets(arrays, "words.offsets", Offsets.packed(lexicon.offsets))
    arrays["words.slots"] = lexicon.slots.astype(id_type(len(lexicon)))
    if lexicon.counts is not None:
        counts, ends = run_ends(lexicon.counts)
        arrays["words.counts"], arrays["words.counts.ends"] = narrowed(counts), ends
    if lexicon.capitalised is not None:
        arrays["words.capitalised"] = lexicon.capitalised
    for order, level in enumerate(levels, 1):
        level = level.packed(len(lexicon))
        if order > 1:
            arrays[f"{order}.words"] = level.words
        _add_values(arrays, f"{order}.log10", level.log10)
        if order < len(levels):
            _add_values(arrays, f"{order}.backoff", level.backoff)
            _add_offsets(arrays, f"{order}.children", level.children)
    return arrays


def _add_values(arrays: dict[str, NDArray[Any]], name: str, values: Values) -> None:
    arrays[name] = values.codes
    if len(values.table):
        arrays[f"{name}.levels"] = values.table


def _add_offsets(arrays: dict[str, NDArray[Any]], name: str, offsets: Offsets) -> None:
    arrays[name] = offsets.items
    if len(offsets.bases):
        arrays[f"{name}.bases"] = offsets.bases


def unpacked(file: Container) -> tuple[Lexicon, tuple[StoredLevel, ...]]:
    """The model of a file, whose sections must fit together."""
    try:
        lexicon, levels = _lexicon(file), _levels(file)
        if len(levels[0]) != len(lexicon) or len(file.header["ngrams"]) != len(levels):
            raise _MisfitError
    except KeyError as missing:
        raise ModelError(f"{file.path}: damaged: it has no section {missing}") from None
    except _MisfitError:
        raise ModelError(f"{file.path}: damaged: its sections do not fit together") from None
    return lexicon, levels


class _MisfitError(Exception):
    """Two sections do not belong together."""


def _lexicon(file: Container) -> Lexicon:
    arrays = file.arrays
    offsets = _offsets(file, "words.offsets").array()
    size, slots = len(offsets) - 1, arrays["words.slots"]
    counts, capitalised = arrays.get("words.counts"), arrays.get("words.capitalised")
    ends = arrays.get("words.counts.ends")
    if counts is not None and ends is not None:
        counts = _fitting(of_runs(counts.astype(np.uint64), ends, size))
    columns = [column for column in (counts, capitalised) if column is not None]
    if (
        size < len(MARKERS)
        or len(slots).bit_count() != 1
        or any(len(column) != size for column in columns)
    ):
        raise _MisfitError
    return Lexicon(arrays["words.text"], offsets, slots, counts, capitalised)


def _levels(file: Container) -> tuple[StoredLevel, ...]:
    highest = file.header["order"]
    levels = []
    for order in range(1, highest + 1):
        log10 = _values(file, f"{order}.log10")
        words = file.arrays[f"{order}.words"] if order > 1 else np.arange(len(log10), dtype="u4")
        backoff, children = Values(np.empty(0, np.float32)), Offsets(np.empty(0, np.uint32))
        if order < highest:
            backoff = _values(file, f"{order}.backoff")
            children = _offsets(file, f"{order}.children")
            if len(backoff) != len(log10) or len(children) != len(log10) + 1:
                raise _MisfitError
        if len(words) != len(log10):
            raise _MisfitError
        levels.append(StoredLevel(words, log10, backoff, children))
    return tuple(levels)


def _values(file: Container, name: str) -> Values:
    return _fitting(Values.of_sections(file.arrays[name], file.arrays.get(f"{name}.levels")))


def _offsets(file: Container, name: str) -> Offsets:
    return _fitting(Offsets.of_sections(file.arrays[name], file.arrays.get(f"{name}.bases")))


def _fitting(found: Found | None) -> Found:
    if found is None:
        raise _MisfitError
    return found
