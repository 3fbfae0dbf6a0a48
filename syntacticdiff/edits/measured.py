"""Edits that something other than a search has made, as a `Diff` under a reference.

Each edit gets its gain, as if it had been found by a search, and the sentence is written again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from syntacticdiff.edits.diff import Diff, Edit, apply_edits
from syntacticdiff.edits.rewriting import Span, rewrite
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, UNKNOWN, bits_per_token


def measured_diff(
    model: ReferenceModel,
    words: Sequence[str],
    edits: Iterable[Edit],
    *,
    text: str | None = None,
    spans: Sequence[Span] | None = None,
    offset: int = 0,
    apart: bool = False,
) -> Diff:
    """The diff of a sentence with these edits; gains are bits per token under the reference.

    Parameters
    ----------
    model : ReferenceModel
        The reference.
    words : sequence of str
        The tokens of the sentence, as written.
    edits : iterable of Edit
        In the order and normal form of `Diff.edits`; words as written.
    text : str, optional
        The sentence as written; by default its tokens, separated by spaces.
    spans : sequence of (int, int), optional
        Where the tokens are in `text`.
    offset : int, default 0
        Where `text` begins in its document.
    apart : bool, default False
        The tokens of `text` are separated by spaces, and are to stay so.
    """
    if text is None or spans is None:
        text, spans, apart = " ".join(words), _spans_apart(words), True
    folded = tuple(map(model.fold, words))
    found: list[Edit] = []
    before = bits = sentence_bits(model, folded)
    for edit in edits:
        edit = _folded(model, edit)
        after = sentence_bits(model, apply_edits(folded, [*found, edit]))
        start, end = _place(edit, spans)
        found.append(replace(edit, gain=bits - after, start=start, end=end))
        bits = after
    output = text
    if found:
        output = rewrite(
            text, spans, found, casing=model.casing, recase=not model.cased, apart=apart
        )
    known = model.lexicon.id
    return Diff(
        text=text,
        tokens=folded,
        edits=tuple(found),
        before=before,
        after=bits,
        output=output,
        output_tokens=apply_edits(folded, found),
        unknown=sum(known(word) == UNKNOWN for word in folded),
        offset=offset,
    )


def sentence_bits(model: ReferenceModel, words: Sequence[str]) -> float:
    """The bits per token of a sentence under a reference."""
    ids = [*(model.lexicon.id(model.fold(word)) for word in words), END]
    return bits_per_token(ScoredSentence(model.scorer, ids).total, len(ids))


def _folded(model: ReferenceModel, edit: Edit) -> Edit:
    """As the model sees it; a change of capitals alone stays as written."""
    if edit.op == "sub" and model.fold(edit.source) == model.fold(edit.target):
        return edit
    return replace(edit, source=model.fold(edit.source), target=model.fold(edit.target))


def _spans_apart(words: Sequence[str]) -> list[Span]:
    spans, start = [], 0
    for word in words:
        spans.append((start, start + len(word)))
        start += len(word) + 1
    return spans


def _place(edit: Edit, spans: Sequence[Span]) -> Span:
    """Where an edit is in the text, as code points."""
    if edit.op != "insert":
        return spans[edit.position]
    start = spans[edit.position][0] if edit.position < len(spans) else spans[-1][1]
    return start, start
