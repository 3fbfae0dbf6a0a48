"""`syntacticdiff rank` and `evaluate usim` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.commands import run

XML = "<appraise-results>{}</appraise-results>"
ITEM = (
    '<ranking-item id="{}"><translation rank="1" system="ours"/>'
    '<translation rank="{}" system="theirs"/></ranking-item>'
)
TREE = "1\tHe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tsings\t_\t_\t_\t_\t0\troot\t_\t_\n"


@pytest.fixture
def judged(folder: Path) -> str:
    items = (ITEM.format(number, 1 + (number % 5 > 0)) for number in range(30))
    (folder / "judged.xml").write_text(XML.format("".join(items)))
    return "judged.xml"


class TestRank:
    def test_json_has_systems_with_score_rank_and_range(self, judged: str) -> None:
        done = run("rank", judged, "--json")
        [found] = done.json
        assert (done.code, done.stderr) == (0, "")
        assert found["systems"] == [
            {"name": "ours", "score": 1.0, "rank": 1, "range": [1, 1]},
            {"name": "theirs", "score": 0.0, "rank": 2, "range": [2, 2]},
        ]
        assert found["rank_groups"] == [["ours"], ["theirs"]]
        assert list(found)[-1] == "signature"
        assert "method:expected-wins" in found["signature"]
        assert "resamples:1000" in found["signature"]

    @pytest.mark.parametrize("method", ["expected-wins", "trueskill", "hopkins-may"])
    def test_rank_groups_are_separated_by_a_line(self, judged: str, method: str) -> None:
        done = run("rank", judged, "--method", method, "--resamples", "50")
        lines = done.text.splitlines()
        assert lines[0].split() == ["rank", "range", "score", "system"]
        assert lines[1].split()[::3] == ["1", "ours"]
        assert set(lines[2]) == {"-"}
        assert lines[3].split()[::3] == ["2", "theirs"]

    def test_held_out_and_next_are_printed_on_request(self, judged: str) -> None:
        options = ("--held-out", "3", "--next", "2")
        assert "30 held-out judgments: " in run("rank", judged, *options).text
        [found] = run("rank", judged, *options, "--json").json
        assert found["held_out"]["judgments"] == 30
        assert [(match["first"], match["second"]) for match in found["next"]] == [
            ("ours", "theirs")
        ]

    @pytest.mark.parametrize("figure", ["f.svg", "f.html"])
    def test_the_figure_is_drawn(self, judged: str, folder: Path, figure: str) -> None:
        assert run("rank", judged, "--figure", figure).code == 0
        assert "theirs</text>" in (folder / figure).read_text()

    def test_standard_input_is_xml(self, judged: str, folder: Path) -> None:
        piped = run("rank", "-", "--json", stdin=(folder / judged).read_bytes())
        assert piped.json == run("rank", judged, "--json").json

    @pytest.mark.parametrize(
        ("arguments", "code", "message"),
        [
            (["nowhere.xml"], 2, "nowhere.xml: no such file"),
            (["other.txt"], 2, "other.txt: a file of judgments must end in one of"),
            (
                ["judged.xml", "--figure", "f.png"],
                2,
                "f.png: the name of a figure must end in .svg or .html",
            ),
            (["judged.xml", "--figure", "no/f.svg"], 2, "no/f.svg: there is no folder no"),
            (["judged.xml", "--method", "elo"], 2, "Invalid value for '--method'"),
            (["judged.xml", "--resamples", "0"], 2, "Invalid value for '--resamples'"),
            (["judged.xml", "--seed", "-1"], 2, "Invalid value for '--seed'"),
            (
                ["judged.xml", "--held-out", "31"],
                2,
                "folds: a number from 2 to 30 is needed, not 31",
            ),
            (["bomb.xml"], 1, "bomb.xml:1: declares entities, which are not expanded"),
            (["empty.xml"], 1, "empty.xml: no two systems were compared"),
            (["other.csv"], 2, 'other.csv: no column "system1Id"; it has a, b.'),
        ],
    )
    def test_errors_are_one_line(
        self, judged: str, folder: Path, arguments: list[str], code: int, message: str
    ) -> None:
        (folder / "bomb.xml").write_text('<!DOCTYPE a [<!ENTITY e "e">]><a>&e;</a>')
        (folder / "empty.xml").write_text(XML.format(""))
        (folder / "other.csv").write_text("a,b\n1,2\n")
        (folder / "other.txt").write_text("ours is better")
        done = run("rank", *arguments)
        assert (done.code, done.stdout) == (code, b"")
        assert message in done.stderr
        assert done.stderr.count("\n") == 1


class TestUSim:
    def test_json_has_both_directions_and_distsim(self, folder: Path) -> None:
        (folder / "a.conllu").write_text(TREE)
        (folder / "b.conllu").write_text(TREE.replace("nsubj", "obj"))
        done = run("evaluate", "usim", "a.conllu", "b.conllu", "--json")
        assert done.code == 0
        [found] = done.json
        assert found == {
            "usim": 1.0,  # units of one word are not compared
            "forward": 1.0,
            "backward": 1.0,
            "distsim": {"nsubj": 1.0, "obj": 1.0},
            "pairs": 1,
            "signature": found["signature"],
        }

    def test_text_output_and_scores_by_sentence(self, folder: Path) -> None:
        (folder / "a.conllu").write_text(f"{TREE}\n{TREE}")
        shown = run("evaluate", "usim", "a.conllu", "a.conllu").text
        assert "usim        1.0000" in shown
        assert "nsubj       0.0000" in shown
        by_sentence = run("evaluate", "usim", "a.conllu", "a.conllu", "--level", "sentence")
        assert len(by_sentence.text.splitlines()) == 3
        rows = run("evaluate", "usim", "a.conllu", "a.conllu", "--level", "sentence", "--json").json
        assert [row["sentence"] for row in rows] == [1, 2]

    def test_texts_are_parsed(self, folder: Path) -> None:
        (folder / "source.txt").write_text("He go to the old school .\n\n")
        (folder / "corrected.txt").write_text("He goes to the old school .\n\n")
        (folder / "other.txt").write_text("Old dogs like to sleep there .\n\n")
        [same] = run("evaluate", "usim", "--parse", "source.txt", "source.txt", "--json").json
        assert (same["usim"], same["pairs"]) == (1.0, 2)
        [kept] = run("evaluate", "usim", "--parse", "source.txt", "corrected.txt", "--json").json
        [lost] = run("evaluate", "usim", "--parse", "source.txt", "other.txt", "--json").json
        assert kept["usim"] > lost["usim"]
        assert set(kept["distsim"]) <= set("ADEHL")

    def test_texts_of_unequal_length_are_one_line(self, folder: Path) -> None:
        (folder / "one.txt").write_text("He goes .\n")
        (folder / "two.txt").write_text("He goes .\nHe goes .\n")
        done = run("evaluate", "usim", "--parse", "one.txt", "two.txt")
        assert (done.code, done.stdout) == (1, b"")
        assert done.stderr == "syntacticdiff: one.txt: 1 sentence, but 2 in two.txt\n"

    def test_unequal_numbers_of_graphs_are_one_line(self, folder: Path) -> None:
        (folder / "a.conllu").write_text(TREE)
        (folder / "two.conllu").write_text(f"{TREE}\n{TREE}")
        done = run("evaluate", "usim", "a.conllu", "two.conllu")
        assert done.code == 1
        assert done.stderr == "syntacticdiff: a.conllu: 1 graph, but 2 in two.conllu\n"

    def test_an_empty_file_has_no_graphs(self, folder: Path) -> None:
        (folder / "a.conllu").write_text("")
        (folder / "graph.json").write_text(json.dumps([]))
        done = run("evaluate", "usim", "a.conllu", "graph.json")
        assert (done.code, done.stderr) == (1, "syntacticdiff: no graphs to compare\n")
