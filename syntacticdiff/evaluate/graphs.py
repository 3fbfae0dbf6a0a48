"""Labelled graphs over the tokens of a sentence: what they cover, in any scheme.

A graph is known here by its units: for each node below the root, the tokens that it covers and the
labels by which it is attached. How graphs are written in files is `graph_files`' business, how they
are compared is that of `usim`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from syntacticdiff.errors import InputError


class Edge(NamedTuple):
    """`child` is part of `parent`; by a remote edge it is only shared with it."""

    parent: str
    child: str
    label: str
    remote: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A node below the root.

    `covers` is a set of tokens as the bits of a number: 0b101 is tokens 0 and 2. `labels` are those
    of all edges to it; `category` is that of its first edge that is not remote.
    """

    covers: int
    labels: frozenset[str]
    category: str

    @property
    def size(self) -> int:
        """The number of tokens that it covers."""
        return self.covers.bit_count()


@dataclass(frozen=True, slots=True)
class Graph:
    """A sentence's tokens and its units."""

    tokens: tuple[str, ...]
    units: tuple[Unit, ...]


def graph_of(
    tokens: Iterable[str], nodes: Mapping[str, Iterable[int]], edges: Iterable[Edge]
) -> Graph:
    """The graph of nodes, with the tokens that each covers by itself, and of edges between them.

    A node covers also what its children cover, remote ones apart. A node to which no edge leads but
    remote ones is a root, and no unit.

    Examples
    --------
    >>> nodes = {"top": [], "he": [0], "goes home": [1, 2]}
    >>> edges = [Edge("top", "he", "A"), Edge("top", "goes home", "P")]
    >>> graph = graph_of("He goes home".split(), nodes, edges)
    >>> [(unit.category, bin(unit.covers)) for unit in graph.units]
    [('A', '0b1'), ('P', '0b110')]

    Raises
    ------
    InputError
        if edges lead round in a circle, or to or from a node that is not there
    """
    children: dict[str, list[str]] = {name: [] for name in nodes}
    incoming: dict[str, list[Edge]] = {name: [] for name in nodes}
    for edge in edges:
        for end in (edge.parent, edge.child):
            if end not in children:
                raise InputError(f'an edge of node "{end}", which is not there')
        incoming[edge.child].append(edge)
        if not edge.remote:
            children[edge.parent].append(edge.child)
    covers = _covers(nodes, children)
    units = []
    for name, edges_to in incoming.items():
        own = next((edge for edge in edges_to if not edge.remote), None)
        if own is not None:
            labels = frozenset(edge.label for edge in edges_to)
            units.append(Unit(covers[name], labels, own.label))
    return Graph(tuple(tokens), tuple(units))


def _covers(
    nodes: Mapping[str, Iterable[int]], children: Mapping[str, Iterable[str]]
) -> dict[str, int]:
    """What each node covers, children before parents, without recursion: graphs can be deep."""
    covers: dict[str, int] = {}
    for start in nodes:
        path = [start]
        on_path: set[str] = set()
        while path:
            name = path[-1]
            missing = [] if name in covers else [c for c in children[name] if c not in covers]
            if not missing:
                if name not in covers:
                    covers[name] = 0
                    for token in nodes[name]:
                        covers[name] |= 1 << token
                    for child in children[name]:
                        covers[name] |= covers[child]
                on_path.discard(path.pop())
            elif name in on_path:  # it waited for its children, and they wait for it
                raise InputError(f'edges lead round in a circle at node "{name}"')
            else:
                on_path.add(name)
                path += missing
    return covers
