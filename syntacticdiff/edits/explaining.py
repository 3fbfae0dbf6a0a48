"""Edits explained to people: type, kind, habit, name and reason of each edit of a diff.

The types are ERRANT's, decided by tags of the sentence before and after; they are for English. The
words for them are in `plain_words`, and the comparison with the reference is in `reasons`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from syntacticdiff.alignment.annotate import edit_types
from syntacticdiff.edits.changes import Change, edit_change
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.plain_words import edit_habit, edit_kind, readable_name
from syntacticdiff.edits.reasons import Reasons, Surroundings
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
        self._typed = model.language == ENGLISH

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
        source = [diff.text[start:end] for start, end in places] if places else diff.tokens
        target, spans = changed_tokens(source, edits)
        types = [""] * len(edits)
        if self._typed:
            types = edit_types(source, target, spans)
        found = []
        for edit, (_, _, start, end), kind_of in zip(edits, spans, types, strict=True):
            kind = edit_kind(kind_of, edit.source, edit.target)
            around = Surroundings(
                target[max(0, start - _REACH) : start], target[end : end + _REACH]
            )
            found.append(
                ExplainedEdit(
                    edit,
                    kind_of,
                    kind,
                    edit_habit(kind_of, edit.source, edit.target),
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


def changed_tokens(
    tokens: Sequence[str], edits: Iterable[Edit]
) -> tuple[list[str], list[tuple[int, int, int, int]]]:
    """The tokens after edits, and the span of each edit before and after.

    Parameters
    ----------
    tokens : sequence of str
        The tokens of a sentence.
    edits : iterable of Edit
        Edits of it, from left to right.

    Returns
    -------
    tuple of list of str and list of tuple of int
        The tokens, and for each edit `(start, end, start_after, end_after)`.
    """
    changed: list[str] = []
    spans = []
    done = 0
    for edit in edits:
        changed += tokens[done : edit.position]
        done = max(done, edit.position)
        end = done if edit.op == "insert" else done + 1
        words = edit.target.split(" ") if edit.target else []
        spans.append((done, end, len(changed), len(changed) + len(words)))
        changed += words
        done = end
    changed += tokens[done:]
    return changed, spans
