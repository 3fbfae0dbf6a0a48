"""The `.sdnrl` file: an encoder-decoder that corrects, in two bytes a weight.

A container (docs/format.md) of arrays and JSON, no pickle.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import Container, Kind, open_container, write_container
from syntacticdiff.files.header import listed, record, required, text, whole
from syntacticdiff.neural.batches import SPECIAL, WIDTH, Vocabulary
from syntacticdiff.neural.model import AFTER, BEFORE, EncoderDecoder, Sizes
from syntacticdiff.neural.programs import MOST_WRITTEN
from syntacticdiff.recognition.learning import required_torch
from syntacticdiff.text.front_coding import FrontCodedWords

DEFAULT = "default"
EMBEDDED = Path(__file__).with_name("default.sdnrl")  # NOTICE says what it has learned from
SDNRL = Kind(
    magic=b"SDNR\r\n\x1a\n",
    version=1,
    name="correction network",
    remedy="make one with `syntacticdiff train-corrector`",
    rules={
        "words": required(whole(1)),
        "vector": required(whole(1, 1 << 12)),
        "units": required(whole(1, 1 << 12)),
        "decoder": required(whole(1, 1 << 12)),
        "longest": required(whole(1)),
        "training": required(record()),
        "curve": required(listed(record())),
        "signature": required(text()),
        "licence": text(),
    },
    sections={"words.text": ("u1",), "words.blocks": ("u4",), "weights.*": ("f2",)},
)

HEADER = ("training", "curve", "signature", "licence")  # what a network keeps of it


@dataclass(frozen=True)
class CorrectionNetwork:
    """The weights of an encoder-decoder and all that belongs to them; torch is not needed.

    Parameters
    ----------
    words : tuple of str
        The words that it can write, in the order of their bytes.
    sizes : Sizes
        How large it is.
    longest : int
        The most tokens of the sentences that it was trained on.
    weights : mapping of str to array
        By the names of torch.
    header : dict
        `training`, how it was trained; `curve`, a `Point` for each check; `signature`; and
        `licence`, if it is known.
    """

    words: tuple[str, ...]
    sizes: Sizes
    longest: int
    weights: Mapping[str, NDArray[np.float32]]
    header: dict[str, Any] = field(default_factory=dict)

    def built(self) -> EncoderDecoder:
        """The network that runs.

        Raises
        ------
        UsageError
            If torch is not installed, with the line that installs it.
        """
        torch = required_torch("the system nrl")
        network = EncoderDecoder(torch, Vocabulary(self.words), self.sizes)
        network.layers.load_state_dict(
            {name: torch.from_numpy(np.array(value)) for name, value in self.weights.items()}
        )
        return network

    def rounded(self) -> CorrectionNetwork:
        """The network as its file has it."""
        return replace(self, weights={n: _half(w).astype("f4") for n, w in self.weights.items()})


def _half(array: NDArray[np.float32]) -> NDArray[np.float16]:
    most = float(np.finfo(np.float16).max)
    return np.clip(array, -most, most).astype(np.float16)


def shapes(words: int, sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """The shape of each array of weights."""
    vector, units, decoder = sizes.vector, sizes.units, sizes.decoder
    both = 2 * units
    found: dict[str, tuple[int, ...]] = {
        "words.weight": (SPECIAL + words, vector),
        "letters.weight": (vector, WIDTH),
        "first.weight": (decoder, both),
        "query.weight": (both, decoder),
        "summary.weight": (decoder, decoder + 2 * both),
        "gate.weight": (1, decoder),
        "output.weight": (vector, decoder),
        "cue.weight": (MOST_WRITTEN + 1, BEFORE + 1 + AFTER),
    }
    for name in ("first", "query", "summary", "gate", "output"):
        found[f"{name}.bias"] = found[f"{name}.weight"][:1]
    for name, inside, width in (
        ("encoder", units, vector),
        ("decoder", decoder, vector + both),
    ):
        for end in ("", "_reverse") if name == "encoder" else ("",):
            found[f"{name}.weight_ih_l0{end}"] = 3 * inside, width
            found[f"{name}.weight_hh_l0{end}"] = 3 * inside, inside
            found[f"{name}.bias_ih_l0{end}"] = found[f"{name}.bias_hh_l0{end}"] = (3 * inside,)
    return found


def save_network(network: CorrectionNetwork, path: str | os.PathLike[str]) -> str:
    """Write a network whole or not at all; returns its checksum.

    Parameters
    ----------
    network : CorrectionNetwork
        The network. Its weights are rounded; `load_network` gives what was written.
    path : str or path-like
        The file.
    """
    words = FrontCodedWords.build(network.words)
    arrays: dict[str, NDArray[Any]] = {"words.text": words.text, "words.blocks": words.blocks}
    for name, value in sorted(network.weights.items()):
        arrays[f"weights.{name}"] = _half(value).ravel()
    header = {
        "words": len(network.words),
        **asdict(network.sizes),
        "longest": network.longest,
        **network.header,
    }
    return write_container(path, SDNRL, header, arrays)


def load_network(
    path: str | os.PathLike[str] = DEFAULT, *, verify: bool = True
) -> CorrectionNetwork:
    """The network of a file.

    Parameters
    ----------
    path : str or path-like, default "default"
        A file that `syntacticdiff train-corrector` has made, or "default" for the embedded one.
    verify : bool, default True
        Compare the checksum of the whole file.

    Raises
    ------
    ModelError
        If it is no such file, or damaged, in one line that says which.
    """
    file = open_container(EMBEDDED if path == DEFAULT else path, SDNRL, verify)
    try:
        return _network(file)
    except ValueError as error:
        raise ModelError(f"{file.path}: damaged: {error}; copy or make it again") from None


def _network(file: Container) -> CorrectionNetwork:
    header = file.header
    sizes = Sizes(header["vector"], header["units"], header["decoder"])
    wanted = shapes(header["words"], sizes)
    missing = {"words.text", "words.blocks", *(f"weights.{name}" for name in wanted)}
    missing -= file.arrays.keys()
    if missing:
        raise ValueError(f"it has no {min(missing)}")
    coded = FrontCodedWords(file.arrays["words.text"], file.arrays["words.blocks"], header["words"])
    words = coded.checked()
    weights = {}
    for name, shape in wanted.items():
        array = file.arrays[f"weights.{name}"].astype(np.float32)
        if array.size != np.prod(shape):
            raise ValueError(f"its section weights.{name} has {array.size} items")
        if not np.all(np.isfinite(array)):
            raise ValueError(f"its section weights.{name} has something that is not a number")
        weights[name] = array.reshape(shape)
    return CorrectionNetwork(
        words,
        sizes,
        header["longest"],
        weights,
        {name: header[name] for name in HEADER if name in header},
    )
