"""Edits explained to people: type, kind, habit, name and reason of each edit of a diff.

The types are ERRANT's, decided by tags of the sentence before and after; they are for English. The
kinds are those of `kinds`, the words for them are in `plain_words`, and the comparison with the
reference is in `reasons`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from syntacticdiff.edits.changes import Change
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.kinds import edit_kind
from syntacticdiff.edits.plain_words import edit_habit, readable_name
from syntacticdiff.edits.reasons import Reasons, Surroundings
from syntacticdiff.edits.stretches import edit_change
from syntacticdiff.edits.typed import changed_tokens, diff_types, surfaces
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.text.languages import ENGLISH

_WORDS = re.compile(r"\S+")
_REACH = 2  # words on each side that a reason may look at


@dataclass(frozen=True, slots=True)
class ExplainedEdit:
    """An edit, and what people are told of it.

    Parameters
    ----------
    edit : Edit
        The edit.
    type : str
        Its type in ERRANT's terms; empty unless the reference is English.
    kind : str
        Its kind in plain words, one of `KINDS`.
    habit : str
        The habit that it is a sign of, such as `missing article`.
    name : str
        Its name for people: `a -> an`, `missing *the*`.
    reason : str
        Why the reference would make it, in a sentence.
    change : Change
        The characters of the sentence that it changes.
    """

    edit: Edit
    type: str
    kind: str
    habit: str
    name: str
    reason: str
    change: Change


class Explainer:
    """Explains the edits of diffs that were made with a reference.

    Parameters
    ----------
    model : ReferenceModel
        The reference.

    Examples
    --------
    >>> from syntacticdiff import SyntacticDiff
    >>> differ = SyntacticDiff()
    >>> [found] = Explainer(differ.model)(differ("We ate a apple."))
    >>> found.type, found.kind, found.name
    ('R:DET', 'articles', 'a -> an')
    >>> "the reference has *an* more than 100 times as often as *a*" in found.reason
    True
    """

    def __init__(self, model: ReferenceModel) -> None:
        self._model = model
        self._reasons = Reasons(model)

    def __call__(self, diff: Diff) -> list[ExplainedEdit]:
        """Explain the edits of a diff, from left to right.

        Parameters
        ----------
        diff : Diff
            A diff made with this reference.

        Returns
        -------
        list of ExplainedEdit
            One for each of its edits; the surroundings are those of the changed sentence.
        """
        return self._explained(diff, diff.edits) if diff.edits else []

    def alternatives(self, diff: Diff) -> list[ExplainedEdit]:
        """Explain the alternatives of a diff, each as if it were the only change.

        Parameters
        ----------
        diff : Diff
            A diff made with this reference.

        Returns
        -------
        list of ExplainedEdit
            One for each of its alternatives.
        """
        return [found for edit in diff.alternatives for found in self._explained(diff, [edit])]

    def _explained(self, diff: Diff, edits: Sequence[Edit]) -> list[ExplainedEdit]:
        places = self.spans(diff)
        language = self._model.language
        target, spans = changed_tokens(surfaces(diff), edits)
        types = diff_types(diff, edits) if language == ENGLISH else [""] * len(edits)
        found = []
        for edit, (_, _, start, end), type_ in zip(edits, spans, types, strict=True):
            kind = edit_kind(type_, edit.source, edit.target, language)
            around = Surroundings(
                target[max(0, start - _REACH) : start], target[end : end + _REACH]
            )
            found.append(
                ExplainedEdit(
                    edit,
                    type_,
                    kind,
                    edit_habit(type_, edit.source, edit.target, language),
                    readable_name(edit.op, edit.source, edit.target),
                    self._reasons.of(edit, kind, around),
                    self._change(diff, edit, places),
                )
            )
        return found

    def spans(self, diff: Diff) -> Sequence[tuple[int, int]]:
        """Where the tokens of a diff's sentence begin and end in its text.

        Parameters
        ----------
        diff : Diff
            A diff made with this reference.

        Returns
        -------
        sequence of pairs of int
            Nothing if the text was tokenized in another way.
        """
        found = [(token.start, token.end) for token in self._model.tokens(diff.text)]
        if not self._are_tokens(found, diff):
            found = [(word.start(), word.end()) for word in _WORDS.finditer(diff.text)]
        return found if self._are_tokens(found, diff) else []

    def _are_tokens(self, spans: Sequence[tuple[int, int]], diff: Diff) -> bool:
        if len(spans) != len(diff.tokens):
            return False
        return all(
            self._model.fold(diff.text[start:end]) == token
            for (start, end), token in zip(spans, diff.tokens, strict=True)
        )

    def _change(self, diff: Diff, edit: Edit, places: Sequence[tuple[int, int]]) -> Change:
        if not places:
            return Change(edit.start, edit.end, edit.target)
        return edit_change(diff, edit, places, self._model.casing, self._model.cased)
