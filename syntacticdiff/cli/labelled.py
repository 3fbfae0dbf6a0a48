"""Documents with labels or scores, and what is made of the options of training."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from syntacticdiff.cli.messages import printable
from syntacticdiff.cli.options import Corpus, cell
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.documents import Document

if TYPE_CHECKING:
    from syntacticdiff.classify.learning import Learning
    from syntacticdiff.features.vectorizer import EditVectorizer


@dataclass
class Labelled:
    """The texts of a corpus, with their labels or scores, groups and names."""

    texts: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    @classmethod
    def read(
        cls, corpus: Corpus, label: str, groups: str | None, option: str = "--label"
    ) -> Labelled:
        """Read all documents; one without a label or group, or with a bad score, is an error.

        `option` is the one that chose the column: `--label` or `--score`.
        """
        if corpus.text is None:
            what = "labels" if option == "--label" else "scores"
            raise UsageError(
                f"{what} are a column of a table; choose the column of texts with --text"
            )
        wanted = {option: label} | ({} if groups is None else {"--groups": groups})
        read = cls()
        cells = {option: read.labels, "--groups": read.groups}
        for document in corpus.documents():
            for chosen, column in wanted.items():
                cells[chosen].append(cell(document, column, chosen))
            if option == "--score":
                number(document, label)
            read.texts.append(document.text)
            read.names.append(document.name)
        corpus.refuse_nothing()
        return read

    def add(self, other: Labelled) -> None:
        """Append the documents of another corpus."""
        self.texts += other.texts
        self.labels += other.labels
        self.groups += other.groups
        self.names += other.names


def number(document: Document, column: str) -> float:
    """The score of a document.

    Raises
    ------
    InputError
        If the cell is not a finite number.
    """
    value = cell(document, column, "--score")
    try:
        found = float(value)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise InputError(
            f'{document.name}: "{printable(value)}" in column "{column}" is not a number; leave '
            "the row out, or choose another column with --score"
        )
    return found


def is_given(name: str) -> bool:
    """Whether the command line has an option, given by the name of its argument."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (None, ParameterSource.DEFAULT)


def refuse_other_tokens(folder: str, corpus: Corpus, tokenized: bool) -> None:
    """Refuse a model that was trained on texts of the other kind."""
    if corpus.tokenized != tokenized:
        raise UsageError(
            f"{folder}: trained {'with' if tokenized else 'without'} --tokenized, so it "
            "has to be used the same way"
        )


def learning_of(given: dict[str, Any]) -> Learning:
    """How a model is trained, from the options."""
    from syntacticdiff.classify.learning import Learning

    return Learning(**given)


def vectorizer_of_options(
    settings: dict[str, Any], corpus: Corpus, jobs: int | None
) -> EditVectorizer:
    """The vectorizer that the options of the search describe."""
    from syntacticdiff.features.vectorizer import EditVectorizer

    return EditVectorizer(**settings, tokenized=corpus.tokenized, n_jobs=jobs)
