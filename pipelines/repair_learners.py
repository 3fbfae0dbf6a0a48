"""Learners' text repaired: how much is edited, how right that is, and how grammatical it becomes.

Table 4.2 of Sakaguchi (2018) has the Treebank of Learner English, whose text is not passed on; here
it is CoNLL-2013, ErAConD and JFLEG's development part, with the tagger's tags. JFLEG's development
part is GUG's test part, so the regression that judges has not seen it; nothing was chosen on it.
ErAConD is read without the sentences that have tokens of white space only, which M2 cannot name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from edit_types import read_without_blank_tokens
from grammaticality import Grammaticality
from numpy.typing import NDArray
from shared_data import existing

from syntacticdiff import ReferenceModel
from syntacticdiff.evaluate import M2, Gleu, GoldCorpus, Rewrites
from syntacticdiff.repair import Repairer
from syntacticdiff.syntax import Parser

REFERENCES = 4
BETA = 0.5
SIGNIFICANT = 1.96  # standard errors of the mean of the differences
# GUG's test part: Heilman et al. (2014), trained on the training and the development part.
PUBLISHED_R = "about 0.64"

Tokens = tuple[str, ...]


def corpora() -> dict[str, GoldCorpus]:
    """The texts with their gold corrections."""
    found = {
        name: GoldCorpus(name, edits=read_without_blank_tokens(existing("gec", file)))
        for name, file in (("CoNLL-2013", "conll2013.m2"), ("ErAConD", "eracond.m2"))
    }
    folder = existing("gec", "jfleg-dev")
    source, *references = (
        [tuple(line.split()) for line in (folder / file).read_text("utf-8").splitlines()]
        for file in ("dev.src", *(f"dev.ref{number}" for number in range(REFERENCES)))
    )
    found["JFLEG dev"] = GoldCorpus(
        "JFLEG dev",
        rewrites=[Rewrites(s, tuple(r)) for s, *r in zip(source, *references, strict=True)],
    )
    return found


@dataclass
class LearnerStudy:
    """The texts, and what judges them."""

    reference: ReferenceModel
    parser: Parser

    @cached_property
    def judge(self) -> Grammaticality:
        """The regression."""
        return Grammaticality(self.parser, self.reference)

    @cached_property
    def corpora(self) -> dict[str, GoldCorpus]:
        """The texts by name."""
        return corpora()

    def correlation(self) -> dict[str, float]:
        """How far the regression agrees with people."""
        return {"held out": self.judge.held_out_r, "test": self.judge.r("test")}

    def run(self, repairer: Repairer) -> dict[str, Any]:
        """A model's repairs of every text, measured."""
        return {name: self._measured(repairer, gold) for name, gold in self.corpora.items()}

    def _measured(self, repairer: Repairer, gold: GoldCorpus) -> dict[str, Any]:
        repairs = list(repairer.repair_many(gold.sources))
        outputs: list[Tokens] = [repair.tree.words for repair in repairs]
        edited = [n for n, repair in enumerate(repairs) if repair.edits()]
        m2 = M2(BETA).corpus(outputs, gold.edits)
        before = self.judge([gold.sources[n] for n in edited])
        after = self.judge([outputs[n] for n in edited])
        return {
            "sentences": len(repairs),
            "edited": len(edited),
            "edits": sum(len(repair.edits()) for repair in repairs),
            "precision": 100 * m2.precision,
            "recall": 100 * m2.recall,
            "F0.5": 100 * m2.f,
            "GLEU source": _gleu(gold.sources, gold),
            "GLEU repaired": _gleu(outputs, gold),
            **_compared(before, after),
        }


def _gleu(outputs: Sequence[Tokens], gold: GoldCorpus) -> float:
    return 100 * float(Gleu().corpus(outputs, gold.rewrites).expected)


def _compared(before: NDArray[np.float64], after: NDArray[np.float64]) -> dict[str, Any]:
    """Means over the edited sentences, and whether their difference is more than chance."""
    if len(before) < 2:
        return {"source": math.nan, "repaired": math.nan, "standard error": math.nan}
    difference = after - before
    return {
        "source": float(before.mean()),
        "repaired": float(after.mean()),
        "standard error": float(difference.std(ddof=1) / math.sqrt(len(difference))),
    }


def learner_page(runs: dict[int, dict[str, Any]], correlation: dict[str, float]) -> list[str]:
    """The lines of the page on learners' text."""
    lines = [
        "",
        "## Learners' text",
        "",
        "The models by errors in training, learned and run with predicted tags, one seed. "
        "Grammaticality (1 to 4) is the mean over the edited sentences, by a ridge regression "
        "learned from GUG's training part: n-grams of words (Brown and MASC, not the reference "
        "that chooses repairs) and of tags, arcs of trees, unknown words. Pearson's r with "
        f"people's ratings: {correlation['held out']:.3f} by cross-validation on the training "
        f"part, {correlation['test']:.3f} on the test part (Heilman et al. 2014: {PUBLISHED_R}, "
        "from memory and not checked; they learned from the development part as well). JFLEG's "
        "development part is GUG's test part: the regression has seen none of these texts. "
        "A star marks a gain or loss of more than 1.96 standard errors.",
    ]
    for corpus in next(iter(runs.values()), {}):
        rows = {f"E{errors:02}": found[corpus] for errors, found in runs.items()}
        sentences = next(iter(rows.values()))["sentences"]
        lines += [
            "",
            f"### {corpus}: {sentences:,} sentences",
            "",
            "| | " + " | ".join(rows) + " |",
            "|---|" + "---|" * len(rows),
            _line("sentences edited", (f"{row['edited']:,}" for row in rows.values())),
            _line("edits", (f"{row['edits']:,}" for row in rows.values())),
            _line("grammaticality, source", (_number(row["source"]) for row in rows.values())),
            _line("grammaticality, repaired", map(_starred, rows.values())),
            _line("M2 precision", (f"{row['precision']:.1f}" for row in rows.values())),
            _line("M2 recall", (f"{row['recall']:.1f}" for row in rows.values())),
            _line("M2 F0.5", (f"{row['F0.5']:.2f}" for row in rows.values())),
            _line("GLEU, source", (f"{row['GLEU source']:.2f}" for row in rows.values())),
            _line("GLEU, repaired", (f"{row['GLEU repaired']:.2f}" for row in rows.values())),
        ]
    return [
        *lines,
        "",
        "### Published: Treebank of Learner English, 5,124 sentences, gold tags",
        "",
        "| | E05 | E10 | E15 | E20 |",
        "|---|---|---|---|---|",
        "| sentences edited | 175 | 391 | 583 | 861 |",
        "| grammaticality, source | 2.92 | 2.95 | 2.95 | 2.89 |",
        "| grammaticality, repaired | 2.96 | 2.99 | 3.27* | 2.98* |",
    ]


def _line(name: str, cells: Any) -> str:
    return f"| {name} | " + " | ".join(cells) + " |"


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"


def _starred(row: dict[str, Any]) -> str:
    change = abs(row["repaired"] - row["source"])
    star = "*" if change > SIGNIFICANT * row["standard error"] else ""
    return _number(row["repaired"]) + star
