"""The native engine: the searches in C++, behind the interface of the Python one.

This module only passes words in and answers out; `native/` has the searches, and
`python_engine` defines what they find. Words are passed as handles: each distinct word is described
to the extension once.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain, islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from syntacticdiff.deferred import DeferredMapping
from syntacticdiff.edits.columns import EditColumns, WordNumbers
from syntacticdiff.errors import UsageError
from syntacticdiff.garbage import collection_paused
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.native import is_closed, native_levels
from syntacticdiff.reference.scorer import MOST_BITS, ONE_BIT, UNKNOWN
from syntacticdiff.search.answers import Answers
from syntacticdiff.search.candidates import (
    Candidates,
    Order,
    checked_orders,
    prices_of,
    sum_of_prices,
    with_recasing,
)
from syntacticdiff.search.extension import WHY_MISSING
from syntacticdiff.search.found import (
    LEAST_ALTERNATIVE,
    PRECISION,
    Alternative,
    Found,
    RankedFound,
    everything,
)
from syntacticdiff.search.hypothesis import Sentence, Step, Word
from syntacticdiff.search.native_prices import Columns, NativePrices, TokenLooks, split_pricing
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.cue_table import CueTable
from syntacticdiff.search.prices.density import LEADING, counts, in_texts, leading
from syntacticdiff.search.registry import SEARCHES
from syntacticdiff.search.settings import SearchSettings
from syntacticdiff.search.stopping import AT_EXIT, Stop, StoppedError
from syntacticdiff.text.spelling import MOST_LETTERS

if TYPE_CHECKING:
    from syntacticdiff import _native
else:
    from syntacticdiff.search.extension import _native

_NO_PRICES = np.empty(0, np.int64)


class _Priced(NamedTuple):
    """The prices of a batch's candidates and, if they are known, the bits that each one saves."""

    prices: npt.NDArray[np.int64]
    gains: npt.NDArray[np.int64] = _NO_PRICES

    def columns(self, levels: npt.NDArray[np.int64] = _NO_PRICES) -> tuple[object, ...]:
        """As the extension's search takes them."""
        return self.prices, levels, self.gains


_UNPRICED = _Priced(_NO_PRICES)

Substitutions = Callable[[Word], Sequence[Word]]
_Answer = TypeVar("_Answer")

_BATCH = 4096  # sentences that go to the extension at a time; bounds what is held in between
_PRICED = 4096  # tokens of the sentences whose candidates are held at a time, for the same reason
ABSENT = np.uint32(0xFFFFFFFF)  # no token has this number
_MOST_WORDS = 200_000  # distinct ones known to the extension at a time; bounds its memory
_EXACT = 2**53  # sums of penalties below this are exact as double precision numbers
_MOST_RECASING = 10 * ONE_BIT  # what a change of capitals can cost
_MOST = 2**32 - 1  # as good as infinitely many edits or hypotheses

_step: Callable[[Iterable[Any]], Step] = partial(tuple.__new__, Step)  # as Step._make, but faster


def why_not_native(
    model: ReferenceModel, settings: SearchSettings, penalties: Penalties
) -> str | None:
    """Why the native engine cannot serve; None if it can."""
    if WHY_MISSING is not None:
        return WHY_MISSING
    if not hasattr(_native.Search, settings.search):
        return f"the native engine has no search {settings.search!r}"
    if model.levels is None:
        return "the native engine reads .sdlm models, not KenLM binaries"
    if penalties.function is not None:
        return "the native engine cannot call a penalty function"
    most = (
        abs(penalties.base)
        + max(map(abs, penalties.by_operation.values()), default=0)
        + max(map(abs, penalties.by_edit.values()), default=0)
        + MOST_LETTERS * abs(penalties.letter)
        + _MOST_RECASING
    )
    if penalties.pricing is not None:
        most += MOST_BITS * ONE_BIT
    if most * max(settings.max_edits or 1, 1) >= _EXACT:
        return "the penalties are too large for the native engine's integers"
    return None


class NativeEngine:
    """Searches sentences with one model, one set of settings, candidate words and penalties.

    Threads may share one: the GIL is released while a batch is searched.

    Parameters
    ----------
    model : ReferenceModel
        The reference.
    settings : SearchSettings
        What to search for, and how.
    insertions : sequence of Word
        V_INS.
    substitutions : callable
        V_SUB: gives the words that may replace a word.
    penalties : Penalties
        What edits cost.
    removable : callable, default everything
        Whether a word may be removed.
    """

    name = "native"

    def __init__(
        self,
        model: ReferenceModel,
        settings: SearchSettings,
        insertions: Sequence[Word],
        substitutions: Substitutions,
        penalties: Penalties,
        removable: Callable[[Word], bool] = everything,
    ) -> None:
        reason = why_not_native(model, settings, penalties)
        if reason is not None:
            raise UsageError(f"engine: {reason}; use engine='python' or engine='auto'")
        self.settings, self.penalties = settings, penalties
        self.insertions = tuple(insertions) if "insert" in settings.operations else ()
        self.substitutions, self.removable = substitutions, removable
        self._model = model
        self._engines: dict[Order, _native.Engine] = {}  # by order; others than None give gains
        self.engine = self._engine(None)
        calibrated, self._pricing = split_pricing(penalties.pricing)
        self.calibrated = None if calibrated is None else NativePrices(calibrated)
        self._words = _Words(self)
        # Only a search with probabilities can say how many errors a text has.
        probable = SEARCHES[settings.search].probabilities
        self.density = penalties.density if probable else None

    def search(
        self,
        sentences: Sequence[Sentence],
        stop: Stop | None = None,
        texts: Sequence[int] | None = None,
    ) -> list[Found]:
        """The answer for each sentence, in order; `stop` can call the search off.

        `texts` says how many of them each text has, for prices that follow the density of errors
        in a text; without it, every sentence is judged as one of a middling text.
        """
        stop = stop or Stop()
        found: list[Found] = []
        if self.density is not None and texts is not None:
            return list(self._search_texts(in_texts(sentences, texts), stop))
        if self.penalties.pricing is not None:
            for part in _parts(sentences):
                found += self._search(part, stop, self._priced(part, stop))
            return found
        for start in range(0, len(sentences), _BATCH):
            found += self._search(sentences[start : start + _BATCH], stop, _UNPRICED)
        return found

    @property
    def gives_columns(self) -> bool:
        """Whether the edits of a sentence depend on nothing but its tokens' words."""
        return self.settings.search == "sweep" and self.penalties.pricing is None

    def columns(
        self, sentences: Sequence[Sequence[str]], word_of: Callable[[str], Word], stop: Stop
    ) -> EditColumns:
        """What is found in sentences, none of them empty, as numbers; see `gives_columns`.

        Parameters
        ----------
        sentences : sequence of sequences of str
            Their tokens as they are written.
        word_of : callable
            From such a token to its word.
        stop : Stop
            Can call the search off.
        """
        words, (tokens, ends) = self._described_as_written(sentences, word_of)
        answer = self._called(
            self.engine.search, stop, words.table, tokens, ends, *_UNPRICED.columns()
        )
        return EditColumns(
            words.numbers,
            tokens,
            ends,
            answer.counts,
            answer.positions,
            answer.ranks,
            answer.targets,
        )

    @property
    def gives_answers(self) -> bool:
        """Whether `answers` can be used: without prices and probabilities."""
        searched = SEARCHES[self.settings.search]
        return self.penalties.pricing is None and not searched.probabilities

    def answers(
        self, sentences: Sequence[Sequence[str]], word_of: Callable[[str], Word], stop: Stop
    ) -> Answers:
        """What `search` finds in sentences, none of them empty; see `columns`, `gives_answers`."""
        words, batch = self._described_as_written(sentences, word_of)
        answer = self._called(self.engine.search, stop, words.table, *batch, *_UNPRICED.columns())
        return Answers(words.steps, answer, rewrites=SEARCHES[self.settings.search].rewrites)

    def _described_as_written(
        self, sentences: Sequence[Sequence[str]], word_of: Callable[[str], Word]
    ) -> tuple[_Words, Columns]:
        """As `_described`, for tokens as they are written."""
        words = self._current_words()
        known, unknown = words.written, []
        tokens = np.fromiter(
            (known.get(token, ABSENT) for sentence in sentences for token in sentence), np.uint32
        )
        if (missing := np.flatnonzero(tokens == ABSENT)).size:
            flat = list(chain.from_iterable(sentences))
            unknown = [flat[place] for place in missing.tolist()]
            for token in unknown:
                if token not in known:
                    known[token] = words.tokens[word_of(token)]
            tokens[missing] = [known[token] for token in unknown]
        return words, (tokens, np.fromiter(accumulate(map(len, sentences)), np.uint32))

    def priced(self, sentence: Sentence, stop: Stop) -> npt.NDArray[np.int64]:
        """The prices of a sentence's candidates, in the order of candidates; none without prices.

        They do not depend on the text that the sentence is in.
        """
        return self._priced([sentence], stop).prices

    def search_priced(
        self,
        sentences: Sequence[Sentence],
        prices: Sequence[npt.NDArray[np.int64]],
        level: int,
        stop: Stop,
    ) -> list[Found]:
        """The answer for each sentence in a text of this level, with prices that are known."""
        found: list[Found] = []
        for part in _parts(sentences):
            own = prices[len(found) : len(found) + len(part)]
            levels = np.full(len(part), level) if level else _NO_PRICES
            found += self._search(part, stop, _Priced(np.concatenate(own)), levels)
        return found

    def n_best(self, sentence: Sentence, number: int) -> list[RankedFound]:
        """The best hypotheses of a sentence; for the lattice only."""
        priced, levels = self._priced([sentence], Stop()), _NO_PRICES
        if self.density is not None:
            levels = self._levels([[sentence]], priced, Stop())
        words, batch = self._described([sentence])
        answer, costs, probabilities = self._called(
            partial(self.engine.n_best, words.table, *batch, priced.prices, levels, number), Stop()
        )
        return list(map(RankedFound, self._found(words, answer), costs, probabilities))

    def candidates(
        self, sentences: Sequence[Sentence], orders: Sequence[Order] = (None,)
    ) -> list[Candidates]:
        """Every single candidate edit of each sentence, with its gains."""
        orders = checked_orders(orders, self._model.order)
        return [
            candidates
            for part in _parts(sentences)
            for candidates in self._candidates(part, orders, Stop())
        ]

    def work(self, sentences: Sequence[Sentence]) -> _native.Work:
        """How much a search of these sentences has to do, without prices; for benchmarks."""
        words, batch = self._described(sentences)
        return self._called(self.engine.work, Stop(), words.table, *batch, _NO_PRICES, _NO_PRICES)

    def prices(self, sentences: Sequence[Sentence]) -> npt.NDArray[np.int64]:
        """The prices of all candidates of a batch; for benchmarks."""
        return self._priced(sentences, Stop()).prices

    def search_alone(
        self,
        sentences: Sequence[Sentence],
        prices: npt.NDArray[np.int64] = _NO_PRICES,
        *,
        probabilities: bool = True,
    ) -> None:
        """A search with prices that are known, and its answer thrown away; for benchmarks."""
        settings = _native_settings(self.settings, self.penalties.temperature)
        settings.probabilities = probabilities
        words, batch = self._described(sentences)
        engine = self._made_engine(None, settings)
        self._called(engine.search, Stop(), words.table, *batch, *_Priced(prices).columns())

    def cue_table(self, sentences: Sequence[Sentence]) -> CueTable:
        """The cues of each sentence's candidates, for whoever learns what they are worth."""
        if self.calibrated is None:
            raise UsageError("cues: only calibrated prices have them")
        words, batch = self._described(sentences)
        found = self._evaluated(self.calibrated.prices.cues, words, batch, Stop())
        counts, sizes, rows, positions, operations, targets, gains, ends, cues = found
        texts = words.text_array().take(targets, mode="clip")
        return CueTable(counts, sizes, rows, positions, operations, texts, gains, ends, cues)

    def _search_texts(self, texts: Sequence[Sequence[Sentence]], stop: Stop) -> Iterator[Found]:
        """Texts, each at the level of its own; prices are made once."""
        for group in _groups(texts):
            first = [text[: leading(text)] for text in group]
            sentences = list(chain.from_iterable(first))
            priced = self._priced(sentences, stop)
            levels = self._levels(first, priced, stop)
            found = iter(self._search(sentences, stop, priced, levels))
            begin = 0
            for text, part in zip(group, first, strict=True):
                yield from islice(found, len(part))
                for rest in _parts(text[len(part) :]):
                    level = np.full(len(rest), levels[begin])
                    yield from self._search(rest, stop, self._priced(rest, stop), level)
                begin += len(part)

    def _levels(
        self, texts: Sequence[Sequence[Sentence]], priced: _Priced, stop: Stop
    ) -> npt.NDArray[np.int64]:
        """For each sentence, what edits of its text cost more, by all that is found in it."""
        density = self.density
        assert density is not None
        words, batch = self._described(list(chain.from_iterable(texts)))
        answer = self._called(self.engine.search, stop, words.table, *batch, *priced.columns())
        evidence = _evidence(words, answer)
        levels: list[int] = []
        for text in texts:
            found = math.fsum(evidence[len(levels) : len(levels) + len(text)])
            levels += [density.level(found, sum(map(len, text)))] * len(text)
        return np.array(levels, np.int64)

    def _priced(self, sentences: Sequence[Sentence], stop: Stop) -> _Priced:
        """The prices of all candidates of a batch; none if there are no prices."""
        pricing, priced = self._pricing, _UNPRICED
        if self.calibrated is not None:
            words, batch = self._described(sentences)
            priced = _Priced(*self._evaluated(self.calibrated.prices.prices, words, batch, stop))
        if pricing is not None:
            orders = checked_orders(pricing.orders, self._model.order)
            listed = self._candidates(sentences, orders, stop)
            others = np.concatenate([prices_of(pricing, candidates) for candidates in listed])
            prices = priced.prices
            priced = _Priced(sum_of_prices(prices, others) if len(prices) else others, priced.gains)
        return priced

    def _evaluated(
        self, work: Callable[..., _Answer], words: _Words, batch: Columns, stop: Stop
    ) -> _Answer:
        """What the extension's calibrated prices say of a batch."""
        assert self.calibrated is not None
        lower = [self._engine(order) for order in self.calibrated.model_prices.orders[1:]]
        assert words.looks is not None
        syntax = self.calibrated.syntax(batch, words.looks)
        engines = (self.engine, *lower, self.calibrated.network)
        return self._called(work, stop, *engines, words.table, *batch, *syntax)

    def _candidates(
        self, sentences: Sequence[Sentence], orders: Sequence[Order], stop: Stop
    ) -> Iterator[Candidates]:
        words, batch = self._described(sentences)
        columns = words.table.candidates(*batch)
        gains = [
            self._called(self._engine(order).gains, stop, words.table, *batch) for order in orders
        ]
        # A removal has no handle: its text is the empty one behind all others.
        targets = words.text_array().take(columns.targets, mode="clip")
        start = 0
        for sentence, count in zip(sentences, columns.counts.tolist(), strict=True):
            rows = slice(start, start + count)
            start += count
            gained = {order: column[rows] for order, column in zip(orders, gains, strict=True)}
            found = Candidates(
                tokens=tuple(word.text for word in sentence),
                token_ids=np.array([word.id for word in sentence], np.int32),
                positions=columns.positions[rows],
                operations=columns.ranks[rows],
                targets=targets[rows],
                target_ids=columns.target_ids[rows],
                gains=gained,
                written=tuple(word.written or word.text for word in sentence),
            )
            yield with_recasing(found, sentence)

    def _engine(self, order: Order) -> _native.Engine:
        """The extension's engine on the model, or on its n-grams of up to `order` words."""
        order = None if order == self._model.order else order
        if order not in self._engines:
            settings = _native_settings(self.settings, self.penalties.temperature)
            self._engines[order] = self._made_engine(order, settings)
        return self._engines[order]

    def _made_engine(self, order: Order, settings: _native.Settings) -> _native.Engine:
        return _native.Engine(
            native_levels(self._model, order),
            is_closed(self._model),
            settings,
            [word.id for word in self.insertions],
        )

    def _current_words(self) -> _Words:
        words = self._words
        if max(len(words.texts), len(words.written)) > _MOST_WORDS:
            words = self._words = _Words(self)  # searches under way keep the old ones
        return words

    def _described(self, sentences: Sequence[Sentence]) -> tuple[_Words, Columns]:
        """Sentences as handles of their tokens and where each ends; and the words behind them."""
        words = self._current_words()
        with collection_paused():  # new words stay, and there are many of them at first
            tokens = np.fromiter(
                map(words.tokens.__getitem__, chain.from_iterable(sentences)), np.uint32
            )
        return words, (tokens, np.fromiter(accumulate(map(len, sentences)), np.uint32))

    def _search(
        self,
        sentences: Sequence[Sentence],
        stop: Stop,
        priced: _Priced,
        levels: npt.NDArray[np.int64] = _NO_PRICES,
    ) -> list[Found]:
        words, batch = self._described(sentences)
        answer = self._called(
            self.engine.search, stop, words.table, *batch, *priced.columns(levels)
        )
        with collection_paused():
            found = list(self._found(words, answer))
            if SEARCHES[self.settings.search].probabilities:
                found = list(_certain(words, answer, found))
        return found

    def _found(self, words: _Words, answer: _native.Results) -> Iterator[Found]:
        """The edits of each sentence, and their gains."""
        rewrites = SEARCHES[self.settings.search].rewrites
        return Answers(words.steps, answer, rewrites=rewrites).all()

    def _called(self, work: Callable[..., _Answer], stop: Stop, *arguments: object) -> _Answer:
        """The extension's answer, unless it is called off."""
        flag = _native.Stop()
        in_main_thread = threading.current_thread() is threading.main_thread()
        with AT_EXIT.heard_by(flag.set), stop.heard_by(flag.set):
            try:
                return work(*arguments, flag, in_main_thread)
            except _native.CancelledError as error:
                raise StoppedError(str(error)) from None


class _Words:
    """The words of sentences and candidates, described to the extension once each."""

    def __init__(self, engine: NativeEngine) -> None:
        self.table = _native.WordTable(engine.engine)
        self.texts: list[str] = []  # by handle
        self._named = [""]  # the same, behind that of removals, which have no handle
        self.tokens = _Tokens(self, engine)
        self.written: dict[str, int] = {}  # tokens by how a text has them
        self.numbers = WordNumbers(self.tokens.texts, self.texts)
        self.looks: TokenLooks | None = None
        self._calibrated = engine.calibrated
        if engine.calibrated is not None:
            usual = engine.calibrated.model_prices.describe.for_tagger
            self.looks = TokenLooks(self.tokens.texts.__getitem__, usual)
        self._handles: dict[Word, int] = {}
        self._text_array = np.empty(0, np.object_)
        self._counting = np.ones(1, np.bool_)
        price = engine.penalties.units
        insertions = {word.text: word for word in engine.insertions}
        self.table.set_insertions(
            [self.handle(word) for word in insertions.values()],
            [price("insert", "", text) for text in insertions],
        )

    def handle(self, word: Word) -> int:
        word = word.unwritten  # equal texts have equal handles
        handle = self._handles.get(word)
        if handle is None:
            text = word.text.encode("utf-8", "surrogatepass")
            if word.further:
                handle = self.table.add_phrase(text, list(map(self.handle, word.tokens())))
            else:
                handle = self.table.add_word(text, word.id)
            if self._calibrated is not None:
                self._calibrated.describe(self.table, handle, word.text)
            self._handles[word] = handle
            self.texts.append(word.text)
            self._named.append(word.text)
        return handle

    def steps(
        self,
        positions: npt.NDArray[np.uint32],
        ranks: npt.NDArray[np.uint8],
        targets: npt.NDArray[np.uint32],
    ) -> Iterator[Step]:
        """Steps from their columns."""
        # ABSENT is the largest number, so that one more is 0.
        texts = map(self._named.__getitem__, (targets + np.uint32(1)).tolist())
        return map(_step, zip(positions.tolist(), ranks.tolist(), texts, strict=True))

    def counting(self) -> npt.NDArray[np.bool_]:
        """For each handle whether a word that is put in counts, and for removals behind them."""
        counting = self._counting  # another thread may replace it
        if len(counting) != len(self.texts) + 1:
            known = map(counts, [*self.texts[len(counting) - 1 :], ""])
            counting = np.concatenate([counting[:-1], np.fromiter(known, np.bool_)])
            self._counting = counting
        return counting

    def text_array(self) -> npt.NDArray[np.object_]:
        """The texts by handle, in one array, and "" behind them."""
        array = self._text_array  # another thread may replace it
        if len(array) != len(self.texts) + 1:
            known = [*self.texts, ""]
            array = np.empty(len(known), np.object_)
            array[:] = known
            self._text_array = array
        return array


class _Tokens(dict[Word, int]):
    """Handles of words as tokens of a sentence, with what may be done to them."""

    def __init__(self, words: _Words, engine: NativeEngine) -> None:
        super().__init__()
        self._words, self._engine = words, engine
        self.texts: list[str] = []  # by handle
        self._lock = threading.RLock()

    def __missing__(self, word: Word) -> int:
        engine, price = self._engine, self._engine.penalties.units
        allowed = engine.settings.operations
        choices = engine.substitutions(word) if "sub" in allowed else ()
        removable = "remove" in allowed and engine.removable(word)
        unknown = word.id == UNKNOWN
        recases = not engine.penalties.prices_capitals
        with self._lock:
            if word not in self:
                self.texts.append(word.text)
                self[word] = self._words.table.add_token(
                    self._words.handle(word),
                    removable,
                    price("remove", word.text, ""),
                    [self._words.handle(choice) for choice in choices],
                    [
                        price("sub", word.source_of(choice.text), choice.text, unknown)
                        + (word.units if recases and word.is_recased_by(choice.text) else 0)
                        for choice in choices
                    ],
                )
            return self[word]


def _certain(words: _Words, answer: _native.Results, found: Iterable[Found]) -> Iterator[Found]:
    """What was found in each sentence, with what the lattice says besides.

    A sentence has a hundred edits of which one or two are probable, so that all of them become
    Python's objects only when somebody asks.
    """
    likely = np.flatnonzero(
        np.rint(answer.edit_probabilities / PRECISION) * PRECISION > LEAST_ALTERNATIVE
    )
    steps = words.steps(
        answer.edit_positions[likely], answer.edit_ranks[likely], answer.edit_targets[likely]
    )
    values = answer.edit_probabilities[likely].tolist(), answer.edit_gains[likely].tolist()
    alternatives = map(Alternative, steps, *values)
    ends = np.cumsum(answer.edit_counts)
    before = np.searchsorted(likely, ends).tolist()
    probabilities = iter(answer.probabilities.tolist())
    start = taken = 0
    columns = zip(found, ends.tolist(), before, _evidence(words, answer), strict=True)
    for one, end, likely_ones, evidence in columns:
        own = list(islice(alternatives, likely_ones - taken))
        made = frozenset(one.steps)
        yield replace(
            one,
            probabilities=tuple(islice(probabilities, len(one.steps))),
            alternatives=tuple(item for item in own if item.step not in made),
            expected=DeferredMapping(partial(_expected, words, answer, start, end)),
            evidence=evidence,
        )
        start, taken = end, likely_ones


def _evidence(words: _Words, answer: _native.Results) -> list[float]:
    """What the edits of each sentence say about how well somebody writes, of those that do."""
    counting = words.counting().take(answer.edit_targets, mode="clip")
    expected = np.where(counting, answer.edit_expected, 0.0)
    evidence = (expected * expected * expected).tolist()  # as `evidence_of` has it
    ends = list(accumulate(answer.edit_counts.tolist()))
    return [math.fsum(evidence[start:end]) for start, end in pairwise([0, *ends])]


def _expected(words: _Words, answer: _native.Results, start: int, end: int) -> dict[Step, float]:
    """How often each edit of a sentence is expected."""
    rows = slice(start, end)
    steps = words.steps(
        answer.edit_positions[rows], answer.edit_ranks[rows], answer.edit_targets[rows]
    )
    return dict(zip(steps, answer.edit_expected[rows].tolist(), strict=True))


def _groups(texts: Sequence[Sequence[Sentence]]) -> Iterator[Sequence[Sequence[Sentence]]]:
    """Runs of texts whose first parts have about `_PRICED` tokens together."""
    start = tokens = 0
    for end, text in enumerate(texts, 1):
        tokens += min(sum(map(len, text)), LEADING)
        if tokens >= _PRICED or end == len(texts):
            yield texts[start:end]
            start, tokens = end, 0


def _parts(sentences: Sequence[Sentence]) -> Iterator[Sequence[Sentence]]:
    """Runs of sentences with about `_PRICED` tokens each."""
    start = tokens = 0
    for end, sentence in enumerate(sentences, 1):
        tokens += len(sentence)
        if tokens >= _PRICED or end == len(sentences):
            yield sentences[start:end]
            start, tokens = end, 0


def _native_settings(settings: SearchSettings, temperature: float) -> _native.Settings:
    result = _native.Settings()
    result.search = _native.Search[settings.search]
    result.max_edits = _MOST if settings.max_edits is None else min(int(settings.max_edits), _MOST)
    result.beam = None if settings.beam is None else min(int(settings.beam), _MOST)
    result.positions = _native.Positions[settings.positions]
    result.mean = settings.aggregate == "mean"
    result.cost = _native.Cost[settings.cost]
    result.alpha = float(settings.alpha)
    result.stop_at = None if settings.stop_at is None else float(settings.stop_at)
    result.min_gain = float(settings.min_gain)
    result.max_inserted = min(int(settings.max_inserted), _MOST)
    result.prune = None if settings.prune is None else float(settings.prune)
    result.min_probability = float(settings.min_probability)
    result.temperature = float(temperature)
    return result
