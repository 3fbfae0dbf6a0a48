"""The `.sdlm` file: a reference model as the named sections of a container, and back.

docs/format.md defines the sections.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import Arrays, Container, Kind
from syntacticdiff.reference.interpolation import MOST_WORDS
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import Level
from syntacticdiff.reference.scorer import MARKERS

SDLM = Kind(
    magic=b"SDLM\r\n\x1a\n",
    version=1,
    name="reference model",
    remedy="make one with `syntacticdiff train`, or from ARPA with `syntacticdiff import`",
)


def packed(lexicon: Lexicon, levels: Sequence[Level]) -> Arrays:
    """The sections of a model."""
    arrays: dict[str, NDArray[Any]] = {
        "words.text": lexicon.text,
        "words.offsets": lexicon.offsets,
        "words.slots": lexicon.slots,
    }
    if lexicon.counts is not None:
        arrays["words.counts"] = lexicon.counts
    for order, level in enumerate(levels, 1):
        if order > 1:
            arrays[f"{order}.words"] = level.words
        arrays[f"{order}.log10"] = level.log10
        if order < len(levels):
            arrays[f"{order}.backoff"] = level.backoff
            arrays[f"{order}.children"] = level.children
    return arrays


def unpacked(file: Container) -> tuple[Lexicon, tuple[Level, ...]]:
    """The model of a file, whose sections must fit together."""
    arrays, order = file.arrays, file.header.get("order")
    fault = ModelError(f"{file.path}: damaged: its sections do not fit together")
    if not isinstance(order, int) or not 1 <= order <= MOST_WORDS:
        raise fault
    try:
        lexicon = Lexicon(
            arrays["words.text"],
            arrays["words.offsets"],
            arrays["words.slots"],
            arrays.get("words.counts"),
        )
        levels = []
        for number in range(1, order + 1):
            log10 = arrays[f"{number}.log10"]
            top = number == order
            levels.append(
                Level(
                    np.arange(len(log10), dtype=np.uint32)
                    if number == 1
                    else arrays[f"{number}.words"],
                    log10,
                    np.empty(0, np.float32) if top else arrays[f"{number}.backoff"],
                    np.empty(0, np.uint32) if top else arrays[f"{number}.children"],
                )
            )
    except KeyError:
        raise fault from None
    size = len(lexicon)
    fits = (
        size >= len(MARKERS)
        and len(levels[0]) == size
        and (lexicon.counts is None or len(lexicon.counts) == size)
        and len(lexicon.slots).bit_count() == 1
        and all(len(level.words) == len(level.log10) for level in levels)
        and all(len(level.backoff) == len(level) for level in levels[:-1])
        and all(len(level.children) == len(level) + 1 for level in levels[:-1])
        and isinstance(file.header.get("tokenizer"), str)
        and isinstance(file.header.get("cased"), bool)
    )
    if not fits:
        raise fault
    return lexicon, tuple(levels)
