"""Decoding: greedy and by beam, equal to what following the programs says."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest

from syntacticdiff.neural import EncoderDecoder, Sizes, decode
from syntacticdiff.neural.batches import Vocabulary, lessons_of, sources_of
from syntacticdiff.neural.programs import Program, Step, run

SENTENCES = [("a", "x"), ("b",), ("unknown", "words", "a", "c", "a")]


def log_p(network: EncoderDecoder, source: tuple[str, ...], programs: list[Program]) -> list[float]:
    sources = sources_of([source], network.vocabulary, ["a", "b", "c"])
    lessons = lessons_of(programs, [0] * len(programs), sources, network.vocabulary)
    encoded = network.encode(sources).chosen(network.torch.from_numpy(lessons.rows))
    found = network.log_probabilities(encoded, lessons).sum(dim=1)
    return [float(each) for each in found.detach()]


@pytest.mark.parametrize("beam", [1, 3])
def test_the_steps_of_an_output_have_the_probabilities_that_following_it_gives(
    toy: EncoderDecoder, beam: int
) -> None:
    for source, found in zip(SENTENCES, decode(toy, SENTENCES, beam), strict=True):
        assert run(found.program, source) == found.tokens
        [wanted] = log_p(toy, source, [found.program])
        if any(found.log_probabilities):  # a source that is given back has none
            assert sum(found.log_probabilities) == pytest.approx(wanted, abs=1e-4)


def test_a_wide_beam_finds_the_likeliest_program(torch: Any, toy: EncoderDecoder) -> None:
    with torch.no_grad():
        toy.layers["cue"].weight[:, 3] += 3  # so that short programs are likely
    source = ("a",)
    steps = [Step(0), Step(1), Step(-1, "a"), Step(-1, "b"), Step(-1, "c")]
    ended = [
        (*middle, Step(1))
        for length in range(4)
        for middle in product([s for s in steps if s.place != 1], repeat=length)
    ]
    scores = log_p(toy, source, ended)
    best = max(range(len(ended)), key=scores.__getitem__)
    [found] = decode(toy, [source], beam=40)
    assert sum(found.log_probabilities) >= scores[best] - 1e-4
    assert len(found.program) > 4 or found.program == ended[best]


def test_sentences_do_not_depend_on_those_beside_them(toy: EncoderDecoder) -> None:
    for beam in (1, 4):
        together = [found.tokens for found in decode(toy, SENTENCES, beam)]
        assert together == [decode(toy, [one], beam)[0].tokens for one in SENTENCES]


def test_a_new_network_copies_words_that_it_does_not_know(torch: Any) -> None:
    torch.manual_seed(0)
    network = EncoderDecoder(torch, Vocabulary(("the", "of")), Sizes(8, 8, 8))
    with torch.no_grad():
        network.layers["cue"].weight[:, 3] += 4
    source = ("Zyxwv", "met", "Qrst", ",", "and", "Zyxwv", "met", "1984", ".")
    [found] = decode(network, [source])
    assert found.tokens == source
    assert math.isfinite(sum(found.log_probabilities))


def test_nothing_gives_nothing(toy: EncoderDecoder) -> None:
    assert decode(toy, []) == []
