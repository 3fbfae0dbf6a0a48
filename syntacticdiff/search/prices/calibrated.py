"""Calibrated prices: what is known of an edit at its place, as log2 odds that it is right.

The weights of an edit's cues (`templates`, `parts`) sum to z, the log2 odds of the edit against
leaving its place alone, in units of 2^-10 bit. The price is

    price = gain - t * z

so that J' changes by -t * z if the edit is made alone: the lattice, which weighs hypotheses by
2^(-J'/t), then gives it the odds 2^z. Edits that cost the reference too much are not looked at. All
is integers, and the native engine finds the same ones. Weights are found by `tuning`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.scorer import MOST_BITS, ONE_BIT
from syntacticdiff.search.candidates import NEVER, Candidates, Order
from syntacticdiff.search.hypothesis import REMOVE
from syntacticdiff.search.prices.analysis import surroundings_of
from syntacticdiff.search.prices.context import ContextNetwork
from syntacticdiff.search.prices.density import Density
from syntacticdiff.search.prices.parts import DescribedSentence, Opinions, Part, edit_parts
from syntacticdiff.search.prices.templates import (
    TEMPLATES,
    Template,
    checked_templates,
    cue_names,
    cues,
)
from syntacticdiff.search.prices.traits import WordDescriber
from syntacticdiff.syntax.weights import PackedWeights

if TYPE_CHECKING:
    from syntacticdiff.reference import ReferenceModel

UNIT = 1 << 10  # z and the temperature are in units of 2^-10
LEAST_GAIN = 6.0
_MOST_TEMPERATURE = 100 * UNIT
_UNKNOWN_GAINS = (None, None)


@dataclass(frozen=True)
class CalibratedPrices:
    """Learned weights of cues, and how they become prices.

    Parameters
    ----------
    weights : PackedWeights
        Weights of one class, in units of 2^-10 bit.
    scale : int, default 1024
        The temperature t in units of 2^-10.
    least_gain : float, default 6.0
        Edits that cost the reference more bits than this are never made.
    context : bool, default False
        Whether the network's second opinion is asked for.
    templates : tuple of Template, default TEMPLATES
        What cues are made of.
    reference : str or None, default None
        The checksum of the model that the weights were learned with; None for no particular one.
    network : str or None, default None
        The digest of the network that they were learned with, likewise.
    density : Density or None, default None
        How prices follow the density of errors in a text; None if they do not.
    """

    weights: PackedWeights
    scale: int = UNIT
    least_gain: float = LEAST_GAIN
    context: bool = False
    templates: tuple[Template, ...] = field(default=TEMPLATES)
    reference: str | None = None
    network: str | None = None
    density: Density | None = None

    in_extension = True  # where there is one, it evaluates them

    def __post_init__(self) -> None:
        checked_templates(self.templates)
        if self.weights.classes != 1:
            raise UsageError("prices: weights of one class are needed")
        if not 1 <= self.scale <= _MOST_TEMPERATURE:
            raise UsageError(f"prices: a temperature from 2^-10 to 100, not {self.scale / UNIT}")
        if not 0.0 <= self.least_gain <= MOST_BITS:
            raise UsageError(f"prices: least_gain is from 0 to {MOST_BITS}, not {self.least_gain}")

    @property
    def temperature(self) -> float:
        """What the lattice divides J' by in probabilities."""
        return self.scale / UNIT

    @property
    def orders(self) -> tuple[Order, ...]:
        """Of which orders gains are needed, whatever the model."""
        return (None,)

    @cached_property
    def digest(self) -> str:
        """A short name for all that prices depend on."""
        learned_with = self.reference, self.network, self.density
        told = (self.scale, self.least_gain, self.context, self.templates, *learned_with)
        digest = hashlib.sha256(repr(told).encode())
        for array in self.weights.columns()[1:]:
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:16]

    def for_model(
        self, model: ReferenceModel, network: ContextNetwork | None = None
    ) -> ModelPrices:
        """The prices with a reference, whose words and gains they look at.

        Parameters
        ----------
        model : ReferenceModel
            The reference.
        network : ContextNetwork, optional
            What gives the second opinion if there is to be one; by default the shipped one.
        """
        if self.context and network is None:
            network = ContextNetwork.load()
            if self.network is not None and network.digest != self.network:
                raise UsageError(
                    "prices: they were learned with another context network than the one that is "
                    "installed; run `syntacticdiff tune` again, or leave it out: context=False"
                )
        return ModelPrices(self, model, network if self.context else None)

    def prices(self, candidates: Candidates) -> NDArray[np.int64]:
        """Not without a reference: `for_model` gives what has prices."""
        raise UsageError("prices: these need a reference; use for_model(model)")


class ModelPrices:
    """Calibrated prices with a reference; a `Pricing`.

    Parameters
    ----------
    learned : CalibratedPrices
        The weights.
    model : ReferenceModel
        The reference.
    network : ContextNetwork or None, default None
        What gives the second opinion.
    """

    def __init__(
        self,
        learned: CalibratedPrices,
        model: ReferenceModel,
        network: ContextNetwork | None = None,
    ) -> None:
        self.learned, self.network = learned, network
        self.describe = WordDescriber(model)
        same = learned.reference is None or learned.reference == model.checksum
        self.templates = tuple(
            template for template in learned.templates if same or not template.model_specific
        )
        # A model that is not an .sdlm file cannot be read as one of a lower order.
        self._lower = () if model.levels is None else (min(2, model.order), 1)

    prices_capitals = True  # a change of capitals costs nothing besides

    @property
    def orders(self) -> tuple[Order, ...]:
        """Of which orders gains are needed."""
        return (None, *self._lower)

    @property
    def temperature(self) -> float:
        """What the lattice divides J' by in probabilities."""
        return self.learned.temperature

    @property
    def density(self) -> Density | None:
        """How prices follow the density of errors in a text."""
        return self.learned.density

    @property
    def digest(self) -> str:
        """A short name for all that prices depend on."""
        return self.learned.digest

    @property
    def least_units(self) -> int:
        """The least gain of an edit that is looked at, in units of 2^-20 bit."""
        return -int(self.learned.least_gain * ONE_BIT)

    def prices(self, candidates: Candidates) -> NDArray[np.int64]:
        """What each candidate costs, in units of 2^-20 bit."""
        prices = np.full(len(candidates), NEVER, np.int64)
        gains = self.gains(candidates)
        for row, parts in self.parts(candidates):
            [odds] = self.learned.weights.scores(cues(self.templates, parts))
            prices[row] = min(max(int(gains[row]) - self.learned.scale * odds, -NEVER), NEVER)
        return prices

    def parts(self, candidates: Candidates) -> Iterator[tuple[int, dict[str, Part]]]:
        """The parts of every candidate that is looked at, and its row."""
        gains = self.gains(candidates)
        rows = np.flatnonzero(gains >= self.least_units).tolist()
        if not rows:
            return
        sentence = self._described(candidates.tokens)
        lower: Sequence[NDArray[np.int64] | None] = [
            self.gains(candidates, order) for order in self._lower
        ] or _UNKNOWN_GAINS
        steps = list(candidates.steps())
        for row in rows:
            step = steps[row]
            target = None if step.rank == REMOVE else self.describe(step.target)
            below = (None if column is None else int(column[row]) for column in lower)
            yield row, edit_parts(sentence, step, target, (int(gains[row]), *below))

    def gains(self, candidates: Candidates, order: Order = None) -> NDArray[np.int64]:
        """What candidates save, as cues have it: a change of capitals alone, nothing.

        How the reference capitalises a word is a cue of its own.
        """
        gains = candidates.gains[order].copy()
        gains[list(candidates.recasings)] = 0
        return gains

    def named_cues(self, candidates: Candidates) -> Iterator[tuple[int, list[tuple[int, str]]]]:
        """The cues of every candidate that is looked at, with names for people, and its row."""
        for row, parts in self.parts(candidates):
            pairs = zip(cues(self.templates, parts), cue_names(self.templates, parts), strict=True)
            yield row, list(pairs)

    def _described(self, tokens: Sequence[str]) -> DescribedSentence:
        [around] = surroundings_of([tokens], self.describe)
        return DescribedSentence(
            [self.describe(token) for token in tokens], around, self._opinions(tokens)
        )

    def _opinions(self, tokens: Sequence[str]) -> Opinions | None:
        return None if self.network is None else self.network.opinions([tokens])[0]
