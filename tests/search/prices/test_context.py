"""The context network: both engines agree, words are found, and damaged files do no harm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.small_network import HEADER, WORDS, damaged_networks, small_network, survive

from syntacticdiff import SyntacticDiff
from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.files.container import open_container
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices import ContextNetwork, Opinions
from syntacticdiff.search.prices.context_arithmetic import NumpyNetwork
from syntacticdiff.search.prices.context_file import (
    EMBEDDED,
    LAYERS,
    SDCTX,
    TABLE,
    Layer,
    NetworkArrays,
)
from syntacticdiff.search.prices.shipped import shipped_prices

try:
    from syntacticdiff import _native
except ImportError:
    _native = None  # type: ignore[assignment]

needs_native = pytest.mark.skipif(_native is None, reason="the native engine is not installed")
ASKED = (*WORDS, "dog", "1984", "dogs")


def everything(opinions: Opinions) -> list[int | None]:
    """All opinions on a sentence."""
    places = range(opinions.size)
    return [
        *(opinions.sub(at, one, other) for at in places for one in ASKED for other in ASKED),
        *(opinions.insert(at, word) for at in range(opinions.size + 1) for word in ASKED),
        *(opinions.remove(at, word) for at in places for word in ASKED),
        *(odds for at in places for odds in opinions.all_subs(at, "cat").tolist()),
        *(odds for at in range(opinions.size + 1) for odds in opinions.all_inserts(at).tolist()),
        *(odds for at in places for odds in opinions.all_removes(at).tolist()),
    ]


@needs_native
@given(
    st.lists(st.lists(st.sampled_from(ASKED), max_size=12), max_size=3),
    st.integers(0, 5),
)
def test_both_engines_have_the_same_opinions(sentences: list[list[str]], seed: int) -> None:
    arrays = small_network(seed)
    python = ContextNetwork(arrays, "", engine="python").opinions(sentences)
    native = ContextNetwork(arrays, "", engine="native").opinions(sentences)
    assert list(map(everything, python)) == list(map(everything, native))


@needs_native
def test_both_engines_agree_on_the_largest_numbers_that_are_allowed() -> None:
    small = small_network()
    arrays = replace(
        small,
        vectors=np.full_like(small.vectors, -128),
        vector_scales=np.full_like(small.vector_scales, 65_535),
        layers={
            name: Layer(
                np.full_like(layer.weights, -128),
                np.full_like(layer.scales, (1 << 24) - 1),
                np.full_like(layer.bias, (-1) ** number * (1 << 26)),
            )
            for number, (name, layer) in enumerate(small.layers.items())
        },
    )
    [python], [native] = (
        ContextNetwork(arrays, "", engine=engine).opinions([["the", "cat", "sat"] * 5])
        for engine in ("python", "native")
    )
    assert everything(python) == everything(native)


def test_a_state_is_what_the_formulas_of_a_gru_say() -> None:
    arrays = small_network()
    given = arrays.vectors.reshape(arrays.inputs, arrays.vector)[[4, 11, 3]]
    scales = arrays.vector_scales[[4, 11, 3]]
    network = NumpyNetwork(arrays)
    vectors = (given * scales[:, None].astype(np.int64) + 128) >> 8
    found = network._states("forward", vectors) / 2**14

    def weights(name: str) -> np.ndarray:
        layer = arrays.layers[name]
        rows = layer.weights.reshape(arrays.shape(name)) * (layer.scales[:, None] / 2**28)
        return np.concatenate([rows, layer.bias[:, None]], axis=1) / 2**10

    def sigmoid(x: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-x))

    state, units = np.zeros(arrays.units), arrays.units
    for number, vector in enumerate(vectors):
        x = weights("forward.words") @ [*vector, 1]
        h = weights("forward.states") @ [*(state * 2**14), 1]
        reset = sigmoid(x[:units] + h[:units])
        keep = sigmoid(x[units : 2 * units] + h[units : 2 * units])
        fresh = np.tanh(x[2 * units :] + reset * h[2 * units :])
        state = (1 - keep) * fresh + keep * state
        assert found[number + 1] == pytest.approx(state, abs=0.005)


def test_words_are_found_as_the_reference_writes_them() -> None:
    network = ContextNetwork(small_network(), "", engine="python")
    assert network.ids("the") == network.ids("The") == (3, 1, 1)
    assert network.ids("n’t") == network.ids("n't") == (11, 0, 0)  # beyond the eight outputs
    assert network.ids("dogs") == (2, 0, 0)
    assert network.ids("1984") == (1, 0, 0)
    assert network.ids("running") == (0, 0, 0)  # a class that this network does not have


def test_what_the_network_cannot_tell_has_no_opinion() -> None:
    [opinions] = ContextNetwork(small_network(), "").opinions([["the", "cat", "sat"]])
    assert opinions.sub(1, "dog", "n't") is None
    assert opinions.sub(1, "dog", "mat") is not None
    assert opinions.insert(3, "cat") is None
    assert opinions.remove(1, "cat") is None
    assert opinions.sub(1, "cat", "cat") == 0


def test_all_words_at_once_have_the_same_odds_as_each_alone() -> None:
    network = ContextNetwork(small_network(), "")
    [opinions] = network.opinions([["the", "cat", "sat"]])
    at_once = opinions.all_subs(1, "cat"), opinions.all_inserts(3), opinions.all_removes(0)
    for word in ("the", "a", "."):
        ids = network.ids(word)
        assert opinions.sub(1, "cat", word) == at_once[0][ids.output]
        assert opinions.insert(3, word) == at_once[1][ids.gap]
        assert opinions.remove(0, word) == at_once[2][ids.gap]


def test_taking_a_word_out_leaves_the_gap_of_the_sentence_without_it() -> None:
    network = ContextNetwork(small_network(), "")
    whole, without = network.opinions([["the", "cat", "sat"], ["the", "sat"]])
    removed, inserted = whole.remove(1, "a"), without.insert(1, "a")
    assert removed is not None
    assert inserted is not None
    assert removed == -inserted != 0


@pytest.mark.parametrize("engine", ["python", "native"])
def test_places_outside_the_sentence_are_refused(engine: str) -> None:
    if engine == "native" and _native is None:
        pytest.skip("the native engine is not installed")
    [opinions] = ContextNetwork(small_network(), "", engine=engine).opinions([["the", "cat"]])
    for ask in (
        lambda: opinions.sub(2, "the", "a"),
        lambda: opinions.insert(3, "the"),
        lambda: opinions.remove(-1, "the"),
    ):
        with pytest.raises(UsageError, match="position"):
            ask()


def test_strings_are_not_sentences() -> None:
    network = ContextNetwork(small_network(), "")
    with pytest.raises(UsageError, match="lists of tokens"):
        network.opinions(["the cat"])


def test_a_network_survives_its_file(tmp_path: Path) -> None:
    arrays, path = small_network(), tmp_path / "small.sdctx"
    checksum = arrays.write(path, HEADER)
    network = ContextNetwork.load(path)
    assert network.digest == checksum
    assert network is ContextNetwork.load(path)
    [before] = ContextNetwork(arrays, "").opinions([WORDS])
    [after] = network.opinions([WORDS])
    assert everything(before) == everything(after)
    small_network(2).write(path, HEADER)
    assert ContextNetwork.load(path).digest != checksum


def test_no_file_no_network(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        ContextNetwork.load(tmp_path / "none.sdctx")
    (tmp_path / "text.sdctx").write_text("The cat sat on the mat.\n" * 20)
    with pytest.raises(ModelError, match="not a SyntacticDiff context network"):
        ContextNetwork.load(tmp_path / "text.sdctx")


def damage(arrays: NetworkArrays, part: str) -> NetworkArrays:
    """The network with one part that cannot be."""
    layer = arrays.layers["gap.out"]
    layers = {
        "scale": replace(layer, scales=-layer.scales),
        "bias": replace(layer, bias=layer.bias + (1 << 27)),
        "rows": replace(layer, weights=layer.weights[:-1]),
    }
    if part in layers:
        return replace(arrays, layers={**arrays.layers, "gap.out": layers[part]})
    return {
        "table": replace(arrays, tanh=np.full(TABLE, 1 << 14, np.int16) + np.int16(1)),
        "short table": replace(arrays, sigmoid=arrays.sigmoid[:-1]),
        "vectors": replace(arrays, vectors=arrays.vectors[:-1]),
        "outputs": replace(arrays, outputs=len(WORDS) + 2),
        "twice": replace(arrays, words=(*WORDS[:-1], "the")),
    }[part]


@pytest.mark.parametrize(
    "part",
    ["scale", "bias", "rows", "table", "short table", "vectors", "outputs", "twice"],
)
def test_what_does_not_fit_together_is_refused(tmp_path: Path, part: str) -> None:
    path = tmp_path / "wrong.sdctx"
    damage(small_network(), part).write(path, HEADER)
    with pytest.raises(ModelError, match="damaged"):
        ContextNetwork.load(path)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_damaged_files_are_refused_or_do_no_harm(tmp_path: Path, engine: str) -> None:
    if engine == "native" and _native is None:
        pytest.skip("the native engine is not installed")
    opened = sum(survive(path, engine) for path in damaged_networks(tmp_path))
    assert opened > 3 * len(LAYERS)


def test_the_shipped_network_is_small_and_says_where_it_comes_from() -> None:
    assert EMBEDDED.stat().st_size <= 5_000_000
    header = open_container(EMBEDDED, SDCTX).header
    assert header["licence"].startswith("CC BY-SA 4.0")
    assert len(header["corpora"]) == 7


def test_the_shipped_network_knows_plain_english() -> None:
    network = ContextNetwork.load()
    sentences = [
        ["She", "live", "alone", "in", "a", "small", "flat", "."],
        ["We", "was", "talking", "about", "the", "weather", "."],
        ["He", "lives", "in", "small", "house", "."],
        ["She", "explained", "me", "the", "the", "rules", "."],
    ]
    live, was, house, rules = network.opinions(sentences)
    assert (live.sub(1, "live", "lives") or 0) > 0
    assert (was.sub(1, "was", "were") or 0) > 0
    assert (house.insert(3, "a") or 0) > (house.insert(4, "a") or 0)
    assert (rules.remove(4, "the") or 0) > (house.remove(2, "in") or 0)


@needs_native
def test_both_engines_agree_on_the_shipped_network() -> None:
    words = ["The", "dogs", "which", "I", "saw", "in", "1984", ",", "was", "n't", "zorking", "."]
    python, native = (
        ContextNetwork.load(engine=engine).opinions([words])[0] for engine in ("python", "native")
    )
    for place in range(len(words)):
        assert (python.all_subs(place, "the") == native.all_subs(place, "the")).all()
        assert (python.all_inserts(place) == native.all_inserts(place)).all()
        assert (python.all_removes(place) == native.all_removes(place)).all()


def test_prices_that_were_learned_with_another_network_are_refused() -> None:
    prices = replace(shipped_prices(), network="0" * 16)
    with pytest.raises(UsageError, match="another context network"):
        SyntacticDiff(penalties=Penalties(pricing=prices))("She live alone .")
