"""Gold for the I-measure: errors with alternative corrections, and the references they stand for.

Read from the I-measure's XML, or found in M2: edits of different annotators that overlap are
alternatives of one error. An error that not every annotator marked is optional.

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
    """An error and the ways to correct it; `required`: leaving it is not one of them."""

    alternatives: tuple[Alternative, ...]
    required: bool

    @property
    def choices(self) -> tuple[Alternative, ...]:
        """All that may be done about it."""
        return self.alternatives if self.required else ((), *self.alternatives)


@dataclass(frozen=True)
class GoldErrors:
    """A sentence with its errors, as annotated by so many people."""

    tokens: Tokens
    errors: tuple[GoldError, ...]
    annotators: int

    @property
    def edits(self) -> dict[int, Alternative]:
        """Each annotator's edits; those who marked nothing have none."""
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
        """The same without the grouping into errors."""
        edits: list[M2Edit] = []
        for annotator, own in self.edits.items():
            edits += own or (M2Edit(-1, -1, NOOP, ("",), annotator),)
        return M2Sentence(self.tokens, tuple(edits))

    def references(self) -> list[Tokens]:
        """What each annotator makes of the sentence."""
        return list(dict.fromkeys(self.made(edits) for edits in self.edits.values()))

    def combinations(self) -> int:
        """How many ways there are to choose a correction for each error."""
        count = 1
        for error in self.errors:
            count *= len(error.choices)
        return count

    def mixed_references(self) -> list[Tokens]:
        """What all choices of a correction for each error make of the sentence."""
        choices = product(*(error.choices for error in self.errors))
        possible = (list(chain(*choice)) for choice in choices)
        made = dict.fromkeys(self.made(edits) for edits in possible if not overlapping(edits))
        return list(made) or self.references()

    def made(self, edits: Iterable[M2Edit]) -> Tokens:
        """The sentence after these edits; itself, if nothing would be left of it."""
        return corrected(self.tokens, edits) or self.tokens


def overlapping(edits: Sequence[M2Edit]) -> bool:
    """Whether two of the edits are about the same tokens."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    return any(first.end > second.start for first, second in pairwise(ordered))


def errors_of(sentence: M2Sentence) -> GoldErrors:
    """The errors that overlapping edits of an M2 sentence's annotators stand for."""
    annotations = sentence.annotations
    clusters: list[list[M2Edit]] = []
    edits = sorted(chain(*annotations.values()), key=lambda edit: edit.start - edit.end)
    for edit in edits:
        for cluster in clusters:
            if any(_touches(edit, other) for other in cluster):
                cluster.append(edit)
                break
        else:
            clusters.append([edit])
    errors = []
    for cluster in sorted(clusters, key=lambda cluster: (cluster[0].start, cluster[0].end)):
        marked = dict.fromkeys(sorted(edit.annotator for edit in cluster))
        alternatives = tuple(
            tuple(edit for edit in annotations[annotator] if edit in cluster)
            for annotator in marked
        )
        errors.append(GoldError(alternatives, required=len(marked) == len(annotations)))
    return GoldErrors(sentence.tokens, tuple(errors), len(annotations))


def _touches(edit: M2Edit, other: M2Edit) -> bool:
    """Whether two edits are of the same place: an insertion, only if it is inside of the other."""
    same = (edit.start, edit.end) == (other.start, other.end)
    return same or (edit.start < other.end and other.start < edit.end)


def read_imeasure_xml(name: str) -> list[GoldErrors]:
    """The sentences of an I-measure XML file, or of standard input.

    Raises
    ------
    InputError
        naming the place, for what is not XML, or not of this kind
    """
    elements = read_xml(name).iter("sentence")
    sentences = [
        _sentence(element, f"{name}: sentence {number}")
        for number, element in enumerate(elements, 1)
    ]
    if not sentences:
        raise InputError(f"{name}: no sentence in it")
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
            raise InputError(f"{where}: tokens {start} to {end} of a sentence that has {length}")
        yield M2Edit(start, end, type_, (" ".join((change.text or "").split()),), annotator)


def _number(given: str, attribute: str, where: str) -> int:
    try:
        return int(given)
    except ValueError:
        raise InputError(f"{where}: {attribute} must be a whole number, not {given!r}") from None
