"""What trainings with torch have in common: the import, and states that a stopped run goes on from.

A state holds arrays and JSON only, no pickles: weights, what the optimiser remembers of them, the
best weights so far, and where the run is.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.files.atomic import atomic_write

INSTALL = "pip install 'syntacticdiff[neural]'"

Weights = dict[str, NDArray[np.float32]]


def required_torch(task: str) -> Any:
    """The package torch, on one thread; `task` is what needs it, for the message if it is missing.

    Parameters
    ----------
    task : str
        Such as `"training a recogniser"`.

    Raises
    ------
    UsageError
        If it is not installed, with the line that installs it.
    """
    try:
        import torch
    except ImportError:
        raise UsageError(f"{task} needs torch; run: {INSTALL}") from None
    torch.set_num_threads(1)  # with more, a busy machine mostly waits
    return torch


class RunState(NamedTuple):
    """What a run that was stopped goes on from.

    Parameters
    ----------
    arrays : mapping of str to array
        By name: `now.` weights, `adam.` what the optimiser remembers, `best.` the best weights.
    place : mapping of str to object
        Where the run is, as JSON has it.
    """

    arrays: Mapping[str, NDArray[Any]]
    place: Mapping[str, Any]

    @property
    def best(self) -> Weights | None:
        """The best weights so far."""
        return self._named("best.") or None

    def _named(self, start: str) -> Weights:
        return {
            name.removeprefix(start): value
            for name, value in self.arrays.items()
            if name.startswith(start)
        }

    def restore(self, torch: Any, network: Any, optimiser: Any) -> None:
        """Give a network and its optimiser the state that they had."""

        def tensors(start: str) -> dict[str, Any]:
            return {n: torch.from_numpy(value.copy()) for n, value in self._named(start).items()}

        network.load_state_dict(tensors("now."))
        memory = optimiser.state_dict()
        numbers = memory["param_groups"][0]["params"]
        found = {number: tensors(f"adam.{number}.") for number in numbers}
        memory["state"] = {number: state for number, state in found.items() if state}
        optimiser.load_state_dict(memory)


def weights_of(network: Any) -> Weights:
    """The weights of a network, copied."""
    return {name: value.detach().numpy().copy() for name, value in network.state_dict().items()}


def save_state(
    path: Path, network: Any, optimiser: Any, best: Weights | None, place: Mapping[str, Any]
) -> None:
    """Write the state of a run, whole or not at all."""
    arrays: dict[str, Any] = {f"now.{name}": value for name, value in weights_of(network).items()}
    for number, state in optimiser.state_dict()["state"].items():
        arrays |= {f"adam.{number}.{name}": value.numpy() for name, value in state.items()}
    arrays |= {f"best.{name}": value for name, value in (best or {}).items()}
    arrays["place"] = np.frombuffer(json.dumps(place).encode(), np.uint8)
    with atomic_write(path) as stream:
        np.savez(stream, **arrays)


def load_state(path: Path | None, digest: str) -> RunState | None:
    """The state in a file, if it is one of a run with this digest; what cannot be read is none."""
    if path is None or not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = dict(file)
        place = json.loads(arrays.pop("place").tobytes())
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return None
    return RunState(arrays, place) if place.get("digest") == digest else None
