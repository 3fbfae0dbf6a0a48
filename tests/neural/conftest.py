"""Small networks, and the package that they need."""

from __future__ import annotations

from typing import Any

import pytest

from syntacticdiff.neural.batches import Vocabulary
from syntacticdiff.neural.model import EncoderDecoder, Sizes


@pytest.fixture(scope="session")
def torch() -> Any:
    """The package torch, on one thread; tests that need it are skipped without it."""
    torch = pytest.importorskip("torch", reason="needs the extra neural")
    torch.set_num_threads(1)
    return torch


@pytest.fixture
def toy(torch: Any) -> EncoderDecoder:
    """A network with weights drawn at random and a vocabulary of three words."""
    torch.manual_seed(5)
    network = EncoderDecoder(torch, Vocabulary(("a", "b", "c")), Sizes(6, 5, 7))
    with torch.no_grad():
        network.layers["gate"].bias.zero_()
        network.layers["cue"].weight.mul_(0.3)
    return network
