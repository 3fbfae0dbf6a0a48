"""The data for the script of the page, as short as possible: it is most of the page.

Offsets are in UTF-16 units, as in JavaScript. `templates/script/data.js` names the places of the
arrays.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from syntacticdiff.edits.changes import Change
from syntacticdiff.edits.kinds import KINDS, edit_kind
from syntacticdiff.edits.marking import pieces
from syntacticdiff.edits.plain_words import edit_habit, readable_name
from syntacticdiff.report.environment import safe_text
from syntacticdiff.report.essay_map import essay_map
from syntacticdiff.report.summary import PROBABLE, DocumentSummary, EditSummary, SentenceSummary

Json: TypeAlias = "str | float | Sequence[Json] | None"

_LAST_OF_ONE_UNIT = "\uffff"  # characters behind this take two units of UTF-16


def page_data(documents: Sequence[DocumentSummary], least: float = PROBABLE) -> dict[str, Any]:
    """The data of the page.

    Parameters
    ----------
    documents : sequence of DocumentSummary
        The documents that are shown.
    least : float, default=0.5
        How probable a mark must be at first.

    Returns
    -------
    dict
        Lists of names, to which marks refer by number, and the documents.
    """
    tables = _Tables()
    rows = [_document(document, tables) for document in documents]
    found = {
        "kinds": list(KINDS),
        "habits": [[habit, KINDS.index(kind)] for habit, kind in tables.habits],
        "types": list(tables.types),
        "reasons": [safe_text(reason) for reason in tables.reasons],
        "edits": tables.edits,
        "documents": rows,
        "map": _map(documents, tables),
        "least": round(least, 2),
    }
    dumped = json.dumps(found, ensure_ascii=True).encode()
    return {**found, "id": hashlib.sha256(dumped).hexdigest()[:16]}


class _Tables:
    """What marks have in common, numbered in the order in which it is met."""

    def __init__(self) -> None:
        self.habits: dict[tuple[str, str], int] = {}
        self.types: dict[str, int] = {}
        self.reasons: dict[str, int] = {}
        self.edits: list[list[str]] = []
        self._edits: dict[str, int] = {}

    def habit(self, edit: EditSummary) -> int:
        """The number of its habit; of edits that nobody explained, by their words alone."""
        words = edit.source, edit.target
        habit = edit.habit or edit_habit("", *words), edit.kind or edit_kind("", *words)
        return self.habits.setdefault(habit, len(self.habits))

    def type(self, edit: EditSummary) -> int:
        return self.types.setdefault(edit.type, len(self.types))

    def reason(self, edit: EditSummary) -> int:
        reason = edit.reason
        if not reason:
            reason = f"It saves {edit.saved:.1f} bits under the reference."
        return self.reasons.setdefault(reason, len(self.reasons))

    def edit(self, edit: EditSummary) -> int:
        number = self._edits.setdefault(edit.edit, len(self.edits))
        if number == len(self.edits):
            name = readable_name(edit.op, edit.source, edit.target)
            self.edits.append([safe_text(edit.edit), edit.op, safe_text(name)])
        return number


def _document(document: DocumentSummary, tables: _Tables) -> Json:
    text, offsets = document.text, [sentence.offset for sentence in document.sentences]
    if text is None:
        text, offsets = "", []
        for sentence in document.sentences:
            text += " " if text else ""
            offsets.append(len(text))
            text += sentence.text
    return [
        safe_text(document.name),
        None if document.label is None else safe_text(document.label),
        None if document.date is None else safe_text(document.date),
        document.sentence_count,
        document.tokens,
        round(document.bits, 2),
        _paragraphs(text),
        [
            _sentence(sentence, _units(text)(offset), tables)
            for sentence, offset in zip(document.sentences, offsets, strict=True)
        ],
    ]


def _paragraphs(text: str) -> str:
    """The text with its line breaks; all other control characters are made visible."""
    return "\n".join(safe_text(line) for line in text.split("\n"))


def _sentence(sentence: SentenceSummary, offset: int, tables: _Tables) -> Json:
    units = _units(sentence.text)
    marks = [(edit, _change(sentence, edit)) for edit in sentence.edits]
    marks += [(edit, _change(sentence, edit)) for edit in sentence.alternatives]
    return [
        offset,
        units(len(sentence.text)),
        round(sentence.bits, 2),
        [units(cut) for cut in sentence.cuts],
        *(
            [
                tables.edit(edit),
                tables.type(edit),
                tables.habit(edit),
                None if edit.probability is None else _shown(edit.probability),
                edit.position,
                units(change.start),
                units(change.end),
                safe_text(change.text),
                tables.reason(edit),
                round(edit.saved, 1),
            ]
            for edit, change in marks
        ),
    ]


def _shown(probability: float) -> float:
    """A probability in hundredths that is below a threshold if and only if the exact one is."""
    return math.floor(round(100 * probability, 4)) / 100


def _change(sentence: SentenceSummary, edit: EditSummary) -> Change:
    """What an edit changes; with the spaces that its word needs, if nobody said so."""
    if edit.change is not None:
        return edit.change
    for piece in pieces(sentence.text, [edit]):
        if piece.edit is not None and edit.op == "insert":
            return Change(edit.start, edit.end, f"{piece.left}{piece.target}{piece.right}")
    return Change(edit.start, edit.end, edit.target)


def _units(text: str) -> Callable[[int], int]:
    """Turns offsets in code points into offsets in UTF-16 units."""
    if not text or max(text) <= _LAST_OF_ONE_UNIT:
        return int
    return lambda place: place + sum(one > _LAST_OF_ONE_UNIT for one in text[:place])


def _map(documents: Sequence[DocumentSummary], tables: _Tables) -> Json | dict[str, Any]:
    counts = np.zeros((len(documents), max(len(tables.habits), 1)))
    for row, document in enumerate(documents):
        for sentence in document.sentences:
            for edit in (*sentence.edits, *sentence.alternatives):
                counts[row, tables.habit(edit)] += (
                    1.0 if edit.probability is None else edit.probability
                )
    names = [habit for habit, _ in tables.habits] or [""]
    found = essay_map(counts, [document.tokens for document in documents], names)
    if found is None:
        return None
    return {"points": found.points.round(3).tolist(), "ends": list(found.ends)}
