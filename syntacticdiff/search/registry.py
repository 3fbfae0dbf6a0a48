"""The searches: what each is called, what it does, and what it gives.

Adding one is a module with the function that defines it in Python, a line here, and its C++ in
native/ (without which the Python engine serves).
"""

from __future__ import annotations

from dataclasses import dataclass

from syntacticdiff.registry import Entry, Registry


@dataclass(frozen=True)
class Search(Entry):
    """A way to search for edits.

    Its function takes an `Expansion` and gives what was `Found`.

    Parameters
    ----------
    rewrites : bool, default True
        Whether its edits can be applied together, so that there is a changed sentence. A search
        that only describes has edits that may exclude each other.
    probabilities : bool, default False
        Whether it gives each edit a probability.
    """

    rewrites: bool = True
    probabilities: bool = False


SEARCHES = Registry(
    "search",
    Search(
        "recursive",
        "every hypothesis of up to max_edits edits: exponential, for tiny vocabularies",
        "syntacticdiff.search.recursive:recursive",
    ),
    Search(
        "beam",
        "the best hypotheses of each depth go on",
        "syntacticdiff.search.beam:beam",
    ),
    Search(
        "lattice",
        "the best of all hypotheses, exactly, with the probability of every edit",
        "syntacticdiff.search.lattice:lattice",
        probabilities=True,
    ),
    Search(
        "sweep",
        "the best edit of each kind at each token, each judged alone: describes, does not rewrite",
        "syntacticdiff.search.sweep:sweep",
        rewrites=False,
    ),
)
