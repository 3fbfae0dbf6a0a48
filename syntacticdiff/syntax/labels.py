"""Names for the arcs of a tree, given from the root down: the definition of native/labels.cpp.

An arc is named when its head's arc and those of its siblings to the left have their names.
"""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.syntax.hashing import NOTHING, feature, text_hash
from syntacticdiff.syntax.treebank import ROOT
from syntacticdiff.syntax.weights import PackedWeights

ROOT_LABEL = "root"

_FARTHEST = 7  # distances beyond are alike
_MOST_SIBLINGS = 6


def find_labels(
    weights: PackedWeights,
    labels: Sequence[str],
    words: Sequence[int],
    tags: Sequence[int],
    heads: Sequence[int],
) -> list[str]:
    """The label of each token's arc, given the hashes of words and tags, and the tree."""
    children: list[list[int]] = [[] for _ in heads]
    order = []
    for token, head in enumerate(heads):
        if head == ROOT:
            order.append(token)
        else:
            children[head].append(token)
    for token in order:  # grows on the way: heads before their children
        order += children[token]
    found = [ROOT_LABEL] * len(heads)
    for token in order:
        if heads[token] != ROOT:
            scores = weights.scores(
                label_features(words, tags, heads[token], token, children, found)
            )
            # Only the root's arc is called so; of equal scores the first label counts.
            others = [n for n, label in enumerate(labels) if label != ROOT_LABEL]
            found[token] = labels[max(others, key=scores.__getitem__)]
    return found


def label_features(
    words: Sequence[int],
    tags: Sequence[int],
    head: int,
    token: int,
    children: Sequence[Sequence[int]],
    found: Sequence[str],
) -> list[int]:
    """The features of the arc above `token`; `found` has the labels that are known."""

    def word(place: int | None) -> int:
        return words[place] if place is not None and 0 <= place < len(words) else NOTHING

    def tag(place: int | None) -> int:
        return tags[place] if place is not None and 0 <= place < len(tags) else NOTHING

    siblings, below = children[head], children[token]
    rank = siblings.index(token)
    before = siblings[rank - 1] if rank else None
    behind = siblings[rank + 1] if rank + 1 < len(siblings) else None
    first, last = (below[0], below[-1]) if below else (None, None)
    direction = int(token < head)
    side = 2 * min(abs(head - token), _FARTHEST) + direction
    dw, dt, hw, ht = words[token], tags[token], words[head], tags[head]
    hl = text_hash(found[head])
    bl = NOTHING if before is None else text_hash(found[before])
    templates: tuple[tuple[int, ...], ...] = (
        (dw, direction),
        (dt, direction),
        (hw, direction),
        (ht, direction),
        (dt, ht, direction),
        (dw, ht, direction),
        (dt, hw, direction),
        (dw, hw, direction),
        (dt, ht, side),
        (dt, hl, direction),
        (dt, ht, hl, direction),
        (dw, hl, direction),
        (dt, ht, bl, direction),
        (dw, bl, direction),
        (dt, bl, hl, direction),
        (dt, ht, word(first), direction),
        (dt, ht, tag(first), direction),
        (dt, ht, word(last), direction),
        (dt, ht, tag(last), direction),
        (dt, ht, tag(first), tag(last), direction),
        (dt, hw, word(first), direction),
        (dw, word(first), direction),
        (dt, ht, word(before), direction),
        (dt, ht, tag(before), direction),
        (dt, ht, word(behind), direction),
        (dt, ht, tag(behind), direction),
        (dt, ht, tag(before), tag(behind), direction),
        (dt, tag(token - 1), tag(token + 1)),
        (dt, word(token - 1), direction),
        (dt, word(token + 1), direction),
        (dt, ht, word(siblings[0]), tag(siblings[0]), direction),
        (dt, ht, tag(siblings[-1]), direction),
        (dt, ht, min(len(siblings), _MOST_SIBLINGS), direction),
        (dt, hl, word(before), direction),
        (dw, ht, hl, direction),
    )
    return [feature(number, *values) for number, values in enumerate(templates)]
