"""The native engine: the searches in C++, behind the interface of the Python one.

This module only carries words in and answers out; `native/` has the searches, `python_engine`
their definition. Words travel as handles: each distinct word is described to the extension once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, islice, repeat
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.penalties import Penalties
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search.hypothesis import Sentence, Step, Word
from syntacticdiff.search.python_engine import Found
from syntacticdiff.search.settings import SearchSettings
from syntacticdiff.search.stopping import AT_EXIT, Stop, StoppedError

if TYPE_CHECKING:
    from syntacticdiff import _native
else:
    try:
        from syntacticdiff import _native
    except ImportError:
        _native = None

Substitutions = Callable[[Word], Sequence[Word]]

_BATCH = 4096  # sentences that go to the extension at a time; bounds what is held in between
_MOST_WORDS = 200_000  # distinct ones known to the extension at a time; bounds its memory
_EXACT = 2**53  # sums of penalties below this are exact as double precision numbers
_MOST = 2**32 - 1  # as good as infinitely many edits or hypotheses


def why_not_native(
    model: ReferenceModel, settings: SearchSettings, penalties: Penalties
) -> str | None:
    """Why the native engine cannot serve; None if it can."""
    if _native is None:
        return "this installation has no native engine (it was installed without a C++ compiler)"
    if model.levels is None:
        return "the native engine reads .sdlm models, not KenLM binaries"
    if penalties.function is not None:
        return "the native engine cannot call a penalty function"
    most = (
        abs(penalties.base)
        + max(map(abs, penalties.by_operation.values()), default=0)
        + max(map(abs, penalties.by_edit.values()), default=0)
    )
    if most * max(settings.max_edits, 1) >= _EXACT:
        return "the penalties are too large for the native engine's integers"
    return None


class NativeEngine:
    """Searches sentences with one model, one set of settings, insertable words and penalties.

    Threads may share one: the interpreter's lock is released while a batch is searched.
    """

    name = "native"

    def __init__(
        self,
        model: ReferenceModel,
        settings: SearchSettings,
        insertions: Sequence[Word],
        substitutions: Substitutions,
        penalties: Penalties,
    ) -> None:
        reason = why_not_native(model, settings, penalties)
        if reason is not None:
            raise UsageError(f"engine: {reason}; use engine='python' or engine='auto'")
        self.settings, self.penalties = settings, penalties
        self.insertions = tuple(insertions) if "insert" in settings.operations else ()
        self.substitutions = substitutions
        self.engine = _native.Engine(
            [
                _native.Level(level.words, level.log10, level.backoff, level.children)
                for level in model.levels or ()
            ],
            _is_closed(model),
            _native_settings(settings),
            [word.id for word in self.insertions],
        )
        self.candidates = self.queries = 0  # judged so far, and the look-ups that this stands for
        self._words = _Words(self)

    def search(self, sentences: Sequence[Sentence], stop: Stop | None = None) -> list[Found]:
        """The answer for each sentence, in order; `stop` can call the search off."""
        stop = stop or Stop()
        found: list[Found] = []
        for start in range(0, len(sentences), _BATCH):
            found += self._search(sentences[start : start + _BATCH], stop)
        return found

    def _search(self, sentences: Sequence[Sentence], stop: Stop) -> Iterator[Found]:
        words = self._words
        if len(words.texts) > _MOST_WORDS:
            words = self._words = _Words(self)  # searches under way keep the old ones
        tokens = np.fromiter(
            map(words.tokens.__getitem__, chain.from_iterable(sentences)), np.uint32
        )
        ends = np.fromiter(accumulate(map(len, sentences)), np.uint32)
        answer = self._answer(words, tokens, ends, stop)
        counts, before, after, positions, ranks, targets, gains, candidates, queries = answer
        self.candidates += candidates
        self.queries += queries
        texts = map(words.text, targets.tolist())
        steps = map(Step._make, zip(positions.tolist(), ranks.tolist(), texts, strict=True))
        gained = iter(gains.tolist())
        afters = repeat(None) if self.settings.search == "sweep" else after.tolist()
        for count, bits, bits_after in zip(counts.tolist(), before.tolist(), afters, strict=False):
            yield Found(tuple(islice(steps, count)), tuple(islice(gained, count)), bits, bits_after)

    def _answer(
        self,
        words: _Words,
        tokens: npt.NDArray[np.uint32],
        ends: npt.NDArray[np.uint32],
        stop: Stop,
    ) -> Any:
        flag = _native.Stop()
        in_main_thread = threading.current_thread() is threading.main_thread()
        with AT_EXIT.heard_by(flag.set), stop.heard_by(flag.set):
            try:
                return self.engine.search(words.table, tokens, ends, flag, in_main_thread)
            except _native.CancelledError as error:
                raise StoppedError(str(error)) from None


class _Words:
    """The words of sentences and candidates, described to the extension once each."""

    def __init__(self, engine: NativeEngine) -> None:
        self.table = _native.WordTable(engine.engine)
        self.texts: list[str] = []  # by handle
        self.tokens = _Tokens(self, engine)
        self._handles: dict[str, int] = {}
        price = engine.penalties.units
        insertions = {word.text: word for word in engine.insertions}
        self.table.set_insertions(
            [self.handle(word) for word in insertions.values()],
            [price("insert", "", text) for text in insertions],
        )

    def handle(self, word: Word) -> int:
        handle = self._handles.get(word.text)
        if handle is None:
            handle = self.table.add_word(word.text.encode("utf-8", "surrogatepass"), word.id)
            self._handles[word.text] = handle
            self.texts.append(word.text)
        return handle

    def text(self, handle: int) -> str:
        return "" if handle == _native.ABSENT else self.texts[handle]


class _Tokens(dict[Word, int]):
    """Handles of words as tokens of a sentence, with what may be done to them."""

    def __init__(self, words: _Words, engine: NativeEngine) -> None:
        super().__init__()
        self._words, self._engine = words, engine
        self._lock = threading.RLock()

    def __missing__(self, word: Word) -> int:
        engine, price = self._engine, self._engine.penalties.units
        allowed = engine.settings.operations
        choices = engine.substitutions(word) if "sub" in allowed else ()
        with self._lock:
            if word not in self:
                self[word] = self._words.table.add_token(
                    self._words.handle(word),
                    price("remove", word.text, ""),
                    [self._words.handle(choice) for choice in choices],
                    [price("sub", word.text, choice.text) for choice in choices],
                )
            return self[word]


def _is_closed(model: ReferenceModel) -> bool:
    """Whether the model has whatever its n-grams end with, so that fewer look-ups are needed.

    That follows from how models are trained, pruned ones included (`reference.interpolation`); an
    imported model may be anything.
    """
    return model.header.get("smoothing") in ("kneser-ney", "linear")


def _native_settings(settings: SearchSettings) -> _native.Settings:
    result = _native.Settings()
    result.search = _native.Search[settings.search]
    result.max_edits = min(int(settings.max_edits), _MOST)
    result.beam = None if settings.beam is None else min(int(settings.beam), _MOST)
    result.positions = _native.Positions[settings.positions]
    result.insert = "insert" in settings.operations
    result.remove = "remove" in settings.operations
    result.substitute = "sub" in settings.operations
    result.mean = settings.aggregate == "mean"
    result.perplexity = settings.cost == "perplexity"
    result.alpha = float(settings.alpha)
    result.stop_at = None if settings.stop_at is None else float(settings.stop_at)
    result.min_gain = float(settings.min_gain)
    return result
