"""Wikitext to paragraphs of running text.

Enough of MediaWiki's syntax to get clean prose out of an article, not a parser: what would have to
be rendered (formulas, unit conversions, pronunciations) leaves a `HOLE`, so that whoever splits the
paragraphs can drop the sentence that has lost a part. Lists, tables, headings, captions and notes
are no running text and are left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

HOLE = "\ufffc"  # OBJECT REPLACEMENT CHARACTER: something stood here that is not text

# Templates that print nothing where they stand, or only a mark that points elsewhere.
_SILENT = re.compile(
    r"cite|citation|vcite|harv|sfn|efn|refn|rp\b|dead link|page needed|clarify|who\b|when\b"
    r"|which\b|by whom|dubious|fact\b|cn\b|original research|verify|better source|anchor"
    r"|failed verification|update|main\b|see also|further|wayback|full citation|specify|vague"
)
# Templates that print their last argument and nothing else.
_TRANSPARENT = {"nowrap", "small", "smaller", "vanchor", "visible anchor", "nobold"}
_LITERAL = {"'s": "'s", "'": "'", "nbsp": " ", "spaces": " ", "snd": " – ", "spaced ndash": " – "}

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NOTE = re.compile(r"<ref\b[^<>]*/>|<ref\b[^<>]*>.*?</ref\s*>", re.DOTALL | re.IGNORECASE)
_BLOCK = re.compile(
    r"<(gallery|timeline|imagemap|table|div|center|poem|source|syntaxhighlight|pre|score)\b.*?</\1\s*>",
    re.DOTALL | re.IGNORECASE,
)
_RENDERED = re.compile(r"<(math|chem|code|hiero|ce)\b[^<>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(r"</?(?:br|p|blockquote|hr)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")

_TEMPLATE = re.compile(r"\{\{([^{}]*)\}\}")
_TABLE = re.compile(r"\{\|(?:(?!\{\||\|\}).)*\|\}", re.DOTALL)
_LINK = re.compile(r"\[\[([^\[\]]*)\]\]")
_ASIDE = re.compile(r"\s*(?:File|Image|Media|Category)\s*:", re.IGNORECASE)
_ADDRESS = re.compile(r"\[(?:https?:|ftp:|mailto:)?//[^\s\]]*\s*([^\[\]]*)\]", re.IGNORECASE)
_EMPHASIS = re.compile(r"'{2,3}(?='s\b)|'{2,5}")  # ''Titanic'''s keeps its 's
_SWITCH = re.compile(r"__[A-Z]+__")

_HEADING = re.compile(r"(=+)\s*(.*?)\s*=+\s*$")
_NO_PROSE_LINE = tuple("*#:;|!{}")
_NO_PROSE_SECTION = re.compile(
    r"references?|notes?|footnotes|citations|sources?|bibliography|further reading|see also"
    r"|external links|works cited|literature|discography|filmography|publications|gallery",
    re.IGNORECASE,
)


def paragraphs(wikitext: str) -> Iterator[str]:
    """The paragraphs of an article, without markup, in order; redirects have none."""
    if wikitext.lstrip()[:9].upper() == "#REDIRECT":
        return
    lines: list[str] = []
    for line in (*_prose_lines(wikitext), ""):
        if line:
            lines.append(line)
        elif lines:
            yield " ".join(lines)
            lines.clear()


def _prose_lines(wikitext: str) -> Iterator[str]:
    """The lines of an article; an empty one stands for everything that ends a paragraph."""
    skipped_level = 0  # level of the heading that began a section without prose; 0 outside of one
    for line in plain(wikitext).split("\n"):
        if heading := _HEADING.match(line):
            level = len(heading[1])
            if not skipped_level or level <= skipped_level:
                skipped_level = level if _NO_PROSE_SECTION.fullmatch(heading[2]) else 0
        prose = not (skipped_level or heading or line.startswith(_NO_PROSE_LINE))
        yield line.strip() if prose and line.strip(HOLE + " ") else ""


def plain(wikitext: str) -> str:
    """The text without inline markup; its lines are still those of the source."""
    text = _COMMENT.sub("", wikitext)
    text = _NOTE.sub("", text)
    text = _RENDERED.sub(HOLE, text)
    text = _inside_out(_TEMPLATE, _template, text)
    text = _inside_out(_TABLE, lambda match: "\n", text)
    text = _BLOCK.sub("\n", text)
    text = _ADDRESS.sub(lambda match: match[1] or HOLE, text)
    text = _inside_out(_LINK, _link, text)
    text = _BREAK.sub("\n", text)
    text = _SWITCH.sub("", _EMPHASIS.sub("", _TAG.sub("", text)))
    return html.unescape(html.unescape(text))  # "&amp;nbsp;" is common


def _inside_out(pattern: re.Pattern[str], render: Callable[[re.Match[str]], str], text: str) -> str:
    """Replace innermost matches until none is left: constructs nest, patterns do not."""
    count = 1
    while count:
        text, count = pattern.subn(render, text)
    return text


def _template(match: re.Match[str]) -> str:
    name, *arguments = (part.strip() for part in match[1].split("|"))
    name = name.lower()
    if name in _LITERAL:
        return _LITERAL[name]
    if name in _TRANSPARENT and arguments:
        return arguments[-1]
    return "" if _SILENT.match(name) else HOLE


def _link(match: re.Match[str]) -> str:
    if _ASIDE.match(match[1]):
        return ""
    target, _, label = match[1].rpartition("|")
    # "[[Boston (Lincolnshire)|]]" shows "Boston".
    return label or target.partition(" (")[0]
