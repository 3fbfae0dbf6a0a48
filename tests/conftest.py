"""What holds for all tests.

Drawn cases are the same each time, unless one looks for new ones.

A suite that fails by chance says nothing about the change at hand; `make fuzz` looks for new cases
(--hypothesis-profile=explore).
"""

import signal

from hypothesis import settings

# A shell ignores Ctrl-C in what it runs in the background, and all processes below inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("repeatable")
