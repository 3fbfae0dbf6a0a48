"""Kneser-Ney training of text of any length, in the native core.

The text is read once. Its words are numbered and go to a file; its n-grams are sorted in parts that
fit into memory, merged, and estimated one order at a time from arrays that are mapped files. The
NumPy modules (`vocabulary`, `counting`, `kneser_ney`) are the definition, and give the same model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import IO, TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.scratch import Scratch
from syntacticdiff.reference.counting import ABSENT
from syntacticdiff.reference.interpolation import log10_of
from syntacticdiff.reference.kneser_ney import discounts
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import Level
from syntacticdiff.reference.scorer import BEGIN, ONE_BIT, UNKNOWN
from syntacticdiff.reference.trained import FEWEST_TO_HOLD_OUT, HELD_OUT_EVERY, Trained
from syntacticdiff.reference.vocabulary import OPENING, capitalised_shares, lower_cased

if TYPE_CHECKING:
    from syntacticdiff import _native
else:
    try:
        from syntacticdiff import _native
    except ImportError:
        _native = None

Indices = NDArray[np.uint32]
Floats = NDArray[np.float64]

_NOT_WANTED = -1  # in place of a file
_NO_INDICES = np.empty(0, np.uint32)
_KEY_BYTES = 64 // 8  # n-grams are sorted as numbers of one or two such parts


def available() -> bool:
    """Whether the native core is there, with training in it."""
    return hasattr(_native, "TrainingText")


@dataclass
class _Counts:
    """The n-grams of one order before pruning; `suffix` and `adjusted` come later."""

    words: Indices
    count: Indices
    children: Indices
    suffix: Indices
    adjusted: Indices

    def __len__(self) -> int:
        return len(self.count)


def train_streaming(
    sentences: Iterable[Sequence[str]],
    *,
    order: int,
    prune: tuple[int, ...],
    min_word_count: int,
    allowed: Collection[str] | None = None,
    lower: bool,
    hold_out: bool,
    memory: int,
) -> Trained:
    """Train as `train_ngrams` does; `memory` is in bytes."""
    scratch = Scratch()
    explained = _Explained(scratch)
    with explained:
        file = scratch.file()
    with file:
        text = _read(sentences, file, lower, explained)
        if allowed is not None:
            text.restrict([word.encode("utf-8", "surrogatepass") for word in allowed])
        with explained:
            trainer = _Trainer(text, scratch, order, prune, min_word_count, memory)
            bits = None
            if hold_out and text.sentences >= FEWEST_TO_HOLD_OUT:
                bits = trainer.held_out_bits()
            ids, words, cut = text.number(False, min_word_count)
            count, levels = trainer.model(ids, len(words), cut, _native.Selection.Which.all)
    shares = None
    if lower:
        inside, capitals = text.capitals()
        shares = capitalised_shares(inside[words], capitals[words])
    spellings = [word.decode("utf-8", "surrogatepass") for word in text.spellings(words)]
    return Trained(
        lexicon=Lexicon.build(spellings, count, shares),
        levels=levels,
        sentences=text.sentences,
        tokens=text.tokens,
        held_out_bits=bits,
        weights=None,
        prune=prune,
        unknown_words=cut,
    )


class _Explained:
    """Says in one line what can go wrong with a long text: a full disk, or too many n-grams."""

    def __init__(self, scratch: Scratch) -> None:
        self.folder = scratch.folder

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise InputError(
                f"training: temporary files in {self.folder}: {error.strerror or error}; "
                "name a folder with more room in TMPDIR"
            ) from error
        if isinstance(error, OverflowError):
            raise InputError(f"{error}; train on a part of it, or raise min_word_count") from error


def _read(
    sentences: Iterable[Sequence[str]], file: IO[bytes], lower: bool, explained: _Explained
) -> _native.TrainingText:
    """The text in its file. An error of whoever gives the sentences is passed on as it is."""
    text = _native.TrainingText(file.fileno(), HELD_OUT_EVERY, list(map(ord, OPENING)))
    nothing: list[str] = []
    for sentence in sentences:
        if isinstance(sentence, str):
            raise UsageError("sentences must be lists of tokens; a string was given")
        tokens = list(sentence)
        with explained:
            text.add(lower_cased(tokens) if lower else tokens, tokens if lower else nothing)
    with explained:
        text.finish()
    if not text.sentences:
        raise InputError("the training text is empty: it has no sentence with a token")
    return text


@dataclass(frozen=True)
class _Trainer:
    """Makes models of one text: of most of it, to measure, and of all of it."""

    text: _native.TrainingText
    scratch: Scratch
    order: int
    prune: tuple[int, ...]
    min_word_count: int
    memory: int

    def held_out_bits(self) -> float:
        which = _native.Selection.Which
        ids, words, cut = self.text.number(True, self.min_word_count)
        _, levels = self.model(ids, len(words), cut, which.rest)
        arrays = [(level.words, level.log10, level.backoff, level.children) for level in levels]
        selection = _native.Selection(which.held_out, HELD_OUT_EVERY)
        bits, tokens = self.text.bits(ids, selection, arrays)
        return bits / ONE_BIT / tokens

    def model(
        self, ids: Indices, vocabulary: int, cut: int, which: _native.Selection.Which
    ) -> tuple[Indices, tuple[Level, ...]]:
        """The words' counts, and the model of the chosen sentences."""
        selection = _native.Selection(which, HELD_OUT_EVERY)
        counts, last = self._count(ids, vocabulary, selection)
        _adjust(counts, self.scratch)
        return counts[0].count, self._estimate(counts, last, cut)

    def _count(
        self, ids: Indices, vocabulary: int, selection: _native.Selection
    ) -> tuple[list[_Counts], list[int]]:
        """The counts of all orders, and for each the index of what `lmplz` sorts last."""
        parts = -(-self.order * max(vocabulary - 1, 1).bit_length() // 64)
        # Half of the memory, and sorting takes its keys twice: the rest is for the words and for
        # the mapped arrays.
        records = min(
            self.memory // 4 // (parts * _KEY_BYTES), self.text.tokens + 2 * self.text.sentences
        )
        files = [tuple(self.scratch.file() for _ in range(3)) for _ in range(1, self.order)]
        with self.scratch.file() as runs:
            count, children, sorted_last = self.text.count(
                ids,
                vocabulary,
                selection,
                self.order,
                records,
                runs.fileno(),
                [
                    (words.fileno(), counts.fileno(), first.fileno())
                    for words, counts, first in files
                ],
            )
        every_word = np.arange(vocabulary, dtype=np.uint32)
        counts = [_Counts(every_word, count, children, _NO_INDICES, count)]
        for columns in files:
            words, count, children = (self.scratch.mapped(c, np.uint32) for c in columns)
            counts.append(_Counts(words, count, children, _NO_INDICES, count))
        return counts, _ending(counts, sorted_last)

    def _estimate(self, counts: list[_Counts], last: Sequence[int], cut: int) -> tuple[Level, ...]:
        """The model, from the lowest order up. What is done with is let go."""
        probability, log10 = _smoothed_words(counts[0], last[0], cut)
        words, levels = counts[0].words, []
        for k in range(1, self.order):
            below, level = counts[:2]
            top, all_kept = k + 1 == self.order, self.prune[k] == 0
            new = _SmoothedFiles(*(self.scratch.file() for _ in range(5)))
            _native.smooth(
                level.words,
                level.count,
                level.adjusted,
                level.suffix,
                below.children,
                below.count,
                probability,
                _discounts(level, last[k]),
                (self.prune[k - 1], self.prune[k]),
                cut,
                (
                    _NOT_WANTED if top else new.probability.fileno(),
                    _NOT_WANTED if all_kept else new.words.fileno(),
                    new.log10.fileno(),
                    new.backoff.fileno(),
                    _NOT_WANTED if all_kept else new.children.fileno(),
                ),
            )
            mapped = self.scratch.mapped
            backoff, children = mapped(new.backoff, np.float32), mapped(new.children, np.uint32)
            levels.append(Level(words, log10, backoff, below.children if all_kept else children))
            words, log10 = mapped(new.words, np.uint32), mapped(new.log10, np.float32)
            words = level.words if all_kept else words
            probability = mapped(new.probability, np.float64)
            del counts[0]
        return (*levels, Level(words, log10, np.empty(0, np.float32), _NO_INDICES))


class _SmoothedFiles(NamedTuple):
    """Where an order's numbers go; back-offs and children are those of the order below."""

    probability: IO[bytes]
    words: IO[bytes]
    log10: IO[bytes]
    backoff: IO[bytes]
    children: IO[bytes]


def _adjust(counts: Sequence[_Counts], scratch: Scratch) -> None:
    """Kneser-Ney's counts: of how many different words does one precede each n-gram?

    The highest order keeps its true counts, and so does what begins with `<s>`. On the way, every
    n-gram learns which one of the order below it ends with.
    """
    if len(counts) > 1:
        counts[1].suffix = counts[1].words
        before = np.bincount(counts[1].words, minlength=len(counts[0]))
        counts[0].adjusted = before.astype(np.uint32)
        counts[0].adjusted[BEGIN] = counts[0].count[BEGIN]
    first, end = BEGIN, BEGIN + 1  # what begins with <s> stands together
    for (two_below, below), level in zip(pairwise(counts[:-1]), counts[2:], strict=True):
        with scratch.file() as file:
            below.adjusted = scratch.zeros(len(below), np.uint32)
            _native.find_suffixes(
                level.words,
                below.children,
                below.suffix,
                below.words,
                two_below.children,
                file.fileno(),
                below.adjusted,
            )
            level.suffix = scratch.mapped(file, np.uint32)
        first, end = int(two_below.children[first]), int(two_below.children[end])
        below.adjusted[first:end] = below.count[first:end]


def _smoothed_words(level: _Counts, last: int, cut: int) -> tuple[Floats, NDArray[np.float32]]:
    """Probabilities of single words, and their logarithms as they are stored."""
    adjusted = level.adjusted.astype(np.float64)
    taken = np.array((0.0, *_discounts(level, last)))[np.minimum(level.adjusted, 3)]
    # Summed one after another, as in every order: np.sum would round differently.
    freed, total = (float(np.bincount(np.zeros(len(x), np.intp), x)[0]) for x in (taken, adjusted))
    probability = (adjusted - taken) / total + freed / total * (1.0 / (len(level) - 1))
    probability[BEGIN] = 0.0
    shared = probability.copy()
    shared[UNKNOWN] /= max(cut, 1)
    return probability, log10_of(shared)


def _discounts(level: _Counts, last: int) -> tuple[float, float, float]:
    """As in `kneser_ney`: of what `lmplz` sorts last, the true count goes into the statistics."""
    if last == ABSENT:
        return discounts(level.adjusted)
    adjusted = level.adjusted[last]
    level.adjusted[last] = level.count[last]
    try:
        return discounts(level.adjusted)
    finally:
        level.adjusted[last] = adjusted


def _ending(counts: Sequence[_Counts], words: Sequence[int]) -> list[int]:
    """For each order, the index of the n-gram that these words end with, or ABSENT."""
    found = []
    for k in range(1, len(counts) + 1):
        if k > len(words):
            found.append(ABSENT)
            continue
        index, *rest = words[-k:]
        for (below, level), word in zip(pairwise(counts), rest, strict=False):
            first, end = below.children[index], below.children[index + 1]
            index = int(first + np.searchsorted(level.words[first:end], word))
        found.append(index)
    return found
