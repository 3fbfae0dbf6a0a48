"""How a sentence is made from its source: places that are copied and words that are written.

The decoder does one of two things at each step: it copies the word at a place of the source, or
writes a word of its vocabulary. Copying the place after the last word ends the sentence. A program
is the list of these steps. Where a program stands is said by the *cue*, the place after the one
copied last, and by how many words were written since.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from syntacticdiff.alignment.align import align

MOST_WRITTEN = 2  # words written since the last copy are counted up to here


class Step(NamedTuple):
    """One step of a program.

    Parameters
    ----------
    place : int
        The place that is copied; -1 if a word is written.
    word : str
        The word that is written; empty if a place is copied.
    """

    place: int
    word: str = ""


Program = tuple[Step, ...]


class Cue(NamedTuple):
    """Where a program stands before a step.

    Parameters
    ----------
    place : int
        The place after the one copied last; 0 at the beginning.
    written : int
        How many words were written since, at most 2.
    """

    place: int = 0
    written: int = 0

    def after(self, step: Step, end: int) -> Cue:
        """Where it stands after a step; `end` is the place that ends the sentence."""
        if step.place < 0:
            return Cue(self.place, min(self.written + 1, MOST_WRITTEN))
        return Cue(min(step.place + 1, end), 0)


def run(program: Sequence[Step], source: Sequence[str]) -> tuple[str, ...]:
    """The sentence that a program makes.

    Parameters
    ----------
    program : sequence of Step
        Its steps; what follows the end is ignored.
    source : sequence of str
        The tokens that it copies from.

    Examples
    --------
    >>> run([Step(0), Step(-1, "goes"), Step(2), Step(3)], ("He", "go", "home"))
    ('He', 'goes', 'home')
    """
    words = []
    for step in program:
        if step.place == len(source):
            break
        words.append(source[step.place] if step.place >= 0 else step.word)
    return tuple(words)


def program_of(source: Sequence[str], target: Sequence[str]) -> Program:
    """The program that a teacher would follow: copy what is aligned and equal, write the rest.

    Parameters
    ----------
    source, target : sequence of str
        The tokens of both sides.

    Examples
    --------
    >>> [step.place for step in program_of(("He", "go", "home"), ("He", "goes", "home"))]
    [0, -1, 2, 3]
    """
    start, ends = 0, (len(source), len(target))
    while start < min(ends) and source[start] == target[start]:
        start += 1
    while min(ends) > start and source[ends[0] - 1] == target[ends[1] - 1]:
        ends = ends[0] - 1, ends[1] - 1
    steps = [Step(place) for place in range(start)]
    middle = [Step(-1, word) for word in target[start : ends[1]]]
    for span in align(source[start : ends[0]], target[start : ends[1]]):
        places = {source[start + at]: start + at for at in reversed(range(span.start, span.end))}
        for at in range(span.target_start, span.target_end):
            if (place := places.get(target[start + at])) is not None:
                middle[at] = Step(place)
    steps += middle
    steps += [Step(place) for place in range(ends[0], len(source) + 1)]
    return tuple(steps)
