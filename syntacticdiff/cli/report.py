"""`syntacticdiff report`: a page that shows texts and their edits."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from syntacticdiff.cli.messages import progress, say
from syntacticdiff.cli.options import (
    Corpus,
    cell,
    input_options,
    jobs_option,
)
from syntacticdiff.cli.output import check_writable
from syntacticdiff.cli.search_options import given_settings, search_options
from syntacticdiff.differ.ways import DESCRIPTIVE
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.documents import Document
from syntacticdiff.parameters import shown

if TYPE_CHECKING:
    from syntacticdiff.differ.differ import SyntacticDiff
    from syntacticdiff.differ.settings import DifferSettings
    from syntacticdiff.edits.diff import Diff
    from syntacticdiff.features.vectorizer import EditVectorizer
    from syntacticdiff.report.searched import SearchedDocuments
    from syntacticdiff.report.sections.classes import ClassesSummary
    from syntacticdiff.report.sections.topics import TopicsSummary
    from syntacticdiff.report.summary import Summary

FOLDS = 10
TOPICS = 8
TEXTS_FOR_TOPICS = 40  # with fewer, a topic is often a single writer

AUTO, NONE = "auto", "none"

_DATE = re.compile(r"(\d{4}-\d{2}(?:-\d{2})?)(?:[T ].*)?|\d{1,9}")


def _number_of_topics(value: str) -> int | str:
    if value in (AUTO, NONE):
        return value
    if value.isdecimal() and len(value) < 10 and int(value):
        return int(value)
    raise click.BadParameter(f"{shown(value)} is neither a number from 1 nor {AUTO} nor {NONE}")


@click.command("report")
@input_options()
@click.option(
    "--label", "labels", metavar="COLUMN", help="The column of classes: adds a page about them."
)
@click.option(
    "--date",
    "dates",
    metavar="COLUMN",
    help="The column of dates (2026-03-01, or 1, 2, 3): adds progress. Texts of one --id are one "
    "student's.",
)
@click.option(
    "--content-words",
    is_flag=True,
    help="List edits of content words among those that tell the classes, which follow the subject.",
)
@click.option(
    "--settings",
    "tuned",
    metavar="FILE",
    help="A file that tune has written: the edits of `correct --settings`.",
)
@click.option(
    "--topics",
    type=_number_of_topics,
    metavar="N|auto|none",
    help=f"How many topics of errors.  [default: {TOPICS}, none of under {TEXTS_FOR_TOPICS} texts]",
)
@click.option("--out", required=True, metavar="FILE", help="Write to FILE.html, .json or .md.")
@click.option("--title", metavar="TEXT", help="The report's title.  [default: the inputs]")
@search_options("believable")
@jobs_option
def command(
    corpus: Corpus,
    labels: str | None,
    dates: str | None,
    content_words: bool,
    tuned: str | None,
    topics: int | str | None,
    out: str,
    title: str | None,
    settings: DifferSettings,
    jobs: int | None,
) -> None:
    """Texts and their edits as one page to look at.

    One HTML file that needs no network: the habits of the class, every text with its errors marked
    and the reason for each mark, sheets to print, and each edit in all its places. What is marked
    follows a slider; marks can be accepted and rejected, and saved as text, JSON and M2. The edits
    are those of `diff`, with their probabilities, or of `correct --settings`; with --describe,
    those of a sweep that make their sentence at least twice as likely and, of content words, only
    other forms. With --label, how well the edits of a sweep tell the classes, by cross-validation,
    and which ones do. Of very many texts a sample is shown; all are counted. The same as data: a
    name that ends in .json; without most texts: .md.
    """
    from syntacticdiff.report.writing import report_format, write_report

    report_format(out)
    check_writable(out)
    for column, what in ((labels, "labels"), (dates, "dates")):
        if column is not None and corpus.text is None:
            raise UsageError(f"{what} are a column of a table; name the one of texts with --text")
    if tuned is not None:
        settings = _tuned(tuned, settings)
    read = _Read(labels, dates, keep=topics != NONE or labels is not None)
    texts: Iterable[str] = read.texts(corpus.documents())
    if read.keep:
        texts = list(texts)  # now, so that problems are reported before the search
        corpus.refuse_nothing()
        read.check_labels()
    search = _Search.of({**settings, "tokenized": corpus.tokenized}, jobs, read)
    diffs = search.diffs(progress(texts, "documents"))
    found = None
    if topics != NONE and (topics is not None or len(read.kept) >= TEXTS_FOR_TOPICS):
        try:
            found = search.topics(TOPICS if topics is None else topics, diffs)
        except (InputError, UsageError) as error:
            say(f"no topics can be made of these texts: {error}")
            if topics is not None:
                raise click.exceptions.Exit(1) from None
    deque(diffs, maxlen=0)  # the documents that topics did not consume
    corpus.refuse_nothing()
    summary = search.summary(title or ", ".join(corpus.inputs))
    classes = None if labels is None else search.classes(content_words)
    write_report(out, summary.with_sections(found, classes))
    for note in summary.notes:
        say(note)
    corpus.finish()


def _tuned(path: str, settings: DifferSettings) -> DifferSettings:
    """The settings of a file that tune has written; a bad call if others are given besides."""
    from syntacticdiff.correction.corrector import Corrector

    given = given_settings()
    if given:
        raise UsageError(f"--settings and {', '.join(given)}: one of them, not both")
    found: dict[str, Any] = {**settings}
    corrector = Corrector(found["reference"], settings=path, engine=found["engine"])
    found |= corrector.settings.of_differ(corrector.differ.model.fold)
    return cast("DifferSettings", found)


class _Waiting(NamedTuple):
    """What is known of a document until its edits are."""

    name: str
    label: str | None
    date: str | None
    text: str


@dataclass
class _Read:
    """The documents read: their names until they are searched, or with `keep` everything."""

    column: str | None
    dates: str | None
    keep: bool
    waiting: deque[_Waiting] = field(default_factory=deque)
    names: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def texts(self, documents: Iterable[Document]) -> Iterator[str]:
        for document in documents:
            label = None if self.column is None else cell(document, self.column, "--label")
            self.waiting.append(_Waiting(document.name, label, self._date(document), document.text))
            if self.keep:
                self.names.append(document.name)
                self.kept.append(document.text)
            if label is not None:
                self.labels.append(label)
            yield document.text

    def _date(self, document: Document) -> str | None:
        """The date of a document: the day, or a whole number; None for an empty cell."""
        if self.dates is None or not document.fields.get(self.dates, "x").strip():
            return None
        given = cell(document, self.dates, "--date").strip()
        found = _DATE.fullmatch(given)
        if found is None:
            raise InputError(
                f"{document.name}: {shown(given)} is no date such as 2026-03-01, and no number"
            )
        return found[1] or given

    def check_labels(self) -> None:
        """Raise InputError if all labels are the same."""
        if self.column is not None:
            from syntacticdiff.classify.learning import checked_labels

            checked_labels(self.labels, len(self.kept))


@dataclass
class _Search:
    """The search, and what is computed from its results.

    Every document is searched once, and a second time for classes, where everything that describes
    a text counts.
    """

    settings: DifferSettings
    jobs: int | None
    read: _Read
    differ: SyntacticDiff
    searched: SearchedDocuments

    @classmethod
    def of(cls, settings: DifferSettings, jobs: int | None, read: _Read) -> _Search:
        """A search that has not begun; raises if the settings are invalid."""
        from syntacticdiff import SyntacticDiff
        from syntacticdiff.report.searched import SearchedDocuments

        differ = SyntacticDiff(**settings)
        return cls(settings, jobs, read, differ, SearchedDocuments(differ))

    def diffs(self, texts: Iterable[str]) -> Iterator[list[Diff]]:
        """The diffs of each document, which is added to the summary before they are yielded."""
        for found in self.differ.many(texts, n_jobs=self.jobs):
            name, label, date, text = self.read.waiting.popleft()
            self.searched.add(found, name, text, label, date)
            yield found

    def summary(self, title: str) -> Summary:
        return self.searched.summary(title)

    def topics(self, number: int | str, diffs: Iterable[list[Diff]]) -> TopicsSummary:
        from syntacticdiff.report.topics import topics_summary
        from syntacticdiff.topics.exemplars import topic_examples
        from syntacticdiff.topics.topics import ErrorTopics

        topics = ErrorTopics(number, vectorizer=self._vectorizer(), verbose=True)
        shares = topics.fit_transform(diffs)
        examples = topic_examples(topics, self.read.kept, shares)
        return topics_summary(topics, examples, self.read.names)

    def classes(self, content_words: bool) -> ClassesSummary:
        """How well plain edits predict the classes, and which edits do."""
        from syntacticdiff.classify.evaluation import evaluate
        from syntacticdiff.classify.feature_sets import count_views
        from syntacticdiff.classify.learning import check_folds, checked_labels
        from syntacticdiff.classify.telling import edit_scatter, telling_examples
        from syntacticdiff.classify.views import EDITS
        from syntacticdiff.report.classes import classes_summary, untested_classes

        labels = checked_labels(self.read.labels, len(self.read.kept))
        texts = progress(self.read.kept, "documents")
        counts = count_views(texts, [EDITS], self._describing())
        folds = min(FOLDS, *Counter(self.read.labels).values())
        try:
            check_folds(labels, max(folds, 2))
        except InputError as error:
            return untested_classes(counts, labels, str(error), content_words=content_words)
        content = "keep" if content_words else "mask"
        found = evaluate(counts, labels, [EDITS], folds=folds, n_jobs=self.jobs, content=content)
        return classes_summary(
            found.summary(),
            content_words=content_words,
            examples=telling_examples(counts, self.read.kept, labels, found.informative),
            names=self.read.names,
            scatter=edit_scatter(counts, labels, content=content),
        )

    def _vectorizer(self) -> EditVectorizer:
        from syntacticdiff.features.vectorizer import EditVectorizer

        return EditVectorizer(**self.settings, features="edit", n_jobs=self.jobs)

    def _describing(self) -> EditVectorizer:
        """Classes are told by what is unusual, whether or not it is an error."""
        if not self.differ.searching.search.probabilities:
            return self._vectorizer()
        vectorizer = self._vectorizer()
        vectorizer.set_params(**DESCRIPTIVE)
        return vectorizer
