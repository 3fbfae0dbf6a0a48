"""Edits, the diffs that hold them, and how they are applied to tokens.

An edit refers to a token of the original sentence. Positions are 0-based, and an insertion at p is
before token p. `search` finds edits; `rewriting` writes a changed sentence as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from syntacticdiff.deferred import DeferredFields
from syntacticdiff.edits import names
from syntacticdiff.edits.names import Operation as Operation
from syntacticdiff.edits.names import plain_name

edit_name = plain_name  # for the cues of prices; `edits` exports the one of `names`

OPERATIONS: tuple[Operation, ...] = ("insert", "remove", "sub")


class PlainEdit(TypedDict):
    """An edit as JSON; the keys are in the order in which the command line prints them."""

    op: Operation
    position: int
    start: int
    end: int
    source: str
    target: str
    gain: float
    probability: NotRequired[float]


class PlainDiff(TypedDict):
    """A diff as JSON; the last two keys are given by searches with probabilities only."""

    offset: int
    text: str
    edits: list[PlainEdit]
    before: float
    after: float | None
    output: str | None
    alternatives: NotRequired[list[PlainEdit]]
    soft_counts: NotRequired[dict[str, float]]


@dataclass(frozen=True, slots=True, repr=False)
class Edit:
    """One change of a sentence.

    Parameters
    ----------
    op : {"insert", "remove", "sub"}
        What it does.
    position : int
        The token of the original sentence that it changes, from 0; an insertion is before it.
    source : str, default=""
        The token that it removes or replaces, as the model sees it.
    target : str, default=""
        What it inserts instead, as the model sees it.
    gain : float, default=0.0
        By how many bits per token it makes the sentence more likely.
    start, end : int, default=0
        The code points of the diff's `text` that it replaces; equal for an insertion.
    probability : float or None, default=None
        How probable it is among all hypotheses; None unless the search gives probabilities.

    Examples
    --------
    >>> edit = Edit("sub", 1, "a", "an", gain=0.5, start=6, end=7)
    >>> str(edit)
    'sub(a->an)'
    """

    op: Operation
    position: int
    source: str = ""
    target: str = ""
    gain: float = 0.0
    start: int = 0
    end: int = 0
    probability: float | None = None

    def __repr__(self) -> str:
        shown = ["op", "position", "source", "target", "gain"]
        shown += [] if self.probability is None else ["probability"]
        return f"Edit({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def __str__(self) -> str:
        """The feature that this edit counts as: `insert(the)`, `remove(of)`, `sub(a->an)`."""
        return names.edit_name(self.op, self.source, self.target)

    def to_dict(self) -> PlainEdit:
        """Plain data for JSON."""
        plain: PlainEdit = {
            "op": self.op,
            "position": self.position,
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "target": self.target,
            "gain": self.gain,
        }
        if self.probability is not None:
            plain["probability"] = self.probability
        return plain


@dataclass(frozen=True, slots=True)
class Diff(DeferredFields):
    """What the reference model would change in one sentence.

    Parameters
    ----------
    text : str
        The sentence.
    tokens : tuple of str
        Its tokens, as the model sees them.
    edits : tuple of Edit
        From left to right.
    before : float
        The bits per token of the sentence.
    after : float or None
        The bits per token of the changed sentence; None for a sweep, which does not rewrite.
    output : str or None
        The changed sentence; None for a sweep.
    output_tokens : tuple of str or None
        The tokens of the changed sentence; None for a sweep.
    unknown : int, default=0
        How many tokens the model does not know.
    offset : int, default=0
        Where `text` begins in its document, in code points.
    signature : str, default=""
        Version, model and settings that the diff was made with.
    alternatives : tuple of Edit, default=()
        Other edits with a probability above 0.05, if the search gives probabilities.
    soft_counts : mapping of str to float or None, default=None
        How often each edit is expected, by its name: the bag of edits without a threshold. None
        unless the search gives probabilities.
    function_words : frozenset of str or None, default=None
        The words that say nothing of the subject, where the reference is not English; None stands
        for the English ones.
    """

    text: str
    tokens: tuple[str, ...]
    edits: tuple[Edit, ...]
    before: float
    after: float | None
    output: str | None
    output_tokens: tuple[str, ...] | None
    unknown: int = 0
    offset: int = 0
    signature: str = field(default="", repr=False)
    alternatives: tuple[Edit, ...] = ()
    soft_counts: Mapping[str, float] | None = field(default=None, repr=False)
    function_words: frozenset[str] | None = field(default=None, repr=False)

    def to_dict(self) -> PlainDiff:
        """Plain data for JSON."""
        plain: PlainDiff = {
            "offset": self.offset,
            "text": self.text,
            "edits": [edit.to_dict() for edit in self.edits],
            "before": self.before,
            "after": self.after,
            "output": self.output,
        }
        if self.soft_counts is not None:
            plain["alternatives"] = [edit.to_dict() for edit in self.alternatives]
            plain["soft_counts"] = dict(self.soft_counts)
        return plain

    def _repr_html_(self) -> str:
        """The sentence with its edits marked, for notebooks."""
        from syntacticdiff.edits.html import diff_fragment  # which imports this module

        return diff_fragment(self)


@dataclass(frozen=True, slots=True)
class RankedDiff:
    """A hypothesis of an n-best list.

    Parameters
    ----------
    diff : Diff
        Its edits and the sentence that they make.
    objective : float
        J', in bits: the bits in total and what the edits cost.
    probability : float
        Its share of all hypotheses.
    """

    diff: Diff
    objective: float
    probability: float


def apply_edits(tokens: Sequence[str], edits: Iterable[Edit]) -> tuple[str, ...]:
    """Apply edits to the tokens of a sentence.

    Parameters
    ----------
    tokens : sequence of str
        The original tokens.
    edits : iterable of Edit
        The edits, at most one removal or substitution per token. Several insertions at one position
        keep their order.

    Returns
    -------
    tuple of str
        The changed tokens.

    Examples
    --------
    >>> apply_edits(["in", "end"], [Edit("insert", 1, target="the")])
    ('in', 'the', 'end')
    """
    inserted: dict[int, list[str]] = {}
    changed: dict[int, tuple[str, ...]] = {}
    for edit in edits:
        if edit.op == "insert":
            inserted.setdefault(edit.position, []).append(edit.target)
        else:
            changed[edit.position] = tuple(edit.target.split(" ")) if edit.op == "sub" else ()
    output: list[str] = []
    for position, token in enumerate(tokens):
        output += inserted.get(position, ())
        output += changed.get(position, (token,))
    return (*output, *inserted.get(len(tokens), ()))


def bag_of_edits(diffs: Iterable[Diff]) -> Counter[str]:
    """Count the edits of a document.

    Parameters
    ----------
    diffs : iterable of Diff
        The diffs of its sentences.

    Returns
    -------
    Counter of str
        How often each edit occurs, by its name.

    Examples
    --------
    >>> edit = Edit("insert", 1, target="the")
    >>> bag_of_edits([Diff("In end", ("in", "end"), (edit,), 9.0, None, None, None)])
    Counter({'insert(the)': 1})
    """
    return Counter(str(edit) for diff in diffs for edit in diff.edits)
