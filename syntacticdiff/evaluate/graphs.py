"""Labelled graphs over the tokens of a sentence, in any annotation scheme.

A graph consists of units: for each node below the root, the tokens that it covers and the labels
of the edges to it. `graph_files` reads graphs, and `usim` compares them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from syntacticdiff.errors import InputError


class Edge(NamedTuple):
    """An edge: `child` is part of `parent` or, if `remote`, only shared with it."""

    parent: str
    child: str
    label: str
    remote: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A node below the root.

    `covers` is the set of its tokens as the bits of a number: 0b101 is tokens 0 and 2. `labels`
    are those of all edges to it; `category` is the label of the first one that is not remote.
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
    """The tokens and the units of a sentence.

    Parameters
    ----------
    tokens : tuple of str
        The tokens.
    units : tuple of Unit
        The nodes below the root, each with the tokens that it covers and its labels.
    """

    tokens: tuple[str, ...]
    units: tuple[Unit, ...]


def graph_of(
    tokens: Iterable[str], nodes: Mapping[str, Iterable[int]], edges: Iterable[Edge]
) -> Graph:
    """Build a graph from its nodes, each with the tokens it covers directly, and their edges.

    A node also covers what its children cover, except for remote ones. A node with no incoming
    edges except remote ones is a root, and not a unit.

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
        If the edges form a cycle, or refer to a node that does not exist.
    """
    children: dict[str, list[str]] = {name: [] for name in nodes}
    incoming: dict[str, list[Edge]] = {name: [] for name in nodes}
    for edge in edges:
        for end in (edge.parent, edge.child):
            if end not in children:
                raise InputError(f'an edge refers to node "{end}", which does not exist')
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
    """The tokens of each node, children before parents. Not recursive: graphs can be deep."""
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
            elif name in on_path:
                raise InputError(f'the edges form a cycle at node "{name}"')
            else:
                on_path.add(name)
                path += missing
    return covers
