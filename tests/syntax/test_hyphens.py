"""Words that hyphens join: our tokens, where the treebank has three."""

from syntacticdiff.syntax import TreebankSentence, Word
from syntacticdiff.syntax.hyphens import joined_hyphens

SENTENCE = TreebankSentence(
    (
        Word("A", xpos="DT", head=4, deprel="det"),
        Word("two", xpos="CD", head=3, deprel="nummod", misc="SpaceAfter=No"),
        Word("-", xpos="HYPH", head=1, deprel="punct", misc="SpaceAfter=No"),
        Word("year", xpos="NN", head=4, deprel="compound"),
        Word("plan", xpos="NN", head=-1, deprel="root"),
    ),
    line=7,
)


def test_they_become_one_word_with_the_head_of_all() -> None:
    joined = joined_hyphens(SENTENCE)
    assert joined is not None
    assert joined.forms == ("A", "two-year", "plan")
    assert [word.head for word in joined.words] == [2, 2, -1]
    assert (joined.words[1].xpos, joined.words[1].deprel) == ("JJ", "compound")
    assert joined.line == 7


def test_a_hyphen_between_spaces_joins_nothing() -> None:
    words = [*SENTENCE.words]
    words[1] = Word("two", xpos="CD", head=3, deprel="nummod")
    words[2] = Word("-", xpos="HYPH", head=1, deprel="punct")
    assert joined_hyphens(TreebankSentence(tuple(words))) is None


def test_parts_that_depend_on_different_words_stay_apart() -> None:
    words = [*SENTENCE.words]
    words[1] = Word("two", xpos="CD", head=4, deprel="nummod", misc="SpaceAfter=No")
    assert joined_hyphens(TreebankSentence(tuple(words))) is None


def test_words_without_hyphens() -> None:
    assert joined_hyphens(TreebankSentence((Word("Hi", head=-1),))) is None
