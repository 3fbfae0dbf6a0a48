"""Choosing who searches: the native engine where it can serve, else Python."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import one_of
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search.candidates import Candidates, Order
from syntacticdiff.search.found import Found, RankedFound, everything
from syntacticdiff.search.hypothesis import Sentence, Word
from syntacticdiff.search.native_engine import NativeEngine, why_not_native
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.cue_table import CueTable
from syntacticdiff.search.prices.density import Density
from syntacticdiff.search.python_engine import PythonEngine
from syntacticdiff.search.registry import SEARCHES
from syntacticdiff.search.settings import ENGINES, SearchSettings
from syntacticdiff.search.stopping import Stop


class Engine(Protocol):
    """What searches sentences."""

    @property
    def name(self) -> str: ...

    def search(
        self,
        sentences: Sequence[Sentence],
        stop: Stop | None = None,
        texts: Sequence[int] | None = None,
    ) -> list[Found]: ...

    @property
    def density(self) -> Density | None: ...

    def priced(self, sentence: Sentence, stop: Stop) -> npt.NDArray[np.int64]: ...

    def search_priced(
        self,
        sentences: Sequence[Sentence],
        prices: Sequence[npt.NDArray[np.int64]],
        level: int,
        stop: Stop,
    ) -> list[Found]: ...

    def n_best(self, sentence: Sentence, number: int) -> list[RankedFound]: ...

    def candidates(
        self, sentences: Sequence[Sentence], orders: Sequence[Order] = (None,)
    ) -> list[Candidates]: ...

    def cue_table(self, sentences: Sequence[Sentence]) -> CueTable: ...


def make_engine(
    choice: str,
    model: ReferenceModel,
    settings: SearchSettings,
    insertions: Sequence[Word],
    substitutions: Callable[[Word], Sequence[Word]],
    penalties: Penalties,
    removable: Callable[[Word], bool] = everything,
) -> Engine:
    """The engine that was chosen; `"auto"` warns once if it has to be Python, and says why.

    Parameters
    ----------
    choice : str
        `"auto"`, `"native"` or `"python"`.
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
    one_of("engine", choice, ENGINES)
    _refuse_too_many(settings, insertions)
    penalties = penalties.for_model(model)
    if choice != "python":
        reason = why_not_native(model, settings, penalties)
        if reason is None or choice == "native":
            return NativeEngine(model, settings, insertions, substitutions, penalties, removable)
        if reason not in _told:
            _told.add(reason)
            slow = "the Python engine is used, which is hundreds of times slower"
            warnings.warn(f"{reason}; {slow}", stacklevel=3)
    return PythonEngine(model.scorer, settings, insertions, substitutions, penalties, removable)


_MOST_LISTS = 10**12
_told: set[str] = set()


def _refuse_too_many(settings: SearchSettings, insertions: Sequence[Word]) -> None:
    """The words of a gap are counted: no lattice has room for more lists of them."""
    if not SEARCHES[settings.search].probabilities or "insert" not in settings.operations:
        return
    if (len(insertions) + 1) ** settings.max_inserted >= _MOST_LISTS:
        raise UsageError(
            f"max_inserted: {settings.max_inserted} of {len(insertions):,} words in one gap are "
            "too many; insert fewer, or fewer different ones"
        )
