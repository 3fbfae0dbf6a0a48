"""How drawn cases are drawn: the same ones each time, unless one looks for new ones.

A suite that fails by chance says nothing about the change at hand; `make fuzz` looks for new cases
(--hypothesis-profile=explore).
"""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("repeatable")
