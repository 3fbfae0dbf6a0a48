"""Text corrected by whatever rewrites sentences: what all such systems have in common.

A system says how prepared sentences become diffs; documents, batches, M2 and all that `Corrector`
offers besides are made here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import ClassVar

from syntacticdiff._version import __version__
from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.correction.corrector import (
    Correction,
    m2_of,
    output_of,
    put_together,
    remembered,
)
from syntacticdiff.differ.preparing import (
    DocumentInput,
    Preparation,
    PreparedSentence,
    SentenceInput,
)
from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.rewriting import Span
from syntacticdiff.errors import UsageError
from syntacticdiff.reference import ReferenceModel

_BATCH = 64  # documents


class RewritingDiffer(ABC):
    """The diffs of documents that a system makes.

    Parameters
    ----------
    reference : ReferenceModel
        Says how text is read, and measures gains.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.
    """

    system: ClassVar[str]

    def __init__(self, reference: ReferenceModel, *, tokenized: bool = False) -> None:
        self.model, self.tokenized = reference, tokenized
        self._preparation = Preparation(self.model, tokenized)

    @property
    @abstractmethod
    def parts(self) -> dict[str, object]:
        """What the signature says about this system besides its name."""

    @abstractmethod
    def diffs(self, prepared: Sequence[PreparedSentence]) -> list[Diff]:
        """The diffs of prepared sentences, with the signature."""

    @cached_property
    def signature(self) -> str:
        """Version, reference and system in one line: enough to reproduce a result."""
        parts = {
            "syntacticdiff": __version__,
            "model": self.model.checksum[:16],
            "system": self.system,
            **self.parts,
            "tokenized": self.tokenized,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items())

    def __call__(self, sentence: SentenceInput) -> Diff:
        """The diff of one sentence, a string or a list of tokens."""
        return self.diffs([self._preparation.sentence(sentence)])[0]

    def documents(self, documents: Sequence[DocumentInput]) -> list[list[Diff]]:
        """The diffs of several documents: texts, or lists of sentences that are lists of tokens."""
        prepared = [self._preparation.document(document) for document in documents]
        diffs = iter(self.diffs([item for items in prepared for item in items]))
        return [list(islice(diffs, len(items))) for items in prepared]

    def many(
        self, documents: Iterable[DocumentInput], n_jobs: int | None = None
    ) -> Iterator[list[Diff]]:
        """The diffs of many documents, in their order; read as needed.

        Parameters
        ----------
        documents : iterable of documents
            Texts, or lists of sentences that are lists of tokens.
        n_jobs : {None, 1}, default None
            There is one worker.
        """
        if n_jobs not in (None, 1):
            raise UsageError(f"n_jobs: the system {self.system} has one worker; leave it out")
        if isinstance(documents, (str, bytes)):
            raise UsageError("documents: an iterable of texts is needed, not one string")
        remaining = iter(documents)
        while batch := list(islice(remaining, _BATCH)):
            yield from self.documents(batch)

    def spans(self, diff: Diff) -> Sequence[Span]:
        """Where the tokens of a diff's sentence begin and end in its text."""
        for sentence in (diff.text, diff.text.split(" ")):
            prepared = self._preparation.sentence(sentence)
            if tuple(word.text for word in prepared.words) == diff.tokens:
                return prepared.spans
        raise UsageError("diff: its text has other tokens here; it was made by another system")


class RewritingCorrector:
    """Corrects text by the diffs of a system, and keeps everything else to the character.

    Parameters
    ----------
    differ : RewritingDiffer
        What finds the edits.
    """

    def __init__(self, differ: RewritingDiffer) -> None:
        self._differ = differ

    @property
    def differ(self) -> RewritingDiffer:
        """What finds the edits; its `signature` says with which models."""
        return self._differ

    def __call__(self, sentence: SentenceInput) -> str:
        """One sentence, corrected; a string or a list of tokens."""
        return output_of(self._differ(sentence))

    def document(self, document: DocumentInput) -> Correction:
        """A document, corrected: a string or a list of lists of tokens."""
        return put_together(document, self._differ.documents([document])[0])

    def many(
        self, documents: Iterable[DocumentInput], n_jobs: int | None = None
    ) -> Iterator[Correction]:
        """Documents, corrected, in their order; read as needed."""
        waiting: deque[DocumentInput] = deque()
        for diffs in self._differ.many(remembered(documents, waiting), n_jobs):
            yield put_together(waiting.popleft(), diffs)

    def m2(self, diff: Diff) -> M2Sentence:
        """A sentence's edits as M2, each with a type in ERRANT's terms."""
        return m2_of(self._differ, diff)
