"""The ranking methods: what each is called, what its score is, and where its functions are.

Adding one is a module and a line here. The module has two functions: `scores(judgments)` gives one
score for each system, and `resampled(judgments, drawn)` a row of scores for each resample of
rankings.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from syntacticdiff.registry import Entry, Registry

if TYPE_CHECKING:
    import numpy as np

    from syntacticdiff.rankings.judgments import Judgments


@dataclass(frozen=True)
class Method(Entry):
    """A ranking method in the registry.

    Parameters
    ----------
    name : str
        The name that users write.
    help : str
        What its score is, in a phrase without a full stop.
    home : str
        The module with its functions `scores` and `resampled`.
    """

    def load(self) -> ModuleType:
        """Import the module with the functions `scores` and `resampled`."""
        return import_module(self.home)

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
        found: np.ndarray = self.load().scores(judgments)
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
        found: np.ndarray = self.load().resampled(judgments, drawn)
        return found


def _method(name: str, score: str) -> Method:
    """The entry of a method whose module in this package has the method's name."""
    return Method(name, score, f"syntacticdiff.rankings.{name.replace('-', '_')}")


# The first one is the default.
METHODS = Registry(
    "method",
    _method("expected-wins", "mean over opponents of wins / (wins + losses), without ties"),
    _method("trueskill", "mean of a Gaussian belief that every match updates"),
    _method("hopkins-may", "mean ability in Hopkins and May's model, by Gibbs sampling"),
)
