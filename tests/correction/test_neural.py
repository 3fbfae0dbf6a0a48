"""NeuralCorrector: the outputs of an encoder-decoder as diffs of text."""

from __future__ import annotations

from pathlib import Path

import pytest

from syntacticdiff.correction import NeuralCorrector
from syntacticdiff.edits.diff import apply_edits
from syntacticdiff.errors import UsageError
from syntacticdiff.neural import (
    CorrectorSettings,
    Pair,
    load_network,
    save_network,
    train_corrector,
)
from syntacticdiff.reference import ReferenceModel

WRONG, RIGHT = ("the", "dog", "run", "home"), ("the", "dog", "runs", "home")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learned one sentence."""
    pytest.importorskip("torch", reason="needs the extra neural")
    settings = CorrectorSettings(
        mle_updates=60,
        reward_updates=0,
        batch=4,
        vector=8,
        units=8,
        decoder=8,
        rate=0.03,
        dropout=0.0,
        longest=6,
    )
    path = tmp_path_factory.mktemp("networks") / "a.sdnrl"
    save_network(train_corrector([Pair(WRONG, (RIGHT,))] * 4, settings), path)
    return path


@pytest.fixture(scope="module")
def reference() -> ReferenceModel:
    return ReferenceModel.train(["The dog runs home.", "A dog runs to the park."] * 20)


def test_its_diffs_have_edits_with_gains_and_probabilities(
    model: Path, reference: ReferenceModel
) -> None:
    corrector = NeuralCorrector(reference, model=model)
    diff = corrector.differ("the dog  run home")
    assert diff.output == "the dog  runs home"
    [edit] = diff.edits
    assert str(edit) == "sub(run->runs)"
    assert edit.probability is not None
    assert edit.probability > 0.5
    assert (edit.start, edit.end) == (9, 12)
    assert edit.gain == pytest.approx(diff.before - diff.after)
    assert apply_edits(diff.tokens, diff.edits) == diff.output_tokens
    assert "system:nrl|network:" in diff.signature
    [m2, annotation] = str(corrector.m2(diff)).split("\n")
    assert m2 == "S the dog run home"
    assert annotation.startswith("A 2 3|||R:VERB")
    assert "|||runs|||REQUIRED|||p=" in annotation


def test_documents_keep_what_stands_between_sentences(
    model: Path, reference: ReferenceModel
) -> None:
    corrector = NeuralCorrector(reference, model=model, tokenized=True)
    text = "the dog run home\n\nthe dog run home and home again then\nthe dog run home\n"
    made = corrector.document(text)
    assert made.output == text.replace("run home\n", "runs home\n")
    assert len(made.diffs) == 4 or len(made.diffs) == 3
    assert [m.output for m in corrector.many([text, ""])] == [made.output, ""]
    with pytest.raises(UsageError, match="n_jobs: the system nrl has one worker"):
        list(corrector.many([text], n_jobs=2))


def test_the_embedded_network_and_spelling_in_front() -> None:
    pytest.importorskip("torch", reason="needs the extra neural")
    text = "i think it rained becuase of the wind. She have three cats."
    made = NeuralCorrector().document(text)
    assert made.output == "I think it rained because of the wind. She has three cats."
    probabilities = {str(e): e.probability for diff in made.diffs for e in diff.edits}
    assert probabilities.pop("sub(becuase->because)") is None
    assert all(p is not None and p > 0.3 for p in probabilities.values())
    alone = NeuralCorrector(spelling=False).document("I thougth of the wind.")
    assert "spelling:False" in alone.diffs[0].signature
    assert made.diffs[0].signature != alone.diffs[0].signature


def test_the_embedded_network_may_be_passed_on() -> None:
    header = load_network().header
    assert header["licence"].startswith("CC BY-SA 4.0")
    assert header["training"]["held_out"] > 70
