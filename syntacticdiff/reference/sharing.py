"""Reference models on Dask workers: by path and checksum; where the path cannot be seen, as a copy.

The copy travels once through the scheduler and is put beside the local directories of a machine's
workers, so that all of them map one file.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from distributed import Client, WorkerPlugin, default_client

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.reference.model import ReferenceModel, copies, found_at, is_model

FOLDER = "syntacticdiff-models"


def share_model(model: ReferenceModel, client: Client | None = None, *, force: bool = False) -> int:
    """See to it that every worker, now and later, can open the model.

    Nothing is sent if all workers see the model's file, or have the same embedded model.

    Parameters
    ----------
    model : as `differ.model`, or `vectorizer.differ_.model`
    client : of the cluster; by default the current one
    force : send it even if the workers of the moment all see it; later ones may not

    Returns
    -------
    lacking : how many workers could not see it
    """
    client = client or default_client()
    path, checksum = model.stored()
    # A worker that dies meanwhile gives an exception instead of an answer, and lacks nothing.
    seen = client.run(_is_seen, str(path), checksum, on_error="return")
    lacking = sum(answer is False for answer in seen.values())
    if lacking or force:
        _register(client, _ModelCopy(model))
    return lacking


def _register(client: Client, copy: _ModelCopy) -> None:
    """Give the copy to all workers; one that dies meanwhile does not matter."""
    try:
        client.register_plugin(copy)
    except OSError:
        if client.status != "running":
            raise


def _is_seen(path: str, checksum: str) -> bool:
    return is_model(found_at(path, checksum), checksum)


class _ModelCopy(WorkerPlugin):  # type: ignore[misc]  # distributed is untyped
    """Carries a model's files to workers, and writes them where a worker lacks them."""

    idempotent = True

    def __init__(self, model: ReferenceModel) -> None:
        path, self.checksum = model.stored()
        self.path = str(path)
        self.name = f"syntacticdiff-model-{self.checksum}"
        beside = Path(f"{path}.vocab")  # a KenLM binary's words
        names = [path] if model.levels is not None else [path, beside]
        try:
            self.files = {file.name: file.read_bytes() for file in names}
        except OSError as error:
            raise ModelError(f"{path}: cannot be read: {error.strerror}") from error
        if not self._is_intact(self.files[path.name], model):
            raise UsageError(f"{path}: this file was changed since it was loaded; load it again")

    def setup(self, worker: Any) -> None:
        """Called on every worker, when the model is shared or when the worker joins."""
        if _is_seen(self.path, self.checksum):
            return
        # Workers of one machine have their local directories beside each other.
        folder = Path(worker.local_directory).parent / FOLDER / self.checksum[:16]
        folder.mkdir(parents=True, exist_ok=True)
        *beside, main = reversed(self.files)  # the model last: where it is, all is
        place = folder / main
        if not is_model(place, self.checksum):
            for name in (*beside, main):
                with atomic_write(folder / name) as stream:
                    stream.write(self.files[name])
        copies[self.checksum] = place

    def _is_intact(self, data: bytes, model: ReferenceModel) -> bool:
        body = data if model.levels is None else data[:-32]  # our own files end in their checksum
        return hashlib.sha256(body).hexdigest() == self.checksum
