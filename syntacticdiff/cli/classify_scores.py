"""`classify --score`: numbers instead of classes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from syntacticdiff.classify.views import views_of
from syntacticdiff.cli.classify_rendering import table_lines
from syntacticdiff.cli.labelled import (
    Labelled,
    learning_of,
    number,
    refuse_other_tokens,
    vectorizer_of_options,
)
from syntacticdiff.cli.messages import counted, printable, progress, say
from syntacticdiff.cli.options import Corpus
from syntacticdiff.cli.output import Output
from syntacticdiff.cli.rendering import Marks
from syntacticdiff.edits.plain_words import quoted, readable_feature

if TYPE_CHECKING:
    from syntacticdiff.classify.scorer import ScorePrediction, ScoreReason

SCORE_VIEWS = "bigrams,grammar,bigrams+grammar"


def evaluate_scores_of(
    corpus: Corpus,
    output: Output,
    score: str,
    groups: str | None,
    features: Sequence[str],
    test: str | None,
    folds: int,
    learning: dict[str, Any],
    edits: dict[str, Any],
    jobs: int | None,
) -> None:
    """Compare how well feature sets predict a column of numbers, and print it."""
    scored = Labelled.read(corpus, score, groups, "--score")
    from syntacticdiff.classify.feature_sets import count_views
    from syntacticdiff.classify.learning import checked_groups
    from syntacticdiff.classify.score_evaluation import evaluate_scores
    from syntacticdiff.classify.scores import checked_scores, score_splits

    for name in features:
        views_of(name)
    settings = learning_of(learning)
    checked_scores(scored.labels, len(scored.texts))
    tested: range | None = None
    if test is None:  # now, before documents are searched
        grouping = checked_groups(scored.groups if groups else None, len(scored.texts))
        score_splits(len(scored.texts), folds, settings.seed, grouping)
    else:
        others = Labelled.read(replace(corpus, inputs=(test,)), score, groups, "--score")
        tested = range(len(scored.texts), len(scored.texts) + len(others.texts))
        scored.add(others)
    vectorizer = vectorizer_of_options(edits, corpus, jobs)
    evaluation = evaluate_scores(
        count_views(progress(scored.texts, "documents"), features, vectorizer),
        scored.labels,
        features,
        learning=settings,
        folds=folds,
        groups=scored.groups if groups else None,
        test=tested,
        n_jobs=jobs,
    )
    summary = evaluation.summary()
    with output.open() as printer:
        if output.json:
            for value in _json_lines(summary):
                printer.json(value)
        else:
            for line in _evaluation_lines(summary, Marks(printer.color)):
                printer.line(line)
    corpus.finish()


def train_scorer(
    corpus: Corpus,
    out: str,
    score: str,
    groups: str | None,
    features: str,
    learning: dict[str, Any],
    edits: dict[str, Any],
    jobs: int | None,
) -> None:
    """Train a model of a column of numbers, and save it."""
    scored = Labelled.read(corpus, score, groups, "--score")
    from syntacticdiff.classify.scorer import TextScorer

    views_of(features)
    scorer = TextScorer.train(
        progress(scored.texts, "documents"),
        scored.labels,
        features,
        edits=vectorizer_of_options(edits, corpus, jobs),
        learning=learning_of(learning),
        groups=scored.groups if groups else None,
    )
    scorer.save(out)
    say(
        f"{out}: {counted(len(scored.texts), 'document')}, scores from {scorer.record['low']:g} to "
        f"{scorer.record['high']:g}, {features}, {counted(scorer.features, 'feature')}, penalty "
        f"{scorer.record['penalty']:g}; {100 * scorer.level:.0f}% of scores within "
        f"{scorer.half_width:.2f} of the prediction"
    )
    corpus.finish()


def predict_scores(
    corpus: Corpus,
    output: Output,
    folder: str,
    score: str | None,
    reference: str | None,
    evidence: int,
    engine: str,
    jobs: int | None,
) -> None:
    """Predict the score of each document."""
    documents = progress(corpus.documents(), "documents", shown=not output.on_terminal)
    from syntacticdiff.classify.scorer import TextScorer

    scorer = TextScorer.load(folder, reference=reference, engine=engine, n_jobs=jobs)
    refuse_other_tokens(folder, corpus, scorer.tokenized)
    names: deque[tuple[str, float | None]] = deque()  # of the documents being searched
    pairs: list[tuple[float, float, bool]] = []

    def texts() -> Iterator[str]:
        for document in documents:
            names.append((document.name, None if score is None else number(document, score)))
            yield document.text

    with output.open() as printer:
        marks = Marks(printer.color)
        for prediction in scorer.predict(texts(), evidence):
            name, true = names.popleft()
            if true is not None:
                inside = prediction.low <= true <= prediction.high
                pairs.append((true, prediction.score, inside))
            if output.json:
                known = {} if true is None else {"given": true}
                reasons = [item._asdict() for item in prediction.reasons]
                printer.json({"document": name, **known, **asdict(prediction), "reasons": reasons})
            else:
                for line in _prediction_lines(name, prediction, true, marks):
                    printer.line(line)
        corpus.refuse_nothing()
    if len(pairs) > 1:
        say(_how_well(pairs))
    corpus.finish()


def _how_well(pairs: Sequence[tuple[float, float, bool]]) -> str:
    import numpy as np

    from syntacticdiff.classify.score_statistics import correlation, rounded, weighted_kappa

    true, predicted = (np.array([pair[side] for pair in pairs]) for side in (0, 1))
    kappa = weighted_kappa(true, rounded(predicted, np.unique(true)))
    share = sum(inside for _, _, inside in pairs) / len(pairs)
    return (
        f"{counted(len(pairs), 'document')}: r {correlation(true, predicted):.3f}, "
        f"kappa {kappa:.3f}, {100 * share:.1f}% of the scores inside their intervals"
    )


# Text


def _evaluation_lines(summary: Mapping[str, Any], marks: Marks) -> Iterator[str]:
    groups = "" if summary["groups"] is None else f", {counted(summary['groups'], 'group')}"
    folds = f"{summary['folds']} folds"
    if summary["tested"] < summary["documents"]:
        folds = f"tested on {summary['tested']:,}"
    yield (
        f"{counted(summary['documents'], 'document')}, scores from {summary['low']:g} to "
        f"{summary['high']:g} (mean {summary['mean']:.2f}, deviation {summary['deviation']:.2f}), "
        f"{folds}{groups}, seed {summary['seed']}, ridge regression"
    )
    yield ""
    share = f"{100 * summary['level']:.0f}%"
    yield from table_lines(
        ["features", "r", "kappa", "error", f"± for {share}", "inside", "vocabulary"],
        [
            [
                result["features"],
                f"{result['r']:.3f} {_interval(result['r_interval'])}",
                f"{result['kappa']:.3f} {_interval(result['kappa_interval'])}",
                f"{result['rmse']:.3f}",
                f"{result['half_width']:.2f}",
                f"{100 * result['coverage']:.1f}%",
                f"{result['vocabulary']:,}",
            ]
            for result in summary["results"]
        ],
        marks,
    )
    if summary["comparisons"]:
        yield ""
        yield from table_lines(
            ["difference", "r", "p", "kappa", "p"],
            [
                [
                    f"{pair['first']} - {pair['second']}",
                    f"{pair['r_difference']:+.3f}",
                    f"{pair['r_p']:.4f}",
                    f"{pair['kappa_difference']:+.3f}",
                    f"{pair['kappa_p']:.4f}",
                ]
                for pair in summary["comparisons"]
            ],
            marks,
        )
    yield ""
    yield marks.aside(printable(summary["signature"]))


def _prediction_lines(
    document: str, prediction: ScorePrediction, true: float | None, marks: Marks
) -> Iterator[str]:
    score = marks.heading(f"{prediction.score:.2f}")
    given = "" if true is None else f", given {true:g}"
    yield (
        f"{printable(document)}  {score}  ({prediction.low:.2f} to {prediction.high:.2f}{given})"
    )
    for reason in prediction.reasons:
        yield f"   {reason.contribution:+.2f}  {reason_text(reason)}"


def reason_text(reason: ScoreReason) -> str:
    """A reason in plain words: `missing article, 3.2 expected: missing “the”`."""
    text = printable(reason.name)
    if reason.expected:
        text += f", {reason.expected:.1f} expected"
    if reason.edits:
        shown = (quoted(readable_feature(edit)) for edit in reason.edits)
        text += f": {printable(', '.join(shown))}"
    return text


def _json_lines(summary: dict[str, Any]) -> Iterable[dict[str, Any]]:
    parts = ("results", "comparisons")
    yield {"kind": "data"} | {key: value for key, value in summary.items() if key not in parts}
    for result in summary["results"]:
        yield {"kind": "features", **result}
    for comparison in summary["comparisons"]:
        yield {"kind": "comparison", **comparison}


def _interval(ends: Sequence[float]) -> str:
    return f"[{ends[0]:.3f}, {ends[1]:.3f}]"
