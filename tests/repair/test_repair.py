"""Repair: both engines find the same, and the laws of edits hold."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.commands import reference_sentences
from support.treebank import made_up_treebank

from syntacticdiff.edits.diff import apply_edits
from syntacticdiff.errors import ModelError
from syntacticdiff.noise import GrammarNoise
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.repair import Repairer, RepairSettings, train_repairer
from syntacticdiff.repair.easyfirst import FIRST_EDIT, RepairState
from syntacticdiff.repair.lexemes import Lexemes
from syntacticdiff.syntax import ParserSettings, gold_tags, is_projective, train_parser

TREEBANK = made_up_treebank()
WORDS = (
    "the",
    "a",
    "teacher",
    "teachers",
    "walk",
    "walks",
    "ran",
    "to",
    "in",
    "of",
    "school",
    "gardens",
    "The",
    ".",
    "stone",
    "漢字",
)
COMMON = (
    "the a an of in on at to for with by from teacher teachers school schools friend friends "
    "music day days house houses walk walks walked talk talks talked go goes went like likes "
    "liked is are was have has good old big and but she he they we I very never"
)
TAGS = ("DT", "NN", "NNS", "VB", "VBZ", "VBD", "IN", "JJ", "NNP", ".")
tokens = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(TAGS)), max_size=10)


@pytest.fixture(scope="session")
def model() -> ReferenceModel:
    plain = [" ".join(sentence.forms) for sentence in TREEBANK]
    return ReferenceModel.train([*reference_sentences(), *plain], order=3)


@pytest.fixture(scope="session")
def repairer_file(tmp_path_factory: pytest.TempPathFactory, model: ReferenceModel) -> Path:
    pytest.importorskip("syntacticdiff._native", reason="only the native engine learns")
    parser = train_parser(TREEBANK, ParserSettings(iterations=2, min_updates=1))
    repair = RepairSettings(errors=30, iterations=6, min_updates=1, predicted_tags=False)
    path = tmp_path_factory.mktemp("repair") / "ours.sdparse"
    train_repairer(TREEBANK, parser, model, repair).save(path)
    return path


@pytest.fixture(scope="session")
def engines(repairer_file: Path, model: ReferenceModel) -> tuple[Repairer, Repairer]:
    return (
        Repairer.load(repairer_file, reference=model, engine="native"),
        Repairer.load(repairer_file, reference=model, engine="python"),
    )


@given(tokens)
@settings(max_examples=60, deadline=None)
def test_engines_agree_and_the_laws_hold(
    engines: tuple[Repairer, Repairer], given_tokens: list[tuple[str, str]]
) -> None:
    words = [word for word, _ in given_tokens]
    tags = [tag for _, tag in given_tokens]
    native, python = engines
    repair = native.repair(words, tags)
    assert repair == python.repair(words, tags)
    # A tree is a tree.
    assert len(repair.tree.heads) == len(repair.tree.words) == len(repair.sources)
    if words:
        assert repair.tree.heads.count(-1) == 1
        assert is_projective(repair.tree.heads)
    # Repaired words are the source with the edits applied, and there are no more than allowed.
    edits = repair.edits()
    assert apply_edits(words, edits) == repair.tree.words
    assert len(edits) <= len(words)
    # What is kept stays in order, and nothing is edited twice.
    kept = [source for source in repair.sources if source is not None]
    assert kept == sorted(set(kept))
    changed = [edit.position for edit in edits if edit.op != "insert"]
    assert len(changed) == len(set(changed))
    # Without edits the sentence stays as it is.
    assert native.repair(words, tags, edits=False).tree.words == tuple(words)


@given(tokens, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_any_legal_actions_keep_the_laws(
    engines: tuple[Repairer, Repairer], given_tokens: list[tuple[str, str]], random: object
) -> None:
    """Actions at random: no flag is set twice, the limit holds, positions stay consistent."""
    model, forms = engines[0].reference, engines[0].forms
    lexemes = Lexemes(model, forms)
    sentence = [lexemes.number(word, tag) for word, tag in given_tokens]
    state = RepairState(lexemes, model.scorer, sentence)
    edits = 0
    while len(state.pending) > 1:
        pair = random.randrange(len(state.pending) - 1)
        action = random.choice(state.legal(pair))
        if action < FIRST_EDIT:
            state.attach(pair, action)
        else:
            assert not state.edited[state.pending[pair + 1]]
            flags = sum(state.edited)
            state.edit(pair, action)
            assert sum(state.edited) - flags in (0, 1)
            edits += 1
        assert [state.nodes[node].position for node in state.text] == list(range(len(state.text)))
        covered = [
            place
            for item in state.pending
            for place in range(state.nodes[item].first, state.nodes[item].last + 1)
        ]
        assert covered == list(range(len(state.text)))
    assert edits <= len(sentence)


def test_engines_agree_on_longer_sentences() -> None:
    """Longer than an edit reaches: the native engine scores again only what is near to it.

    With the shipped weights, which have something to say about every word.
    """
    pytest.importorskip("syntacticdiff._native")
    native, python = Repairer.load(engine="native"), Repairer.load(engine="python")
    for seed in (0, 2, 3):
        sentence = Random(seed).choices(COMMON.split(), k=36)
        repair = native.repair(sentence)
        assert len(repair.edits()) >= 3
        assert repair == python.repair(sentence)


def test_nothing_one_word_other_scripts_and_five_thousand_words(
    engines: tuple[Repairer, Repairer],
) -> None:
    native, python = engines
    for words in ([], ["Go"], ["漢字"], ["Время", "летит", "時間", "😀", "\ud800"]):
        repair = native.repair(words)
        assert repair == python.repair(words)
        assert repair.tree.words == tuple(words)
    many = ["The", "teacher", "walk", "to", "school", "a", "garden"] * 715
    repair = native.repair(many)
    assert repair.edits()
    assert apply_edits(many, repair.edits()) == repair.tree.words
    assert repair.tree.heads.count(-1) == 1


def test_it_undoes_errors_like_those_it_saw(engines: tuple[Repairer, Repairer]) -> None:
    repairer = engines[0]
    # Errors with one remedy: which form or preposition was meant, nobody could tell here.
    kinds = ("insert determiner", "insert preposition", "delete determiner")
    noise = GrammarNoise(20, repairer.forms, seed=99, kinds=kinds)
    noisy = [noise(s.forms, gold_tags(s)) for s in TREEBANK]
    repairs = list(repairer.repair_many([s.words for s in noisy], [s.tags for s in noisy]))
    before = sum(s.words == clean.forms for s, clean in zip(noisy, TREEBANK, strict=True))
    after = sum(r.tree.words == clean.forms for r, clean in zip(repairs, TREEBANK, strict=True))
    assert after > before + len(TREEBANK) / 10


def test_a_repair_is_a_diff(engines: tuple[Repairer, Repairer]) -> None:
    repairer = engines[0]
    noise = GrammarNoise(40, repairer.forms, seed=5)
    found = 0
    for clean in TREEBANK:
        sentence = noise(clean.forms, gold_tags(clean))
        repair = repairer.repair(sentence.words, sentence.tags)
        diff = repairer.diff(repair)
        assert diff.output_tokens == tuple(word.lower() for word in repair.tree.words)
        assert sum(edit.gain for edit in diff.edits) == pytest.approx(diff.before - diff.after)
        for edit in diff.edits:
            found += 1
            assert diff.text[edit.start : edit.end].lower() == edit.source
    assert found


def test_the_same_seed_gives_the_same_file(
    tmp_path: Path, engines: tuple[Repairer, Repairer]
) -> None:
    repairer = engines[0]
    files = []
    for seed in (1, 1, 2):
        short = RepairSettings(errors=20, iterations=2, min_updates=1, seed=seed)
        trained = train_repairer(TREEBANK, repairer.parser, repairer.reference, short)
        trained.save(tmp_path / "x.sdparse")
        files.append((tmp_path / "x.sdparse").read_bytes())
    assert files[0] == files[1] != files[2]


def test_a_parser_that_cannot_repair_says_so(
    tmp_path: Path, engines: tuple[Repairer, Repairer]
) -> None:
    engines[0].parser.save(tmp_path / "plain.sdparse")
    with pytest.raises(ModelError, match="cannot repair; make one that can"):
        Repairer.load(tmp_path / "plain.sdparse", reference=engines[0].reference)
