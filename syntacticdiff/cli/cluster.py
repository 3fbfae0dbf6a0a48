"""`syntacticdiff cluster`: topics of errors in documents, and who should work together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from syntacticdiff.cli.cluster_rendering import topic_lines
from syntacticdiff.cli.features import count_or_share
from syntacticdiff.cli.messages import progress, say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import (
    Corpus,
    input_options,
    jobs_option,
    number_or,
    output_options,
    seed_option,
)
from syntacticdiff.cli.output import Output, Printer, check_writable
from syntacticdiff.cli.rendering import Marks
from syntacticdiff.cli.search_options import search_options
from syntacticdiff.errors import UsageError
from syntacticdiff.files.documents import Document
from syntacticdiff.topics.methods import METHODS, PROFILES, TOPICS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from syntacticdiff.differ.differ import SyntacticDiff
    from syntacticdiff.edits.diff import Diff
    from syntacticdiff.report.searched import SearchedDocuments
    from syntacticdiff.topics.exemplars import TopicExamples
    from syntacticdiff.topics.topics import ErrorTopics


@click.command("cluster")
@input_options()
@click.option(
    "--topics",
    "n_topics",
    type=number_or(int, "auto", "auto"),
    default=TOPICS,
    show_default=True,
    metavar="N|auto",
    help="The number of topics; there are fewer if resampled documents do not confirm them. auto: "
    "as many as have enough documents; with lda and nmf, as predict held-out documents best.",
)
@click.option(
    "--method",
    type=click.Choice(tuple(METHODS)),
    default=PROFILES,
    show_default=True,
    help="; ".join(f"{method.name}: {method.title}" for method in METHODS.values()) + ".",
)
@click.option(
    "--prior",
    type=number_or(float, "auto", "auto"),
    default=0.1,
    show_default=True,
    metavar="X|auto",
    help="The Dirichlet prior of lda; auto learns it.",
)
@click.option(
    "--min-df",
    type=count_or_share,
    default=3,
    show_default=True,
    metavar="N|X",
    help="lda and nmf: keep edits of at least N documents, or of a share such as 0.01.",
)
@click.option(
    "--max-df",
    type=count_or_share,
    default=0.5,
    show_default=True,
    metavar="N|X",
    help="lda and nmf: keep edits of at most N documents, or of a share.",
)
@seed_option("The same seed gives the same topics.")
@click.option("--pairs", is_flag=True, help="Pair writers with complementary strengths; see above.")
@click.option(
    "--teams",
    type=WholeNumber(1),
    metavar="N",
    help="Divide the writers into N mixed teams; see above.",
)
@click.option("--report", metavar="FILE", help="Also write a report: FILE.html, .json or .md.")
@output_options
@search_options("believable")
@jobs_option
def command(
    corpus: Corpus,
    output: Output,
    settings: dict[str, Any],
    jobs: int | None,
    pairs: bool,
    teams: int | None,
    report: str | None,
    **wanted: Any,
) -> None:
    """Find topics of errors in documents.

    A topic is a habit: a kind of errors that some writers make more often than others, or few
    errors. Every edit of `diff` counts by its probability, against the number of words, and of
    nouns and verbs for the errors that concern these; a document's share of a topic is large if it
    has more such errors than the other documents. With --method lda or nmf, topics are edits that
    occur in the same documents. With --describe, the edits are those of a sweep that make their
    sentence at least twice as likely and, of content words, only substitutions by another form.

    The topics are printed with a label, how common they are, their edits, example sentences, and
    the documents in which their shares are largest. --out FILE.csv gets a row for each document:
    its main topic (none if it is empty) and the share of every topic. With --json, one object per
    line: {"kind": "clusters"}, then "topic", "document", "pair" and "team" ones.

    The shares of a document show where its writer makes errors: a large share is a weakness, a
    small one a strength. --pairs joins writers whose errors are in different topics, so that each
    can help with the other's weaknesses. Complementarity is half the sum of the absolute
    differences of their shares: 0 if the shares are equal, 1 if they have no topic in common. The
    most complementary writers are paired first; then pairs exchange partners as long as that
    increases the sum. If the number of writers is odd, one pair has three. --teams N makes N teams
    of equal size that are as mixed as the whole class: writers are assigned in the order of their
    main topic, and then change places as long as that brings the teams' mean shares closer to those
    of the class.
    """
    _check_files(output, report)
    read = _Read()
    documents = read.texts(progress(corpus.documents(), "documents"))
    from syntacticdiff.differ.differ import SyntacticDiff
    from syntacticdiff.features.matrix import EmptyVocabularyError
    from syntacticdiff.features.vectorizer import EditVectorizer
    from syntacticdiff.topics.exemplars import topic_examples
    from syntacticdiff.topics.topics import ErrorTopics

    settings |= {"tokenized": corpus.tokenized}
    seed = wanted.pop("seed")
    topics = ErrorTopics(
        **wanted, vectorizer=EditVectorizer(**settings), random_state=seed, verbose=True
    )
    differ = SyntacticDiff(**settings)
    searched = None if report is None else _searched(differ)
    try:
        shares = topics.fit_transform(
            read.summarised(differ.many(documents, n_jobs=jobs), searched)
        )
    except EmptyVocabularyError:
        corpus.refuse_nothing()  # that there was no document has been reported
        raise
    result = TopicsResult(topics, read.names, shares, topic_examples(topics, read.kept, shares))
    result.group(pairs, teams)
    if report is not None and searched is not None:  # first: the output may be closed
        _write_report(report, result, searched, ", ".join(corpus.inputs))
    _write(result, output)
    corpus.finish()


def _check_files(output: Output, report: str | None) -> None:
    """Refuse, before the work is done, files that cannot be written."""
    if report is not None:
        from syntacticdiff.report.writing import report_format

        report_format(report)
        check_writable(report)
    if output.path is None or output.path == "-":
        return
    is_table = output.path.lower().endswith(".csv")
    if is_table == output.json:
        raise UsageError(
            f"{output.path}: --json writes JSON Lines; name it .jsonl"
            if output.json
            else f"{output.path}: the table of documents ends in .csv; for JSON Lines, add --json"
        )
    check_writable(output.path)


@dataclass
class _Read:
    """The names of the documents, and their texts for examples."""

    names: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def texts(self, documents: Iterable[Document]) -> Iterator[str]:
        for document in documents:
            self.names.append(document.name)
            self.kept.append(document.text)
            yield document.text

    def summarised(
        self, found: Iterable[list[Diff]], searched: SearchedDocuments | None
    ) -> Iterator[list[Diff]]:
        """The diffs of the documents, which are also added to the report."""
        for number, diffs in enumerate(found):
            if searched is not None:
                searched.add(diffs, self.names[number], self.kept[number])
            yield diffs


@dataclass
class TopicsResult:
    """The topics of documents, with examples and groups of writers."""

    topics: ErrorTopics
    names: list[str]
    shares: npt.NDArray[np.float64]
    examples: list[TopicExamples]
    pairs: list[tuple[int, ...]] = field(default_factory=list)
    complementarity: list[float] = field(default_factory=list)
    deciles: list[float] = field(default_factory=list)
    teams: list[tuple[int, ...]] = field(default_factory=list)

    def group(self, pairs: bool, teams: int | None) -> None:
        """Make the groups that were requested."""
        from syntacticdiff.topics import study_groups

        if pairs:
            self.pairs = study_groups.pairs(self.shares)
            self.deciles = study_groups.deciles(self.shares)
            for group in self.pairs:
                between = study_groups.complementarity(self.shares[list(group)])
                size = len(group)
                self.complementarity.append(float(between.sum() / (size * (size - 1))))
        if teams is not None:
            self.teams = study_groups.teams(self.shares, teams)

    def main_topic(self, document: int) -> int | None:
        """The number of a document's largest topic, from 1; None if nothing is known of it."""
        if not self.topics.has_topic_[document]:
            return None
        return int(self.shares[document].argmax()) + 1


def _write(result: TopicsResult, output: Output) -> None:
    if output.json:
        with output.open() as printer:
            for value in _json_lines(result):
                printer.json(value)
        return
    if output.path not in (None, "-"):  # first: whoever reads the rest may close it
        with output.open() as printer:
            _write_table(result, printer)
    with Output(json=False, path=None).open() as printer:
        for line in topic_lines(result, Marks(printer.color)):
            printer.line(line)


def _write_table(result: TopicsResult, printer: Printer) -> None:
    """Write a row for each document."""
    topics = result.topics
    groups = {"pair": result.pairs, "team": result.teams}
    of_document = {
        name: {one: number for number, group in enumerate(found, 1) for one in group}
        for name, found in groups.items()
        if found
    }
    columns = ["document", "topic", "label", "edits", *topics.get_feature_names_out(), *of_document]
    printer.csv(columns)
    for number, name in enumerate(result.names):
        main = result.main_topic(number)
        label = "" if main is None else topics.topics_[main - 1].label
        row = [name, "" if main is None else main, label, int(topics.document_edits_[number])]
        row += [f"{share:.4f}" for share in result.shares[number]]
        printer.csv([*row, *(groups_of[number] for groups_of in of_document.values())])


def _json_lines(result: TopicsResult) -> Iterator[dict[str, Any]]:
    topics, names = result.topics, result.names
    yield {
        "kind": "clusters",
        "documents": len(names),
        "topics": topics.n_topics_,
        "method": topics.method,
        "coherence": topics.coherence_,
        "held_out": topics.held_out_,
        "agreements": topics.agreements_,
        "note": topics.note_,
        **({"deciles": result.deciles} if result.deciles else {}),
        "signature": topics.differ_.signature,
    }
    for number, (topic, shown) in enumerate(zip(topics.topics_, result.examples, strict=True), 1):
        yield {
            "kind": "topic",
            "topic": number,
            "label": topic.label,
            "share": topic.share,
            "kinds": list(topic.kinds),
            "per_100_words": topic.rate,
            "coherence": topic.coherence,
            "edits": [{"edit": edit, "weight": weight} for edit, weight in topic.edits],
            "sentences": [
                {"document": names[one.document], **one.diff.to_dict()} for one in shown.sentences
            ],
            "documents": [
                {"document": names[one], "share": share} for one, share in shown.documents
            ],
        }
    for number, name in enumerate(names):
        yield {
            "kind": "document",
            "document": name,
            "topic": result.main_topic(number),
            "edits": int(topics.document_edits_[number]),
            "shares": result.shares[number].tolist(),
        }
    for group, value in zip(result.pairs, result.complementarity, strict=True):
        members = [names[one] for one in group]
        yield {"kind": "pair", "documents": members, "complementarity": value}
    for number, group in enumerate(result.teams, 1):
        yield {"kind": "team", "team": number, "documents": [names[one] for one in group]}


def _searched(differ: SyntacticDiff) -> SearchedDocuments:
    from syntacticdiff.report.searched import SearchedDocuments

    return SearchedDocuments(differ)


def _write_report(path: str, result: TopicsResult, searched: SearchedDocuments, title: str) -> None:
    from syntacticdiff.report.topics import topics_summary
    from syntacticdiff.report.writing import write_report

    found = topics_summary(result.topics, result.examples, result.names)
    summary = searched.summary(title)
    write_report(path, summary.with_sections(found))
    for note in summary.notes:
        say(note)
