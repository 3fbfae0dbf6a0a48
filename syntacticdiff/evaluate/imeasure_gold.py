"""Gold for the I-measure: errors with alternative corrections, and the references they imply.

Errors are read from the I-measure's XML or derived from M2, where overlapping edits of different
annotators are alternative corrections of one error. An error that not every annotator marked is
optional.

    <sentence id="1" numann="2"><text>This machines works .</text>
      <error-list><error id="1" req="yes" type="Agr">
        <alt ann="0"><c start="0" end="1">These</c><c start="2" end="3">work</c></alt>
        <alt ann="1"><c start="1" end="2">machine</c></alt>
      </error></error-list></sentence>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product
from xml.etree.ElementTree import Element

from syntacticdiff.alignment.m2 import NOOP, M2Edit, M2Sentence, corrected
from syntacticdiff.errors import InputError
from syntacticdiff.files.xml import read_xml

Tokens = tuple[str, ...]
Alternative = tuple[M2Edit, ...]


@dataclass(frozen=True)
class GoldError:
    """An error and its alternative corrections; unless `required`, it may stay uncorrected."""

    alternatives: tuple[Alternative, ...]
    required: bool

    @property
    def choices(self) -> tuple[Alternative, ...]:
        """The allowed corrections, including none if the error is optional."""
        return self.alternatives if self.required else ((), *self.alternatives)


@dataclass(frozen=True)
class GoldErrors:
    """A sentence with its errors.

    Parameters
    ----------
    tokens : tuple of str
        The sentence.
    errors : tuple of GoldError
        Its errors, from left to right.
    annotators : int
        How many people annotated it.
    """

    tokens: Tokens
    errors: tuple[GoldError, ...]
    annotators: int

    @property
    def edits(self) -> dict[int, Alternative]:
        """The edits of each annotator; empty for those who marked nothing."""
        found: dict[int, list[M2Edit]] = {}
        for edit in chain.from_iterable(a for error in self.errors for a in error.alternatives):
            found.setdefault(edit.annotator, []).append(edit)
        for annotator in range(max(1, self.annotators)):
            if len(found) >= max(1, self.annotators):
                break
            found.setdefault(annotator, [])
        return {annotator: tuple(edits) for annotator, edits in sorted(found.items())}

    @property
    def m2(self) -> M2Sentence:
        """The same annotation without the grouping into errors."""
        edits: list[M2Edit] = []
        for annotator, own in self.edits.items():
            edits += own or (M2Edit(-1, -1, NOOP, ("",), annotator),)
        return M2Sentence(self.tokens, tuple(edits))

    def references(self) -> list[Tokens]:
        """The different sentences that the annotators' edits produce."""
        return list(dict.fromkeys(self.made(edits) for edits in self.edits.values()))

    def combinations(self) -> int:
        """How many ways there are to choose a correction for each error."""
        count = 1
        for error in self.errors:
            count *= len(error.choices)
        return count

    def mixed_references(self) -> list[Tokens]:
        """The different sentences that all combinations of corrections produce."""
        choices = product(*(error.choices for error in self.errors))
        possible = (list(chain(*choice)) for choice in choices)
        made = dict.fromkeys(self.made(edits) for edits in possible if not overlapping(edits))
        return list(made) or self.references()

    def made(self, edits: Iterable[M2Edit]) -> Tokens:
        """The sentence after these edits; the sentence itself if no token would be left."""
        return corrected(self.tokens, edits) or self.tokens


def overlapping(edits: Sequence[M2Edit]) -> bool:
    """Whether any two of the edits overlap."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    return any(first.end > second.start for first, second in pairwise(ordered))


def errors_of(sentence: M2Sentence) -> GoldErrors:
    """The errors of an M2 sentence: groups of overlapping edits."""
    annotations = sentence.annotations
    groups: list[list[M2Edit]] = []
    edits = sorted(chain(*annotations.values()), key=lambda edit: edit.start - edit.end)
    for edit in edits:
        for group in groups:
            if any(_overlap(edit, other) for other in group):
                group.append(edit)
                break
        else:
            groups.append([edit])
    errors = []
    for group in sorted(groups, key=lambda group: (group[0].start, group[0].end)):
        marked = dict.fromkeys(sorted(edit.annotator for edit in group))
        alternatives = tuple(
            tuple(edit for edit in annotations[annotator] if edit in group) for annotator in marked
        )
        errors.append(GoldError(alternatives, required=len(marked) == len(annotations)))
    return GoldErrors(sentence.tokens, tuple(errors), len(annotations))


def _overlap(edit: M2Edit, other: M2Edit) -> bool:
    """Whether two edits overlap; insertions only if at the same place or inside the other edit."""
    same = (edit.start, edit.end) == (other.start, other.end)
    return same or (edit.start < other.end and other.start < edit.end)


def read_imeasure_xml(name: str) -> list[GoldErrors]:
    """Read the sentences of an I-measure XML file, or of standard input.

    Raises
    ------
    InputError
        If the file is not XML or not in this format, with the place.
    """
    elements = read_xml(name).iter("sentence")
    sentences = [
        _sentence(element, f"{name}: sentence {number}")
        for number, element in enumerate(elements, 1)
    ]
    if not sentences:
        raise InputError(f"{name}: it has no sentences")
    return sentences


def _sentence(element: Element, where: str) -> GoldErrors:
    tokens = tuple((element.findtext("text") or "").split())
    errors = []
    for error in element.iter("error"):
        type_ = error.get("type", "")
        alternatives = tuple(
            tuple(_edits(alternative, type_, len(tokens), where))
            for alternative in error.iter("alt")
        )
        errors.append(GoldError(alternatives, error.get("req") != "no"))
    marked = {edit.annotator for error in errors for each in error.alternatives for edit in each}
    annotators = _number(element.get("numann", str(max(1, len(marked)))), "numann", where)
    return GoldErrors(tokens, tuple(errors), annotators)


def _edits(alternative: Element, type_: str, length: int, where: str) -> Iterator[M2Edit]:
    annotator = _number(alternative.get("ann", "0"), "ann", where)
    for change in alternative.iter("c"):
        start, end = (_number(change.get(at, ""), at, where) for at in ("start", "end"))
        if not 0 <= start <= end <= length:
            raise InputError(f"{where}: no tokens {start} to {end} in a sentence of {length}")
        yield M2Edit(start, end, type_, (" ".join((change.text or "").split()),), annotator)


def _number(given: str, attribute: str, where: str) -> int:
    try:
        return int(given)
    except ValueError:
        raise InputError(f"{where}: {attribute} must be a whole number, not {given!r}") from None
