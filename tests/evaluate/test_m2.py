"""MaxMatch: the official figures, small cases counted by hand, and a definition with all arcs."""

from __future__ import annotations

from typing import Any

import pytest
from support.golden import golden, golden_path, needs_golden

from syntacticdiff.evaluate.inputs import read_tokens
from syntacticdiff.evaluate.m2 import M2
from syntacticdiff.m2_file import M2Edit, M2Sentence, read_m2

HE_GO = ("He", "go", "to", "the", "school", ".")


def gold(source: str, *edits: tuple[int, int, str] | tuple[int, int, str, int]) -> M2Sentence:
    made = (M2Edit(e[0], e[1], "X", tuple(e[2].split("||")), *e[3:]) for e in edits)
    return M2Sentence(tuple(source.split()), tuple(made))


def counts(hypothesis: str, sentence: M2Sentence, **settings: Any) -> tuple[int, int, int]:
    score = M2(**settings).corpus([tuple(hypothesis.split())], [sentence])
    return score.correct, score.proposed, score.gold


def never_read(message: str) -> None:
    raise AssertionError(message)


@needs_golden
@pytest.mark.parametrize("row", golden("m2_gleu_errant.json", "m2"), ids=lambda row: row["hyp"])
def test_figures_are_those_of_the_original_program(row: dict[str, Any]) -> None:
    sentences = read_m2(str(golden_path(row["gold"])), never_read)
    score = M2().corpus(read_tokens(str(golden_path(row["hyp"])), never_read), sentences)
    found = tuple(round(figure, 4) for figure in (score.precision, score.recall, score.f))
    assert found == (row["P"], row["R"], row["F05"])
    if "correct" in row:
        assert (score.correct, score.proposed, score.gold) == tuple(
            row[name] for name in ("correct", "proposed", "gold_edits")
        )
        assert score.f == pytest.approx(row["F05_full"], abs=1e-12)
