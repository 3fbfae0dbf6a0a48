"""Learning from reward: minimum risk training is policy gradient, and nothing is learned from
samples that are alike."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from syntacticdiff.evaluate import SentenceReward
from syntacticdiff.neural import CorrectorSettings, EncoderDecoder, Pair, Sizes
from syntacticdiff.neural.batches import Vocabulary, lessons_of, sources_of
from syntacticdiff.neural.policy import (
    Samples,
    draw_programs,
    judged,
    outcome,
    reward_loss,
    sampled_loss,
    weights_of_samples,
)
from syntacticdiff.neural.programs import Program, Step, run

SOURCE = ("a", "x")
END = len(SOURCE)
STEPS = [Step(0), Step(1), Step(END), Step(-1, "a"), Step(-1, "b"), Step(-1, "c")]


def all_programs(longest: int) -> list[Program]:
    """Every program of at most so many steps: those that end, and those that are cut there."""
    found = []
    for length in range(1, longest + 1):
        for steps in product(STEPS, repeat=length):
            ends = [step.place == END for step in steps]
            if not any(ends[:-1]) and (ends[-1] or length == longest):
                found.append(tuple(steps))
    return found


def log_probabilities(network: EncoderDecoder, programs: list[Program]) -> Any:
    sources = sources_of([SOURCE], network.vocabulary, ["a", "b", "c"])
    lessons = lessons_of(programs, [0] * len(programs), sources, network.vocabulary)
    encoded = network.encode(sources).chosen(network.torch.from_numpy(lessons.rows))
    return network.log_probabilities(encoded, lessons).sum(dim=1)


def test_the_probabilities_of_all_programs_sum_to_1(toy: EncoderDecoder) -> None:
    total = log_probabilities(toy, all_programs(3)).exp().sum()
    assert float(total.detach()) == pytest.approx(1, abs=1e-5)


def gradients(network: EncoderDecoder, loss: Any) -> list[Any]:
    parameters = list(network.parameters())
    found = network.torch.autograd.grad(loss, parameters, allow_unused=True, retain_graph=True)
    return [each for each in found if each is not None]


@pytest.mark.parametrize("alpha", [1.0, 0.3, 0.005])
def test_the_gradient_of_risk_is_policy_gradient_with_the_expected_risk_as_baseline(
    torch: Any, toy: EncoderDecoder, alpha: float
) -> None:
    programs = all_programs(3)
    reward = SentenceReward(SOURCE, [("a", "b", "x")])
    rewards = torch.tensor([reward(run(program, SOURCE)) for program in programs])
    log_p = log_probabilities(toy, programs)

    risk = (torch.softmax(alpha * log_p, dim=0) * -rewards).sum()  # E_q[D], differentiated as it is
    times = torch.ones(len(programs))
    weights = weights_of_samples(torch, log_p, times, "risk", alpha)
    policy = reward_loss(log_p, rewards, weights)

    for ours, wanted in zip(gradients(toy, policy), gradients(toy, risk), strict=True):
        assert torch.allclose(alpha * ours, wanted, rtol=1e-3, atol=1e-7)


def test_policy_gradient_over_all_programs_is_the_gradient_of_the_expected_reward(
    torch: Any, toy: EncoderDecoder
) -> None:
    programs = all_programs(3)
    reward = SentenceReward(SOURCE, [("a", "b", "x")])
    rewards = torch.tensor([reward(run(program, SOURCE)) for program in programs])
    log_p = log_probabilities(toy, programs)
    expected = -(log_p.exp() * rewards).sum()
    weighted = reward_loss(log_p, rewards, log_p.exp().detach())
    for ours, wanted in zip(gradients(toy, weighted), gradients(toy, expected), strict=True):
        assert torch.allclose(ours, wanted, rtol=1e-3, atol=1e-6)


def test_programs_are_drawn_as_often_as_they_are_probable(torch: Any, toy: EncoderDecoder) -> None:
    torch.manual_seed(1)
    [drawn] = draw_programs(toy, [SOURCE], 4000)
    for length in (1, 3):
        beginnings = sorted({program[:length] for program in all_programs(length)})
        found = Counter(program[:length] for program in drawn)
        wanted = len(drawn) * log_probabilities(toy, beginnings).exp().detach().numpy()
        counted = np.array([found[beginning] for beginning in beginnings])
        assert counted.sum() == len(drawn)
        often = wanted > 5
        surprise = float(((counted - wanted) ** 2 / wanted)[often].sum())  # chi square
        assert surprise < often.sum() + 4 * math.sqrt(2 * often.sum())


def test_samples_of_a_source_do_not_depend_on_each_other(torch: Any, toy: EncoderDecoder) -> None:
    """They share the steps that they have in common, and are drawn apart all the same."""
    torch.manual_seed(3)
    drawn = draw_programs(toy, [SOURCE] * 2000, 2)
    copies = [[program[:2] == (Step(0), Step(1)) for program in pair] for pair in drawn]
    first, second = np.array(copies, float).T
    assert 0.01 < first.mean() < 0.99
    assert abs(np.corrcoef(first, second)[0, 1]) < 4 / math.sqrt(len(drawn))


def test_scoring_costs_less_than_drawing(torch: Any) -> None:
    """With the sizes and the numbers of an update that are the defaults."""
    torch.manual_seed(4)
    chance = random.Random(4)
    words = [f"w{number}" for number in range(5000)]
    network = EncoderDecoder(torch, Vocabulary(words), Sizes())
    settings = CorrectorSettings()
    pairs = []
    for _ in range(settings.sources):
        source = tuple(chance.choices(words, k=20))
        pairs.append(Pair(source, ((*source[:9], "w1", *source[10:]),)))
    drawing = scoring = 0.0
    for _ in range(3):
        start = time.process_time()
        drawn = draw_programs(network, [pair.source for pair in pairs], settings.samples)
        drawing += time.process_time() - start
        start = time.process_time()
        for pair, programs in zip(pairs, drawn, strict=True):
            judged(pair, programs, SentenceReward(pair.source, pair.targets), False)
        scoring += time.process_time() - start
    assert scoring < drawing


def test_drawn_programs_end_once_or_are_cut_at_the_limit(torch: Any, toy: EncoderDecoder) -> None:
    torch.manual_seed(2)
    for source, programs in zip(
        [SOURCE, ("b",)], draw_programs(toy, [SOURCE, ("b",)], 50), strict=True
    ):
        assert len(programs) == 50
        for program in programs:
            ends = [step.place == len(source) for step in program]
            assert not any(ends[:-1])
            assert ends[-1] or len(program) == len(source) + len(source) // 2 + 5


def test_equal_samples_give_no_gradient(torch: Any, toy: EncoderDecoder) -> None:
    pair = Pair(SOURCE, (("a", "b"),))
    alike = judged(pair, [(Step(0), Step(END))] * 5, SentenceReward(SOURCE, pair.targets), False)
    assert alike.are_alike
    assert alike.times.tolist() == [5]
    assert sampled_loss(toy, [pair], [alike], None) is None
    rewards, log_p = torch.full((4,), 0.7), torch.zeros(4, requires_grad=True)
    reward_loss(log_p, rewards, torch.full((4,), 0.25)).backward()
    assert torch.allclose(log_p.grad, torch.zeros(4))


def test_a_sample_that_is_empty_has_no_reward_and_the_reference_may_be_added(
    toy: EncoderDecoder,
) -> None:
    pair = Pair(SOURCE, (("a", "b"),))
    reward = SentenceReward(SOURCE, pair.targets)
    found = judged(pair, [(Step(END),)], reward, True)
    assert found.tokens == [(), ("a", "b")]
    assert found.rewards.tolist() == [0.0, 1.0]
    loss = sampled_loss(toy, [pair], [found], 0.005)
    assert loss is not None
    assert loss.requires_grad


def test_the_outcome_of_samples() -> None:
    pair = Pair(SOURCE, (SOURCE,))
    programs = [(Step(0), Step(-1, "b"), Step(1), Step(END)), (Step(0), Step(END))]
    found = outcome([pair], [programs], 0.5)
    assert (found.reward, found.length, found.copied) == (0.5, 4 / 4, 3 / 4)


def test_samples_are_weighted_by_how_often_they_were_drawn() -> None:
    samples = Samples([], [], np.array([3.0, 1.0]), np.array([1.0, 0.0]))
    assert samples.mean_reward == 0.75
