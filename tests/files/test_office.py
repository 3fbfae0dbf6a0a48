"""Word and OpenDocument files: their text, and tracked changes in it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.office import opendocument, packed, runs, word

from syntacticdiff.errors import InputError
from syntacticdiff.files import read_documents
from syntacticdiff.files.office import TextChange, read_office

pytest.importorskip("lxml", reason="lxml is not installed (extra documents)")

DATE = "2026-01-02T03:04:05Z"
ODT = (
    "<text:h>My  day</text:h><text:p>We was <text:span>very ha</text:span>ppy.</text:p>"
    '<text:p>She<text:s text:c="2"/>go<text:tab/>home<text:note><text:note-body><text:p>A note.'
    "</text:p></text:note-body></text:note>.<text:line-break/>Yes.</text:p>"
)
ODT_TEXT = "My  day\n\nWe was very happy.\n\nShe  go\thome.\nYes."
DOCX = (
    runs("My day")
    + runs("We was ", "*very ha", "ppy.")
    + '<w:p><w:hyperlink><w:r><w:t>She</w:t></w:r></w:hyperlink><w:r><w:t xml:space="preserve"> go'
    "</w:t><w:tab/><w:t>home.</w:t><w:br/><w:t>Yes.</w:t></w:r>"
    '<w:del w:id="1"><w:r><w:delText> gone</w:delText></w:r></w:del>'
    '<w:ins w:id="2"><w:r><w:t xml:space="preserve"> New.</w:t></w:r></w:ins></w:p>'
    "<w:tbl><w:tr><w:tc>" + runs("In a cell.") + "</w:tc></w:tr></w:tbl>"
)
DOCX_TEXT = "My day\n\nWe was very happy.\n\nShe go\thome.\nYes. New.\n\nIn a cell."


@pytest.fixture
def docx(tmp_path: Path) -> Path:
    (tmp_path / "a.docx").write_bytes(word(DOCX))
    return tmp_path / "a.docx"


@pytest.fixture
def odt(tmp_path: Path) -> Path:
    (tmp_path / "a.odt").write_bytes(opendocument(ODT))
    return tmp_path / "a.odt"


def test_the_text_of_a_word_document_is_what_its_reader_sees(docx: Path) -> None:
    assert read_office(str(docx)).text == DOCX_TEXT


def test_the_text_of_an_opendocument_is_what_its_reader_sees(odt: Path) -> None:
    assert read_office(str(odt)).text == ODT_TEXT


def applied(text: str, changes: list[TextChange]) -> str:
    for start, end, new in reversed(changes):
        text = text[:start] + new + text[end:]
    return text


@pytest.mark.parametrize("suffix", [".docx", ".odt"])
@given(data=st.data())
def test_tracked_changes_give_the_changed_text_when_accepted(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, data: st.DataObject
) -> None:
    content, text = (word(DOCX), DOCX_TEXT) if suffix == ".docx" else (opendocument(ODT), ODT_TEXT)
    path = tmp_path_factory.mktemp("office") / f"a{suffix}"
    path.write_bytes(content)
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=8)))
    changes = [
        TextChange(start, end, data.draw(st.sampled_from(["", "new", " x ", "'"])))
        for start, end in zip(places[::2], places[1::2], strict=False)
        if "\n\n" not in text[max(start - 1, 0) : end + 1]
    ]
    changes = [
        each
        for number, each in enumerate(changes)
        if not number or changes[number - 1].end < each.start
    ]
    path.write_bytes(read_office(str(path)).with_changes(changes, "A", DATE))
    assert read_office(str(path)).text == applied(text, changes)


def test_what_is_removed_and_inserted_keeps_its_formatting(docx: Path) -> None:
    start = DOCX_TEXT.index("very")
    change = TextChange(start, start + 4, "so")
    docx.write_bytes(read_office(str(docx)).with_changes([change], "SyntacticDiff", DATE))
    from syntacticdiff.files.office import unpacked

    xml = unpacked("a", docx.read_bytes(), "word/document.xml").decode()
    found = re.search(r"<w:del [^>]*>(.*?)</w:del><w:ins [^>]*>(.*?)</w:ins>", xml)
    assert found is not None
    assert all("<w:b/>" in part for part in found.groups())
    assert 'w:author="SyntacticDiff"' in xml
    assert "mc:Ignorable=" in xml  # with its prefix still declared
    assert "xmlns:w14=" in xml


def test_a_folder_is_read_with_its_documents(docx: Path, odt: Path) -> None:
    (docx.parent / "b.txt").write_text("Plain.")
    said: list[str] = []
    found = list(read_documents([str(docx.parent)], report=said.append))
    assert [Path(each.name).name for each in found] == ["a.docx", "a.odt", "b.txt"]
    assert found[0].text.strip() == DOCX_TEXT
    assert said == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"not a zip", "damaged"),
        (b"\xd0\xcf\x11\xe0 an old one", "password"),
        (packed(other="x"), "damaged"),
        (packed(**{"word/document.xml": "<w:document"}), "well-formed"),
        (
            packed(**{"word/document.xml": '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'}),
            "entities",
        ),
    ],
    ids=["no archive", "protected", "another archive", "not well-formed", "entities"],
)
def test_what_is_no_document_is_named_and_skipped(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(content)
    with pytest.raises(InputError, match=reason):
        read_office(str(path))
    said: list[str] = []
    assert list(read_documents([str(tmp_path)], report=said.append)) == []
    assert "a.docx" in said[0]
    assert reason in said[0]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_opens_tracked_changes(docx: Path, odt: Path) -> None:
    expected = []
    for path, text in ((docx, DOCX_TEXT), (odt, ODT_TEXT)):
        start = text.index("was")
        changes = [TextChange(start, start + 3, "were"), TextChange(start + 4, start + 9, "")]
        path.write_bytes(read_office(str(path)).with_changes(changes, "A", DATE))
        expected.append(applied(text, changes).replace("\t", " ").split())
    folder = docx.parent
    (folder / "odt").mkdir()
    odt.rename(folder / "odt" / "b.odt")
    convert = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile"]
    for source, target in (("a.docx", "odt"), ("odt/b.odt", "docx")):
        subprocess.run(
            [*convert, "--convert-to", target, "--outdir", str(folder), str(folder / source)],
            check=True,
            capture_output=True,
            timeout=120,
        )
    # Each program's own format says what it takes for removed and for inserted.
    assert read_office(str(folder / "a.odt")).text.split() == expected[0]
    assert read_office(str(folder / "b.docx")).text.split() == expected[1]
