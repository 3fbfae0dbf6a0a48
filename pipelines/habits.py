"""Do topics follow habits? Ways to represent them compared, reliability, pairs, and gold errors.

Used by summarize, which writes the page. Texts are searched once, and only the expected errors of
each kind and the edits of each document are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
import shared_data
from edit_types import read_without_blank_tokens
from scipy import sparse
from scipy.stats import binomtest
from sklearn.linear_model import RidgeCV
from sklearn.metrics import adjusted_rand_score, r2_score
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from topic_measures import agreement, explained

from syntacticdiff import SyntacticDiff
from syntacticdiff.alignment import error_area
from syntacticdiff.edits import Diff
from syntacticdiff.features import CountedEdits, FeatureLimits, learned_matrix
from syntacticdiff.topics import (
    KINDS,
    ErrorTopics,
    KindCounts,
    bootstrap_agreement,
    complementarity,
    fit_lda,
    fit_nmf,
    fit_profiles,
    pairs,
)

N_TOPICS = 8
RESAMPLES = 20
FOLDS = 10
HALVED = 600  # texts of each collection that are split in halves and searched again
LEAST_WORDS = 30  # of a half
CLASS_SIZE = 30  # students whose pairs are compared
GOLD_SENTENCES = 20  # of a piece of an annotated corpus
JUDGED = ("articles", "prepositions", "verb forms", "agreement", "spelling", "punctuation")
GOLD = {"CoNLL-2013": "conll2013.m2", "ErAConD": "eracond.m2"}
CONLL_KINDS = {
    "ArtOrDet": "articles",
    "Nn": "number",
    "Prep": "prepositions",
    "Vt": "verb forms",
    "Vform": "verb forms",
    "V0": "verb forms",
    "SVA": "agreement",
}


@dataclass(frozen=True)
class Rows:
    """Documents: expected errors of each kind and opportunities, and probable edits."""

    kinds: sparse.csr_matrix
    edits: sparse.csr_matrix

    @property
    def errors(self) -> np.ndarray:
        """Expected errors of each kind, with the odds that topics are made of."""
        return self.kinds[:, -_COLUMNS:].toarray()[:, : len(KINDS)]

    @property
    def words(self) -> np.ndarray:
        return self.kinds[:, -_COLUMNS:].toarray()[:, len(KINDS)]

    @property
    def rates(self) -> np.ndarray:
        """Expected errors of each kind per 100 words."""
        return 100 * self.errors / np.maximum(self.words, 1)[:, None]


_COLUMNS = len(KindCounts()([]).numbers)


@dataclass(frozen=True)
class Way:
    """What is measured of a way to find topics."""

    name: str
    topics: int
    bootstrap: float
    seeds: float
    ami: float
    chance: float
    r2: float


def habits(
    entries: shared_data.Entries, essays: shared_data.Essays, differ: SyntacticDiff, jobs: int
) -> dict[str, Any]:
    """Everything as plain data."""
    found = counted(differ, essays.texts, jobs)
    prompts, grammar = np.array(essays.prompts), np.array(essays.scores["grammar"])
    halved = {"ELLIPSE": essays.texts, "Lang-8": entries.texts}
    split = {name: halves_of(differ, spread(texts, HALVED), jobs) for name, texts in halved.items()}
    return {
        "signature": differ.signature,
        "topics": N_TOPICS,
        "resamples": RESAMPLES,
        "folds": FOLDS,
        "ways": [asdict(way) for way in ways(found, prompts, grammar)],
        "profile_r2": round(explained(found.rates, grammar, prompts, FOLDS), 3),
        "reliability": {name: reliability(*parts) for name, parts in split.items()},
        "pairs": {name: paired(*parts) for name, parts in split.items()},
        "gold": {name: gold_rates(differ, file, jobs) for name, file in GOLD.items()},
    }


def spread(texts: Sequence[str], number: int) -> list[str]:
    """So many of the texts, from all over the collection."""
    step = max(1, len(texts) // number)
    return list(texts[::step][:number])


# Counting


def counted(differ: SyntacticDiff, texts: Sequence[Any], jobs: int) -> Rows:
    """The rows of texts."""
    found = list(differ.apply(partial(_rows, KindCounts(), CountedEdits()), texts, jobs))
    kinds, _ = learned_matrix((row[0] for row in found), FeatureLimits(), numeric=_COLUMNS)
    defaults = ErrorTopics()
    limits = FeatureLimits(min(defaults.min_df, len(found) // 2), defaults.max_df)
    edits, _ = learned_matrix((row[1] for row in found), limits, numeric=0)
    return Rows(kinds, edits)


def _rows(kinds: KindCounts, edits: CountedEdits, diffs: list[Diff]) -> list[Any]:
    return [kinds(diffs), edits(diffs)]


def halves_of(differ: SyntacticDiff, texts: Sequence[str], jobs: int) -> tuple[Rows, Rows]:
    """Every other sentence of each text, and the rest; each half is searched by itself."""
    parts: tuple[list[str], list[str]] = ([], [])
    for text in texts:
        sentences = [sentence.text for sentence in differ.prepared(text)]
        for place, part in enumerate(parts):
            part.append(" ".join(sentences[place::2]))
    first, second = (counted(differ, part, jobs) for part in parts)
    long = np.minimum(first.words, second.words) >= LEAST_WORDS
    return _taken(first, long), _taken(second, long)


def _taken(rows: Rows, which: np.ndarray) -> Rows:
    return Rows(rows.kinds[which], rows.edits[which])


# Ways to find topics


def ways(rows: Rows, prompts: np.ndarray, grammar: np.ndarray) -> list[Way]:
    """Profiles, LDA and NMF, of kinds and of edits."""
    errors = sparse.csr_matrix(rows.errors)
    every_kind = len(KINDS) + 1
    fits: dict[str, tuple[sparse.csr_matrix, Callable[..., Any], int]] = {
        "profiles, what `ErrorTopics()` gives": (rows.kinds, _profiles, N_TOPICS),
        "profiles, every kind a topic": (rows.kinds, _profiles, every_kind),
        "NMF of profiles of kinds": (_lifts(rows), _nmf, N_TOPICS),
        "NMF of expected errors by kind": (errors, _nmf, N_TOPICS),
        "LDA of expected errors by kind": (errors, _lda, N_TOPICS),
        "NMF of probable edits": (rows.edits, _nmf, N_TOPICS),
        "LDA of probable edits": (rows.edits, _lda, N_TOPICS),
    }
    found = []
    for name, (matrix, fit, number) in fits.items():
        shares = fit(matrix, number, 0).shares(matrix)
        main = shares.argmax(axis=1)
        other = fit(matrix, number, 1).shares(matrix).argmax(axis=1)
        same = agreement(main, prompts, permutations=20)
        found.append(
            Way(
                name,
                number,
                bootstrap=round(
                    bootstrap_agreement(
                        partial(fit, number=number, seed=0), matrix, RESAMPLES, 0, _nothing
                    ),
                    3,
                ),
                seeds=round(float(adjusted_rand_score(main, other)), 3),
                ami=same.ami,
                chance=same.chance_highest or 0.0,
                r2=round(explained(shares, grammar, prompts, FOLDS), 3),
            )
        )
    return found


def _lifts(rows: Rows) -> sparse.csr_matrix:
    return sparse.csr_matrix(fit_profiles(rows.kinds, len(KINDS) + 1).lifts(rows.kinds))


def _profiles(matrix: sparse.csr_matrix, number: int, seed: int) -> Any:
    return fit_profiles(matrix, number)


def _nmf(matrix: sparse.csr_matrix, number: int, seed: int) -> Any:
    return fit_nmf(matrix, number, random_state=np.random.RandomState(seed), tick=_nothing)


def _lda(matrix: sparse.csr_matrix, number: int, seed: int) -> Any:
    defaults, state = ErrorTopics(), np.random.RandomState(seed)
    return fit_lda(
        matrix,
        number,
        prior=defaults.prior,
        passes=defaults.passes,
        random_state=state,
        tick=_nothing,
    )


def _nothing() -> None:
    """No progress is shown."""


# Reliability


def reliability(first: Rows, second: Rows) -> dict[str, Any]:
    """Do both halves of a text have the same habits?

    By kind, the correlation of rates, stepped up to the whole text by Spearman and Brown's formula;
    and R² of the rates of one half from the topic shares of the other, in folds.
    """
    model = fit_profiles(first.kinds, N_TOPICS)
    shares = model.shares(first.kinds)
    found = {}
    for place, kind in enumerate(KINDS):
        one, other = first.rates[:, place], second.rates[:, place]
        spread = one.std() > 0 and other.std() > 0
        correlation = float(np.corrcoef(one, other)[0, 1]) if spread else 0.0
        found[kind] = {
            "spearman_brown": round(2 * correlation / (1 + correlation), 3),
            "r2": round(_other_half(shares, other), 3),
        }
    return {"texts": len(shares), "kinds": found}


def _other_half(shares: np.ndarray, rates: np.ndarray) -> float:
    model = make_pipeline(StandardScaler(), RidgeCV(np.logspace(-2, 4, 13)))
    folds = KFold(min(FOLDS, len(rates)), shuffle=True, random_state=0)
    return float(r2_score(rates, cross_val_predict(model, shares, rates, cv=folds)))


def paired(first: Rows, second: Rows) -> dict[str, Any]:
    """Pairs of writers: the spread of the score, and how many come out of both halves."""
    model = fit_profiles(first.kinds, N_TOPICS)
    parts = [model.shares(rows.kinds) for rows in (first, second)]
    order = np.random.default_rng(0).permutation(len(parts[0]))
    same = made = 0
    scores: list[float] = []
    for start in range(0, len(order) - CLASS_SIZE + 1, CLASS_SIZE):
        students = order[start : start + CLASS_SIZE]
        one, other = (set(pairs(shares[students])) for shares in parts)
        same, made = same + len(one & other), made + len(one)
        between = complementarity(parts[0][students])
        scores += between[np.triu_indices(len(students), 1)].tolist()
    return {
        "size": CLASS_SIZE,
        "words": int(np.median(np.concatenate([first.words, second.words]))),
        "pairs": made,
        "same": same,
        "share": round(same / max(made, 1), 4),
        "chance": round(1 / (CLASS_SIZE - 1), 4),
        "p": round(float(binomtest(same, made, 1 / (CLASS_SIZE - 1), "greater").pvalue), 4),
        "deciles": np.quantile(scores or [0.0], np.arange(0, 1.01, 0.1)).round(3).tolist(),
    }


# Errors that people marked


def gold_rates(differ: SyntacticDiff, file: str, jobs: int) -> dict[str, Any]:
    """Correlation of expected errors per word with those that annotators marked, by kind."""
    sentences = read_without_blank_tokens(shared_data.existing("gec", file))
    starts = range(0, len(sentences) - GOLD_SENTENCES + 1, GOLD_SENTENCES)
    pieces = [sentences[start : start + GOLD_SENTENCES] for start in starts]
    texts = [[list(one.tokens) for one in piece] for piece in pieces]
    rows = counted(differ, texts, jobs)
    marked = np.zeros((len(pieces), len(KINDS)))
    kinds = list(KINDS)
    for number, piece in enumerate(pieces):
        for sentence in piece:
            for edit in sentence.edits:
                kind = CONLL_KINDS.get(edit.type) or error_area(edit.type)
                if edit.annotator == 0 and not edit.is_noop and kind in KINDS:
                    marked[number, kinds.index(kind)] += 1
    rates = 100 * marked / np.maximum(rows.words, 1)[:, None]
    found = {}
    for kind in JUDGED:
        place = kinds.index(kind)
        if rates[:, place].std() > 0 and rows.rates[:, place].std() > 0:
            together = np.corrcoef(rates[:, place], rows.rates[:, place])[0, 1]
            found[kind] = {
                "marked": round(float(rates[:, place].mean()), 2),
                "expected": round(float(rows.rates[:, place].mean()), 2),
                "correlation": round(float(together), 2),
            }
    return {"pieces": len(pieces), "kinds": found}
