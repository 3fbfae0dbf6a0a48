"""Results of a long pipeline kept as they are made, so that a run that was stopped can go on.

What is kept is a line of JSON for each result, with the CPU seconds that it took.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


class StoppedError(Exception):
    """The run has used up its time; what it made is kept."""


class Checkpoint:
    """Results by name, made when they are not there yet.

    Parameters
    ----------
    path : where they are kept; without it they are made anew by each run
    seconds : CPU seconds after which no further result is begun
    """

    def __init__(self, path: Path | None = None, seconds: float | None = None) -> None:
        self._path = path
        self._seconds = seconds
        self._kept: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                entry = json.loads(line)
                self._kept[entry["name"]] = entry

    @property
    def cpu_seconds(self) -> float:
        """What all results took together."""
        return sum(float(entry["cpu_seconds"]) for entry in self._kept.values())

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    def __call__(self, name: str, make: Callable[[], Any]) -> Any:
        """The result of this name; plain data."""
        if name not in self._kept:
            begin = time.process_time()
            if self._seconds is not None and begin > self._seconds:
                raise StoppedError(name)
            result = make()
            entry = {
                "name": name,
                "cpu_seconds": round(time.process_time() - begin, 2),
                "result": result,
            }
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(entry) + "\n")
            self._kept[name] = entry
        return self._kept[name]["result"]
