"""Corrector: corrected text, in which everything that need not change is kept.

The edits are SyntacticDiff's; this module has the settings with which they correct rather than
describe, joins sentences to documents again, and gives edits as M2.
"""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from syntacticdiff.alignment.annotate import edit_types
from syntacticdiff.alignment.m2 import NOOP, NOTHING, M2Edit, M2Sentence
from syntacticdiff.alignment.merge import Span
from syntacticdiff.correction.settings import CorrectionSettings, setting_names
from syntacticdiff.correction.systems import DiffFinder
from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.preparing import DocumentInput, SentenceInput
from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.rewriting import WrittenWord, rewritten_words
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.model import DEFAULT
from syntacticdiff.search.registry import SEARCHES
from syntacticdiff.search.settings import SHIPPED_PRICES
from syntacticdiff.text.languages import refuse_other_languages


@dataclass(frozen=True)
class Correction:
    """A document and its correction.

    Parameters
    ----------
    text : str
        The document; one given as lists of tokens has a line for each sentence.
    output : str
        The corrected document.
    diffs : tuple of Diff
        The diffs of its sentences.
    """

    text: str
    output: str
    diffs: tuple[Diff, ...]


class Corrector:
    """Corrects text, and keeps everything else to the character.

    The edits are those of `SyntacticDiff` with the same settings: believable ones by default. Only
    function words and punctuation are inserted and removed, unless the settings say otherwise.

    Parameters
    ----------
    reference : ReferenceModel, str or path, default "default"
        The reference: a model, `"default"` for the embedded one, or the path of a model file.
    settings : CorrectionSettings, path or None, default None
        Settings, or a file of them that `syntacticdiff tune` has written; what they do not say
        is as for `SyntacticDiff`.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.
    engine : str, default "auto"
        `"auto"`, `"native"` or `"python"`.
    changes : object
        Settings of SyntacticDiff that override these, by name.

    Examples
    --------
    >>> texts = ["We go to school.", "They go to the park.", "The park is by the school."] * 5
    >>> corrector = Corrector(ReferenceModel.train(texts), penalties={"base": 2.0, "remove": 30.0})
    >>> corrector('"We  go school."')
    '"We  go to school."'
    """

    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str] = DEFAULT,
        *,
        settings: CorrectionSettings | str | os.PathLike[str] | None = None,
        tokenized: bool = False,
        engine: str = "auto",
        **changes: Any,
    ) -> None:
        if not isinstance(reference, ReferenceModel):
            reference = ReferenceModel.load(reference)
        _check_changes(changes)
        self.settings = _loaded(settings)
        given = self.settings.of_differ(reference.fold) | changes
        if not _tuned_with(reference, self.settings):
            warnings.warn(
                "the settings were tuned with another reference; penalties may not suit this one",
                stacklevel=2,
            )
        try:
            self._differ = SyntacticDiff(reference, **given, engine=engine, tokenized=tokenized)
            _check_that_it_corrects(self._differ)
        except UsageError as error:
            if isinstance(settings, (str, os.PathLike)) and not changes:  # the file is at fault
                raise InputError(f"{settings}: {error}") from error
            raise

    @property
    def differ(self) -> SyntacticDiff:
        """What finds the edits; its `signature` says with which settings."""
        return self._differ

    def __call__(self, sentence: SentenceInput) -> str:
        """One sentence, corrected; a string or a list of tokens."""
        return output_of(self._differ(sentence))

    def document(self, document: DocumentInput) -> Correction:
        """A document, corrected: a string or a list of lists of tokens."""
        return put_together(document, self._differ.document(document))

    def many(
        self, documents: Iterable[DocumentInput], n_jobs: int | None = None
    ) -> Iterator[Correction]:
        """Documents, corrected, in their order; read as needed."""
        waiting: deque[DocumentInput] = deque()
        for diffs in self._differ.many(remembered(documents, waiting), n_jobs):
            yield put_together(waiting.popleft(), diffs)

    def m2(self, diff: Diff) -> M2Sentence:
        """A sentence's edits as M2, each with a type in ERRANT's terms.

        Tokens are spelled as in the text, and so are those put in. What changes only in its case,
        because the beginning of the sentence has changed, is an edit as well.
        """
        return m2_of(self._differ, diff)


def remembered(
    documents: Iterable[DocumentInput], waiting: deque[DocumentInput]
) -> Iterator[DocumentInput]:
    """The documents, which wait for their results; those come in the same order."""
    if isinstance(documents, (str, bytes)):
        raise UsageError("documents: an iterable of texts is needed, not one string")
    for document in documents:
        waiting.append(document)
        yield document


def m2_of(differ: DiffFinder, diff: Diff) -> M2Sentence:
    """As `Corrector.m2`, for the diffs of whatever rewrites."""
    places = differ.spans(diff)
    source = [diff.text[start:end] for start, end in places]
    words = rewritten_words(
        diff.text, places, diff.edits, casing=differ.model.casing, recase=not differ.model.cased
    )
    target = [word.surface.split() for word in words]
    starts = [0, *accumulate(map(len, target))]
    spans = [
        (start, end, starts[first], starts[last])
        for start, end, first, last in _edited_spans(source, words)
    ]
    tokens = [token for word in target for token in word]
    probabilities = _probabilities(diff)
    edits = tuple(
        M2Edit(
            start,
            end,
            kind,
            (" ".join(tokens[target_start:target_end]),),
            comment=f"p={probabilities[start]:.2f}" if start in probabilities else NOTHING,
        )
        for (start, end, target_start, target_end), kind in zip(
            spans, edit_types(source, tokens, spans), strict=True
        )
    )
    return M2Sentence(tuple(source), edits or (M2Edit(-1, -1, NOOP, ("",)),))


def _probabilities(diff: Diff) -> Mapping[int, float]:
    """The probability of what is done at each token and before it: the least of its edits'."""
    found: dict[int, float] = {}
    for edit in diff.edits:
        if edit.probability is not None:
            found[edit.position] = min(edit.probability, found.get(edit.position, 1.0))
    return found


def _edited_spans(source: Sequence[str], words: Sequence[WrittenWord]) -> Iterator[Span]:
    """The edits from left to right, each of one token, or of the words inserted before it.

    Their ends are those of tokens of the source and of `words`.
    """
    start = target_start = 0  # what comes after the last token that is left, on both sides
    for at, word in enumerate((*words, None)):
        if word is not None and word.token is None:
            continue
        end = len(source) if word is None or word.token is None else word.token
        inserted = at > target_start
        if inserted:  # they take the place of a removed token, if there is one
            yield start, min(start + 1, end), target_start, at
        for removed in range(start + inserted, end):
            yield removed, removed + 1, at, at
        if word is not None and word.surface != source[end]:
            yield end, end + 1, at, at + 1
        start, target_start = end + 1, at + 1


def put_together(document: DocumentInput, diffs: Sequence[Diff]) -> Correction:
    """The document with its sentences changed and all that stands between them."""
    if not isinstance(document, str):
        lines = (" ".join(sentence) for sentence in document)
        return Correction("\n".join(lines), "\n".join(map(output_of, diffs)), tuple(diffs))
    pieces: list[str] = []
    done = 0
    for diff in diffs:
        pieces += (document[done : diff.offset], output_of(diff))
        done = diff.offset + len(diff.text)
    return Correction(document, "".join((*pieces, document[done:])), tuple(diffs))


def output_of(diff: Diff) -> str:
    """The changed sentence of a diff that rewrites."""
    assert diff.output is not None  # no sweep
    return diff.output


def _loaded(
    settings: CorrectionSettings | str | os.PathLike[str] | None,
) -> CorrectionSettings:
    if settings is None:
        return CorrectionSettings()
    return (
        settings if isinstance(settings, CorrectionSettings) else CorrectionSettings.load(settings)
    )


def _check_changes(changes: dict[str, Any]) -> None:
    allowed = (*setting_names(), "penalties")
    for name in changes:
        if name not in allowed:
            raise UsageError(f"{name}: no setting of a corrector; there are {', '.join(allowed)}")


def _check_that_it_corrects(differ: SyntacticDiff) -> None:
    """Refuse here what would only be found out in the middle of a text."""
    search = differ.settings.search
    if not SEARCHES[search].rewrites:
        others = ", ".join(name for name, entry in SEARCHES.items() if entry.rewrites)
        raise UsageError(f"search: {search} does not rewrite; choose one of {others}")
    if not SEARCHES[search].probabilities and differ.given["penalties"] == SHIPPED_PRICES:
        raise UsageError(
            f"penalties: the shipped prices are for the lattice; with search={search!r} give some, "
            "or None for none"
        )
    if differ.searching.penalties.pricing is not None:
        refuse_other_languages(
            "learned prices", differ.model.language, "tune with the level `operations`"
        )


def _tuned_with(reference: ReferenceModel, settings: CorrectionSettings) -> bool:
    recorded = settings.provenance.get("reference_sha256")
    return recorded is None or recorded == reference.checksum
