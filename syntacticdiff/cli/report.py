"""`syntacticdiff report`: texts and their edits as one page to look at."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import click

from syntacticdiff.cli.labels import cell
from syntacticdiff.cli.messages import progress, say
from syntacticdiff.cli.options import (
    Corpus,
    input_options,
    jobs_option,
    search_options,
)
from syntacticdiff.cli.output import check_writable
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.io import Document

if TYPE_CHECKING:
    from syntacticdiff.report.summary import ClassesSummary

FOLDS = 10


@click.command("report")
@input_options()
@click.option("--labels", metavar="COLUMN", help="The column of classes: adds a page about them.")
@click.option(
    "--out", required=True, metavar="FILE", help="Write to FILE.html, .json or .md.", type=str
)
@click.option("--title", metavar="TEXT", help="The report's title.  [default: the inputs]")
@search_options(search="sweep")
@jobs_option
def command(
    corpus: Corpus,
    labels: str | None,
    out: str,
    title: str | None,
    settings: dict[str, Any],
    jobs: int | None,
) -> None:
    """Texts and their edits as one page to look at.

    One HTML file that needs no network. It shows the commonest edits, every text with its edits
    marked, and each edit in all its sentences. Edits count if they make their sentence at least
    twice as likely; of content words, only other forms. With --labels, how well plain edits tell
    the classes, by cross-validation, and which ones do. Of very many texts a sample is shown; all
    are counted. The same as data: a name that ends in .json; without most texts: .md.
    """
    from syntacticdiff.report.writing import report_format, write_report

    report_format(out)
    check_writable(out)
    if labels is not None and corpus.text is None:
        raise UsageError("labels are a column of a table; name the one of texts with --text")
    read = _Read(labels)
    documents = read.texts(progress(corpus.documents(), "documents"))
    from syntacticdiff import SyntacticDiff
    from syntacticdiff.report.summarizing import Summarizer, document_summary

    differ = SyntacticDiff(**settings, tokenized=corpus.tokenized)
    summarizer = Summarizer()
    for found in differ.apply(document_summary, documents, n_jobs=jobs):
        name, label = read.waiting.popleft()
        summarizer.add(replace(found, name=name, label=label))
    corpus.refuse_nothing()
    summary = summarizer.summary(title or ", ".join(corpus.inputs), differ.signature)
    if labels is not None:
        classes = _classes(read, settings | {"tokenized": corpus.tokenized}, jobs)
        summary = replace(summary, classes=classes)
    write_report(out, summary)
    for note in summary.notes:
        say(note)
    corpus.finish()


@dataclass
class _Read:
    """What is kept of the documents: until they are searched their names, for classes all."""

    column: str | None
    waiting: deque[tuple[str, str | None]] = field(default_factory=deque)
    kept: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def texts(self, documents: Iterable[Document]) -> Iterator[str]:
        for document in documents:
            label = None if self.column is None else cell(document, self.column, "--labels")
            self.waiting.append((document.name, label))
            if label is not None:
                self.kept.append(document.text)
                self.labels.append(label)
            yield document.text


def _classes(read: _Read, settings: dict[str, Any], jobs: int | None) -> ClassesSummary:
    """How well plain edits, all of them, tell the classes, and which do."""
    from syntacticdiff.classify import evaluate
    from syntacticdiff.feature_sets import EDITS, count_views
    from syntacticdiff.learning import check_folds, checked_labels
    from syntacticdiff.report.classes import classes_summary, untested_classes
    from syntacticdiff.vectorizer import EditVectorizer

    known = checked_labels(read.labels, len(read.labels))
    vectorizer = EditVectorizer(**settings, features="edit", n_jobs=jobs)
    counts = count_views(progress(read.kept, "documents"), [EDITS], vectorizer)
    folds = min(FOLDS, min(read.labels.count(label) for label in set(read.labels)))
    try:
        check_folds(known, max(folds, 2))
    except InputError as error:
        return untested_classes(counts, known, str(error))
    return classes_summary(evaluate(counts, known, [EDITS], folds=folds, n_jobs=jobs).summary())
