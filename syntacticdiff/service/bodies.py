"""Bodies of requests: read up to a limit and for a limited time, as JSON, a form or lines."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Collection, Iterator
from typing import IO, Any
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from syntacticdiff.parameters import shown
from syntacticdiff.service.failing import (
    BAD_REQUEST,
    TOO_LARGE,
    ClientGoneError,
    RefusedError,
)

JSON, LINES, FORM = "application/json", "application/x-ndjson", "application/x-www-form-urlencoded"
_IN_MEMORY = 1_000_000  # bytes of a stream; more of it is on disk
_MOST_FIELDS = 100


def media_type(request: Request) -> str:
    """The type of a body, without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def expect(request: Request, *allowed: str) -> str:
    """The type of a body, if it is one of these."""
    found = media_type(request)
    if found not in allowed:
        raise RefusedError(
            415, f"content-type: {' or '.join(allowed)} is needed, not {shown(found)}"
        )
    return found


async def body(request: Request, most: int, seconds: float) -> bytes:
    """The whole body."""
    parts = [part async for part in _parts(request, most, seconds)]
    return b"".join(parts)


async def stored(request: Request, most: int, seconds: float) -> IO[bytes]:
    """The body in a file without a name, at its beginning; `seconds` is for each part of it."""
    file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  # the caller closes it
    try:
        async for part in _parts(request, most, seconds):
            file.write(part)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


async def _parts(request: Request, most: int, seconds: float) -> AsyncIterator[bytes]:
    declared = request.headers.get("content-length", "0")
    size = 0
    if declared.isdecimal() and int(declared[:20]) > most:
        raise _too_large(most)
    parts = request.stream().__aiter__()
    while True:
        try:
            async with asyncio.timeout(seconds):
                part = await anext(parts)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise RefusedError(408, "the body of the request did not come in time") from None
        except ClientDisconnect:
            raise ClientGoneError from None
        size += len(part)
        if size > most:
            raise _too_large(most)
        yield part


def _too_large(most: int) -> RefusedError:
    # The rest of the body is not read, so that the connection cannot be used again.
    return RefusedError(
        TOO_LARGE, f"the body has more than {most:,} bytes; send less at a time", _CLOSE
    )


_CLOSE = {"Connection": "close"}


def json_object(data: bytes) -> dict[str, Any]:
    """A JSON object."""
    try:
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise RefusedError(BAD_REQUEST, f"the body is not JSON in UTF-8: {why}") from None
    if not isinstance(found, dict):
        raise RefusedError(BAD_REQUEST, f"a JSON object is needed, not {shown(found)}")
    return found


def form(data: bytes | str, names: Collection[str]) -> dict[str, str]:
    """The fields with these names of a form or of a query, each once; others are ignored."""
    try:
        text = data.decode("ascii") if isinstance(data, bytes) else data
        pairs = parse_qsl(
            text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError:  # UnicodeDecodeError is one
        raise RefusedError(
            BAD_REQUEST, "the form is not in UTF-8, or has too many fields"
        ) from None
    fields: dict[str, str] = {}
    for name, value in pairs:
        if name in fields:
            raise RefusedError(BAD_REQUEST, f"'{name}' is given twice")
        if name in names:
            fields[name] = value
    return fields


def lines(file: IO[bytes], most: int) -> Iterator[bytes | None]:
    """The lines that are not blank; None for one that is too long."""
    while line := file.readline(most + 2):
        if len(line.rstrip(b"\r\n")) > most:
            while line and not line.endswith(b"\n"):
                line = file.readline(most)
            yield None
        elif line.strip():
            yield line
