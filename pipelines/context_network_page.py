"""What the shipped context network is worth, measured, and the page that says so."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from context_network_text import (
    UNKNOWN_CLASSES,
    NetworkText,
    gap_ids,
    held_out_batches,
    output_ids,
)
from numpy.typing import NDArray
from shared_data import PROJECT

from syntacticdiff.search.prices import ContextNetwork
from syntacticdiff.text import surfaces

PAIRS = PROJECT / "tests" / "data" / "minimal_pairs.tsv"
FILE = PROJECT / "syntacticdiff" / "search" / "prices" / "context.sdctx"
BATCH = 2048  # as in training, of which the batches are the same
ONE_BIT = 1 << 10
TOLD_APART = "sub, both words told apart"
ONE_OTHER = "sub, one of them any other word"
REPEATED = 3  # timings; the fastest counts


@dataclass(frozen=True)
class Pair:
    """A textbook error that is one edit: `sub`, `insert` or `remove` corrects it."""

    operation: str
    tokens: list[str]
    position: int
    source: str
    target: str


def held_out(network: ContextNetwork, text: NetworkText) -> dict[str, float]:
    """The same measures as in training, of what is shipped."""
    outputs, gaps = output_ids(len(text.words)), gap_ids(text.words)
    bits = right = gap_bits = taken_right = alone = tokens = taken = places = 0.0
    for batch in held_out_batches(text, BATCH):
        ids = [text.ids[text.starts[one] : text.starts[one + 1]] for one in batch]
        for sentence, opinions in zip(ids, _by_ids(network, ids), strict=True):
            for place, number in enumerate(sentence.tolist()):
                logits = opinions.all_subs(place, 0) / ONE_BIT
                bits += _bits(logits, outputs[number])
                right += int(logits.argmax()) == outputs[number]
                if gap := gaps[number]:
                    logits = -opinions.all_removes(place) / ONE_BIT
                    gap_bits += _bits(logits, gap)
                    taken_right += int(logits.argmax()) == gap
                    taken += 1
            for place in range(len(sentence) + 1):
                logits = opinions.all_inserts(place) / ONE_BIT
                gap_bits += _bits(logits, 0)
                alone += int(logits.argmax()) == 0
                places += 1
            tokens += len(sentence)
    return {
        "word_bits": bits / tokens,
        "word_accuracy": right / tokens,
        "gap_bits": gap_bits / (places + taken),
        "taken_out_accuracy": taken_right / taken,
        "left_alone": alone / places,
        "tokens": tokens,
    }


def _by_ids(network: ContextNetwork, ids: Sequence[NDArray[np.uint16]]) -> list[Any]:
    """Opinions on sentences of input ids: unknown words are known by their class alone."""
    if network.native is None:
        raise SystemExit("measuring needs the native engine")
    ends = np.cumsum([len(sentence) for sentence in ids]).astype(np.uint32)
    return network.native.opinions(np.concatenate(ids).astype(np.uint32), ends)


def _bits(logits: NDArray[np.float64], right: int) -> float:
    most = logits.max()
    return float(most + np.log2(np.exp2(logits - most).sum()) - logits[right])


def pairs() -> list[Pair]:
    """The minimal pairs that are one edit of one token."""
    found = []
    for line in PAIRS.read_text("utf-8").splitlines()[1:]:
        _, wrong, right = line.split("\t")
        pair = _pair(surfaces(wrong), surfaces(right))
        if pair is not None:
            found.append(pair)
    return found


def _pair(wrong: list[str], right: list[str]) -> Pair | None:
    start = 0
    while start < min(len(wrong), len(right)) and wrong[start] == right[start]:
        start += 1
    end = 0
    shorter = min(len(wrong), len(right)) - start
    while end < shorter and wrong[-1 - end] == right[-1 - end]:
        end += 1
    source, target = wrong[start : len(wrong) - end], right[start : len(right) - end]
    operation = {(1, 1): "sub", (0, 1): "insert", (1, 0): "remove"}.get((len(source), len(target)))
    if operation is None:
        return None
    return Pair(operation, wrong, start, "".join(source), "".join(target))


def preferred(network: ContextNetwork) -> dict[str, tuple[int, int, int]]:
    """By kind of edit: pairs, those on which there is an opinion, those where it is right."""
    counts = {kind: [0, 0, 0] for kind in (TOLD_APART, ONE_OTHER, "insert", "remove")}
    for pair in pairs():
        [opinions] = network.opinions([pair.tokens])
        odds = {
            "sub": lambda pair=pair, o=opinions: o.sub(pair.position, pair.source, pair.target),
            "insert": lambda pair=pair, o=opinions: o.insert(pair.position, pair.target),
            "remove": lambda pair=pair, o=opinions: o.remove(pair.position, pair.source),
        }[pair.operation]()
        kind = pair.operation
        if kind == "sub":
            both = network.ids(pair.source).output and network.ids(pair.target).output
            kind = TOLD_APART if both else ONE_OTHER
        count = counts[kind]
        count[0] += 1
        count[1] += odds is not None
        count[2] += odds is not None and odds > 0
    return {kind: (a, b, c) for kind, (a, b, c) in counts.items()}


def speed(text: NetworkText, engine: str, sentences: int) -> float:
    """Tokens per CPU second: reading, and one question of each kind at every place."""
    network = ContextNetwork.load(engine=engine)
    names = [*("zqx" for _ in UNKNOWN_CLASSES), *text.words]
    chosen = np.flatnonzero(text.times == 0)[:: 1_000_000 // sentences][:sentences]
    read = [
        [names[number] for number in text.ids[text.starts[one] : text.starts[one + 1]].tolist()]
        for one in chosen
    ]
    best = 0.0
    for _ in range(REPEATED):
        begin = time.process_time()
        for words, opinions in zip(read, network.opinions(read), strict=True):
            for place in range(len(words)):
                opinions.sub(place, "is", "are")
                opinions.insert(place, "the")
                opinions.remove(place, "the")
        best = max(best, sum(map(len, read)) / (time.process_time() - begin))
    return best


def page(network: ContextNetwork, text: NetworkText, told: Mapping[str, Any]) -> str:
    """results/context_network.md."""
    curve, last = told["curve"], told["curve"][-1]
    now, pair_counts = held_out(network, text), preferred(network)
    native, python = speed(text, "native", 1_000), speed(text, "python", 50)
    lines = [
        "# The context network",
        "",
        "Made by `python pipelines/context_network.py`, after `--train` and `--export`. What is "
        "shipped, `syntacticdiff/search/prices/context.sdctx`: what it learned, what eight "
        "bits a weight cost, how fast it is.",
        "",
        f"- {len(text.words):,} input words, {network.arrays.outputs - 1:,} output words, "
        f"{len(network.arrays.gap_words)} words for gaps; vectors of {network.arrays.vector}, "
        f"{network.arrays.units} units a direction, heads of {network.arrays.word_units} and "
        f"{network.arrays.gap_units}",
        f"- size: {FILE.stat().st_size:,} bytes; digest `{network.digest[:16]}`",
        f"- training: {last['tokens']:,} tokens (an epoch has "
        f"{int((text.lengths * text.times).sum()):,}, repeated ones included), "
        f"{last['seconds'] / 60:.0f} CPU minutes on one thread, {_schedules(told['schedules'])}",
        f"- speed on one thread, tokens per CPU second with one question of each kind at every "
        f"place: {native:,.0f} in the native engine, {python:,.0f} in NumPy",
        "",
        "## Held-out text",
        "",
        f"Sentences of the held-out blocks, about as many tokens of each of the seven texts, "
        f"{int(now['tokens']):,} in all. *Word*: which of the output words stands at a token, all "
        "others counted as one. *Gap*: nothing at every real gap, and the word itself where an "
        "insertable word was taken out.",
        "",
        "| | word, bits | word right | gap, bits | taken out and found | gaps left alone |",
        "|---|---|---|---|---|---|",
        _row("floating point", last),
        _row("shipped, integers", now),
        "",
        "## Minimal pairs",
        "",
        "The textbook errors of `tests/data/minimal_pairs.tsv` that are an edit of one token, and "
        "whether the network alone prefers the correction. Pairs on which it has no opinion count "
        "as not preferred. Any word beyond the output words counts as one and the same, which "
        "says more of how rare the other word is than of this place.",
        "",
        "| edit | pairs | with an opinion | correction preferred |",
        "|---|---|---|---|",
        *(
            f"| {kind} | {all_} | {asked} | {right} ({right / all_:.1%}) |"
            for kind, (all_, asked, right) in pair_counts.items()
            if all_
        ),
        "",
        "## Curve",
        "",
        "On the same held-out sentences, in floating point.",
        "",
        "| tokens read | CPU minutes | word, bits | word right | gap, bits | taken out and found | "
        "gaps left alone |",
        "|---|---|---|---|---|---|---|",
        *(_curve_row(point) for point in curve),
        "",
    ]
    return "\n".join(lines)


def _schedules(schedules: Sequence[Sequence[int]]) -> str:
    """How the learning rate was planned; it may have been planned anew."""
    plans = [f"{end:,} from token {start:,} on" for start, end in schedules]
    return "the learning rate falling to nothing at token " + ", then ".join(plans)


def _row(name: str, found: Mapping[str, float]) -> str:
    return (
        f"| {name} | {found['word_bits']:.4f} | {found['word_accuracy']:.2%} | "
        f"{found['gap_bits']:.4f} | {found['taken_out_accuracy']:.2%} | {found['left_alone']:.2%} |"
    )


def _curve_row(point: Mapping[str, float]) -> str:
    return _row(f"{int(point['tokens']):,} | {point['seconds'] / 60:.1f}", point)
