"""Labels of topics: the kinds of errors in a topic, with some of its edits.

For example `missing articles: missing “the”, missing “a”`: labels are for people, and so are the
names of edits in them. The kinds are those of `error_kinds`.
"""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.edits.error_kinds import error_kind
from syntacticdiff.edits.plain_words import quoted, readable_feature

_SECOND_KIND = 0.6  # a second kind is named if it has this share of the first one's weight
_EDITS = 3


def plain_name(edit: str) -> str:
    """The name of an edit in plain words.

    Examples
    --------
    >>> plain_name("insert(the)"), plain_name("sub(a->an)")
    ('missing “the”', 'a -> an')
    """
    return quoted(readable_feature(edit))


def topic_label(edits: Sequence[tuple[str, float]]) -> str:
    """The label of a topic.

    The kind with the most weight comes first, then a second one if it has nearly as much weight,
    then the most relevant edits of these kinds.

    Parameters
    ----------
    edits : sequence of (str, float)
        The edits of the topic with their weights, the most relevant first.

    Returns
    -------
    str
        The label.

    Examples
    --------
    >>> topic_label([("insert(the)", 0.4), ("sub(make->makes)", 0.1), ("insert(a)", 0.2)])
    'missing articles: missing “the”, missing “a”'
    >>> topic_label([("insert(the)", 0.3), ("sub(make->makes)", 0.25)])
    'missing articles, verb agreement: missing “the”, make -> makes'
    """
    weights: dict[str, float] = {}
    for edit, weight in edits:
        kind = error_kind(edit)
        weights[kind] = weights.get(kind, 0.0) + weight
    if not weights:
        return "no edits of its own"
    # sorted is stable, so of equal kinds the one with the more relevant edit comes first
    first, *others = sorted(weights, key=weights.__getitem__, reverse=True)
    kinds = [
        first,
        *(kind for kind in others[:1] if weights[kind] >= _SECOND_KIND * weights[first]),
    ]
    named = [edit for edit, _ in edits if error_kind(edit) in kinds][:_EDITS]
    for kind in kinds:  # each kind shows at least one of its edits
        if not any(error_kind(edit) == kind for edit in named):
            named[-1] = next(edit for edit, _ in edits if error_kind(edit) == kind)
    return f"{', '.join(kinds)}: {', '.join(map(plain_name, named))}"
