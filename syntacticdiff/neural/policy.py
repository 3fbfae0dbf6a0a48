"""Learning from reward: samples of the network, their reward, and the gradient that raises it.

With samples i of a source, weights w (which sum to 1), rewards r and the baseline b = sum w r, the
gradient of `reward_loss` is -sum w (r - b) grad log p. With equal weights this is policy gradient
with the mean reward as its baseline. With w = p^alpha, normalised over distinct samples, it is the
gradient of the expected risk -E_w[r] divided by alpha: minimum risk training.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.evaluate.gleu import SentenceReward, Smoothing
from syntacticdiff.neural.batches import SPECIAL, lessons_of, sources_of
from syntacticdiff.neural.decoding import rows_of, steps_at_most, steps_from
from syntacticdiff.neural.model import EncoderDecoder, Looked
from syntacticdiff.neural.pairs import Pair, Tokens
from syntacticdiff.neural.programs import Program, Step, program_of, run

SMOOTHING: dict[str, Smoothing] = {"gleu": "official", "released": "released"}
_SMALLEST = 1e-9  # rewards that differ by less are equal


@dataclass(frozen=True)
class Samples:
    """Distinct programs for one source.

    Parameters
    ----------
    programs : list of tuples of Step
        Each once.
    tokens : list of tuples of str
        What they make.
    times : array of float
        How often each was drawn; 1 for the reference, if that was added.
    rewards : array of float
        Their rewards.
    """

    programs: list[Program]
    tokens: list[Tokens]
    times: NDArray[np.float64]
    rewards: NDArray[np.float64]

    @property
    def are_alike(self) -> bool:
        """Whether there is nothing to learn from them: all have the same reward."""
        return float(np.ptp(self.rewards)) < _SMALLEST

    @property
    def mean_reward(self) -> float:
        """The mean reward of all that were drawn."""
        return float(self.times @ self.rewards / self.times.sum())


def draw_programs(
    network: EncoderDecoder,
    sentences: Sequence[Tokens],
    samples: int,
    temperature: float = 1.0,
) -> list[list[Program]]:
    """Programs drawn from the network, `samples` for each sentence, by torch's generator.

    A program that does not come to its end within the limit is cut there.

    Parameters
    ----------
    network : EncoderDecoder
        The network.
    sentences : sequence of tuples of str
        The sources.
    samples : int
        How many for each.
    temperature : float, default 1
        Above 1, less likely steps are taken more often.
    """
    torch = network.torch
    with torch.no_grad():
        table = network.output_table()
        rows = rows_of(network, sentences, 1, table)
        limits = torch.tensor([steps_at_most(len(sentence)) for sentence in sentences])
        limits = limits.repeat_interleave(samples)
        programs: list[list[Step]] = [[] for _ in range(len(limits))]
        active = torch.arange(len(limits))
        # Samples that have taken the same steps so far share a row: most of them only copy.
        row = active // samples
        for number in range(int(limits.max())):
            place, word = _drawn_steps(network, rows.look(), row, table, temperature)
            for sample, step in zip(
                active.tolist(), steps_from(place, word, network.vocabulary), strict=True
            ):
                programs[sample].append(step)
            left = torch.nonzero((place != rows.ends[row]) & (limits[active] > number + 1))[:, 0]
            if not len(left):
                break
            active = active[left]
            parents, place, word, row = _distinct(torch, row[left], place[left], word[left])
            rows.choose(parents)
            rows.go_on(place, word)
    found = [tuple(program) for program in programs]
    return [found[at : at + samples] for at in range(0, len(found), samples)]


def _drawn_steps(
    network: EncoderDecoder, looked: Looked, row: Any, table: Any, temperature: float
) -> tuple[Any, Any]:
    """For each sample, which stands at a row, a place, or -1 and the number of a word.

    The gate is drawn first.
    """
    torch = network.torch
    writes = torch.rand(len(row)) < torch.sigmoid(looked.gate / temperature)[row]
    places = torch.softmax(looked.attention / temperature, dim=1)
    place = torch.multinomial(places[row], 1)[:, 0]
    word = torch.full_like(place, SPECIAL)
    asked = torch.nonzero(writes)[:, 0]
    if len(asked):
        asking, which = torch.unique(row[asked], return_inverse=True)
        scores = network.word_scores(looked.summary[asking], table)
        words = torch.softmax(scores / temperature, dim=1)
        word[asked] = torch.multinomial(words[which], 1)[:, 0]
    return torch.where(writes, -1, place), word


def _distinct(torch: Any, row: Any, place: Any, word: Any) -> tuple[Any, Any, Any, Any]:
    """The distinct steps from rows: their row, place and word; and which one is each sample's."""
    steps, which = torch.unique(torch.stack([row, place, word], dim=1), dim=0, return_inverse=True)
    return steps[:, 0], steps[:, 1], steps[:, 2], which


def judged(
    pair: Pair, programs: Sequence[Program], reward: SentenceReward, with_reference: bool
) -> Samples:
    """Drawn programs of a pair with their rewards, each distinct one once.

    Parameters
    ----------
    pair : Pair
        The source and its corrected versions.
    programs : sequence of programs
        What was drawn.
    reward : SentenceReward
        Of this pair.
    with_reference : bool
        Add the first corrected version, as the released program does.
    """
    counts = Counter(programs)
    if with_reference:
        counts.setdefault(program_of(pair.source, pair.targets[0]), 1)
    tokens = [run(program, pair.source) for program in counts]
    known: dict[Tokens, float] = {}
    for made in tokens:
        if made not in known:
            known[made] = reward(made)
    return Samples(
        list(counts),
        tokens,
        np.fromiter(counts.values(), np.float64, len(counts)),
        np.array([known[made] for made in tokens]),
    )


def weights_of_samples(torch: Any, log_p: Any, times: Any, objective: str, alpha: float) -> Any:
    """What each distinct sample of a source counts; they sum to 1.

    Parameters
    ----------
    torch : module
        The package.
    log_p : tensor
        The logarithm of the probability of each.
    times : tensor
        How often each was drawn.
    objective : {"policy", "risk"}
        Alike for each time that it was drawn; or by probability to the power of `alpha`.
    alpha : float
        The power.
    """
    if objective == "risk":
        return torch.softmax(alpha * log_p.detach(), dim=-1)
    return times / times.sum()


def reward_loss(log_p: Any, rewards: Any, weights: Any) -> Any:
    """What to minimise so that the reward of the samples of one source rises.

    Parameters
    ----------
    log_p : tensor
        The logarithm of the probability of each sample.
    rewards : tensor
        Their rewards.
    weights : tensor
        Their weights, which sum to 1; no gradient goes through them.
    """
    baseline = (weights * rewards).sum()
    return -(weights * (rewards - baseline) * log_p).sum()


def reward_of(pair: Pair, reward: str) -> SentenceReward:
    """The reward of a pair, by its name."""
    return SentenceReward(pair.source, pair.targets, SMOOTHING[reward])


@dataclass(frozen=True)
class Outcome:
    """What the samples of an update were like.

    Parameters
    ----------
    reward : float
        The mean reward of all samples.
    length : float
        Their tokens, as a share of their sources'.
    copied : float
        The share of tokens that were copied.
    """

    reward: float
    length: float
    copied: float


def outcome(pairs: Sequence[Pair], drawn: Sequence[Sequence[Program]], reward: float) -> Outcome:
    """Describes drawn programs; their mean reward is known already."""
    steps = copied = sources = 0
    for pair, programs in zip(pairs, drawn, strict=True):
        for program in programs:
            copied += sum(0 <= step.place < len(pair.source) for step in program)
            steps += sum(step.place != len(pair.source) for step in program)
            sources += len(pair.source)
    return Outcome(reward, steps / max(sources, 1), copied / max(steps, 1))


def sampled_loss(
    network: EncoderDecoder, pairs: Sequence[Pair], samples: Sequence[Samples], risk: float | None
) -> Any:
    """The loss of an update, the mean over sources; None if there is nothing to learn.

    Parameters
    ----------
    network : EncoderDecoder
        The network.
    pairs : sequence of Pair
        The sources.
    samples : sequence of Samples
        Those of each source.
    risk : float or None
        Alpha, for the objective `risk`; None for `policy`.
    """
    torch = network.torch
    useful = [(p, s) for p, s in zip(pairs, samples, strict=True) if not s.are_alike]
    if not useful:
        return None
    programs = [program for _, found in useful for program in found.programs]
    rows = [row for row, (_, found) in enumerate(useful) for _ in found.programs]
    written = [step.word for program in programs for step in program if step.place < 0]
    sources = sources_of([pair.source for pair, _ in useful], network.vocabulary, written)
    lessons = lessons_of(programs, rows, sources, network.vocabulary)
    encoded = network.encode(sources).chosen(torch.from_numpy(lessons.rows))
    log_p = network.log_probabilities(encoded, lessons).sum(dim=1)
    losses, start = [], 0
    for _, found in useful:
        own = log_p[start : start + len(found.programs)]
        start += len(found.programs)
        times = torch.from_numpy(found.times).float()
        objective = "policy" if risk is None else "risk"
        weights = weights_of_samples(torch, own, times, objective, risk or 1.0)
        losses.append(reward_loss(own, torch.from_numpy(found.rewards).float(), weights))
    return torch.stack(losses).sum() / len(pairs)
