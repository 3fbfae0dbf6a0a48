"""How much of each kind of error a text has room for; rates are errors by opportunities."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.kinds.capitals import capitals, is_headline
from syntacticdiff.noise.kinds.registry import PROPOSERS
from syntacticdiff.noise.lexis import default_lexis
from syntacticdiff.noise.plausibility import CHOSEN, Plausibility
from syntacticdiff.noise.proposal import drawn
from syntacticdiff.reference.model import ReferenceModel


def opportunities(
    sentences: Iterable[tuple[Sequence[str], Sequence[str]]],
    reference: ReferenceModel | None = None,
) -> dict[str, float]:
    """The opportunities for each kind of error, summed by their weights.

    Where the learner has a choice, an error that hardly anyone would think right counts for less.

    Parameters
    ----------
    sentences : iterable of (words, tags)
        Clean sentences, their words as they are written.
    reference : ReferenceModel, optional
        Judges which errors sound right; by default the embedded one.

    Returns
    -------
    dict of str to float
        For each kind that is possible somewhere, the sum of weights.
    """
    known = default_lexis()
    plausibility = Plausibility(reference or ReferenceModel.load("default"))
    chance = random.Random(1)
    found: defaultdict[str, float] = defaultdict(float)
    for words, tags in sentences:
        draft = Draft(words, tags)
        families = [proposer.proposals for proposer in PROPOSERS]
        if not is_headline(draft):
            families.append(capitals)
        for place in range(len(draft)):
            for proposals in families:
                for proposal in proposals(draft, place, known):
                    kind, weight = proposal.kind, proposal.weight
                    if kind in CHOSEN and weight:
                        written = drawn(proposal.written, chance)
                        words_written = f"{proposal.added} {written or ''}".split()
                        weight *= plausibility.chance(
                            kind, draft, place, words_written, proposal.span
                        )
                    found[kind] += weight
    return dict(found)
