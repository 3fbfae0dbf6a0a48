"""Words by tag, and substitutes from a thesaurus: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import Substitutions, insertion_words, removable_words

MYTHES = """\
UTF-8
big|2
(adj)|large|great|little (antonym)|full-size (similar term)
(adj)|adult|grown up|big (generic term)
walk|1
(verb)|go|march|ride (antonym)
"""


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    text = "The big dog and a little cat of my large friend may walk , ride or march in the park ."
    return ReferenceModel.train([text, "He saw great dogs , and she walked to them ."] * 3)


def inserted(spec: str, model: ReferenceModel) -> set[str]:
    return set(insertion_words(spec, model.lexicon, min_count=1, fold=str.lower))


def substitutes(spec: str, word: str, model: ReferenceModel) -> tuple[str, ...]:
    return Substitutions(spec, model.lexicon, min_count=1, fold=str.lower).words(word)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("DT", "a the"),
        ("tags:DT", "a the"),
        ("tags:DT+IN", "a the in of"),
        ("MD + CC", "may and or"),
        ("PRP*", "he she them my"),
    ],
)
def test_words_have_the_tags_that_are_asked_for(
    model: ReferenceModel, spec: str, words: str
) -> None:
    assert inserted(spec, model) == set(words.split())


def test_words_that_may_be_removed_are_named_by_tags_too(model: ReferenceModel) -> None:
    removable = removable_words("DT", model.lexicon, min_count=1, fold=str.lower)
    assert removable == {"a", "the"}


@pytest.mark.parametrize("spec", ["tags:", "tags:XYZ", "tags:,"])
def test_an_unknown_tag_is_refused(model: ReferenceModel, spec: str) -> None:
    with pytest.raises(UsageError, match=r"insertions: tags:TAG takes a tag"):
        inserted(spec, model)


def test_a_word_that_is_no_tag_is_refused_with_what_there_is(model: ReferenceModel) -> None:
    with pytest.raises(UsageError, match=r"'dt' is none of .*\"tags:TAG\""):
        inserted("dt", model)


def test_a_thesaurus_of_mythes(model: ReferenceModel, tmp_path: Path) -> None:
    path = tmp_path / "th.dat"
    path.write_text(MYTHES)
    assert substitutes(f"thesaurus:{path}", "big", model) == ("great", "large")
    assert substitutes(f"thesaurus:{path}", "Big", model) == ("great", "large")
    assert substitutes(f"thesaurus:{path}", "large", model) == ()
    assert substitutes(f"antonyms:{path}", "big", model) == ("little",)
    assert substitutes(f"antonyms:{path}", "little", model) == ("big",)
    assert substitutes(f"antonyms:{path}+thesaurus:{path}", "walk", model) == ("march", "ride")


def test_the_first_line_names_the_encoding(model: ReferenceModel, tmp_path: Path) -> None:
    path = tmp_path / "th.dat"
    path.write_bytes("ISO8859-1\nbig|1\n(adj)|caf\u00e9|large\n".encode("latin-1"))
    assert substitutes(f"thesaurus:{path}", "big", model) == ("large",)


@pytest.mark.parametrize("separator", ["\t", ","])
def test_a_table_of_two_columns(model: ReferenceModel, tmp_path: Path, separator: str) -> None:
    path = tmp_path / "pairs"
    path.write_text(f"big{separator}large\n\nbig {separator} little\n")
    assert substitutes(f"thesaurus:{path}", "big", model) == ("large", "little")
    assert substitutes(f"antonyms:{path}", "large", model) == ("big",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"big\n", "1 columns instead of two"),
        (b"a,b,c\n", "3 columns instead of two"),
        (b"UTF-8\nbig\n", ":2: .*number of meanings"),
        (b"UTF-8\nbig|2\n(adj)|large\n", ":2: the file ends before"),
        (b"UTF-8\nbig|1\n(adj)|\xff\n", "is not utf-8 text"),
        (b"big\t\xff\n", "is not UTF-8 text"),
    ],
)
def test_a_bad_file_is_refused(
    model: ReferenceModel, tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        substitutes(f"thesaurus:{path}", "big", model)


def test_a_file_that_is_not_there_is_refused(model: ReferenceModel) -> None:
    with pytest.raises(InputError, match=r"cannot read nowhere\.dat"):
        substitutes("thesaurus:nowhere.dat", "big", model)
    with pytest.raises(UsageError, match="thesaurus needs more, as in thesaurus:FILE"):
        substitutes("thesaurus", "big", model)


def test_an_argument_where_none_belongs_is_refused(model: ReferenceModel) -> None:
    with pytest.raises(UsageError, match=r"'porter2:x' is none of"):
        substitutes("porter2:x", "big", model)


def test_tags_are_refused_for_other_languages(model: ReferenceModel) -> None:
    with pytest.raises(UsageError, match='insertions: "DT": for English only'):
        insertion_words("DT", model.lexicon, min_count=1, fold=str.lower, language="de")
