"""References in German and Spanish: what works there, and what says that it does not."""

import pickle
import warnings

import pytest

from syntacticdiff import EditVectorizer, ReferenceModel, SyntacticDiff
from syntacticdiff.correction import Corrector
from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.search.sources.word_lists import COMMONEST

GERMAN = [
    "Am 3. Okt. fuhr die Frau nach Berlin. Sie wohnt in dem Haus.",
    "Der Mann sah die Häuser in der Stadt. Die Kinder spielen in dem Garten.",
    "Die Frau sah den Mann. Das Kind spielt in dem Haus.",
]
SPANISH = [
    "La Sra. Ruiz vive en la casa. Las casas de la ciudad son viejas.",
    "El niño juega en la calle. Los niños juegan en las calles de la ciudad.",
]


@pytest.fixture(scope="module")
def german():
    return ReferenceModel.train(GERMAN * 10, order=3, language="de")


def quiet(model, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return SyntacticDiff(model, **settings)


def test_a_model_keeps_its_language(german, tmp_path):
    german.save(tmp_path / "de.sdlm")
    loaded = ReferenceModel.load(tmp_path / "de.sdlm")
    assert loaded.language == loaded.header["language"] == "de"
    assert german.header["sentences"] == 60  # "3. Okt." ends none
    assert pickle.loads(pickle.dumps(loaded)).language == "de"
    assert ReferenceModel.train(["A b."], order=1).language == "en"


def test_an_unknown_language_is_refused(german, tmp_path):
    with pytest.raises(UsageError, match="language: 'xx' is not one of"):
        ReferenceModel.train(GERMAN, language="xx")
    german.header["language"] = "xx"
    try:
        german.save(tmp_path / "xx.sdlm")
    finally:
        german.header["language"] = "de"
    with pytest.raises(ModelError, match=r"xx\.sdlm: its language, 'xx', is not known here"):
        ReferenceModel.load(tmp_path / "xx.sdlm")


def test_the_commonest_words_stand_for_function_words_and_that_is_said_once(german):
    model = ReferenceModel.train(GERMAN * 10, order=2, language="de")
    with pytest.warns(UserWarning, match=f"no list of German function words: the {COMMONEST} comm"):
        differ = SyntacticDiff(model, insertions="function-words")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SyntacticDiff(model, insertions="function-words")
    inserted = {word.text for word in differ.searching.insertions}
    assert {"die", "in", "dem"} <= inserted
    assert not {"the", ".", "3"} & inserted


def test_a_german_sentence_gets_german_edits(german):
    differ = quiet(german, max_edits=2, min_count=1)
    assert differ("Sie wohnt in Haus.").output == "Sie wohnt in dem Haus."
    assert "häuser" in differ.searching.substitutions.words("haus")
    assert len(differ.document("Sie wohnt am 3. Okt. in Berlin. Die Frau kam.")) == 2


def test_a_spanish_sentence_gets_spanish_edits():
    model = ReferenceModel.train(SPANISH * 10, order=3, language="es")
    differ = quiet(model, max_edits=1, min_count=1)
    assert differ("El niño juegan en la calle.").output == "El niño juega en la calle."
    counted = EditVectorizer(model, min_count=1, features=["edit"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        counted.fit_transform(["Los niños juega en la calle."])
    assert "sub(juega->juegan)" in counted.get_feature_names_out()


@pytest.mark.parametrize("source", ["inflections", "confusions", "porter2-light"])
def test_sources_for_english_only_are_refused(german, source):
    with pytest.raises(UsageError, match=f'"{source}": for English only, and the ref.*"spelling"'):
        quiet(german, substitutions=f"spelling+{source}")


def test_by_default_operations_have_penalties_and_nothing_english_is_used():
    model = ReferenceModel.train(GERMAN * 10, order=3, language="de")
    with pytest.warns(UserWarning, match="shipped prices are for English: German edits cost"):
        corrector = Corrector(model, min_count=1)
    assert corrector("Sie wohnt in Haus.") == "Sie wohnt in dem Haus."
    differ = corrector.differ
    assert differ.searching.penalties.by_operation
    assert differ.searching.penalties.pricing is None
    assert not {"the", "of"} & {word.text for word in differ.searching.insertions}
    assert "häuser" in differ.searching.substitutions.words("haus")


@pytest.mark.filterwarnings("ignore:there is no list of German")
def test_word_classes_are_refused(german):
    vectorizer = EditVectorizer(german, features=["edit", "class"], min_count=1)
    with pytest.raises(UsageError, match='"class": for English only'):
        vectorizer.fit_transform(["Die Frau wohnt in Haus."])
