"""The network in NumPy: against its formulas, against torch, and one sentence against many."""

from __future__ import annotations

import numpy as np
import pytest

from syntacticdiff.recognition import RecognitionNetwork, load_network, save_network
from syntacticdiff.recognition.semicharacter import semicharacter_vectors

SENTENCES = [
    ["The", "Uinervtisy", "of", "Cmabrigde", ",", "1984"],
    [],
    ["a"],
    ["wrod", "", "x" * 10_000, "мир"],
]


def made_up(units: int = 7, words: int = 30, neighbours: bool = True) -> RecognitionNetwork:
    chance = np.random.default_rng(4)

    def drawn(*shape: int) -> np.ndarray:  # type: ignore[type-arg]
        return chance.normal(size=shape).astype(np.float32)

    return RecognitionNetwork(
        words=tuple(f"w{number:03}" for number in range(words)),
        input=drawn(4 * units, 228) / 4,
        recurrent=drawn(4 * units, units),
        bias=drawn(4 * units),
        output=drawn(words + 1, units),
        output_bias=drawn(words + 1),
        neighbours=neighbours,
        header={"tokenizer": "treebank", "tokenizer_version": 1, "training": {}, "signature": "x"},
    )


def by_the_formulas(network: RecognitionNetwork, words: list[str]) -> list[np.ndarray]:  # type: ignore[type-arg]
    """i, f, o = sigmoid; g = tanh; c' = f c + i g; h = o tanh(c'), in double precision."""

    def sigmoid(x: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        return 1 / (1 + np.exp(-np.clip(x, -500, 500)))

    hidden = cell = np.zeros(network.units)
    found = []
    for vector in semicharacter_vectors(words).astype(float):
        if not network.neighbours:
            hidden = cell = np.zeros(network.units)
        gates = network.input @ vector + network.recurrent @ hidden + network.bias
        i, f, g, o = gates.reshape(4, -1)
        cell = sigmoid(f) * cell + sigmoid(i) * np.tanh(g)
        hidden = sigmoid(o) * np.tanh(cell)
        scores = network.output @ hidden + network.output_bias
        found.append(scores - np.log(np.exp(scores).sum()))
    return found


@pytest.mark.parametrize("neighbours", [True, False])
def test_probabilities_are_those_of_the_formulas(neighbours: bool) -> None:
    network = made_up(neighbours=neighbours)
    for words in SENTENCES:
        expected = by_the_formulas(network, words)
        found = network.log_probabilities(words)
        assert found.shape == (len(words), 31)
        assert np.allclose(found, np.reshape(expected, found.shape), atol=1e-4)


def test_many_sentences_are_read_as_each_alone() -> None:
    network = made_up()
    together = network.recognized(SENTENCES)
    assert together == [network.recognized([words])[0] for words in SENTENCES]
    assert [len(words) for words in together] == [len(words) for words in SENTENCES]
    for words, named in zip(SENTENCES, together, strict=True):
        best = [likely[0].word for likely in network.likeliest(words, most=1)]
        assert best == named


def test_places_choose_rows() -> None:
    network = made_up()
    rows = network.log_probabilities(SENTENCES[0])
    assert np.array_equal(network.log_probabilities(SENTENCES[0], [4, 1]), rows[[4, 1]])


def test_the_likeliest_come_first_and_sum_to_one() -> None:
    network = made_up()
    [likely] = network.likeliest(["wrod"], most=1000)
    shares = [each.probability for each in likely]
    assert len(likely) == 31
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert sum(each.word is None for each in likely) == 1


@pytest.mark.parametrize("neighbours", [True, False])
def test_numpy_equals_torch_with_the_weights_of_the_file(neighbours: bool, tmp_path) -> None:  # type: ignore[no-untyped-def]
    torch = pytest.importorskip("torch")
    from syntacticdiff.recognition.training import make_network

    save_network(made_up(neighbours=neighbours), tmp_path / "a.sdrec")
    network = load_network(tmp_path / "a.sdrec")
    other = make_network(torch, 228, network.units, len(network.words) + 1)
    zeros = np.zeros_like(network.bias)
    other.load_state_dict(
        {
            "lstm.weight_ih_l0": torch.tensor(network.input),
            "lstm.weight_hh_l0": torch.tensor(network.recurrent),
            "lstm.bias_ih_l0": torch.tensor(network.bias),
            "lstm.bias_hh_l0": torch.tensor(zeros),
            "output.weight": torch.tensor(network.output),
            "output.bias": torch.tensor(network.output_bias),
        }
    )
    words = [word for words in SENTENCES for word in words if len(word) < 100]
    vectors = torch.tensor(semicharacter_vectors(words).astype(np.float32))
    with torch.no_grad():
        shaped = vectors[:, None] if neighbours else vectors[None]
        states = other["lstm"](shaped)[0].reshape(len(words), -1)
        expected = torch.log_softmax(other["output"](states), 1).exp().numpy()
    found = np.exp(network.log_probabilities(words))
    assert np.abs(found - expected).max() < 1e-5
