"""What prices know of a candidate edit: words, surroundings, parts, and cues with their names."""

from __future__ import annotations

from typing import Any

import pytest
from support.prices import drawn_weights

from syntacticdiff import ReferenceModel, SyntacticDiff
from syntacticdiff.errors import UsageError
from syntacticdiff.search.hypothesis import Word
from syntacticdiff.search.prices.calibrated import CalibratedPrices, ModelPrices
from syntacticdiff.search.prices.parts import Part, edit_kind, edit_type, letters_apart
from syntacticdiff.search.prices.surroundings import NOBODY, Surroundings
from syntacticdiff.search.prices.templates import TEMPLATES, Template, cue_names, cues
from syntacticdiff.search.prices.traits import PATTERNS, WordDescriber, begins_with_vowel
from syntacticdiff.syntax.hashing import feature

MODEL = ReferenceModel.load("default")
DESCRIBE = WordDescriber(MODEL)
PRICES = CalibratedPrices(drawn_weights([]))


@pytest.mark.parametrize(
    ("word", "vowel"),
    [
        ("apple", True),
        ("hour", True),
        ("house", False),
        ("university", False),
        ("uninteresting", True),
        ("european", False),
        ("18", True),
        ("80", True),
        ("12", False),
        ("one", False),
        ("umbrella", True),
    ],
)
def test_an_stands_before_the_sound_of_a_vowel(word: str, vowel: bool) -> None:
    assert begins_with_vowel(word) is vowel


def test_a_word_is_described_by_itself() -> None:
    the, several = DESCRIBE("The"), DESCRIBE("do n't")
    assert (the.text, the.tag, the.closed, the.listed) == ("the", "DT", True, True)
    assert PATTERNS[the.pattern] == "Title"
    assert several.tag == "VBP+RB"
    assert [DESCRIBE(word).tag for word in ("seen", "women", "swimming")] == ["VBN", "NNS", "VBG"]
    assert not DESCRIBE("recieveddd").listed
    assert DESCRIBE("1984").listed
    assert DESCRIBE("the").frequency > DESCRIBE("umbrella").frequency


#   the old man who live here are happy
TAGS = ("DT", "JJ", "NN", "WP", "VBP", "RB", "VBP", "JJ")
HEADS = (2, 2, 7, 4, 2, 4, 7, -1)


def test_a_verb_finds_its_subject() -> None:
    around = Surroundings(TAGS, HEADS)
    assert around.subject(4) == 2, "the pronoun stands for the noun"
    assert around.subject(6) == 2, "by way of the adjective, the verb's head"
    assert Surroundings(("VBZ", "PRP", "JJ"), (2, 2, -1)).subject(0) == 1, "a question"
    assert Surroundings(("VB", "RB"), (-1, 0)).subject(0) == NOBODY


def test_what_leads_a_verb_or_a_noun_is_found_beyond_its_phrase() -> None:
    # why did he often leave one of my best friends
    tags = ("WRB", "VBD", "PRP", "RB", "VB", "CD", "IN", "PRP$", "JJS", "NNS")
    around = Surroundings(tags, (-1,) * len(tags))
    assert around.leader_of_verb(4) == 1, "beyond the subject and the adverb"
    assert around.leader_of_verb(1) == 0
    assert around.leader_of_verb(0) == NOBODY
    assert around.leader_of_noun(9) == 6, "beyond the adjective and the pronoun"
    assert Surroundings(("VBD", *5 * ("RB",), "VBN"), (-1,) * 7).leader_of_verb(6) == NOBODY
    assert Surroundings(("VBD", *4 * ("RB",), "VBN"), (-1,) * 6).leader_of_verb(5) == 0


def test_a_noun_has_a_determiner_and_begins_where_its_phrase_does() -> None:
    around = Surroundings(TAGS, HEADS)
    assert around.determiner(2) == 0
    assert around.phrase_noun(1) == 2
    assert around.article(2, NOBODY) == 0
    assert around.article(2, 0) == NOBODY, "apart from the one that is taken out"
    # John 's house: the possessor is as good as an article.
    assert Surroundings(("NNP", "POS", "NN"), (2, 0, -1)).article(2, NOBODY) == 0


@pytest.mark.parametrize(
    ("source", "target", "kind", "type_"),
    [
        (None, "the", "insert(the)", "insert:closed"),
        (None, ",", "insert(,)", "insert:punctuation"),
        ("soup", None, "remove(soup)", "remove:open"),
        ("is", "are", "sub(is->are)", "sub:closed"),
        ("city", "cities", "sub(-y->-ies)", "sub:form"),
        ("go", "went", "sub(*)", "sub:form"),
        ("recievd", "received", "sub(-ievd->-eived)", "sub:spell"),
        ("dont", "do n't", "sub(-nt->- n't)", "sub:several"),
        ("i", "I", "sub(lower->Title)", "sub:case"),
        ("monday", "Monday", "sub(lower->Title)", "sub:case"),
    ],
)
def test_kinds_and_types_of_edits(
    source: str | None, target: str | None, kind: str, type_: str
) -> None:
    words = [None if word is None else DESCRIBE(word) for word in (source, target)]
    operation = 0 if source is None else 1 if target is None else 2
    assert edit_kind(operation, *words) == kind
    assert edit_type(operation, *words) == type_


def test_letters_apart_end_at_three() -> None:
    assert letters_apart("recieve", "receive") == 1
    assert letters_apart("cat", "elephant") == 3
    assert letters_apart("a" * 50, "a" * 50) == 3


def test_cues_are_features_of_their_parts_and_can_be_read() -> None:
    parts = {"kind": Part(5, "insert(the)"), "tag+1": Part(7, "NN")}
    templates = (Template(7, ("kind",)), Template(23, ("kind", "tag+1")), Template(9, ("type",)))
    assert list(cues(templates, parts)) == [feature(7, 5), feature(23, 5, 7)]
    assert list(cue_names(templates, parts)) == ["insert(the)", "insert(the) | tag+1=NN"]


def test_numbers_of_templates_are_never_used_twice() -> None:
    assert len({template.number for template in TEMPLATES}) == len(TEMPLATES)
    assert len({template.parts for template in TEMPLATES}) == len(TEMPLATES)


def names_of(sentence: str, edit: str, **settings: Any) -> list[str]:
    differ = SyntacticDiff(MODEL, engine="python", penalties=None, **settings)
    prices = ModelPrices(PRICES, MODEL)
    candidates = differ.candidates(sentence, prices.orders)
    steps = list(candidates.steps())
    for row, pairs in prices.named_cues(candidates):
        if str(steps[row].edit_of([Word(token, 0) for token in candidates.tokens])) == edit:
            return [name for _, name in pairs]
    raise AssertionError(f"{edit} is no candidate")


def test_agreement_is_seen_by_the_subject() -> None:
    names = names_of("She live alone.", "sub(live->lives)", substitutions={"live": ["lives"]})
    assert "sub(-->-s) | subject-word=she" in names
    assert any(name.endswith(" | subject-tag=PRP") for name in names)


def test_a_missing_article_is_seen_by_the_noun() -> None:
    names = names_of("We went to old church.", "insert(the)", insertions=["the"])
    assert any(name.startswith("insert(the) | noun-tag=") for name in names)


def test_edits_that_cost_too_much_are_not_looked_at() -> None:
    differ = SyntacticDiff(MODEL, engine="python", penalties=None, insertions=["the"])
    prices = ModelPrices(CalibratedPrices(drawn_weights([]), least_gain=2.0), MODEL)
    candidates = differ.candidates("We saw it.", prices.orders)
    looked_at = [row for row, _ in prices.parts(candidates)]
    assert looked_at == [
        row for row, gain in enumerate(candidates.gains[None]) if gain >= -(2 << 20)
    ]
    found = prices.prices(candidates)
    assert {int(found[row]) for row in set(range(len(found))) - set(looked_at)} <= {1000 << 20}


@pytest.mark.parametrize(
    "wrong",
    [
        {"scale": 0},
        {"least_gain": -1.0},
        {"templates": (Template(1, ("nonsense",)),)},
        {"templates": (Template(1, ("kind",)), Template(1, ("type",)))},
        {"weights": drawn_weights([], classes=2)},
    ],
)
def test_prices_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="prices"):
        CalibratedPrices(**{"weights": drawn_weights([]), **wrong})
