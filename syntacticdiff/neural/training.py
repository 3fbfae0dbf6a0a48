"""Training of the encoder-decoder with torch (the extra `neural`) on one thread.

First by examples (maximum likelihood of the programs that make the corrected versions), then by
the reward of its own sentences (`policy`). All that is drawn depends on the seed and the number of
the update only, so that a run that was stopped goes on as if it had not been.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from syntacticdiff._version import __version__
from syntacticdiff.errors import InputError
from syntacticdiff.neural.batches import Vocabulary, lessons_of, sources_of
from syntacticdiff.neural.decoding import decode
from syntacticdiff.neural.interrupts import Interrupts
from syntacticdiff.neural.model import EncoderDecoder, Sizes
from syntacticdiff.neural.network_file import CorrectionNetwork
from syntacticdiff.neural.pairs import Pair, Tokens, choose_vocabulary, is_usable, is_writable
from syntacticdiff.neural.policy import (
    Outcome,
    draw_programs,
    judged,
    outcome,
    reward_of,
    sampled_loss,
)
from syntacticdiff.neural.programs import program_of
from syntacticdiff.neural.settings import CorrectorSettings
from syntacticdiff.recognition.learning import (
    RunState,
    Weights,
    load_state,
    required_torch,
    save_state,
    weights_of,
)

LARGEST_GRADIENT = 1.0
HELD_OUT = 20  # every so many-th pair chooses the best state, where none are given
MOST_HELD_OUT = 500
AROUND = 64  # sources of an update by reward are drawn from so many shorter and longer ones
CHECKS = 20  # how often each part measures the held-out pairs
LAST_RATE = 0.1  # of the first rate, at the end of the first part
BETWEEN_CHECKPOINTS = 60.0  # CPU seconds


class Progress(NamedTuple):
    """Where a training is.

    Parameters
    ----------
    step, steps : int
        How many updates have been made, and how many will have been made at the end.
    loss : float or None
        In the first part, the mean loss of the last updates, in nats a step.
    reward : float or None
        In the second part, the mean reward of the last samples, in per cent.
    held_out : float or None
        The best mean reward of held-out pairs so far, in per cent; None before it is first taken.
    cpu_seconds : float
        What all updates took, those before an interruption included.
    """

    step: int
    steps: int
    loss: float | None
    reward: float | None
    held_out: float | None
    cpu_seconds: float


Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Point:
    """A point of the learning curve, which the file keeps.

    Parameters
    ----------
    step : int
        After so many updates.
    part : {"mle", "reward"}
        Which part of the training.
    held_out : float
        The mean reward of greedy output for held-out pairs, in per cent: what is learned chooses.
    changed : float
        The share of these sentences that were changed.
    length : float
        Their tokens, as a share of their sources'.
    loss : float or None
        The mean loss of the last updates by examples.
    sample_reward, sample_length, sample_copied : float or None
        Of the samples of the last updates by reward: the mean reward, their tokens as a share of
        their sources', and the share of tokens that were copied.
    """

    step: int
    part: str
    held_out: float
    changed: float
    length: float
    loss: float | None
    sample_reward: float | None = None
    sample_length: float | None = None
    sample_copied: float | None = None


def train_corrector(
    pairs: Sequence[Pair],
    settings: CorrectorSettings | None = None,
    *,
    held_out: Sequence[Pair] | None = None,
    initial: CorrectionNetwork | None = None,
    report: Report | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> CorrectionNetwork:
    """Train an encoder-decoder that corrects.

    Parameters
    ----------
    pairs : sequence of Pair
        Sentences and how they should have been. What the study would not have learned from is left
        out.
    settings : CorrectorSettings, optional
        How; the defaults, if not given.
    held_out : sequence of Pair, optional
        Pairs that choose the best state, by the mean reward of greedy output; every 20th of the
        pairs, at most 500, if not given.
    initial : CorrectionNetwork, optional
        Where to start; its words and sizes stay.
    report : callable, optional
        Called with a `Progress` after every update.
    checkpoint : str or path-like, optional
        A file in which the state is kept once a minute; a run that finds it there goes on from it,
        if pairs and settings are the same. It is removed at the end.

    Returns
    -------
    CorrectionNetwork
        The best state, rounded as its file has it.

    Raises
    ------
    UsageError
        If torch is not installed, with the line that installs it.
    InputError
        If there is no pair to learn from.

    Notes
    -----
    Ctrl-C ends the training after the update that is being made (a second one at once, and the
    checkpoint stays as it was), and the best state so far is returned; before the first one there
    is none, and KeyboardInterrupt is raised.
    """
    run = _Run(pairs, settings or CorrectorSettings(), held_out, initial, checkpoint)
    try:
        with Interrupts() as interrupts:
            run.go_on(report, interrupts)
    except KeyboardInterrupt:
        if run.between_updates:
            run.save()
    return run.best_network().rounded()


class _Run:
    """A training: its pairs, its network, and where it is."""

    def __init__(
        self,
        pairs: Sequence[Pair],
        settings: CorrectorSettings,
        held_out: Sequence[Pair] | None,
        initial: CorrectionNetwork | None,
        checkpoint: str | os.PathLike[str] | None,
    ) -> None:
        self.torch = required_torch("training a corrector")
        self.settings = settings
        self.longest = settings.longest if initial is None else initial.longest
        self.digest = _digest(pairs, held_out, settings, initial)
        self.start = None if initial is None else initial.header.get("signature", "")
        usable = [pair for pair in pairs if is_usable(pair, self.longest)]
        if held_out is None and len(usable) >= 10 * HELD_OUT:
            every = max(HELD_OUT, -(-len(usable) // MOST_HELD_OUT))
            held_out = usable[::every]
            usable = [pair for number, pair in enumerate(usable) if number % every]
        words = choose_vocabulary(usable, settings.vocabulary) if initial is None else initial.words
        vocabulary = Vocabulary(words)
        self.pairs = [pair for pair in usable if is_writable(pair, vocabulary.numbers)]
        if not self.pairs or not words:
            raise InputError(
                f"{len(pairs):,} pairs, but none to learn from: they are empty, longer than "
                f"{self.longest} tokens, or changed by more than half"
            )
        self.held_out = [pair for pair in held_out or () if is_usable(pair, self.longest)]
        self.rewards = [reward_of(pair, settings.reward) for pair in self.held_out]
        self.torch.manual_seed(settings.seed)
        self.network = (
            EncoderDecoder(
                self.torch, vocabulary, Sizes(settings.vector, settings.units, settings.decoder)
            )
            if initial is None
            else initial.built()
        )
        self.examples = [(pair.source, target) for pair in self.pairs for target in pair.targets]
        self.lengths = np.array([len(source) for source, _ in self.examples])
        by_length = sorted(range(len(self.pairs)), key=lambda at: len(self.pairs[at].source))
        self.changed = np.array([at for at in by_length if self.pairs[at].is_changed], int)
        self.unchanged = np.array([at for at in by_length if not self.pairs[at].is_changed], int)
        self.step, self.best_figure = 0, -np.inf
        self.between_updates = True  # what is kept is the state after a whole number of updates
        self.best: Weights | None = None
        self.curve: list[dict[str, Any]] = []
        self.recent: dict[str, float] = {}
        self.cpu_seconds = 0.0
        self._epoch: tuple[int, list[Any]] = (-1, [])
        self.checkpoint = None if checkpoint is None else Path(checkpoint)
        state = load_state(self.checkpoint, self.digest)
        if state is None:
            self.optimiser = self._optimiser(self.part)
            if initial is not None:
                self._measure()  # where it starts from may stay the best
        else:
            self._restore(state)

    @property
    def steps(self) -> int:
        return self.settings.mle_updates + self.settings.reward_updates

    @property
    def part(self) -> str:
        """The part of the update that comes next."""
        return "mle" if self.step < self.settings.mle_updates else "reward"

    def _optimiser(self, part: str) -> Any:
        """Adam for one part."""
        rate = self.settings.rate if part == "mle" else self.settings.reward_rate
        return self.torch.optim.Adam(self.network.parameters(), lr=rate, fused=True)

    def go_on(self, report: Report | None, interrupts: Interrupts) -> None:
        """Make the updates that are left."""
        began = saved = time.process_time()
        before = self.cpu_seconds
        while self.step < self.steps:
            self.between_updates = False
            part = self.part
            if part == "reward" and self.step == self.settings.mle_updates and self.step:
                self._begin_rewards()
            if part == "mle":
                self._note("loss", self._learn_examples())
            else:
                for name, value in asdict(self._learn_rewards()).items():
                    self._note(name, value)
            self.step += 1
            self.cpu_seconds = before + time.process_time() - began
            if self._is_checked(part):
                self._measure(part)
            self.between_updates = True
            if report is not None:
                report(self._progress(part))
            interrupts.check()
            if time.process_time() - saved > BETWEEN_CHECKPOINTS:
                self.save()
                saved = time.process_time()
        if self.checkpoint is not None:
            self.checkpoint.unlink(missing_ok=True)

    def _begin_rewards(self) -> None:
        """The second part starts from the best state of the first."""
        if self.best is not None:
            self.network.layers.load_state_dict(
                {name: self.torch.from_numpy(value.copy()) for name, value in self.best.items()}
            )
        self.optimiser = self._optimiser("reward")
        self.recent = {}

    def _note(self, name: str, value: float) -> None:
        """A running mean over the last updates."""
        kept = 0.98 if name == "loss" else 0.95
        last = self.recent.get(name)
        self.recent[name] = value if last is None else kept * last + (1 - kept) * value

    def _is_checked(self, part: str) -> bool:
        settings = self.settings
        done = self.step - (settings.mle_updates if part == "reward" else 0)
        updates = settings.mle_updates if part == "mle" else settings.reward_updates
        return done % max(1, updates // CHECKS) == 0 or done == updates

    def _progress(self, part: str) -> Progress:
        reward = self.recent.get("reward")
        return Progress(
            self.step,
            self.steps,
            self.recent.get("loss") if part == "mle" else None,
            None if reward is None else 100 * reward,
            None if np.isinf(self.best_figure) else self.best_figure,
            self.cpu_seconds,
        )

    # Examples

    def _batch(self) -> list[tuple[Tokens, Tokens]]:
        """The examples of this update: sources of about equal length."""
        size = self.settings.batch
        each = -(-len(self.examples) // size)
        epoch, number = divmod(self.step, each)
        if self._epoch[0] != epoch:
            chance = np.random.default_rng((self.settings.seed, 0, epoch))
            order = np.lexsort((chance.random(len(self.lengths)), self.lengths))
            batches = [order[at : at + size] for at in range(0, len(order), size)]
            self._epoch = epoch, [batches[place] for place in chance.permutation(len(batches))]
        return [self.examples[place] for place in self._epoch[1][number].tolist()]

    def _learn_examples(self) -> float:
        settings, torch = self.settings, self.torch
        done = self.step / max(1, settings.mle_updates)
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate * (1 - (1 - LAST_RATE) * done)
        self._seed(1)
        examples = self._batch()
        programs = [program_of(source, target) for source, target in examples]
        written = [step.word for program in programs for step in program if step.place < 0]
        vocabulary = self.network.vocabulary
        sources = sources_of([source for source, _ in examples], vocabulary, written)
        lessons = lessons_of(programs, range(len(programs)), sources, vocabulary)
        encoded = self.network.encode(sources, settings.dropout)
        log_p = self.network.log_probabilities(encoded, lessons, settings.dropout)
        more = (settings.edit_weight - 1) * lessons.edits
        weights = torch.from_numpy((lessons.there + more).astype(np.float32))
        loss = -(weights * log_p).sum() / weights.sum()
        self._update(loss)
        return float(-log_p.detach().sum()) / max(1, int(lessons.there.sum()))

    def _update(self, loss: Any) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.torch.nn.utils.clip_grad_norm_(self.network.parameters(), LARGEST_GRADIENT)
        self.optimiser.step()

    def _seed(self, purpose: int) -> None:
        """All that torch draws in this update follows from the seed and its number."""
        state = np.random.SeedSequence((self.settings.seed, purpose, self.step)).generate_state(2)
        self.torch.manual_seed(int(state[0]) << 16 ^ int(state[1]))

    # Reward

    def _learn_rewards(self) -> Outcome:
        settings = self.settings
        self._seed(2)
        risk = settings.alpha if settings.objective == "risk" else None
        pairs = self._rewarded()
        drawn = draw_programs(
            self.network, [pair.source for pair in pairs], settings.samples, settings.temperature
        )
        samples = [
            judged(pair, programs, reward_of(pair, settings.reward), risk is not None)
            for pair, programs in zip(pairs, drawn, strict=True)
        ]
        loss = sampled_loss(self.network, pairs, samples, risk)
        if loss is not None:
            self._update(loss)
        mean = float(np.mean([found.mean_reward for found in samples]))
        return outcome(pairs, drawn, mean)

    def _rewarded(self) -> list[Pair]:
        """The sources of this update, of about equal length; a share of them has no errors."""
        settings = self.settings
        chance = np.random.default_rng((settings.seed, 3, self.step))
        few = round(settings.unchanged * settings.sources) if len(self.unchanged) else 0
        few = few if len(self.changed) else settings.sources
        length = chance.random()  # as a quantile
        chosen = [
            int(place)
            for places, count in ((self.changed, settings.sources - few), (self.unchanged, few))
            if len(places)
            for place in chance.choice(_around(places, length), count)
        ]
        return [self.pairs[place] for place in chosen]

    # What is kept

    def _measure(self, part: str | None = None) -> None:
        """Keep this state, if it is the best on held-out pairs; without any, the last."""
        sources = [pair.source for pair in self.held_out]
        made = [found.tokens for found in decode(self.network, sources)] if sources else []
        values = [reward(tokens) for reward, tokens in zip(self.rewards, made, strict=True)]
        figure = 100 * float(np.mean(values)) if values else 0.0
        changed = [tokens != source for tokens, source in zip(made, sources, strict=True)]
        in_rewards = part == "reward"
        names = ("reward", "length", "copied") if in_rewards else ()
        point = Point(
            self.step,
            part or "start",
            round(figure, 3),
            round(float(np.mean(changed)), 4) if changed else 0.0,
            round(sum(map(len, made)) / max(1, sum(map(len, sources))), 4),
            None if in_rewards or part is None else round(self.recent["loss"], 4),
            *(round(self.recent[name], 4) for name in names),
        )
        self.curve.append(asdict(point))
        if figure > self.best_figure or not values or self.best is None:
            self.best_figure = figure
            self.best = weights_of(self.network.layers)

    def best_network(self) -> CorrectionNetwork:
        """The best state so far."""
        if self.best is None:
            raise KeyboardInterrupt
        sizes = asdict(self.network.sizes)
        training = {
            **asdict(self.settings),
            **(sizes | {"vocabulary": len(self.network.vocabulary.words)} if self.start else {}),
            "from": self.start,
            "updates": self.step,
            "held_out": self.best_figure if self.held_out else None,
            "pairs": len(self.pairs),
            "tokens": int(self.lengths.sum()),
        }
        return CorrectionNetwork(
            self.network.vocabulary.words,
            self.network.sizes,
            self.longest,
            self.best,
            {
                "training": training,
                "curve": self.curve,
                "signature": f"syntacticdiff {__version__}, {self.digest}-{self.step}",
            },
        )

    def save(self) -> None:
        """Keep the state, if there is a file for it."""
        if self.checkpoint is None:
            return
        place = {
            "digest": self.digest,
            "step": self.step,
            "best": None if self.best is None else float(self.best_figure),
            "recent": self.recent,
            "curve": self.curve,
            "cpu_seconds": self.cpu_seconds,
        }
        save_state(self.checkpoint, self.network.layers, self.optimiser, self.best, place)

    def _restore(self, state: RunState) -> None:
        place = state.place
        self.step, self.recent, self.curve = place["step"], place["recent"], place["curve"]
        self.best, self.cpu_seconds = state.best, place["cpu_seconds"]
        self.best_figure = -np.inf if place["best"] is None else place["best"]
        at_change = self.step == self.settings.mle_updates and self.step > 0
        self.optimiser = self._optimiser("mle" if at_change else self.part)
        state.restore(self.torch, self.network.layers, self.optimiser)


def _around(places: NDArray[np.int_], quantile: float) -> NDArray[np.int_]:
    """Those that stand around a quantile of a list."""
    at = int(quantile * len(places))
    return places[max(0, at - AROUND) : at + AROUND + 1]


def _digest(
    pairs: Sequence[Pair],
    held_out: Sequence[Pair] | None,
    settings: CorrectorSettings,
    initial: CorrectionNetwork | None,
) -> str:
    """Of everything that a run depends on."""
    start = None if initial is None else initial.header.get("signature")
    digest = hashlib.sha256(json.dumps([asdict(settings), start], sort_keys=True).encode())
    for part in (pairs, held_out or ()):
        for pair in part:
            line = "\t".join(" ".join(side) for side in (pair.source, *pair.targets))
            digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
        digest.update(b"\n")
    return digest.hexdigest()[:16]
