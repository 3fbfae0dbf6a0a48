"""Targets for documents of word processors and for the HTTP service.

As in `targets`, a function of bytes may raise an error of ours, and no other.
"""

from __future__ import annotations

import asyncio
import io
import json
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from reader_targets import model_file

from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.files.documents import read_documents

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PARAGRAPHS = (
    f'<w:document xmlns:w="{_W}"><w:body><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>He </w:t></w:r>'
    '<w:r><w:t xml:space="preserve">go to </w:t><w:tab/><w:t>school.</w:t></w:r></w:p><w:p>'
    '<w:ins w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:t>New</w:t></w:r></w:ins>'
    '<w:del w:id="2" w:author="A"><w:r><w:delText>Old</w:delText></w:r></w:del></w:p>'
    "</w:body></w:document>"
).encode()
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
_ODT_CONTENT = (
    f'<office:document-content xmlns:office="{_OFFICE}:office:1.0" '
    f'xmlns:text="{_OFFICE}:text:1.0"><office:body><office:text><text:h>Title</text:h>'
    '<text:p>He go <text:span>to</text:span><text:s text:c="2"/>school.<text:tab/></text:p>'
    "</office:text></office:body></office:document-content>"
).encode()
_MEMBERS = {".docx": "word/document.xml", ".odt": "content.xml"}


def docx(data: bytes) -> None:
    """A document is read, and changed, or refused in one line.

    The first byte says which format it is, and whether the rest is the file or the XML in it.
    """
    how = data[0] if data else 0
    suffix = tuple(_MEMBERS)[how & 1]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"d{suffix}")
        path.write_bytes(data[1:] if how & 2 else _packed(suffix, data[1:]))
        said: list[str] = []
        try:
            texts = [each.text for each in read_documents([str(path)], report=said.append)]
            for text in texts:
                _change(path, text)
        except SyntacticDiffError as error:
            said.append(str(error))
        assert not any("\n" in line for line in said), said


def _packed(suffix: str, xml: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(_MEMBERS[suffix], xml)
    return stream.getvalue()


def _change(path: Path, text: str) -> None:
    """Tracked changes at the start, in the middle and at the end; the file can be read again."""
    from syntacticdiff.files.office import TextChange, read_office

    places = sorted({0, len(text) // 2, len(text)})
    changes = [TextChange(place, min(place + 1, len(text)), "x") for place in places[:-1]]
    changed = read_office(str(path)).with_changes(changes, "A", "2026-01-01T00:00:00Z")
    path.write_bytes(changed)
    assert isinstance(read_office(str(path)).text, str)


def service(data: bytes) -> None:
    """A request as it is sent, line of method and path first: an answer, and never a fault of ours.

    What parses HTTP is not ours, so the application is asked directly.
    """
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    method, _, target = first.partition(b" ")
    path, _, query = target.partition(b" ")[0].partition(b"?")
    pairs = [line.partition(b":") for line in lines]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method.decode("latin-1").upper(),
        "scheme": "http",
        "path": path.decode("utf-8", "replace"),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": [(name.strip().lower(), value.strip()) for name, _, value in pairs],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    status, kind, answer = asyncio.run(_asked(scope, body))
    assert 200 <= status < 500 or status == 503, (status, answer[:500])
    assert b"Traceback" not in answer, answer[:500]
    if kind.startswith(b"application/json"):
        json.loads(answer)


async def _asked(scope: dict[str, Any], body: bytes) -> tuple[int, bytes, bytes]:
    waiting = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[dict[str, Any]] = []
    ended = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if waiting:
            return waiting.pop()
        await ended.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await _application()(scope, receive, send)
    ended.set()
    headers = dict(sent[0]["headers"])
    answer = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], headers.get(b"content-type", b""), answer


@cache
def _analyses() -> Any:
    from syntacticdiff.service.analyses import Analyses

    return Analyses(str(model_file()))


def _application() -> Any:
    """A new one for every case: it belongs to the event loop that asks it."""
    from syntacticdiff.service import make_application

    return make_application(_analyses())


_HEAD = "\r\nHost: localhost\r\nContent-Type: "


def seeds(name: str) -> tuple[bytes, ...]:
    """Valid inputs of a target of this module, to be changed."""
    if name == "docx":
        return (
            b"\x00" + _PARAGRAPHS,
            b"\x01" + _ODT_CONTENT,
            b"\x02" + _packed(".docx", _PARAGRAPHS),
            b"\x03" + _packed(".odt", _ODT_CONTENT),
        )
    text = json.dumps({"text": "The teacher walk to school. She is in garden."})
    asked = (
        *(f"POST {path} HTTP/1.1{_HEAD}application/json\r\n\r\n{text}" for path in _PATHS),
        f"POST /diff HTTP/1.1{_HEAD}application/x-ndjson\r\n\r\n{text}\n{text}\n",
        f"POST /v2/check HTTP/1.1{_HEAD}application/x-www-form-urlencoded\r\n\r\n"
        "language=en-US&text=He+go+to+school.",
        "GET /v2/check?language=en&text=He%20go. HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n",
    )
    return tuple(each.encode() for each in asked)


_PATHS = ("/diff", "/correct", "/features", "/score", "/report")
_NEEDS = {
    "docx": ("syntacticdiff.files.office", "lxml"),
    "service": (
        "starlette",
        "syntacticdiff.service",
    ),
}
ALL: dict[str, tuple[Callable[[bytes], None], tuple[str, ...]]] = {
    target.__name__: (target, _NEEDS[target.__name__]) for target in (docx, service)
}
