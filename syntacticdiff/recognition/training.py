"""Training of scRNN, with torch (the extra `neural`) on one thread.

Whole sentences are read, and the loss is taken only at words that noise may touch. Noise is put
into the vectors, not into the letters: a jumble leaves a vector as it is, a missing letter is one
less in its count, an added one is one more. It is drawn afresh in every epoch, from the seed, the
epoch and the number of the batch, so that a run that was stopped goes on as if it had not been.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from syntacticdiff._version import __version__
from syntacticdiff.errors import InputError
from syntacticdiff.parameters import one_of, positive_number, whole_number
from syntacticdiff.recognition.learning import (
    Weights,
    load_state,
    required_torch,
    save_state,
    weights_of,
)
from syntacticdiff.recognition.network import UNKNOWN, RecognitionNetwork
from syntacticdiff.recognition.noise import KINDS, MIXED, NOISES, may_change
from syntacticdiff.recognition.semicharacter import (
    ALPHABET,
    INSIDE,
    find_condition,
    letter_codes,
    semicharacter_vectors,
)
from syntacticdiff.text.front_coding import MOST_BYTES
from syntacticdiff.text.tokenizers import find_tokenizer

if TYPE_CHECKING:
    import torch

LONGEST_SENTENCE = 100  # words; a longer one is read in parts
LARGEST_GRADIENT = 5.0
SMALL_LETTERS = ALPHABET.index("a")
HELD_OUT = 20  # every so many-th sentence chooses the best state, where none are given
BETWEEN_CHECKPOINTS = 60.0  # CPU seconds


@dataclass(frozen=True)
class RecognizerSettings:
    """How a network is trained.

    Parameters
    ----------
    units : int, default 50
        How many numbers the network remembers of the words before.
    noise : {"jumble", "delete", "insert", "mixed"}, default "mixed"
        What it learns to cope with.
    condition : {"INT", "END", "BEG", "ALL"}, default "INT"
        Which letters of a word are counted together.
    seed : int, default 0
        The same text, settings and seed give the same file.
    vocabulary : int, default 10000
        It names the commonest words; all others are one unknown word.
    epochs : int, default 3
        How often the text is read.
    truncation : int, optional
        Errors are propagated back over so many words (beta); over whole sentences, if not given.
    neighbours : bool, default True
        Read sentences; otherwise single words, as the source `recognition:FILE` asks about them.
    rate : float, default 0.01
        Adam's rate, which falls to nothing.
    batch : int, default 800
        About how many words a step reads.
    sampled : int, optional
        So many outputs, drawn anew in each step, stand for the vocabulary; all, if not given.
    """

    units: int = 50
    noise: str = MIXED
    condition: str = "INT"
    seed: int = 0
    vocabulary: int = 10_000
    epochs: int = 3
    truncation: int | None = None
    neighbours: bool = True
    rate: float = 0.01
    batch: int = 800
    sampled: int | None = None

    def __post_init__(self) -> None:
        one_of("noise", self.noise, NOISES)
        find_condition(self.condition)
        for name in ("units", "vocabulary", "epochs", "batch"):
            whole_number(name, getattr(self, name), 1)
        whole_number("seed", self.seed, 0)
        positive_number("rate", self.rate)
        for name in ("truncation", "sampled"):
            if getattr(self, name) is not None:
                whole_number(name, getattr(self, name), 1)


class Progress(NamedTuple):
    """Where a training is.

    Parameters
    ----------
    step : int
        How many batches have been read.
    steps : int
        How many will have been read at the end.
    loss : float
        The mean loss of the last batches, in nats a word.
    held_out : float or None
        The best loss on held-out sentences so far; None before it is first taken.
    """

    step: int
    steps: int
    loss: float
    held_out: float | None


Report = Callable[[Progress], None]


class Text:
    """Sentences as numbers of distinct words, and what is known of each of them."""

    def __init__(
        self,
        sentences: Sequence[Sequence[str]],
        settings: RecognizerSettings,
        vocabulary: Sequence[str],
    ) -> None:
        numbers: dict[str, int] = {}
        parts = [
            [
                numbers.setdefault(word, len(numbers))
                for word in sentence[at : at + LONGEST_SENTENCE]
            ]
            for sentence in sentences
            for at in range(0, len(sentence), LONGEST_SENTENCE)
        ]
        self.sentences = [np.array(part, np.int64) for part in parts]
        words = list(numbers)
        condition = find_condition(settings.condition)
        self.kind = settings.noise
        self.vectors = semicharacter_vectors(words, settings.condition)
        self.touched = np.fromiter(map(may_change, words), bool, len(words))
        outputs = {word: output for output, word in enumerate(vocabulary, UNKNOWN + 1)}
        self.targets = np.array([outputs.get(word, UNKNOWN) for word in words], np.int64)
        self.lengths = np.fromiter(map(len, words), np.int64, len(words))
        self.starts = np.cumsum(self.lengths) - self.lengths
        self.codes = letter_codes("".join(words))
        self.inside = condition.parts[INSIDE] * len(ALPHABET)

    def noisy(self, ids: NDArray[np.int64], chance: np.random.Generator) -> NDArray[np.float32]:
        """The vectors of words, with noise in those that it may touch."""
        vectors = self.vectors[ids].astype(np.float32)
        rows = np.flatnonzero(self.touched[ids])
        if self.kind == MIXED:
            kinds = chance.integers(len(KINDS), size=len(rows))
        else:
            kinds = np.full(len(rows), list(KINDS).index(self.kind))
        share = chance.random(len(rows))
        added = chance.integers(26, size=len(rows))
        for number, kind in enumerate(KINDS):
            chosen = rows[kinds == number]
            if kind == "delete":
                words = ids[chosen]
                inside = (share[kinds == number] * (self.lengths[words] - 2)).astype(np.int64)
                letters = self.codes[self.starts[words] + 1 + inside]
                vectors[chosen, self.inside + letters] -= 1
            elif kind == "insert":
                vectors[chosen, self.inside + SMALL_LETTERS + added[kinds == number]] += 1
        return vectors

    def batches(self, settings: RecognizerSettings, epoch: int) -> list[list[int]]:
        """Numbers of sentences of about equal length, together at most `batch` words."""
        chance = np.random.default_rng((settings.seed, epoch))
        lengths = np.array([len(sentence) for sentence in self.sentences])
        order = np.lexsort((chance.random(len(lengths)), lengths))
        batches: list[list[int]] = [[]]
        for number in order.tolist():
            if len(batches[-1]) and (len(batches[-1]) + 1) * lengths[number] > settings.batch:
                batches.append([])
            batches[-1].append(number)
        return [batches[place] for place in chance.permutation(len(batches))]


def choose_vocabulary(sentences: Sequence[Sequence[str]], most: int) -> list[str]:
    """The commonest words, in the order of their bytes."""
    counts = Counter(word for sentence in sentences for word in sentence)
    storable = (word for word in counts if 0 < len(_encoded(word)) <= MOST_BYTES)
    commonest = sorted(storable, key=lambda word: (-counts[word], word))[:most]
    return sorted(commonest, key=_encoded)


def _encoded(word: str) -> bytes:
    return word.encode("utf-8", "replace")


def train_recognizer(
    sentences: Sequence[Sequence[str]],
    settings: RecognizerSettings | None = None,
    *,
    held_out: Sequence[Sequence[str]] | None = None,
    report: Report | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    tokenizer: str = "treebank",
) -> RecognitionNetwork:
    """Train a network on clean sentences; noise is put in here.

    Parameters
    ----------
    sentences : sequence of sequences of str
        The tokens of each sentence.
    settings : RecognizerSettings, optional
        How; the defaults, if not given.
    held_out : sequence of sequences of str, optional
        Sentences that choose the best state of the network; every 20th, if not given.
    report : callable, optional
        Called with a `Progress` after every batch.
    checkpoint : str or path-like, optional
        A file in which the state is kept once a minute; a run that finds it there goes on from it,
        if text and settings are the same. It is removed at the end.
    tokenizer : str, default "treebank"
        What the tokens were made by, for the file.

    Returns
    -------
    RecognitionNetwork
        In floating-point numbers; `save_network` rounds them.

    Raises
    ------
    UsageError
        If torch is not installed, with the line that installs it.
    InputError
        If the text has no word that noise may touch.

    Notes
    -----
    Ctrl-C (KeyboardInterrupt) ends the training, and the best state so far is returned; before the
    first one there is none, and the exception is raised.
    """
    made_by = find_tokenizer(tokenizer)
    run = _Run(sentences, settings or RecognizerSettings(), held_out, checkpoint)
    try:
        run.go_on(report)
    except KeyboardInterrupt:
        run.save()
    network = run.best_network()
    read = {"tokenizer": made_by.name, "tokenizer_version": made_by.version}
    return replace(network, header={**network.header, **read})


class _Run:
    """A training: its text, its network, and where it is."""

    def __init__(
        self,
        sentences: Sequence[Sequence[str]],
        settings: RecognizerSettings,
        held_out: Sequence[Sequence[str]] | None,
        checkpoint: str | os.PathLike[str] | None,
    ) -> None:
        self.torch = required_torch("training a recogniser")
        if held_out is None and len(sentences) >= 10 * HELD_OUT:
            held_out = sentences[::HELD_OUT]
            sentences = [s for n, s in enumerate(sentences) if n % HELD_OUT]
        if not any(may_change(word) for sentence in sentences for word in sentence):
            raise InputError("the text has no word of more than three letters to learn from")
        self.settings = settings
        self.vocabulary = choose_vocabulary(sentences, settings.vocabulary)
        self.text = Text(sentences, settings, self.vocabulary)
        self.held_out = Text(held_out or (), settings, self.vocabulary)
        self.digest = _digest(sentences, settings)
        self.torch.manual_seed(settings.seed)
        self.network = make_network(
            self.torch, self.text.vectors.shape[1], settings.units, len(self.vocabulary) + 1
        )
        self.optimiser = self.torch.optim.Adam(
            self.network.parameters(), lr=settings.rate, fused=True
        )
        self.each_epoch = len(self.text.batches(settings, 0))
        self.step, self.held_out_loss = 0, np.inf
        self.best: Weights | None = None
        self.checkpoint = None if checkpoint is None else Path(checkpoint)
        self._restore()

    @property
    def steps(self) -> int:
        return self.settings.epochs * self.each_epoch

    def go_on(self, report: Report | None) -> None:
        """Read what is left of the text."""
        saved = time.process_time()
        recent = 0.0
        while self.step < self.steps:
            epoch, done = divmod(self.step, self.each_epoch)
            for batch in self.text.batches(self.settings, epoch)[done:]:
                loss = self._learn(batch)
                recent = loss if not recent else 0.98 * recent + 0.02 * loss
                self.step += 1
                if self.step % max(1, self.each_epoch // 2) == 0 or self.step == self.steps:
                    self._measure()
                if report is not None:
                    shown = None if np.isinf(self.held_out_loss) else self.held_out_loss
                    report(Progress(self.step, self.steps, recent, shown))
                if time.process_time() - saved > BETWEEN_CHECKPOINTS:
                    self.save()
                    saved = time.process_time()
        if self.checkpoint is not None:
            self.checkpoint.unlink(missing_ok=True)

    def _learn(self, batch: list[int]) -> float:
        rate = self.settings.rate * (1 - self.step / self.steps)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        chance = np.random.default_rng((self.settings.seed, 1, self.step))
        loss, words = self._loss(self.text, batch, chance)
        if not words:
            return 0.0
        self.optimiser.zero_grad(set_to_none=True)
        (loss / words).backward()
        self.torch.nn.utils.clip_grad_norm_(self.network.parameters(), LARGEST_GRADIENT)
        self.optimiser.step()
        return float(loss.detach()) / words

    def _loss(self, text: Text, batch: list[int], chance: np.random.Generator) -> tuple[Any, int]:
        """Cross-entropy in nats at the words that noise may touch, and how many these are."""
        sentences = [text.sentences[number] for number in batch]
        if self.settings.neighbours:
            ids = np.full((max(map(len, sentences)), len(sentences)), -1, np.int64)
            for column, sentence in enumerate(sentences):
                ids[: len(sentence), column] = sentence
        else:
            joined = np.concatenate(sentences)
            ids = joined[text.touched[joined]][None]
        flat = ids.ravel()
        there = flat >= 0
        vectors = np.zeros((len(flat), text.vectors.shape[1]), np.float32)
        vectors[there] = text.noisy(flat[there], chance)
        asked = np.flatnonzero(there & text.touched[flat])
        if not len(asked):
            return 0.0, 0
        torch = self.torch
        states = self._states(torch.from_numpy(vectors).view(*ids.shape, -1))
        states = states.flatten(0, 1)[torch.from_numpy(asked)]
        targets = text.targets[flat[asked]]
        weight, bias = self.network["output"].weight, self.network["output"].bias
        sampled = self.settings.sampled
        if text is self.text and sampled is not None:
            outputs, targets, rarity = sample_outputs(len(bias), targets, sampled, chance)
            chosen = torch.from_numpy(outputs)
            weight, bias = weight[chosen], bias[chosen] + torch.from_numpy(rarity)
        scores = torch.nn.functional.linear(states, weight, bias)
        loss = torch.nn.functional.cross_entropy(scores, torch.from_numpy(targets), reduction="sum")
        return loss, len(asked)

    def _states(self, vectors: torch.Tensor) -> torch.Tensor:
        """Hidden states; errors go back over `truncation` words, the states themselves over all."""
        beta = self.settings.truncation or len(vectors)
        if beta >= len(vectors):
            return self.network["lstm"](vectors)[0]
        found, state = [], None
        for part in vectors.split(beta):
            states, (hidden, cell) = self.network["lstm"](part, state)
            state = hidden.detach(), cell.detach()
            found.append(states)
        return self.torch.cat(found)

    def _measure(self) -> None:
        """Keep this state, if it is the best on held-out sentences; without any, the last."""
        total, words = 0.0, 0
        chance = np.random.default_rng((self.settings.seed, 2))
        with self.torch.no_grad():
            for batch in self.held_out.batches(self.settings, 0) if self.held_out.sentences else ():
                loss, asked = self._loss(self.held_out, batch, chance)
                total, words = total + float(loss), words + asked
        loss = total / words if words else 0.0
        if loss <= self.held_out_loss or not words:
            self.held_out_loss = loss
            self.best = weights_of(self.network)

    def best_network(self) -> RecognitionNetwork:
        """The best state so far."""
        if self.best is None:
            raise KeyboardInterrupt
        training = {
            **asdict(self.settings),
            "steps": self.step,
            "held_out_loss": None if not self.held_out.sentences else float(self.held_out_loss),
            "sentences": len(self.text.sentences),
            "tokens": int(sum(map(len, self.text.sentences))),
        }
        return network_of(
            self.best,
            self.vocabulary,
            self.settings,
            {"training": training, "signature": f"syntacticdiff {__version__}, {self.digest}"},
        )

    def save(self) -> None:
        """Keep the state, if there is a file for it."""
        if self.checkpoint is None:
            return
        place = {"digest": self.digest, "step": self.step, "held_out": float(self.held_out_loss)}
        save_state(self.checkpoint, self.network, self.optimiser, self.best, place)

    def _restore(self) -> None:
        """Go on where a run of the same text and settings was stopped."""
        state = load_state(self.checkpoint, self.digest)
        if state is None:
            return
        state.restore(self.torch, self.network, self.optimiser)
        self.best = state.best
        self.step, self.held_out_loss = state.place["step"], state.place["held_out"]


def sample_outputs(
    outputs: int, targets: NDArray[np.int64], most: int, chance: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Outputs that stand for all: those of the targets, and others drawn at random.

    Returns the outputs, where the targets are among them, and what is added to their scores: a
    drawn one stands for as many as were not drawn, so that the sum over all has the same mean.
    """
    found, places = np.unique(targets, return_inverse=True)
    others = np.setdiff1d(np.arange(outputs), found, assume_unique=True)
    drawn = min(max(most - len(found), 0), len(others))
    chosen = chance.choice(others, drawn, replace=False, shuffle=False)
    rarity = np.zeros(len(found) + drawn, np.float32)
    rarity[len(found) :] = np.log(len(others) / max(drawn, 1))
    return np.concatenate([found, chosen]), places, rarity


def make_network(torch: Any, width: int, units: int, outputs: int) -> Any:
    """The layers, by the names under which their weights are kept."""
    return torch.nn.ModuleDict(
        {"lstm": torch.nn.LSTM(width, units), "output": torch.nn.Linear(units, outputs)}
    )


def network_of(
    weights: dict[str, NDArray[np.float32]],
    vocabulary: Sequence[str],
    settings: RecognizerSettings,
    header: dict[str, Any],
) -> RecognitionNetwork:
    """A network of torch's weights; its order of the gates is ours."""
    return RecognitionNetwork(
        words=tuple(vocabulary),
        input=weights["lstm.weight_ih_l0"],
        recurrent=weights["lstm.weight_hh_l0"],
        bias=weights["lstm.bias_ih_l0"] + weights["lstm.bias_hh_l0"],
        output=weights["output.weight"],
        output_bias=weights["output.bias"],
        condition=settings.condition,
        neighbours=settings.neighbours,
        header=header,
    )


def _digest(sentences: Sequence[Sequence[str]], settings: RecognizerSettings) -> str:
    """Of everything that a run depends on."""
    digest = hashlib.sha256(json.dumps(asdict(settings), sort_keys=True).encode())
    for sentence in sentences:
        digest.update(" ".join(sentence).encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()[:16]
