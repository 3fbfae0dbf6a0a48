"""Who should work together: pairs and teams of writers, from their topic shares.

A writer's shares show where the errors are: a large share is a weakness, a small one a strength.
Two writers complement each other to the extent that their errors are in different topics, so that
each can help with the other's weaknesses. A team is mixed if its mean shares are those of the whole
class.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError

Floats = npt.NDArray[np.float64]

MOST_WRITERS = 5_000  # for pairs, where all pairs of writers are compared
_AT_ONCE = 1 << 16  # pairs converted to Python numbers at a time, which take much memory
_ROUNDS = 50  # the most rounds of exchanges; far fewer are needed


def complementarity(shares: Floats) -> Floats:
    """The extent to which the errors of every two writers are in different topics: 0 to 1.

    It is half the sum of the absolute differences of their shares: 0 if their shares are equal, 1
    if they have no topic in common.

    Parameters
    ----------
    shares : ndarray of shape (n_writers, n_topics)
        The topic shares of each writer.

    Returns
    -------
    ndarray of shape (n_writers, n_writers)
        The complementarity of every two writers.

    Examples
    --------
    >>> complementarity(np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])).tolist()
    [[0.0, 1.0, 0.5], [1.0, 0.0, 0.5], [0.5, 0.5, 0.0]]
    """
    found = np.zeros((len(shares), len(shares)))
    for topic in shares.T:
        found += np.abs(topic[:, None] - topic)
    return found / 2


def deciles(shares: Floats) -> list[float]:
    """The deciles of the complementarity of all pairs, to tell what is much.

    Parameters
    ----------
    shares : ndarray of shape (n_writers, n_topics)
        The topic shares of each writer, at least two and as for `pairs`.

    Returns
    -------
    list of float
        The least, the nine deciles, and the largest.

    Examples
    --------
    >>> deciles(np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]))[5]
    0.5
    """
    found = complementarity(np.asarray(shares, dtype=np.float64))
    every = found[np.triu_indices(len(found), 1)]
    return [float(value) for value in np.quantile(every, np.arange(0, 11) / 10)]


def pairs(shares: Floats) -> list[tuple[int, ...]]:
    """Pair writers who complement each other.

    The two most complementary writers are paired first, then the two most complementary of the
    rest, and so on; then pairs exchange partners as long as that increases the sum of
    complementarity. If the number of writers is odd, the last one joins the pair that he or she
    complements best.

    Parameters
    ----------
    shares : ndarray of shape (n_writers, n_topics)
        The topic shares of each writer.

    Returns
    -------
    list of tuple of int
        The indices of the writers of each pair.

    Raises
    ------
    UsageError
        If there are fewer than 2 or more than 5,000 writers.

    Examples
    --------
    >>> pairs(np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.2, 0.8]]))
    [(0, 2), (1, 3)]
    """
    writers = len(shares)
    if writers < 2:
        raise UsageError(f"pairs: at least 2 writers are needed, not {writers}")
    if writers > MOST_WRITERS:
        raise UsageError(f"pairs: at most {MOST_WRITERS:,} writers can be paired, not {writers:,}")
    benefit = complementarity(np.asarray(shares, dtype=np.float64))
    couples, left = _greedy(benefit)
    _exchange_partners(couples, benefit)
    groups = [tuple(sorted(couple)) for couple in couples]
    if left is not None:
        joined = [benefit[left, list(group)].sum() for group in groups]
        best = int(np.argmax(joined))
        groups[best] = tuple(sorted((*groups[best], left)))
    return sorted(groups)


def _greedy(benefit: Floats) -> tuple[list[list[int]], int | None]:
    """Pair the two most complementary writers repeatedly; also return the one who is left."""
    writers = len(benefit)
    first, second = np.triu_indices(writers, 1)
    order = np.argsort(-benefit[first, second], kind="stable")
    free = np.ones(writers, dtype=bool)
    couples: list[list[int]] = []
    for start in range(0, len(order), _AT_ONCE):
        part = order[start : start + _AT_ONCE]
        part = part[free[first[part]] & free[second[part]]]
        for a, b in zip(first[part].tolist(), second[part].tolist(), strict=True):
            if free[a] and free[b]:
                couples.append([a, b])
                free[[a, b]] = False
    left = np.flatnonzero(free)
    return couples, int(left[0]) if len(left) else None


def _exchange_partners(couples: list[list[int]], benefit: Floats) -> None:
    """Exchange the partners of two pairs while that increases the sum."""
    for _ in range(_ROUNDS):
        changed = False
        for number in range(len(couples)):
            a, b = couples[number]
            others = np.array(couples)
            now = benefit[a, b] + benefit[others[:, 0], others[:, 1]]
            across = benefit[a, others[:, 0]] + benefit[b, others[:, 1]]
            over = benefit[a, others[:, 1]] + benefit[b, others[:, 0]]
            gain = np.maximum(across, over) - now
            gain[number] = 0.0
            best = int(np.argmax(gain))
            if gain[best] <= 1e-12:
                continue
            c, d = couples[best]
            straight = across[best] >= over[best]
            couples[number], couples[best] = ([a, c], [b, d]) if straight else ([a, d], [b, c])
            changed = True
        if not changed:
            return


def teams(shares: Floats, number: int) -> list[tuple[int, ...]]:
    """Divide writers into teams that are as mixed as the whole class.

    Writers are assigned to the teams in the order of their largest topic and its share, back and
    forth; then members of two teams change places as long as that brings the mean shares of the
    teams closer to those of the class. The sizes of the teams differ by at most one.

    Parameters
    ----------
    shares : ndarray of shape (n_writers, n_topics)
        The topic shares of each writer.
    number : int
        The number of teams.

    Returns
    -------
    list of tuple of int
        The indices of the writers of each team.

    Raises
    ------
    UsageError
        If there are more teams than writers.

    Examples
    --------
    >>> teams(np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.2, 0.8]]), 2)
    [(0, 2), (1, 3)]
    """
    writers = len(shares)
    if not 1 <= number <= writers:
        raise UsageError(
            f"teams: a number from 1 to {writers}, the number of writers, is needed, not {number!r}"
        )
    rows = np.asarray(shares, dtype=np.float64)
    largest = rows.argmax(axis=1)
    order = np.lexsort((-rows.max(axis=1), largest))
    team = np.empty(writers, dtype=np.intp)
    deal = [*range(number), *reversed(range(number))]
    team[order] = [deal[place % (2 * number)] for place in range(writers)]
    _change_places(team, rows - rows.mean(axis=0), number)
    return sorted(tuple(np.flatnonzero(team == one).tolist()) for one in range(number))


def _change_places(team: npt.NDArray[np.intp], rows: Floats, number: int) -> None:
    """Let members of different teams change places while that decreases the teams' errors.

    `rows` are differences from the mean of the class; the error of a team is the square of the mean
    of its members' rows.
    """
    sizes = np.bincount(team, minlength=number).astype(np.float64)
    sums = np.zeros((number, rows.shape[1]))
    np.add.at(sums, team, rows)
    for _ in range(_ROUNDS):
        changed = False
        for one in range(len(rows)):
            home = team[one]
            step = rows - rows[one]  # what would be added to home, and taken from the other team
            here = ((sums[home] + step) ** 2).sum(axis=1) / sizes[home] ** 2
            there = ((sums[team] - step) ** 2).sum(axis=1) / sizes[team] ** 2
            now = (sums**2).sum(axis=1) / sizes**2
            gain = now[home] + now[team] - here - there
            gain[team == home] = 0.0
            best = int(np.argmax(gain))
            if gain[best] <= 1e-12:
                continue
            sums[home] += step[best]
            sums[team[best]] -= step[best]
            team[one], team[best] = team[best], home
            changed = True
        if not changed:
            return
