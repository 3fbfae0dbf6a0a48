"""Human judgments of systems: rankings of a few outputs at a time, split into matches.

Reads WMT/appraise XML and WMT's tables. The methods turn judgments into scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby, product
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from scipy import sparse

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.decoding import STANDARD_INPUT, Report, as_text
from syntacticdiff.files.tables import table_rows
from syntacticdiff.files.xml import read_xml
from syntacticdiff.parameters import MOST, shown

SameOutput = Literal["skip", "tie"]
SUFFIXES = (".xml", ".csv", ".tsv", ".jsonl")

_NOT_RANKED = -1  # what appraise writes for an output that nobody judged
_SYSTEM_COLUMN = re.compile(r"system(\d+)Id")
# The columns that identify a ranking in a table of its pairs.
_RANKING_COLUMNS = ("judgeID", "documentId", "segmentId", "srcIndex")


class Cell(NamedTuple):
    """An output in a ranking.

    Parameters
    ----------
    systems : tuple of str
        The systems that produced this output.
    rank : int
        Its rank; 1 is the best.
    """

    systems: tuple[str, ...]
    rank: int


Ranking = Sequence[Cell]


@dataclass(frozen=True)
class Judgments:
    """Matches between two systems, in the order in which they were judged.

    Parameters
    ----------
    systems : tuple of str
        The names of all systems, sorted.
    first, second : array of int
        The two systems of each match, as positions in `systems`.
    outcome : array of int
        1 if the first system won, -1 if the second did, 0 for a tie.
    ranking : array of int
        The number of the ranking that each match comes from, not decreasing.
    same_output : {"skip", "tie"}, default "skip"
        Whether systems with the same output are not compared, or count as equal.
    """

    systems: tuple[str, ...]
    first: np.ndarray
    second: np.ndarray
    outcome: np.ndarray
    ranking: np.ndarray
    same_output: SameOutput = "skip"

    def __len__(self) -> int:
        return len(self.outcome)

    @cached_property
    def rankings(self) -> int:
        """The number of rankings that the matches come from."""
        return int(self.ranking[-1]) + 1 if len(self) else 0

    @cached_property
    def wins(self) -> sparse.csr_matrix:
        """How often one system beat another: a row for each ranking, a column for each pair."""
        decided = np.flatnonzero(self.outcome)
        won = self.outcome[decided] > 0
        winner = np.where(won, self.first[decided], self.second[decided])
        loser = np.where(won, self.second[decided], self.first[decided])
        return self._pairs_by_ranking(decided, winner, loser)

    @cached_property
    def ties(self) -> sparse.csr_matrix:
        """How often two systems tied, in the same form; each tie counts in both orders."""
        ties = np.flatnonzero(self.outcome == 0)
        there = self._pairs_by_ranking(ties, self.first[ties], self.second[ties])
        return there + self._pairs_by_ranking(ties, self.second[ties], self.first[ties])

    def _pairs_by_ranking(
        self, which: np.ndarray, a: np.ndarray, b: np.ndarray
    ) -> sparse.csr_matrix:
        """A sparse matrix with a row for each ranking and the pair (a, b) in column a * n + b."""
        size = len(self.systems)
        cells = (self.ranking[which], a * size + b)
        ones = np.ones(len(which))
        return sparse.coo_matrix((ones, cells), shape=(self.rankings, size * size)).tocsr()

    def met(self) -> np.ndarray:
        """How often each pair of systems met, as a symmetric matrix."""
        size = len(self.systems)
        met = np.zeros((size, size), dtype=int)
        np.add.at(met, (self.first, self.second), 1)
        return met + met.T

    def of_rankings(self, chosen: np.ndarray) -> Judgments:
        """The matches of the rankings that a mask selects, with the same systems."""
        kept = chosen[self.ranking]
        numbers = np.cumsum(chosen) - 1
        return Judgments(
            self.systems,
            self.first[kept],
            self.second[kept],
            self.outcome[kept],
            numbers[self.ranking[kept]],
            self.same_output,
        )


def judgments_of(rankings: Iterable[Ranking], same_output: SameOutput = "skip") -> Judgments:
    """Split rankings into matches: each pair of systems from different cells is one.

    Parameters
    ----------
    rankings : iterable of sequences of Cell
        The rankings, in the order in which they were judged.
    same_output : {"skip", "tie"}, default "skip"
        Whether systems in one cell are not compared, or count as equal.

    Returns
    -------
    Judgments
        The matches.

    Raises
    ------
    InputError
        If no two systems were compared.

    Examples
    --------
    >>> judgments = judgments_of([[Cell(("a", "b"), 1), Cell(("c",), 2)]])
    >>> judgments.systems, judgments.first, judgments.second, judgments.outcome
    (('a', 'b', 'c'), array([0, 1]), array([2, 2]), array([1, 1]))
    """
    return _collected(([ranking] for ranking in rankings), same_output)


def _collected(
    groups: Iterable[Iterable[Ranking]], same_output: SameOutput, place: str = ""
) -> Judgments:
    """The matches of groups of rankings; each group counts as one ranking for the bootstrap."""
    matches: list[tuple[str, str, int, int]] = []
    number = 0
    for group in groups:
        before = len(matches)
        for ranking in group:
            matches += ((*match, number) for match in _matches(ranking, same_output))
        number += len(matches) > before
    if not matches:
        raise InputError(f"{place}no two systems were compared")
    systems = tuple(sorted({name for match in matches for name in match[:2]}))
    places = {name: place for place, name in enumerate(systems)}
    return Judgments(
        systems,
        np.array([places[match[0]] for match in matches]),
        np.array([places[match[1]] for match in matches]),
        np.array([match[2] for match in matches]),
        np.array([match[3] for match in matches]),
        same_output,
    )


def _matches(ranking: Ranking, same_output: SameOutput) -> Iterator[tuple[str, str, int]]:
    for one, other in combinations(ranking, 2):
        outcome = (other.rank > one.rank) - (other.rank < one.rank)
        for a, b in product(one.systems, other.systems):
            if a != b:
                yield a, b, outcome
    if same_output == "tie":
        for cell in ranking:
            for a, b in combinations(cell.systems, 2):
                yield a, b, 0


def read_judgments(name: str, report: Report, same_output: SameOutput = "skip") -> Judgments:
    """Read judgments from a file.

    Parameters
    ----------
    name : str
        A file in appraise's XML format (.xml, or `-` for standard input), or a table (.csv, .tsv,
        .jsonl) with the columns system1Id, system1rank, system2Id, system2rank and so on.
        Consecutive rows with the same judge and sentence are pairs of one ranking.
    report : callable
        Called with a message if bytes had to be replaced.
    same_output : {"skip", "tie"}, default "skip"
        Whether systems with the same output are not compared, or count as equal.

    Returns
    -------
    Judgments
        The matches.

    Raises
    ------
    UsageError
        If the file has another suffix, or columns are missing.
    InputError
        If the file cannot be read or has an error, with the place.
    """
    suffix = ".xml" if name == STANDARD_INPUT else Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{name}: a file of judgments must end in one of {', '.join(SUFFIXES)}")
    groups = _xml_rankings(name) if suffix == ".xml" else _table_rankings(name, report)
    return _collected(groups, same_output, f"{name}: ")


def _xml_rankings(name: str) -> Iterator[list[Ranking]]:
    items = read_xml(name).iter("ranking-item")
    for number, item in enumerate(items, 1):
        place = f"{name}: ranking {item.get('id') or number}"
        cells = []
        for cell in item.iter("translation"):
            systems = tuple((cell.get("system") or "").split())
            if not systems:
                raise InputError(f"{place}: a translation without a system")
            cells.append(Cell(systems, _rank(cell.get("rank"), place)))
        yield [[cell for cell in cells if cell.rank != _NOT_RANKED]]


def _rank(value: object, place: str) -> int:
    text = "" if isinstance(value, int) and abs(value) > MOST else str(value)
    try:
        rank = int(text)
    except ValueError:
        rank = MOST + 1
    if abs(rank) > MOST:
        given = shown(value).strip("'\"")
        raise InputError(f'{place}: the rank is "{given}", not a whole number')
    return rank


def _table_rankings(name: str, report: Report) -> Iterator[list[Ranking]]:
    wanted = dict.fromkeys(
        ("system1Id", "system1rank", "system2Id", "system2rank"), "WMT's names of columns"
    )
    rows = table_rows(name, wanted, as_text(report))

    def ranking_key(row: tuple[int, Mapping[str, object]]) -> tuple[object, ...]:
        key = tuple(row[1].get(column) for column in _RANKING_COLUMNS)
        # Without judge and sentence, each row is a ranking of its own.
        return key if any(value is not None for value in key) else row[:1]

    for _, group in groupby(rows, key=ranking_key):
        yield [_row_cells(row, f"{name}:{number}") for number, row in group]


def _row_cells(row: Mapping[str, object], place: str) -> list[Cell]:
    numbers = [found[1] for column in row if (found := _SYSTEM_COLUMN.fullmatch(column))]
    cells = []
    for number in numbers:
        system, rank = row[f"system{number}Id"], row.get(f"system{number}rank")
        if not system:
            raise InputError(f"{place}: no system{number}Id")
        cells.append(Cell((str(system),), _rank(rank, place)))
    return [cell for cell in cells if cell.rank != _NOT_RANKED]
