"""A recipe of our own: one source distribution of a few sentences, on an index in a folder."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from syntacticdiff.reference.recipes import RECIPES, TEXTS, OpenText, Recipe
from syntacticdiff.reference.recipes.packages import Archive, Package
from syntacticdiff.reference.recipes.texts import Credited

FILENAME = "tiny_texts-1.0.tar.gz"
LINES = (
    "Ann\tShe walks to school in the morning. Heading",
    "Bob\tHe walks to the station in the evening.",
    "Cid\tno sentence at all",
)
SENTENCES = ["She walks to school in the morning.", "He walks to the station in the evening."]


def source_distribution(marker: Path) -> bytes:
    """A source distribution whose build code would write a file."""
    files = {
        "tiny_texts-1.0/setup.py": f"open({str(marker)!r}, 'w').write('ran')",
        "tiny_texts-1.0/data.tsv": "\n".join(LINES),
    }
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content.encode()))
    return packed.getvalue()


def read(archive: Archive) -> Iterator[Credited]:
    with archive.open("tiny_texts-1.0/data.tsv") as stream:
        for line in stream.read().decode().splitlines():
            author, text = line.split("\t")
            yield text, author


def register(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Add the recipe `tiny`; pip is configured with its index, and the cache is below `folder`."""
    content = source_distribution(folder / "build-code-ran")
    (folder / "index" / "tiny-texts").mkdir(parents=True)
    (folder / "index" / "tiny-texts" / FILENAME).write_bytes(content)
    package = Package("tiny-texts", "1.0", FILENAME, hashlib.sha256(content).hexdigest())
    text = OpenText("tiny", "A tiny text", "everyday", package, "CC0", read)
    recipe = Recipe("tiny", "for tests", {"tiny": 3}, 2, (0, 0), 1)
    monkeypatch.setitem(TEXTS, "tiny", text)
    monkeypatch.setitem(RECIPES, "tiny", recipe)
    monkeypatch.setenv("PIP_INDEX_URL", (folder / "index").as_uri())
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", (folder / "index").as_uri())
    monkeypatch.setenv("PIP_FIND_LINKS", (folder / "index").as_uri())
    monkeypatch.setenv("SYNTACTICDIFF_CACHE", str(folder / "cache"))
    return package
