"""Untrusted XML as elements: no entity is expanded and nothing is fetched."""

from __future__ import annotations

import sys
from xml.etree import ElementTree
from xml.parsers import expat

from syntacticdiff.errors import InputError
from syntacticdiff.files.decoding import STANDARD_INPUT, unreadable
from syntacticdiff.files.opening import read_stream, read_whole


def read_xml(name: str) -> ElementTree.Element:
    """Read an XML file, or standard input, and return its root.

    Raises
    ------
    InputError
        If the file is not well-formed or declares entities. The message names the line.
    """
    try:
        data = _standard_input() if name == STANDARD_INPUT else read_whole(name, stream=True)
    except OSError as error:
        raise unreadable(name, error) from error
    return parsed_xml(data, name)


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise InputError("-: standard input is closed")
    return read_stream(sys.stdin.buffer)


def parsed_xml(data: bytes, name: str) -> ElementTree.Element:
    """Parse an XML document and return its root; `name` is used in messages."""
    parser = expat.ParserCreate(None, "}")  # names as ElementTree reads them

    def refuse(*_: object) -> None:
        raise InputError(
            f"{name}:{parser.CurrentLineNumber}: declares entities, which are not expanded; "
            "write out what they stand for"
        )

    # A few declared entities can expand to gigabytes, or to a file on this machine. This parser
    # only detects them, which costs next to nothing; ElementTree then builds the elements.
    parser.EntityDeclHandler = refuse
    parser.SkippedEntityHandler = refuse
    try:
        parser.Parse(data, True)
        return ElementTree.fromstring(data)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise InputError(f"{name}:{error.lineno}: not well-formed XML ({reason})") from None
    except (LookupError, ValueError):  # an encoding that Python does not know or cannot map
        raise InputError(f"{name}: its encoding is unknown; save it as UTF-8") from None
