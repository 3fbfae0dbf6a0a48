"""The views of documents that both studies compare: words, edits as the library counts them, edits
as the original study found them, and the views of edit_views with two references.

They are pooled in `pooled_views` and compared in the studies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edit_views import edit_views
from pooled_views import Joint, View
from scipy import sparse

from syntacticdiff import EditVectorizer, ReferenceModel, SyntacticDiff
from syntacticdiff.classify import ROUNDS, count_views
from syntacticdiff.differ import DESCRIPTIVE
from syntacticdiff.features import NUMERIC_COLUMNS

BASELINES = ("stems", "words", "bigrams")
SUBSTITUTIONS = "porter2+confusions+spelling"
STUDY: dict[str, Any] = {"search": "beam", "max_edits": 5, "positions": "worst"}  # with order 5

_EMBEDDED = ("edits/D", "contexts/D", "rates/D", "numeric/D")
_TRAINED = ("edits/B", "contexts/B", "rates/B", "numeric/B")
# Sets of views that are pooled, alone and with each baseline.
EDIT_SETS: dict[str, tuple[str, ...]] = {
    "EditVectorizer()": ("plain",),
    "EditVectorizer(numeric=True)": ("plain", "numeric"),
    "the study's settings": ("study",),
    "edits, embedded": _EMBEDDED,
    "edits, Brown + MASC + EWT": _TRAINED,
    "edits, both references": _EMBEDDED + _TRAINED,
}

JOINT_WEIGHT = 0.5  # of edits and contexts beside a baseline in one model

EXPLAINED = f"""\
- *stems*: Porter2 stems without stop words, the original study's baseline. *words*: all tokens with
  punctuation. *bigrams*: these, and each with the next.
- *EditVectorizer()*: as it is, with the embedded model. *The study's settings*: order 5, beam, up
  to 5 edits at the worst position, function words, Porter2, no penalties, Brown + MASC + EWT.
- *edits, ...*: a sweep with `substitutions="{SUBSTITUTIONS}"`, in four views (`edits`,
  `contexts`, `rates`, `numbers`; see pipelines/edit_views.py).
- `+`: views are pooled. Each has a ridge model on tf-idf; its penalty, and one weight for each
  view, are found inside the training documents (pipelines/pooled_views.py). The last row pools the
  word views without any edits: what pooling alone is worth."""


def all_views(
    texts: list[str],
    trigrams: ReferenceModel,
    fivegrams: ReferenceModel,
    jobs: int | None,
) -> dict[str, View]:
    """Everything that is counted, once for all documents; no label is looked at."""
    counts = count_views(texts, BASELINES)
    views = {name: View(counts.matrices[name]) for name in BASELINES}
    plain = EditVectorizer(numeric=True, n_jobs=jobs).fit_transform(texts)
    edge = plain.shape[1] - len(NUMERIC_COLUMNS)
    views["plain"] = View(sparse.csr_matrix(plain[:, :edge]))
    views["numeric"] = View(plain[:, edge:].toarray())
    study = EditVectorizer(fivegrams, n_jobs=jobs, features="edit", **STUDY)
    views["study"] = View(study.fit_transform(texts))
    for letter, model in (("D", ReferenceModel.load("default")), ("B", trigrams)):
        for name, view in views_of_edits(model, texts, jobs).items():
            views[f"{name}/{letter}"] = view
    return views


def views_of_edits(model: ReferenceModel, texts: list[str], jobs: int | None) -> dict[str, View]:
    """The views of edit_views with their weighting."""
    differ = SyntacticDiff(model, **{**DESCRIPTIVE, "substitutions": SUBSTITUTIONS})
    found = edit_views(differ, texts, jobs)
    return {
        "edits": View(found.edits, scale="log1p"),
        "contexts": View(found.contexts, scale="log1p"),
        "rates": View(found.rates),
        "numeric": View(found.numbers),
    }


def joint_views(views: Mapping[str, View]) -> dict[str, Joint]:
    """Each baseline in one model with edits and contexts; for each reference."""
    return {
        f"{baseline}&edits/{letter}": Joint(
            (
                (views[baseline], 1.0),
                (views[f"edits/{letter}"], JOINT_WEIGHT),
                (views[f"contexts/{letter}"], JOINT_WEIGHT),
            )
        )
        for baseline in BASELINES
        for letter in "DB"
    }


def feature_sets(joint: bool) -> list[tuple[str, tuple[str, ...], str | None]]:
    """Name, views and baseline of all that is compared: words, edits, both, and the control.

    Parameters
    ----------
    joint : where a baseline is pooled with views of edits, add the joint ones
    """
    rows: list[tuple[str, tuple[str, ...], str | None]]
    rows = [(name, (name,), None) for name in BASELINES]
    rows += [(name, parts, "words") for name, parts in EDIT_SETS.items()]
    for baseline in BASELINES:
        for name, parts in EDIT_SETS.items():
            both = [f"{baseline}&{part}" for part in parts if joint and part.startswith("edits/")]
            rows.append((f"{baseline} + {name}", (baseline, *parts, *both), baseline))
    return [*rows, ("bigrams + words + stems", BASELINES[::-1], "bigrams")]


def p_text(p: float) -> str:
    """As many digits as the rounds give."""
    return f"< {1 / ROUNDS:.4f}" if p <= 1 / ROUNDS else f"{p:.4f}"
