"""Comparison: two corpora, by the edits that each needs to be like the other.

Models of B judge A's texts and B's own, each text by models that have not seen it; the contrast
between the two shows how A differs from B. Then A and B are exchanged.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import estimator_html_repr

from syntacticdiff._version import __version__
from syntacticdiff.compare.contrast import ContrastLimits
from syntacticdiff.compare.corpus import folded_corpus
from syntacticdiff.compare.judging import Judging
from syntacticdiff.compare.log_odds import PRIOR
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.differ.ways import BELIEVABLE
from syntacticdiff.errors import UsageError
from syntacticdiff.features.error_edits import MIN_BITS
from syntacticdiff.features.matrix import FeatureLimits
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.parameters import checked_seed, positive_number, whole_number

FOLDS = 5
MOST_EDITS = 30
MOST_EXAMPLES = 3
MAX_Q = 0.05


class Comparison(BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """Compare two corpora: learners and natives, two authors, two years.

    B is split into folds. A model of all folds but one judges the texts of that fold, and A's texts
    are judged by the same models, with their counts averaged. The contrast is between A's edits and
    B's own; then A and B are exchanged. A text is never judged by a model that has seen it or an
    equal text, so texts that are in both corpora give nothing away.

    Parameters
    ----------
    order : int, default 3
        The order of the models.
    folds : int, default 5
        The number of folds of each corpus.
    vectorizer : EditVectorizer or None, default None
        How edits are searched for, and with how many workers; None for believable edits, of
        function words and of forms, because which content words a corpus has is no difference in
        syntax. Its reference is ignored. A sweep finds everything that is less usual in the other
        corpus: `EditVectorizer(removals="function-words")` for style,
        `EditVectorizer(operations=["remove"])` for the words that are typical of a corpus.
    min_bits : float, default 1.0
        Count only edits that save at least this many bits of their sentence, in total and per
        token, unless edits have probabilities.
    min_df : int or float, default 2
        Leave out edits that occur in fewer texts; a float is a share of all texts.
    prior : float, default 0.1
        The weight of the counts of both corpora together, as pseudo-counts.
    n_edits : int, default 30
        The number of edits to list.
    max_q : float, default 0.05
        The false discovery rate: of the edits that are listed, this share is expected to be no
        difference. Tested over documents; 1 lists every edit that occurs more often.
    n_examples : int, default 3
        The number of sentences to show for each edit.
    random_state : int, numpy.random.RandomState or None, default 0
        The source of randomness, which decides the folds, as in scikit-learn.
    verbose : bool, default False
        Whether to show progress on standard error.

    Attributes
    ----------
    a_under_b_ : Direction
        What A needs to be like B.
    b_under_a_ : Direction
        What B needs to be like A.
    signature_ : str
        Version and settings.

    Notes
    -----
    Edits with probabilities count by them, alternatives included, and are compared by how often
    they occur per word; habits (`missing article`) per noun, verb or word. Edits of a sweep are
    compared by their share of all edits, because a text of another subject needs more of all.

    z assumes that occurrences are independent, which those of one document are not: it ranks edits,
    and q, which compares documents, decides which are listed.

    Examples
    --------
    >>> days = ("Monday", "Tuesday", "Friday", "Saturday", "Sunday")
    >>> ours = [f"We met in the park on {day}. It was fine." for day in days]
    >>> theirs = [f"We met in park on {day}. It was fine." for day in days]
    >>> comparison = Comparison(vectorizer=EditVectorizer(min_count=1)).fit(theirs, ours)
    >>> comparison.a_under_b_.contrasts[0].edit, comparison.b_under_a_.contrasts[0].edit
    ('insert(the)', 'remove(the)')
    >>> believable = EditVectorizer(**{**BELIEVABLE, "min_count": 1})
    >>> Comparison(vectorizer=believable).fit(theirs, ours).a_under_b_.habits[0].edit
    'missing article'
    """

    def __init__(
        self,
        *,
        order: int = 3,
        folds: int = FOLDS,
        vectorizer: EditVectorizer | None = None,
        min_bits: float = MIN_BITS,
        min_df: float = 2,
        prior: float = PRIOR,
        n_edits: int = MOST_EDITS,
        max_q: float = MAX_Q,
        n_examples: int = MOST_EXAMPLES,
        random_state: int | np.random.RandomState | None = 0,
        verbose: bool = False,
    ) -> None:
        self.order = order
        self.folds = folds
        self.vectorizer = vectorizer
        self.min_bits = min_bits
        self.min_df = min_df
        self.prior = prior
        self.n_edits = n_edits
        self.max_q = max_q
        self.n_examples = n_examples
        self.random_state = random_state
        self.verbose = verbose

    def fit(
        self,
        A: Iterable[DocumentInput],  # noqa: N803
        B: Iterable[DocumentInput],  # noqa: N803
        names: tuple[str, str] = ("A", "B"),
    ) -> Comparison:
        """Compare two corpora.

        Parameters
        ----------
        A, B : iterable of documents
            Texts, or lists of sentences, each a list of tokens.
        names : tuple of str, default ("A", "B")
            What error messages call the corpora.

        Returns
        -------
        Comparison
            The fitted comparison.

        Raises
        ------
        UsageError
            If a parameter is invalid.
        InputError
            If a corpus has fewer different documents than folds.
        """
        self._check()
        seed = checked_seed(self.random_state)
        first, second = (
            folded_corpus(name, documents, self.folds, seed)
            for name, documents in zip(names, (A, B), strict=True)
        )
        limits = ContrastLimits(self.min_df, self.n_edits, self.prior, self.max_q)
        total = (self.folds + 1) * (len(first.documents) + len(second.documents))
        with self._progress(total) as tick:
            directions = [
                Judging(
                    texts,
                    reference,
                    folds=self.folds,
                    order=self.order,
                    vectorizer=self._searching(),
                    min_bits=self.min_bits,
                    tick=tick,
                ).direction(limits, self.n_examples)
                for texts, reference in ((first, second), (second, first))
            ]
        self.a_under_b_, self.b_under_a_ = directions
        self.signature_ = f"syntacticdiff:{__version__}|comparison:{self.method}"
        return self

    def _searching(self) -> EditVectorizer:
        return self.vectorizer or EditVectorizer(**BELIEVABLE)

    @property
    def method(self) -> str:
        """The settings in one line."""
        settings = self._searching().differ_settings()
        given = settings["removals"]
        removals = given if isinstance(given, str) else "own"
        return (
            f"order {self.order}, {self.folds} folds, {'+'.join(settings['operations'])} by "
            f"{settings['search']}, removals {removals}, min_bits {self.min_bits:g}, "
            f"prior {self.prior:g}, false discovery rate {self.max_q:g}, "
            f"seed {self.random_state}"
        )

    def _repr_html_(self) -> str:  # in notebooks; before `fit`, the display of scikit-learn
        if not hasattr(self, "a_under_b_"):
            return str(estimator_html_repr(self))
        from syntacticdiff.compare.html import contrasts_table

        return contrasts_table(self.a_under_b_, "A", "B") + contrasts_table(
            self.b_under_a_, "B", "A"
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def _check(self) -> None:
        if self.vectorizer is not None and not isinstance(self.vectorizer, EditVectorizer):
            raise UsageError(f"vectorizer: an EditVectorizer is needed, not {self.vectorizer!r}")
        whole_number("folds", self.folds, 2)
        whole_number("n_edits", self.n_edits, 1)
        whole_number("n_examples", self.n_examples, 0)
        positive_number("prior", self.prior)
        FeatureLimits(self.min_df)

    @contextlib.contextmanager
    def _progress(self, documents: int) -> Iterator[Callable[[], object]]:
        """A bar on standard error, if that is a terminal; it counts documents judged by a model."""
        from tqdm import tqdm

        disabled = None if self.verbose else True
        bar = tqdm(total=documents, unit=" documents", delay=1, leave=False, disable=disabled)
        with bar:
            yield bar.update
