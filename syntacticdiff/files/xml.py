"""XML from strangers as elements: no entity is expanded and nothing is fetched.

What the elements mean is for those who read passages, judgments or gold annotation.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from syntacticdiff.errors import InputError
from syntacticdiff.files.decoding import STANDARD_INPUT, unreadable


def read_xml(name: str) -> ElementTree.Element:
    """The root of an XML file, or of standard input.

    Raises
    ------
    InputError
        with the line, for what is not well-formed, and for a file that declares entities
    """
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise unreadable(name, error) from error
    return parsed_xml(data, name)


def parsed_xml(data: bytes, name: str) -> ElementTree.Element:
    """The root of an XML document; `name` is for messages."""
    parser = expat.ParserCreate()

    def refuse(*_: Any) -> None:
        raise InputError(
            f"{name}:{parser.CurrentLineNumber}: entities of its own; they are not expanded: "
            "write out what they stand for"
        )

    # A few declared entities can stand for gigabytes, or for a file of this machine. This parser
    # only looks for them, which costs next to nothing; the elements are then built by another.
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
