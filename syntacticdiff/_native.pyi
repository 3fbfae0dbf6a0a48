"""The extension module (native/): text, reference, syntax, recognition, repair, search use it."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

LOG2_10: float
ABSENT: int
PARTS: int

class CancelledError(RuntimeError): ...

class SemicharacterIndex:
    def __init__(
        self,
        hashes: NDArray[np.uint64],
        letters: NDArray[np.uint32],
        parts: tuple[int, int, int],
    ) -> None: ...
    def behind(self, word: bytes) -> list[list[int]]: ...
    def replaced(self, word: bytes) -> list[int]: ...

class SpellingIndex:
    def __init__(self, text: NDArray[np.uint32], lengths: NDArray[np.uint32]) -> None: ...
    def nearest(self, word: NDArray[np.uint32], distance: int, most: int) -> list[int]: ...

class Stop:
    def set(self) -> None: ...

class Search(Enum):
    recursive = ...
    beam = ...
    lattice = ...
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
    max_inserted: int
    prune: float | None
    min_probability: float
    temperature: float
    probabilities: bool

class Level:
    def __init__(
        self,
        words: NDArray[np.unsignedinteger[Any]],
        log10: NDArray[Any],
        log10_table: NDArray[np.float32],
        backoff: NDArray[Any],
        backoff_table: NDArray[np.float32],
        children: NDArray[Any],
        bases: NDArray[np.uint32],
        shift: int,
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
    @property
    def probabilities(self) -> NDArray[np.float64]: ...
    @property
    def edit_counts(self) -> NDArray[np.uint32]: ...
    @property
    def edit_positions(self) -> NDArray[np.uint32]: ...
    @property
    def edit_ranks(self) -> NDArray[np.uint8]: ...
    @property
    def edit_targets(self) -> NDArray[np.uint32]: ...
    @property
    def edit_probabilities(self) -> NDArray[np.float64]: ...
    @property
    def edit_expected(self) -> NDArray[np.float64]: ...
    @property
    def edit_gains(self) -> NDArray[np.float64]: ...

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
        levels: NDArray[np.int64],
        gains: NDArray[np.int64],
        stop: Stop,
        hears_signals: bool,
    ) -> Results: ...
    def n_best(
        self,
        words: WordTable,
        tokens: NDArray[np.uint32],
        ends: NDArray[np.uint32],
        prices: NDArray[np.int64],
        levels: NDArray[np.int64],
        number: int,
        stop: Stop,
        hears_signals: bool,
    ) -> tuple[Results, list[int], list[float]]: ...
    def work(
        self,
        words: WordTable,
        tokens: NDArray[np.uint32],
        ends: NDArray[np.uint32],
        prices: NDArray[np.int64],
        levels: NDArray[np.int64],
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
    def add_phrase(self, text: bytes, tokens: Sequence[int]) -> int: ...
    def describe(
        self,
        word: int,
        folded: bytes,
        text: int,
        tag: int,
        ending: int,
        kinds: int,
        flags: int,
        count: int,
        capital: int,
        pattern: int,
        input_id: int,
        output_id: int,
        gap_id: int,
    ) -> None: ...
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

class Prices:
    def __init__(
        self,
        weights: Weights,
        numbers: NDArray[np.uint64],
        parts: NDArray[np.uint8],
        template_ends: NDArray[np.uint32],
        scale: int,
        least_gain: int,
        tag_hashes: NDArray[np.uint64],
        tag_kinds: NDArray[np.uint16],
    ) -> None: ...
    def prices(
        self,
        engine: Engine,
        pairs: Engine | None,
        singles: Engine | None,
        network: Network | None,
        words: WordTable,
        tokens: NDArray[np.uint32],
        ends: NDArray[np.uint32],
        tags: NDArray[np.uint8],
        heads: NDArray[np.int32],
        stop: Stop,
        hears_signals: bool,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
    def cues(
        self,
        engine: Engine,
        pairs: Engine | None,
        singles: Engine | None,
        network: Network | None,
        words: WordTable,
        tokens: NDArray[np.uint32],
        ends: NDArray[np.uint32],
        tags: NDArray[np.uint8],
        heads: NDArray[np.int32],
        stop: Stop,
        hears_signals: bool,
    ) -> tuple[
        NDArray[np.uint32],
        NDArray[np.uint32],
        NDArray[np.uint32],
        NDArray[np.int32],
        NDArray[np.uint8],
        NDArray[np.uint32],
        NDArray[np.int64],
        NDArray[np.uint64],
        NDArray[np.uint64],
    ]: ...

class Selection:
    class Which(Enum):
        all = ...
        held_out = ...
        rest = ...

    def __init__(self, which: Which, every: int) -> None: ...

class TrainingText:
    def __init__(self, descriptor: int, hold_out_every: int, opening: Sequence[int]) -> None: ...
    def add(self, words: list[str], tokens: list[str]) -> None: ...
    def finish(self) -> None: ...
    @property
    def sentences(self) -> int: ...
    @property
    def tokens(self) -> int: ...
    def restrict(self, words: list[bytes]) -> None: ...
    def number(
        self, rest: bool, min_word_count: int
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint32], int]: ...
    def spellings(self, chosen: NDArray[np.uint32]) -> list[bytes]: ...
    def capitals(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
    def count(
        self,
        ids: NDArray[np.uint32],
        vocabulary: int,
        selection: Selection,
        order: int,
        records: int,
        runs: int,
        files: Sequence[tuple[int, int, int]],
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint32], list[int]]: ...
    def bits(
        self,
        ids: NDArray[np.uint32],
        selection: Selection,
        levels: Sequence[
            tuple[NDArray[np.uint32], NDArray[np.float32], NDArray[np.float32], NDArray[np.uint32]]
        ],
    ) -> tuple[int, int]: ...

def find_suffixes(
    words: NDArray[np.uint32],
    children: NDArray[np.uint32],
    context_suffix: NDArray[np.uint32],
    context_words: NDArray[np.uint32],
    suffix_children: NDArray[np.uint32],
    suffixes: int,
    adjusted: NDArray[np.uint32],
) -> None: ...
def smooth(
    words: NDArray[np.uint32],
    count: NDArray[np.uint32],
    adjusted: NDArray[np.uint32],
    suffix: NDArray[np.uint32],
    context_children: NDArray[np.uint32],
    context_count: NDArray[np.uint32],
    lower: NDArray[np.float64],
    discounts: tuple[float, float, float],
    thresholds: tuple[int, int],
    unknown_words: int,
    files: tuple[int, int, int, int, int],
) -> None: ...

# The tagger and the parser (syntacticdiff/syntax), and repair (syntacticdiff/repair).

Hashes = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Places = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Learned = tuple[Hashes, Numbers, Bytes, NDArray[np.float64]]

class Opinions:
    """What the context network thinks of one sentence, by its own ids of words."""

    def sub(self, position: int, source: int, target: int) -> int: ...
    def insert(self, position: int, word: int) -> int: ...
    def remove(self, position: int, word: int) -> int: ...
    def all_subs(self, position: int, source: int) -> NDArray[np.int32]: ...
    def all_inserts(self, position: int) -> NDArray[np.int32]: ...
    def all_removes(self, position: int) -> NDArray[np.int32]: ...

class Network:
    def __init__(
        self,
        inputs: int,
        vector: int,
        units: int,
        word_units: int,
        gap_units: int,
        outputs: int,
        gaps: int,
        vectors: NDArray[np.int8],
        vector_scales: NDArray[np.uint16],
        layers: Sequence[tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int32]]],
        sigmoid: NDArray[np.int16],
        tanh: NDArray[np.int16],
    ) -> None: ...
    def opinions(self, ids: NDArray[np.uint32], ends: NDArray[np.uint32]) -> list[Opinions]: ...

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
def tag_alone(weights: Weights, look: Sequence[int]) -> int: ...
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
    def __init__(self, levels: Sequence[Level], closed: bool) -> None: ...

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
