"""Pairs of sentences to learn from: a source and its corrected versions, with the study's filters.

Read from M2 (each annotator is a version) or from parallel text: the source, a tab, and a corrected
version, or several. Tokens are separated by spaces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from syntacticdiff.alignment.m2 import M2Sentence, corrected, parsed_m2
from syntacticdiff.errors import InputError
from syntacticdiff.files.decoding import as_text, open_lines
from syntacticdiff.text.front_coding import MOST_BYTES

Tokens = tuple[str, ...]
Report = Callable[[str], None]

LONGEST = 50  # tokens, as in the study
MOST_CHANGED = 0.5  # edit distance, as a share of the length
MOST_UNKNOWN = 0.05  # words of the target that can be neither written nor copied
M2_SUFFIXES = (".m2", ".errant")

_ADDRESS = re.compile(r"https?:|www\.|\S@\S+\.\S")
# What correctors write to learners: arrows, alternatives in brackets, remarks.
_COMMENT = re.compile(
    r"[\u2190-\u21ff\u203b]|<-|->|={2,}|\( ?(?:or|maybe|better|correct|i think)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Pair:
    """A sentence and how it should have been.

    Parameters
    ----------
    source : tuple of str
        Its tokens.
    targets : tuple of tuples of str
        The tokens of each corrected version, at least one.
    """

    source: Tokens
    targets: tuple[Tokens, ...]

    @property
    def is_changed(self) -> bool:
        """Whether any version differs from the source."""
        return any(target != self.source for target in self.targets)


def read_pairs(names: Iterable[str], report: Report = lambda message: None) -> list[Pair]:
    """The pairs of files, in their order; sentences without tokens are left out.

    Parameters
    ----------
    names : iterable of str
        M2 files (`.m2`, `.errant`), or files with a source, a tab and its corrected version on each
        line; `-` is such a text on standard input.
    report : callable, optional
        Called with a message if bytes of a file had to be replaced.

    Returns
    -------
    list of Pair

    Raises
    ------
    InputError
        If a file cannot be read, with the line at fault.
    """
    pairs: list[Pair] = []
    for name in names:
        with open_lines(name, as_text(report)) as lines:
            if name.endswith(M2_SUFFIXES):
                pairs += pairs_of(parsed_m2(lines, name))
            else:
                pairs += _from_columns(lines, name)
    return pairs


def pairs_of(sentences: Iterable[M2Sentence]) -> list[Pair]:
    """The pairs of annotated sentences; those without tokens on a side are left out.

    Parameters
    ----------
    sentences : iterable of M2Sentence
        Sentences with the edits of all annotators; each annotator's version is a target.
    """
    pairs = []
    for sentence in sentences:
        versions = (corrected(sentence.tokens, edits) for edits in sentence.annotations.values())
        pair = Pair(sentence.tokens, tuple(dict.fromkeys(versions)))
        if pair.source and all(pair.targets):
            pairs.append(pair)
    return pairs


def _from_columns(lines: Iterable[str], name: str) -> Iterator[Pair]:
    for number, line in enumerate(lines, 1):
        source, *targets = (tuple(column.split()) for column in line.rstrip("\r\n").split("\t"))
        if not targets and source:
            raise InputError(
                f"{name}:{number}: no corrected version; write the source, a tab and the version, "
                "or give an M2 file whose name ends in .m2"
            )
        if source and targets and all(targets):
            yield Pair(source, tuple(dict.fromkeys(targets)))


def is_usable(pair: Pair, longest: int = LONGEST) -> bool:
    """Whether the study would have learned from a pair.

    Left out are addresses on the web, remarks to the writer, sentences of more than `longest`
    tokens, and versions that differ by more than half of their length.

    Parameters
    ----------
    pair : Pair
        The pair.
    longest : int, default 50
        The most tokens of either side.
    """
    for target in pair.targets:
        if max(len(pair.source), len(target)) > longest:
            return False
        if any(map(_ADDRESS.search, (*pair.source, *target))):
            return False
        if _COMMENT.search(" ".join(target)) and not _COMMENT.search(" ".join(pair.source)):
            return False
        if edit_distance(pair.source, target) > MOST_CHANGED * max(len(pair.source), len(target)):
            return False
    return True


def is_writable(pair: Pair, vocabulary: Iterable[str]) -> bool:
    """Whether nearly all words of the versions are known, or can be copied from the source.

    Parameters
    ----------
    pair : Pair
        The pair.
    vocabulary : collection of str
        The words that can be written.
    """
    known = vocabulary if isinstance(vocabulary, (set, frozenset, dict)) else set(vocabulary)
    for target in pair.targets:
        unknown = sum(word not in known and word not in pair.source for word in target)
        if unknown > MOST_UNKNOWN * len(target):
            return False
    return True


def edit_distance(source: Sequence[str], target: Sequence[str]) -> int:
    """Tokens removed, inserted or replaced at least to turn one sentence into the other."""
    start, ends = 0, (len(source), len(target))
    while start < min(ends) and source[start] == target[start]:
        start += 1
    while min(ends) > start and source[ends[0] - 1] == target[ends[1] - 1]:
        ends = ends[0] - 1, ends[1] - 1
    row = list(range(ends[1] - start + 1))
    for number, token in enumerate(source[start : ends[0]], 1):
        above, row[0] = row[0], number
        for column, other in enumerate(target[start : ends[1]], 1):
            above, row[column] = (
                row[column],
                min(row[column] + 1, row[column - 1] + 1, above + (token != other)),
            )
    return row[-1]


def choose_vocabulary(pairs: Iterable[Pair], most: int) -> tuple[str, ...]:
    """The commonest words of the corrected versions, in the order of their bytes.

    Parameters
    ----------
    pairs : iterable of Pair
        What is learned from.
    most : int
        The most words.
    """
    counts = Counter(word for pair in pairs for target in pair.targets for word in target)
    storable = (word for word in counts if 0 < len(_encoded(word)) <= MOST_BYTES)
    commonest = sorted(storable, key=lambda word: (-counts[word], word))[:most]
    return tuple(sorted(commonest, key=_encoded))


def _encoded(word: str) -> bytes:
    return word.encode("utf-8", "replace")
