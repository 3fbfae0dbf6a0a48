"""Reading hypotheses and gold, and converting them to the form that a metric takes.

Gold is M2, the I-measure's XML, or a source with references in plain text; a hypothesis is plain
text or M2. Plain text has one sentence a line, with tokens separated by spaces. Each of these can
be converted to every form: corrected sentences, edits, and errors with alternative corrections.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import cast

from syntacticdiff.alignment.annotate import annotated
from syntacticdiff.alignment.m2 import M2Edit, M2Sentence, corrected, parsed_m2, read_m2
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.imeasure_gold import GoldErrors, errors_of, read_imeasure_xml
from syntacticdiff.evaluate.metric import CorrectionMetric, Gold, Hypothesis
from syntacticdiff.files.decoding import STANDARD_INPUT, Report, as_text, open_lines

Tokens = tuple[str, ...]

M2_SUFFIXES = (".m2", ".errant")
_M2_EDIT = re.compile(r"A -?\d+ -?\d+(\|\|\|[^|]*(\|{1,2}[^|]+)*){4}\|\|\|-?\d+\s*")
_MAX_SHOWN = 60  # characters of a sentence in a message


@dataclass(frozen=True, slots=True)
class Rewrites:
    """A source sentence and its references.

    Parameters
    ----------
    source : tuple of str
        The tokens of the uncorrected sentence.
    references : tuple of tuples of str
        The tokens of each corrected version.
    """

    source: Tokens
    references: tuple[Tokens, ...]


class GoldCorpus:
    """Gold sentences, given in one form and converted to the others on demand.

    Parameters
    ----------
    name : str
        What messages call it, usually the file.
    edits : sequence of M2Sentence, optional
        The sentences with the edits of all annotators.
    rewrites : sequence of Rewrites, optional
        The sentences with references.
    errors : sequence of GoldErrors, optional
        The sentences with errors and their alternative corrections.
    """

    def __init__(
        self,
        name: str,
        *,
        edits: Sequence[M2Sentence] | None = None,
        rewrites: Sequence[Rewrites] | None = None,
        errors: Sequence[GoldErrors] | None = None,
    ) -> None:
        self.name = name
        self._edits = edits if errors is None else [sentence.m2 for sentence in errors]
        self._rewrites = rewrites
        self._errors = errors

    def __len__(self) -> int:
        return len(self.sources)

    @cached_property
    def sources(self) -> list[Tokens]:
        """The uncorrected sentences."""
        if self._edits is not None:
            return [sentence.tokens for sentence in self._edits]
        return [sentence.source for sentence in self._rewrites or ()]

    @cached_property
    def edits(self) -> Sequence[M2Sentence]:
        """Each sentence with all annotators' edits; each reference counts as an annotator."""
        if self._edits is not None:
            return self._edits
        return [annotated(each.source, *each.references) for each in self._rewrites or ()]

    @cached_property
    def rewrites(self) -> Sequence[Rewrites]:
        """Each sentence with its references, one for each annotator."""
        if self._rewrites is not None:
            return self._rewrites
        return [rewrites_of(sentence) for sentence in self._edits or ()]

    @cached_property
    def errors(self) -> Sequence[GoldErrors]:
        """Each sentence with its errors and their alternative corrections."""
        if self._errors is not None:
            return self._errors
        return [errors_of(sentence) for sentence in self.edits]


class HypothesisCorpus:
    """The output of one system, given in one form and converted to the other on demand.

    Parameters
    ----------
    name : str
        What messages call it, usually the file.
    tokens : sequence of tuples of str, optional
        The corrected sentences.
    edits : sequence of M2Sentence, optional
        The source sentences with the system's edits; the first annotator is the system.
    """

    def __init__(
        self,
        name: str,
        *,
        tokens: Sequence[Tokens] | None = None,
        edits: Sequence[M2Sentence] | None = None,
    ) -> None:
        self.name = name
        self._tokens = tokens
        self._edits = edits

    def __len__(self) -> int:
        return len(self._edits if self._edits is not None else self._tokens or ())

    @cached_property
    def tokens(self) -> Sequence[Tokens]:
        """The corrected sentences."""
        if self._tokens is not None:
            return self._tokens
        return [corrected(found.tokens, _first(found)) for found in self._edits or ()]

    def edits(self, sources: Sequence[Tokens]) -> Sequence[M2Sentence]:
        """The system's edits of each source sentence."""
        if self._edits is not None:
            return self._edits
        return [
            annotated(source, tokens)
            for source, tokens in zip(sources, self._tokens or (), strict=True)
        ]

    def check(self, gold: GoldCorpus) -> None:
        """Raise `InputError` unless the hypotheses correct the gold's sentences, one by one."""
        if len(self) != len(gold):
            count = f"{len(self)} sentence{'' if len(self) == 1 else 's'}"
            raise InputError(f"{self.name}: {count}, but {len(gold)} in {gold.name}")
        if self._edits is None:
            return
        for number, (own, source) in enumerate(zip(self._edits, gold.sources, strict=True), 1):
            if own.tokens != source:
                raise InputError(
                    f"{self.name}: sentence {number} differs from that of {gold.name}: "
                    f"{_shown(own.tokens)} and {_shown(source)}"
                )


def prepared(
    metric: CorrectionMetric[Hypothesis, Gold] | type[CorrectionMetric[Hypothesis, Gold]],
    hypotheses: HypothesisCorpus,
    gold: GoldCorpus,
) -> tuple[Sequence[Hypothesis], Sequence[Gold]]:
    """Hypotheses and gold in the forms that a metric takes.

    Parameters
    ----------
    metric : CorrectionMetric
        The metric, or its class.
    hypotheses : HypothesisCorpus
        The output of a system.
    gold : GoldCorpus
        The annotation of the same sentences.

    Returns
    -------
    tuple of two sequences
        The arguments of `metric.corpus`.

    Raises
    ------
    InputError
        If hypotheses and gold are not the same sentences.
    """
    hypotheses.check(gold)
    by_tokens = metric.hypothesis_form == "tokens"
    own = hypotheses.tokens if by_tokens else hypotheses.edits(gold.sources)
    wanted = getattr(gold, metric.gold_form)
    # The forms that a metric states are those of its type parameters.
    return cast("Sequence[Hypothesis]", own), cast("Sequence[Gold]", wanted)


def rewrites_of(sentence: M2Sentence) -> Rewrites:
    """A sentence with the references that each annotator's edits produce.

    Parameters
    ----------
    sentence : M2Sentence
        The sentence with its annotators' edits.

    Returns
    -------
    Rewrites
        The source, and one reference for each annotator.
    """
    annotations = sentence.annotations.values()
    return Rewrites(
        sentence.tokens, tuple(corrected(sentence.tokens, edits) for edits in annotations)
    )


def read_gold(
    gold: str | None, source: str | None, references: Sequence[str], report: Report
) -> GoldCorpus:
    """Read gold from an M2 file, from the I-measure's XML, or from source and reference files."""
    if gold is not None:
        if source is not None or references:
            raise UsageError("gold is given twice: as GOLD and by --source and --references")
        if existing(gold).lower().endswith(".xml"):
            return GoldCorpus(gold, errors=read_imeasure_xml(gold))
        sentences = read_m2(gold, report)
        if not sentences:
            raise InputError(f"{gold}: it has no sentences")
        return GoldCorpus(gold, edits=sentences)
    if source is None or not references:
        raise UsageError("gold is missing: give GOLD.m2, or --source and --references")
    sources = read_tokens(source, report)
    if not sources:
        raise InputError(f"{source}: it has no sentences")
    columns = []
    for name in references:
        columns.append(HypothesisCorpus(name, tokens=read_tokens(name, report)))
        columns[-1].check(GoldCorpus(source, rewrites=[Rewrites(s, ()) for s in sources]))
    rows = zip(sources, *(column.tokens for column in columns), strict=True)
    return GoldCorpus(source, rewrites=[Rewrites(row[0], row[1:]) for row in rows])


def read_hypotheses(name: str, report: Report, sentences: int | None = None) -> HypothesisCorpus:
    """Read hypotheses from plain text or from M2.

    A file is M2 if its name ends in .m2 or .errant, or if all of it parses as M2 and it has an
    edit. Everything else is plain text, and no line of it is an error.

    Parameters
    ----------
    name : str
        The file, or `-` for standard input.
    report : callable
        Called with a message if bytes had to be replaced.
    sentences : int, optional
        The number of sentences in the gold. A file with as many lines is plain text, because in
        M2 edits are lines of their own.

    Returns
    -------
    HypothesisCorpus
        The sentences or edits of the file.

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        If the file cannot be read, or is called M2 and is not.
    """
    lines = _lines(name, report)
    if name.lower().endswith(M2_SUFFIXES):
        return HypothesisCorpus(name, edits=list(parsed_m2(lines, name)))
    if len(lines) != sentences and any(_M2_EDIT.fullmatch(line) for line in lines):
        try:
            return HypothesisCorpus(name, edits=list(parsed_m2(lines, name)))
        except InputError:
            pass  # plain text that contains a line of M2
    return HypothesisCorpus(name, tokens=[tuple(line.split()) for line in lines])


def read_tokens(name: str, report: Report) -> list[Tokens]:
    """Read the tokens of each line of a text file.

    Parameters
    ----------
    name : str
        The file, or `-` for standard input.
    report : callable
        Called with a message if bytes had to be replaced.

    Returns
    -------
    list of tuples of str
        The tokens of each line; empty for a blank line.
    """
    return [tuple(line.split()) for line in _lines(name, report)]


def existing(name: str) -> str:
    """`name`, if there is such a file."""
    if name != STANDARD_INPUT and not Path(name).exists():
        raise UsageError(f"{name}: no such file")
    return name


def _lines(name: str, report: Report) -> list[str]:
    """All lines without their ends. A system may output anything, so no character is refused."""
    with open_lines(existing(name), as_text(report), allow_nul=True) as lines:
        return [line.removesuffix("\n") for line in lines]


def _first(sentence: M2Sentence) -> tuple[M2Edit, ...]:
    """The edits of the first annotator, which is the system."""
    annotations = sentence.annotations
    return annotations[min(annotations)]


def _shown(tokens: Tokens) -> str:
    text = " ".join(tokens)
    return f'"{text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "..."}"'
