"""How many topics are offered: as many as were asked for, if the documents bear them out.

Topics that come out otherwise from resampled documents (`stability`) are not offered: there are
fewer then, and a note says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np
from scipy import sparse

from syntacticdiff.topics.held_out import candidate_scores, possible_candidates
from syntacticdiff.topics.methods import TOPICS
from syntacticdiff.topics.models import Tick, TopicModel
from syntacticdiff.topics.profiles import MOST_TOPICS, SMALL_CLASS
from syntacticdiff.topics.settings import TopicSettings, check_size
from syntacticdiff.topics.stability import bootstrap_agreement

_PER_TOPIC = 5  # documents that "auto" wants for each topic of LDA and NMF
_LEAST_SHARE, _LEAST = 0.02, 2  # "auto" wants so many documents with each topic as their main one


class Fit(Protocol):
    """Fits a number of topics to rows."""

    def __call__(
        self, matrix: sparse.csr_matrix, n_topics: int, *, tick: Tick = ...
    ) -> TopicModel: ...


@dataclass(frozen=True)
class Choice:
    """How many topics there are, and why.

    Parameters
    ----------
    n_topics : int
        The number of topics.
    held_out : dict of int to float or None, default None
        The scores by which it was chosen, if it was.
    agreements : dict of int to float
        The bootstrap agreement of the numbers that were tested.
    note : str or None, default None
        What to say if it is not the number that was asked for, or could not be tested.
    """

    n_topics: int
    held_out: dict[int, float] | None = None
    agreements: dict[int, float] = field(default_factory=dict)
    note: str | None = None


def chosen_number(
    settings: TopicSettings,
    matrix: sparse.csr_matrix,
    fit: Fit,
    progress: Callable[[int], Tick],
) -> Choice:
    """The number of topics to offer.

    Parameters
    ----------
    settings : TopicSettings
        What was asked for.
    matrix : scipy.sparse.csr_matrix
        The rows of the documents.
    fit : callable
        Fits topics to rows.
    progress : callable
        From a number of steps to what is called at each.
    """
    chooser = _Chooser(settings, matrix, fit, progress)
    return chooser.of_kinds() if settings.method.of_kinds else chooser.of_edits()


@dataclass
class _Chooser:
    settings: TopicSettings
    matrix: sparse.csr_matrix
    fit: Fit
    progress: Callable[[int], Tick]
    agreements: dict[int, float] = field(default_factory=dict)

    @property
    def documents(self) -> int:
        return int(self.matrix.shape[0])

    def of_edits(self) -> Choice:
        wanted, held_out = self.settings.n_topics, None
        if wanted is None:
            held_out = self._held_out()
            wanted = max(held_out, key=held_out.__getitem__)
        check_size(wanted, self.matrix)
        if not self.settings.resamples:
            return Choice(wanted, held_out)
        smaller = sorted({one for one in (*range(2, 9), *self.settings.candidates) if one < wanted})
        found = self._first_stable([wanted, *reversed(smaller)])
        return Choice(found, held_out, self.agreements, self._fewer(wanted, found))

    def _held_out(self) -> dict[int, float]:
        settings = self.settings
        possible = possible_candidates(settings.candidates, self.matrix)
        few = max(self.documents // _PER_TOPIC, min(possible))
        possible = [number for number in possible if number <= few]
        tick = self.progress(len(possible) * 3 * settings.steps)
        return candidate_scores(partial(self.fit, tick=tick), possible, self.matrix, settings.seed)

    def of_kinds(self) -> Choice:
        asked = self.settings.n_topics
        small = self.documents < SMALL_CLASS
        most = TOPICS if asked is None and small else MOST_TOPICS
        wanted = most if asked is None else min(asked, most)
        numbers: list[int] = list(range(wanted, min(wanted, 2) - 1, -1))
        if asked is None:
            numbers = [number for number in numbers if self._is_used(number)] or [2]
            wanted = numbers[0]
        if small or not self.settings.resamples:
            note = self._too_many(asked, wanted) or (self._small() if small else None)
            return Choice(wanted, note=note)
        found = self._first_stable(numbers)
        note = self._fewer(wanted, found) or self._too_many(asked, found)
        return Choice(found, None, self.agreements, None if asked is None else note)

    def _first_stable(self, numbers: list[int]) -> int:
        settings = self.settings
        for number in numbers:
            agreement = bootstrap_agreement(
                partial(self.fit, n_topics=number),
                self.matrix,
                settings.resamples,
                settings.seed,
                self.progress(settings.resamples),
            )
            self.agreements[number] = agreement
            if agreement >= settings.min_agreement:
                break
        return number

    def _is_used(self, n_topics: int) -> bool:
        """Whether every topic is the main one of some documents."""
        main = self.fit(self.matrix, n_topics).shares(self.matrix).argmax(axis=1)
        least = max(_LEAST, _LEAST_SHARE * self.documents)
        return bool(np.bincount(main, minlength=n_topics).min() >= least)

    def _fewer(self, wanted: int, found: int) -> str | None:
        if found == wanted:
            return None
        return (
            f"{found} topics instead of {wanted}: with {wanted}, resampled documents give other "
            f"topics (agreement {self.agreements[wanted]:.2f}, "
            f"at least {self.settings.min_agreement:.2f} is wanted)"
        )

    def _small(self) -> str:
        return (
            f"topics of fewer than {SMALL_CLASS} documents are not tested by resampling; these are "
            "fixed kinds of errors"
        )

    def _too_many(self, asked: int | None, found: int) -> str | None:
        if asked is None or asked <= MOST_TOPICS:
            return None
        return (
            f"{found} topics instead of {asked}: there are only {MOST_TOPICS - 1} kinds of errors"
        )
