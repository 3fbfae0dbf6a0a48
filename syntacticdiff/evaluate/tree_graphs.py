"""Dependency trees as graphs that USim can compare, made to resemble UCCA's.

UCCA has units of meaning and no unit for a mere function word. So function words belong to their
heads here, labels are mapped to coarse roles, and coordinated clauses stand beside each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.evaluate.graphs import Edge, Graph, graph_of
from syntacticdiff.repair.repairer import Repair
from syntacticdiff.syntax.tree import Tree

# Words with these labels are part of their head's unit: function words, punctuation, and the
# parts of expressions of several words.
FOLDED = frozenset(
    ["aux", "case", "cop", "det", "fixed", "flat", "goeswith", "mark", "punct", "compound:prt"]
)

_LABELS = {
    "A": "nsubj csubj obj iobj obl ccomp xcomp expl dislocated vocative",  # participant
    "D": "advmod advcl discourse",  # adverbial
    "H": "root conj parataxis list",  # scene
    "E": "amod nmod compound nummod acl appos dep orphan reparandum",  # elaborator
    "L": "cc",  # linker
}
ROLES = {label: role for role, labels in _LABELS.items() for label in labels.split()}
_OTHER_ROLE = "E"
_SCENE = "H"
_TOP = "top"


def tree_graph(tree: Tree) -> Graph:
    """The graph of a dependency tree.

    Parameters
    ----------
    tree : Tree
        A tree with labels of Universal Dependencies.

    Returns
    -------
    Graph
        A unit for each content word: the word with its function words and its dependents. Its
        label is a coarse role in UCCA's terms, such as A for a participant.

    Examples
    --------
    >>> words, tags = ("The", "dog", "barks"), ("DT", "NN", "VBZ")
    >>> graph = tree_graph(Tree(words, tags, (1, 2, -1), ("det", "nsubj", "root")))
    >>> [(unit.category, bin(unit.covers)) for unit in graph.units]
    [('A', '0b11'), ('H', '0b111')]
    """
    return _graph(tree, tree.words, range(len(tree.words)))


def repaired_graph(repair: Repair) -> Graph:
    """The graph of a repaired sentence's tree, over the words of the sentence as it was.

    Parameters
    ----------
    repair : Repair
        What the repairing parser found.

    Returns
    -------
    Graph
        As `tree_graph`; words that were inserted are covered by no unit, and words that were
        deleted only by the whole.
    """
    return _graph(repair.tree, repair.words, repair.sources)


def _graph(tree: Tree, words: Sequence[str], places: Sequence[int | None]) -> Graph:
    """The graph over `words`, given the place there of each word of the tree."""
    owners = [_owner(tree, word) for word in range(len(tree.words))]
    nodes: dict[str, list[int]] = {_TOP: []}
    for word, owner in enumerate(owners):
        own = nodes.setdefault(str(owner), [])
        place = places[word]
        if place is not None:
            own.append(place)
    kept = set(places)
    nodes[_TOP] += (place for place in range(len(words)) if place not in kept)
    edges = [
        Edge(_parent(tree, owners, word), str(word), _role(tree.labels[word]))
        for word in sorted(set(owners))
    ]
    return graph_of(words, nodes, edges)


def _owner(tree: Tree, word: int) -> int:
    """The word whose unit a word is part of: itself, or the next head that is not folded."""
    while _plain(tree.labels[word]) in FOLDED and tree.heads[word] >= 0:
        word = tree.heads[word]
    return word


def _parent(tree: Tree, owners: Sequence[int], word: int) -> str:
    """The node above a word's unit; scenes that a top scene is linked to are top scenes, too."""
    above = word
    while _role(tree.labels[above]) == _SCENE:
        if tree.heads[above] < 0:
            return _TOP
        above = owners[tree.heads[above]]
    return str(owners[tree.heads[word]])


def _plain(label: str) -> str:
    """A label without its subtype, unless the subtype matters."""
    return label if label in FOLDED else label.partition(":")[0]


def _role(label: str) -> str:
    return ROLES.get(_plain(label), _OTHER_ROLE)
