"""What a learned penalty knows of a candidate edit: cues, each with a name that can be read.

- `insert`, `insert(DET)`: the operation, and the classes of its words
- `insert(the)`, `sub(is->are)`: the edit; of words of open classes only how the ending changes,
  `sub(-y->-ies)`
- `sub(human->)`, `sub(->humans)`: the word that goes, the word that comes
- `insert(the) -1:in`, `insert(DET) +1:house`: one neighbour, 1 or 2 tokens away
- `insert(the) -1=PREP`, `insert(the) +1=S +2=PUNCT`: the classes of one or two neighbours
- `sub(?)`: the word that goes is not known to the reference

No cue holds more of a sentence than the edit and one neighbouring word. `bits` are cues with a
value: see `learned_penalties`. What a cue is worth is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from syntacticdiff.edits.diff import OPERATIONS, edit_name
from syntacticdiff.reference.scorer import UNKNOWN
from syntacticdiff.search import Candidates
from syntacticdiff.text.function_words import CLOSED_CLASSES
from syntacticdiff.text.word_classes import EDGE, word_class

_FEW = frozenset((*CLOSED_CLASSES, "PUNCT", EDGE))  # classes whose words can be told one by one
_LEAST_STEM = 2  # letters that two words must begin with to be called forms of one word
_MOST_CACHED = 1 << 16


@lru_cache(_MOST_CACHED)
def _class(word: str) -> str:
    return EDGE if word == EDGE else word_class(word)


@lru_cache(_MOST_CACHED)
def edit_class(op: str, source: str, target: str) -> str:
    """The operation with its words' classes: `insert(DET)`, `sub(AUX->AUX)`."""
    return edit_name(op, word_class(source), word_class(target))  # type: ignore[arg-type]


@lru_cache(_MOST_CACHED)
def edit_kind(op: str, source: str, target: str) -> str:
    """The edit itself, or, of a word of an open class, how its ending changes.

    Examples
    --------
    >>> edit_kind("insert", "", "the"), edit_kind("sub", "city", "cities")
    ('insert(the)', 'sub(-y->-ies)')
    """
    if op != "sub" or _class(source) in _FEW:
        return edit_name(op, source, target)  # type: ignore[arg-type]
    same = 0
    while same < min(len(source), len(target)) and source[same] == target[same]:
        same += 1
    if same < _LEAST_STEM:
        return "sub(*)"
    return edit_name("sub", f"-{source[same:]}", f"-{target[same:]}")


def cues(candidates: Candidates, rows: Iterable[int]) -> Iterator[tuple[str, ...]]:
    """The cues of some candidates, by their place in the columns."""
    tokens, unknown = candidates.tokens, candidates.token_ids
    positions, targets = candidates.positions, candidates.targets
    padded = (EDGE, EDGE, *tokens, EDGE, EDGE, EDGE)
    for row in rows:
        at, target = int(positions[row]), targets[row]
        op = OPERATIONS[candidates.operations[row]]
        source = "" if op == "insert" else tokens[at]
        behind = at + (op != "insert")
        neighbours = (*padded[at : at + 2], *padded[behind + 2 : behind + 4])
        found = _cues(op, source, target, neighbours)
        yield (*found, "sub(?)") if op == "sub" and unknown[at] == UNKNOWN else found


@lru_cache(_MOST_CACHED)
def _cues(op: str, source: str, target: str, neighbours: tuple[str, ...]) -> tuple[str, ...]:
    edit, classes = edit_kind(op, source, target), edit_class(op, source, target)
    before2, before, after, after2 = neighbours
    seen = tuple(map(_class, neighbours))
    found = [op, classes, edit]
    if op == "sub":
        found += (f"sub({source}->)", f"sub(->{target})")
    for place, word in (("-1", before), ("+1", after)):
        found += (f"{edit} {place}:{word}", f"{classes} {place}:{word}")
    for place, word, kind in (("-2", before2, seen[0]), ("+2", after2, seen[3])):
        if kind in _FEW:
            found.append(f"{edit} {place}:{word}")
    found += (f"{edit} {place}={kind}" for place, kind in zip(_PLACES, seen, strict=True))
    found += (
        f"{edit} -2={seen[0]} -1={seen[1]}",
        f"{edit} -1={seen[1]} +1={seen[2]}",
        f"{edit} +1={seen[2]} +2={seen[3]}",
    )
    return tuple(found)


_PLACES = ("-2", "-1", "+1", "+2")
