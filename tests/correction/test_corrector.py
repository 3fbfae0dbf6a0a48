"""Corrector: what is changed, that nothing else is, and the edits as M2."""

import warnings
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.made_up_prices import MadeUpPricing

from syntacticdiff import Corrector, ReferenceModel, SyntacticDiff
from syntacticdiff.alignment.m2 import corrected
from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.edits.diff import apply_edits
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.search.penalties import Penalties

TEXTS = [
    "We go to school.",
    "We go to the park in the morning.",
    "They walk to the school by the river.",
    "She walks to school on foot.",
    "He is interested in music, and she reads a book.",
    "The park is by the river.",
    "The boys read books.",
] * 6

OURS = CorrectionSettings(
    settings={
        "search": "beam",
        "max_edits": 4,
        "positions": "all",
        "insertions": "function-words",
        "substitutions": "porter2+confusions",
        "removals": "function-words",
        "aggregate": "sum",
        "cost": "window",
    },
    penalties={"base": 3.0},
)


@pytest.fixture(scope="module")
def model():
    return ReferenceModel.train(TEXTS, order=3)


@pytest.fixture(scope="module")
def corrector(model):
    return Corrector(model, settings=OURS)


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("We go school.", "We go to school."),
        ("“We  go to to school.”", "“We  go to school.”"),
        ("THEY WALKS TO THE SCHOOL BY THE RIVER.", "THEY WALK TO THE SCHOOL BY THE RIVER."),
        ("Park is by the river.", "The park is by the river."),
        ("We go to school.", "We go to school."),
        ("", ""),
    ],
)
def test_a_sentence_keeps_everything_that_is_not_changed(corrector, text, output):
    assert corrector(text) == output


def test_a_document_keeps_what_stands_between_its_sentences(corrector):
    text = "  We go school.\t\tShe walks  to school.\r\n\r\n * We go to the park in morning.  \n"
    correction = corrector.document(text)
    assert correction.text == text
    assert correction.output == (
        "  We go to school.\t\tShe walks  to school.\r\n\r\n"
        " * We go to the park in the morning.  \n"
    )
    assert [diff.text for diff in correction.diffs if diff.edits] == [
        "We go school.",
        "* We go to the park in morning.",
    ]


@given(st.text(alphabet="We go to school.\n\t\u00a0é😀\"'-", max_size=60))
def test_where_no_edit_is_made_not_a_character_changes(model, text):
    still = Corrector(model, settings=OURS, max_edits=0)
    assert still.document(text).output == text


def test_tokenised_text_has_a_line_for_each_line_and_its_tokens_stay_apart(model):
    corrector = Corrector(model, settings=OURS, tokenized=True)
    text = "We go school .\n\n  They walk to the school by the river .\nHe is interested music .\n"
    assert corrector.document(text).output == (
        "We go to school .\n\n  They walk to the school by the river .\n"
        "He is interested in music .\n"
    )
    lists = [line.split() for line in text.splitlines()]
    assert corrector.document(lists).output.split("\n") == [
        "We go to school .",
        "",
        "They walk to the school by the river .",
        "He is interested in music .",
    ]


def test_documents_come_in_their_order_from_any_number_of_workers(corrector):
    texts = ["We go school.", "", "The boys read books. Park is by the river."] * 20
    one = list(corrector.many(texts))
    assert [correction.text for correction in one] == texts
    assert one[0].output == "We go to school."
    assert list(corrector.many(iter(texts), n_jobs=2)) == one
    with pytest.raises(UsageError, match=r"^documents: "):
        list(corrector.many("We go."))


def test_content_words_are_neither_put_in_nor_taken_out_unless_asked_for(model):
    text = "We go to school school."
    assert Corrector(model, settings=OURS)(text) == text
    assert Corrector(model, settings=OURS, removals="all")(text) == "We go to school."
    silent = CorrectionSettings({"operations": ["remove"]}, {"base": 1.0})  # of which words?
    assert Corrector(model, settings=silent)(text) == text
    assert Corrector(model, settings=silent, removals="all")(text) != text


# M2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We go school.", ["A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||0"]),
        ("We go to to school.", ["A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0"]),
        (
            "They walks to the school by the river.",
            ["A 1 2|||R:VERB:SVA|||walk|||REQUIRED|||-NONE-|||0"],
        ),
        (
            "Park is by the river.",
            [
                "A 0 0|||M:DET|||The|||REQUIRED|||-NONE-|||0",
                "A 0 1|||R:ORTH|||park|||REQUIRED|||-NONE-|||0",
            ],
        ),
        ("We go to school.", ["A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"]),
    ],
)
def test_edits_become_m2_with_types(corrector, text, expected):
    [diff] = corrector.document(text).diffs
    assert str(corrector.m2(diff)).splitlines()[1:] == expected


def test_what_takes_a_removed_words_place_is_one_replacement(model):
    penalties = {"base": 1.0, "sub": 99.0}
    corrector = Corrector(model, settings=OURS, penalties=penalties)
    [diff] = corrector.document("We go in the park in the morning.").diffs
    assert [str(edit) for edit in diff.edits] == ["insert(to)", "remove(in)"]
    [edit] = corrector.m2(diff).edits
    assert str(edit) == "A 2 3|||R:PREP|||to|||REQUIRED|||-NONE-|||0"


def test_m2_makes_the_corrected_tokens_of_any_sentence(model):
    # Cheap edits, so that many are made, beside one another, too.
    penalties = Penalties(-(2**20), pricing=MadeUpPricing(3))
    settings = {"max_edits": 5, "removals": "all", "penalties": penalties}
    corrector = Corrector(model, settings=OURS, tokenized=True, **settings)
    edits = 0
    for text in TEXTS[:7]:
        words = text.replace(".", " .").replace(",", " ,").split()
        for start in range(len(words)):
            [diff] = corrector.document(" ".join(words[start:] + words[:start])).diffs
            m2 = corrector.m2(diff)
            made = corrected(m2.tokens, m2.edits)
            assert " ".join(made) == diff.output
            assert tuple(map(str.lower, made)) == apply_edits(diff.tokens, diff.edits)
            edits += len(diff.edits)
    assert edits > 100


# Settings


def test_changes_overrule_the_settings_and_strangers_are_refused(model):
    assert Corrector(model, settings=OURS, max_edits=0)("We go school.") == "We go school."
    with pytest.raises(UsageError, match=r"^k: .*max_edits"):
        Corrector(model, settings=OURS, k=1)
    with pytest.raises(UsageError, match=r"^search: "):
        Corrector(model, settings=OURS, search="sweep")


def test_settings_come_from_a_file(model, tmp_path):
    OURS.save(tmp_path / "tuned.toml")
    corrector = Corrector(model, settings=tmp_path / "tuned.toml")
    assert corrector("We go school.") == "We go to school."
    assert corrector.differ.signature == Corrector(model, settings=OURS).differ.signature


def test_a_value_that_no_differ_takes_is_the_files_fault(model, tmp_path):
    path = tmp_path / "tuned.toml"
    CorrectionSettings({"alpha": 2.0}).save(path)
    with pytest.raises(InputError, match=r"tuned\.toml: alpha: "):
        Corrector(model, settings=path)
    CorrectionSettings({"search": "sweep"}).save(path)
    with pytest.raises(InputError, match=r"tuned\.toml: search: "):
        Corrector(model, settings=path)
    with pytest.raises(UsageError, match=r"^engine: "):
        Corrector(model, settings=OURS, engine="steam")


def test_settings_tuned_with_another_reference_are_worth_a_warning(model):
    tuned = replace(OURS, provenance={"reference_sha256": "0" * 64})
    with pytest.warns(UserWarning, match="another reference"):
        Corrector(model, settings=tuned)
    same = replace(OURS, provenance={"reference_sha256": model.checksum})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Corrector(model, settings=same)


def test_without_penalties_settings_have_those_of_their_search(model):
    def penalties(**settings):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            corrector = Corrector(model, settings=CorrectionSettings(settings))
        return corrector.differ.signature_fields["penalties"]

    assert penalties().startswith("default:")
    assert penalties(search="beam") == "None"


def test_by_default_it_makes_the_edits_of_a_differ():
    text = "In center of town there is old church. I am interested in in music."
    differ, corrector = SyntacticDiff(), Corrector()
    assert corrector.differ.signature == differ.signature
    assert list(corrector.document(text).diffs) == differ.document(text)
    sure = Corrector(min_probability=1.0)
    assert len(sure.differ("In center of town.").edits) <= len(differ("In center of town.").edits)


def test_it_works_at_once_with_the_embedded_reference():
    correction = Corrector().document("I am interested in in music.\n")
    assert correction.output.endswith("\n")
    assert len(correction.diffs) == 1


def test_m2_has_the_probability_in_its_fifth_field():
    corrector = Corrector(
        ReferenceModel.train(["we go to school", "they go to the park"] * 5),
        insertions=["to"],
        substitutions=None,
        penalties={"base": 1.0},
    )
    diff = corrector.differ("We go school")
    [edit] = corrector.m2(diff).edits
    assert edit.comment == f"p={diff.edits[0].probability:.2f}"
    assert str(edit).split("|||")[4] == edit.comment
