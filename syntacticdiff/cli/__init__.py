"""The command line: one module per command, loaded only when that command is used.

Commands read options, call the library and print. They compute nothing themselves: computation
belongs in the library.
"""
