"""Who may ask: no other site, by whatever name it calls this machine.

The service listens on this machine, but so does every page that a browser here has open. A page of
another site can send requests (without reading the answers), and if its own name is made to lead
here (DNS rebinding), it can read answers as well. So the Host header must be a name that the
service knows or an address, which nobody can rebind; and an Origin must be the service's own or
one that was allowed. An address that is none is refused as well.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOCAL = "localhost"


class Guard:
    """Refuses requests with a Host or an Origin that is not known.

    Parameters
    ----------
    app : ASGI application
        What answers the others.
    hosts : collection of str
        Names of this machine besides `localhost`.
    origins : collection of str
        Origins of other pages that may ask; `*` for all.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], origins: Collection[str]) -> None:
        self._app = app
        self._hosts = {LOCAL, *(host.lower() for host in hosts)}
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "http":
            why = self._fault(Headers(scope=scope), scope["query_string"])
            if why is not None:
                status, message = why
                await JSONResponse({"error": message}, status)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _fault(self, headers: Headers, query: bytes) -> tuple[int, str] | None:
        if not query.isascii():
            return 400, "query: has bytes that no address may have; write them as %XX"
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_here(hosts[0]):
            return 421, "host: not a name of this service; allow it with --allow-host NAME"
        origin = headers.get("origin")
        if origin is None or self._origins & {origin, "*"} or _is_same(origin, hosts[0]):
            return None
        return 403, "origin: pages of other sites may not ask; allow one with --allow-origin"

    def _is_here(self, host: str) -> bool:
        name = host_name(host)
        return name is not None and (name in self._hosts or _is_address(name))


def host_name(host: str) -> str | None:
    """The name or address in a Host header, in lower case; None if it is malformed.

    Examples
    --------
    >>> host_name("LOCALHOST:8081"), host_name("[::1]:80"), host_name("a@b"), host_name("a:b")
    ('localhost', '::1', None, None)
    """
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    if parts.netloc != host or "@" in host or parts.path or parts.query or parts.fragment:
        return None
    return parts.hostname


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_same(origin: str, host: str) -> bool:
    """Whether an origin is the page of this service."""
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == host.lower()
