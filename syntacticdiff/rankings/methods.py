"""The registry of ranking methods. To add one, write its module and add one line to `METHODS`.

A method's module has two functions: `scores(judgments)` gives one score for each system, and
`resampled(judgments, drawn)` a row of scores for each resample of rankings. The module is imported
when the method is used, so that listing the methods loads nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from syntacticdiff.rankings.judgments import Judgments


@dataclass(frozen=True)
class Method:
    """A ranking method in the registry.

    Parameters
    ----------
    name : str
        The method's name in commands, signatures and messages.
    module : str
        The module with the functions `scores` and `resampled`.
    summary : str
        What a score is, in one line.
    """

    name: str
    module: str
    summary: str

    def scores(self, judgments: Judgments) -> np.ndarray:
        """Score the systems.

        Parameters
        ----------
        judgments : Judgments
            The matches that people judged.

        Returns
        -------
        array of shape (systems,)
            A score for each of `judgments.systems`; higher is better.
        """
        found: np.ndarray = import_module(self.module).scores(judgments)
        return found

    def resampled(self, judgments: Judgments, drawn: np.ndarray) -> np.ndarray:
        """Score the systems for many resamples of rankings.

        Parameters
        ----------
        judgments : Judgments
            The matches that people judged.
        drawn : array of shape (resamples, rankings)
            The numbers of the rankings in each resample.

        Returns
        -------
        array of shape (resamples, systems)
            A row of scores for each resample.
        """
        found: np.ndarray = import_module(self.module).resampled(judgments, drawn)
        return found


def _method(name: str, summary: str) -> Method:
    """The entry of a method whose module in this package has the method's name."""
    return Method(name, f"syntacticdiff.rankings.{name.replace('-', '_')}", summary)


_ENTRIES = (  # the first one is the default
    _method("expected-wins", "Mean over opponents of wins / (wins + losses), without ties."),
    _method("trueskill", "Mean of a Gaussian belief that every match updates (TrueSkill)."),
    _method("hopkins-may", "Mean ability in Hopkins and May's model, by Gibbs sampling."),
)

METHODS: dict[str, Method] = {entry.name: entry for entry in _ENTRIES}
