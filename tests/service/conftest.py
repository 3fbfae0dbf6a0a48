"""One service for all tests that only ask it something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")
pytest.importorskip("uvicorn", reason="the extra `serve` is not installed")

from support.serving import Service, serving


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    with serving() as running:
        yield running
