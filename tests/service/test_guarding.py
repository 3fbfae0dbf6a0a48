"""Other sites may not ask, by whatever name they call this machine."""

from __future__ import annotations

import pytest
from support.serving import Service, serving

from syntacticdiff.service.guarding import host_name

ASKED = {"text": "We go to school."}


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8010", "[::1]:8010"])
def test_names_of_this_machine_are_answered(service: Service, host: str) -> None:
    assert service.post("/score", ASKED, host=host).status == 200


@pytest.mark.parametrize(
    "host", ["example.org", "localhost.example.org", "127.0.0.1.example.org:80", "a@localhost", ""]
)
def test_another_name_is_refused(service: Service, host: str) -> None:
    for path in ("/", "/healthz", "/v2/languages"):
        assert service.ask("GET", path, host=host).status == 421
    assert service.post("/score", ASKED, host=host).status == 421


def test_the_page_may_ask_and_pages_of_other_sites_may_not(service: Service) -> None:
    assert service.post("/score", ASKED, origin=service.address).status == 200
    for origin in ("https://example.org", "null", "http://127.0.0.1:1", "file://"):
        answer = service.post("/score", ASKED, origin=origin)
        assert answer.status == 403
        assert not any("access-control" in name for name in answer.headers)
    preflight = service.ask(
        "OPTIONS", "/score", origin="https://example.org", access_control_request_method="POST"
    )
    assert preflight.status == 403


def test_hosts_and_origins_can_be_allowed() -> None:
    options = ["--allow-host", "desk.example", "--allow-origin", "https://example.org"]
    with serving(options) as service:
        assert service.post("/score", ASKED, host="desk.example:80").status == 200
        assert service.post("/score", ASKED, host="other.example").status == 421
        answer = service.post("/score", ASKED, origin="https://example.org")
        assert answer.status == 200
        assert answer.headers["access-control-allow-origin"] == "https://example.org"
        assert service.post("/score", ASKED, origin="https://example.com").status == 403


@pytest.mark.parametrize("host", ["a/b", "a?b", "a#b", "a:b", "[::1", "a b", ""])
def test_a_malformed_host_has_no_name(host: str) -> None:
    assert host_name(host) in (None, "a b")


def test_answers_carry_a_policy(service: Service) -> None:
    headers = service.ask("GET", "/").headers
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers
