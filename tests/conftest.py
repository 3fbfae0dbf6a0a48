"""Settings for all tests.

Generated cases are the same in every run, because a suite that fails by chance says nothing about
the change at hand. `make fuzz` looks for new cases (--hypothesis-profile=explore).
"""

import signal

from hypothesis import settings

# A shell makes background jobs ignore Ctrl-C, and their child processes inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("repeatable")
