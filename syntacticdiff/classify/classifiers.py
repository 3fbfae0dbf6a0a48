"""The linear classifiers that can be trained, by name.

`CLASSIFIERS` is the registry: the documentation's table, the choices of `--classifier` and the
messages are made from it. Their settings suit rows of length 1. To add one, write a function that
makes it, and add an entry; it needs `decision_function`, `coef_` and `intercept_`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from syntacticdiff.parameters import one_of

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression, RidgeClassifierCV, SGDClassifier
    from sklearn.svm import LinearSVC

CHOSEN = "cv"  # by cross-validation inside the training documents
FIXED = "fixed"
RIDGE_PENALTIES = (0.03, 0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.5, 4.0, 7.0, 12.0, 20.0)


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
    choices : mapping of str to sequence of float, default {}
        The parameter that `penalty="cv"` chooses inside the training documents, and its values;
        empty if the estimator chooses by itself.
    """

    name: str
    help: str
    make: Callable[[int], LinearSVC | LogisticRegression | SGDClassifier | RidgeClassifierCV]
    has_probabilities: bool = False
    choices: Mapping[str, Sequence[float]] = field(default_factory=dict)


def _svm(seed: int) -> LinearSVC:
    from sklearn.svm import LinearSVC

    return LinearSVC(random_state=seed, max_iter=5000)


def _logistic(seed: int) -> LogisticRegression:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=10.0, solver="newton-cg", max_iter=1000)


def _sgd(seed: int) -> SGDClassifier:
    from sklearn.linear_model import SGDClassifier

    return SGDClassifier(loss="log_loss", alpha=1e-4, random_state=seed)


def _ridge(seed: int) -> RidgeClassifierCV:
    from sklearn.linear_model import RidgeClassifierCV

    return RidgeClassifierCV(alphas=RIDGE_PENALTIES)


_ENTRIES = (
    Classifier(
        "svm",
        "`LinearSVC` with C = 1, one class against the others",
        _svm,
        choices={"C": (0.1, 0.3, 1.0, 3.0)},
    ),
    Classifier(
        "ridge",
        "`RidgeClassifierCV`: its penalty is chosen by leaving out one training document at a time",
        _ridge,
    ),
    Classifier(
        "logistic",
        "multinomial `LogisticRegression` with C = 10",
        _logistic,
        has_probabilities=True,
        choices={"C": (1.0, 3.0, 10.0, 30.0)},
    ),
    Classifier(
        "sgd",
        "`SGDClassifier` with the logistic loss, one class against the others; for many documents",
        _sgd,
        choices={"alpha": (1e-5, 3e-5, 1e-4, 3e-4)},
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
