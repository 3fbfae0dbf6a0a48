"""The one family of errors that this package raises on purpose.

Every message is one line that says what was wrong, where, and what to do. The command line prints
that line and exits with the class's `exit_code`; programming mistakes are left as ordinary Python
exceptions and are not meant to end up here.
"""


class SyntacticDiffError(Exception):
    """Base of all errors that a user can cause and fix."""

    exit_code = 1


class InputError(SyntacticDiffError):
    """The data is at fault: an unreadable file, a missing column, a bad number."""


class ModelError(InputError):
    """A reference model cannot be read: truncated, foreign, newer or damaged."""


class WorkerError(SyntacticDiffError):
    """A process that shared the work came to an end before it was done."""


class UsageError(SyntacticDiffError, ValueError):
    """The call is at fault: an unknown option, a value that is out of range."""

    exit_code = 2
