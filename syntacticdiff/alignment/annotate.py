"""The edits between two versions of a sentence or of a text, with types like ERRANT's, as M2.

`align` and `merge` find the spans of the edits; here each edit gets a type, which consists of the
operation and the class of the words:

- `M`, `U`, `R`: missing, unnecessary, replaced
- `ORTH`: only case, spaces, hyphens or apostrophes differ; `WO`: the same words in another order
- `DET`, `PREP`, `NUM`, ...: all words are of this class (see `text.word_classes`)
- `MORPH`: forms of one word; `OTHER`: anything else

Files have one sentence a line, with tokens separated by spaces.
"""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.alignment.align import align
from syntacticdiff.alignment.likeness import common_stem
from syntacticdiff.alignment.m2 import NOOP, M2Edit, M2Sentence
from syntacticdiff.alignment.merge import joined, merged
from syntacticdiff.errors import InputError
from syntacticdiff.files.decoding import Report, as_text, open_lines
from syntacticdiff.text.word_classes import word_class

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
    A 1 2|||R:MORPH|||walked|||REQUIRED|||-NONE-|||0
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
    edits = []
    for start, end, target_start, target_end in merged(align(source, target), source, target):
        words, others = source[start:end], target[target_start:target_end]
        kind = edit_type(words, others)
        edits.append(M2Edit(start, end, kind, (" ".join(others),), annotator))
    return edits


def edit_type(words: Tokens, others: Tokens) -> str:
    """The type of an edit: the operation and the class of its words.

    Parameters
    ----------
    words : sequence of str
        The words before the edit; empty for an insertion.
    others : sequence of str
        The words after the edit; empty for a removal.

    Returns
    -------
    str
        The type, such as `"R:PREP"`.

    Examples
    --------
    >>> edit_type([], ["the"]), edit_type(["in"], ["at"]), edit_type(["sub", "way"], ["subway"])
    ('M:DET', 'R:PREP', 'R:ORTH')
    """
    if not words or not others:
        classes = {word_class(word) for word in (*words, *others)}
        return ("U:" if words else "M:") + (classes.pop() if len(classes) == 1 else "OTHER")
    return f"R:{_replacement_class(words, others)}"


def _replacement_class(words: Tokens, others: Tokens) -> str:
    folded, others_folded = ([word.lower() for word in side] for side in (words, others))
    if joined(folded) == joined(others_folded):
        return "ORTH"
    if len(words) > 1 and sorted(folded) == sorted(others_folded):
        return "WO"
    classes = {word_class(word) for word in (*words, *others)}
    if len(classes) == 1 and "OTHER" not in classes:
        return classes.pop()
    return (
        "MORPH"
        if set(map(common_stem, folded)) == set(map(common_stem, others_folded))
        else "OTHER"
    )


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
