"""Who should work together: pairs and teams of writers, from their topic shares.

A writer's shares say where the errors are: a large share is a weakness, a small one a strength. Two
writers complement each other as far as their errors lie in different topics, so that each can help
where the other errs. A team is mixed if, taken together, it has the shares of the whole class.
Where the shares come from is for `cluster` to say.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError

Floats = npt.NDArray[np.float64]

MOST_WRITERS = 5_000  # of pairs: every two have to be compared
_AT_ONCE = 1 << 16  # pairs that are looked at as Python's numbers, which take much memory
_ROUNDS = 50  # of exchanges, at most; far fewer are needed


def complementarity(shares: Floats) -> Floats:
    """How far the errors of every two writers lie in different topics: 0 to 1.

    Half the sum of the differences of their shares: 0 if they err alike, 1 if they have no topic in
    common.

    Examples
    --------
    >>> complementarity(np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])).tolist()
    [[0.0, 1.0, 0.5], [1.0, 0.0, 0.5], [0.5, 0.5, 0.0]]
    """
    found = np.zeros((len(shares), len(shares)))
    for topic in shares.T:
        found += np.abs(topic[:, None] - topic)
    return found / 2


def pairs(shares: Floats) -> list[tuple[int, ...]]:
    """Writers in pairs, so that the partners complement each other.

    The most complementary two first, then the most complementary of the rest; after that, pairs
    exchange partners as long as that makes the sum larger. If the number is odd, the last one joins
    the pair that he or she complements best.

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
    """The most complementary two, again and again; and who is left, if anyone is."""
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
    """While two pairs would do better with each other's partners, let them exchange."""
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
    """Writers in so many teams, each as mixed as the whole class.

    Writers are dealt out in the order of their largest topic and its share, forth and back; after
    that, members of two teams change places as long as that brings the teams' mean shares nearer to
    those of the class. Sizes differ by one at most.

    Examples
    --------
    >>> teams(np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.2, 0.8]]), 2)
    [(0, 2), (1, 3)]
    """
    writers = len(shares)
    if not 1 <= number <= writers:
        raise UsageError(f"teams: a number from 1 to {writers}, the writers, not {number!r}")
    rows = np.asarray(shares, dtype=np.float64)
    largest = rows.argmax(axis=1)
    order = np.lexsort((-rows.max(axis=1), largest))
    team = np.empty(writers, dtype=np.intp)
    deal = [*range(number), *reversed(range(number))]
    team[order] = [deal[place % (2 * number)] for place in range(writers)]
    _change_places(team, rows - rows.mean(axis=0), number)
    return sorted(tuple(np.flatnonzero(team == one).tolist()) for one in range(number))


def _change_places(team: npt.NDArray[np.intp], rows: Floats, number: int) -> None:
    """While two members of different teams had better change places, let them.

    `rows` are differences from the class's mean; a team's error is the square of the mean of its
    members' rows.
    """
    sizes = np.bincount(team, minlength=number).astype(np.float64)
    sums = np.zeros((number, rows.shape[1]))
    np.add.at(sums, team, rows)
    for _ in range(_ROUNDS):
        changed = False
        for one in range(len(rows)):
            home = team[one]
            step = rows - rows[one]  # what home would gain and the other team would lose
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
