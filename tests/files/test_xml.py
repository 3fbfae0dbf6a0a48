"""Untrusted XML: elements are read as written, and nothing outside the file is."""

from __future__ import annotations

from pathlib import Path

import pytest

from syntacticdiff.errors import InputError
from syntacticdiff.files.xml import parsed_xml, read_xml


def test_elements_are_read_in_any_encoding_that_xml_names() -> None:
    root = parsed_xml('<?xml version="1.0" encoding="UTF-16"?><a b="é">x</a>'.encode("utf-16"), "f")
    assert (root.tag, root.get("b"), root.text) == ("a", "é", "x")


def test_the_five_entities_of_xml_itself_are_characters() -> None:
    assert parsed_xml(b"<a>&lt;&amp;&#233;</a>", "f").text == "<&é"


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
        '<!DOCTYPE a [<!ENTITY x SYSTEM "secret.txt">]><a>&x;</a>',
        '<!DOCTYPE a [<!ENTITY % p SYSTEM "secret.txt"> %p;]><a/>',
        '<!DOCTYPE a SYSTEM "http://localhost:9/x.dtd"><a>&x;</a>',
    ],
    ids=["internal", "external", "parameter", "undeclared with a DTD"],
)
def test_entities_are_refused_and_nothing_is_read_through_them(
    declared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.txt").write_text("hidden")
    with pytest.raises(InputError, match=r"^f:1: declares entities, which are not expanded"):
        parsed_xml(declared.encode(), "f")


def test_a_document_type_without_entities_is_read_without_fetching_it() -> None:
    assert parsed_xml(b'<!DOCTYPE a SYSTEM "http://localhost:9/x.dtd"><a/>', "f").tag == "a"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "f:1: not well-formed XML (no element found)"),
        (b"<a>\n<b></a>", "f:2: not well-formed XML (mismatched tag)"),
        (b"<a>&x;</a>", "f:1: not well-formed XML (undefined entity)"),
        (
            b'<?xml version="1.0" encoding="klingon"?><a/>',
            "f: its encoding is unknown; save it as UTF-8",
        ),
    ],
    ids=["empty", "tags", "undeclared", "encoding"],
)
def test_what_is_no_xml_is_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as refused:
        parsed_xml(data, "f")
    assert str(refused.value) == message


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match=r"nowhere.xml: cannot be read"):
        read_xml("nowhere.xml")
