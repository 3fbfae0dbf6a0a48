"""Learners' errors: they can be undone, and they come as often as asked for."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import UsageError
from syntacticdiff.noise import (
    GoldEdit,
    LearnerNoise,
    LearnerRates,
    LearnerSentence,
    opportunities,
)
from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.plausibility import Plausibility
from syntacticdiff.noise.rates import Level
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.syntax.tagger import Tagger

pytest.importorskip("lemminflect")

CLEAN = [
    "She has been working at the old library since Monday .",
    "I do n't know whether it 's a good idea , but we should try to help them .",
    "Yesterday my friend told me that he bought an apple and two books .",
    "However , there are many people who enjoy swimming in the sea .",
    "They 're better than us because their teacher explained everything quickly .",
    "If you want to learn English , you must listen to the radio every day .",
    "The children 's parents were interested in much more information .",
    "Can you tell me where your brother lives ?",
    '" I am afraid , " said Anna , " that this house is too small . "',
    "Maybe these countries have a well-known problem with pollution .",
]
TAGGED = [
    (sentence.split(), tags)
    for sentence, tags in zip(
        CLEAN, Tagger.load().tag_many(line.split() for line in CLEAN), strict=True
    )
]


def everything(rate: float) -> LearnerRates:
    """The same rate for all kinds that there are."""
    kinds = LearnerRates.default().styles["essay"]
    return LearnerRates({"essay": dict.fromkeys(kinds, rate)})


def only(kind: str, words: str) -> LearnerSentence:
    """A sentence with every error of a kind that it has a place for."""
    noise = LearnerNoise(LearnerRates({"essay": {kind: 1.0}}))
    tokens = words.split()
    return noise(tokens, Tagger.load().tag(tokens))


@given(st.integers(0, 100_000), st.sampled_from([0.05, 0.3, 0.9]))
def test_the_edits_undo_all_errors(seed: int, rate: float) -> None:
    noise = LearnerNoise(everything(rate), seed)
    for words, tags in TAGGED:
        assert list(noise(words, tags).corrected()) == words


@given(
    st.lists(
        st.tuples(
            st.one_of(
                st.sampled_from(
                    ["The", "a", "I", "'s", "n't", ",", ".", "going", "Café", "naïve", "日本", "🙂"]
                ),
                st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=8),
            ),
            st.sampled_from(
                ["DT", "NN", "NNS", "VBZ", "VB", "VBG", "IN", "PRP", "NNP", ".", "POS"]
            ),
        ),
        max_size=12,
    ),
    st.integers(0, 1000),
)
def test_any_tokens_and_tags_can_be_undone(pairs: list[tuple[str, str]], seed: int) -> None:
    words, tags = [word for word, _ in pairs], [tag for _, tag in pairs]
    sentence = LearnerNoise(everything(0.9), seed)(words, tags)
    assert list(sentence.corrected()) == words
    assert bool(sentence.words) == bool(words)  # a sentence does not vanish
    assert all(word and not any(c.isspace() for c in word) for word in sentence.words)


def test_edits_say_where_they_are_in_the_sentence_with_errors() -> None:
    noise = LearnerNoise(everything(0.5), 3)
    for words, tags in TAGGED:
        sentence = noise(words, tags)
        for edit in sentence.edits:
            if edit.op == "insert":
                assert (edit.source, len(edit.target)) == ("", 1)
                assert 0 <= edit.position <= len(sentence.words)
            else:
                assert sentence.words[edit.position] == edit.source
                assert (edit.op == "remove") == (edit.target == ())
            assert (edit.source,) != edit.target
        assert sentence.edits or list(sentence.words) == words


def test_without_rates_nothing_changes() -> None:
    noise = LearnerNoise(everything(0.0))
    for words, tags in TAGGED:
        assert noise(words, tags) == LearnerSentence(tuple(words), ())


def test_a_level_without_errors_leaves_a_whole_text_alone() -> None:
    rates = LearnerRates(
        {"essay": {"article.omit": 0.9}}, {"none": Level(0.5, 0.0), "heavy": Level(0.5, 1.0)}
    )
    noise = LearnerNoise(rates, 1, sentences=10)
    words, tags = TAGGED[0]
    changed = [bool(noise(words, tags).edits) for _ in range(400)]
    blocks = [sum(changed[start : start + 10]) for start in range(0, 400, 10)]
    assert 5 < blocks.count(0) < 35
    assert sum(count > 2 for count in blocks) > 5


def test_the_same_seed_makes_the_same_errors() -> None:
    first, again, other = (
        [noise(words, tags) for words, tags in TAGGED * 5]
        for noise in (LearnerNoise(seed=4), LearnerNoise(seed=4), LearnerNoise(seed=5))
    )
    assert first == again
    assert first != other


def test_errors_are_as_common_as_their_rate() -> None:
    noise = LearnerNoise(LearnerRates({"essay": {"article.omit": 0.2}}), 1, sentences=1)
    words = ["We", "have", "a", "dog", "and", "a", "cat", "."]
    tags = Tagger.load().tag(words)
    missing = sum(len(noise(words, tags).edits) for _ in range(4000))
    assert missing / 8000 == pytest.approx(0.2, abs=0.02)


@pytest.mark.parametrize(
    ("kind", "clean", "noisy"),
    [
        ("article.omit", "We have a dog .", "We have dog ."),
        ("article.omit", "The first dog slept .", "First dog slept ."),
        ("article.sound", "It was an apple .", "It was a apple ."),
        ("apostrophe.omit", "I do n't know .", "I dont know ."),
        ("apostrophe.omit", "It 's cold .", "Its cold ."),
        ("capitals.i", "Now I know .", "Now i know ."),
        ("capitals.first", "We know .", "we know ."),
        ("capitals.name", "See you on Monday .", "See you on monday ."),
        ("comparison", "This is better .", "This is more better ."),
        ("end.omit", "We know .", "We know"),
        ("noun.singular", "We have two dogs .", "We have two dog ."),
        ("possessive.apostrophe", "Anna 's dog barks .", "Annas dog barks ."),
        ("quantifier", "There are many dogs .", "There are much dogs ."),
        ("space.missing", "It helps a lot .", "It helps alot ."),
        ("verb.agreement", "She lives here .", "She live here ."),
        ("verb.to", "I want to sleep .", "I want sleep ."),
        ("verb.to.add", "You must sleep .", "You must to sleep ."),
        ("verb.regular", "He caught a fish .", "He catched a fish ."),
    ],
)
def test_kinds_are_what_their_names_say(kind: str, clean: str, noisy: str) -> None:
    sentence = only(kind, clean)
    assert " ".join(sentence.words) == noisy
    assert kind in {edit.kind for edit in sentence.edits}


def test_several_tokens_can_be_one_and_one_can_be_several() -> None:
    assert only("apostrophe.omit", "I do n't know .").edits == (
        GoldEdit(1, "sub", "dont", ("do", "n't"), "apostrophe.omit"),
    )
    draft = Draft(["Maybe", "not"], ["RB", "RB"])
    draft.write(0, ("May", "be"), "space.added")
    assert draft.result().edits == (
        GoldEdit(0, "sub", "May", ("Maybe",), "space.added"),
        GoldEdit(1, "remove", "be", (), "space.added"),
    )


def test_a_lone_token_is_not_dropped() -> None:
    assert only("end.omit", ".").words == (".",)
    assert only("article.omit", "the").words == ("the",)


def test_misspellings_are_no_words() -> None:
    from syntacticdiff.noise.kinds.misspelling import misspelled
    from syntacticdiff.noise.lexis import default_lexis

    lexis, chance = default_lexis(), random.Random(1)
    for word in ("receive", "beautiful", "Tomorrow", "government"):
        for _ in range(50):
            wrong = misspelled(word, lexis, chance)
            assert wrong is None or (wrong != word and not lexis.is_word(wrong.lower()))
            assert wrong is None or wrong[0].isupper() == word[0].isupper()


def test_typical_misspellings_are_not_the_word_itself() -> None:
    from syntacticdiff.noise.kinds.typical import typical_misspellings

    for word, wrongs in typical_misspellings().items():
        assert word not in wrongs
        assert all(wrong.isalpha() and weight > 0 for wrong, weight in wrongs.items()), word


def test_errors_that_sound_right_are_made_more_often() -> None:
    model = ReferenceModel.train([["we", "depend", "on", "it"], ["he", "is", "in", "it"]] * 30)
    plausibility = Plausibility(model)
    draft = Draft(["we", "depend", "on", "it"], ["PRP", "VBP", "IN", "PRP"])
    likely = plausibility.chance("preposition.swap", draft, 2, ["in"], 1)
    unlikely = plausibility.chance("preposition.swap", draft, 2, ["we"], 1)
    assert 1 > likely > unlikely > 0
    assert plausibility.chance("preposition.swap", draft, 2, ["on"], 1) > likely
    assert plausibility.chance("spelling", draft, 2, ["onn"], 1) == 1


def test_opportunities_are_where_errors_can_be() -> None:
    found = opportunities([(["We", "have", "a", "dog", "."], ["PRP", "VBP", "DT", "NN", "."])])
    assert found["article.omit"] == found["end.omit"] == 1.0
    assert 0 < found["noun.plural"] < 1.0
    assert "possessive.omit" not in found


def test_shipped_rates_make_learner_like_text() -> None:
    noise = LearnerNoise(seed=2)
    kinds: Counter[str] = Counter()
    tokens = 0
    for _ in range(60):
        for words, tags in TAGGED:
            sentence = noise(words, tags)
            tokens += len(words)
            kinds.update(edit.kind for edit in sentence.edits)
    assert 0.02 < kinds.total() / tokens < 0.2
    assert len(kinds) > 25


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(UsageError, match=r"essay, article.omit: a rate of 0 to 1"):
        LearnerRates({"essay": {"article.omit": 2.0}})
    with pytest.raises(UsageError, match="'poem' has no rates; there are essay, chat"):
        LearnerNoise(styles={"poem": 1.0})
    with pytest.raises(UsageError, match="sentences: 1 or more"):
        LearnerNoise(sentences=0)
    with pytest.raises(UsageError, match="a tag for each"):
        LearnerNoise()(["a"], [])
