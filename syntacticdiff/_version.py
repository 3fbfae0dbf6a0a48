"""The version, alone, so that everything may import it."""

__version__ = "1.0.0"
