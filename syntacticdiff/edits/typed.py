"""The types of a diff's edits in ERRANT's terms, decided by tags of the sentence before and after.

`kinds` turns types into plain words. Types are for English.
"""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.alignment.annotate import edit_types
from syntacticdiff.alignment.merge import Span
from syntacticdiff.edits.diff import Diff, Edit


def diff_types(diff: Diff, edits: Sequence[Edit]) -> list[str]:
    """The type of each of some edits of a sentence, all of which are made.

    Parameters
    ----------
    diff : Diff
        The diff of an English sentence.
    edits : sequence of Edit
        Edits of that sentence, in the order of `Diff.edits`.

    Returns
    -------
    list of str
        A type for each edit, such as `"R:VERB:SVA"`.
    """
    if not edits:
        return []
    source = surfaces(diff)
    target, spans = changed_tokens(source, edits)
    return edit_types(source, target, spans)


def surfaces(diff: Diff) -> Sequence[str]:
    """The tokens of a diff's sentence as its text has them, with their capitals.

    Parameters
    ----------
    diff : Diff
        The diff of a sentence.

    Returns
    -------
    sequence of str
        The tokens as they are where the text does not consist of them.
    """
    text, lower = diff.text, diff.text.lower()
    if len(lower) != len(text):
        return diff.tokens
    found, done = [], 0
    for token in diff.tokens:
        start = lower.find(token.lower(), done)
        if start < 0 or any(map(str.isalnum, text[done:start])):
            return diff.tokens
        done = start + len(token)
        found.append(text[start:done])
    return found


def changed_tokens(tokens: Sequence[str], edits: Sequence[Edit]) -> tuple[list[str], list[Span]]:
    """The tokens with edits made, and where each edit is before and after.

    Parameters
    ----------
    tokens : sequence of str
        The tokens of a sentence.
    edits : sequence of Edit
        Edits of that sentence, in the order of `Diff.edits`.

    Returns
    -------
    tokens : list of str
        The changed tokens.
    spans : list of (start, end, changed_start, changed_end)
        The tokens of each edit in both.
    """
    changed: list[str] = []
    spans: list[Span] = []
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
