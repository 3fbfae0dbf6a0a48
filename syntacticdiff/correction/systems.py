"""The systems that correct: what each is called, what it does, and which options it takes.

Adding one is a module with its class and a line here. The class is called with a reference and the
keywords `tokenized` and `engine`, and with those of `OPTIONS` that it takes; `CorrectionSystem`
says what it must be able to do.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from syntacticdiff.errors import UsageError
from syntacticdiff.registry import Entry, Registry

if TYPE_CHECKING:
    from syntacticdiff.alignment.m2 import M2Sentence
    from syntacticdiff.differ.preparing import DocumentInput, SentenceInput
    from syntacticdiff.edits.diff import Diff
    from syntacticdiff.edits.rewriting import Span
    from syntacticdiff.reference import ReferenceModel

OPTIONS = ("settings", "model", "min_probability", "context", "guard", "spelling")


class DiffFinder(Protocol):
    """What finds the diffs of a system's documents; SyntacticDiff is one."""

    model: ReferenceModel
    tokenized: bool

    def documents(self, documents: Sequence[DocumentInput]) -> list[list[Diff]]:
        """The diffs of several documents."""

    def many(
        self, documents: Iterable[DocumentInput], n_jobs: int | None = None
    ) -> Iterator[list[Diff]]:
        """The diffs of many documents, in their order; read as needed."""

    def spans(self, diff: Diff) -> Sequence[Span]:
        """Where the tokens of a diff's sentence begin and end in its text."""


class CorrectionSystem(Protocol):
    """What corrects text: `Corrector`, and whatever else is in `SYSTEMS`."""

    @property
    def differ(self) -> DiffFinder:
        """What finds the edits."""

    def __call__(self, sentence: SentenceInput) -> str:
        """One sentence, corrected."""

    def m2(self, diff: Diff) -> M2Sentence:
        """A sentence's edits as M2, each with a type."""


@dataclass(frozen=True)
class SystemEntry(Entry):
    """A system that corrects.

    Parameters
    ----------
    options : tuple of str, default ()
        The options that it takes, of `OPTIONS`.
    """

    options: tuple[str, ...] = ()

    def made(
        self,
        reference: ReferenceModel | str | os.PathLike[str],
        *,
        tokenized: bool = False,
        engine: str = "auto",
        **options: str | float | bool | None,
    ) -> CorrectionSystem:
        """The system; an option that is not None and that it does not take is an error.

        Parameters
        ----------
        reference : ReferenceModel, str or path
            The reference: a model, its name, or the path of its file.
        tokenized : bool, default False
            Strings are tokens separated by spaces, and documents have a sentence on each line.
        engine : str, default "auto"
            `"auto"`, `"native"` or `"python"`.
        **options : str, float, bool or None
            Values by the names in `OPTIONS`; None for one that is not given.
        """
        given = {name: value for name, value in options.items() if value is not None}
        for name in given:
            if name not in self.options:
                others = [entry.name for entry in SYSTEMS.values() if name in entry.options]
                raise UsageError(
                    f"{name.replace('_', '-')}: the system {self.name} takes no such option; "
                    f"leave it out or choose --system {' or '.join(others)}"
                )
        system: CorrectionSystem = self.load()(
            reference, tokenized=tokenized, engine=engine, **given
        )
        return system


SYSTEMS = Registry(
    "system",
    SystemEntry(
        "edits",
        "the edits that `diff` shows: the lattice with calibrated prices",
        "syntacticdiff.correction.corrector:Corrector",
        options=("settings", "min_probability", "context"),
    ),
    SystemEntry(
        "eref",
        "the parser that repairs: determiners, prepositions, noun number and verb forms",
        "syntacticdiff.correction.repairing:RepairCorrector",
        options=("model",),
    ),
    SystemEntry(
        "nrl",
        "an encoder-decoder, which train-corrector makes and its own GLEU teaches",
        "syntacticdiff.correction.neural:NeuralCorrector",
        options=("model", "guard", "spelling"),
    ),
)
