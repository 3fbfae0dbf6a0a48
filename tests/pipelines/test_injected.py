"""Text with injected errors: which sentences are used, the kinds of ErAConD's edits, the files."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from syntacticdiff.alignment import M2Edit, M2Sentence, corrected, read_m2
from syntacticdiff.noise import LearnerNoise, LearnerRates

PROJECT = Path(__file__).resolve().parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(PROJECT / "pipelines"))
    awkward, crossfit, injected, learner_rates, prices, shared_data = map(
        importlib.import_module,
        ("awkward", "crossfit", "injected", "learner_rates", "prices", "shared_data"),
    )


@pytest.fixture
def masc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A text in the place of MASC, ten lines long."""
    path = tmp_path / "data" / "reference" / "masc_written.txt"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"We have the number {n} .\n" for n in range(10)), "utf-8")
    monkeypatch.setenv("SYNTACTICDIFF_SHARED", str(tmp_path))
    return tmp_path


def test_the_last_fifth_of_masc_is_never_injected(masc: Path) -> None:
    assert [line.split()[-2] for line in injected.lines_of("masc")] == list("01234567")
    assert len(learner_rates.masc()) == 8


def test_a_crossfitted_model_and_injected_text_share_no_line(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("".join(f"{number}\n" for number in range(2500)), "utf-8")
    seen = set(crossfit.seen_lines(path))
    unseen = set(crossfit.seen_lines(path, held_out=True))
    assert len(unseen) == 200
    assert len(seen) == 2300
    assert not seen & unseen


@pytest.mark.parametrize(
    ("tokens", "edit", "kinds"),
    [
        ("we go", M2Edit(0, 1, "R:ORTH", ("We",)), ["capitals.first"]),
        ("so i m", M2Edit(1, 3, "R:OTHER", ("I 'm",)), ["apostrophe.omit", "capitals.i"]),
        ("in rome now", M2Edit(1, 2, "R:ORTH", ("Rome",)), ["capitals.name"]),
        ("We go", M2Edit(2, 2, "M:PUNCT", (".",)), ["end.omit"]),
        ("I like", M2Edit(2, 2, "M:OTHER", ("it .",)), ["end.omit"]),
        ("I like dog", M2Edit(2, 3, "R:NOUN:NUM", ("dogs",)), ["noun.singular"]),
        ("see a apple", M2Edit(1, 2, "R:DET", ("an",)), ["article.sound"]),
        ("see dog", M2Edit(1, 1, "M:DET", ("the",)), ["article.omit"]),
        ("may be so", M2Edit(0, 2, "R:ORTH", ("maybe",)), ["space.added"]),
        ("you happy", M2Edit(1, 1, "M:VERB", ("are",)), ["verb.be"]),
        ("it is big", M2Edit(1, 3, "R:OTHER", ("looks very large",)), []),
    ],
)
def test_edits_belong_to_kinds(tokens: str, edit: M2Edit, kinds: list[str]) -> None:
    assert list(learner_rates.kinds_of(tokens.split(), edit)) == kinds


def test_the_same_seed_writes_the_same_file(masc: Path, tmp_path: Path) -> None:
    pytest.importorskip("lemminflect")
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        injected.write(tmp_path / name, "masc", [1])
    first, second = (tmp_path / name / "masc.m2" for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()
    assert len(read_m2(str(first), print)) == 8


def test_m2_gives_back_the_clean_sentence() -> None:
    pytest.importorskip("lemminflect")
    rates = LearnerRates({"essay": dict.fromkeys(LearnerRates.default().styles["essay"], 0.4)})
    words = ["The", "dogs", "do", "n't", "like", "a", "cat", ",", "maybe", "."]
    noise = LearnerNoise(rates, 5)
    changed = 0
    for sentence in injected.injected([words] * 40, noise):
        m2 = injected.as_m2(sentence)
        changed += sentence.words != tuple(words)
        assert list(corrected(m2.tokens, m2.annotations[0])) == words
    assert changed > 20


def test_awkward_words_have_the_tag_and_the_sound_of_those_they_replace() -> None:
    text = [["the", noun, "is", "an", other, "."] for noun in ("dog", "cat") for other in ("end",)]
    text = [words for words in text for _ in range(200)]
    tags = [["DT", "NN", "VBZ", "DT", "NN", "."]] * len(text)
    made = list(awkward.Awkward(text, tags)(seed=1))
    pairs = list(zip(text, made, strict=True))
    changed = [(old, new) for old, new in pairs if old != new]
    assert 0.02 * len(text) < len(changed) < 0.1 * len(text)  # half of those drawn stay as they are
    assert {new[1] for _, new in changed} == {"dog", "cat"}
    assert {new[4] for new in made} == {"end"}, "an before a vowel"
    assert made == list(awkward.Awkward(text, tags)(seed=1)) != list(awkward.Awkward(text, tags)(2))


def test_an_edit_that_is_right_only_with_another_is_not_learned_from() -> None:
    def steps(sentence: str, *edits: M2Edit) -> list[str]:
        return [step.target for step in prices.alone(M2Sentence(tuple(sentence.split()), edits))]

    more, easier = M2Edit(2, 3, "comparison", ("",)), M2Edit(3, 4, "comparison", ("easier",))
    assert prices.NO_CANDIDATE in steps("this is more easy", more, easier)
    assert prices.NO_CANDIDATE not in steps("this is more easier", more)
