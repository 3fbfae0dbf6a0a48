"""`syntacticdiff classify`: compare feature sets, train a classifier, and use it."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from syntacticdiff.classify.classifiers import CHOSEN, CLASSIFIERS, FIXED
from syntacticdiff.classify.views import feature_sets_help, views_of
from syntacticdiff.cli.classify_rendering import evaluation_lines, prediction_line
from syntacticdiff.cli.classify_scores import (
    SCORE_VIEWS,
    evaluate_scores_of,
    predict_scores,
    train_scorer,
)
from syntacticdiff.cli.labelled import (
    Labelled,
    is_given,
    learning_of,
    refuse_other_tokens,
    vectorizer_of_options,
)
from syntacticdiff.cli.messages import counted, progress, say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import (
    Corpus,
    Decorator,
    Function,
    comma_separated,
    input_options,
    jobs_option,
    number_or,
    output_options,
    seed_option,
)
from syntacticdiff.cli.output import Output, check_writable
from syntacticdiff.cli.rendering import Marks
from syntacticdiff.cli.search_options import search_options
from syntacticdiff.errors import UsageError
from syntacticdiff.features.templates import TEMPLATES

if TYPE_CHECKING:
    from syntacticdiff.classify.evaluation import Evaluation
    from syntacticdiff.classify.telling import Examples


@click.group("classify", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Predict the classes or scores of documents from words, edits or both.

    Labelled documents are tables with a column of texts and one of labels; scored ones have a
    column of numbers.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)


def _learning_options(classifier: str) -> Decorator:
    """The options of training, as the arguments `label`, `learning`, `edits` and `jobs`.

    `learning` and `edits` are dictionaries of arguments for Learning and EditVectorizer;
    `classifier` is the command's default classifier.
    """

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def wrapper(**given: Any) -> Any:
            if (given["label"] is None) == (given["score"] is None):
                raise UsageError("--label COLUMN or --score COLUMN is needed, one of them")
            if given["score"] is not None:
                for option in ("classifier", "penalty"):
                    if is_given(option):
                        name = "choose-penalty" if option == "penalty" else option
                        raise UsageError(
                            f"--{name}: scores are predicted by ridge regression, which chooses "
                            "its penalty inside the training documents"
                        )
                given["classifier"] = "ridge"
            names = ("classifier", "edits_weight", "min_df", "seed", "penalty")
            learning = {name: given.pop(name) for name in names}
            edits = given.pop("settings")
            if (templates := given.pop("templates")) is not None:
                edits["features"] = templates
            return function(learning=learning, edits=edits, **given)

        wrapped: Function = search_options("descriptive")(jobs_option(wrapper))
        for option in reversed(_training_options(classifier)):
            wrapped = option(wrapped)
        return wrapped

    return decorate


def _training_options(classifier: str) -> tuple[Decorator, ...]:
    number: dict[str, Any] = {"show_default": True, "metavar": "N"}
    return (
        click.option("--label", metavar="COLUMN", help="The column of labels."),
        click.option(
            "--score",
            metavar="COLUMN",
            help="A column of numbers to predict instead of labels, by ridge regression.",
        ),
        click.option(
            "--classifier",
            type=click.Choice(tuple(CLASSIFIERS)),
            default=classifier,
            show_default=True,
            help="The linear classifier.",
        ),
        click.option(
            "--choose-penalty",
            "penalty",
            is_flag=True,
            callback=lambda _context, _option, chosen: CHOSEN if chosen else FIXED,
            help="Choose the classifier's penalty inside the training documents; ridge always "
            "does.",
        ),
        click.option(
            "--edits-weight",
            type=number_or(float, "cv", "cv"),
            default=1.0,
            show_default=True,
            metavar="X|cv",
            help="The factor of edits and grammar beside words; cv chooses it inside the folds.",
        ),
        click.option(
            "--min-df",
            type=WholeNumber(),
            default=1,
            help="Keep features of N training documents.",
            **number,
        ),
        seed_option("Seed of folds and classifiers."),
        click.option(
            "--templates",
            type=comma_separated(str, "edit,class"),
            metavar="LIST",
            help=f"Feature templates of edits: {', '.join(TEMPLATES)}.",
        ),
    )


@command.command("evaluate")
@input_options(lines=False)
@click.option(
    "--groups", metavar="COLUMN", help="A column; keep documents that share its value in one fold."
)
@click.option(
    "--views",
    "features",
    type=comma_separated(str, "words,stems+edits"),
    default="words,edits,combined",
    show_default=True,
    metavar="LIST",
    help=f"What is compared: {feature_sets_help()} Without it, --score compares {SCORE_VIEWS}.",
)
@click.option(
    "--test",
    metavar="FILE",
    help="A table to test on, with the same columns; all inputs are trained on, without folds.",
)
@click.option("--folds", type=WholeNumber(), default=10, show_default=True, metavar="N")
@click.option(
    "--content-words",
    is_flag=True,
    help="List edits of content words too; they follow the subject of a text.",
)
@click.option(
    "--examples",
    type=WholeNumber(0),
    default=1,
    show_default=True,
    metavar="N",
    help="Sentences for each informative edit.",
)
@click.option(
    "--pair",
    type=comma_separated(str, "German,Japanese"),
    metavar="A,B",
    help="The classes whose edits the report's picture shows; by default the largest two.",
)
@click.option("--report", metavar="FILE", help="Also write all tables to FILE.html, .json or .md.")
@output_options
@_learning_options("svm")
def evaluate_command(
    corpus: Corpus,
    output: Output,
    label: str | None,
    score: str | None,
    groups: str | None,
    features: tuple[str, ...],
    test: str | None,
    folds: int,
    content_words: bool,
    examples: int,
    pair: tuple[str, ...] | None,
    report: str | None,
    learning: dict[str, Any],
    edits: dict[str, Any],
    jobs: int | None,
) -> None:
    """Compare how well words, edits or both predict the classes, by cross-validation.

    With --test, the classifiers learn from the inputs and are tested on another table. What is in
    brackets is a 95% interval, by the bootstrap over documents. Vocabulary is the number of
    features that occur in at least --min-df documents, "per document" how many different ones of
    these a document has on average. p-values are those of paired
    approximate randomisation over the out-of-fold predictions. With --json, one object per line:
    {"kind": "data"}, then "features", "comparison" and "informative" ones.

    With --score, numbers are predicted instead of classes, by ridge regression whose penalty is
    chosen inside the training documents: Pearson's r, and quadratic weighted kappa of predictions
    rounded to scores that occur. "±" is half the width of the interval that should hold 90% of the
    scores, and "inside" is the share of tested documents whose score it does hold.
    """
    if score is not None:
        if report is not None:
            raise UsageError("--report: a report is made of classes; scores have --json and --out")
        views = features if is_given("features") else tuple(SCORE_VIEWS.split(","))
        evaluate_scores_of(corpus, output, score, groups, views, test, folds, learning, edits, jobs)
        return
    assert label is not None, "one of them was given"
    if report is not None:
        from syntacticdiff.report.writing import report_format

        report_format(report)
        check_writable(report)
    labelled = Labelled.read(corpus, label, groups)
    from syntacticdiff.classify.evaluation import evaluate
    from syntacticdiff.classify.feature_sets import count_views
    from syntacticdiff.classify.learning import check_folds, checked_groups, checked_labels
    from syntacticdiff.classify.telling import edit_scatter, telling_examples
    from syntacticdiff.report.classes import classes_summary
    from syntacticdiff.report.summary import Summary
    from syntacticdiff.report.writing import write_report

    for name in features:
        views_of(name)
    settings = learning_of(learning)
    known = checked_labels(labelled.labels, len(labelled.texts))
    grouping = checked_groups(labelled.groups if groups is not None else None, len(known))
    tested: range | None = None
    if test is None:
        check_folds(known, folds, grouping)  # now, before documents are searched
    else:
        other = replace(corpus, inputs=(test,))
        scored = Labelled.read(other, label, groups)
        tested = range(len(known), len(known) + len(scored.texts))
        labelled.add(scored)
        known = checked_labels(labelled.labels, len(labelled.texts))
        grouping = checked_groups(labelled.groups if groups is not None else None, len(known))
    if pair is not None and (len(pair) != 2 or not set(pair) <= set(known.tolist())):
        raise UsageError(f"--pair: two of {', '.join(sorted(set(known.tolist())))} are needed")
    vectorizer = vectorizer_of_options(edits, corpus, jobs)
    counts = count_views(progress(labelled.texts, "documents"), features, vectorizer)
    content = "keep" if content_words else "mask"
    evaluation = evaluate(
        counts,
        known,
        features,
        learning=settings,
        folds=folds,
        groups=grouping,
        test=tested,
        content=content,
        n_jobs=jobs,
    )
    found = telling_examples(counts, labelled.texts, known, evaluation.informative, examples)
    if report is not None:  # first: whoever reads the output may close it
        classes = classes_summary(
            evaluation.summary(),
            content_words=content_words,
            examples=found,
            names=labelled.names,
            scatter=edit_scatter(
                counts, known, None if pair is None else (pair[0], pair[1]), content=content
            ),
        )
        title = f"{', '.join(corpus.inputs)}: {label}"
        write_report(report, Summary(title, evaluation.signature, sections=(classes,)))
    _write_evaluation(evaluation, found, labelled.names, output)
    corpus.finish()


@command.command("train")
@input_options(lines=False)
@click.option("--out", required=True, metavar="FOLDER", help="The folder to write.")
@click.option(
    "--groups",
    metavar="COLUMN",
    help="With --score: documents that share its value (author, prompt) are left out together.",
)
@click.option(
    "--views",
    "features",
    default="combined",
    show_default=True,
    metavar="NAME",
    help=f"What is learned from: {feature_sets_help()} Without it, --score learns from grammar.",
)
@_learning_options("logistic")
def train_command(
    corpus: Corpus,
    out: str,
    label: str | None,
    score: str | None,
    groups: str | None,
    features: str,
    learning: dict[str, Any],
    edits: dict[str, Any],
    jobs: int | None,
) -> None:
    """Train a classifier on labelled documents, or with --score a model of numbers.

    It is saved as a folder of arrays and JSON, which refers to its reference model by path and
    checksum. An older classifier in that folder is replaced.
    """
    from syntacticdiff.classify.file import check_replaceable

    check_replaceable(out)
    if score is not None:
        views = features if is_given("features") else "grammar"
        train_scorer(corpus, out, score, groups, views, learning, edits, jobs)
        return
    if groups is not None:
        raise UsageError("--groups: it is for --score; classes are trained without groups")
    assert label is not None, "one of them was given"
    labelled = Labelled.read(corpus, label, None)
    from syntacticdiff.classify.classifier import TextClassifier

    classifier = TextClassifier.train(
        progress(labelled.texts, "documents"),
        labelled.labels,
        features,
        edits=vectorizer_of_options(edits, corpus, jobs),
        learning=learning_of(learning),
    )
    classifier.save(out)
    say(
        f"{out}: {counted(len(labelled.texts), 'document')}, "
        f"{len(classifier.classes)} classes, {features}, {learning['classifier']}, "
        f"{counted(classifier.features, 'feature')}"
    )
    corpus.finish()


@command.command("predict")
@click.argument("folder")
@input_options()
@click.option(
    "--reference", metavar="PATH", help="The classifier's reference model, if it has moved."
)
@click.option(
    "--evidence",
    type=WholeNumber(0),
    default=5,
    show_default=True,
    metavar="N",
    help="The number of edits to name.",
)
@click.option(
    "--score",
    metavar="COLUMN",
    help="The true scores of the documents, to compare the predictions with.",
)
@click.option("--engine", type=click.Choice(["auto", "native", "python"]), default="auto")
@jobs_option
@output_options
def predict_command(
    corpus: Corpus,
    output: Output,
    folder: str,
    score: str | None,
    reference: str | None,
    evidence: int,
    engine: str,
    jobs: int | None,
) -> None:
    """Predict the class of each document, with its probability and the edits that spoke for it.

    The probability is that of the logistic model; for other classifiers it is the softmax of the
    scores, scaled to fit the out-of-fold scores of the training documents. Each edit is shown with
    its contribution to the score. A classifier without edits shows words instead.

    A model of numbers predicts the score with the interval that should hold 90% of the scores, and
    what lowers or raises it most, compared with an average document: habits with the number of
    edits that are expected. With --score COLUMN, a last line says how well it did.
    """
    from syntacticdiff.classify.file import SCORER_FORMAT, folder_format

    if folder_format(folder) == SCORER_FORMAT:
        predict_scores(corpus, output, folder, score, reference, evidence, engine, jobs)
        return
    if score is not None:
        raise UsageError(f"--score: {folder} predicts classes, not scores")
    documents = progress(corpus.documents(), "documents", shown=not output.on_terminal)
    from syntacticdiff.classify.classifier import TextClassifier

    classifier = TextClassifier.load(folder, reference=reference, engine=engine, n_jobs=jobs)
    refuse_other_tokens(folder, corpus, classifier.tokenized)
    names: deque[str] = deque()  # of the documents being searched

    def texts() -> Iterator[str]:
        for document in documents:
            names.append(document.name)
            yield document.text

    with output.open() as printer:
        marks = Marks(printer.color)
        for prediction in classifier.predict(texts(), evidence):
            name = names.popleft()
            if output.json:
                found = [item._asdict() for item in prediction.evidence]
                printer.json({"document": name, **asdict(prediction), "evidence": found})
            else:
                printer.line(prediction_line(name, prediction, marks))
        corpus.refuse_nothing()
    corpus.finish()


def _write_evaluation(
    evaluation: Evaluation, examples: Examples, names: Sequence[str], output: Output
) -> None:
    summary = evaluation.summary()
    with output.open() as printer:
        if not output.json:
            best, marks = evaluation.best.features, Marks(printer.color)
            for line in evaluation_lines(summary, best, marks, examples):
                printer.line(line)
            return
        for value in _json_lines(summary, examples, names):
            printer.json(value)


def _json_lines(
    summary: dict[str, Any], examples: Examples, names: Sequence[str]
) -> Iterable[dict[str, Any]]:
    parts = ("results", "comparisons", "informative")
    yield {"kind": "data"} | {key: value for key, value in summary.items() if key not in parts}
    for result in summary["results"]:
        yield {"kind": "features", **result}
    for comparison in summary["comparisons"]:
        yield {"kind": "comparison", **comparison}
    for label, edits in summary["informative"].items():
        having = examples.get(label, {})
        quoted = [
            edit
            | {
                "sentences": [
                    {"document": names[place], **diff.to_dict()}
                    for place, diff in having.get(edit["feature"], ())
                ]
            }
            for edit in edits
        ]
        yield {"kind": "informative", "class": label, "edits": quoted}
