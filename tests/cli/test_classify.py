"""`classify`: evaluate, train and predict, on made-up writers."""

from __future__ import annotations

import csv
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from support.commands import run
from support.writers import essays

from syntacticdiff import EditVectorizer
from syntacticdiff.classify.classifier import TextClassifier
from syntacticdiff.classify.classifiers import CLASSIFIERS
from syntacticdiff.classify.evaluation import evaluate
from syntacticdiff.classify.feature_sets import count_views
from syntacticdiff.classify.learning import Learning
from syntacticdiff.classify.views import VIEWS
from syntacticdiff.classify.weighting import EDITS_WEIGHT

PYTHON = ("--engine", "python")  # the same everywhere, without a warning
TEXTS, LABELS = essays(6, length=2)


def write_table(path: str, rows: list[dict[str, str]]) -> None:
    with open(path, "w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def table() -> list[dict[str, str]]:
    pairs = enumerate(zip(TEXTS, LABELS, strict=True))
    return [
        {"id": f"e{number}", "essay": text, "writer": label, "prompt": str(number // 2)}
        for number, (text, label) in pairs
    ]


@pytest.fixture
def call(folder: Path, model: str) -> tuple[str, ...]:
    write_table("essays.csv", table())
    given = ("essays.csv", "--text", "essay", "--label", "writer", "--reference", model)
    return (*given, *PYTHON)


@pytest.fixture
def trained(call: tuple[str, ...]) -> str:
    answer = run("classify", "train", *call, "--out", "writers")
    assert (answer.code, answer.stdout) == (0, b""), answer.stderr
    assert answer.stderr.startswith(
        "syntacticdiff: writers: 18 documents, 3 classes, combined, logistic, "
    )
    return "writers"


def test_evaluate_prints_what_the_library_finds(call: tuple[str, ...], model: str) -> None:
    answer = run("classify", "evaluate", *call, "--folds", "3", "--json", "--seed", "4")
    assert (answer.code, answer.stderr) == (0, "")
    sets = ["words", "edits", "combined"]
    counts = count_views(TEXTS, sets, EditVectorizer(model, engine="python"))
    expected = evaluate(counts, LABELS, sets, folds=3, learning=Learning(seed=4)).summary()
    lines = answer.json
    results, comparisons, informative = (expected.pop(k) for k in list(expected)[-3:])
    assert lines[0] == {"kind": "data", **expected}
    assert lines[1:4] == [{"kind": "features", **result} for result in results]
    assert lines[4:7] == [{"kind": "comparison", **pair} for pair in comparisons]
    sentences = [edit.pop("sentences") for line in lines[7:] for edit in line["edits"]]
    assert any(sentences)
    assert all(one["edits"] for found in sentences for one in found)
    assert lines[7:] == [
        {"kind": "informative", "class": label, "edits": edits}
        for label, edits in informative.items()
    ]
    assert lines[2]["accuracy"] > 0.6


def test_evaluate_prints_tables_for_people(call: tuple[str, ...]) -> None:
    options = ("--folds", "3", "--views", "stems,stems+edits")
    answer = run("classify", "evaluate", *call, *options)
    assert answer.code == 0, answer.stderr
    lines = answer.text.splitlines()
    assert lines[0] == (
        "18 documents, 3 classes, 3 folds, seed 0, svm; the most common class alone: 33.3%"
    )
    assert lines[2].split("  ")[0] == "features"
    assert re.fullmatch(r"stems( +\d+\.\d% \[\d+\.\d, \d+\.\d\]){2} +\d+ +\d+\.\d", lines[3])
    assert re.search(r"^stems\+edits - stems +[+-]\d+\.\d +[01]\.\d{4} ", answer.text, re.M)
    assert re.search(r"^(stems|stems\+edits): predicted as +Adi +Bo +Cleo$", answer.text, re.M)
    [adi] = re.findall(r"^Adi +(\d+) +(\d+) +(\d+)$", answer.text, re.M)
    assert sum(map(int, adi)) == 6
    assert re.search(r"^Bo +\S+\(.*\) +0\.\d{4} +\d+\.\d% +\d+\.\d%$", answer.text, re.M)
    assert lines[-1].startswith("syntacticdiff:")


def test_options_reach_the_library(call: tuple[str, ...], model: str) -> None:
    options = "--folds 2 --groups prompt --classifier sgd --edits-weight cv --min-df 2 --jobs 2"
    others = "--views words+edits --templates edit,class --operations insert,sub"
    answer = run("classify", "evaluate", *call, *options.split(), *others.split(), "--json")
    assert answer.code == 0, answer.stderr
    vectorizer = EditVectorizer(
        model, engine="python", features=("edit", "class"), operations=("insert", "sub")
    )
    expected = evaluate(
        count_views(TEXTS, ["words+edits"], vectorizer),
        LABELS,
        ["words+edits"],
        folds=2,
        groups=[row["prompt"] for row in table()],
        learning=Learning("sgd", edits_weight="cv", min_df=2),
    ).summary()
    data, features, *_ = answer.json
    assert data["groups"] == 9
    assert features == {"kind": "features", **expected["results"][0]}


class _Page(HTMLParser):
    """The tags of a page, and the resources it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(value) for name, value in attrs if name in ("src", "href")]


def test_the_report_is_one_page_that_needs_no_network(call: tuple[str, ...]) -> None:
    rows = table()
    for row in rows:
        row["writer"] = row["writer"].replace("Bo", "<script>Bo & Co")
    write_table("essays.csv", rows)
    answer = run("classify", "evaluate", *call, "--folds", "3", "--report", "out.html")
    assert answer.code == 0, answer.stderr
    text = Path("out.html").read_text()
    page = _Page()
    page.feed(text)
    assert "script" not in page.tags
    assert all(link.startswith("#") or link == "data:," for link in page.links)
    assert "&lt;script&gt;Bo &amp; Co" in text
    assert page.tags.count("table") == 1 + 1 + 3 + 3 + 1  # the last is that of the picture
    assert page.tags.count("svg") == 1
    assert "insert(the)" in text
    accuracy = re.search(r"^combined +(\d+\.\d%)", answer.text, re.M)
    assert accuracy is not None
    assert f"<td>{accuracy[1]}</td>" in text


def test_predictions_are_the_library_s(trained: str, folder: Path) -> None:
    new, _ = essays(2, seed=5, length=2)
    write_table("new.csv", [{"n": str(i), "text": text} for i, text in enumerate(new)])
    call = ("classify", "predict", trained, "new.csv", "--text", "text", "--id", "n", *PYTHON)
    answer = run(*call, "--json", "--evidence", "2")
    assert (answer.code, answer.stderr) == (0, "")
    expected = list(TextClassifier.load(trained, engine="python").predict(new, evidence=2))
    assert [row["document"] for row in answer.json] == [str(i) for i in range(len(new))]
    for row, prediction in zip(answer.json, expected, strict=True):
        assert row["label"] == prediction.label
        assert row["probability"] == prediction.probability
        assert row["score"] == prediction.score
        assert row["probabilities"] == prediction.probabilities
        assert row["evidence"] == [item._asdict() for item in prediction.evidence]
    for line, prediction in zip(run(*call).text.splitlines(), expected, strict=True):
        assert re.match(rf"\d  {prediction.label}  \d+\.\d%", line)
        assert all(item.feature in line for item in prediction.evidence)


def test_a_text_file_can_be_predicted(trained: str, folder: Path) -> None:
    (folder / "essay.txt").write_text("The teacher walk to the school. The doctor read a book.")
    answer = run("classify", "predict", trained, "essay.txt", *PYTHON)
    assert answer.code == 0
    assert answer.text.startswith("essay.txt  Bo  ")
    assert "sub(walk->walks) +0." in answer.text


def test_training_again_replaces_the_classifier(trained: str, call: tuple[str, ...]) -> None:
    again = run(
        "classify", "train", *call, "--out", trained, "--views", "edits", "--classifier", "svm"
    )
    assert again.code == 0, again.stderr
    record = json.loads(Path(trained, "classifier.json").read_text())
    assert (record["features"], record["classifier"]) == ("edits", "svm")
    assert sorted(os.listdir()) == ["essays.csv", "writers"]


def test_a_classifier_of_tokenized_text_is_used_with_such(
    call: tuple[str, ...], folder: Path
) -> None:
    assert run("classify", "train", *call, "--tokenized", "--out", "c").code == 0
    (folder / "essay.txt").write_text("The teacher walk to school .\n")
    answer = run("classify", "predict", "c", "essay.txt", *PYTHON)
    assert answer.code == 2
    assert "c: trained with --tokenized" in answer.stderr
    assert run("classify", "predict", "c", "essay.txt", "--tokenized", *PYTHON).code == 0


# Bad calls and bad data: one line, nothing written


def drop_labels(rows: list[dict[str, str]]) -> None:
    rows[3]["writer"] = " "


def one_class(rows: list[dict[str, str]]) -> None:
    for row in rows:
        row["writer"] = "Adi"


def rare_class(rows: list[dict[str, str]]) -> None:
    rows[0]["writer"] = "Zoe"


def no_words(rows: list[dict[str, str]]) -> None:
    for row in rows:
        row["essay"] = "..."


EVALUATE, TRAIN = "evaluate --folds 3", "train --out c"
NOTHING = None
BAD = {
    "no text column": (EVALUATE + " --text body", NOTHING, 2, 'no column "body"; it has id, essay'),
    "no label column": (EVALUATE + " --label l1", NOTHING, 2, 'no column "l1"; besides the text'),
    "no group column": (EVALUATE + " --groups x", NOTHING, 2, "Choose one with --groups."),
    "empty label": (EVALUATE, drop_labels, 1, 'essays.csv:4: nothing in column "writer"'),
    "one class": (
        EVALUATE,
        one_class,
        1,
        "at least two classes are needed, but there is only 'Adi'",
    ),
    "too few for the folds": (EVALUATE, rare_class, 1, "class 'Zoe' has 1 of the documents"),
    "too many folds": ("evaluate --folds 7", NOTHING, 1, "too few for 7 folds; use 6 folds"),
    "one fold": ("evaluate --folds 1", NOTHING, 2, "folds: at least 2"),
    "too few groups": (
        EVALUATE + " --groups prompt --folds 10",
        NOTHING,
        1,
        "groups: 9 are too few",
    ),
    "unknown features": (
        EVALUATE + " --views letters",
        NOTHING,
        2,
        "features: 'letters' is not",
    ),
    "unknown classifier": (EVALUATE + " --classifier forest", NOTHING, 2, "'forest' is not one of"),
    "unknown weight": (EVALUATE + " --edits-weight x", NOTHING, 2, "neither a number nor 'cv'"),
    "large seed": (EVALUATE + " --seed 4294967296", NOTHING, 2, "is not in the range 0<=x<="),
    "negative weight": (EVALUATE + " --edits-weight -1", NOTHING, 2, "edits_weight"),
    "unknown template": (EVALUATE + " --templates words", NOTHING, 2, "'words' is not one of edit"),
    "no feature left": (EVALUATE + " --min-df 99", NOTHING, 1, "try a smaller min_df"),
    "no words": (EVALUATE + " --views stems", no_words, 1, "no stems at all in 18 documents"),
    "report in no folder": (EVALUATE + " --report x/y.html", NOTHING, 2, "there is no folder x"),
    "model in no folder": ("train --out x/y", NOTHING, 2, "x/y: there is no folder"),
    "model is a file": ("train --out essays.csv", NOTHING, 2, "a file; a classifier is a folder"),
    "one document of a class": (TRAIN, rare_class, 1, "class 'Zoe' has 1 document; at least 2"),
    "trained on one class": (TRAIN, one_class, 1, "at least two classes"),
    "nowhere to write": ("train", NOTHING, 2, "--out"),
}


@pytest.mark.parametrize(("options", "spoil", "code", "message"), BAD.values(), ids=BAD)
def test_errors_are_reported_in_one_line(
    call: tuple[str, ...], options: str, spoil: object, code: int, message: str
) -> None:
    rows = table()
    if spoil is not None:
        spoil(rows)  # type: ignore[operator]
    write_table("essays.csv", rows)
    name, *others = options.split()
    answer = run("classify", name, *call, *others)
    assert answer.code == code, answer.stderr
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert answer.stdout == b""
    assert os.listdir() == ["essays.csv"]


def test_folds_are_checked_before_any_document_is_searched(
    call: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr(EditVectorizer, "fit_transform", never)
    assert run("classify", "evaluate", *call, "--folds", "7").code == 1
    assert run("classify", "evaluate", *call, "--views", "letters").code == 2
    assert run("classify", "evaluate", *call, "--min-df", "0").code == 2


def test_a_negative_number_of_edits_cannot_be_named(trained: str) -> None:
    answer = run("classify", "predict", trained, "essays.csv", "--evidence", "-1")
    assert answer.code == 2
    assert "--evidence" in answer.stderr


def test_labels_need_a_table(folder: Path) -> None:
    (folder / "essay.txt").write_text("We go.")
    answer = run("classify", "evaluate", "essay.txt", "--label", "l1")
    assert answer.code == 2
    assert answer.stderr == (
        "syntacticdiff: labels are a column of a table; choose the column of texts with --text\n"
    )


@pytest.mark.parametrize(
    ("folder_name", "options", "code", "message"),
    [
        ("nothing", (), 2, "nothing: no such folder"),
        (".", (), 1, ".: not a classifier: it has no classifier.json"),
        ("writers", ("--reference", "default"), 1, "trained with another reference model"),
        ("writers", ("--reference", "gone.sdlm"), 1, "gone.sdlm is gone or has moved"),
    ],
)
def test_a_classifier_that_cannot_be_used_is_one_line(
    trained: str, folder_name: str, options: tuple[str, ...], code: int, message: str
) -> None:
    call = ("classify", "predict", folder_name, "essays.csv", "--text", "essay", *PYTHON)
    answer = run(*call, *options)
    assert (answer.code, answer.stdout) == (code, b"")
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_nothing_to_predict_is_reported_once(trained: str, folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"")
    answer = run("classify", "predict", trained, "a.txt", *PYTHON)
    assert (answer.code, answer.stdout) == (1, b"")
    assert answer.stderr == "syntacticdiff: a.txt: empty: there is no text in it\n"


def test_without_a_subcommand_the_help_is_shown_and_the_exit_code_is_2() -> None:
    answer = run("classify")
    assert (answer.code, answer.stdout) == (2, b"")
    for name in ("evaluate", "train", "predict"):
        assert f"  {name}" in answer.stderr


@pytest.mark.parametrize("name", ["evaluate", "train"])
def test_the_help_lists_the_registries(name: str) -> None:
    shown = " ".join(run("classify", name, "--help").text.split())
    assert f"[{'|'.join(CLASSIFIERS)}]" in shown
    assert f"{', '.join(VIEWS)}, or several with +; combined is words+edits;" in shown


@pytest.mark.parametrize("name", ["evaluate", "train"])
def test_the_defaults_are_the_library_s(name: str) -> None:
    from syntacticdiff.cli.classify import command

    call = ["x.csv", "--label", "l", *(["--out", "c"] if name == "train" else [])]
    ours = command.commands[name].make_context(name, call).params
    theirs = EditVectorizer().get_params()
    assert ours.pop("penalties") == ()
    settings = set(theirs) & set(ours) - {"features", "min_df"}
    assert len(settings) > 12
    for setting in settings:
        assert ours[setting] == theirs[setting], setting
    learning = Learning("svm" if name == "evaluate" else "logistic")
    assert {key: ours[key] for key in vars(learning)} == vars(learning)
    assert np.isclose(ours["edits_weight"], EDITS_WEIGHT)


def test_a_table_to_test_on(call: tuple[str, ...], tmp_path: Path) -> None:
    others = tmp_path / "others.csv"
    with open(others, "w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(table()[0]))
        writer.writeheader()
        writer.writerows(table()[:5])
    options = ("--views", "words", "--test", str(others), "--choose-penalty", "--json")
    answer = run("classify", "evaluate", *call, *options)
    assert answer.code == 0, answer.stderr
    assert answer.json[0]["tested"] == 5
    assert answer.json[0]["penalty"] == "cv"
    assert sum(map(sum, answer.json[1]["confusion"])) == 5


def test_the_picture_shows_the_classes_that_are_asked_for(call: tuple[str, ...]) -> None:
    options = ("--folds", "3", "--report", "out.html", "--views", "edits", "--examples", "0")
    assert run("classify", "evaluate", *call, *options, "--pair", "Cleo,Adi").code == 0
    assert "in Cleo</text>" in Path("out.html").read_text()
    answer = run("classify", "evaluate", *call, *options, "--pair", "Cleo,Dan")
    assert (answer.code, answer.stderr.count("\n")) == (2, 1)
    assert "--pair: two of Adi, Bo, Cleo are needed" in answer.stderr
