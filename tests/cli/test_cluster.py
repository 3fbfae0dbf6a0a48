"""`cluster`: topics, the documents that have them, pairs and teams."""

from __future__ import annotations

import csv
import json
import os
import re
from pathlib import Path

import pytest
from support.commands import run

from syntacticdiff.cli import cluster as cluster_command
from syntacticdiff.topics.methods import METHODS
from syntacticdiff.topics.topics import ErrorTopics

PLACES = ("school", "garden", "station", "market", "library")
WITHOUT_ARTICLES = [f"The teacher walks to {place}. My sister is in {place}." for place in PLACES]
WITHOUT_AGREEMENT = [
    f"The teacher walk to the {place}. My sister run to the {place}." for place in PLACES
]
CORRECT = "The doctor walks to the school."
# Described, because prices with a small reference print a note.
PLAIN = ("--engine", "python", "--describe")
LDA = ("--method", "lda", "--topics", "2", "--max-df", "0.6")


@pytest.fixture
def call(folder: Path, model: str) -> tuple[str, ...]:
    rows = [*WITHOUT_ARTICLES, *WITHOUT_AGREEMENT, CORRECT]
    with open("essays.csv", "w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["writer", "essay"])
        writer.writerows((f"w{number}", text) for number, text in enumerate(rows))
    options = ("--text", "essay", "--id", "writer", "--reference", model, *PLAIN)
    return ("cluster", "essays.csv", *options, *LDA)


def test_topics_are_printed_with_sentences_and_documents(call: tuple[str, ...]) -> None:
    answer = run(*call)
    assert (answer.code, answer.stderr) == (0, "")
    assert answer.text.startswith("11 documents, 2 topics, ")
    assert "missing articles: missing “the”" in answer.text
    assert re.search("verb agreement: [a-z]+ -> ", answer.text)
    assert "insert(" not in answer.text
    assert "sub(" not in answer.text
    assert "{+the+}" in answer.text
    assert "largest shares in w" in answer.text
    assert re.search(
        r"^   mean share of a document \d+%: missing “the” ", answer.text, re.MULTILINE
    )


def test_line_breaks_in_names_do_not_make_rows_of_the_table(
    call: tuple[str, ...], folder: Path
) -> None:
    text = (folder / "essays.csv").read_text()
    forged = '"w0\nw1,2,verb agreement,7,0.0,1.0"'
    (folder / "essays.csv").write_text(text.replace("w0,", f"{forged},").replace("w3,", '"w\r3",'))
    assert run(*call, "--out", "topics.csv").code == 0
    with open("topics.csv", newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    names = [f"w{number}" for number in range(11)]
    names[0], names[3] = forged.strip('"'), "w\r3"
    assert [row["document"] for row in rows] == names


def test_json_has_topics_and_documents(call: tuple[str, ...]) -> None:
    first, *others = run(*call, "--json").json
    assert first | {"signature": ""} == first | {"kind": "clusters", "signature": ""}
    assert (first["documents"], first["topics"], first["held_out"]) == (11, 2, None)
    topics = [row for row in others if row["kind"] == "topic"]
    documents = [row for row in others if row["kind"] == "document"]
    assert [row["topic"] for row in topics] == [1, 2]
    assert [row["document"] for row in documents] == [f"w{number}" for number in range(11)]
    main = [row["topic"] for row in documents]
    assert (len(set(main[:5])), len(set(main[5:10])), main[10]) == (1, 1, None)
    assert main[0] != main[5]
    for row in documents:
        assert sum(row["shares"]) == pytest.approx(1)
    articles = topics[main[0] - 1]
    assert articles["edits"][0]["edit"] == "insert(the)"
    assert {row["document"] for row in articles["documents"]} <= {f"w{n}" for n in range(10)}
    assert articles["sentences"][0]["edits"][0]["target"] == "the"


def test_a_table_has_a_row_for_each_document(call: tuple[str, ...]) -> None:
    answer = run(*call, "--out", "clusters.csv", "--pairs", "--teams", "3")
    assert (answer.code, answer.stderr) == (0, "")
    assert "missing articles" in answer.text
    with open("clusters.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    wanted = ["document", "topic", "label", "edits", "topic1", "topic2", "pair", "team"]
    assert list(rows[0]) == wanted
    assert rows[0]["label"].startswith("missing articles: ")
    assert (rows[10]["topic"], rows[10]["label"], rows[10]["edits"]) == ("", "", "0")
    assert {row["team"] for row in rows} == {"1", "2", "3"}
    partners: dict[str, set[str]] = {}
    for row in rows:
        partners.setdefault(row["pair"], set()).add(row["document"])
    assert sorted(map(len, partners.values())) == [2, 2, 2, 2, 3]


def test_pairs_join_writers_whose_errors_differ(call: tuple[str, ...]) -> None:
    rows = run(*call, "--json", "--pairs", "--teams", "2").json
    pairs = [row for row in rows if row["kind"] == "pair"]
    for row in pairs:
        if len(row["documents"]) == 2:
            numbers = [int(name[1:]) for name in row["documents"]]
            assert min(numbers) < 5 <= max(numbers)
            assert row["complementarity"] > 0.5
    assert [len(row["documents"]) for row in rows if row["kind"] == "team"] == [6, 5]
    text = run(*call, "--pairs", "--teams", "2").text
    assert "Pairs, with their complementarity" in text
    assert "\nTeams\n   Each is as mixed as the whole class.\n   1.  w" in text


def test_auto_and_nmf(call: tuple[str, ...]) -> None:
    first = run(*call, "--topics", "auto", "--json").json[0]
    assert first["topics"] == 2
    assert list(first["held_out"]) == ["2"]
    assert run(*call, "--method", "nmf").text.startswith("11 documents, 2 topics, ")


@pytest.mark.parametrize("name", ["r.html", "r.json", "r.md"])
def test_a_report_has_the_topics_and_the_essays(call: tuple[str, ...], name: str) -> None:
    answer = run(*call, "--report", name)
    assert (answer.code, answer.stderr) == (0, "")
    page = Path(name).read_text("utf-8")
    assert "missing articles" in page
    assert "missing “the”" in page
    if name == "r.md":
        assert "insert(" not in page[page.index("## Topics") :].partition("\n## ")[0]
    if name == "r.json":
        summary = json.loads(page)
        assert len(summary["topics"]["topics"]) == 2
        assert len(summary["documents"]) == 11


def test_the_same_call_gives_the_same(call: tuple[str, ...]) -> None:
    assert run(*call, "--json").stdout == run(*call, "--json", "--jobs", "2").stdout


def test_the_defaults_are_the_library_s() -> None:
    ours = cluster_command.command.make_context("cluster", ["essay.txt"]).params
    theirs = ErrorTopics().get_params()
    for name in ("n_topics", "method", "prior", "min_df", "max_df"):
        assert ours[name] == theirs[name], name
    assert ours["seed"] == theirs["random_state"]
    shown = " ".join(run("cluster", "--help").text.split())
    assert f"[{'|'.join(METHODS)}]" in shown


BAD_CALLS = {
    "topics": ("--topics few", "'few' is neither a number nor 'auto'"),
    "too many topics": ("--topics 99", "n_topics: 99 is more than there are documents (11)"),
    "no topic": ("--topics 0", "n_topics: a whole number from 1 or 'auto' is needed, not 0"),
    "no table": ("--out clusters.txt", "the table of documents ends in .csv; for JSON Lines, add"),
    "json in a table": ("--json --out c.csv", "c.csv: --json writes JSON Lines; name it .jsonl"),
    "report": ("--report page.pdf", "page.pdf: a report is a file that ends in .html"),
    "no folder": ("--report x/page.html", "there is no folder x"),
    "teams": (
        "--teams 12",
        "teams: a number from 1 to 11, the number of writers, is needed, not 12",
    ),
    "no teams": ("--teams 0", "--teams"),
    "seed": ("--seed -1", "--seed"),
    "large seed": ("--seed 4294967296", "--seed"),
}


@pytest.mark.parametrize(("options", "message"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_bad_call_is_answered_in_one_line(
    call: tuple[str, ...], options: str, message: str
) -> None:
    answer = run(*call, *options.split())
    assert answer.code == 2, answer.stderr
    assert answer.stderr.count("\n") == 1
    assert message in answer.stderr
    assert answer.stdout == b""
    assert os.listdir() == ["essays.csv"]


def test_empty_input_is_reported_once(folder: Path, model: str) -> None:
    (folder / "a.txt").write_bytes(b"")
    answer = run("cluster", "a.txt", "--reference", model, *PLAIN)
    assert answer.code == 1
    assert answer.stderr == "syntacticdiff: a.txt: empty: there is no text in it\n"


def test_documents_without_edits_are_an_input_error(folder: Path, model: str) -> None:
    (folder / "a.txt").write_text(f"{CORRECT}\n" * 3)
    options = ("--reference", model, *PLAIN, "--min-df", "1", "--max-df", "1.0")
    answer = run("cluster", "a.txt", "--lines", *options, "--method", "lda")
    assert answer.code == 1
    assert "no edit was found in 3 documents" in answer.stderr


def test_by_default_probable_edits_make_the_topics(call: tuple[str, ...]) -> None:
    believable = [option for option in call if option != "--describe"]
    first, *others = run(*believable, "--penalty", "base=2", "--min-df", "1", "--json").json
    assert "search:lattice" in first["signature"]
    shown = [row for row in others if row["kind"] == "topic"]
    edits = [edit for row in shown for one in row["sentences"] for edit in one["edits"]]
    assert edits
    assert all(edit["probability"] >= 0.5 for edit in edits)
    assert any(edit["edit"] == "insert(the)" for row in shown for edit in row["edits"])


@pytest.fixture
def profiles(call: tuple[str, ...]) -> tuple[str, ...]:
    """The same essays with the default method."""
    return call[: -len(LDA)]


class TestProfiles:
    def test_topics_are_explained_where_they_are_printed(self, profiles: tuple[str, ...]) -> None:
        answer = run(*profiles, "--pairs", "--teams", "2")
        assert (answer.code, answer.stderr) == (0, "")
        assert answer.text.startswith("11 documents, 8 topics, ")
        assert "Topics are kinds of errors. A document's share of a topic is large" in answer.text
        assert "Topics of fewer than 40 documents are not tested by resampling" in answer.text
        assert re.search(
            r"^\d\. articles and number: missing “the”.*\n   [\d.]+ expected errors per 100 words, "
            r"the main topic of 5 documents: missing “the” ",
            answer.text,
            re.MULTILINE,
        )
        assert "{+the+}" in answer.text
        assert (
            "8. few errors\n   the main topic of 1 document\n   largest shares in w10 "
            in answer.text
        )
        assert "Each can help where the other makes more errors" in answer.text
        assert re.search(
            r"Of all possible pairs a tenth have less\s+than 0\.\d\d, half", answer.text
        )

    def test_json_and_the_table_have_kinds_and_rates(self, profiles: tuple[str, ...]) -> None:
        first, *others = run(*profiles, "--json", "--pairs").json
        assert (first["method"], first["topics"], first["agreements"]) == ("profiles", 8, {})
        assert "fewer than 40 documents" in first["note"]
        assert len(first["deciles"]) == 11
        topics = [row for row in others if row["kind"] == "topic"]
        assert topics[-1]["label"] == "few errors"
        assert (topics[-1]["kinds"], topics[-1]["per_100_words"]) == ([], None)
        documents = [row for row in others if row["kind"] == "document"]
        labels = [topics[row["topic"] - 1]["label"].partition(":")[0] for row in documents]
        assert labels[:5] == ["articles and number"] * 5
        assert labels[10] == "few errors"
        assert len(set(labels[5:10])) == 1
        assert run(*profiles, "--out", "c.csv").code == 0
        with open("c.csv", newline="") as stream:
            rows = list(csv.DictReader(stream))
        assert [row["label"].partition(":")[0] for row in rows] == labels

    def test_pairs_are_of_different_habits(self, profiles: tuple[str, ...]) -> None:
        rows = run(*profiles, "--json", "--pairs").json
        for row in rows:
            if row["kind"] == "pair" and len(row["documents"]) == 2:
                numbers = [int(name[1:]) for name in row["documents"]]
                assert min(numbers) < 5 <= max(numbers)

    def test_auto_gives_no_topic_a_single_essay(self, profiles: tuple[str, ...]) -> None:
        first, *others = run(*profiles, "--json", "--topics", "auto").json
        mains = [row["topic"] for row in others if row["kind"] == "document"]
        assert 2 <= first["topics"] <= 8
        assert all(mains.count(topic) > 1 for topic in set(mains))

    @pytest.mark.parametrize("texts", [[CORRECT], [CORRECT, ""], [CORRECT] * 5], ids=len)
    def test_few_equal_and_empty_essays_get_an_answer(
        self, folder: Path, model: str, texts: list[str]
    ) -> None:
        with open("few.csv", "w", newline="") as stream:
            csv.writer(stream).writerows([["essay"], *([text] for text in texts)])
        answer = run("cluster", "few.csv", "--text", "essay", "--reference", model, *PLAIN)
        assert answer.code == 0, answer.stderr
        assert "8. few errors" in answer.text
        same = "The documents do not differ in their errors." in answer.text
        assert same == (len(texts) == 5)

    def test_a_report_explains_the_edits(self, folder: Path) -> None:
        (folder / "a.txt").write_text("She is interested on music.\n\nIt is good.")
        assert run("cluster", "a.txt", "--report", "r.json").code == 0
        [document] = json.loads(Path("r.json").read_text("utf-8"))["documents"]
        assert document["text"] == "She is interested on music.\n\nIt is good."
        [edit] = document["sentences"][0]["edits"]
        assert edit["kind"] == "prepositions"
        assert "the reference has" in edit["reason"]

    def test_a_report_shows_them(self, profiles: tuple[str, ...]) -> None:
        assert run(*profiles, "--report", "r.html").code == 0
        page = Path("r.html").read_text("utf-8")
        assert "articles and number" in page
        assert "few errors" in page
