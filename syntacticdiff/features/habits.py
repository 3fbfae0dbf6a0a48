"""Habits: what a document's edits are signs of, in plain words, and how often each could occur.

Every edit counts by its probability, alternatives included: `missing article` 2.3 times among 40
nouns. A search without probabilities counts its edits. The words come from ERRANT's types, so
habits are for English. It does not compare documents; `compare` and `classify` do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.plain_words import edit_habit
from syntacticdiff.edits.typed import diff_types
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.features.templates import shared_tagger, words_as_written

# What there must be in a text for a habit to show: the numbers of a row, in this order.
OPPORTUNITIES = ("words", "nouns", "verbs")

_TAGS = {"nouns": ("NN",), "verbs": ("VB", "MD")}
_OF_HABIT = {
    "missing article": "nouns",
    "needless article": "nouns",
    "wrong article": "nouns",
    "singular and plural": "nouns",
    "subject and verb do not agree": "verbs",
    "form of the verb": "verbs",
}


def opportunity_of_habit(habit: str) -> str:
    """What a habit, or an edit, is counted per.

    Parameters
    ----------
    habit : str
        A habit; anything else counts per word.

    Returns
    -------
    str
        One of `OPPORTUNITIES`.

    Examples
    --------
    >>> opportunity_of_habit("missing article"), opportunity_of_habit("spelling")
    ('nouns', 'words')
    """
    return _OF_HABIT.get(habit, "words")


def edit_habits(diff: Diff) -> Iterator[tuple[Edit, str]]:
    """The edits of a sentence and its alternatives, each with its habit.

    Parameters
    ----------
    diff : Diff
        The diff of an English sentence. Its edits are typed together, alternatives one by one.

    Yields
    ------
    tuple of Edit and str
        An edit and its habit.

    Examples
    --------
    >>> edits = (Edit("insert", 3, "", "the", probability=0.8),)
    >>> diff = Diff("We go in house", ("we", "go", "in", "house"), edits, 5.0, 4.0, None, None)
    >>> [habit for _, habit in edit_habits(diff)]
    ['missing article']
    """
    together = [diff.edits] if _apart(diff.edits) else [(edit,) for edit in diff.edits]
    for edits in (*together, *((edit,) for edit in diff.alternatives)):
        for edit, kind in zip(edits, diff_types(diff, edits), strict=True):
            yield edit, edit_habit(kind, edit.source, edit.target)


def _apart(edits: Sequence[Edit]) -> bool:
    """Whether edits can be made together: a sweep's may change one token in two ways."""
    changed = [edit.position for edit in edits if edit.op != "insert"]
    return len(set(changed)) == len(changed)


class HabitCounts:
    """Turns the diffs of a document into its row: how often each habit is expected.

    Parameters
    ----------
    edits : bool, default False
        Whether the edits themselves are counted too, by name.

    Examples
    --------
    >>> from syntacticdiff import SyntacticDiff
    >>> row = HabitCounts()(SyntacticDiff().document("She is teacher. He is a doctor."))
    >>> max(row.features, key=row.features.get), row.numbers
    ('missing article', (7.0, 2.0, 2.0))
    """

    def __init__(self, edits: bool = False) -> None:
        self.edits = edits

    def __call__(self, diffs: Sequence[Diff]) -> FeatureRow:
        """The row of a document.

        Parameters
        ----------
        diffs : sequence of Diff
            The diffs of its sentences.

        Returns
        -------
        FeatureRow
            Expected counts; the numbers are those of `OPPORTUNITIES`.
        """
        sentences = [diff for diff in diffs if diff.tokens]
        counts: defaultdict[str, float] = defaultdict(float)
        for diff in sentences:
            for edit, habit in edit_habits(diff):
                share = 1.0 if edit.probability is None else edit.probability
                counts[habit] += share
                if self.edits:
                    counts[str(edit)] += share
        return FeatureRow(dict(counts), _opportunities(sentences))


def _opportunities(sentences: Sequence[Diff]) -> tuple[float, ...]:
    tagged = [
        tag
        for tags in shared_tagger().tag_many(words_as_written(diff) for diff in sentences)
        for tag in tags
    ]
    words = sum(any(map(str.isalnum, token)) for diff in sentences for token in diff.tokens)
    found = {"words": words} | {
        name: sum(tag.startswith(starts) for tag in tagged) for name, starts in _TAGS.items()
    }
    return tuple(float(found[name]) for name in OPPORTUNITIES)
