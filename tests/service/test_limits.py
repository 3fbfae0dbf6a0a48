"""Limits hold: size, tokens, time, and how many ask at once; and the service ends in order."""

from __future__ import annotations

import json
import signal
import socket
import threading
import time
from contextlib import suppress

import pytest
from support.commands import run
from support.serving import PATIENCE, Answer, Service, serving

SENTENCE = "Yesterday we was at the market, and she buyed three apple and a orange. "
LARGE = ["--max-body", "20000000", "--max-tokens", "5000000"]
# Too much to be done while a test waits, on any machine.
ENDLESS = "".join(f"{SENTENCE[:-2]} number {number}. " for number in range(20_000))


def occupied(service: Service, expected: int) -> None:
    """Wait until so many searches run or wait."""
    end = time.monotonic() + PATIENCE
    while service.ask("GET", "/healthz").json()["occupied"] != expected:
        assert time.monotonic() < end, service.printed
        time.sleep(0.02)


def begun(service: Service) -> socket.socket:
    """A connection whose request is being searched."""
    body = json.dumps({"text": ENDLESS}).encode()
    head = f"POST /diff HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    connection = socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE)
    connection.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
    occupied(service, 1)
    return connection


def test_what_is_too_large_is_refused() -> None:
    options = ["--max-body", "2000", "--max-tokens", "20"]
    with serving(options) as service:
        answer = service.post("/diff", {"text": "a" * 3_000})
        assert (answer.status, "2,000 bytes" in answer.json()["error"]) == (413, True)
        answer = service.post("/diff", {"text": SENTENCE * 3})
        assert (answer.status, "tokens" in answer.json()["error"]) == (413, True)
        assert service.post("/score", {"text": SENTENCE * 3}).status == 413
        # Without a length, in chunks, the limit holds as well.
        connection = service.connection()
        chunks = (b'{"text": "' + b"a" * 500 for _ in range(10))
        with suppress(BrokenPipeError, ConnectionResetError):  # the answer comes before the last
            connection.request("POST", "/diff", chunks, {"Content-Type": "application/json"})
        assert connection.getresponse().status == 413
        connection.close()
        line = json.dumps({"text": "a" * 3_000})
        asked = "\n".join([line, json.dumps({"text": "We go."})])
        answer = service.ask("POST", "/diff", asked, content_type="application/x-ndjson")
        first, second = answer.lines()
        assert "2,000 bytes" in first["error"]
        assert second["sentences"][0]["text"] == "We go."


def test_what_takes_too_long_is_called_off() -> None:
    with serving([*LARGE, "--timeout", "0.5"]) as service:
        answer = service.post("/diff", {"text": ENDLESS})
        assert (answer.status, "0.5 seconds" in answer.json()["error"]) == (504, True)
        occupied(service, 0)
        assert service.post("/score", {"text": "We go."}).status == 200


def test_who_comes_when_all_places_are_taken_is_sent_away() -> None:
    with serving([*LARGE, "--threads", "1", "--queue", "0"]) as service:
        with begun(service):
            for path in ("/diff", "/correct", "/features", "/score"):
                answer = service.post(path, {"text": "We go."})
                assert (answer.status, answer.headers["retry-after"]) == (503, "2")
            assert service.ask("GET", "/v2/check?language=en&text=We").status == 503
            assert service.ask("GET", "/healthz").status == 200
        occupied(service, 0)
        assert service.post("/diff", {"text": "We go."}).status == 200


def test_a_search_ends_when_its_client_goes() -> None:
    with serving([*LARGE, "--threads", "1", "--timeout", "600"]) as service:
        begun(service).close()
        occupied(service, 0)
        assert service.stop() == 0
        assert any("POST /diff 499" in line for line in service.printed)


def test_those_who_wait_are_answered_in_their_turn() -> None:
    with serving(["--threads", "1", "--queue", "8"]) as service:
        answers: list[Answer] = []
        threads = [
            threading.Thread(
                target=lambda: answers.append(service.post("/diff", {"text": SENTENCE * 200}))
            )
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [answer.status for answer in answers] == [200] * 8
        assert len({answer.body for answer in answers}) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order(number: signal.Signals) -> None:
    with serving([*LARGE, "--timeout", "600"]) as service, begun(service) as connection:
        assert service.stop(number) == 0
        assert service.printed[-1] == f"syntacticdiff: stopped by {number.name}\n"
        assert not any("Traceback" in line for line in service.printed), service.printed
        assert b"200 OK" not in connection.recv(1000)


def test_logs_have_no_text_unless_that_is_asked_for() -> None:
    secret = "Zanzibar"
    for options, expected in (([], False), (["--log-text"], True)):
        with serving(options) as service:
            service.post("/correct", {"text": f"{secret} are nice."})
            service.ask("GET", f"/v2/check?language=en&text={secret}")
            service.ask("GET", f"/{secret}")
            service.post("/correct", {"text": "a", secret: 1})
            service.stop()
            assert any(secret in line for line in service.printed) is expected


def test_a_port_that_is_taken_is_named(service: Service) -> None:
    result = run("serve", "--port", str(service.port))
    assert result.code == 2
    assert f"port {service.port}" in result.stderr
    assert "--port" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("origin", ["example.org", "https://example.org/", "https://a\r\nb", ""])
def test_an_origin_that_no_browser_sends_is_refused(origin: str) -> None:
    answer = run("serve", "--port", "0", "--allow-origin", origin)
    assert answer.code == 2
    assert answer.stderr.count("\n") == 1
    assert "is no origin such as https://example.org" in answer.stderr
