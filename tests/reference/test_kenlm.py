"""KenLM as a judge of our scores, and KenLM's binary models behind our interface."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import pytest
from support.ngram_tables import DATA, corpus

from syntacticdiff.errors import InputError, ModelError, UsageError
from syntacticdiff.reference.arpa import read_arpa, write_arpa
from syntacticdiff.reference.kenlm import is_kenlm_binary, open_kenlm
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import NgramScorer
from syntacticdiff.reference.scorer import END, Scorer
from syntacticdiff.reference.training import train_ngrams


def random_sentences(seed: int, number: int = 60) -> list[list[str]]:
    """Sentences of the corpus with words dropped, swapped and replaced by unknown ones."""
    chance = random.Random(seed)
    words = sorted({word for sentence in corpus() for word in sentence})
    sentences = [[], ["xyzzy"], ["xyzzy"] * 7]
    while len(sentences) < number:
        sentence = list(chance.choice(corpus()))
        for _ in range(chance.randrange(4)):
            place = chance.randrange(len(sentence))
            sentence[place] = chance.choice([chance.choice(words), "xyzzy", "<UNK?>"])
        sentences.append(sentence + chance.choices(words, k=chance.randrange(5)))
    return sentences


def our_log10(lexicon: Lexicon, scorer: Scorer, sentence: list[str]) -> list[float]:
    state, numbers = scorer.begin(), []
    for word in [*map(lexicon.id, sentence), END]:
        log10, state = scorer.advance(state, word)
        numbers.append(log10)
    return numbers


def judge(path: Path, seed: int) -> None:
    """Every word's log10 by KenLM and by us."""
    kenlm = pytest.importorskip("kenlm")
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    model = kenlm.Model(str(path), config)
    lexicon, levels = read_arpa(path)
    scorer = NgramScorer(levels)
    assert model.order == scorer.order
    for sentence in random_sentences(seed):
        theirs = [score for score, _, _ in model.full_scores(" ".join(sentence))]
        ours = our_log10(lexicon, scorer, sentence)
        assert ours == pytest.approx(theirs, abs=1e-5), sentence


@pytest.mark.parametrize("order", [2, 3, 4, 5])
@pytest.mark.parametrize("prune", [(0,), (0, 0, 1), (0, 1)])
def test_kenlm_gives_every_word_of_an_exported_model_the_same_score(
    tmp_path: Path, order: int, prune: tuple[int, ...]
) -> None:
    trained = train_ngrams(corpus(), order=order, prune=prune[:order], hold_out=False)
    write_arpa(tmp_path / "m.arpa", trained.lexicon, trained.levels)
    judge(tmp_path / "m.arpa", seed=order)


@pytest.mark.parametrize("weights", ["em", (0.1, 0.2, 0.3, 0.4), (0.5, 0, 0.5, 0), (0, 0, 0, 1)])
def test_kenlm_agrees_on_linear_interpolation(
    tmp_path: Path, weights: str | tuple[float, ...]
) -> None:
    trained = train_ngrams(corpus(), smoothing="linear", weights=weights)
    write_arpa(tmp_path / "m.arpa", trained.lexicon, trained.levels)
    judge(tmp_path / "m.arpa", seed=11)


def test_kenlm_agrees_where_the_unknown_word_was_in_the_text(tmp_path: Path) -> None:
    chance = random.Random(5)
    sentences = [[w if chance.random() < 0.9 else "<unk>" for w in s] for s in corpus()]
    trained = train_ngrams(sentences)
    write_arpa(tmp_path / "m.arpa", trained.lexicon, trained.levels)
    judge(tmp_path / "m.arpa", seed=5)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_kenlm_agrees_on_models_with_missing_suffixes(tmp_path: Path, seed: int) -> None:
    """Some n-grams go that nothing begins with, but that longer ones end with."""
    chance = random.Random(seed)
    head, *sections, end = (DATA / "corpus.5.arpa").read_text().split("\n\n")
    bodies = [section.splitlines() for section in sections]
    for k in (3, 2, 1):  # from long to short, so that every prefix that is left has its own
        begun = {line.split("\t")[1].rsplit(" ", 1)[0] for line in bodies[k + 1][1:]}
        bodies[k][1:] = [
            line for line in bodies[k][1:] if line.split("\t")[1] in begun or chance.random() < 0.7
        ]
    counts = "\n".join(f"ngram {k}={len(body) - 1}" for k, body in enumerate(bodies, 1))
    assert counts not in head
    parts = [f"\\data\\\n{counts}", *("\n".join(body) for body in bodies), end]
    (tmp_path / "m.arpa").write_text("\n\n".join(parts))
    judge(tmp_path / "m.arpa", seed)


@pytest.mark.parametrize("name", ["corpus.3.arpa", "corpus.5.prune-0-1-1-2-2.arpa", "tiny.3.arpa"])
def test_kenlm_agrees_on_what_lmplz_made(name: str) -> None:
    judge(DATA / name, seed=8)


def test_a_binary_scores_like_its_arpa_file() -> None:
    pytest.importorskip("kenlm")
    lexicon, scorer = open_kenlm(DATA / "tiny.3.binary")
    from_arpa, levels = read_arpa(DATA / "tiny.3.arpa")
    assert scorer.order == 3
    assert list(lexicon.words()) == list(from_arpa.words())
    own = NgramScorer(levels)
    for sentence in [*corpus("tiny.txt"), *random_sentences(4, 20)]:
        ours, theirs = (
            our_log10(from_arpa, own, sentence),
            our_log10(lexicon, scorer, sentence),
        )
        assert theirs == pytest.approx(ours, abs=1e-5)


def test_loading_a_binary_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("kenlm")
    open_kenlm(DATA / "tiny.3.binary")
    assert capfd.readouterr() == ("", "")


def test_states_do_not_disturb_each_other() -> None:
    pytest.importorskip("kenlm")
    lexicon, scorer = open_kenlm(DATA / "tiny.3.binary")
    the = lexicon.id("the")
    first, after = scorer.advance(scorer.begin(), the)
    scorer.advance(after, lexicon.id("dog"))
    assert scorer.advance(scorer.begin(), the)[0] == first
    assert scorer.advance(after, lexicon.id("dog")) == scorer.advance(after, lexicon.id("dog"))


def copy_of_binary(folder: Path) -> Path:
    path = folder / "m.binary"
    shutil.copy(DATA / "tiny.3.binary", path)
    return path


def test_markers_repetitions_and_blank_lines_in_the_vocabulary_say_nothing(tmp_path: Path) -> None:
    pytest.importorskip("kenlm")
    path = copy_of_binary(tmp_path)
    Path(f"{path}.vocab").write_text("dog\nthe\n\n</s>\nthe\r\n")
    lexicon, _ = open_kenlm(path)
    assert list(lexicon.words()) == ["<unk>", "<s>", "</s>", "dog", "the"]


def test_a_binary_without_its_vocabulary_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("kenlm")
    with pytest.raises(InputError, match=r"m\.binary\.vocab: cannot be read: .*one a line"):
        open_kenlm(copy_of_binary(tmp_path))


def test_a_vocabulary_of_another_model_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("kenlm")
    path = copy_of_binary(tmp_path)
    Path(f"{path}.vocab").write_text("the\nzebra\n")
    with pytest.raises(InputError, match=r'the word "zebra" is not in m\.binary'):
        open_kenlm(path)


def test_a_vocabulary_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("kenlm")
    path = copy_of_binary(tmp_path)
    Path(f"{path}.vocab").write_bytes(b"the\nd\xffg\n")
    with pytest.raises(InputError, match="line 2: not UTF-8"):
        open_kenlm(path)


def test_a_truncated_binary_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("kenlm")
    path = tmp_path / "m.binary"
    path.write_bytes((DATA / "tiny.3.binary").read_bytes()[:150])
    Path(f"{path}.vocab").write_text("the\n")
    with pytest.raises(ModelError, match="KenLM cannot read it") as caught:
        open_kenlm(path)
    assert "\n" not in str(caught.value)


def test_foreign_and_missing_files_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("kenlm")
    with pytest.raises(ModelError, match="not a binary model of KenLM"):
        open_kenlm(DATA / "tiny.3.arpa")
    with pytest.raises(InputError, match="there is no such file"):
        open_kenlm(tmp_path / "missing.binary")


def test_binaries_are_told_by_their_first_bytes(tmp_path: Path) -> None:
    assert is_kenlm_binary(DATA / "tiny.3.binary")
    assert not is_kenlm_binary(DATA / "tiny.3.arpa")
    assert not is_kenlm_binary(tmp_path / "missing")
    assert not is_kenlm_binary(tmp_path)


def test_without_the_package_the_error_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "kenlm", None)
    with pytest.raises(UsageError, match=r'pip install "syntacticdiff\[kenlm\]"'):
        open_kenlm(DATA / "tiny.3.binary")
