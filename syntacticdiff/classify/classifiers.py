"""The linear classifiers that can be trained, by name.

`CLASSIFIERS` is the registry: the documentation's table, the choices of `--classifier` and the
messages are made from it. Their settings suit rows of length 1. To add one, write a function that
makes it, and add an entry; it needs `decision_function`, `coef_` and `intercept_`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from syntacticdiff.parameters import one_of

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression, SGDClassifier
    from sklearn.svm import LinearSVC


@dataclass(frozen=True)
class Classifier:
    """A linear classifier of scikit-learn.

    Parameters
    ----------
    name : str
        The name of the classifier.
    help : str
        What it is, for the documentation.
    make : callable
        From a seed to an estimator that is not fitted.
    has_probabilities : bool, default False
        Whether the softmax of its scores is its own estimate of the classes' probabilities.
    """

    name: str
    help: str
    make: Callable[[int], LinearSVC | LogisticRegression | SGDClassifier]
    has_probabilities: bool = False


def _svm(seed: int) -> LinearSVC:
    from sklearn.svm import LinearSVC

    return LinearSVC(random_state=seed, max_iter=5000)


def _logistic(seed: int) -> LogisticRegression:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=10.0, solver="newton-cg", max_iter=1000)


def _sgd(seed: int) -> SGDClassifier:
    from sklearn.linear_model import SGDClassifier

    return SGDClassifier(loss="log_loss", alpha=1e-4, random_state=seed)


_ENTRIES = (
    Classifier("svm", "`LinearSVC` with C = 1, one class against the others", _svm),
    Classifier(
        "logistic",
        "multinomial `LogisticRegression` with C = 10",
        _logistic,
        has_probabilities=True,
    ),
    Classifier(
        "sgd",
        "`SGDClassifier` with the logistic loss, one class against the others; for many documents",
        _sgd,
    ),
)

CLASSIFIERS = {classifier.name: classifier for classifier in _ENTRIES}


def classifier_named(name: str) -> Classifier:
    """The classifier of that name.

    Raises
    ------
    UsageError
        If it is not in `CLASSIFIERS`.
    """
    return CLASSIFIERS[one_of("classifier", name, CLASSIFIERS)]
