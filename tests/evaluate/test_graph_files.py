"""Graphs from files: UCCA passages, dependency trees and JSON, valid and invalid."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.graph_files import conllu_graphs, read_graphs
from syntacticdiff.evaluate.graphs import Edge, Graph, graph_of

CONLLU = """\
# text = She doesn't sing here
1\tShe\tshe\tPRON\t_\t_\t4\tnsubj\t_\t_
2-3\tdoesn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdoes\tdo\tAUX\t_\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\t_\t_\t2\tadvmod\t_\t_
4\tsing\tsing\tVERB\t_\t_\t0\troot\t_\t_
4.1\tsongs\tsong\tNOUN\t_\t_\t_\t_\t4:obj\t_
5\there\there\tADV\t_\t_\t4\tadvmod\t_\t_
"""

UCCA = """\
<root passageID="1"><layer layerID="0">
<node ID="0.1" type="Word"><attributes text="They"/></node>
<node ID="0.2" type="Word"><attributes text="sang"/></node>
<node ID="0.3" type="Word"><attributes text="and"/></node>
<node ID="0.4" type="Word"><attributes text="danced"/></node>
<node ID="0.5" type="Punctuation"><attributes text="."/></node>
</layer><layer layerID="1">
<node ID="1.1" type="FN"><edge toID="1.2" type="H"/><edge toID="1.3" type="L"/>
<edge toID="1.4" type="H"/><edge toID="1.9" type="U"/></node>
<node ID="1.2" type="FN"><edge toID="1.5" type="A"/><edge toID="1.6" type="P"/></node>
<node ID="1.3" type="FN"><edge toID="0.3" type="Terminal"/></node>
<node ID="1.4" type="FN"><edge toID="1.5" type="A"><attributes remote="True"/></edge>
<edge toID="1.7" type="P"/></node>
<node ID="1.5" type="FN"><edge toID="0.1" type="Terminal"/></node>
<node ID="1.6" type="FN"><edge toID="0.2" type="Terminal"/></node>
<node ID="1.7" type="FN"><edge toID="0.4" type="Terminal"/></node>
<node ID="1.8" type="LKG"><edge toID="1.3" type="LR"/><edge toID="1.2" type="LA"/></node>
<node ID="1.9" type="PNCT"><edge toID="0.5" type="Terminal"/></node>
</layer></root>
"""


def never(message: str) -> None:
    raise AssertionError(message)


def units_of(graph: Graph) -> dict[str, set[str]]:
    """The words that each unit covers, and its labels."""
    return {
        " ".join(t for place, t in enumerate(graph.tokens) if unit.covers >> place & 1): set(
            unit.labels
        )
        for unit in graph.units
    }


def read(folder: Path, name: str, text: str) -> list[Graph]:
    (folder / name).write_text(text)
    return read_graphs(str(folder / name), never)


class TestPassages:
    def test_units_cover_their_words_and_have_the_labels_of_all_their_edges(
        self, tmp_path: Path
    ) -> None:
        [graph] = read(tmp_path, "one.xml", UCCA)
        assert graph.tokens == ("They", "sang", "and", "danced", ".")
        # "danced" is covered by a scene and by its process, and listed here by the last of them.
        assert units_of(graph) == {
            "They sang": {"H", "LA"},
            "and": {"L", "LR"},
            "danced": {"P"},
            "They": {"A"},
            "sang": {"P"},
        }

    def test_a_linkage_adds_labels_but_no_category(self, tmp_path: Path) -> None:
        linkage = '<node ID="1.8" type="LKG"><edge toID="1.3" type="LR"/></node>\n'
        text = UCCA.replace('<node ID="1.1"', f'{linkage}<node ID="1.1"').replace(
            '"1.8"', '"1.0"', 1
        )
        [graph] = read(tmp_path, "one.xml", text)
        [linker] = [unit for unit in graph.units if unit.covers == 0b100]
        assert (linker.category, linker.labels) == ("L", {"L", "LR"})

    def test_a_remote_unit_is_not_covered_twice(self, tmp_path: Path) -> None:
        [graph] = read(tmp_path, "one.xml", UCCA)
        covered = sorted(unit.covers for unit in graph.units)
        assert covered == [0b1, 0b10, 0b11, 0b100, 0b1000, 0b1000]

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('layerID="1"', 'layerID="2"', "layers 0 and 1 are needed"),
            ('ID="0.2"', 'ID="0.x"', 'terminal "0.x" has no number'),
            (' text="sang"', "", "<attributes> without text"),
            ('toID="1.7"', 'toID="1.77"', 'an edge refers to node "1.77", which does not exist'),
            ('toID="1.7"', 'toID="1.1"', "the edges form a cycle"),
        ],
    )
    def test_errors_are_one_line(self, tmp_path: Path, old: str, new: str, message: str) -> None:
        with pytest.raises(InputError, match=message) as refused:
            read(tmp_path, "bad.xml", UCCA.replace(old, new, 1))
        assert "bad.xml: " in str(refused.value)
        assert "\n" not in str(refused.value)


class TestDependencyTrees:
    def test_the_unit_of_a_word_is_the_word_with_its_dependents(self) -> None:
        [graph] = conllu_graphs(CONLLU.splitlines(keepends=True), "x.conllu")
        assert graph.tokens == ("She", "does", "n't", "sing", "here")
        assert units_of(graph) == {
            "She": {"nsubj"},
            "does n't": {"aux"},
            "n't": {"advmod"},
            "here": {"advmod"},
        }

    def test_a_blank_line_ends_a_tree(self) -> None:
        lines = f"{CONLLU}\n\n{CONLLU}".splitlines(keepends=True)
        assert len(list(conllu_graphs(lines, "x.conllu"))) == 2

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("\taux\t_\t_", "\taux", "x.conllu:4: 8 fields instead of 10"),
            ("\t2\tadvmod", "\ttwo\tadvmod", 'x.conllu:5: the head is "two", not a number'),
            ("\t4\taux", "\t3\taux", "x.conllu:2: the edges form a cycle"),
            (
                "\t4\taux",
                "\t9\taux",
                'x.conllu:2: an edge refers to node "9", which does not exist',
            ),
            ("5\there", "4\there", "x.conllu:8: word 4 occurs twice"),
        ],
    )
    def test_errors_name_the_line(self, old: str, new: str, message: str) -> None:
        with pytest.raises(InputError) as refused:
            list(conllu_graphs(CONLLU.replace(old, new, 1).splitlines(), "x.conllu"))
        assert str(refused.value).startswith(message)


def as_json(**changes: Any) -> str:
    graph: dict[str, Any] = {
        "tokens": ["He", "goes", "home"],
        "nodes": [{"id": "top"}, {"id": "a", "tokens": [0]}, {"id": 7, "tokens": [1, 2]}],
        "edges": [
            {"source": "top", "target": "a", "label": "A"},
            {"source": "top", "target": 7, "label": "P"},
            {"source": 7, "target": "a", "label": "X", "remote": True},
        ],
    }
    return json.dumps(graph | changes)


class TestJson:
    def test_one_graph_a_list_of_graphs_or_one_a_line(self, tmp_path: Path) -> None:
        [one] = read(tmp_path, "one.json", as_json())
        assert units_of(one) == {"He": {"A", "X"}, "goes home": {"P"}}
        assert read(tmp_path, "two.json", f"[{as_json()}, {as_json()}]") == [one, one]
        assert read(tmp_path, "two.jsonl", f"{as_json()}\n\n{as_json()}\n") == [one, one]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("{", r"bad.json: not JSON"),
            ("[1]", r"bad.json: not a graph with tokens.*another structure"),
            (as_json(tokens=None), "not a graph"),
            (as_json(nodes=[{}]), "'id' is missing"),
            (as_json(nodes=[{"id": "top", "tokens": [3]}]), "no token 3 in a sentence of 3"),
            (as_json(nodes=[{"id": "top", "tokens": ["a"]}]), "no token 'a' in a sentence"),
            (
                as_json(edges=[{"source": "top", "target": "b", "label": "A"}]),
                "which does not exist",
            ),
        ],
    )
    def test_errors_are_one_line(self, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(InputError, match=message):
            read(tmp_path, "bad.json", text)


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    (tmp_path / "b.conllu").write_text(CONLLU)
    (tmp_path / "a.json").write_text(as_json())
    (tmp_path / "c.txt").write_text("no graph")
    notes: list[str] = []
    assert [len(graph.tokens) for graph in read_graphs(str(tmp_path), notes.append)] == [3, 5]
    assert notes[0].endswith(": c.txt")


def test_no_graph_of_a_folder_may_be_missing(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(as_json())
    (tmp_path / "b.json").symlink_to("b.json")
    with pytest.raises(InputError, match=r"b\.json: cannot be read: Too many levels"):
        read_graphs(str(tmp_path), never)


def test_an_unknown_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"must end in one of .xml, .conllu, .json, .jsonl"):
        read_graphs("graphs.txt", never)
    with pytest.raises(UsageError, match=r"no .xml, .conllu, .json, .jsonl file in this folder"):
        read_graphs(str(tmp_path), never)


def test_a_deep_graph_needs_no_deep_stack() -> None:
    names = [str(number) for number in range(20_000)]
    edges = [Edge(a, b, "E") for a, b in itertools.pairwise(names)]
    nodes: dict[str, list[int]] = {name: [] for name in names} | {names[-1]: [0]}
    assert all(unit.covers == 1 for unit in graph_of(["x"], nodes, edges).units)
