"""Trained weights as small integers: the opinions stay what they were."""

from __future__ import annotations

import numpy as np
import pytest

from syntacticdiff.errors import UsageError
from syntacticdiff.search.prices import ContextNetwork

WORDS = ("the", ".", "cat", "sat", "on")
CLASSES = ("OTHER", "S")
GAPS = ("the", ".")
VECTOR, UNITS, WORD_UNITS, GAP_UNITS = 6, 8, 10, 7

Weights = dict[str, np.ndarray]


def trained(seed: int = 3) -> Weights:
    """Weights by torch's names, of the size that training gives."""
    rng = np.random.default_rng(seed)
    shapes = {
        "vectors.weight": (len(CLASSES) + len(WORDS), VECTOR),
        "word_hidden.weight": (WORD_UNITS, 2 * UNITS),
        "word_out.weight": (4, WORD_UNITS),
        "gap_hidden.weight": (GAP_UNITS, 2 * UNITS),
        "gap_out.weight": (len(GAPS) + 1, GAP_UNITS),
    }
    for way in ("", "_reverse"):
        shapes[f"gru.weight_ih_l0{way}"] = (3 * UNITS, VECTOR)
        shapes[f"gru.weight_hh_l0{way}"] = (3 * UNITS, UNITS)
    found = {name: rng.normal(0, 0.5, shape) for name, shape in shapes.items()}
    for name, shape in shapes.items():
        if name != "vectors.weight":
            found[name.replace("weight", "bias")] = rng.normal(0, 0.3, shape[0])
    return found


def states(weights: Weights, ids: list[int], way: str) -> list[np.ndarray]:
    """The states of torch's GRU, in floating point."""
    found = [np.zeros(UNITS)]
    for vector in weights["vectors.weight"][ids]:
        x = weights[f"gru.weight_ih_l0{way}"] @ vector + weights[f"gru.bias_ih_l0{way}"]
        h = weights[f"gru.weight_hh_l0{way}"] @ found[-1] + weights[f"gru.bias_hh_l0{way}"]
        reset, keep = np.split(1 / (1 + np.exp(-(x + h)[: 2 * UNITS])), 2)
        fresh = np.tanh(x[2 * UNITS :] + reset * h[2 * UNITS :])
        found.append((1 - keep) * fresh + keep * found[-1])
    return found


def logits(weights: Weights, head: str, before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """What a head says, in bits."""
    joined = np.concatenate([before, after])
    hidden = np.tanh(weights[f"{head}_hidden.weight"] @ joined + weights[f"{head}_hidden.bias"])
    found: np.ndarray = weights[f"{head}_out.weight"] @ hidden + weights[f"{head}_out.bias"]
    return found / np.log(2)


def test_the_integers_give_what_the_weights_gave() -> None:
    weights = trained()
    network = ContextNetwork.from_weights(weights, WORDS, CLASSES, GAPS)
    words = ["the", "cats", "sat", "on", "zork", "."]
    ids = [network.ids(word).input for word in words]
    assert ids == [2, 1, 5, 6, 0, 3]
    before = states(weights, ids, "")
    after = states(weights, ids[::-1], "_reverse")[::-1]
    [opinions] = network.opinions([words])
    for place in range(len(words)):
        exact = logits(weights, "word", before[place], after[place + 1])
        assert opinions.all_subs(place, "the") / 1024 == pytest.approx(exact - exact[1], abs=0.03)
        exact = logits(weights, "gap", before[place], after[place])
        assert opinions.all_inserts(place) / 1024 == pytest.approx(exact - exact[0], abs=0.03)
        exact = logits(weights, "gap", before[place], after[place + 1])
        assert opinions.all_removes(place) / 1024 == pytest.approx(exact[0] - exact, abs=0.03)


def test_weights_that_do_not_fit_are_refused() -> None:
    weights = trained()
    weights["gap_out.weight"][1, 1] = 1e6
    with pytest.raises(UsageError, match=r"gap\.out: its weights or biases are too large"):
        ContextNetwork.from_weights(weights, WORDS, CLASSES, GAPS)
    weights = trained()
    weights["vectors.weight"][0, 0] = 40.0
    with pytest.raises(UsageError, match="vectors: numbers of 16"):
        ContextNetwork.from_weights(weights, WORDS, CLASSES, GAPS)


def test_weights_come_back_as_they_were_rounded() -> None:
    weights = trained()
    network = ContextNetwork.from_weights(weights, WORDS, CLASSES, GAPS)
    back = network.weights()
    assert set(back) == set(weights)
    for name, values in weights.items():
        step = np.abs(values).max(axis=-1, keepdims=values.ndim > 1) / 64
        assert np.all(np.abs(back[name] - values) <= np.maximum(step, 1e-2)), name
    again = ContextNetwork.from_weights(back, WORDS, CLASSES, GAPS)
    ours, theirs = (one.opinions([["the", "cat", "sat", "."]])[0] for one in (network, again))
    assert abs(ours.sub(1, "cat", "the") - theirs.sub(1, "cat", "the")) <= 8
