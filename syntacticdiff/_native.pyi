"""The extension module; its sources are in native/. Only search/native_engine.py uses it."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

LOG2_10: float
ABSENT: int

class CancelledError(RuntimeError): ...

class Stop:
    def set(self) -> None: ...

class Search(Enum):
    recursive = ...
    beam = ...
    sweep = ...

class Positions(Enum):
    worst = ...
    window = ...
    all = ...

class Cost(Enum):
    bits = ...
    perplexity = ...
    window = ...

class Settings:
    search: Search
    max_edits: int
    beam: int | None
    positions: Positions
    mean: bool
    cost: Cost
    alpha: float
    stop_at: float | None
    min_gain: float

class Level:
    def __init__(
        self,
        words: NDArray[np.uint32],
        log10: NDArray[np.float32],
        backoff: NDArray[np.float32],
        children: NDArray[np.uint32],
    ) -> None: ...

class Engine:
    def __init__(
        self,
        levels: Sequence[Level],
        closed: bool,
        settings: Settings,
        insertions: Sequence[int],
    ) -> None: ...
    def search(
        self,
        words: WordTable,
        tokens: NDArray[np.uint32],
        ends: NDArray[np.uint32],
        prices: NDArray[np.int64],
        stop: Stop,
        hears_signals: bool,
    ) -> tuple[Any, ...]: ...
    def gains(
        self,
        words: WordTable,
        tokens: NDArray[np.uint32],
        ends: NDArray[np.uint32],
        stop: Stop,
        hears_signals: bool,
    ) -> NDArray[np.int64]: ...

class WordTable:
    def __init__(self, engine: Engine) -> None: ...
    def add_word(self, text: bytes, number: int) -> int: ...
    def add_token(
        self,
        word: int,
        removable: bool,
        removal: int,
        substitutions: Sequence[int],
        penalties: Sequence[int],
    ) -> int: ...
    def set_insertions(self, words: Sequence[int], penalties: Sequence[int]) -> None: ...
    def candidates(
        self, tokens: NDArray[np.uint32], ends: NDArray[np.uint32]
    ) -> tuple[NDArray[Any], ...]: ...
