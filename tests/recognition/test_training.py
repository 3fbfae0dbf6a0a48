"""Training: noise in vectors is noise in letters; seeds repeat, and a stop changes nothing."""

from __future__ import annotations

import string
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.recognition import (
    Progress,
    RecognizerSettings,
    may_change,
    save_network,
    semicharacter_vectors,
    train_recognizer,
)
from syntacticdiff.recognition.training import Text, choose_vocabulary, sample_outputs

WORDS = (
    "University",
    "Cambridge",
    "research",
    "letters",
    "important",
    "of",
    "the",
    "order",
    "1984",
)
TEXT = [[WORDS[(3 * i + j) % len(WORDS)] for j in range(6)] for i in range(240)]
SMALL = RecognizerSettings(units=6, epochs=4, batch=60, rate=0.03)


@settings(max_examples=60)
@given(
    st.lists(st.text("abcXY-", max_size=7), min_size=1, max_size=5),
    st.sampled_from(["jumble", "delete", "insert", "mixed"]),
    st.sampled_from(["INT", "END", "BEG", "ALL"]),
    st.integers(0, 99),
)
def test_noise_in_vectors_is_noise_in_letters(
    words: list[str], kind: str, condition: str, seed: int
) -> None:
    text = Text([words], RecognizerSettings(noise=kind, condition=condition), [])
    vectors = text.noisy(text.sentences[0], np.random.default_rng(seed))
    for word, vector in zip(words, vectors, strict=True):
        changed = {word}
        if may_change(word):
            deleted = {word[:at] + word[at + 1 :] for at in range(1, len(word) - 1)}
            inserted = {word[:1] + letter + word[1:] for letter in string.ascii_lowercase}
            changed = {
                "jumble": {word},
                "delete": deleted,
                "insert": inserted,
                "mixed": {word} | deleted | inserted,
            }[kind]
        possible = semicharacter_vectors(sorted(changed), condition)
        assert any(np.array_equal(vector, row) for row in possible)


def test_batches_have_every_sentence_once_and_not_too_many_words() -> None:
    text = Text([*TEXT, ["word"] * 250], SMALL, [])
    batches = text.batches(SMALL, 0)
    assert sorted(number for batch in batches for number in batch) == list(
        range(len(text.sentences))
    )
    assert all(len(batch) * 6 <= 60 or len(batch) == 1 for batch in batches)
    assert text.batches(SMALL, 1) != batches == text.batches(SMALL, 0)


def test_the_vocabulary_is_the_commonest_words_in_order() -> None:
    assert choose_vocabulary([["b", "a", "b", "c", "x" * 70] * 2], 2) == ["a", "b"]


def test_drawn_outputs_stand_for_those_that_were_not_drawn() -> None:
    targets = np.array([5, 2, 5])
    outputs, places, rarity = sample_outputs(100, targets, 12, np.random.default_rng(0))
    assert outputs[places].tolist() == [5, 2, 5]
    assert len(set(outputs.tolist())) == 12
    assert np.exp(rarity).sum() == pytest.approx(100)
    outputs, _, rarity = sample_outputs(6, targets, 12, np.random.default_rng(0))
    assert sorted(outputs.tolist()) == [0, 1, 2, 3, 4, 5]
    assert np.allclose(rarity, 0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"units": 0}, "units: a whole number from 1"),
        ({"noise": "swap"}, "noise: 'swap' is not one of"),
        ({"condition": "MID"}, "condition: 'MID' is not one of"),
        ({"truncation": 0}, "truncation: a whole number from 1"),
        ({"rate": 0}, "rate: a number above 0"),
    ],
)
def test_settings_that_cannot_be_are_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        RecognizerSettings(**given)  # type: ignore[arg-type]


def test_without_torch_the_line_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(
        UsageError, match=r"needs torch; run: pip install 'syntacticdiff\[neural\]'"
    ):
        train_recognizer(TEXT, SMALL)


@pytest.fixture
def torch() -> object:
    return pytest.importorskip("torch")


def test_it_learns_to_recognise_jumbled_words(torch: object) -> None:
    network = train_recognizer(TEXT, replace(SMALL, units=12, epochs=10, neighbours=False))
    [named] = network.recognized([["Uinervtisy", "Cmabrigde", "iprmotnat", "leters"]])
    assert named == ["University", "Cambridge", "important", "letters"]


@pytest.mark.parametrize(
    "changed",
    [{}, {"truncation": 2}, {"neighbours": False}, {"sampled": 4}, {"condition": "ALL"}],
)
def test_the_same_seed_gives_the_same_file(
    torch: object, tmp_path: Path, changed: dict[str, object]
) -> None:
    setting = RecognizerSettings(units=4, epochs=1, batch=60, **changed)  # type: ignore[arg-type]
    other = RecognizerSettings(units=4, epochs=1, batch=60, seed=1, **changed)  # type: ignore[arg-type]
    files = []
    for number, each in enumerate((setting, setting, other)):
        save_network(train_recognizer(TEXT, each), tmp_path / f"{number}.sdrec")
        files.append((tmp_path / f"{number}.sdrec").read_bytes())
    assert files[0] == files[1] != files[2]


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(
    torch: object, tmp_path: Path
) -> None:
    kept = tmp_path / "a.checkpoint"

    def stop(progress: Progress) -> None:
        if progress.step == progress.steps // 2 + 1:
            raise KeyboardInterrupt

    half = train_recognizer(TEXT, SMALL, report=stop, checkpoint=kept)
    assert kept.exists()
    assert half.header["training"]["steps"] < SMALL.epochs * len(TEXT)
    whole = train_recognizer(TEXT, SMALL, checkpoint=kept)
    assert not kept.exists()
    save_network(whole, tmp_path / "a.sdrec")
    save_network(train_recognizer(TEXT, SMALL), tmp_path / "b.sdrec")
    assert (tmp_path / "a.sdrec").read_bytes() == (tmp_path / "b.sdrec").read_bytes()


def test_a_checkpoint_of_other_settings_or_damaged_is_not_used(
    torch: object, tmp_path: Path
) -> None:
    kept = tmp_path / "a.checkpoint"
    kept.write_bytes(b"PK\x03\x04 nonsense")
    setting = RecognizerSettings(units=2, epochs=1, batch=60)
    before = train_recognizer(TEXT, setting, checkpoint=kept)
    assert np.array_equal(before.output, train_recognizer(TEXT, setting).output)


def test_ctrl_c_before_there_is_anything_ends_the_run(torch: object) -> None:
    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_recognizer(TEXT, SMALL, report=stop)


def test_a_text_without_words_is_refused(torch: object) -> None:
    for text in ([], [[]], [["a", "of", "1984"]]):
        with pytest.raises(InputError, match="no word of more than three letters"):
            train_recognizer(text, SMALL)
