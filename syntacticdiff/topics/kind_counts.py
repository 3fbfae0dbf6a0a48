"""From the diffs of a document to how many errors of each kind are expected in it.

Every edit of a search with probabilities counts by its probability, the improbable ones too: many
faint signs of one habit are a sign. Edits that are shown have the kind that a report shows them
with, decided by their sentence; of others the name decides. `profiles` turns the counts of a class
into shares of topics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.kinds import edit_kind, kind_of
from syntacticdiff.edits.names import parsed_name
from syntacticdiff.edits.typed import diff_types
from syntacticdiff.features.error_edits import CountedEdits, is_content_word
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.syntax.tagger import Tagger
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.topics.taxonomy import KINDS, OPPORTUNITIES

Floats = npt.NDArray[np.float64]

# Prices are cautious: people who correct essays make about three times as many edits. This is what
# the odds of every edit are multiplied by; certain ones stay certain.
ODDS = 3.0
_PLACES = {name: place for place, name in enumerate(KINDS)}

# The numeric columns of a row: the kinds with raised odds, what they are possible in, the kinds as
# they are expected, and how many edits are probable.
N_KINDS, N_OPPORTUNITIES = len(KINDS), len(OPPORTUNITIES)
N_COLUMNS = N_KINDS + N_OPPORTUNITIES + N_KINDS + 1
_PROBABLE = 0.5


class KindCounts:
    """Turns the diffs of a document into its row: expected errors of each kind.

    Parameters
    ----------
    counted : CountedEdits, optional
        Which edits count; by default those that count for topics.
    language : str, default "en"
        The language of the documents.

    Examples
    --------
    >>> from syntacticdiff import SyntacticDiff
    >>> row = KindCounts()(SyntacticDiff().document("She is interested on music."))
    >>> max(KindCounts.kinds(row), key=KindCounts.kinds(row).get)
    'prepositions'
    """

    def __init__(self, counted: CountedEdits | None = None, language: str = ENGLISH) -> None:
        self.edits = CountedEdits() if counted is None else counted
        self.language = language

    def __call__(self, diffs: Sequence[Diff]) -> FeatureRow:
        """The row of a document.

        Parameters
        ----------
        diffs : sequence of Diff
            The diffs of its sentences.

        Returns
        -------
        FeatureRow
            The edits that are probable, counted by name; the numeric columns have how many errors
            of each kind are expected if odds are multiplied, how many words, nouns and verbs there
            are, how many errors of each kind are expected, and how many edits are probable.
        """
        kept = [self.edits.counted(diff) for diff in diffs]
        kinds, plain, probable = [0.0] * N_KINDS, [0.0] * N_KINDS, 0.0
        for whole, diff in zip(diffs, kept, strict=True):
            probable += len(diff.edits)
            shown = self._shown(whole)
            for name, expected in self._expected(diff):
                of_name = shown.get(name) or [kind_of(name, self.language)]
                for place in map(_PLACES.__getitem__, of_name):
                    kinds[place] += raised(expected) / len(of_name)
                    plain[place] += expected / len(of_name)
                probable += expected >= _PROBABLE
        bag = self.edits.features(kept).features
        return FeatureRow(bag, (*kinds, *_opportunities(diffs, self.language), *plain, probable))

    def counted(self, diff: Diff) -> Diff:
        """The diff with only the edits that count."""
        return self.edits.counted(diff)

    @staticmethod
    def kinds(row: FeatureRow) -> dict[str, float]:
        """How many errors of each kind a row has.

        Parameters
        ----------
        row : FeatureRow
            The row of a document.

        Returns
        -------
        dict of str to float
            The expected number of errors of each kind, with the odds that topics are made of.
        """
        return dict(zip(KINDS, row.numbers, strict=False))

    def _shown(self, diff: Diff) -> dict[str, list[str]]:
        """The kinds of the edits that are shown, by name; a sweep's edits exclude each other."""
        found: dict[str, list[str]] = {}
        if self.language == ENGLISH and diff.output is not None:
            types = diff_types(diff, diff.edits)
            for edit, type_ in zip(diff.edits, types, strict=True):
                kind = edit_kind(type_, edit.source, edit.target)
                found.setdefault(str(edit), []).append(kind)
        return found

    def _expected(self, diff: Diff) -> Iterator[tuple[str, float]]:
        """The edits of a sentence, and how often each is expected."""
        if diff.soft_counts is None:
            yield from ((str(edit), 1.0) for edit in diff.edits)
            return
        operations = self.edits.content_operations
        for name, count in diff.soft_counts.items():
            if diff.function_words is not None or _counts(name, operations):
                yield name, count


def raised(expected: float) -> float:
    """An expected count whose odds are multiplied by `ODDS`.

    Examples
    --------
    >>> raised(0.0), raised(0.25), raised(1.0), raised(2.0)
    (0.0, 0.5, 1.0, 2.0)
    """
    if expected >= 1.0:
        return expected
    return ODDS * expected / (1.0 + (ODDS - 1.0) * expected)


@lru_cache(200_000)
def _counts(name: str, content_operations: tuple[str, ...]) -> bool:
    """Whether an edit's operation counts for its word."""
    parsed = parsed_name(name)
    if parsed is None or parsed.op in content_operations:
        return True
    return not is_content_word(parsed.source or parsed.target)


def _opportunities(diffs: Sequence[Diff], language: str) -> tuple[float, float, float]:
    """How many words, nouns and verbs a document has."""
    words = sum(any(map(str.isalnum, token)) for diff in diffs for token in diff.tokens)
    if language != ENGLISH:
        return float(words), float(words), float(words)
    nouns = verbs = 0
    for tags in _tags([diff.tokens for diff in diffs if diff.tokens]):
        nouns += sum(tag.startswith("NN") for tag in tags)
        verbs += sum(tag.startswith(("VB", "MD")) for tag in tags)
    return float(words), float(nouns), float(verbs)


def _tags(sentences: Iterable[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    return _tagger().tag_many(sentences)


@lru_cache(1)
def _tagger() -> Tagger:
    return Tagger.load()
