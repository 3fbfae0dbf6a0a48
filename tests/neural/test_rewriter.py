"""Rewriting: the edits of outputs, and the guard."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.edits.diff import apply_edits
from syntacticdiff.neural import CorrectionNetwork, EncoderDecoder, Rewriter, Rewriting, Sizes
from syntacticdiff.neural.batches import Vocabulary
from syntacticdiff.neural.decoding import Decoded
from syntacticdiff.neural.programs import Step
from syntacticdiff.recognition.learning import weights_of
from syntacticdiff.reference import ReferenceModel

words = st.lists(st.sampled_from(["a", "b", "c", "the", "The"]), min_size=1, max_size=7).map(tuple)


@given(words, words)
def test_the_edits_make_the_output_and_are_in_normal_form(
    source: tuple[str, ...], target: tuple[str, ...]
) -> None:
    edits = Rewriting(source, target, tuple(0.5 for _ in range(len(target) + 1))).edits()
    assert apply_edits(source, edits) == target
    assert [edit.position for edit in edits] == sorted(edit.position for edit in edits)
    assert all(edit.probability == 0.5 for edit in edits)
    removed = {edit.position for edit in edits if edit.op == "remove"}
    assert not any(e.op == "insert" and e.position - 1 in removed for e in edits)


def test_an_edit_has_the_probability_of_its_step() -> None:
    rewriting = Rewriting(
        ("He", "go", "to", "home"), ("He", "goes", "home", "."), (0.9, 0.8, 0.7, 0.6, 0.5)
    )
    found = {str(edit): edit.probability for edit in rewriting.edits()}
    assert found == {"sub(go->goes)": 0.8, "remove(to)": 0.7, "insert(.)": 0.6}


@pytest.fixture
def network(torch: Any) -> CorrectionNetwork:
    """It copies everything."""
    torch.manual_seed(0)
    sizes = Sizes(8, 8, 8)
    made = EncoderDecoder(torch, Vocabulary(("the", "dog", "runs")), sizes)
    with torch.no_grad():
        made.layers["cue"].weight[:, 3] += 6
        made.layers["gate"].bias.fill_(-6)
    return CorrectionNetwork(made.vocabulary.words, sizes, 6, weights_of(made.layers))


@pytest.fixture
def reference() -> ReferenceModel:
    return ReferenceModel.train(["the dog runs", "a dog runs", "the dog sleeps"] * 20)


def rewritten(rewriter: Rewriter, source: str, output: str, monkeypatch: Any) -> str:
    """What the rewriter makes of an output that the network would give."""
    from syntacticdiff.neural import rewriter as module

    tokens = tuple(output.split())
    program = (*(Step(-1, word) for word in tokens), Step(len(source.split())))
    found = Decoded(tokens, program, (-0.1,) * len(program))
    monkeypatch.setattr(module, "decode", lambda network, sentences, beam: [found])
    [made] = rewriter.rewrite_many([source.split()])
    return " ".join(made.tokens)


def test_the_guard_drops_what_is_less_likely_or_much_longer(
    network: CorrectionNetwork, reference: ReferenceModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded = Rewriter(network, reference)
    free = Rewriter(network, reference, guard=False)
    better, worse, longer = "the dog runs", "dog the runs", "the dog runs the dog runs"
    assert rewritten(guarded, "dog runs the", better, monkeypatch) == better
    assert rewritten(guarded, better, worse, monkeypatch) == better
    assert rewritten(free, better, worse, monkeypatch) == worse
    assert rewritten(guarded, "dog runs the", longer, monkeypatch) == "dog runs the"
    assert rewritten(free, "dog runs the", longer, monkeypatch) == longer
    assert rewritten(free, better, "", monkeypatch) == better  # nothing is no correction


def test_spelling_comes_first_and_has_no_probability(
    network: CorrectionNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    from syntacticdiff.neural import rewriter as module

    given = []

    def decoded(_: object, sentences: list[tuple[str, ...]], beam: int) -> list[Decoded]:
        given.extend(sentences)
        [words] = sentences
        program = (*(Step(place) for place in range(4)), Step(-1, "teachers"), Step(5), Step(6))
        tokens = (*words[:4], "teachers", words[5])
        return [Decoded(tokens, program, (-0.1,) * len(program))]

    monkeypatch.setattr(module, "decode", decoded)
    source = ("They", "becuase", "of", "two", "teacher", ".")
    rewriter = Rewriter(network, ReferenceModel.load(), guard=False, spelling=True)
    [found] = rewriter.rewrite_many([source])
    assert given == [("They", "because", "of", "two", "teacher", ".")]
    edits = {str(edit): edit.probability for edit in found.edits()}
    assert edits == {
        "sub(becuase->because)": None,
        "sub(teacher->teachers)": pytest.approx(0.904837),
    }


def test_a_removal_before_a_respelled_word_keeps_its_probability() -> None:
    source, tokens = ("I", "very", "beleive", "it"), ("I", "believe", "it")
    found = Rewriting(source, tokens, (0.9, 0.7, 0.8, 0.9), frozenset({1}))
    edits = {str(edit): edit.probability for edit in found.edits()}
    assert edits == {"remove(very)": 0.7, "sub(beleive->believe)": None}


def test_what_is_only_spelled_anew_or_too_long_for_the_network(network: CorrectionNetwork) -> None:
    rewriter = Rewriter(network, ReferenceModel.load(), spelling=True)
    short, long = ("I", "beleive", "it"), ("I", "beleive", "it", "is", "so", ",", "too")
    found = rewriter.rewrite_many([short, long])
    assert [str(edit) for each in found for edit in each.edits()] == ["sub(beleive->believe)"] * 2
    assert all(edit.probability is None for each in found for edit in each.edits())


def test_longer_sentences_than_it_was_trained_on_and_empty_ones_are_left_alone(
    network: CorrectionNetwork, reference: ReferenceModel
) -> None:
    sentences = [(), ("the", "dog"), ("the",) * 7, ("Zyx", "runs", "!")]
    found = Rewriter(network, reference, beam=2).rewrite_many(sentences)
    assert [each.tokens for each in found] == sentences
    assert all(each.edits() == () for each in found)
