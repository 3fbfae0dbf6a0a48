"""The JSON interface says what the library says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.commands import run
from support.serving import Service

from syntacticdiff import ReferenceModel, SyntacticDiff
from syntacticdiff.correction import Corrector
from syntacticdiff.differ import DESCRIPTIVE
from syntacticdiff.features import DocumentFeatures

TEXT = (
    "Yesterday we was at the market. She buyed three apple and a orange.\n\n"
    "😀 He is interested on music, and it is depends of the day."
)
TEXTS = [TEXT, "", "The train leaves at seven.", "\ud800 lone", "I am agree.\x00"]


@pytest.fixture(scope="module")
def differ() -> SyntacticDiff:
    return SyntacticDiff()


def data_of(page: str) -> str:
    [found] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return str(found)


def plain(content: object) -> object:
    return json.loads(json.dumps(content))


@pytest.mark.parametrize("text", TEXTS)
def test_diff_is_what_the_library_finds(service: Service, differ: SyntacticDiff, text: str) -> None:
    answer = service.post("/diff", {"text": text})
    assert answer.status == 200
    found = answer.json()
    assert found["sentences"] == plain([diff.to_dict() for diff in differ.document(text)])
    assert found["signature"] == differ.signature


@pytest.mark.parametrize("text", TEXTS)
def test_correct_is_what_the_library_finds(service: Service, text: str) -> None:
    found = service.post("/correct", {"text": text}).json()
    assert found["output"] == Corrector().document(text).output
    made = text
    for change in reversed(found["changes"]):
        assert text[change["start"] : change["end"]] == change["source"]
        made = made[: change["start"]] + change["replacement"] + made[change["end"] :]
    assert made == found["output"]


def test_a_change_says_its_kind_and_reason(service: Service) -> None:
    [change] = service.post("/correct", {"text": "She is interested on music."}).json()["changes"]
    assert (change["source"], change["replacement"]) == ("on", "in")
    assert (change["type"], change["kind"], change["edits"]) == (
        "R:PREP",
        "prepositions",
        ["sub(on->in)"],
    )
    assert change["probability"] > 0.5
    assert "*in*" in change["reason"]


def test_picky_lists_more_and_changes_no_more(service: Service) -> None:
    usual = service.post("/correct", {"text": TEXT}).json()
    picky = service.post("/correct", {"text": TEXT, "level": "picky"}).json()
    assert [change for change in picky["changes"] if change["sure"]] == usual["changes"]
    assert picky["output"] == usual["output"]


def test_features_are_what_the_library_counts(service: Service, differ: SyntacticDiff) -> None:
    counted = DocumentFeatures("edit")
    found = service.post("/features", {"text": TEXT}).json()
    assert found["features"] == counted(SyntacticDiff(**DESCRIPTIVE).document(TEXT)).features
    believable = {"text": TEXT, "way": "believable"}
    assert service.post("/features", believable).json()["features"] == (
        counted(differ.document(TEXT)).features
    )
    soft = service.post("/features", believable | {"values": "probability"})
    assert 0 < soft.json()["features"]["sub(on->in)"] < 1


def test_scores_are_the_models(service: Service) -> None:
    model = ReferenceModel.load("default")
    found = service.post("/score", {"text": TEXT}).json()
    for sentence in found["sentences"]:
        score = model.score(sentence["text"])
        assert sentence["bits_per_token"] == score.bits_per_token
        assert TEXT[sentence["offset"] :].startswith(sentence["text"])
    assert found["tokens"] == sum(sentence["tokens"] for sentence in found["sentences"])
    assert service.post("/score", {"text": ""}).json()["bits_per_token"] is None


def test_a_report_is_one_page(service: Service) -> None:
    documents = [{"name": "one", "text": TEXT}, {"name": "two", "text": "She go home."}]
    answer = service.post("/report", {"title": "Two <essays>", "documents": documents})
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "Two &lt;essays&gt;" in answer.body.decode()
    assert "default-src 'none'" in answer.body.decode()


def test_the_report_is_the_one_that_the_command_makes(service: Service, tmp_path: Path) -> None:
    text = "She is interested on music.\n\nIt is good."
    (tmp_path / "one").write_text(text)
    documents = [{"name": str(tmp_path / "one"), "text": text}]
    page = service.post("/report", {"title": "One", "documents": documents}).body.decode()
    assert "prepositions" in data_of(page)
    assert "the reference has" in data_of(page)
    out = tmp_path / "page.html"
    assert run("report", str(tmp_path / "one"), "--title", "One", "--out", str(out)).code == 0
    assert data_of(out.read_text("utf-8")) == data_of(page)


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/diff", "", 400, "not JSON"),
        ("/diff", "[]", 400, "object is needed"),
        ("/diff", "{}", 400, "text: it is missing"),
        ("/diff", '{"text": 1}', 400, "text: a string is needed, not 1"),
        ("/diff", '{"text": "a", "model": "/etc/passwd"}', 400, "'model': no such field"),
        ("/diff", "[" * 200_000, 400, "nested too deeply"),
        ("/diff", b'{"text": "\xff"}', 400, "UTF-8"),
        ("/correct", '{"text": "a", "level": "x"}', 400, "not one of default, picky"),
        ("/features", '{"text": "a", "values": "probability"}', 400, "believable"),
        ("/report", '{"documents": []}', 400, "at least one"),
        ("/report", '{"documents": [{"name": "a"}]}', 400, "name and text"),
    ],
)
def test_what_is_malformed_is_refused_in_a_line(
    service: Service, path: str, body: str | bytes, status: int, words: str
) -> None:
    answer = service.ask("POST", path, body, content_type="application/json")
    assert answer.status == status
    message = answer.json()["error"]
    assert words in message
    assert "\n" not in message


def test_other_types_of_bodies_are_refused(service: Service) -> None:
    answer = service.ask("POST", "/diff", '{"text": "a"}', content_type="text/plain")
    assert answer.status == 415
    assert service.ask("GET", "/diff").status == 405
    assert service.ask("GET", "/nothing").status == 404


def test_documents_in_lines_are_answered_in_lines(service: Service, differ: SyntacticDiff) -> None:
    asked = [json.dumps({"id": f"essay {number}", "text": TEXT}) for number in range(20)]
    asked[3] = "no JSON"
    asked[4] = ""
    asked[5] = json.dumps({"text": "She go home.", "id": [1]})
    answer = service.ask("POST", "/diff", "\n".join(asked), content_type="application/x-ndjson")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    found = answer.lines()
    assert len(found) == 19
    expected = plain([diff.to_dict() for diff in differ.document(TEXT)])
    assert [one["id"] for one in found[:3]] == ["essay 0", "essay 1", "essay 2"]
    assert all(one["sentences"] == expected for one in (*found[:3], *found[5:]))
    assert (found[3]["id"], "not JSON" in found[3]["error"]) == (4, True)
    assert (found[4]["id"], "id:" in found[4]["error"]) == (5, True)


def test_health_says_what_runs(service: Service) -> None:
    found = service.ask("GET", "/healthz").json()
    assert found["status"] == "ok"
    assert found["occupied"] == 0
    assert found["model"] == ReferenceModel.load("default").checksum[:16]
