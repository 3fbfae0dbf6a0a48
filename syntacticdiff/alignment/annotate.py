"""The edits between two versions of a sentence or of a text, with ERRANT's types, as M2.

`align` and `merge` find the spans of the edits, and `typer` gives each a type: the operation (`M`
missing, `U` unnecessary, `R` replaced) and what is wrong (`DET`, `VERB:SVA`, `SPELL`; `error_types`
lists them). Types are for English.

Files have one sentence a line, with tokens separated by spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from syntacticdiff.alignment.align import align
from syntacticdiff.alignment.m2 import NOOP, M2Edit, M2Sentence
from syntacticdiff.alignment.merge import Span, merged
from syntacticdiff.alignment.typer import EditTyper
from syntacticdiff.errors import InputError
from syntacticdiff.files.decoding import Report, as_text, open_lines
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.reference.scorer import UNKNOWN
from syntacticdiff.syntax.tagger import Tagger

Tokens = Sequence[str]


def annotated(source: Tokens, *targets: Tokens) -> M2Sentence:
    """A sentence with the edits that turn it into each target.

    Parameters
    ----------
    source : sequence of str
        The tokens of the sentence.
    *targets : sequence of str
        The tokens of each corrected version.

    Returns
    -------
    M2Sentence
        The sentence with the edits for each target; the first target is annotator 0. A target
        that equals the source has a no-op.

    Examples
    --------
    >>> print(annotated("She walk home .".split(), "She walked to her home .".split()))
    S She walk home .
    A 1 2|||R:VERB:TENSE|||walked|||REQUIRED|||-NONE-|||0
    A 2 2|||M:OTHER|||to her|||REQUIRED|||-NONE-|||0
    """
    edits: list[M2Edit] = []
    for annotator, target in enumerate(targets):
        found = extracted(source, target, annotator)
        edits += found or [M2Edit(-1, -1, NOOP, ("",), annotator)]
    return M2Sentence(tuple(source), tuple(edits))


def extracted(source: Tokens, target: Tokens, annotator: int = 0) -> list[M2Edit]:
    """The edits that turn `source` into `target`, from left to right; none if they are equal."""
    if source == target:
        return []
    spans = merged(align(source, target), source, target)
    return [
        M2Edit(start, end, kind, (" ".join(target[target_start:target_end]),), annotator)
        for (start, end, target_start, target_end), kind in zip(
            spans, edit_types(source, target, spans), strict=True
        )
    ]


def edit_types(source: Tokens, target: Tokens, spans: Iterable[Span]) -> list[str]:
    """The types of edits between two sentences, in ERRANT's terms.

    Words are tagged by the tagger that is shipped, and spelled correctly if the embedded reference
    has them.

    Parameters
    ----------
    source : sequence of str
        The tokens of the sentence.
    target : sequence of str
        The tokens of the corrected version.
    spans : iterable of (start, end, target_start, target_end)
        The tokens of each edit in both; `start == end` for an insertion.

    Returns
    -------
    list of str
        A type for each edit: a key of `ERROR_TYPES` after its operation.

    Examples
    --------
    >>> source, target = "She walk in park .".split(), "She walks in the park .".split()
    >>> edit_types(source, target, [(1, 2, 1, 2), (3, 3, 3, 4)])
    ['R:VERB:SVA', 'M:DET']
    """
    return _typer().types(source, target, spans)


def retyped(sentence: M2Sentence) -> M2Sentence:
    """The same edits with types in ERRANT's terms; each edit is typed as the only one.

    Of alternative corrections the first decides.
    """
    edits = []
    for edit in sentence.edits:
        if edit.is_noop or not (edit.corrections[0] or edit.start < edit.end):
            edits.append(edit)
            continue
        words = edit.corrections[0].split()
        target = (*sentence.tokens[: edit.start], *words, *sentence.tokens[edit.end :])
        span = (edit.start, edit.end, edit.start, edit.start + len(words))
        [kind] = edit_types(sentence.tokens, target, [span])
        edits.append(replace(edit, type=kind))
    return replace(sentence, edits=tuple(edits))


@lru_cache(1)
def _typer() -> EditTyper:
    lexicon = ReferenceModel.load("default").lexicon
    return EditTyper(Tagger.load(), lambda word: lexicon.id(word) != UNKNOWN)


def read_sentences(name: str, report: Report) -> list[tuple[str, ...]]:
    """The tokens of each line of a file or of standard input; none for a blank line."""
    with open_lines(name, as_text(report)) as lines:
        return [tuple(line.split()) for line in lines]


def read_parallel(source: str, targets: Sequence[str], report: Report) -> list[M2Sentence]:
    """Read a text and its corrected versions, and find the edits in each sentence.

    Parameters
    ----------
    source : str
        The file of the uncorrected text, or `-` for standard input.
    targets : sequence of str
        The files of the corrected versions.
    report : callable
        Called with a message if bytes of a file had to be replaced.

    Returns
    -------
    list of M2Sentence
        The sentences with the edits for each target.

    Raises
    ------
    InputError
        If a version does not have the same number of lines as the source.
    """
    sentences = read_sentences(source, report)
    versions = [read_sentences(name, report) for name in targets]
    for name, version in zip(targets, versions, strict=True):
        if len(version) != len(sentences):
            raise InputError(
                f"{name}: {len(version):,} lines, but {source} has {len(sentences):,}; "
                "they must have the same sentences, one a line"
            )
    return [annotated(*parts) for parts in zip(sentences, *versions, strict=True)]
