"""The program: `syntacticdiff`, which is the same as `python -m syntacticdiff`."""

import os
import signal


def main() -> None:
    """Run the command line; Ctrl-C while it is still being imported ends it with one line."""
    before = signal.signal(signal.SIGINT, _interrupted)
    from syntacticdiff.cli.main import main as command_line

    signal.signal(signal.SIGINT, before)
    command_line()


def _interrupted(*_: object) -> None:
    os.write(2, b"syntacticdiff: interrupted\n")
    os._exit(130)  # nothing has been opened yet


if __name__ == "__main__":  # workers import this module too
    main()
