"""Hypotheses and gold as they are in files, and in whichever form a metric asks for.

Gold is M2, the I-measure's XML, or a source with references in plain text; a hypothesis is plain
text, or M2 whose edits say what it is. Plain text is one sentence a line, its tokens separated by
spaces. From any of these all forms can be had: what the sentences became, the edits that made them
so, and the errors that these are about.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from syntacticdiff.alignment.annotate import extracted
from syntacticdiff.alignment.m2 import NOOP, M2Edit, M2Sentence, corrected, parsed_m2, read_m2
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.imeasure_gold import GoldErrors, errors_of, read_imeasure_xml
from syntacticdiff.evaluate.metric import Metric
from syntacticdiff.files.decoding import STANDARD_INPUT, Report, unreadable

Tokens = tuple[str, ...]

M2_SUFFIXES = (".m2", ".errant")
_M2_EDIT = re.compile(r"A -?\d+ -?\d+(\|\|\|[^|]*(\|{1,2}[^|]+)*){4}\|\|\|-?\d+\s*")
_SHOWN = 60  # characters of a sentence in a message


@dataclass(frozen=True, slots=True)
class Rewrites:
    """A source sentence and what it should become, in the words of each reference."""

    source: Tokens
    references: tuple[Tokens, ...]


class GoldCorpus:
    """Gold sentences as `edits`, `rewrites` and `errors`: one as read, the others made from it."""

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
        """The sentences that hypotheses are corrections of."""
        if self._edits is not None:
            return [sentence.tokens for sentence in self._edits]
        return [sentence.source for sentence in self._rewrites or ()]

    @cached_property
    def edits(self) -> Sequence[M2Sentence]:
        """Each sentence with all annotators' edits; each reference counts as an annotator."""
        if self._edits is not None:
            return self._edits
        return [
            M2Sentence(
                sentence.source,
                tuple(
                    edit
                    for annotator, reference in enumerate(sentence.references)
                    for edit in _edits_between(sentence.source, reference, annotator)
                ),
            )
            for sentence in self._rewrites or ()
        ]

    @cached_property
    def rewrites(self) -> Sequence[Rewrites]:
        """Each sentence with its references, one for each annotator."""
        if self._rewrites is not None:
            return self._rewrites
        return [rewrites_of(sentence) for sentence in self._edits or ()]

    @cached_property
    def errors(self) -> Sequence[GoldErrors]:
        """Each sentence with its errors, and what may be done about them."""
        if self._errors is not None:
            return self._errors
        return [errors_of(sentence) for sentence in self.edits]


class HypothesisCorpus:
    """What one system made of the source, as `tokens` and as `edits`."""

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
        """The sentences that the system made."""
        if self._tokens is not None:
            return self._tokens
        return [corrected(found.tokens, _first(found)) for found in self._edits or ()]

    def edits(self, sources: Sequence[Tokens]) -> Sequence[M2Sentence]:
        """The system's edits of each source sentence."""
        if self._edits is not None:
            return self._edits
        return [
            M2Sentence(source, _edits_between(source, tokens, 0))
            for source, tokens in zip(sources, self._tokens or (), strict=True)
        ]

    def check(self, gold: GoldCorpus) -> None:
        """Refuse hypotheses that are not of the gold's sentences, each of one."""
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
    metric: Metric[Any, Any] | type[Metric[Any, Any]],
    hypotheses: HypothesisCorpus,
    gold: GoldCorpus,
) -> tuple[Sequence[Any], Sequence[Any]]:
    """Hypotheses and gold in the forms that the metric asks for."""
    hypotheses.check(gold)
    wanted: Sequence[Any] = getattr(gold, metric.gold_form)
    if metric.hypothesis_form == "tokens":
        return hypotheses.tokens, wanted
    return hypotheses.edits(gold.sources), wanted


def rewrites_of(sentence: M2Sentence) -> Rewrites:
    """What each annotator's edits make of a sentence."""
    annotations = sentence.annotations.values()
    return Rewrites(
        sentence.tokens, tuple(corrected(sentence.tokens, edits) for edits in annotations)
    )


def read_gold(
    gold: str | None, source: str | None, references: Sequence[str], report: Report
) -> GoldCorpus:
    """Gold from an M2 file, from the I-measure's XML, or from a source and reference files."""
    if gold is not None:
        if source is not None or references:
            raise UsageError("gold is given twice: as a file of its own and by --source")
        if existing(gold).lower().endswith(".xml"):
            return GoldCorpus(gold, errors=read_imeasure_xml(gold))
        sentences = read_m2(gold, report)
        if not sentences:
            raise InputError(f"{gold}: no sentence in it")
        return GoldCorpus(gold, edits=sentences)
    if source is None or not references:
        raise UsageError("gold is missing: give GOLD.m2, or --source and --references")
    sources = read_tokens(source, report)
    if not sources:
        raise InputError(f"{source}: no sentence in it")
    columns = []
    for name in references:
        columns.append(HypothesisCorpus(name, tokens=read_tokens(name, report)))
        columns[-1].check(GoldCorpus(source, rewrites=[Rewrites(s, ()) for s in sources]))
    rows = zip(sources, *(column.tokens for column in columns), strict=True)
    return GoldCorpus(source, rewrites=[Rewrites(row[0], row[1:]) for row in rows])


def read_hypotheses(name: str, report: Report, sentences: int | None = None) -> HypothesisCorpus:
    """Hypotheses from plain text, whatever it says; or from M2.

    M2 is what is called so (.m2, .errant), and what can be read as such and has an edit. What has
    as many lines as there are `sentences` is text: edits would be lines of their own.
    """
    lines = _lines(name, report)
    if name.lower().endswith(M2_SUFFIXES):
        return HypothesisCorpus(name, edits=list(parsed_m2(lines, name)))
    if len(lines) != sentences and any(_M2_EDIT.fullmatch(line) for line in lines):
        try:
            return HypothesisCorpus(name, edits=list(parsed_m2(lines, name)))
        except InputError:
            pass  # text that merely talks of M2
    return HypothesisCorpus(name, tokens=[tuple(line.split()) for line in lines])


def read_tokens(name: str, report: Report) -> list[Tokens]:
    """The tokens of each line of a text file."""
    return [tuple(line.split()) for line in _lines(name, report)]


def existing(name: str) -> str:
    """The name, if there is something to be read under it."""
    if name != STANDARD_INPUT and not Path(name).exists():
        raise UsageError(f"{name}: no such file")
    return name


def _lines(name: str, report: Report) -> list[str]:
    """All lines, without their ends. No byte is refused: a system may have said anything."""
    try:
        if existing(name) == STANDARD_INPUT:
            data = sys.stdin.buffer.read()
        else:
            data = Path(name).read_bytes()
    except OSError as error:
        raise unreadable(name, error) from error
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{name}: UTF-16, not UTF-8; convert it first (iconv)")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        report(f"{name}: not UTF-8, first at byte {error.start}; replaced by U+FFFD")
        text = data.decode("utf-8-sig", "replace")
    return text.removesuffix("\n").split("\n") if text else []


def _first(sentence: M2Sentence) -> tuple[M2Edit, ...]:
    """The first annotator's edits: a system is one."""
    annotations = sentence.annotations
    return annotations[min(annotations)]


def _edits_between(source: Tokens, target: Tokens, annotator: int) -> tuple[M2Edit, ...]:
    """The edits that make one sentence the other; a no-op if they are equal."""
    found = extracted(source, target, annotator)
    return tuple(found) or (M2Edit(-1, -1, NOOP, ("",), annotator),)


def _shown(tokens: Tokens) -> str:
    text = " ".join(tokens)
    return f'"{text if len(text) <= _SHOWN else text[:_SHOWN] + "..."}"'
