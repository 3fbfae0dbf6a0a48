"""Reading labelled graphs: UCCA passages (.xml), dependency trees (.conllu), JSON (.json, .jsonl).

A JSON graph is an object such as

    {"tokens": ["He", "goes", "home"],
     "nodes": [{"id": "top"}, {"id": "a", "tokens": [0]}, {"id": "p", "tokens": [1, 2]}],
     "edges": [{"source": "top", "target": "a", "label": "A"},
               {"source": "top", "target": "p", "label": "P"}]}

where an edge may have "remote": true. A .json file holds one such object or a list of them, a
.jsonl file one on each line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import compress
from pathlib import Path
from typing import Any, cast
from xml.etree.ElementTree import Element

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.graphs import Edge, Graph, graph_of
from syntacticdiff.files.decoding import Problem, Report, as_text, open_lines
from syntacticdiff.files.folders import about_left_out, files_below
from syntacticdiff.files.xml import read_xml

SUFFIXES = (".xml", ".conllu", ".json", ".jsonl")

_ROOT = "0"
_CONLLU_FIELDS = 10
_LINKAGE = "LKG"
_FOUNDATIONAL = "FN"


def read_graphs(name: str, report: Report) -> list[Graph]:
    """Read the graphs of a file, or of all files in a folder and below, in sorted order.

    Parameters
    ----------
    name : str
        A file that ends in .xml (UCCA), .conllu, .json or .jsonl, or a folder of such files.
    report : callable
        Called with a message if bytes had to be replaced.

    Returns
    -------
    list of Graph
        The graphs, in order.

    Raises
    ------
    UsageError
        If the file has another suffix, or the folder has no such files.
    InputError
        If something is not a graph, with the place.
    """
    if Path(name).is_dir():
        left_out: list[str] = []
        paths = list(files_below(name, SUFFIXES, _refused, left_out))
        if not paths:
            raise UsageError(f"{name}: no {', '.join(SUFFIXES)} file in this folder or below")
        if (problem := about_left_out(name, left_out, SUFFIXES)) is not None:
            report(str(problem))
        return [graph for path in paths for graph in _file_graphs(path, report)]
    return list(_file_graphs(name, report))


def _refused(problem: Problem) -> None:
    """Graphs are paired by their order, so none may be missing."""
    raise InputError(str(replace(problem, skipped=False)))


def _file_graphs(name: str, report: Report) -> Iterator[Graph]:
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{name}: a file of graphs must end in one of {', '.join(SUFFIXES)}")
    if suffix == ".xml":
        yield _passage(read_xml(name), name)
        return
    with open_lines(name, as_text(report)) as lines:
        if suffix == ".conllu":
            yield from conllu_graphs(lines, name)
        elif suffix == ".jsonl":
            yield from _json_lines(lines, name)
        else:
            yield from _json_values(lines.everything(), name)


def _placed(
    place: str, tokens: Iterable[str], nodes: dict[str, list[int]], edges: Iterable[Edge]
) -> Graph:
    try:
        return graph_of(tokens, nodes, edges)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _passage(root: Element, name: str) -> Graph:
    """A UCCA passage: layer 0 has the tokens and layer 1 the units; linkages only add labels."""
    layers = {layer.get("layerID"): layer for layer in root.iter("layer")}
    if not {"0", "1"} <= set(layers):
        raise InputError(f"{name}: not a UCCA passage: layers 0 and 1 are needed")
    terminals = sorted(layers["0"].iter("node"), key=lambda node: _position(node, name))
    places = {node.get("ID"): place for place, node in enumerate(terminals)}
    tokens = [_attribute(_attributes(node), "text", name) for node in terminals]
    nodes: dict[str, list[int]] = {}
    kinds: dict[str, str] = {}
    edges: list[Edge] = []
    for node in layers["1"].iter("node"):
        parent = _attribute(node, "ID", name)
        nodes[parent] = []
        kinds[parent] = node.get("type", "")
        for edge in node.iter("edge"):
            child = _attribute(edge, "toID", name)
            if child in places:
                nodes[parent].append(places[child])
            else:
                # A linkage is not part of the tree: its edges count as remote.
                remote = _attributes(edge).get("remote") == "True" or kinds[parent] == _LINKAGE
                edges.append(Edge(parent, child, _attribute(edge, "type", name), remote))
    graph = _placed(name, tokens, nodes, edges)
    # Punctuation is covered by the unit above it, and is not a unit itself.
    attached = {edge.child for edge in edges if not edge.remote}
    kept = (kinds[node] == _FOUNDATIONAL for node in nodes if node in attached)
    return Graph(graph.tokens, tuple(compress(graph.units, kept)))


def _attributes(element: Element) -> Element:
    """The element that holds UCCA's attributes: a child, in most versions of the format."""
    found = element.find("attributes")
    return element if found is None else found


def _position(node: Element, name: str) -> int:
    identity = _attribute(node, "ID", name)
    try:
        return int(identity.rpartition(".")[2])
    except ValueError:
        raise InputError(f'{name}: terminal "{identity}" has no number') from None


def _attribute(element: Element, attribute: str, name: str) -> str:
    value = element.get(attribute)
    if value is None:
        raise InputError(f"{name}: not a UCCA passage: <{element.tag}> without {attribute}")
    return value


def conllu_graphs(lines: Iterable[str], name: str) -> Iterator[Graph]:
    """The trees of CoNLL-U lines: the unit of a word is the word with all its dependents.

    Multiword tokens and empty nodes are skipped; `name` is for messages.
    """
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        if line.startswith("#"):
            continue
        if line.strip():
            fields = line.split("\t")
            if len(fields) != _CONLLU_FIELDS:
                raise InputError(
                    f"{name}:{number}: {len(fields)} fields instead of {_CONLLU_FIELDS}"
                )
            if fields[0].isdigit():
                rows.append((number, fields))
        elif rows:
            yield _tree(rows, name)
            rows = []
    if rows:
        yield _tree(rows, name)


def _tree(rows: list[tuple[int, list[str]]], name: str) -> Graph:
    nodes: dict[str, list[int]] = {}
    edges = []
    for place, (number, fields) in enumerate(rows):
        identity, head, label = fields[0], fields[6], fields[7]
        if identity in nodes:
            raise InputError(f"{name}:{number}: word {identity} occurs twice")
        nodes[identity] = [place]
        if not head.isdigit():
            raise InputError(f'{name}:{number}: the head is "{head}", not a number')
        if head != _ROOT:
            edges.append(Edge(head, identity, label))
    return _placed(f"{name}:{rows[0][0]}", [fields[1] for _, fields in rows], nodes, edges)


def _json_lines(lines: Iterable[str], name: str) -> Iterator[Graph]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            place = f"{name}:{number}"
            yield _json_graph(_decoded(line, place), place)


def _json_values(text: str, name: str) -> Iterator[Graph]:
    value = _decoded(text, name)
    values = value if isinstance(value, list) else [value]
    for number, one in enumerate(values, 1):
        yield _json_graph(one, f"{name}, graph {number}" if len(values) > 1 else name)


def _decoded(text: str, place: str) -> object:
    try:
        return cast("object", json.loads(text))
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "too deep or long"
        raise InputError(f"{place}: not JSON ({reason})") from None


def _json_graph(value: Any, place: str) -> Graph:
    try:
        tokens = [_string(token) for token in value["tokens"]]
        nodes = {str(node["id"]): list(node.get("tokens", ())) for node in value["nodes"]}
        edges = [
            Edge(str(e["source"]), str(e["target"]), _string(e["label"]), e.get("remote") is True)
            for e in value["edges"]
        ]
    except (KeyError, TypeError, AttributeError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else "it has another structure"
        raise InputError(
            f"{place}: not a graph with tokens, nodes (id, tokens) and edges (source, target, "
            f"label): {what}"
        ) from None
    for covered in nodes.values():
        for token in covered:
            if type(token) is not int or not 0 <= token < len(tokens):
                raise InputError(f"{place}: no token {token!r} in a sentence of {len(tokens)}")
    return _placed(place, tokens, nodes, edges)


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
