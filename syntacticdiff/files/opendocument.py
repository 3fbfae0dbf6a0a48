"""OpenDocument text: the text of its paragraphs, and tracked changes in it.

Text stands directly in paragraphs, headings and spans. What is inserted is put between two marks,
and what is removed moves into the list of tracked changes at the beginning of the document.
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

_MEMBER = "content.xml"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"

_PARAGRAPHS = (f"{_TEXT}p", f"{_TEXT}h")
_NOT_SHOWN = frozenset(
    {f"{_TEXT}tracked-changes", f"{_TEXT}note", f"{_OFFICE}annotation", *_PARAGRAPHS}
)
_CHARACTERS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}


class _Piece(NamedTuple):
    """Characters that an element holds: its text, or its tail, or what it stands for itself."""

    element: Element
    where: str  # "text", "tail" or "itself"
    start: int
    end: int


class OpenDocumentText:
    """An OpenDocument text.

    Parameters
    ----------
    name : str
        The name of the file, for messages.
    data : bytes
        The file.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self._data = data
        self._root = parsed(name, unpacked(name, data, _MEMBER))
        self.text = PARAGRAPH_BREAK.join(
            "".join(map(_characters, _pieces(paragraph, 0)))
            for paragraph in _paragraphs(self._root)
        )

    def with_changes(self, changes: Sequence[TextChange], author: str, date: str) -> bytes:
        """The document with tracked changes; those across paragraphs are left out."""
        from lxml import etree

        root = copy.deepcopy(self._root)
        tracked = _Tracked(root, author, date)
        paragraphs = list(_paragraphs(root))
        lengths = [sum(len(_characters(one)) for one in _pieces(each, 0)) for each in paragraphs]
        for paragraph, (offset, here) in zip(
            paragraphs, by_paragraph(lengths, changes), strict=True
        ):
            for change in here:
                tracked.change(paragraph, change, offset)
        made = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
        return repacked(self._data, {_MEMBER: made})


def _body(root: Element) -> Element | None:
    return root.find(f"{_OFFICE}body/{_OFFICE}text")


def _paragraphs(root: Element) -> Iterator[Element]:
    body = _body(root)
    for paragraph in () if body is None else body.iter(*_PARAGRAPHS):
        shown = (parent.tag for parent in paragraph.iterancestors())
        if not any(tag in _NOT_SHOWN and tag not in _PARAGRAPHS for tag in shown):
            yield paragraph


def _pieces(element: Element, offset: int) -> list[_Piece]:
    """The pieces of a paragraph in order; not those of notes, comments and paragraphs in it."""
    found: list[_Piece] = []

    def add(element: Element, where: str, text: str | None) -> None:
        nonlocal offset
        if text:
            found.append(_Piece(element, where, offset, offset + len(text)))
            offset += len(text)

    def visit(element: Element) -> None:
        add(element, "text", element.text)
        for child in element:
            if isinstance(child.tag, str):
                if own := _own(child):
                    add(child, "itself", own)
                elif child.tag not in _NOT_SHOWN:
                    visit(child)
            add(child, "tail", child.tail)

    visit(element)
    return found


def _own(element: Element) -> str:
    if element.tag == f"{_TEXT}s":
        count = element.get(f"{_TEXT}c", "1")
        return " " * (min(int(count), 1000) if count.isdecimal() else 1)
    return _CHARACTERS.get(element.tag, "")


def _characters(piece: _Piece) -> str:
    if piece.where == "itself":
        return _own(piece.element)
    return (piece.element.text if piece.where == "text" else piece.element.tail) or ""


class _Tracked:
    """The list of tracked changes of a document, made if there is none."""

    def __init__(self, root: Element, author: str, date: str) -> None:
        from lxml import etree

        self._etree, self._author, self._date, self._number = etree, author, date, 0
        body = _body(root)
        assert body is not None  # a document with changes has text
        found = body.find(f"{_TEXT}tracked-changes")
        if found is None:
            found = etree.Element(f"{_TEXT}tracked-changes")
            body.insert(0, found)
        self._list = found

    def change(self, paragraph: Element, change: TextChange, offset: int) -> None:
        """Make a change in a paragraph whose text begins at `offset`."""
        if change.text:
            first, last = self._element("change-start"), self._element("change-end")
            number = self._region("insertion")
            for mark in (first, last):
                mark.set(f"{_TEXT}change-id", number)
            first.tail = change.text
            self._put(paragraph, change.end, offset, first)
            rest = (first.tail or "")[len(change.text) :]
            _insert_after(first, last)
            first.tail, last.tail = change.text, rest
        if change.start < change.end:
            removed = self._cut(paragraph, change, offset)
            mark = self._element("change")
            mark.set(f"{_TEXT}change-id", self._region("deletion", removed))
            self._put(paragraph, change.start, offset, mark)

    def _element(self, tag: str) -> Element:
        return self._etree.Element(f"{_TEXT}{tag}")

    def _region(self, kind: str, removed: str = "") -> str:
        self._number += 1
        number = f"syntacticdiff{self._number}"
        region = self._etree.SubElement(self._list, f"{_TEXT}changed-region")
        region.set(_XML_ID, number)
        region.set(f"{_TEXT}id", number)
        made = self._etree.SubElement(region, f"{_TEXT}{kind}")
        info = self._etree.SubElement(made, f"{_OFFICE}change-info")
        self._etree.SubElement(info, f"{_DC}creator").text = self._author
        self._etree.SubElement(info, f"{_DC}date").text = self._date
        if kind == "deletion":
            self._etree.SubElement(made, f"{_TEXT}p").text = removed
        return number

    def _put(self, paragraph: Element, place: int, offset: int, mark: Element) -> None:
        """Put an element at a place of the text; its own tail stays in front of what follows."""
        own = mark.tail or ""
        for piece in _pieces(paragraph, offset):
            if piece.where == "itself" and piece.start < place < piece.end:  # several spaces
                behind = copy.deepcopy(piece.element)
                behind.set(f"{_TEXT}c", str(piece.end - place))
                piece.element.set(f"{_TEXT}c", str(place - piece.start))
                piece.element.tail = ""
                _insert_after(piece.element, behind)
        pieces = _pieces(paragraph, offset)
        for piece in pieces:
            if piece.where != "itself" and piece.start <= place <= piece.end:
                text = _characters(piece)
                kept, rest = text[: place - piece.start], text[place - piece.start :]
                mark.tail = own + rest
                if piece.where == "text":
                    piece.element.text = kept
                    piece.element.insert(0, mark)
                else:
                    piece.element.tail = kept
                    _insert_after(piece.element, mark)
                return
        # Between two elements that stand for characters, or in an empty paragraph.
        for piece in reversed(pieces):
            if piece.end <= place:
                mark.tail = own + (piece.element.tail or "")
                piece.element.tail = ""
                _insert_after(piece.element, mark)
                return
        mark.tail = own + (paragraph.text or "")
        paragraph.text = ""
        paragraph.insert(0, mark)

    def _cut(self, paragraph: Element, change: TextChange, offset: int) -> str:
        """Take characters out of a paragraph."""
        removed = ""
        for piece in reversed(_pieces(paragraph, offset)):
            start, end = max(piece.start, change.start), min(piece.end, change.end)
            if start >= end:
                continue
            text = _characters(piece)
            removed = text[start - piece.start : end - piece.start] + removed
            left = text[: start - piece.start] + text[end - piece.start :]
            if piece.where == "text":
                piece.element.text = left
            elif piece.where == "tail":
                piece.element.tail = left
            elif left:  # several spaces
                piece.element.set(f"{_TEXT}c", str(len(left)))
            else:
                _take_out(piece.element)
        return removed


def _insert_after(element: Element, other: Element) -> None:
    """Put `other` behind an element and its tail."""
    parent = element.getparent()
    assert parent is not None  # both are in a paragraph
    parent.insert(parent.index(element) + 1, other)


def _take_out(element: Element) -> None:
    """Remove an element, but not what follows it."""
    parent, before, tail = element.getparent(), element.getprevious(), element.tail or ""
    assert parent is not None  # it is in a paragraph
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    parent.remove(element)
