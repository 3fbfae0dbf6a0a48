"""The stretches of a sentence that its edits change, each of which can be made or left by itself.

A stretch is a change of characters (`changes`) with the edits that it makes; edits that touch each
other are one stretch. Marks in text, tracked changes and the service's suggestions come from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from syntacticdiff.edits.changes import Change
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.rewriting import Span, WrittenWord, rewrite, rewritten_words
from syntacticdiff.reference.casing import Casing


@dataclass(frozen=True)
class Stretch:
    """A stretch of a sentence, and what takes its place.

    Parameters
    ----------
    start, end : int
        The code points of the diff's `text` that go; equal if something is only put in.
    replacement : str
        What comes in their place, with the spaces that it needs.
    edits : tuple of Edit
        The edits that it makes, from left to right.
    """

    start: int
    end: int
    replacement: str
    edits: tuple[Edit, ...]

    @property
    def change(self) -> Change:
        """The characters that it changes."""
        return Change(self.start, self.end, self.replacement)

    @property
    def probability(self) -> float | None:
        """The least probability of its edits; None if the search gives none."""
        known = [edit.probability for edit in self.edits if edit.probability is not None]
        return min(known, default=None)


def stretches_of(diff: Diff, spans: Sequence[Span], casing: Casing, cased: bool) -> list[Stretch]:
    """What a diff's edits change in its text.

    Parameters
    ----------
    diff : Diff
        A diff of a search that rewrites.
    spans : sequence of pairs of int
        Where the tokens of the sentence begin and end.
    casing : Casing
        How the reference writes words.
    cased : bool
        Whether the reference distinguishes capitals.

    Returns
    -------
    list of Stretch
        From left to right; none touches another. All of them together turn the diff's `text` into
        its `output`.

    Examples
    --------
    >>> from syntacticdiff import SyntacticDiff
    >>> differ = SyntacticDiff()
    >>> diff = differ("She is interested on a apple.")
    >>> found = stretches_of(diff, differ.spans(diff), differ.model.casing, differ.model.cased)
    >>> [(one.start, one.end, one.replacement) for one in found]
    [(18, 20, 'in'), (21, 22, 'an')]
    """
    if not diff.edits or diff.output is None:
        return []
    words = rewritten_words(diff.text, spans, diff.edits, casing=casing, recase=not cased)
    written = _written(diff.output, words)
    if written is None:  # there are characters that belong to no token
        return [Stretch(0, len(diff.text), diff.output, diff.edits)]
    return list(_changes(diff, spans, words, written))


def edit_change(
    diff: Diff, edit: Edit, spans: Sequence[Span], casing: Casing, cased: bool
) -> Change:
    """What one edit of a sentence changes, if it is made alone.

    Parameters
    ----------
    diff : Diff
        The diff of the sentence.
    edit : Edit
        One of its edits or alternatives.
    spans : sequence of pairs of int
        Where the tokens of the sentence begin and end.
    casing : Casing
        How the reference writes words.
    cased : bool
        Whether the reference distinguishes capitals.

    Returns
    -------
    Change
        The change of the sentence's text, with the capitals that move.
    """
    output = rewrite(diff.text, spans, [edit], casing=casing, recase=not cased)
    alone = replace(diff, edits=(edit,), output=output)
    found = stretches_of(alone, spans, casing, cased)
    if not found:
        return Change(edit.start, edit.end, diff.text[edit.start : edit.end])
    start, end = found[0].start, found[-1].end
    behind = len(diff.text) - end
    return Change(start, end, output[start : len(output) - behind])


def _written(output: str, words: Sequence[WrittenWord]) -> list[Span] | None:
    """Where the words stand in the output, of which all but spaces is theirs."""
    letters = [place for place, letter in enumerate(output) if not letter.isspace()]
    sizes = [sum(map(len, word.surface.split())) for word in words]
    surfaces = "".join("".join(word.surface.split()) for word in words)
    if "".join(output[place] for place in letters) != surfaces or 0 in sizes:
        return None
    ends = list(accumulate(sizes))
    return [
        (letters[end - size], letters[end - 1] + 1) for end, size in zip(ends, sizes, strict=True)
    ]


def _changes(
    diff: Diff, places: Sequence[Span], words: Sequence[WrittenWord], written: Sequence[Span]
) -> Iterator[Stretch]:
    """What is different, by words and by the gaps between them; what touches is one change."""
    assert diff.output is not None
    kept = [(word.token, number) for number, word in enumerate(words) if word.token is not None]
    open_: Stretch | None = None
    for change in _differences(diff, places, written, kept):
        if open_ is not None and open_.end == change.start:
            open_ = Stretch(
                open_.start,
                change.end,
                open_.replacement + change.replacement,
                open_.edits + change.edits,
            )
            continue
        if open_ is not None:
            yield open_
        open_ = change
    if open_ is not None:
        yield open_


def _differences(
    diff: Diff,
    places: Sequence[Span],
    written: Sequence[Span],
    kept: Sequence[tuple[int, int]],
) -> Iterator[Stretch]:
    assert diff.output is not None
    for (before, last), (after, word) in pairwise([(-1, -1), *kept, (len(places), len(written))]):
        start = places[before][1] if before >= 0 else 0
        end = places[after][0] if after < len(places) else len(diff.text)
        from_ = written[last][1] if before >= 0 else 0
        to = written[word][0] if after < len(places) else len(diff.output)
        old, new = diff.text[start:end], diff.output[from_:to]
        if old != new:
            left = _common_spaces(old, new)
            right = _common_spaces(old[left:][::-1], new[left:][::-1])
            edits = tuple(
                edit
                for edit in diff.edits
                if before < edit.position < after
                or (edit.op == "insert" and edit.position == after)
            )
            yield Stretch(start + left, end - right, new[left : len(new) - right], edits)
        if after == len(places):
            return
        start, end = places[after]
        new = diff.output[slice(*written[word])]
        edits = tuple(edit for edit in diff.edits if edit.position == after and edit.op != "insert")
        # An edit of capitals alone may leave its word as it is: the capital moves to a new one.
        if edits or diff.text[start:end] != new:
            yield Stretch(start, end, new, edits)


def _common_spaces(first: str, second: str) -> int:
    """How many spaces both begin with."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other or not one.isspace():
            break
        count += 1
    return count
