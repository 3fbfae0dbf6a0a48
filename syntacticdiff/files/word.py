"""Word documents: the text of their paragraphs, and tracked changes in it.

Text is in runs (`w:r`), which share formatting. A change splits the runs at its ends, so that what
is removed keeps its formatting inside `w:del`, and what is inserted is a run of its own in `w:ins`.
What was already removed or moved away by tracked changes is not text; what was inserted is.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from syntacticdiff.files.office import (
    PARAGRAPH_BREAK,
    Element,
    TextChange,
    by_paragraph,
    parsed,
    repacked,
    unpacked,
)

_MEMBER = "word/document.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"

_NOT_SHOWN = frozenset(
    {f"{_W}del", f"{_W}moveFrom", f"{_W}instrText", f"{_W}delText", f"{_MC}Fallback"}
)
_CHARACTERS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}


class _Atom(NamedTuple):
    """A child of a run, and the characters that it stands for."""

    run: Element
    child: Element
    start: int
    end: int


class WordDocument:
    """A Word document.

    Parameters
    ----------
    name : str
        The name of the file, for messages.
    data : bytes
        The file.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self._data = data
        self._name = name
        self._root = parsed(name, unpacked(name, data, _MEMBER))
        self.text = PARAGRAPH_BREAK.join(
            "".join(_text(child) for _, child in _children(paragraph))
            for paragraph in _paragraphs(self._root)
        )

    def with_changes(self, changes: Sequence[TextChange], author: str, date: str) -> bytes:
        """The document with tracked changes; those across paragraphs are left out."""
        root = copy.deepcopy(self._root)
        signed = _Signed(author, date)
        paragraphs = list(_paragraphs(root))
        lengths = [sum(len(_text(child)) for _, child in _children(each)) for each in paragraphs]
        for paragraph, (offset, here) in zip(
            paragraphs, by_paragraph(lengths, changes), strict=True
        ):
            for change in here:
                _track(paragraph, change, offset, signed)
        from lxml import etree

        made = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
        return repacked(self._data, {_MEMBER: made})


class _Signed:
    """Makes `w:ins` and `w:del` elements with author, date and a number of their own."""

    def __init__(self, author: str, date: str) -> None:
        self._author, self._date, self._number = author, date, 1_000_000

    def element(self, tag: str) -> Element:
        from lxml import etree

        self._number += 1
        made = etree.Element(f"{_W}{tag}")
        made.set(f"{_W}id", str(self._number))
        made.set(f"{_W}author", self._author)
        made.set(f"{_W}date", self._date)
        return made


def _paragraphs(root: Element) -> Iterator[Element]:
    body = root.find(f"{_W}body")
    for paragraph in () if body is None else body.iter(f"{_W}p"):
        if not any(parent.tag in _NOT_SHOWN for parent in paragraph.iterancestors()):
            yield paragraph


def _children(paragraph: Element) -> list[tuple[Element, Element]]:
    """The children of the paragraph's runs, each with its run; not those of paragraphs in it."""
    found = []
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        if element.tag in _NOT_SHOWN or element.tag == f"{_W}p":
            continue
        if element.tag == f"{_W}r":
            found += [(element, child) for child in element if _text(child)]
        else:
            waiting += reversed(element)
    return found


def _text(child: Element) -> str:
    if child.tag == f"{_W}t":
        return child.text or ""
    return _CHARACTERS.get(child.tag, "") if isinstance(child.tag, str) else ""


def _atoms(paragraph: Element, offset: int) -> list[_Atom]:
    atoms = []
    for run, child in _children(paragraph):
        end = offset + len(_text(child))
        atoms.append(_Atom(run, child, offset, end))
        offset = end
    return atoms


def _track(paragraph: Element, change: TextChange, offset: int, signed: _Signed) -> None:
    for place in (change.end, change.start):
        _split(paragraph, place, offset)
    atoms = _atoms(paragraph, offset)
    removed: list[Element] = []
    for atom in atoms:
        inside = change.start <= atom.start and atom.end <= change.end
        if inside and atom.run not in removed:
            removed.append(atom.run)
    before = [atom.run for atom in atoms if atom.end <= change.start]
    behind = [atom.run for atom in atoms if atom.start >= change.end]
    model = removed[0] if removed else before[-1] if before else behind[0] if behind else None
    if change.text:
        inserted = signed.element("ins")
        inserted.append(_run(model, change.text))
        if removed:
            removed[-1].addnext(inserted)
        elif before:
            before[-1].addnext(inserted)
        elif behind:
            behind[0].addprevious(inserted)
        else:
            paragraph.append(inserted)
    for run in removed:
        wrapper = signed.element("del")
        run.addprevious(wrapper)
        wrapper.append(run)
        for child in run.findall(f"{_W}t"):
            child.tag = f"{_W}delText"


def _split(paragraph: Element, place: int, offset: int) -> None:
    """Make a run end at a place of the text."""
    for run, child, start, end in _atoms(paragraph, offset):
        if not start < place <= end:
            continue
        rest = copy.deepcopy(run)
        for other in list(rest):
            if other.tag != f"{_W}rPr":
                rest.remove(other)
        following = list(run)[list(run).index(child) + 1 :]
        if place < end:  # only a `w:t` has more than one character
            whole = child.text or ""
            kept = _with_text(child, whole[: place - start])
            moved = copy.deepcopy(kept)
            rest.append(_with_text(moved, whole[place - start :]))
        rest.extend(following)
        if len(rest) > (rest.find(f"{_W}rPr") is not None):
            run.addnext(rest)
        return


def _run(model: Element | None, text: str) -> Element:
    """A run with the formatting of another one."""
    from lxml import etree

    run = etree.Element(f"{_W}r")
    formatting = None if model is None else model.find(f"{_W}rPr")
    if formatting is not None:
        run.append(copy.deepcopy(formatting))
    run.append(_with_text(etree.Element(f"{_W}t"), text))
    return run


def _with_text(element: Element, text: str) -> Element:
    element.text = text
    element.set(_SPACE, "preserve")
    return element
