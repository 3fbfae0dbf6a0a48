"""Under a small limit of memory (`ulimit -v`): one line instead of what libraries do there.

OpenBLAS tries for ever to get memory that it cannot have, and modules in C that are loaded half
raise errors that name no cause, or abort. So commands that load much are refused where it cannot
fit, and an unexpected error where nearly all is taken counts as a lack of memory.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping

from syntacticdiff.errors import InputError

# Megabytes of address space that a command takes for a handful of sentences, with one thread.
NEEDED = {
    "cluster": 720,
    "classify": 580,
    "features": 490,
    "compare": 520,
    "tune": 400,
    "rank": 390,
    "report": 600,
    "serve": 260,
    "evaluate": 190,
}
_NEARLY = 0.85


def limit() -> int | None:
    """The bytes of address space that this process may have; None if there is no limit."""
    try:
        import resource
    except ImportError:  # not a Unix
        return None
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if allowed == resource.RLIM_INFINITY else allowed


def prepare(command: str | None, environment: MutableMapping[str, str] = os.environ) -> None:
    """Refuse a command whose libraries cannot fit; save what threads would take.

    Raises
    ------
    InputError
        If the limit is lower than what the command needs at the least.
    """
    allowed = limit()
    if allowed is None:
        return
    environment.setdefault("OPENBLAS_NUM_THREADS", "1")  # each takes 40 MB
    needed = NEEDED.get(command or "", 0)
    if allowed < needed << 20:
        raise InputError(
            f"too little memory: {command} needs about {needed} MB of address space to load its "
            f"libraries, and the limit is {allowed >> 20} MB (ulimit -v)"
        )


def nearly_out() -> bool:
    """Whether there is a limit, and nearly all below it has been taken at some time."""
    allowed = limit()
    if allowed is None:
        return False
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmPeak:"):
                    return int(line.split()[1]) << 10 > _NEARLY * allowed
    except MemoryError:
        return True
    except (OSError, ValueError):
        pass
    return False
