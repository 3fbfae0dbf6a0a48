"""Choosing who searches: the native engine where it can serve, else Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from syntacticdiff.errors import UsageError
from syntacticdiff.penalties import Penalties
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search.hypothesis import Sentence, Word
from syntacticdiff.search.python_engine import Found, PythonEngine
from syntacticdiff.search.settings import SearchSettings

ENGINES = ("auto", "native", "python")


class Engine(Protocol):
    """What searches sentences."""

    @property
    def name(self) -> str: ...

    def search(self, sentences: Sequence[Sentence]) -> list[Found]: ...


def make_engine(
    choice: str,
    model: ReferenceModel,
    settings: SearchSettings,
    insertions: Sequence[Word],
    substitutions: Callable[[Word], Sequence[Word]],
    penalties: Penalties,
) -> Engine:
    """The engine that `choice` asks for."""
    if choice not in ENGINES:
        raise UsageError(f"engine: {choice!r} is not one of {', '.join(ENGINES)}")
    if choice == "native":
        raise UsageError("engine: this installation has no native engine; use engine='python'")
    return PythonEngine(model.scorer, settings, insertions, substitutions, penalties)
