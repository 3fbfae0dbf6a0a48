"""Every single candidate edit of a sentence, as columns, and prices for each of them.

A price is what an edit costs at its place of the original sentence, whatever else is edited: it may
depend on everything around the edit and is computed once, before the search. What makes a price is
defined in `prices`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, MOST_BITS, ONE_BIT, Scorer
from syntacticdiff.search.hypothesis import INSERT, REMOVE, SUB, Sentence, Step, Word
from syntacticdiff.search.prices.density import Density, density_of

if TYPE_CHECKING:
    from syntacticdiff.reference import ReferenceModel

Order = int | None  # of a model: None is its own

NEVER = 1_000 * ONE_BIT  # the price of an edit that is not offered: the lattice leaves it out

# Tokens of a sentence whose candidates Python lists for prices; those of a longer one would fill
# memory. The extension's prices need no list.
MOST_PRICED = 5_000


@dataclass(frozen=True, eq=False)
class Candidates:
    """The candidate edits of one sentence: each column has one entry for each edit.

    They stand in a fixed order: by position; the insertions before that token in the order of
    V_INS, then its removal, then its substitutions in the order of V_SUB. V_INS and V_SUB are in
    the order of UTF-8 bytes, so that this is the order in which searches decide ties.

    A word that may be removed is listed even where it is the only one: another edit may make it
    possible.

    Parameters
    ----------
    tokens : tuple of str
        The sentence, as the model sees it.
    token_ids : array of int32
        The ids of its words in the model, 0 for unknown ones.
    positions : array of int32
        The token that is changed, or before which a word is inserted.
    operations : array of uint8
        0 for insert, 1 for remove, 2 for sub: indices of `OPERATIONS`.
    targets : array of object
        The words that are put in, "" for removals.
    target_ids : array of int32
        Their ids in the model, -1 for removals; of several tokens, that of the first.
    gains : mapping of int or None to array of int64
        For each order asked for, the bits that the edit alone saves: in total, not per token, in
        units of 2^-20 bit. A change of capitals alone saves what the reference's way to write the
        word says, under every order, because both engines count that as part of its cost.
    written : tuple of str
        The tokens whose capitals may be changed as the sentence has them, the others as in
        `tokens`.
    recasings : tuple of int, default ()
        The candidates that change capitals alone, by their numbers.
    """

    tokens: tuple[str, ...]
    token_ids: NDArray[np.int32]
    positions: NDArray[np.int32]
    operations: NDArray[np.uint8]
    targets: NDArray[np.object_]
    target_ids: NDArray[np.int32]
    gains: Mapping[Order, NDArray[np.int64]]
    written: tuple[str, ...]
    recasings: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.positions)

    def steps(self) -> Iterator[Step]:
        """The candidates as steps of a hypothesis."""
        columns = self.positions.tolist(), self.operations.tolist(), self.targets.tolist()
        return map(Step._make, zip(*columns, strict=True))


class Pricing(Protocol):
    """Gives the candidates of a sentence their prices.

    It must be picklable, and `digest` must tell it from every other: it stands in signatures. One
    that looks at the reference's words has a method `for_model`, which gives the pricing to use.
    """

    @property
    def orders(self) -> Sequence[Order]:
        """Of which orders it wants to see gains."""
        ...

    @property
    def temperature(self) -> float:
        """What the lattice divides J' by in probabilities."""
        ...

    @property
    def digest(self) -> str:
        """A short name for all that prices depend on."""
        ...

    def prices(self, candidates: Candidates) -> NDArray[np.int64]:
        """A price for each candidate, in units of 2^-20 bit."""
        ...


@dataclass(frozen=True)
class SummedPricing:
    """The sum of the prices that several pricings give."""

    parts: tuple[Pricing, ...]

    def for_model(self, model: ReferenceModel) -> SummedPricing:
        """The same parts, those that look at a reference's words with this one."""
        binds = [getattr(part, "for_model", None) for part in self.parts]
        pairs = zip(self.parts, binds, strict=True)
        return SummedPricing(tuple(part if bind is None else bind(model) for part, bind in pairs))

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that any of them wants."""
        return tuple(dict.fromkeys(order for part in self.parts for order in part.orders))

    @property
    def temperature(self) -> float:
        """That of the part which was calibrated, if there is one."""
        return next((part.temperature for part in self.parts if part.temperature != 1.0), 1.0)

    @property
    def density(self) -> Density | None:
        """That of the part which has one."""
        return next((found for part in self.parts if (found := density_of(part))), None)

    @property
    def digest(self) -> str:
        """The names of all."""
        return "+".join(part.digest for part in self.parts)

    def prices(self, candidates: Candidates) -> NDArray[np.int64]:
        """What each candidate costs, in units of 2^-20 bit."""
        total = np.zeros(len(candidates), np.int64)
        for part in self.parts:
            total = sum_of_prices(total, part.prices(candidates))
        return total


def sum_of_prices(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """What edits cost by two pricings; what one of them does not offer is not offered."""
    never = (first >= NEVER) | (second >= NEVER)
    return np.where(never, NEVER, first + second)


def at_level(prices: NDArray[np.int64], level: int) -> NDArray[np.int64]:
    """Prices that are all higher by a level; what is not offered stays so."""
    return np.where(prices >= NEVER, NEVER, prices + level) if level else prices


def prices_of(pricing: Pricing, candidates: Candidates) -> NDArray[np.int64]:
    """A sentence's prices, validated: one integer for each candidate, within bounds."""
    prices = np.asarray(pricing.prices(candidates))
    if prices.dtype != np.int64 or prices.shape != (len(candidates),):
        raise UsageError(
            f"penalties: the pricing gave {prices.dtype} of shape {prices.shape}; one int64 for "
            f"each of {len(candidates)} candidates is needed"
        )
    if len(prices) and max(-int(prices.min()), int(prices.max())) > MOST_BITS * ONE_BIT:
        raise UsageError(f"penalties: a price exceeds {MOST_BITS} bits")
    return prices


def checked_orders(orders: Any, order: int) -> tuple[Order, ...]:
    """The orders, of a model of order `order`, under which gains are wanted."""
    if isinstance(orders, (str, bytes)) or not isinstance(orders, Sequence):
        raise UsageError(f"orders: a list of orders such as (None, 2) is needed, not {orders!r}")
    for wanted in orders:
        whole = isinstance(wanted, int) and not isinstance(wanted, bool)
        if wanted is not None and not (whole and 1 <= wanted <= order):
            raise UsageError(
                f"orders: {wanted!r} is neither None nor from 1 to {order}, the model's order"
            )
    return tuple(dict.fromkeys(orders))


def truncated(scorer: Scorer, order: Order) -> Scorer:
    """The same model with contexts of at most `order` - 1 words."""
    if order is None or order == scorer.order:
        return scorer
    try:
        lower: Scorer = scorer.truncated(order)  # type: ignore[attr-defined]
    except AttributeError:
        raise UsageError(
            f"orders: only .sdlm models can be read as models of order {order}, not KenLM binaries"
        ) from None
    return lower


def candidates_of(
    sentence: Sentence,
    insertions: Sequence[Word],
    removable: Sequence[bool],
    substitutions: Sequence[Sequence[Word]],
    scorers: Mapping[Order, Scorer],
) -> Candidates:
    """The definition, in plain Python; `removable` and `substitutions` are of each token."""
    rows = list(_rows(sentence, insertions, removable, substitutions))
    ids = [word.id for word in sentence]
    gains = {}
    for order, scorer in scorers.items():
        scored = ScoredSentence(scorer, [*ids, END])
        gains[order] = np.array(
            [
                scored.total
                - scored.total_with(position, position + (rank != INSERT), _ids(target))
                for position, rank, target in rows
            ],
            np.int64,
        )
    targets = np.empty(len(rows), np.object_)
    targets[:] = ["" if target is None else target.text for _, _, target in rows]
    candidates = Candidates(
        tokens=tuple(word.text for word in sentence),
        token_ids=np.array(ids, np.int32),
        positions=np.array([position for position, _, _ in rows], np.int32),
        operations=np.array([rank for _, rank, _ in rows], np.uint8),
        targets=targets,
        target_ids=np.array([-1 if word is None else word.id for _, _, word in rows], np.int32),
        gains=gains,
        written=tuple(word.written or word.text for word in sentence),
    )
    return with_recasing(candidates, sentence)


def with_recasing(candidates: Candidates, sentence: Sentence) -> Candidates:
    """Candidates whose changes of capitals save what these cost less than nothing."""
    rows, units = [], []
    for place, word in enumerate(sentence):
        if word.recased:
            first, last = np.searchsorted(candidates.positions, [place, place + 1])
            same = candidates.targets[first:last] == word.recased
            chosen = np.flatnonzero(same & (candidates.operations[first:last] == SUB))
            rows += [first + row for row in chosen.tolist()]
            units += [word.units] * len(chosen)
    if not rows:
        return candidates
    gains = {order: gain.copy() for order, gain in candidates.gains.items()}
    for gain in gains.values():
        gain[rows] -= np.array(units, np.int64)
    return replace(candidates, gains=gains, recasings=tuple(rows))


def _rows(
    sentence: Sentence,
    insertions: Sequence[Word],
    removable: Sequence[bool],
    substitutions: Sequence[Sequence[Word]],
) -> Iterator[tuple[int, int, Word | None]]:
    """Position, operation and target of every candidate."""
    for position in range(len(sentence) + 1):
        yield from ((position, INSERT, word) for word in sorted(insertions))
        if position < len(sentence):
            if removable[position]:
                yield position, REMOVE, None
            yield from ((position, SUB, word) for word in sorted(substitutions[position]))


def _ids(target: Word | None) -> tuple[int, ...]:
    return () if target is None else target.ids
