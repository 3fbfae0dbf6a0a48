"""Finding and fetching files of packages where pip is configured to look."""

from __future__ import annotations

import functools
import http.server
import io
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from syntacticdiff.errors import InputError
from syntacticdiff.reference.recipes import package_index
from syntacticdiff.reference.recipes.package_index import PYPI, Configuration, PackageIndex

NAME = "my_texts-1.0.tar.gz"


@pytest.fixture
def simple(tmp_path: Path) -> Path:
    """A folder with an index (PEP 503) of one project with one file."""
    page = tmp_path / "simple" / "my-texts" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text(
        '<a href="../../files/my_texts-0.9.tar.gz">old</a>'
        f'<a href="../../files/{NAME}#sha256=abc">{NAME}</a>'
    )
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / NAME).write_bytes(b"content")
    return tmp_path / "simple"


def fetched(configuration: Configuration, project: str = "My.Texts") -> bytes:
    stream = io.BytesIO()
    PackageIndex(configuration).fetch(project, NAME, stream)
    return stream.getvalue()


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder; a folder with a file `index.json` answers with that (PEP 691)."""

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        page = Path(self.translate_path(self.path)) / "index.json"
        if page.exists() and "application/vnd.pypi.simple.v1+json" in self.headers["Accept"]:
            self.send_response(200)
            self.send_header("Content-Type", "application/vnd.pypi.simple.v1+json")
            self.end_headers()
            self.wfile.write(page.read_bytes())
        else:
            super().do_GET()


@pytest.fixture
def server(simple: Path) -> Iterator[str]:
    handler = functools.partial(Handler, directory=str(simple.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


class TestFetching:
    def test_from_an_index_in_a_folder(self, simple: Path) -> None:
        assert fetched(Configuration((simple.as_uri(),))) == b"content"

    def test_from_an_index_on_a_server(self, server: str) -> None:
        assert fetched(Configuration((f"{server}/simple/",))) == b"content"

    def test_from_an_index_that_answers_with_json(self, server: str, simple: Path) -> None:
        page = simple / "my-texts" / "index.html"
        listed = {"files": [{"filename": NAME, "url": f"../../files/{NAME}"}]}
        page.with_name("index.json").write_text(json.dumps(listed))
        page.unlink()
        assert fetched(Configuration((f"{server}/simple",))) == b"content"

    def test_from_a_folder_of_files(self, simple: Path) -> None:
        assert fetched(Configuration((), (str(simple.parent / "files"),))) == b"content"

    def test_from_a_page_of_links(self, server: str) -> None:
        address = f"{server}/simple/my-texts/"
        assert fetched(Configuration((), (address,))) == b"content"

    def test_the_next_index_is_asked_if_one_does_not_have_it(
        self, server: str, simple: Path, tmp_path: Path
    ) -> None:
        empty = tmp_path / "empty"
        empty.mkdir()
        indexes = (f"{server}/nothing", empty.as_uri(), simple.as_uri())
        assert fetched(Configuration(indexes)) == b"content"

    def test_the_next_index_is_asked_if_one_cannot_be_reached(self, simple: Path) -> None:
        assert fetched(Configuration(("http://127.0.0.1:9", simple.as_uri()))) == b"content"


class TestFailures:
    def test_without_a_network_one_line_says_what_to_do(self) -> None:
        with pytest.raises(InputError) as caught:
            fetched(Configuration(("http://user:secret@127.0.0.1:9/simple",)))
        message = str(caught.value)
        assert message.startswith(f"{NAME}: cannot be downloaded (http://127.0.0.1:9/simple/my-")
        assert "run the same command again" in message
        assert "secret" not in message
        assert "\n" not in message

    def test_a_file_that_no_index_has(self, simple: Path) -> None:
        with pytest.raises(InputError, match="none of the package indexes"):
            fetched(Configuration((simple.as_uri(),)), "other")


class TestConfiguration:
    def test_the_environment_comes_before_the_command_and_that_before_the_rest(self) -> None:
        listing = "\n".join(
            [
                ":env:.find-links='/wheels'",
                "download.index-url='https://b.example/simple'",
                "global.cert='/c.pem'",
                "global.extra-index-url='file:///x/simple\\nhttps://y.example/simple'",
                "global.find-links='/other'",
                "global.index-url='https://a.example/simple'",
                "install.index-url='https://c.example/simple'",
            ]
        )
        assert Configuration.of(package_index._options(listing)) == Configuration(
            ("https://b.example/simple", "file:///x/simple", "https://y.example/simple"),
            ("/wheels",),
            "/c.pem",
        )

    def test_nothing_configured_is_the_public_index(self) -> None:
        assert Configuration.of({}) == Configuration((PYPI,))

    def test_no_index(self) -> None:
        assert Configuration.of({"no-index": "true", "find-links": "/a /b"}) == Configuration(
            (), ("/a", "/b")
        )

    def test_pip_is_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PIP_INDEX_URL", "https://mirror.example/simple")
        assert package_index.pip_configuration().indexes[0] == "https://mirror.example/simple"
