"""Training the context network with torch: GRUs in both directions, heads for words and for gaps.

One thread. A run that was stopped goes on from its last checkpoint, and every checkpoint also
writes its weights as plain arrays, from which `context_network.py` makes the file that is shipped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from context_network_text import (
    GAP_WORDS,
    OUTPUT_WORDS,
    SEED,
    UNKNOWN_CLASSES,
    NetworkText,
    columns,
    epoch_batches,
    gap_ids,
    held_out_batches,
    output_ids,
    rival_ids,
)
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

FEW_RIVALS = 4  # words of open classes rarely have more
VECTOR, UNITS, WORD_UNITS, GAP_UNITS = 96, 256, 256, 128


@dataclass(frozen=True)
class Schedule:
    """How the network is trained.

    Parameters
    ----------
    tokens : int
        How many are read in all, repeated ones included.
    batch : int
        About how many tokens a step reads; all sentences of a step have the same length.
    rate : float
        Adam's highest rate; it rises for `warm` steps and then falls to nothing.
    warm : int
        Steps.
    common : int
        So many of the commonest output words are told apart in every step.
    sampled : int
        So many others are drawn anew in each step, and stand for all others.
    forgotten : float
        The share of input words that is replaced by the unknown word of their class.
    mistaken : float
        The share of input words that is replaced by one of their rivals, so that the network has
        seen neighbours that are wrong.
    rivals : float
        What telling a word from its rivals alone (other forms of it, other words of its closed
        class) counts beside telling it from all words.
    """

    tokens: int = 25_000_000
    batch: int = 2048
    rate: float = 2.5e-3
    warm: int = 200
    common: int = 512
    sampled: int = 512
    forgotten: float = 0.04
    mistaken: float = 0.02
    rivals: float = 1.0


# From weights that have been trained before: more slowly, and with more neighbours that are wrong.
AGAIN = Schedule(tokens=70_000_000, rate=1.2e-3, mistaken=0.05)


class Network(nn.Module):
    """The network in floating-point numbers. Sentences are columns: place, sentence."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.vectors = nn.Embedding(inputs, VECTOR)
        nn.init.normal_(self.vectors.weight, std=0.3)
        self.gru = nn.GRU(VECTOR, UNITS, bidirectional=True)
        self.word_hidden = nn.Linear(2 * UNITS, WORD_UNITS)
        self.word_out = nn.Linear(WORD_UNITS, OUTPUT_WORDS + 1)
        self.gap_hidden = nn.Linear(2 * UNITS, GAP_UNITS)
        self.gap_out = nn.Linear(GAP_UNITS, len(GAP_WORDS) + 1)

    def states(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """For each gap the state after the words before it, and after those behind it."""
        out, _ = self.gru(self.vectors(ids))
        edge = out.new_zeros(1, ids.shape[1], UNITS)
        return (
            torch.cat([edge, out[..., :UNITS]]),
            torch.cat([out[..., UNITS:], edge]),
        )

    def word_states(self, before: Tensor, after: Tensor) -> Tensor:
        """The hidden layer of the word head, for each token, without the token itself."""
        joined = torch.cat([before[:-1], after[1:]], -1)
        return torch.tanh(self.word_hidden(joined)).flatten(0, 1)

    def gap_states(self, before: Tensor, after: Tensor) -> tuple[Tensor, Tensor]:
        """The hidden layer of the gap head, for each gap and for each token left out."""
        weight, bias = self.gap_hidden.weight, self.gap_hidden.bias
        left = functional.linear(before, weight[:, :UNITS], bias)
        right = functional.linear(after, weight[:, UNITS:])
        return (
            torch.tanh(left + right).flatten(0, 1),
            torch.tanh(left[:-1] + right[1:]).flatten(0, 1),
        )


class Training:
    """A run: the network, its optimiser and where it is in its text.

    Parameters
    ----------
    text : NetworkText
        What to read.
    schedule : Schedule
        How.
    work : Path
        The folder of checkpoints and the curve.
    start : tuple of mapping and int, optional
        Weights to begin with, and how many tokens they were learned from.
    """

    def __init__(
        self,
        text: NetworkText,
        schedule: Schedule,
        work: Path,
        start: tuple[Mapping[str, NDArray[np.float64]], int] | None = None,
    ) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(SEED)
        self.text, self.schedule, self.work = text, schedule, work
        self.network = Network(len(text.words) + len(UNKNOWN_CLASSES))
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=schedule.rate, betas=(0.9, 0.98), fused=True
        )
        self.step = self.tokens = self.epoch = self.batch = 0
        self.seconds = 0.0
        self.curve: list[dict[str, Any]] = []
        # A run that goes on may be given another schedule; what it was before is said, too.
        self.schedules: dict[int, int] = {}
        self.outputs = torch.from_numpy(output_ids(len(text.words)))
        self.gaps = torch.from_numpy(gap_ids(text.words))
        self.rivals = torch.from_numpy(rival_ids(text.words))
        # The output word behind an output id, as an input.
        self.inputs = torch.zeros(OUTPUT_WORDS + 1, dtype=torch.int64)
        told = torch.nonzero(self.outputs).flatten()
        self.inputs[self.outputs[told]] = told
        self.classes = torch.from_numpy(text.classes.astype(np.int64))
        self.began = 0
        if start is not None:
            weights, self.began = start
            state = {name: torch.from_numpy(value).float() for name, value in weights.items()}
            self.network.load_state_dict(state)
            self.tokens = self.began
        if (work / "checkpoint.pt").exists():
            self._restore()
        self.schedules[self.tokens] = schedule.tokens

    def run(self, seconds: float, every: int = 2_000_000, save: float = 180.0) -> None:
        """Train for at most so many CPU seconds in all; measure and save as it goes."""
        begin = saved = time.process_time()
        before, following = self.seconds, (self.tokens // every + 1) * every
        while self.tokens < self.schedule.tokens and self.seconds < seconds:
            batches = epoch_batches(self.text, self.schedule.batch, self.epoch)
            for batch in batches[self.batch :]:
                self._learn(batch)
                self.seconds = before + time.process_time() - begin
                done = self.tokens >= self.schedule.tokens or self.seconds >= seconds
                if self.tokens >= following or done:
                    self._measure()
                    following += every
                if done or time.process_time() - saved > save:
                    self._save()
                    saved = time.process_time()
                if done:
                    return
            self.epoch, self.batch = self.epoch + 1, 0

    def _learn(self, batch: NDArray[np.int64]) -> None:
        torch.manual_seed(SEED + self.step)  # so that a run that was stopped goes on the same
        ids = torch.from_numpy(columns(self.text, batch))
        read = self._misread(ids)
        for group in self.optimiser.param_groups:
            group["lr"] = self._rate()
        self.optimiser.zero_grad(set_to_none=True)
        before, after = self.network.states(read)
        hidden, target = self.network.word_states(before, after), self.outputs[ids].flatten()
        word = self._sampled_loss(hidden, target)
        if self.schedule.rivals:
            word = word + self.schedule.rivals * self._rival_loss(hidden, target)
        gap = self._gap_loss(*self.network.gap_states(before, after), self.gaps[ids].flatten())
        loss = (word + gap) / ids.numel()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        self.step += 1
        self.batch += 1
        self.tokens += ids.numel()

    def _misread(self, ids: Tensor) -> Tensor:
        """The words that are read: some are forgotten, and some are mistaken for a rival."""
        forgotten = torch.rand(ids.shape) < self.schedule.forgotten
        read = torch.where(forgotten, self.classes[ids], ids)
        rivals = self.rivals[self.outputs[ids]]
        drawn = torch.randint(0, rivals.shape[-1], (*ids.shape, 1))
        rival = rivals.gather(-1, drawn).squeeze(-1)
        mistaken = (torch.rand(ids.shape) < self.schedule.mistaken) & (rival > 0)
        return torch.where(mistaken, self.inputs[rival.clamp(min=0)], read)

    def _rate(self) -> float:
        done = (self.tokens - self.began) / (self.schedule.tokens - self.began)
        return self.schedule.rate * min((self.step + 1) / self.schedule.warm, max(1 - done, 0.01))

    def _sampled_loss(self, hidden: Tensor, target: Tensor) -> Tensor:
        """Cross entropy, where some of the rarer output words stand for all of them."""
        common, sampled = self.schedule.common, self.schedule.sampled
        rare = OUTPUT_WORDS + 1 - common
        drawn = torch.randperm(rare)[:sampled] + common
        weight, bias = self.network.word_out.weight, self.network.word_out.bias
        chosen = torch.cat([torch.arange(common), drawn])
        logits = functional.linear(hidden, weight[chosen], bias[chosen])
        stands_for = float(np.log(rare / sampled))
        logits = logits + torch.cat([torch.zeros(common), torch.full((sampled,), stands_for)])
        column = torch.full((OUTPUT_WORDS + 1,), -1)
        column[chosen] = torch.arange(len(chosen))
        found = column[target]
        here = torch.nonzero(found >= common).flatten()  # drawn, and stands for itself alone
        logits = logits.index_put(
            (here, found[here]), torch.full((len(here),), -stands_for), accumulate=True
        )
        total = torch.logsumexp(logits, 1)
        absent = torch.nonzero(found < 0).flatten()
        own = (hidden[absent] * weight[target[absent]]).sum(1) + bias[target[absent]]
        present = torch.nonzero(found >= 0).flatten()
        return (
            total[present].sum()
            - logits[present, found[present]].sum()
            + (torch.logaddexp(total[absent], own) - own).sum()
        )

    def _rival_loss(self, hidden: Tensor, target: Tensor) -> Tensor:
        """Cross entropy of the word among its rivals; few have many."""
        weight, bias = self.network.word_out.weight, self.network.word_out.bias
        rivals = self.rivals[target]
        number = (rivals > 0).sum(1)
        loss = hidden.new_zeros(())
        for least, most in ((1, FEW_RIVALS), (FEW_RIVALS + 1, rivals.shape[1])):
            here = torch.nonzero((number >= least) & (number <= most)).flatten()
            if not len(here):
                continue
            told = torch.cat([target[here, None], rivals[here, :most]], 1)
            if most > FEW_RIVALS:  # words of closed classes share their rivals
                every, place = torch.unique(told.clamp(min=0), return_inverse=True)
                logits = functional.linear(hidden[here], weight[every], bias[every])
                logits = logits.gather(1, place)
            else:
                chosen = told.clamp(min=0)
                logits = torch.einsum("nd,nkd->nk", hidden[here], weight[chosen]) + bias[chosen]
            logits = logits.masked_fill(told < 0, -1e4)
            loss = loss + (torch.logsumexp(logits, 1) - logits[:, 0]).sum()
        return loss

    def _gap_loss(self, gaps: Tensor, left_out: Tensor, target: Tensor) -> Tensor:
        """Cross entropy: nothing belongs into a gap, and a word belongs where it was taken out."""
        insertable = torch.nonzero(target).flatten()
        hidden = torch.cat([gaps, left_out[insertable]])
        wanted = torch.cat([target.new_zeros(len(gaps)), target[insertable]])
        return functional.cross_entropy(self.network.gap_out(hidden), wanted, reduction="sum")

    @torch.no_grad()
    def _measure(self) -> None:
        """Losses in bits on held-out sentences, the same ones each time."""
        sums = np.zeros(7)
        for batch in held_out_batches(self.text, self.schedule.batch):
            ids = torch.from_numpy(columns(self.text, batch))
            before, after = self.network.states(ids)
            target = self.outputs[ids].flatten()
            logits = self.network.word_out(self.network.word_states(before, after))
            word = functional.cross_entropy(logits, target, reduction="sum")
            gaps, left_out = self.network.gap_states(before, after)
            gap = self._gap_loss(gaps, left_out, self.gaps[ids].flatten())
            insertable = self.gaps[ids].flatten() > 0
            found = self.network.gap_out(left_out[insertable]).argmax(1)
            right = (found == self.gaps[ids].flatten()[insertable]).sum()
            left_alone = (self.network.gap_out(gaps).argmax(1) == 0).sum()
            sums += [
                float(word),
                float((logits.argmax(1) == target).sum()),
                float(gap),
                float(right),
                float(left_alone),
                len(target),
                int(insertable.sum()),
            ]
        tokens, taken = sums[5], sums[6]
        count = sum(len(batch) for batch in held_out_batches(self.text, self.schedule.batch))
        self.curve.append(
            {
                "tokens": self.tokens,
                "seconds": round(self.seconds, 1),
                "word_bits": round(sums[0] / tokens / np.log(2), 4),
                "word_accuracy": round(sums[1] / tokens, 4),
                "gap_bits": round(sums[2] / (tokens + count + taken) / np.log(2), 4),
                "taken_out_accuracy": round(sums[3] / taken, 4),
                "left_alone": round(sums[4] / (tokens + count), 4),
            }
        )
        print(json.dumps(self.curve[-1]), flush=True)

    def _save(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "place": (self.step, self.tokens, self.epoch, self.batch),
            "seconds": self.seconds,
            "curve": self.curve,
            "schedules": self.schedules,
            "began": self.began,
        }
        part = self.work / "checkpoint.part"
        torch.save(state, part)
        part.replace(self.work / "checkpoint.pt")
        arrays = {name: value.numpy() for name, value in self.network.state_dict().items()}
        with (self.work / "weights.part").open("wb") as stream:
            np.savez(stream, tokens=self.tokens, seconds=self.seconds, **arrays)
        (self.work / "weights.part").replace(self.work / "weights.npz")
        told = {"schedules": list(self.schedules.items()), "curve": self.curve}
        (self.work / "curve.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")

    def _restore(self) -> None:
        state = torch.load(self.work / "checkpoint.pt", weights_only=False)
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.tokens, self.epoch, self.batch = state["place"]
        self.seconds, self.curve = state["seconds"], state["curve"]
        self.schedules, self.began = state["schedules"], state["began"]
