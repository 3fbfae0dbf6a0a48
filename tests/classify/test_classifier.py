"""TextClassifier: its scores are those of scikit-learn, and its folder can be read back."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.pipeline import FeatureUnion, make_pipeline
from support.commands import reference_sentences
from support.writers import essays

from syntacticdiff import EditVectorizer, ReferenceModel
from syntacticdiff.classify.classifier import TextClassifier
from syntacticdiff.classify.classifiers import CLASSIFIERS
from syntacticdiff.classify.feature_sets import WordAnalyzer
from syntacticdiff.classify.learning import Learning
from syntacticdiff.classify.weighting import EDITS_WEIGHT
from syntacticdiff.errors import InputError, ModelError, SyntacticDiffError, UsageError
from syntacticdiff.files.whole_folders import exchanged

TEXTS, LABELS = essays(8, length=3)
NEW, _ = essays(3, seed=2, length=3)
NEW += ["", "Zebras quarrel!", "The teacher walk to school."]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("reference") / "ours.sdlm"
    ReferenceModel.train(reference_sentences()).save(path)
    return str(path)


@pytest.fixture(scope="module")
def edits(reference: str) -> EditVectorizer:
    return EditVectorizer(ReferenceModel.load(reference), engine="python")


@pytest.fixture(scope="module")
def trained(edits: EditVectorizer) -> TextClassifier:
    return TextClassifier.train(TEXTS, LABELS, edits=edits)


@pytest.fixture
def saved(trained: TextClassifier, tmp_path: Path) -> Path:
    trained.save(tmp_path / "writers")
    return tmp_path / "writers"


def theirs(edits: EditVectorizer, classifier: str, labels: list[str], texts: list[str]) -> Any:
    """The default of TextClassifier as a pipeline of scikit-learn."""
    words = CountVectorizer(analyzer=WordAnalyzer("words", edits.reference))
    union = FeatureUnion(
        [
            ("words", make_pipeline(words, TfidfTransformer(sublinear_tf=True))),
            ("edits", make_pipeline(edits, TfidfTransformer(sublinear_tf=True))),
        ],
        transformer_weights={"edits": EDITS_WEIGHT},
    )
    return make_pipeline(union, CLASSIFIERS[classifier].make(0)).fit(texts, labels)


@pytest.mark.parametrize(
    ("classifier", "writers"),
    [("svm", 3), ("svm", 2), ("logistic", 3), ("logistic", 2), ("sgd", 3)],
)
def test_a_loaded_classifier_scores_as_scikit_learn_s_pipeline(
    edits: EditVectorizer, tmp_path: Path, classifier: str, writers: int
) -> None:
    names = ["Adi", "Bo", "Cleo"][:writers]
    chosen = [i for i, label in enumerate(LABELS) if label in names][:12]
    texts, labels = [TEXTS[i] for i in chosen], [LABELS[i] for i in chosen]
    ours = TextClassifier.train(texts, labels, edits=edits, learning=Learning(classifier))
    ours.save(tmp_path / "c")
    loaded = TextClassifier.load(tmp_path / "c", engine="python")
    pipeline = theirs(edits, classifier, labels, texts)
    scores = loaded.decision_function(NEW)
    expected = pipeline.decision_function(NEW)
    assert scores.shape == expected.shape
    assert np.abs(scores - expected).max() < 1e-9
    predictions = list(loaded.predict(NEW))
    assert [prediction.label for prediction in predictions] == pipeline.predict(NEW).tolist()
    chances = np.array([list(prediction.probabilities.values()) for prediction in predictions])
    assert np.allclose(chances.sum(axis=1), 1.0)
    if classifier == "logistic":
        assert np.abs(chances - pipeline.predict_proba(NEW)).max() < 1e-9
    for prediction in predictions:
        assert prediction.probability == max(prediction.probabilities.values())
        assert list(prediction.probabilities) == names


def test_svm_s_probabilities_are_scaled_to_fit_unseen_documents(edits: EditVectorizer) -> None:
    texts, labels = essays(12, length=2)
    coin = np.random.default_rng(0)
    muddled = [label if coin.random() < 0.6 else "Bo" for label in labels]
    clear, unclear = (
        TextClassifier.train(texts, known, "edits", edits=edits, learning=Learning("svm"))
        for known in (labels, muddled)
    )
    assert clear.record["scale"] > 1.5 * unclear.record["scale"] > 0
    # On average, the probability is the accuracy on documents it has not seen
    new, truth = essays(20, seed=3, length=2)
    predictions = list(clear.predict(new))
    right = np.mean([p.label == label for p, label in zip(predictions, truth, strict=True)])
    assert np.mean([p.probability for p in predictions]) == pytest.approx(right, abs=0.15)


def test_evidence_is_coefficient_times_value(edits: EditVectorizer, saved: Path) -> None:
    pipeline = theirs(edits, "logistic", LABELS, TEXTS)
    classifier = TextClassifier.load(saved, engine="python")
    names = pipeline[0].get_feature_names_out()
    values = pipeline[0].transform(NEW).toarray()
    for row, prediction in enumerate(classifier.predict(NEW, evidence=3)):
        best = list(pipeline.classes_).index(prediction.label)
        spoken = pipeline[1].coef_[best] * values[row]
        expected = {
            name.removeprefix("edits__"): number
            for name, number in zip(names, spoken, strict=True)
            if name.startswith("edits__") and number > 0
        }
        top = sorted(expected.values(), reverse=True)[:3]
        assert [item.contribution for item in prediction.evidence] == pytest.approx(top)
        assert all(
            item.contribution == pytest.approx(expected[item.feature])
            for item in prediction.evidence
        )
    assert any(prediction.evidence for prediction in classifier.predict(NEW))


def test_with_two_classes_evidence_speaks_for_the_predicted_one(edits: EditVectorizer) -> None:
    pairs = [pair for pair in zip(TEXTS, LABELS, strict=True) if pair[1] != "Cleo"]
    texts, labels = zip(*pairs, strict=True)
    classifier = TextClassifier.train(texts, labels, "edits", edits=edits)
    careless = "The teacher is in garden. My sister was near library. A child runs to school."
    [adi, bo] = classifier.predict([careless, "The teacher walk to the school."])
    assert (adi.label, bo.label) == ("Adi", "Bo")
    assert "insert(the)" in {item.feature for item in adi.evidence}
    assert "sub(walk->walks)" in {item.feature for item in bo.evidence}
    assert min(adi.score, bo.score) > 0


def test_without_edits_words_are_the_evidence(edits: EditVectorizer) -> None:
    classifier = TextClassifier.train(TEXTS, LABELS, "words", edits=edits)
    [prediction] = classifier.predict(["My sister walk to to the garden."])
    words = {item.feature for item in prediction.evidence}
    assert words
    assert words <= {"my", "sister", "walk", "to", "the", "garden", "."}
    assert classifier.record["edits"] is None


def test_many_documents_are_read_as_needed(
    trained: TextClassifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("syntacticdiff.classify.classifier._BATCH", 2)
    read: list[str] = []

    def texts() -> Any:
        for text in NEW:
            read.append(text)
            yield text

    predictions = trained.predict(texts())
    first = next(predictions)
    assert len(read) == 2
    assert [first, *predictions] == list(trained.predict(NEW))
    assert trained.decision_function([]).shape == (0, 3)


def test_settings_are_saved_and_loaded(reference: str, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("the\nto\n")
    vectorizer = EditVectorizer(
        reference,
        engine="python",
        insertions=str(words),
        penalties={"base": 0.01, "remove(the)": 2},
        operations=("insert", "sub"),
        features=("edit", "class", "unmodified"),
        substitutions={"walk": ["walks"], "read": ["reads"]},
        tokenized=True,
    )
    texts = [text.replace(".", " .") for text in TEXTS]
    trained = TextClassifier.train(texts, LABELS, edits=vectorizer)
    trained.save(tmp_path / "c")
    words.unlink()  # the words themselves were saved
    loaded = TextClassifier.load(tmp_path / "c", engine="python")
    new = [text.replace(".", " .") for text in NEW]
    assert np.array_equal(loaded.decision_function(new), trained.decision_function(new))
    assert loaded.tokenized
    assert loaded.signature == trained.signature


# The folder


def test_a_folder_holds_arrays_and_json_only(saved: Path, reference: str) -> None:
    assert sorted(os.listdir(saved)) == ["arrays.npz", "classifier.json", "vocabulary.json"]
    assert os.listdir(saved.parent) == ["writers"]
    with np.load(saved / "arrays.npz", allow_pickle=False) as arrays:
        shapes = {name: arrays[name].shape for name in arrays}
    vocabulary = json.loads((saved / "vocabulary.json").read_text())
    columns = sum(map(len, vocabulary.values()))
    assert shapes == {"idf": (columns,), "coefficients": (3, columns), "intercepts": (3,)}
    record = json.loads((saved / "classifier.json").read_text())
    assert record["classes"] == ["Adi", "Bo", "Cleo"]
    assert record["reference"]["path"] == reference
    assert record["reference"]["sha256"] == ReferenceModel.load(reference).checksum
    assert [view["name"] for view in record["views"]] == ["words", "edits"]


def test_a_classifier_is_replaced_and_nothing_else_is(
    trained: TextClassifier, saved: Path, tmp_path: Path
) -> None:
    trained.save(saved)
    (tmp_path / "empty").mkdir()
    trained.save(tmp_path / "empty")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("all of it")
    (tmp_path / "file").write_text("")
    for name, message in (
        ("mine", "a folder with other files in it"),
        ("file", "a file; a classifier is a folder"),
        ("no/where", "there is no folder"),
    ):
        with pytest.raises(UsageError, match=message):
            trained.save(tmp_path / name)
    assert (mine / "thesis.txt").read_text() == "all of it"
    assert sorted(os.listdir(tmp_path)) == ["empty", "file", "mine", "writers"]


@pytest.mark.parametrize("when", ["fsync", "rename"])
def test_a_failure_leaves_the_older_classifier(
    trained: TextClassifier, saved: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    before = {name: (saved / name).read_bytes() for name in os.listdir(saved)}
    rename = Path.rename

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    def failing_rename(self: Path, target: Path) -> Path:
        return full() if str(self).endswith(".part") else rename(self, target)  # type: ignore[func-returns-value]

    if when == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "rename", failing_rename)
        monkeypatch.setattr("syntacticdiff.files.whole_folders.exchanged", lambda *_: False)
    with pytest.raises(InputError, match="writers: cannot be written: No space left"):
        trained.save(saved)
    assert {name: (saved / name).read_bytes() for name in os.listdir(saved)} == before
    assert os.listdir(saved.parent) == ["writers"]


def test_replacing_has_no_moment_without_a_classifier(
    trained: TextClassifier, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where names can be exchanged, none is missing; elsewhere the older one is found again."""
    aside = saved.with_name(".writers.0123.old")
    saved.rename(aside)  # as a kill between the two renames leaves it
    assert TextClassifier.load(saved, engine="python").classes == trained.classes
    assert os.listdir(saved.parent) == ["writers"]
    if not exchanged(saved, saved):
        pytest.skip("names cannot be exchanged here")

    def never(*_: object) -> None:
        raise AssertionError("the name of the folder is free for a moment")

    monkeypatch.setattr(Path, "rename", never)
    trained.save(saved)
    assert os.listdir(saved.parent) == ["writers"]


def rewrite(saved: Path, **changes: Any) -> None:
    path = saved / "classifier.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def resave(saved: Path, name: str, array: np.ndarray) -> None:
    """Change an array, and the checksum with it, as an attacker would."""
    with np.load(saved / "arrays.npz") as loaded:
        arrays = dict(loaded) | {name: array}
    np.savez(saved / "arrays.npz", **arrays)
    files = json.loads((saved / "classifier.json").read_text())["files"]
    files["arrays.npz"] = hashlib.sha256((saved / "arrays.npz").read_bytes()).hexdigest()
    rewrite(saved, files=files)


def resave_like(saved: Path, name: str, value: float) -> None:
    with np.load(saved / "arrays.npz") as loaded:
        resave(saved, name, np.full_like(loaded[name], value))


def reseal(saved: Path, data: bytes) -> None:
    """Replace the arrays, and the checksum with them, as an attacker would."""
    (saved / "arrays.npz").write_bytes(data)
    files = json.loads((saved / "classifier.json").read_text())["files"]
    rewrite(saved, files=files | {"arrays.npz": hashlib.sha256(data).hexdigest()})


def hostile(saved: Path, head: bytes = b"", method: int = 0, flags: int = 0) -> None:
    """Arrays whose headers are not what NumPy or the reader of zip files expects."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("idf", "coefficients", "intercepts"):
            text = (head or b"{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }") + b"\n"
            array = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(8)
            archive.writestr(f"{name}.npy", array)
    data = bytearray(stream.getvalue())
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(signature)
        while place >= 0:
            data[place + at] |= flags
            data[place + at + 2] = method or data[place + at + 2]
            place = data.find(signature, place + 1)
    reseal(saved, bytes(data))


def zeros(saved: Path) -> None:
    """A few kilobytes that would become gigabytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("idf.npy", bytes(1 << 24))
    reseal(saved, stream.getvalue())


def shape(count: str) -> bytes:
    return b"{'descr': '<f8', 'fortran_order': False, 'shape': (" + count.encode() + b",), }"


DAMAGE: dict[str, Any] = {
    "an array's header that does not end": (lambda c: hostile(c, b"{'descr': ("), "three arrays"),
    "an array without end": (lambda c: hostile(c, shape("9" * 40)), "three arrays"),
    "a negative array": (lambda c: hostile(c, shape("-8")), "three arrays"),
    "deep headers": (lambda c: hostile(c, b"(" * 3000), "three arrays"),
    "compressed in an unknown way": (lambda c: hostile(c, method=99), "three arrays"),
    "encrypted": (lambda c: hostile(c, flags=1), "three arrays"),
    "a bomb": (zeros, "three arrays"),
    "huge": (lambda c: resave_like(c, "idf", 1e308), "finite numbers"),
    "a huge scale": (lambda c: rewrite(c, scale=1e308), "scale"),
    "no scale": (lambda c: rewrite(c, scale="one"), "scale"),
    "an endless scale": (lambda c: rewrite(c, scale=10**400), "scale"),
    "no folder": (shutil.rmtree, "no such folder"),
    "empty folder": (lambda c: [path.unlink() for path in c.iterdir()], "no classifier.json"),
    "not JSON": (lambda c: (c / "classifier.json").write_text("{"), "is not JSON"),
    "not ours": (lambda c: rewrite(c, format="other"), "not a classifier of this program"),
    "a list": (lambda c: (c / "classifier.json").write_text("[]"), "not a classifier of this"),
    "newer": (lambda c: rewrite(c, version=2), "of format 2; this version .* reads format 1"),
    "truncated": (
        lambda c: os.truncate(c / "arrays.npz", 100),
        "arrays.npz is not the one that was written",
    ),
    "file gone": (lambda c: (c / "vocabulary.json").unlink(), "vocabulary.json: cannot be read"),
    "no files": (lambda c: rewrite(c, files=None), "does not list its files"),
    "no classes": (lambda c: rewrite(c, classes=["Adi"]), "classes"),
    "a class twice": (lambda c: rewrite(c, classes=["Adi", "Adi", "Bo"]), "not distinct"),
    "fewer classes": (lambda c: rewrite(c, classes=["Adi", "Bo"]), "each feature and class"),
    "other features": (lambda c: rewrite(c, features="edits"), "do not match its feature set"),
    "unknown features": (lambda c: rewrite(c, features="letters"), "features: 'letters'"),
    "no settings": (lambda c: rewrite(c, edits=None), "has wrong contents"),
    "a file to read": (
        lambda c: rewrite(c, edits={"insertions": "/etc/passwd"}),
        "insertions is not a list",
    ),
    "odd settings": (lambda c: rewrite(c, edits={"reference": "x"}), "settings that this version"),
    "bad settings": (
        lambda c: rewrite(c, edits={"insertions": [], "search": "random"}),
        "search: 'random'",
    ),
    "not finite": (lambda c: resave(c, "idf", np.full(3, np.nan)), "finite numbers"),
    "objects": (lambda c: resave(c, "idf", np.array([print])), "does not hold its three arrays"),
    "too short": (lambda c: resave(c, "intercepts", np.zeros(2)), "intercepts does not have"),
}


@pytest.mark.parametrize(("damage", "message"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_or_foreign_folder_is_one_clear_line(
    saved: Path, damage: Any, message: str
) -> None:
    damage(saved)
    with pytest.raises(SyntacticDiffError, match=message) as caught:
        TextClassifier.load(saved, engine="python")
    assert str(saved) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_reference_that_moved_can_be_given(saved: Path, reference: str, tmp_path: Path) -> None:
    moved = tmp_path / "moved.sdlm"
    record = json.loads((saved / "classifier.json").read_text())["reference"]
    rewrite(saved, reference=record | {"path": str(tmp_path / "gone.sdlm")})
    shutil.copy(reference, moved)
    with pytest.raises(ModelError, match=r"gone.sdlm is gone or has moved; .* --reference"):
        TextClassifier.load(saved)
    loaded = TextClassifier.load(saved, reference=moved, engine="python")
    assert len(list(loaded.predict(NEW))) == len(NEW)


def test_another_reference_is_refused(saved: Path, tmp_path: Path) -> None:
    ReferenceModel.train(reference_sentences(), order=2).save(tmp_path / "other.sdlm")
    for other in (tmp_path / "other.sdlm", "default"):
        with pytest.raises(ModelError, match="trained with another reference model than"):
            TextClassifier.load(saved, reference=other)


def test_what_cannot_be_saved_is_refused(tmp_path: Path, reference: str) -> None:
    never_saved = EditVectorizer(ReferenceModel.train(reference_sentences()), engine="python")
    classifier = TextClassifier.train(TEXTS[:6], LABELS[:6], edits=never_saved)
    with pytest.raises(UsageError, match=r"call model.save\(path\) first"):
        classifier.save(tmp_path / "c")
    own = EditVectorizer(reference, engine="python", substitutions=lambda word: ["the"])
    classifier = TextClassifier.train(TEXTS[:6], LABELS[:6], edits=own)
    with pytest.raises(UsageError, match="functions and objects among the settings"):
        classifier.save(tmp_path / "c")
    assert os.listdir(tmp_path) == []


def test_a_class_of_one_document_is_refused(edits: EditVectorizer) -> None:
    with pytest.raises(InputError, match="class 'Zoe' has 1 document; at least 2 are needed"):
        TextClassifier.train(TEXTS[:7], [*LABELS[:6], "Zoe"], edits=edits)
    with pytest.raises(UsageError, match="not one string"):
        list(TextClassifier.train(TEXTS[:6], LABELS[:6], "words", edits=edits).predict("text"))


def test_a_classifier_of_grammar_is_saved_and_loaded(tmp_path: Path) -> None:
    texts = ["She go home.", "He is teacher.", "She goes home.", "He is a teacher."] * 2
    labels = ["learner", "learner", "native", "native"] * 2
    trained = TextClassifier.train(texts, labels, "words+grammar")
    trained.save(tmp_path / "levels")
    loaded = TextClassifier.load(tmp_path / "levels")
    assert np.allclose(loaded.decision_function(texts), trained.decision_function(texts))
    assert [prediction.label for prediction in loaded.predict(texts)] == labels
