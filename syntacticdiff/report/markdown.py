"""A summary as Markdown, for people who read in a terminal or a repository.

It has the figures and examples, but not all texts: those are in the HTML and the JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from syntacticdiff.edits.marking import pieces
from syntacticdiff.files.decoding import without_surrogates
from syntacticdiff.report.summary import (
    ClassesSummary,
    ComparisonSummary,
    DocumentSummary,
    Example,
    Overview,
    SentenceSummary,
    Summary,
    TopicsSummary,
)
from syntacticdiff.text.visible import visible

EDITS_SHOWN, TEXTS_SHOWN, EXAMPLES_SHOWN = 25, 100, 3

# Some characters mean something anywhere, others where a line or an item of a list begins.
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&]|^[#+\-=]|(?<=^\d)[.)]|(?<=^\d\d)[.)])")
_COUNTS_NOTE = (
    "An edit counts if it makes its sentence at least twice as likely under the reference, as a "
    "whole and per token; of content words only other forms are counted."
)


def markdown_page(summary: Summary) -> str:
    """The whole report."""
    return "\n".join(_lines(summary)) + "\n"


def _lines(summary: Summary) -> Iterator[str]:
    yield f"# {_text(summary.title)}"
    for note in summary.notes:
        yield from ("", f"> {_text(note)}")
    if summary.overview is not None:
        yield from _overview(summary.overview)
    if summary.topics is not None:
        yield from _topics(summary.topics)
    if summary.classes is not None:
        yield from _classes(summary.classes)
    if summary.comparison is not None:
        yield from _comparison(summary.comparison)
    if summary.documents:
        yield from _documents(summary.documents)
    if summary.overview is not None and summary.documents:
        yield from _concordance(summary.overview, summary.documents)
    if summary.overview is not None or summary.topics is not None:
        yield from ("", _COUNTS_NOTE)
    yield from ("", _code(summary.signature))


def _overview(overview: Overview) -> Iterator[str]:
    yield from ("", "## Overview", "")
    changed = overview.changed / max(overview.sentences, 1)
    rate = 100 * overview.edits / max(overview.tokens, 1)
    yield from _table(
        ["texts", "sentences", "words", "edits", "per 100 words", "changed", "bits per token"],
        [
            [
                f"{overview.documents:,}",
                f"{overview.sentences:,}",
                f"{overview.tokens:,}",
                f"{overview.edits:,}",
                f"{rate:.1f}",
                _percent(changed),
                f"{overview.bits:.2f}",
            ]
        ],
        left=0,
    )
    if overview.commonest:
        yield from ("", "### The commonest edits", "")
        yield from _table(
            ["edit", "times", "texts"],
            [
                [_code(item.edit), f"{item.count:,}", f"{item.documents:,}"]
                for item in overview.commonest[:EDITS_SHOWN]
            ],
        )
    bars = overview.bits_histogram
    if bars.counts:
        yield from ("", "### Sentences by bits per token", "")
        starts = [bars.start + number * bars.width for number in range(len(bars.counts))]
        yield from _table(
            ["bits per token", "sentences"],
            [
                [f"{start:g} to {start + bars.width:g}", f"{count:,}"]
                for start, count in zip(starts, bars.counts, strict=True)
            ],
        )


def _topics(topics: TopicsSummary) -> Iterator[str]:
    coherence = (
        "" if topics.coherence is None else f"; mean coherence (NPMI) {topics.coherence:.3f}"
    )
    yield from ("", "## Topics", "", f"{_text(topics.method)}{coherence}.")
    for topic in topics.topics:
        yield from ("", f"### {topic.number}. {_text(topic.label)}", "")
        edits = ", ".join(f"{_code(item.edit)} {_percent(item.weight)}" for item in topic.edits)
        yield f"{_percent(topic.share)} of all edits: {edits}".removesuffix(": ")
        yield from _examples(topic.examples)
        if topic.documents:
            texts = (f"{_text(item.document)} {_percent(item.share)}" for item in topic.documents)
            yield from ("", "Texts that belong here most: " + ", ".join(texts))


def _classes(classes: ClassesSummary) -> Iterator[str]:
    yield from ("", "## Classes", "")
    sizes = ", ".join(f"{_text(label)} {count:,}" for label, count in classes.classes.items())
    yield (
        f"Texts: {sizes}. Always saying the commonest class is right in "
        f"{_percent(classes.majority)}."
    )
    if classes.note:
        yield from ("", f"> {_text(classes.note)}")
    if classes.results:
        yield from ("", f"Out-of-fold predictions; {_text(classes.method)}.", "")
        yield from _table(
            ["features", "accuracy", "macro F1", "vocabulary", "per text"],
            [
                [
                    _text(result.features),
                    _percent(result.accuracy),
                    _percent(result.macro_f1),
                    f"{result.vocabulary:,}",
                    f"{result.row_length:,.1f}",
                ]
                for result in classes.results
            ],
        )
    if classes.differences:
        yield ""
        yield from _table(
            ["difference in points", "accuracy", "p", "macro F1", "p"],
            [
                [
                    f"{_text(pair.first)} − {_text(pair.second)}",
                    f"{100 * pair.accuracy_difference:+.1f}",
                    f"{pair.accuracy_p:.4f}",
                    f"{100 * pair.macro_f1_difference:+.1f}",
                    f"{pair.macro_f1_p:.4f}",
                ]
                for pair in classes.differences
            ],
        )
    labels = [_text(label) for label in classes.classes]
    for result in classes.results:
        yield from ("", f"Confusions by {_text(result.features)}, rows are the true classes:", "")
        yield from _table(
            ["", *labels],
            [[a, *map(str, row)] for a, row in zip(labels, result.confusion, strict=True)],
        )
    for label, edits in classes.telling.items():
        yield from ("", f"### Most telling edits of {_text(label)}", "")
        yield from _table(
            ["edit", "information gain", "here", "elsewhere"],
            [
                [
                    _code(item.edit),
                    f"{item.information_gain:.4f}",
                    _percent(item.share),
                    _percent(item.share_elsewhere),
                ]
                for item in edits
            ],
        )


def _comparison(comparison: ComparisonSummary) -> Iterator[str]:
    yield from ("", "## Comparison", "", f"{_text(comparison.method)}.")
    for side in comparison.directions:
        heading = f"What {_text(side.texts)} has that is unusual for {_text(side.reference)}"
        yield from ("", f"### {heading}", "")
        yield (
            f"{side.documents:,} texts with {side.edits:,.0f} edits, under models of "
            f"{_text(side.reference)}; its own {side.reference_documents:,} texts have "
            f"{side.reference_edits:,.0f}."
        )
        yield ""
        yield from _table(
            ["edit", "log-odds", "z", "here", "in its reference"],
            [
                [
                    _code(item.edit),
                    f"{item.log_odds:+.2f}",
                    f"{item.z:+.1f}",
                    f"{item.count:,.0f}",
                    f"{item.reference_count:,.1f}",
                ]
                for item in side.contrasts
            ],
        )
        for item in side.contrasts:
            if item.examples:
                yield from ("", _code(item.edit))
                yield from _examples(item.examples)


def _documents(documents: Sequence[DocumentSummary]) -> Iterator[str]:
    yield from ("", "## Essays", "")
    if len(documents) > TEXTS_SHOWN:
        yield from (f"The first {TEXTS_SHOWN} of {len(documents):,}.", "")
    yield from _table(
        ["text", "class", "sentences", "words", "edits", "per 100 words", "bits per token"],
        [
            [
                _text(document.name),
                _text(document.label or ""),
                f"{document.sentence_count:,}",
                f"{document.tokens:,}",
                f"{document.edits:,}",
                f"{100 * document.edits / max(document.tokens, 1):.1f}",
                f"{document.bits:.2f}",
            ]
            for document in documents[:TEXTS_SHOWN]
        ],
        left=2,
    )


def _concordance(overview: Overview, documents: Sequence[DocumentSummary]) -> Iterator[str]:
    """The commonest edits, each with the sentences that gain most by it."""
    wanted = {item.edit for item in overview.commonest[:EDITS_SHOWN]}
    found: dict[str, list[tuple[float, Example]]] = {edit: [] for edit in wanted}
    for document in documents:
        for sentence in document.sentences:
            for edit in sentence.edits:
                if edit.edit in wanted:
                    found[edit.edit].append((edit.saved, Example(document.name, sentence)))
    if found:
        yield from ("", "## Concordance")
    for item in overview.commonest[:EDITS_SHOWN]:
        best = sorted(found[item.edit], key=lambda pair: -pair[0])[:EXAMPLES_SHOWN]
        yield from ("", f"### {_code(item.edit)}")
        yield from _examples([example for _, example in best])


def _examples(examples: Iterable[Example]) -> Iterator[str]:
    for number, example in enumerate(examples):
        if not number:
            yield ""
        yield f"- {_marked(example.sentence)} ({_text(example.document)})"


def _marked(sentence: SentenceSummary) -> str:
    shown = []
    for piece in pieces(sentence.text, sentence.edits):
        if piece.edit is None:
            shown.append(_text(piece.text))
            continue
        if piece.text:
            shown.append(f"<del>{_text(piece.text)}</del>")
        if piece.target:
            shown.append(f"{piece.left}<ins>{_text(piece.target)}</ins>{piece.right}")
    return "".join(shown)


def _text(text: str) -> str:
    """Text in which nothing means anything to Markdown or HTML."""
    return _SPECIAL.sub(r"\\\1", visible(without_surrogates(text)))


def _code(text: str) -> str:
    """A name in the code font; a fence longer than any inside of it, and no end of a cell."""
    shown = visible(without_surrogates(text)).replace("|", "\N{DIVIDES}")
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence, space = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{space}{shown}{space}{fence}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "|".join("---" if n < left else "---:" for n in range(len(head))) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
