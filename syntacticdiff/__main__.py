"""The program: `syntacticdiff`, which is the same as `python -m syntacticdiff`."""

import os
import signal
import sys

# These commands multiply no matrices in NumPy. To start threads for it takes longer than to import
# all of NumPy.
_WITHOUT_ALGEBRA = ("align", "correct", "diff", "info", "parse", "recognize", "score")


def main() -> None:
    """Run the command line; Ctrl-C while it is still being imported ends it with one line."""
    if sys.argv[1:] and sys.argv[1] in _WITHOUT_ALGEBRA:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    before = signal.getsignal(signal.SIGINT)
    if before != signal.SIG_IGN:  # as it is for jobs in the background of a script
        signal.signal(signal.SIGINT, _interrupted)
    from syntacticdiff.cli.main import main as command_line

    signal.signal(signal.SIGINT, before)
    command_line()


def _interrupted(*_: object) -> None:
    os.write(2, b"syntacticdiff: interrupted\n")
    os._exit(130)  # nothing has been opened yet


if __name__ == "__main__":  # workers import this module too
    main()
