"""How an encoder-decoder is trained."""

from __future__ import annotations

from dataclasses import dataclass

from syntacticdiff.errors import UsageError
from syntacticdiff.neural.pairs import LONGEST
from syntacticdiff.parameters import number, one_of, positive_number, whole_number

OBJECTIVES = ("policy", "risk")
REWARDS = ("gleu", "released")


@dataclass(frozen=True)
class CorrectorSettings:
    """How an encoder-decoder is trained: first by examples, then by its reward.

    Parameters
    ----------
    mle_updates : int, default 10000
        Updates that make the examples likelier; 0 leaves this part out.
    reward_updates : int, default 500
        Updates that raise the reward of the network's own sentences; 0 leaves this part out.
    samples : int, default 20
        How many sentences are drawn for each source.
    objective : {"policy", "risk"}, default "policy"
        All samples alike (policy gradient); or distinct ones and the reference, weighted by their
        probability (minimum risk training).
    reward : {"gleu", "released"}, default "gleu"
        Sentence GLEU; or that of the released program of the study, whose fault punishes whatever
        is kept from the source.
    seed : int, default 0
        The same pairs, settings and seed give the same weights.
    vocabulary : int, default 10000
        The commonest words, which can be written; all others can be copied.
    vector, units, decoder : int, default 96, 128, 192
        Numbers of a word vector; units of the encoder in each direction; units of the decoder.
    longest : int, default 50
        Tokens of a sentence; longer ones are not learned from, and left alone.
    dropout : float, default 0.2
        While learning from examples; none while learning from reward.
    rate, reward_rate : float, default 0.001, 0.0001
        Adam's rates in the two parts. The first falls to a tenth.
    batch, sources : int, default 64, 16
        Sentences of an update in the two parts.
    edit_weight : float, default 3
        How much steps that change something count more than those that copy on.
    unchanged : float, default 0.25
        In the second part, the share of pairs in which nothing is wrong.
    alpha : float, default 0.005
        With the objective `risk`: weights are the probabilities to this power.
    temperature : float, default 1
        Of the samples; above 1 they differ more.
    """

    mle_updates: int = 10_000
    reward_updates: int = 500
    samples: int = 20
    objective: str = "policy"
    reward: str = "gleu"
    seed: int = 0
    vocabulary: int = 10_000
    vector: int = 96
    units: int = 128
    decoder: int = 192
    longest: int = LONGEST
    dropout: float = 0.2
    rate: float = 1e-3
    reward_rate: float = 1e-4
    batch: int = 64
    sources: int = 16
    edit_weight: float = 3.0
    unchanged: float = 0.25
    alpha: float = 0.005
    temperature: float = 1.0

    def __post_init__(self) -> None:
        one_of("objective", self.objective, OBJECTIVES)
        one_of("reward", self.reward, REWARDS)
        for name in ("mle_updates", "reward_updates", "seed"):
            whole_number(name, getattr(self, name), 0)
        for name in ("vocabulary", "vector", "units", "decoder", "longest", "batch", "sources"):
            whole_number(name, getattr(self, name), 1)
        whole_number("samples", self.samples, 2)
        for name in ("rate", "reward_rate", "edit_weight", "alpha", "temperature"):
            positive_number(name, getattr(self, name))
        for name in ("dropout", "unchanged"):
            if not 0 <= number(name, getattr(self, name)) < 1:
                raise UsageError(f"{name}: from 0 to less than 1, not {getattr(self, name)}")
        if not self.mle_updates + self.reward_updates:
            raise UsageError("mle-updates, reward-updates: one of them must be more than 0")
