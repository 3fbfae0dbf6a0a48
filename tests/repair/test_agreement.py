"""Trees of sentences that differ in their words: which arcs are the same."""

from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.repair import ArcAgreement, arc_agreement
from syntacticdiff.repair.agreement import aligned
from syntacticdiff.syntax import Tree, TreebankSentence, Word

GOLD = TreebankSentence(
    (
        Word("The", head=1, deprel="det"),
        Word("cat", head=2, deprel="nsubj"),
        Word("sits", head=-1, deprel="root"),
        Word(".", head=2, deprel="punct"),
    )
)


def tree(words: str, *heads: int) -> Tree:
    split = tuple(words.split())
    return Tree(split, ("NN",) * len(split), heads, ("dep",) * len(split))


def test_the_gold_tree_itself() -> None:
    assert arc_agreement(tree("The cat sits .", 1, 2, -1, 2), GOLD) == ArcAgreement(4, 4, 4, 3, 3)


def test_a_word_is_missing() -> None:
    found = arc_agreement(tree("cat sits .", 1, -1, 1), GOLD)
    assert found == ArcAgreement(3, 3, 4, 2, 3)
    assert (found.precision, found.recall, found.f) == (1.0, 0.75, 6 / 7)


def test_a_word_too_many_and_another_form() -> None:
    found = arc_agreement(tree("The of cat sit .", 2, 2, 3, -1, 3), GOLD)
    assert (found.right, found.found) == (4, 5)


def test_a_wrong_head() -> None:
    assert arc_agreement(tree("The cat sits .", 2, 2, -1, 1), GOLD).right == 2


def test_agreements_add_up() -> None:
    whole = ArcAgreement(1, 2, 3, 1, 2) + ArcAgreement(1, 1, 1, 1, 1)
    assert whole == ArcAgreement(2, 3, 4, 2, 3)
    assert ArcAgreement().f == 0.0


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_alignments_are_monotone(words: list[str], gold: list[str]) -> None:
    places = [place for place in aligned(words, gold) if place is not None]
    assert places == sorted(set(places))
    assert aligned(words, words) == list(range(len(words)))
