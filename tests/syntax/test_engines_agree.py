"""Tags and trees: the native engine gives what the definition in Python gives; a tree is a tree."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.treebank import made_up_treebank

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.files.container import write_container
from syntacticdiff.syntax import Parser, ParserSettings, Tagger, Tree, is_projective, train_parser
from syntacticdiff.syntax.file import SDPARSE
from syntacticdiff.syntax.hashing import feature, text_hash
from syntacticdiff.syntax.weights import LearnedWeights, PackedWeights
from syntacticdiff.syntax.words import word_shape

WORDS = (
    "The",
    "the",
    "teacher",
    "sisters",
    "walks",
    "walked",
    "to",
    "in",
    "school",
    ".",
    "12",
    "Ünïcode",
    "word-play",
    "漢字",
    "😀",
    "don’t",
    "\ud800",
    "X" * 300,
)
sentences = st.lists(st.sampled_from(WORDS) | st.text(min_size=1, max_size=8), max_size=14)


def is_tree(tree: Tree) -> bool:
    if not tree.words:
        return tree.heads == ()
    return tree.heads.count(-1) == 1 and is_projective(tree.heads)


@given(sentences)
@settings(max_examples=60, deadline=None)
def test_both_engines_give_the_same_tree(native: Parser, python: Parser, words: list[str]) -> None:
    tree = native.parse(words)
    assert tree == python.parse(words)
    assert tree.words == tuple(words)
    assert is_tree(tree)
    assert [label == "root" for label in tree.labels] == [head == -1 for head in tree.heads]


@given(sentences, st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_they_agree_on_any_weights(words: list[str], seed: int) -> None:
    """Weights at random, so that scores have no pattern: equal sums and ties included."""
    pytest.importorskip("syntacticdiff._native")
    random = np.random.default_rng(seed)

    def weights(classes: int) -> PackedWeights:
        hashes = np.unique(random.integers(0, 2**63, 400, np.uint64))
        counts = np.full(len(hashes), classes, np.uint32)
        labels = np.tile(np.arange(classes, dtype=np.uint8), len(hashes))
        values = random.choice([-2.0, -1.0, 1.0, 2.0], len(labels))
        packed = PackedWeights.pack(LearnedWeights(hashes, counts, labels, values), classes)
        # Fewer buckets: then features find something.
        return PackedWeights(
            classes, packed.bases[:1], packed.offsets[:3], packed.records, packed.codes
        )

    parts = weights(4), weights(2), weights(3)
    trees = []
    for engine in ("native", "python"):
        tagger = Tagger(["NN", "VB", "DT", "IN"], parts[0], engine=engine)
        parser = Parser(tagger, parts[1], ["dep", "root", "nsubj"], parts[2])
        trees.append(parser.parse(words))
    assert trees[0] == trees[1]
    assert is_tree(trees[0])


def test_what_was_learned_is_found_again(native: Parser) -> None:
    treebank = made_up_treebank()
    trees = list(native.parse_many(sentence.forms for sentence in treebank))
    right = sum(
        (word.xpos, word.head, word.deprel) == found
        for sentence, tree in zip(treebank, trees, strict=True)
        for word, *found_ in zip(sentence.words, tree.tags, tree.heads, tree.labels, strict=True)
        for found in [tuple(found_)]
    )
    assert right >= 0.95 * sum(len(sentence.words) for sentence in treebank)


def test_given_tags_are_used(native: Parser) -> None:
    words = ["The", "teacher", "walks", "."]
    assert native.parse(words, ["DT", "NN", "VBZ", "."]).tags == ("DT", "NN", "VBZ", ".")
    with pytest.raises(UsageError, match="tags: 1 tags for 4 words"):
        native.parse(words, ["DT"])
    with pytest.raises(UsageError, match="not one string"):
        native.parse("The teacher")


def test_nothing_one_word_and_five_thousand(native: Parser) -> None:
    assert native.parse([]) == Tree((), (), (), ())
    one = native.parse(["Go"])
    assert (one.heads, one.labels) == ((-1,), ("root",))
    many = native.parse(["The", "teacher", "walks", "to", "school"] * 1000)
    assert is_tree(many)
    assert list(native.parse_many([])) == []


def test_the_same_seed_gives_the_same_file(tmp_path: Path, native: Parser) -> None:
    settings = ParserSettings(iterations=2, min_updates=1, label_min_updates=1, seed=3)
    files = []
    for name in ("a", "b"):
        train_parser(made_up_treebank(), settings).save(tmp_path / name)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    other = ParserSettings(iterations=2, min_updates=1, label_min_updates=1, seed=4)
    train_parser(made_up_treebank(), other).save(tmp_path / "c")
    assert (tmp_path / "c").read_bytes() != files[0]


def test_a_file_is_refused_by_what_is_wrong_with_it(tmp_path: Path, parser_file: Path) -> None:
    data = parser_file.read_bytes()
    path = tmp_path / "broken.sdparse"
    for broken, message in (
        (data[:-100], "truncated"),
        (data[:4000] + b"?" + data[4001:], "damaged"),
        (b"nothing of the sort" * 10, "not a SyntacticDiff parser"),
        (b"", "only 0 bytes long"),
    ):
        path.write_bytes(broken)
        with pytest.raises(ModelError, match=message):
            Parser.load(path)


def test_weights_whose_sums_could_overflow_are_refused(tmp_path: Path, native: Parser) -> None:
    codes = native.arcs.codes.copy()
    codes[5] = (1 << 16) + 1
    header, sections = native.file_header(), native.sections() | {"arcs.codes": codes}
    write_container(tmp_path / "large.sdparse", SDPARSE, header, sections)
    with pytest.raises(ModelError, match="do not fit together"):
        Parser.load(tmp_path / "large.sdparse")


def test_weights_are_found_by_their_features() -> None:
    features = [feature(number, text_hash("x")) for number in range(50)]
    learned = LearnedWeights(
        np.array(features, np.uint64),
        np.array([1, 2] * 25, np.uint32),
        np.array([2, 0, 2] * 25, np.uint8),
        np.array([1.0, -2.0, 4.0] * 25),
    )
    packed = PackedWeights.pack(learned, 3)
    one = packed.scores([features[0]])
    assert one[0] == one[1] == 0 < one[2]
    both = packed.scores([features[1]])
    assert (both[0], both[2]) == (pytest.approx(-2 * one[2], 0.05), pytest.approx(4 * one[2], 0.05))
    assert packed.scores([feature(99)]) == [0, 0, 0]
    assert packed.scores(features[:2]) == [0 + both[0], 0, one[2] + both[2]]


def test_only_the_largest_weights_are_kept() -> None:
    learned = LearnedWeights(
        np.array([5, 6], np.uint64),
        np.array([2, 1], np.uint32),
        np.array([0, 1, 0], np.uint8),
        np.array([1.0, -3.0, 2.0]),
    )
    kept = learned.largest(2)
    assert kept.hashes.tolist() == [5, 6]
    assert kept.values.tolist() == [-3.0, 2.0]


def test_averages_of_runs() -> None:
    def run(hashes: list[int], values: list[float]) -> LearnedWeights:
        ones = np.ones(len(hashes), np.uint32)
        return LearnedWeights(
            np.array(hashes, np.uint64), ones, np.zeros(len(hashes), np.uint8), np.array(values)
        )

    mean = LearnedWeights.mean([run([7, 3], [1.0, 2.0]), run([7], [3.0])])
    assert dict(zip(mean.hashes.tolist(), mean.values.tolist(), strict=True)) == {3: 1.0, 7: 2.0}


def test_shapes_of_words() -> None:
    assert [word_shape(word) for word in ("Dogs", "USA", "12", "U.S.", "e-mail", "iPhone")] == [
        *("Xx", "XX", "0", "X.X.", "x-x", "xXx")
    ]


@settings(deadline=None)
@given(st.text(max_size=12))
def test_a_word_alone_has_the_same_tag_in_both(native: Parser, python: Parser, word: str) -> None:
    for text in (word, word.capitalize(), f"{word}ing", "The", "2nd"):
        assert native.tagger.tag_alone(text) == python.tagger.tag_alone(text)
