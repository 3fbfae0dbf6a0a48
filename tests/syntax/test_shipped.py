"""The parser that is shipped: it loads, is small, and knows plain English."""

from syntacticdiff.repair import Repairer
from syntacticdiff.syntax import Parser, Tagger
from syntacticdiff.syntax.file import EMBEDDED
from syntacticdiff.text import tokenize


def test_it_is_small() -> None:
    assert EMBEDDED.stat().st_size <= 6_000_000
    tagger = Tagger.load().weights
    assert tagger.records.nbytes + tagger.offsets.nbytes <= 2_000_000


def test_plain_sentences() -> None:
    tree = Parser.load().parse([token.surface for token in tokenize("The dogs don't eat meat.")])
    assert tree.words == ("The", "dogs", "do", "n't", "eat", "meat", ".")
    assert tree.tags == ("DT", "NNS", "VBP", "RB", "VB", "NN", ".")
    assert tree.heads == (1, 4, 4, 4, -1, 4, 4)
    assert tree.labels == ("det", "nsubj", "aux", "advmod", "root", "obj", "punct")


def test_engines_agree_on_it() -> None:
    native, python = Parser.load(), Parser.load(engine="python")
    for text in (
        "She said that the well-known doctor, who lives here, would come at 5 p.m.",
        "WHY NOT?! “Because I can’t.”",
        "Время летит 時間 😀 :-)",
    ):
        words = [token.surface for token in tokenize(text)]
        assert native.parse(words) == python.parse(words)


def test_repair_works_in_the_base_install() -> None:
    repairer = Repairer.load()
    words = ["He", "lives", "in", "house", "near", "the", "river", "."]
    native = repairer.repair(words)
    assert native == Repairer.load(engine="python").repair(words)
