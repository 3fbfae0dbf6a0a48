"""RepairCorrector: text corrected by the parser that repairs as it parses (EREF).

The repairs are those of the room `repair`; here they become diffs of documents, so that whatever
takes the diffs of `Corrector` takes these.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

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
from syntacticdiff.reference.model import DEFAULT
from syntacticdiff.repair import Repairer

_BATCH = 64  # documents


class RepairDiffer:
    """The diffs of documents that a repairer makes.

    Parameters
    ----------
    repairer : Repairer
        What repairs.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.
    """

    def __init__(self, repairer: Repairer, *, tokenized: bool = False) -> None:
        self.repairer, self.tokenized = repairer, tokenized
        self.model = repairer.reference
        self._preparation = Preparation(self.model, tokenized)

    @cached_property
    def signature(self) -> str:
        """Version, reference and parser in one line: enough to reproduce a result."""
        parts = {
            "syntacticdiff": __version__,
            "model": self.model.checksum[:16],
            "system": "eref",
            "parser": self.repairer.checksum[:16],
            "tokenized": self.tokenized,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items())

    def __call__(self, sentence: SentenceInput) -> Diff:
        """The diff of one sentence, a string or a list of tokens."""
        return self._diffs([self._preparation.sentence(sentence)])[0]

    def documents(self, documents: Sequence[DocumentInput]) -> list[list[Diff]]:
        """The diffs of several documents: texts, or lists of sentences that are lists of tokens."""
        prepared = [self._preparation.document(document) for document in documents]
        diffs = iter(self._diffs([item for items in prepared for item in items]))
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
            Repair has one worker.
        """
        if n_jobs not in (None, 1):
            raise UsageError("n_jobs: the system eref has one worker; leave it out")
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

    def _diffs(self, prepared: Sequence[PreparedSentence]) -> list[Diff]:
        words = [[item.text[start:end] for start, end in item.spans] for item in prepared]
        return [
            replace(
                self.repairer.diff(
                    repair, item.text, item.spans, offset=item.offset, apart=item.spaced
                ),
                signature=self.signature,
            )
            for item, repair in zip(prepared, self.repairer.repair_many(words), strict=True)
        ]


class RepairCorrector:
    """Corrects text by parsing and repairing it, and keeps everything else to the character.

    Changed are articles, ten prepositions, the number of nouns and the form of verbs.

    Parameters
    ----------
    reference : ReferenceModel, str or path, default "default"
        The reference, which chooses the words that are put in; it must be English.
    model : str or path, default "default"
        `"default"` for the parser that is shipped, else a file that `train-parser` has made.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.
    engine : str, default "auto"
        `"auto"`, `"native"` or `"python"`.

    Examples
    --------
    >>> RepairCorrector()("She is interested  at music.")
    'She is interested  in music.'
    """

    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str] = DEFAULT,
        *,
        model: str | os.PathLike[str] = DEFAULT,
        tokenized: bool = False,
        engine: str = "auto",
    ) -> None:
        repairer = Repairer.load(model, reference=reference, engine=engine)
        self._differ = RepairDiffer(repairer, tokenized=tokenized)

    @property
    def differ(self) -> RepairDiffer:
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
