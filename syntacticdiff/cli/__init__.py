"""The command line: one module per command, loaded only when that command is used.

Commands read options, call the library and print. They compute nothing of their own; whatever would
be worth computing belongs into the library.
"""
