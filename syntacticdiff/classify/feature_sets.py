"""Counting the views of feature sets.

Counting does not depend on labels, and finding edits is what takes time. So `count_views` counts
all documents once; what has to be learned from training documents only (which columns are frequent
enough, inverse document frequencies) is done inside the folds, by `classify.weighting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer

from syntacticdiff.classify.views import EDITS, SEARCHED, VIEWS, Reading, views_of
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.differ.ways import BELIEVABLE
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.templates import DEFAULT_TEMPLATES, GRAMMAR
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.text.whitespace import line_spans, split_whitespace

Vectorizer: TypeAlias = EditVectorizer | CountVectorizer


class TokenizedDocument(list[list[str]]):
    """The sentences of a document as lists of tokens, with the text that they come from.

    Parameters
    ----------
    sentences : iterable of list of str
        The sentences.
    text : str or None, default None
        The text; None for the tokens separated by spaces.
    """

    def __init__(self, sentences: Iterable[list[str]], text: str | None = None) -> None:
        super().__init__(sentences)
        joined = (" ".join(sentence) for sentence in self)
        self.text = " ".join(joined) if text is None else text


def sentences(
    document: DocumentInput, model: ReferenceModel, tokenized: bool = False
) -> TokenizedDocument:
    """The sentences of a document as lists of tokens, without blank ones.

    Parameters
    ----------
    document : str or sequence of sequences of str
        The document.
    model : ReferenceModel
        The reference, which defines tokens.
    tokenized : bool, default False
        Whether texts have their tokens separated by spaces, with a sentence on each line.
    """
    if isinstance(document, TokenizedDocument):
        return document
    if not isinstance(document, str):
        return TokenizedDocument(list(sentence) for sentence in document if sentence)
    tokenize = split_whitespace if tokenized else model.tokens
    spans = line_spans(document) if tokenized else model.sentences(document)
    split = ([token.surface for token in tokenize(document[start:end])] for start, end in spans)
    return TokenizedDocument((tokens for tokens in split if tokens), document)


class WordAnalyzer:
    """The features of a document in a view of its words; an `analyzer` for CountVectorizer.

    Parameters
    ----------
    view : str
        A name of `VIEWS`, other than `edits` and `grammar`.
    model : ReferenceModel
        The reference, which defines tokens.
    tokenized : bool, default False
        Whether texts have their tokens separated by spaces, with a sentence on each line.
    """

    def __init__(self, view: str, model: ReferenceModel, tokenized: bool = False) -> None:
        features = VIEWS[view].features
        if features is None:
            raise UsageError(f"view: {view!r} is not a view of words")
        self.view, self.model, self.tokenized = view, model, tokenized
        self._features = features

    def __call__(self, document: DocumentInput) -> list[str]:
        """The document's features, each as often as it occurs."""
        fold = self.model.fold
        read = sentences(document, self.model, self.tokenized)
        words = [fold(token) for sentence in read for token in sentence]
        return self._features(Reading(read.text, read, words, self.model.language))

    def __deepcopy__(self, memo: object) -> WordAnalyzer:
        return self  # immutable; and a model that was never saved cannot be copied


def vectorizer_of(
    view: str, edits: EditVectorizer, vocabulary: Sequence[str] | None = None
) -> Vectorizer:
    """A vectorizer that counts one view, with a vocabulary if it is known.

    Parameters
    ----------
    view : str
        A name of `VIEWS`.
    edits : EditVectorizer
        Counts edits; its `reference` and `tokenized` apply to the other views as well.
    vocabulary : sequence of str or None, default None
        The features to count; None to learn them.
    """
    if view in SEARCHED:
        twin: EditVectorizer = clone(edits)
        if view == GRAMMAR:
            twin.set_params(**BELIEVABLE, preset=GRAMMAR, scaled=False)
            twin.set_params(features=DEFAULT_TEMPLATES, values="count", binary=False)
        return twin if vocabulary is None else twin.set_params(vocabulary=vocabulary)
    analyzer = WordAnalyzer(view, model_of(edits), edits.tokenized)
    return CountVectorizer(analyzer=analyzer, vocabulary=vocabulary, dtype=np.float64)


def model_of(edits: EditVectorizer) -> ReferenceModel:
    """The reference of a vectorizer, loaded if it is given by name."""
    given = edits.reference
    return given if isinstance(given, ReferenceModel) else ReferenceModel.load(given)


def checked_edits(edits: EditVectorizer | None) -> EditVectorizer:
    """A copy of the vectorizer with its reference loaded; by default EditVectorizer()."""
    twin: EditVectorizer = EditVectorizer() if edits is None else clone(edits)
    if twin.numeric is not False and twin.numeric != ():
        raise UsageError("edits: numeric columns are not counts; use numeric=False here")
    if twin.preset is not None:
        raise UsageError(f"edits: preset={twin.preset!r} is the view `{GRAMMAR}` here")
    twin.set_params(reference=model_of(twin), sparse_output=True)
    return twin


@dataclass(frozen=True)
class ViewCounts:
    """The counts of documents, as `count_views` returns them.

    Parameters
    ----------
    matrices : mapping of str to scipy.sparse.csr_matrix
        For each view, documents by features.
    vectorizers : mapping of str to vectorizer
        For each view, the fitted vectorizer that counted it.
    edits : EditVectorizer
        The vectorizer that was given, with its reference loaded.
    """

    matrices: Mapping[str, sparse.csr_matrix]
    vectorizers: Mapping[str, Vectorizer]
    edits: EditVectorizer

    @property
    def documents(self) -> int:
        """The number of documents."""
        return int(next(iter(self.matrices.values())).shape[0])

    @property
    def fitted_edits(self) -> EditVectorizer | None:
        """The fitted vectorizer of edits, or of grammar; None if neither was counted."""
        found = self.vectorizers.get(EDITS, self.vectorizers.get(GRAMMAR))
        return found if isinstance(found, EditVectorizer) else None

    def names(self, view: str) -> npt.NDArray[np.object_]:
        """The names of the columns of a view."""
        names: npt.NDArray[np.object_] = self.vectorizers[view].get_feature_names_out()
        return names

    def joined(self, views: Iterable[str]) -> sparse.csr_matrix:
        """The columns of several views side by side."""
        return sparse.hstack([self.matrices[view] for view in views], format="csr")

    def layout(self, views: Iterable[str]) -> dict[str, slice]:
        """The columns that each view has in `joined`."""
        found, start = {}, 0
        for view in views:
            end = start + self.matrices[view].shape[1]
            found[view] = slice(start, end)
            start = end
        return found


def count_views(
    documents: Iterable[DocumentInput],
    feature_sets: Iterable[str],
    edits: EditVectorizer | None = None,
) -> ViewCounts:
    """Count all views that the feature sets need; each document is tokenised and searched once.

    Parameters
    ----------
    documents : iterable of documents
        Texts, or lists of sentences, each a list of tokens.
    feature_sets : iterable of str
        Their names: views, or several joined by `+`.
    edits : EditVectorizer or None, default None
        Counts the edits; its `reference` and `tokenized` define the tokens of all views. None for
        `EditVectorizer()`.

    Returns
    -------
    ViewCounts
        The counts, to be passed to `evaluate`.

    Raises
    ------
    InputError
        If there is no document, or a view finds nothing in any of them.

    Examples
    --------
    >>> counts = count_views(["We go to school.", "They go home."], ["words"])
    >>> counts.names("words").tolist()
    ['.', 'go', 'home', 'school', 'they', 'to', 'we']
    """
    wanted = {view for name in feature_sets for view in views_of(name)}
    edits = checked_edits(edits)
    model = model_of(edits)
    read = [sentences(document, model, edits.tokenized) for document in documents]
    if not read:
        raise InputError("there is no document to count")
    matrices, vectorizers = {}, {}
    for view in VIEWS:
        if view in wanted:
            vectorizers[view] = vectorizer_of(view, edits)
            matrices[view] = _counted(view, vectorizers[view], read)
    return ViewCounts(matrices, vectorizers, edits)


def _counted(view: str, vectorizer: Vectorizer, read: list[TokenizedDocument]) -> sparse.csr_matrix:
    if view in SEARCHED:
        return vectorizer.fit_transform(read)
    try:
        return sparse.csr_matrix(vectorizer.fit_transform(read))
    except ValueError:
        raise InputError(f"features: no {view} at all in {len(read)} documents") from None
