"""Texts cleaned once: from a package's file to one sentence a line in the user's cache."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
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


@dataclass(frozen=True)
class CleanText:
    """A text that was cleaned.

    Parameters
    ----------
    sentences : path
        A file with one sentence a line.
    credits : path
        A file with one line for each article or author that a sentence was taken from.
    """

    sentences: Path
    credits: Path


def cleaned(text: OpenText, say: Say) -> CleanText:
    """The text, one sentence a line; downloaded and cleaned if the cache does not have it yet.

    Parameters
    ----------
    text : OpenText
        What is wanted.
    say : callable
        Called with a line for each step that takes a while.
    """
    name = f"{text.name}-{_key(text)}"
    clean = CleanText(
        cache_folder("texts", f"{name}.txt"), cache_folder("texts", f"{name}.credits.txt")
    )
    if not clean.sentences.exists():
        archive = opened(text.package, say)
        say(f"cleaning {text.name}: {text.title}")
        clean.sentences.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(clean.sentences.parent)
        _clean(text, archive, clean)
    return clean


def _clean(text: OpenText, archive: Archive, clean: CleanText) -> None:
    """Write the sentences that are prose, and whom they are credited to.

    The sentences appear last: where they are, everything is.
    """
    credited = set[str]()
    bar = tqdm(text.read(archive), text.name, unit=" paragraphs", disable=None, leave=False)
    with atomic_write(clean.sentences) as stream:
        for paragraph, credit in bar:
            for sentence in sentences(paragraph):
                stream.write(f"{sentence}\n".encode())
                credited.add(credit)
        with atomic_write(clean.credits) as names:
            names.writelines(f"{name}\n".encode() for name in sorted(credited) if name)


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
