"""Texts cleaned once: from a package's file to one sentence a line in the user's cache."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

from tqdm import tqdm

from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.reference.recipes.cache import cache_folder
from syntacticdiff.reference.recipes.packages import Archive, Say, opened
from syntacticdiff.reference.recipes.prose import sentences
from syntacticdiff.reference.recipes.texts import OpenText

_DAY = 86_400  # seconds


def cleaned(text: OpenText, say: Say) -> Path:
    """The text, one sentence a line; downloaded and cleaned if the cache does not have it yet.

    Parameters
    ----------
    text : OpenText
        What is wanted.
    say : callable
        Called with a line for each step that takes a while.
    """
    path = cache_folder("texts", f"{text.name}-{_key(text)}.txt")
    if not path.exists():
        archive = opened(text.package, say)
        say(f"cleaning {text.name}: {text.title}")
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(path.parent)
        with atomic_write(path) as stream:
            for sentence, _ in credited_sentences(text, archive):
                stream.write(f"{sentence}\n".encode())
    return path


def credited_sentences(text: OpenText, archive: Archive) -> Iterator[tuple[str, str]]:
    """Every sentence of a text that is prose, with whom it is credited to."""
    bar = tqdm(text.read(archive), text.name, unit=" paragraphs", disable=None, leave=False)
    for paragraph, credit in bar:
        for sentence in sentences(paragraph):
            yield sentence, credit


def _key(text: OpenText) -> str:
    """Names what the cleaned text depends on: the package's file and everything that reads it."""
    return hashlib.sha256(f"{text.package.sha256} {_code()}".encode()).hexdigest()[:12]


@cache
def _code() -> str:
    """Stands for the modules that read and clean, and the version of the sentence splitter."""
    digest = hashlib.sha256(version("sentencex").encode())
    for module in ("books", "encyclopedia", "everyday", "prose", "texts", "wikitext"):
        digest.update(Path(__file__).with_name(f"{module}.py").read_bytes())
    return digest.hexdigest()


def _remove_leftovers(folder: Path) -> None:
    """Remove what a killed run left; younger files may belong to one that is still running."""
    for path in folder.glob(".*.part"):
        if time.time() - path.stat().st_mtime > _DAY:
            path.unlink(missing_ok=True)
