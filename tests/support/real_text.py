"""Learner sentences searched by both engines with the embedded model, in several processes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from support.plain import plain_differ

SHARED = Path(
    os.environ.get("SYNTACTICDIFF_SHARED") or Path(__file__).resolve().parents[3] / "shared"
)
JFLEG_DEV = SHARED / "data" / "gec" / "jfleg-dev" / "dev.src"

Disagreements = list[tuple[int, Any, Any]]


def jfleg_sentences() -> list[list[str]]:
    return [line.split() for line in JFLEG_DEV.read_text("utf-8").splitlines()]


def disagreements(sentences: Sequence[Sequence[str]], **settings: object) -> Disagreements:
    """The numbers of the sentences for which the engines' answers differ, with both answers."""
    workers = os.cpu_count() or 1
    numbered = list(enumerate(sentences))
    with ProcessPoolExecutor(workers) as pool:
        parts = [
            pool.submit(_disagreements, numbered[first::workers], settings)
            for first in range(workers)
        ]
        return sorted(found for part in parts for found in part.result())


def _disagreements(
    numbered: Sequence[tuple[int, Sequence[str]]], settings: dict[str, Any]
) -> Disagreements:
    python = plain_differ(engine="python", **settings)
    native = plain_differ(engine="native", **settings)
    both = zip(
        numbered,
        python.document([sentence for _, sentence in numbered]),
        native.document([sentence for _, sentence in numbered]),
        strict=True,
    )
    return [(number, a, b) for (number, _), a, b in both if a != b]
