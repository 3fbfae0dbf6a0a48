"""Targets for the files of networks that users train: recognisers and encoder-decoders.

As in `targets`, a function of bytes may raise an error of ours, and no other.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from checksums import with_header_checksum

from syntacticdiff import neural, recognition
from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.neural.network_file import shapes
from syntacticdiff.recognition.network import GATES
from syntacticdiff.recognition.semicharacter import CONDITIONS

WORDS = ("a", "the", "words")
SENTENCES = [["Teh", "wrods", "a"], ["x"]]
SMALL = 1 << 8  # units of a network that is also run


def sdrec(data: bytes) -> None:
    """A damaged recogniser finds other words at worst, one or none for each."""
    with _file(data) as path:
        try:
            network = recognition.load_network(path, verify=False)
        except SyntacticDiffError:
            return
        with np.errstate(all="ignore"):  # weights may be as large as they like
            found = network.recognized(SENTENCES)
    assert [len(words) for words in found] == [len(words) for words in SENTENCES]
    assert {word for words in found for word in words} <= {*network.words, None}


def sdnrl(data: bytes) -> None:
    """A damaged encoder-decoder makes other sentences at worst, of known words."""
    with _file(data) as path:
        try:
            network = neural.load_network(path, verify=False)
        except SyntacticDiffError:
            return
        neural.save_network(network, path)
        assert neural.load_network(path).words == network.words
    if find_spec("torch") is not None and network.sizes.decoder < SMALL:
        from syntacticdiff.neural.decoding import decode

        for source, found in zip(SENTENCES, decode(network.built(), SENTENCES, 2), strict=True):
            assert set(found.tokens) <= {*network.words, *source}


@contextmanager
def _file(data: bytes) -> Iterator[Path]:
    """A file whose header has the right checksum, so that what follows is read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network"
        path.write_bytes(with_header_checksum(data))
        yield path


@cache
def _recogniser() -> bytes:
    chance = np.random.default_rng(1)
    units, width = 3, CONDITIONS["INT"].width

    def drawn(*shape: int) -> np.ndarray:
        return chance.normal(size=shape).astype(np.float32)

    network = recognition.RecognitionNetwork(
        words=WORDS,
        input=drawn(GATES * units, width),
        recurrent=drawn(GATES * units, units),
        bias=drawn(GATES * units),
        output=drawn(len(WORDS) + 1, units),
        output_bias=drawn(len(WORDS) + 1),
        condition="INT",
        header={
            "tokenizer": "treebank",
            "tokenizer_version": 1,
            "training": {"seed": 0},
            "signature": "made up",
        },
    )
    with tempfile.TemporaryDirectory() as folder:
        recognition.save_network(network, Path(folder) / "n.sdrec")
        return (Path(folder) / "n.sdrec").read_bytes()


@cache
def _encoder_decoder() -> bytes:
    chance = np.random.default_rng(1)
    sizes = neural.Sizes(4, 3, 5)
    weights = {
        name: chance.normal(size=shape).astype(np.float32)
        for name, shape in shapes(len(WORDS), sizes).items()
    }
    header = {"training": {"seed": 1}, "curve": [{"step": 1}], "signature": "made up 1"}
    network = neural.CorrectionNetwork(WORDS, sizes, 50, weights, header)
    with tempfile.TemporaryDirectory() as folder:
        neural.save_network(network, Path(folder) / "n.sdnrl")
        return (Path(folder) / "n.sdnrl").read_bytes()


def seeds(name: str) -> tuple[bytes, ...]:
    """Valid inputs of a target of this module, to be changed."""
    return (_recogniser() if name == "sdrec" else _encoder_decoder(),)


ALL: dict[str, tuple[Callable[[bytes], None], tuple[str, ...]]] = {
    target.__name__: (target, ()) for target in (sdrec, sdnrl)
}
