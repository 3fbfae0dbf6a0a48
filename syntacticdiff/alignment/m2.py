"""The M2 format: tokenised sentences with the edits that annotators would make.

    S He go to school .
    A 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0

Reading, writing, and applying an annotator's edits to a sentence. `evaluate` compares edits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from syntacticdiff.errors import InputError
from syntacticdiff.files.decoding import Report, as_text, open_lines

NOOP = "noop"
_FIELDS = 6
NOTHING = "-NONE-"


@dataclass(frozen=True, slots=True)
class M2Edit:
    """An edit: tokens `start` to `end` of the source become one of `corrections`.

    Parameters
    ----------
    start, end : int
        The span in the source; equal for an insertion, -1 for a no-op.
    type : str
        The type of the error, such as `"R:VERB:SVA"`.
    corrections : tuple of str
        Alternative corrections, each with its tokens separated by spaces; empty for a removal.
        Where only one can be used, it is the first.
    annotator : int, default 0
        The number of the annotator.
    comment : str, default "-NONE-"
        The fifth field; `p=0.93` is the probability of an edit.

    Examples
    --------
    >>> print(M2Edit(1, 2, "R:VERB:SVA", ("goes",)))
    A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
    """

    start: int
    end: int
    type: str
    corrections: tuple[str, ...]
    annotator: int = 0
    comment: str = NOTHING

    @property
    def correction(self) -> str:
        """The first correction; empty for a removal."""
        return self.corrections[0]

    @property
    def is_noop(self) -> bool:
        """Whether this only records that the annotator found nothing to change."""
        return self.type == NOOP or self.start < 0

    def __str__(self) -> str:
        # Scorers compare corrections as they are written; that of a removal is the empty string.
        is_removal = self.corrections == ("",) and not self.is_noop
        words = "" if is_removal else "||".join(words or NOTHING for words in self.corrections)
        fields = (self.type, words, "REQUIRED", self.comment, str(self.annotator))
        return "|||".join((f"A {self.start} {self.end}", *fields))


@dataclass(frozen=True, slots=True)
class M2Sentence:
    """A sentence with the edits of all annotators.

    Parameters
    ----------
    tokens : tuple of str
        The tokens of the uncorrected sentence.
    edits : tuple of M2Edit, default ()
        The edits, in the order of the file.
    """

    tokens: tuple[str, ...]
    edits: tuple[M2Edit, ...] = ()

    @property
    def annotations(self) -> dict[int, tuple[M2Edit, ...]]:
        """The edits of each annotator without no-ops; `{0: ()}` if nobody annotated it."""
        found: dict[int, list[M2Edit]] = {}
        for edit in self.edits:
            edits = found.setdefault(edit.annotator, [])
            if not edit.is_noop:
                edits.append(edit)
        return {annotator: tuple(edits) for annotator, edits in found.items()} or {0: ()}

    def __str__(self) -> str:
        return "\n".join((f"S {' '.join(self.tokens)}", *map(str, self.edits)))


def corrected(tokens: Sequence[str], edits: Iterable[M2Edit]) -> tuple[str, ...]:
    """Apply the edits of one annotator to a sentence.

    Parameters
    ----------
    tokens : sequence of str
        The tokens of the sentence.
    edits : iterable of M2Edit
        The edits, in any order; no-ops change nothing. They should not overlap: where they do,
        all their corrections are inserted, and no token of the source is repeated.

    Returns
    -------
    tuple of str
        The tokens of the corrected sentence.

    Examples
    --------
    >>> corrected(("He", "go", "home"), [M2Edit(1, 2, "R:VERB:SVA", ("goes",))])
    ('He', 'goes', 'home')
    """
    output: list[str] = []
    done = 0
    for edit in sorted((e for e in edits if not e.is_noop), key=lambda e: (e.start, e.end)):
        output += tokens[done : edit.start]
        output += edit.correction.split()
        done = max(done, edit.end)
    return (*output, *tokens[done:])


def read_m2(name: str, report: Report) -> list[M2Sentence]:
    """Read the sentences of an M2 file.

    Parameters
    ----------
    name : str
        The file, or `-` for standard input.
    report : callable
        Called with a message if bytes of the file had to be replaced.

    Returns
    -------
    list of M2Sentence
        The sentences with the edits of all annotators.

    Raises
    ------
    InputError
        If a line is not M2, with the number of the line.
    """
    with open_lines(name, as_text(report)) as lines:
        return list(parsed_m2(lines, name))


def parsed_m2(lines: Iterable[str], name: str) -> Iterator[M2Sentence]:
    """The sentences of M2 lines, one after another.

    Parameters
    ----------
    lines : iterable of str
        The lines, with or without their ends.
    name : str
        Where they come from, for messages.

    Yields
    ------
    M2Sentence
        A sentence with the edits of all annotators.

    Raises
    ------
    InputError
        If a line is not M2, with its number.

    Examples
    --------
    >>> [sentence] = parsed_m2(["S We go school"], "ours")
    >>> sentence.tokens
    ('We', 'go', 'school')
    """
    tokens: tuple[str, ...] | None = None
    edits: list[M2Edit] = []
    for number, line in enumerate(chain(lines, [""]), 1):
        line = line.rstrip("\r\n")
        if line.startswith("A ") and tokens is not None:
            edits.append(_edit(line[2:], len(tokens), f"{name}:{number}"))
            continue
        if tokens is not None:
            yield M2Sentence(tokens, tuple(edits))
            tokens, edits = None, []
        if line == "S" or line.startswith("S "):
            tokens = tuple(line[2:].split())
        elif line.strip():
            raise InputError(f"{name}:{number}: neither a sentence (S) nor an edit of one (A)")


def _edit(line: str, length: int, where: str) -> M2Edit:
    fields = line.split("|||")
    if len(fields) != _FIELDS:
        raise InputError(f"{where}: {len(fields)} fields instead of {_FIELDS}")
    try:
        start, end = map(int, fields[0].split())
        annotator = int(fields[5])
    except ValueError:
        raise InputError(f"{where}: span and annotator must be whole numbers") from None
    edit = M2Edit(
        start,
        end,
        fields[1],
        tuple("" if words == NOTHING else words.strip() for words in fields[2].split("||")),
        annotator,
    )
    if not edit.is_noop and not 0 <= start <= end <= length:
        raise InputError(f"{where}: no tokens {start} to {end} in a sentence of {length}")
    return edit
