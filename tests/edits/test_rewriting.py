"""A changed sentence as text: spaces, capitals, and everything else kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.edits.diff import Edit, apply_edits
from syntacticdiff.edits.rewriting import rewrite
from syntacticdiff.reference.casing import Casing
from syntacticdiff.text.tokens import tokenize
from syntacticdiff.text.whitespace import split_whitespace

KNOWN = {"the", "a", "he", "she", "go", "then", "school", "we", "yesterday"}
GUESSED = Casing.guessed(KNOWN.__contains__)
CAPITALISED = {"european", "union", "united", "i", "paris"}
MEASURED = Casing(KNOWN.__contains__, CAPITALISED.__contains__, measured=True)


def insert(position, word):
    return Edit("insert", position, "", word)


def remove(position):
    return Edit("remove", position, "?", "")


def sub(position, word):
    return Edit("sub", position, "?", word)


def rewritten(text, *edits, recase=True, casing=GUESSED):
    spans = [(token.start, token.end) for token in tokenize(text)]
    return rewrite(text, spans, edits, casing=casing, recase=recase)


@pytest.mark.parametrize(
    ("text", "edits", "output"),
    [
        ("we go to school .", [insert(3, "the")], "we go to the school ."),
        ("we go to school.", [insert(4, "again")], "we go to school again."),
        ("we go to school", [insert(4, "again")], "we go to school again"),
        ("we go (school is far)", [insert(3, "the")], "we go (the school is far)"),
        ("we go, then sleep", [insert(2, "home")], "we go home, then sleep"),
        ('we say "school"', [insert(3, "the")], 'we say "the school"'),
        ("we go then sleep", [insert(2, ",")], "we go, then sleep"),
        ("we go then sleep", [insert(2, ","), insert(2, "and")], "we go, and then sleep"),
        ("we do like it", [insert(2, "n't")], "we don't like it"),
        ("we go to to school.", [remove(2)], "we go to school."),
        ("we go to  school.", [remove(2)], "we go school."),
        ("we go home.", [remove(2)], "we go."),
        ("we go home", [remove(2)], "we go"),
        ("we go back home.", [remove(2), remove(3)], "we go."),
        ("we go back home", [remove(2), remove(3)], "we go"),
        ("we go by foot.", [insert(2, "on"), remove(2)], "we go on foot."),
        ("we go back home.", [insert(2, "on"), remove(2), remove(3)], "we go on."),
        ("we don't go", [remove(2)], "we do go"),
        ("we goes home", [sub(1, "go")], "we go home"),
        ("We  go\thome !", [sub(1, "went")], "We  went\thome !"),
        ("we dont go", [sub(1, "do n't")], "we don't go"),
        ("we go home", [insert(3, ".")], "we go home."),
        ("we go home ", [insert(3, "?")], "we go home? "),
        ("we go, home", [remove(2)], "we go home"),
        ("we go , home", [remove(2)], "we go home"),
        ("we go home.", [remove(3)], "we go home"),
        ("the boys school", [insert(2, "'")], "the boys' school"),
        ("a well known boy", [insert(2, "-")], "a well-known boy"),
        ("we say alot.", [sub(2, "a lot")], "we say a lot."),
    ],
)
def test_words_come_and_go_with_the_spaces_they_need(text, edits, output):
    assert rewritten(text, *edits) == output


@pytest.mark.parametrize(
    ("text", "edits", "output"),
    [
        ("He go.", [insert(0, "then")], "Then he go."),
        ("He go.", [insert(0, "then"), insert(0, "a")], "Then a he go."),
        ("The school go.", [remove(0)], "School go."),
        ("The school go.", [remove(0), sub(1, "schools")], "Schools go."),
        ("The school go.", [insert(0, "a"), remove(0)], "A school go."),
        ("He go.", [insert(0, "then"), sub(0, "she")], "Then she go."),
        ("He go.", [sub(0, "she")], "She go."),
        ("HE GO.", [sub(1, "goes")], "HE GOES."),
        ("A school.", [insert(0, "yesterday")], "Yesterday a school."),
    ],
)
def test_capitals_move_to_the_new_first_word(text, edits, output):
    assert rewritten(text, *edits) == output


@pytest.mark.parametrize(
    ("text", "edits", "output"),
    [
        ("I go.", [insert(0, "then")], "then I go."),
        ("HE go.", [insert(0, "then")], "then HE go."),
        ("Zanzibar go.", [insert(0, "then")], "then Zanzibar go."),
        ("he go.", [insert(0, "then")], "then he go."),
        ("McCoy go.", [remove(0)], "go."),
    ],
)
def test_capitals_stay_where_the_old_first_word_cannot_be_lowered(text, edits, output):
    assert rewritten(text, *edits) == output


@pytest.mark.parametrize(
    ("text", "edits", "output"),
    [
        ("European Union has.", [insert(0, "the")], "The European Union has."),
        ("United States go.", [insert(0, "the")], "The United States go."),
        ("He go.", [insert(0, "then")], "Then he go."),
        ("I go.", [insert(0, "then")], "Then I go."),
        ("HE go.", [insert(0, "then")], "Then HE go."),
        ("Zanzibar go.", [insert(0, "then")], "Then Zanzibar go."),
        ("he go.", [insert(0, "then")], "then he go."),
        ("McCoy go.", [remove(0)], "Go."),
        ("We go to home.", [sub(3, "paris")], "We go to Paris."),
        ("when was born", [insert(1, "i")], "when I was born"),
        ("!!!", [insert(0, "no")], "no!!!"),
    ],
)
def test_capitals_follow_how_the_reference_writes_words(text, edits, output):
    assert rewritten(text, *edits, casing=MEASURED) == output


@pytest.mark.parametrize(
    ("text", "edits", "output"),
    [
        ("then i go", [sub(1, "I")], "then I go"),
        ("then im here", [sub(1, "i 'm")], "then I'm here"),
        ("Im here", [sub(0, "i 'm")], "I'm here"),
        ("we see pris", [sub(2, "paris")], "we see Paris"),
        ("we see in", [insert(3, "paris")], "we see in Paris"),
        ("we See it", [sub(1, "see")], "we see it"),
        ("we see tv", [sub(2, "TV")], "we see TV"),
        ("school is far", [sub(0, "School")], "School is far"),
        ("we go, then he go", [sub(2, ".")], "we go. Then he go"),
        ("we go then he go", [insert(2, ".")], "we go. Then he go"),
        ("we go. then he go", [], "we go. then he go"),
        ("school is far", [insert(0, "the"), sub(0, "School")], "The school is far"),
        ("european school is far", [insert(0, "the"), sub(0, "European")],
         "The European school is far"),
    ],
)  # fmt: skip
def test_changes_of_capitals_are_made_as_they_are(text, edits, output):
    assert rewritten(text, *edits, casing=MEASURED) == output


def test_a_model_with_capitals_gives_its_own():
    assert rewritten("Paris is nice.", sub(0, "london"), recase=False) == "london is nice."


def test_nothing_at_all_can_get_a_word():
    assert rewrite("", [], [insert(0, "yes")], casing=GUESSED) == "yes"


@st.composite
def edited_sentences(draw):
    words = draw(st.lists(st.sampled_from(["aa", "bb", "cc", "dd"]), min_size=1, max_size=6))
    gaps = [draw(st.sampled_from([" ", "  ", "\n", "\t "])) for _ in words[1:]]
    text = words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:], strict=True))
    edits, removed_before = [], False
    for position in range(len(words) + 1):
        if not removed_before:  # normal form: insertions stand before removed tokens
            edits += [insert(position, "new")] * draw(st.integers(0, 2))
        if position < len(words):
            change = draw(st.sampled_from([None, None, remove(position), sub(position, "other")]))
            removed_before = change is not None and change.op == "remove"
            edits += [] if change is None else [change]
    return text, words, edits


@given(edited_sentences())
def test_the_text_reads_back_as_the_edited_tokens(case):
    text, words, edits = case
    spans = [(token.start, token.end) for token in split_whitespace(text)]
    output = rewrite(text, spans, edits, casing=Casing.guessed(lambda word: False))
    assert tuple(output.split()) == apply_edits(words, edits)
    if not edits:
        assert output == text


PUNCTUATED = [
    'He said "yes" to us.',
    "The (big) man didn't go.",
    "It costs $5, or 10% more; that's fine.",
    "You and/or she cannot come!",
    "It's John's well-known book, isn't it?",
    "Wait... [Times] say: “no” — really?",
]


@pytest.mark.parametrize("text", PUNCTUATED)
def test_every_single_edit_reads_back_as_the_edited_tokens(text):
    tokens = tokenize(text)
    words = [token.surface for token in tokens]
    edits = [insert(position, "cats") for position in range(len(words) + 1)]
    for position in range(len(words)):
        edits += [remove(position), sub(position, "cats")]
    for edit in edits:
        output = rewritten(text, edit, recase=False)
        expected = apply_edits(words, [edit])
        assert [token.surface.lower() for token in tokenize(output)] == [
            word.lower() for word in expected
        ], (edit, output)


@pytest.mark.parametrize("text", PUNCTUATED)
def test_a_word_put_in_the_place_of_another_reads_back(text):
    words = [token.surface for token in tokenize(text)]
    for position in range(len(words)):
        edits = [insert(position, "cats"), remove(position)]
        read = [token.surface.lower() for token in tokenize(rewritten(text, *edits))]
        assert read == [word.lower() for word in apply_edits(words, edits)], edits


@pytest.mark.parametrize(
    ("text", "edits", "output"),
    [
        ('He said "yes".', [remove(2)], 'He said yes".'),
        ("The (big) man", [remove(1)], "The big) man"),
        ("The (big) man", [remove(2)], "The () man"),
        ("It costs $5.", [remove(2)], "It costs 5."),
        ("you and/or she", [remove(2)], "you and or she"),
        ("It's gone.", [insert(1, "is"), remove(1)], "It is gone."),
        ("when was born", [insert(1, "i")], "when I was born"),
        ("So I went.", [sub(1, "we")], "So we went."),
        ("I went.", [sub(0, "we")], "We went."),
        ("!!!", [insert(0, "no")], "no!!!"),
    ],
)
def test_marks_keep_or_lose_their_space_as_a_typist_would(text, edits, output):
    assert rewritten(text, *edits) == output
