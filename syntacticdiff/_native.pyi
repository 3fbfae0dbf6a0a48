"""The extension module; its sources are in native/. Used by search, syntax and repair."""

from collections.abc import Sequence
from enum import Enum

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

class Results:
    """The answers for a batch; columns by sentence, then by step."""

    @property
    def counts(self) -> NDArray[np.uint32]: ...
    @property
    def before(self) -> NDArray[np.float64]: ...
    @property
    def after(self) -> NDArray[np.float64]: ...
    @property
    def positions(self) -> NDArray[np.uint32]: ...
    @property
    def ranks(self) -> NDArray[np.uint8]: ...
    @property
    def targets(self) -> NDArray[np.uint32]: ...
    @property
    def gains(self) -> NDArray[np.float64]: ...

class CandidateColumns:
    """The candidates of a batch; `counts` by sentence, the others by candidate."""

    @property
    def counts(self) -> NDArray[np.uint32]: ...
    @property
    def positions(self) -> NDArray[np.int32]: ...
    @property
    def ranks(self) -> NDArray[np.uint8]: ...
    @property
    def targets(self) -> NDArray[np.uint32]: ...
    @property
    def target_ids(self) -> NDArray[np.int32]: ...

class Work:
    """Candidates judged, and the look-ups that this stands for."""

    @property
    def candidates(self) -> int: ...
    @property
    def queries(self) -> int: ...

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
    ) -> Results: ...
    def work(
        self,
        words: WordTable,
        tokens: NDArray[np.uint32],
        ends: NDArray[np.uint32],
        prices: NDArray[np.int64],
        stop: Stop,
        hears_signals: bool,
    ) -> Work: ...
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
    ) -> CandidateColumns: ...

# The tagger and the parser (syntacticdiff/syntax), and repair (syntacticdiff/repair).

Hashes = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Places = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Learned = tuple[Hashes, Numbers, Bytes, NDArray[np.float64]]

class Weights:
    def __init__(
        self,
        classes: int,
        bases: Numbers,
        offsets: NDArray[np.uint16],
        records: Bytes,
        codes: NDArray[np.int32],
    ) -> None: ...

def tag(
    weights: Weights, tag_hashes: Hashes, looks: Hashes, tokens: Numbers, ends: Numbers
) -> Bytes: ...
def train_tagger(
    tag_hashes: Hashes,
    looks: Hashes,
    tokens: Numbers,
    ends: Numbers,
    gold: Bytes,
    iterations: int,
    seed: int,
    min_updates: int,
) -> Learned: ...
def parse(weights: Weights, words: Hashes, tags: Hashes, ends: Numbers) -> Places: ...
def train_arcs(
    words: Hashes,
    tags: Hashes,
    ends: Numbers,
    heads: Places,
    iterations: int,
    seed: int,
    min_updates: int,
    exploration: float,
) -> Learned: ...
def label(
    weights: Weights,
    label_hashes: Hashes,
    root: int,
    words: Hashes,
    tags: Hashes,
    ends: Numbers,
    heads: Places,
) -> Bytes: ...
def train_labels(
    label_hashes: Hashes,
    root: int,
    words: Hashes,
    tags: Hashes,
    ends: Numbers,
    heads: Places,
    gold: Bytes,
    iterations: int,
    seed: int,
    min_updates: int,
) -> Learned: ...

class Reference:
    def __init__(self, levels: Sequence[tuple[NDArray[np.generic], ...]], closed: bool) -> None: ...

class Lexemes:
    def __init__(
        self,
        reference: Reference,
        words: Hashes,
        tags: Hashes,
        ids: Numbers,
        traits: Bytes,
        substitutes: Numbers,
        ends: Numbers,
        determiners: Sequence[int],
        prepositions: Sequence[int],
    ) -> None: ...

class RepairTrainer:
    def __init__(
        self, seed: int, min_updates: int, exploration: float, edits: bool, cues: bool
    ) -> None: ...
    def learn(
        self,
        lexemes: Lexemes,
        reference: Reference,
        tokens: Numbers,
        ends: Numbers,
        origins: Places,
        gold_words: Hashes,
        gold_heads: Places,
        gold_ends: Numbers,
    ) -> None: ...
    def averaged(self) -> Learned: ...

def repair(
    weights: Weights,
    lexemes: Lexemes,
    reference: Reference,
    tokens: Numbers,
    ends: Numbers,
    edits: bool,
    cues: bool,
) -> tuple[Numbers, Numbers, Places, Places]: ...
