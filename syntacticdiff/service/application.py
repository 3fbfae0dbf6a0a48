"""The application: which path is answered by what."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from syntacticdiff._version import __version__
from syntacticdiff.differ import Stop
from syntacticdiff.parameters import shown
from syntacticdiff.service.analyses import Analyses
from syntacticdiff.service.bodies import (
    FORM,
    JSON,
    LINES,
    body,
    expect,
    form,
    json_object,
    lines,
    stored,
)
from syntacticdiff.service.endpoints import ENDPOINTS, Endpoint
from syntacticdiff.service.failing import BAD_REQUEST, ClientGoneError, RefusedError, busy
from syntacticdiff.service.guarding import Guard
from syntacticdiff.service.languagetool import CHECK_FIELDS, CheckRequest, check, languages
from syntacticdiff.service.logs import LOG, RequestLog
from syntacticdiff.service.openapi import description
from syntacticdiff.service.uploads import OPEN_DOCUMENT, WORD, document_text
from syntacticdiff.service.working import Workers

Answering = Callable[[Request], Awaitable[Response]]

PAGE = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
}


def make_application(
    analyses: Analyses, *, hosts: Collection[str] = (), origins: Collection[str] = ()
) -> Starlette:
    """The page and the HTTP interface as an ASGI application.

    Parameters
    ----------
    analyses : Analyses
        What answers.
    hosts : collection of str, default ()
        Names of this machine, besides `localhost` and addresses, under which it may be asked.
    origins : collection of str, default ()
        Origins of other pages that may ask, such as those of browser extensions.
    """
    service = _Service(analyses)
    middleware = [Middleware(RequestLog), Middleware(Guard, hosts=hosts, origins=origins)]
    if origins:
        middleware.append(
            Middleware(CORSMiddleware, allow_origins=list(origins), allow_methods=["*"])
        )
    routes = [Route(path, _page(*page), methods=["GET"], name=path) for path, page in PAGE.items()]
    for endpoint in ENDPOINTS:
        answering = _plainly(service.endpoint(endpoint))
        routes.append(Route(endpoint.path, answering, methods=["POST"]))
    routes += [
        Route("/report", _plainly(service.report), methods=["POST"]),
        Route("/documents", _plainly(service.document), methods=["POST"]),
        Route("/healthz", _plainly(service.health), methods=["GET"]),
        Route("/openapi.json", _plainly(service.description), methods=["GET"]),
        Route("/v2/check", _plainly(service.check, as_line), methods=["GET", "POST"]),
        Route("/v2/languages", _plainly(service.languages, as_line), methods=["GET"]),
    ]
    application = Starlette(routes=routes, middleware=middleware, lifespan=service.lifespan)
    application.state.call_off = service.workers.call_off
    return application


def as_json(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer as JSON; ASCII, for a text may have half a surrogate pair in it."""
    return Response(encoded(content), status, {**_HEADERS, **(headers or {})}, JSON)


def encoded(content: Any) -> bytes:
    """Plain data as JSON on one line."""
    return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def _refused(error: RefusedError) -> Response:
    return as_json({"error": error.message}, error.status, error.headers)


def as_line(error: RefusedError) -> Response:
    """A refusal as LanguageTool has it."""
    message = f"Error: {error.message}".encode("utf-8", "backslashreplace")
    return PlainTextResponse(message, error.status, {**_HEADERS, **error.headers})


def _plainly(
    answering: Answering, refused: Callable[[RefusedError], Response] = _refused
) -> Answering:
    """The same, with refusals as answers, and a line in the log for what went wrong."""

    async def answered(request: Request) -> Response:
        try:
            return await answering(request)
        except RefusedError as error:
            return refused(error)
        except ClientGoneError:
            return Response(status_code=499)  # nobody gets it; the log has it
        except MemoryError:
            LOG.error("memory ran out")
            return refused(busy("memory ran out; send less at a time"))
        except Exception as error:
            # The traceback has no values of variables; the message might have some of the text.
            LOG.exception("%s %s", request.method, request.scope["path"], exc_info=_silent(error))
            return refused(RefusedError(500, "something went wrong; the service's log says what"))

    return answered


class _HiddenError(Exception):
    """An error whose message is not logged."""


def _silent(error: Exception) -> tuple[type[BaseException], BaseException, Any]:
    hidden = _HiddenError(type(error).__name__)
    return _HiddenError, hidden, error.__traceback__


def _page(name: str, media_type: str) -> Answering:
    content = (files("syntacticdiff.service") / "page" / name).read_bytes()

    async def answered(request: Request) -> Response:
        return Response(content, 200, _HEADERS, media_type)

    return answered


class _Service:
    """Answers requests with the work of threads."""

    def __init__(self, analyses: Analyses) -> None:
        self._analyses, self._limits = analyses, analyses.limits
        self.workers = Workers(analyses.limits)
        self._streams = 0

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Ends what is under way when the service ends."""
        try:
            yield
        finally:
            self.workers.close()

    async def _body(self, request: Request) -> bytes:
        return await body(request, self._limits.body_bytes, self._limits.seconds)

    def endpoint(self, endpoint: Endpoint) -> Answering:
        """Answers what is asked for in JSON, or in lines of JSON."""

        async def answered(request: Request) -> Response:
            if expect(request, JSON, LINES) == LINES:
                return await self._stream(endpoint, request)
            given = endpoint.checked(json_object(await self._body(request)))

            def work(stop: Stop) -> bytes:
                return encoded(endpoint.run(self._analyses, given, stop, False))

            found = await self.workers.run(work, _gone(request))
            return Response(found, 200, _HEADERS, JSON)

        return answered

    async def _stream(self, endpoint: Endpoint, request: Request) -> Response:
        """Documents, one a line, answered one after another as they are done."""
        if self._streams >= self._limits.streams:
            raise busy()
        self._streams += 1
        try:
            file = await stored(request, self._limits.stream_bytes, self._limits.seconds)
        except BaseException:
            self._streams -= 1
            raise

        async def answers() -> AsyncIterator[bytes]:
            try:
                for number, line in enumerate(lines(file, self._limits.body_bytes), 1):
                    yield await self._line(endpoint, number, line)
                    if self.workers.closed:
                        break
            finally:
                self._streams -= 1
                file.close()

        return StreamingResponse(answers(), 200, _HEADERS, LINES)

    async def _line(self, endpoint: Endpoint, number: int, line: bytes | None) -> bytes:
        """The answer to one line of a stream."""
        name: Any = number
        try:
            if line is None:
                raise RefusedError(413, f"more than {self._limits.body_bytes:,} bytes in a line")
            asked = json_object(line)
            name = asked.get("id", number)
            if isinstance(name, bool) or not isinstance(name, (str, int)):
                name = number
                raise RefusedError(BAD_REQUEST, "id: a string or a whole number is needed")
            given = endpoint.checked(asked, ("id",))

            def work(stop: Stop) -> bytes:
                return encoded({"id": name, **endpoint.run(self._analyses, given, stop, True)})

            return await self.workers.run(work, patient=True) + b"\n"
        except RefusedError as error:
            return encoded({"id": name, "error": error.message}) + b"\n"
        except Exception as error:
            LOG.exception("a line of %s", endpoint.path, exc_info=_silent(error))
            return encoded({"id": name, "error": "something went wrong"}) + b"\n"

    async def report(self, request: Request) -> Response:
        """The report of some documents."""
        expect(request, JSON)
        given = json_object(await self._body(request))
        title, documents = _documents(given)
        page = await self.workers.run(
            lambda stop: self._analyses.report(title, documents, stop).encode(
                "utf-8", "backslashreplace"
            ),
            _gone(request),
        )
        # The page brings a policy of its own, and is to be saved rather than shown here.
        headers = {name: value for name, value in _HEADERS.items() if "Policy" not in name}
        headers["Content-Disposition"] = 'attachment; filename="report.html"'
        return Response(page, 200, headers, "text/html")

    async def document(self, request: Request) -> Response:
        """The text of a Word or OpenDocument file."""
        kind = expect(request, WORD, OPEN_DOCUMENT)
        data = await self._body(request)
        found = await self.workers.run(
            lambda stop: encoded({"text": document_text(kind, data)}), _gone(request)
        )
        return Response(found, 200, _HEADERS, JSON)

    async def health(self, request: Request) -> Response:
        """Whether the service works, and with what."""
        model = self._analyses.model
        return as_json(
            {
                "status": "ok",
                "version": __version__,
                "engine": self._analyses.plain.engine.name,
                "language": model.language,
                "model": model.checksum[:16],
                "occupied": self.workers.occupied,
            }
        )

    async def description(self, request: Request) -> Response:
        """The description of the interface."""
        return as_json(description(self._analyses.model.language))

    async def languages(self, request: Request) -> Response:
        """LanguageTool's list of languages."""
        return as_json(languages(self._analyses.model.language))

    async def check(self, request: Request) -> Response:
        """LanguageTool's check."""
        fields = form(request.scope["query_string"], CHECK_FIELDS)
        if request.method == "POST":
            expect(request, FORM)
            fields |= form(await self._body(request), CHECK_FIELDS)
        wanted = CheckRequest.of(fields, self._analyses.model.language)
        found = await self.workers.run(
            lambda stop: encoded(check(self._analyses, wanted, stop)), _gone(request)
        )
        return Response(found, 200, _HEADERS, JSON)


def _gone(request: Request) -> Callable[[], Awaitable[None]]:
    """Waits until the client has gone; the body has been read."""

    async def waited() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            await asyncio.sleep(0)

    return waited


def _documents(given: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    """The title and the documents of a report, validated."""
    for name in given:
        if name not in ("title", "documents"):
            raise RefusedError(
                BAD_REQUEST, f"{shown(name)}: no such field; there are title, documents"
            )
    title, documents = given.get("title", "Report"), given.get("documents")
    if not isinstance(title, str):
        raise RefusedError(BAD_REQUEST, f"title: a string is needed, not {shown(title)}")
    if not isinstance(documents, list) or not documents:
        raise RefusedError(BAD_REQUEST, "documents: a list of at least one is needed")
    found = []
    for document in documents:
        fine = isinstance(document, dict) and set(document) == {"name", "text"}
        if not fine or not all(isinstance(value, str) for value in document.values()):
            raise RefusedError(
                BAD_REQUEST, "documents: each is an object with the strings name and text"
            )
        found.append((document["name"], document["text"]))
    return title, found
