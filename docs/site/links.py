"""Whether every link of the built site leads somewhere: to a file, and to a place in its page.

    python docs/site/links.py build/site

MkDocs checks what it made itself from Markdown; this looks at the pages as a browser gets them,
with what templates, docstrings and notebooks put in. Nothing may be fetched from elsewhere when a
page is opened; links that a reader may follow to other sites are not looked at.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {"img", "script", "link", "iframe", "source"}
UNKNOWN = "404.html"  # shown for any address, so that its links begin at the root


class Page(HTMLParser):
    """The places of a page that can be linked to, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = {"", "top"}
        self.links: list[tuple[str, str]] = []  # the tag and the address
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)
            elif name in ("href", "src"):
                self.links.append((tag, value))


def broken(site: Path) -> Iterator[str]:
    """What is wrong, page by page."""
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    linked: dict[Path, set[Path]] = defaultdict(set)
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        for tag, address in page.links:
            parts = urlsplit(address)
            if parts.scheme in ("http", "https") or parts.netloc:
                if tag in FETCHED:
                    yield f"{name}: fetches {address}"
                continue
            if parts.scheme:  # mailto, data, javascript
                continue
            start = site if parts.path.startswith("/") else path.parent
            target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                yield f"{name}: {address}: no such file"
            elif target in pages and unquote(parts.fragment) not in pages[target].places:
                yield f"{name}: {address}: no such place in it"
            linked[target].add(path)
    for path in pages:
        if path.name != UNKNOWN and not linked[path] - {path}:
            yield f"{path.relative_to(site).as_posix()}: no page leads here"


def main() -> None:
    site = Path(sys.argv[1]).resolve()
    found = list(broken(site))
    if found:
        sys.exit("\n".join(found))
    print(f"{len(list(site.rglob('*.html')))} pages, and every link leads somewhere")


if __name__ == "__main__":
    main()
