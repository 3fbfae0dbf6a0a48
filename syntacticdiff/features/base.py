"""What the vectorizers have in common: from documents to rows, and validation of parameters.

Which columns the matrix has is decided in `features.vectorizer` and `features.hashing`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.differ.settings import PARAMETERS, DifferSettings
from syntacticdiff.differ.ways import BELIEVABLE, DESCRIPTIVE
from syntacticdiff.errors import UsageError
from syntacticdiff.features.grammar import CONTENT, PRESETS, GrammarFeatures
from syntacticdiff.features.row_cache import remembered_rows
from syntacticdiff.features.rows import PROBABILITY, DocumentFeatures, FeatureRow
from syntacticdiff.features.templates import DEFAULT_TEMPLATES
from syntacticdiff.parameters import one_of, whole_number
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.text.languages import refuse_other_languages

RowMaker: TypeAlias = DocumentFeatures | GrammarFeatures

# The parameters that are SyntacticDiff's.
SETTINGS = ("reference", *(parameter.name for parameter in PARAMETERS))


class EditTransformer(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """Base of the vectorizers, which have its parameters among theirs."""

    reference: ReferenceModel | str | os.PathLike[str]
    tokenized: bool
    features: str | Sequence[str]
    preset: str | None = None  # the vectorizers that have no presets
    content: str = "mask"
    cache: bool = False
    numeric: bool | str | Sequence[str]
    values: str
    binary: bool
    n_jobs: int | None
    batch_size: int
    dtype: npt.DTypeLike

    def _assign_settings(
        self, reference: ReferenceModel | str | os.PathLike[str], settings: DifferSettings
    ) -> None:
        """Assign the parameters of SyntacticDiff as they were given."""
        self.reference = reference
        for name, value in settings.items():
            setattr(self, name, value)

    # The contract of scikit-learn

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags

    # Searching and validation

    def differ_settings(self) -> dict[str, Any]:
        """The parameters of the search.

        Returns
        -------
        dict of str to object
            The arguments of SyntacticDiff, by name. With a preset, those that were left alone are
            the believable ones.
        """
        given = {name: getattr(self, name) for name in SETTINGS}
        if self.preset is None:
            return given
        believable: dict[str, Any] = {**BELIEVABLE}
        for name, default in DESCRIPTIVE.items():
            if given[name] == default:
                given[name] = believable[name]
        return given

    def _differ(self) -> SyntacticDiff:
        return SyntacticDiff(**self.differ_settings())

    def _rows(
        self, differ: SyntacticDiff, features: RowMaker, documents: Iterable[DocumentInput]
    ) -> Iterator[FeatureRow]:
        refuse_tables(documents)
        if "class" in features.templates:
            refuse_other_languages(
                'features: "class"', differ.model.language, "use the other templates"
            )
        if self.preset is not None:
            refuse_other_languages("preset", differ.model.language, "use templates of features")
        check_values(differ, features)
        checked = checked_documents(documents)

        def find(unknown: Iterable[DocumentInput]) -> Iterator[FeatureRow]:
            return differ.apply(features, unknown, self.n_jobs, self.batch_size)

        # A signature says nothing of callables, so that it does not identify their results.
        if not self.cache or "custom" in differ.signature:
            return find(checked)
        return remembered_rows(checked, f"{differ.signature}|{features.identity}", find)

    def _checked_features(self) -> RowMaker:
        """Validate the parameters, except those that SyntacticDiff validates."""
        self._check_running()
        self._check_switches("binary")
        one_of("content", self.content, CONTENT)
        if self.preset is not None:
            return self._checked_preset()
        features = DocumentFeatures(self.features, self.values, self.numeric)
        if not features.templates and not features.numeric:
            raise UsageError("features: at least one template or numeric column is needed")
        try:
            dtype = np.dtype(self.dtype)
        except TypeError:
            raise UsageError(f"dtype: a NumPy type is needed, not {self.dtype!r}") from None
        whole = not features.numeric and (self.binary or self.values == "count")
        if dtype.kind not in ("fiu" if whole else "f"):
            wanted = "a type of numbers" if whole else "a floating-point type"
            raise UsageError(f"dtype: {wanted} is needed for these values, not {dtype.name}")
        return features

    def _checked_preset(self) -> GrammarFeatures:
        one_of("preset", self.preset, PRESETS)
        left = {"numeric": self.numeric is not False, "values": self.values != "count"}
        left |= {"features": tuple(self.features) != DEFAULT_TEMPLATES, "binary": bool(self.binary)}
        for name in (name for name, changed in left.items() if changed):
            raise UsageError(
                f"{name}: preset={self.preset!r} decides what is counted; leave it out"
            )
        if np.dtype(self.dtype).kind != "f":
            raise UsageError("dtype: a floating-point type is needed for a preset")
        return GrammarFeatures(self.content)

    def _check_switches(self, *names: str) -> None:
        for name in names:
            if not isinstance(getattr(self, name), (bool, np.bool_)):
                raise UsageError(f"{name}: True or False is needed, not {getattr(self, name)!r}")

    def _check_running(self) -> None:
        jobs, size = self.n_jobs, self.batch_size
        if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, Integral)):
            raise UsageError(f"n_jobs: a whole number or None is needed, not {jobs!r}")
        if jobs == 0:
            raise UsageError("n_jobs: 0 processes can do nothing; -1 is one for each core")
        whole_number("batch_size", size, 1)


def check_values(differ: SyntacticDiff, features: RowMaker) -> None:
    """Refuse values that the diffs of this differ do not have.

    Raises
    ------
    UsageError
        If probabilities are wanted of a search that gives none.
    """
    if features.values == PROBABILITY and not differ.searching.search.probabilities:
        raise UsageError(
            'values: "probability" needs a search that gives probabilities, the lattice; '
            "syntacticdiff.differ.BELIEVABLE has its settings"
        )


def refuse_tables(documents: object) -> None:
    """Refuse iterables whose items are not documents: strings, mappings, tables."""
    if isinstance(documents, (str, bytes)):
        raise UsageError(
            "Iterable over raw text documents expected, string object received; "
            "for a single document, put it in a list"
        )
    if isinstance(documents, Mapping):
        raise UsageError("Iterable over raw text documents expected, mapping received")
    if (dimensions := getattr(documents, "ndim", 1)) != 1:
        raise UsageError(
            f"Iterable over raw text documents expected, a table of {dimensions} dimensions "
            "received; choose one column (in a ColumnTransformer 'text' and not ['text'])"
        )
    if not isinstance(documents, Iterable):
        raise UsageError(f"Iterable over raw text documents expected, not {documents!r}")


def checked_documents(documents: Iterable[object]) -> Iterator[DocumentInput]:
    """The documents, each validated when it is reached.

    Raises
    ------
    UsageError
        At the first that is neither a text nor a list of lists of tokens; the message gives its
        number.
    """
    for number, document in enumerate(documents):
        if isinstance(document, str) or _is_tokenized(document):
            yield document
            continue
        what = repr(document)
        if isinstance(document, bytes):
            what = "a bytes object (decode it)"
        elif isinstance(document, (list, tuple)):
            what = "a list, but not of lists of tokens"
        raise UsageError(
            f"document {number} (counted from 0) is {what[:60]}; a text is needed, or a list of "
            "sentences that are lists of tokens"
        )


def _is_tokenized(document: object) -> TypeGuard[Sequence[Sequence[str]]]:
    return isinstance(document, (list, tuple)) and all(
        isinstance(sentence, (list, tuple)) and all(isinstance(token, str) for token in sentence)
        for sentence in document
    )
