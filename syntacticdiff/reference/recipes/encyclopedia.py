"""Articles of English Wikipedia, in the three forms in which packages have them.

- enwik8: the first 100,000,000 bytes of a dump of 2006, cut off in the middle of a page;
- WikiText-2: good and featured articles as tokens separated by spaces;
- summaries: the beginnings of articles, as plain text, from Wikipedia's own interface.

Each reader gives the title of an article with its paragraphs; `prose` makes sentences of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO
from xml.etree import ElementTree

from syntacticdiff.reference.recipes.wikitext import paragraphs

Article = tuple[str, list[str]]

_NAMESPACE = re.compile(
    r"(?:Media|Special|Talk|User|Wikipedia|Image|MediaWiki|Template|Help|Category|Portal)"
    r"(?: talk)?:"
)


def dump_articles(stream: IO[bytes]) -> Iterator[Article]:
    """Title and paragraphs of every article of a MediaWiki dump; redirects and such are skipped.

    A dump that ends in the middle of a page gives the pages before it.
    """
    title, wikitext = "", ""
    try:
        for _, element in ElementTree.iterparse(stream):
            match element.tag.rpartition("}")[2]:
                case "title":
                    title = element.text or ""
                case "text":
                    wikitext = element.text or ""
                case "page":
                    if not _NAMESPACE.match(title) and (found := list(paragraphs(wikitext))):
                        yield title, found
                    element.clear()
    except ElementTree.ParseError:
        return


_TITLE = re.compile(r" = ([^=].*?) = ")
_HEADING = re.compile(r"(?: =){2,} .* (?:= ){2,}")
_SEPARATOR = re.compile(r" @([-,.])@ ")
_QUOTED = re.compile(r'(?:(?<= )|^)" (.*?) "(?= |$)')
_CLOSING = re.compile(r" ([,;:.!?)\]%]|'s\b|')(?= |$)")
_OPENING = re.compile(r"([(\[$£]) ")
_CONTRACTION = re.compile(r" (n't|'(?:s|d|m|ll|re|ve))(?= |$)")


def wikitext2_articles(stream: IO[bytes]) -> Iterator[Article]:
    """Title and paragraphs of every article of a WikiText file, with the spaces as people write."""
    title, found = "", list[str]()
    after_blank = True  # a title has a blank line before it, the rows of a legend have not
    for raw in stream:
        line = raw.decode("utf-8").rstrip("\n")
        if after_blank and (heading := _TITLE.fullmatch(line)):
            if found:
                yield title, found
            title, found = untokenized(heading[1]), []
        elif line.strip() and not _HEADING.fullmatch(line):
            found.append(untokenized(line))
        after_blank = not line.strip()
    if found:
        yield title, found


def untokenized(line: str) -> str:
    """A line of WikiText without the spaces that its tokenizer put in."""
    text = _SEPARATOR.sub(r"\1", line.strip())
    text = _QUOTED.sub(r'"\1"', text)
    text = _CONTRACTION.sub(r"\1", _CLOSING.sub(r"\1", _OPENING.sub(r"\1", text)))
    return text.replace(" – ", "–") if re.search(r"\d – \d", text) else text


def summaries(stream: IO[bytes]) -> Iterator[Article]:
    """Title and summary of every article of a file of summaries."""
    for article in json.load(stream).values():
        yield article["title"], [article["extract"]]
