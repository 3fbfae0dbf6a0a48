"""`syntacticdiff features`: the edits of each document as a table of counts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from syntacticdiff.cli.messages import progress
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import (
    Corpus,
    comma_separated,
    input_options,
    jobs_option,
)
from syntacticdiff.cli.output import STANDARD_OUTPUT, check_writable
from syntacticdiff.cli.run_options import refuse_run_options, run_options
from syntacticdiff.cli.search_options import search_options
from syntacticdiff.features.rows import NUMERIC_COLUMNS, VALUES
from syntacticdiff.features.templates import DEFAULT_TEMPLATES, TEMPLATES
from syntacticdiff.files.documents import Document
from syntacticdiff.parameters import MOST, shown


def count_or_share(value: int | float | str) -> int | float:
    """The type of `2`, a number of documents, and of `0.5` and `1.0`, shares of them."""
    if not isinstance(value, str):
        return value
    try:
        if value.isdecimal():
            return min(int(value[:10]), MOST)  # no corpus has more documents
        return float(value)
    except ValueError:
        raise click.BadParameter(f"{shown(value)} is not a number such as 2 or 0.5") from None


@click.command("features")
@input_options()
@click.option(
    "--out",
    metavar="FILE|FOLDER/",
    help="Write to FILE.csv, .jsonl, .npz or .parquet; or in parts, to FOLDER/.",
)
@click.option(
    "--keep",
    type=comma_separated(str, "label,author"),
    metavar="COLUMNS",
    help="Columns of the input to carry over, labels for instance.",
)
@click.option(
    "--templates",
    "features",
    type=comma_separated(str, "edit,class"),
    default=",".join(DEFAULT_TEMPLATES),
    show_default=True,
    metavar="LIST",
    help=f"Templates: {', '.join(TEMPLATES)}. `edit` alone gives the smallest table.",
)
@click.option("--numeric", is_flag=True, help=f"Add columns: {', '.join(NUMERIC_COLUMNS)}.")
@click.option(
    "--values",
    type=click.Choice(tuple(VALUES)),
    default="count",
    show_default=True,
    help="; ".join(f"{name}: {what}" for name, what in VALUES.items()) + ".",
)
@click.option("--binary", is_flag=True, help="The value 1 for every feature that occurs.")
@click.option(
    "--min-df",
    type=count_or_share,
    default=1,
    show_default=True,
    metavar="N|X",
    help="Keep features of at least N documents, or of a share such as 0.01.",
)
@click.option(
    "--max-df",
    type=count_or_share,
    default=1.0,
    show_default=True,
    metavar="N|X",
    help="Keep features of at most N documents, or of a share such as 0.9.",
)
@click.option(
    "--max-features",
    type=WholeNumber(),
    metavar="N",
    help="Keep the N features with the largest sums.",
)
@run_options
@search_options("descriptive")
@jobs_option
def command(
    corpus: Corpus,
    out: str | None,
    keep: tuple[str, ...] | None,
    settings: dict[str, Any],
    jobs: int | None,
    running: dict[str, Any],
    **counting: Any,
) -> None:
    """The edits of each document as a table of counts.

    For machine learning: one row per document, in the format given by --out:

    \b
    .csv      document, columns to --keep, a column for each feature; large
    .jsonl    {"document": ..., "fields": {...}, "features": {name: value}},
              without zeros; without --out this goes to standard output
    .npz      a matrix for scipy.sparse.load_npz; with numpy.load also names,
              documents, signature and field_COLUMN
    .parquet  document, columns to --keep, and features: a map from names to
              values without zeros

    With --out FOLDER/ (the name ends in a slash) the rows go into parts, one for each
    partition of the input, with a manifest: for inputs of any size, on this machine or on a
    Dask cluster. A run that was stopped continues with --resume and gives the same bytes.
    Documents that cannot be read are listed in FOLDER/rejected.jsonl; the exit code is then 1.
    """
    if out is not None and out.endswith(("/", os.sep)):
        from syntacticdiff.cli.features_folder import RunOptions, write_parts

        write_parts(corpus, out, keep or (), settings, counting, RunOptions(**running, jobs=jobs))
        return
    refuse_run_options(running)
    to_file = out not in (None, STANDARD_OUTPUT)
    documents = progress(corpus.documents(), "documents")
    from syntacticdiff.features.matrix import EmptyVocabularyError
    from syntacticdiff.features.tables import (
        CarriedColumns,
        FeatureTable,
        checked_format,
        write_features,
        write_json_lines,
    )
    from syntacticdiff.features.vectorizer import EditVectorizer

    if to_file:
        checked_format(str(out))
        check_writable(str(out))
    vectorizer = EditVectorizer(**settings, **counting, tokenized=corpus.tokenized, n_jobs=jobs)
    carried = CarriedColumns(keep or ())
    try:
        matrix = vectorizer.fit_transform(carried.texts(_with_columns(documents, keep or ())))
    except EmptyVocabularyError:
        corpus.refuse_nothing()  # that there was no document has been reported
        raise
    corpus.refuse_nothing()
    table = FeatureTable(
        carried.names,
        vectorizer.get_feature_names_out().tolist(),
        matrix,
        carried.fields,
        vectorizer.differ_.signature,
    )
    if to_file:
        write_features(str(out), table)
    else:
        write_json_lines(sys.stdout.buffer, table)
        sys.stdout.flush()
    corpus.finish()


def _with_columns(documents: Iterable[Document], keep: Sequence[str]) -> Iterator[Document]:
    """The documents, if the first one has the columns to keep."""
    from syntacticdiff.features.tables import check_kept

    for number, document in enumerate(documents):
        if not number:
            check_kept(document, keep)
        yield document
