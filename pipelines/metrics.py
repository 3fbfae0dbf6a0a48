"""How well metrics agree with people: the tables of four papers, made again.

    python pipelines/metrics.py

(a) the thirteen entries of CoNLL-2014 as people ranked them; (b) the correlation of each metric
with that, for the official references and eight others; (c) CLEME2.0, without and with weights by
the bits that edits save. Writes results/metrics.md and .json. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import ranking_data
import shared_data
from checkpoint import Checkpoint, StoppedError
from metrics_page import markdown
from ranking_data import SYSTEMS, Task
from scipy.stats import pearsonr, spearmanr

from syntacticdiff import ReferenceModel
from syntacticdiff.evaluate import (
    ChunkMetric,
    Cleme2,
    CorrectionMetric,
    GainWeights,
    metric_class,
    prepared,
)
from syntacticdiff.files import atomic_write
from syntacticdiff.rankings import METHODS, next_matches, rank_systems, score_held_out

COMMAND = "python pipelines/metrics.py"
PAIRS_DRAWN = "expected-wins, pairs drawn"
PAIR_RESAMPLES = 300
TURNED = "GLEU, brevity turned round"
Scores = dict[str, float]  # by system
Step = tuple[str, str, str, Callable[[], Scores]]  # metric, references, level, scores
AnyMetric = CorrectionMetric[Any, Any]


@dataclass(frozen=True)
class Judged:
    """A metric of the tables: how it is called, and which edits it takes."""

    label: str
    name: str
    settings: Mapping[str, Any]
    of_edits: bool = False
    slow: bool = False  # its sentences are scored for the official references only

    def corpus_scores(self, task: Task) -> Scores:
        """Every system's score of all sentences together."""
        return _scored(metric_class(self.name)(**self.settings), task, self.of_edits, _corpus)

    def sentence_scores(self, task: Task) -> Scores:
        """Every system's mean over its sentences."""
        made = metric_class(self.name)
        if issubclass(made, ChunkMetric):  # which have weights of their own for sentences
            metric: AnyMetric = made(**self.settings, level="sentence")
            return _scored(metric, task, self.of_edits, _corpus)
        return _scored(made(**self.settings), task, self.of_edits, _sentence_mean)


METRICS = (
    Judged("M2", "m2", {}),
    Judged("GLEU", "gleu", {}),
    Judged("ERRANT", "errant", {}, of_edits=True),
    Judged("I-measure", "imeasure", {"mix": False}, slow=True),
    Judged("BLEU", "bleu", {}),
    Judged("CLEME, dependent", "cleme", {"assumption": "dependent"}, of_edits=True),
    Judged("CLEME, independent", "cleme", {"assumption": "independent"}, of_edits=True),
    Judged("CLEME2.0, dependent", "cleme2", {"assumption": "dependent"}, of_edits=True),
    Judged("CLEME2.0, independent", "cleme2", {"assumption": "independent"}, of_edits=True),
)


@dataclass(frozen=True)
class Correlation:
    """Of a metric's scores with those that people gave."""

    pearson: float
    spearman: float


@dataclass(frozen=True)
class Row:
    """A metric by one set of references, at one level, with both human scores."""

    metric: str
    references: str
    level: str
    trueskill: Correlation
    expected_wins: Correlation
    scores: Scores


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=shared_data.PROJECT / "results")
    parser.add_argument("--resamples", type=int, default=1000, help="of the bootstrap")
    parser.add_argument("--checkpoint", type=Path, help="keep what is done here, and go on from it")
    parser.add_argument("--seconds", type=float, help="CPU time after which to stop for now")
    chosen = parser.parse_args(arguments)
    try:
        report = made_report(chosen.resamples, Checkpoint(chosen.checkpoint, chosen.seconds))
    except shared_data.MissingDataError as error:
        print(error, file=sys.stderr)
        return 1
    except StoppedError as stopped:
        print(f"stopped before {stopped}; run it again to go on", file=sys.stderr)
        return 3
    write_results(chosen.out, report)
    return 0


def made_report(resamples: int, kept: Checkpoint) -> dict[str, Any]:
    """All tables as plain data."""
    human = human_rankings(resamples, kept)
    trueskill, expected_wins = (
        {system["name"]: system["score"] for system in human[name]["systems"]}
        for name in ("trueskill", "expected-wins")
    )

    def rows(steps: Iterator[Step]) -> Iterator[Row]:
        for metric, references, level, make in steps:
            scores = kept(_key(metric, references, level), make)
            with_people = (correlation(scores, human) for human in (trueskill, expected_wins))
            yield Row(metric, references, level, *with_people, scores)

    by_metric = list(rows(metric_steps(kept)))
    cleme2 = list(rows(cleme2_steps()))
    return {
        "command": COMMAND + (f" --resamples {resamples}" if resamples != 1000 else ""),
        "human": human,
        "published": {
            "trueskill": ranking_data.TRUESKILL,
            "expected_wins_ranges": ranking_data.EXPECTED_WINS_RANGES,
            "spearman": [[*key, value] for key, value in ranking_data.SPEARMAN.items()],
            "cleme2": [[*key, *value] for key, value in ranking_data.CLEME2.items()],
            "cleme2_similarity": ranking_data.CLEME2_SIMILARITY,
        },
        "distances": distances(by_metric),
        "metrics": [asdict(found) for found in by_metric],
        "cleme2": [asdict(found) for found in cleme2],
        "cpu_seconds": round(kept.cpu_seconds),
    }


def human_rankings(resamples: int, kept: Checkpoint) -> dict[str, Any]:
    """Table (a): each method's ranking, and TrueSkill's with equal outputs as ties."""
    found = {
        method: kept(f"{method}; {resamples} resamples", partial(_human_ranking, method, resamples))
        for method in METHODS
    }
    found["trueskill, ties"] = kept(
        f"trueskill, ties; {resamples} resamples",
        lambda: rank_systems(
            ranking_data.judgments("tie"), "trueskill", resamples=resamples
        ).to_dict(),
    )
    found[PAIRS_DRAWN] = kept(PAIRS_DRAWN, _pairs_drawn)
    return found


def _pairs_drawn() -> dict[str, Any]:
    """Expected Wins as if the pairs of a ranking were judged independently of each other."""
    judgments = ranking_data.judgments("skip")
    alone = replace(judgments, ranking=np.arange(len(judgments)))
    return rank_systems(alone, "expected-wins", resamples=PAIR_RESAMPLES).to_dict()


def _human_ranking(method: str, resamples: int) -> dict[str, Any]:
    judgments = ranking_data.judgments("skip")
    begin = time.process_time()
    ranking = rank_systems(judgments, method, resamples=resamples)
    seconds = time.process_time() - begin
    following = next_matches(judgments, ranking.resampled, 3)
    return ranking.to_dict() | {
        "cpu_seconds": round(seconds, 1),
        "held_out": asdict(score_held_out(judgments, METHODS[method].scores)),
        "next": [match._asdict() for match in following],
    }


def _key(metric: str, references: str, level: str) -> str:
    return f"{metric}; {references}; {level}"


def metric_steps(kept: Checkpoint) -> Iterator[Step]:
    """Table (b): metric, references, level and how to get every system's score."""
    tasks = {"official": ranking_data.official} | {
        pair: partial(ranking_data.rewritten, pair) for pair in ranking_data.PAIRS
    }
    for name, made in tasks.items():
        task = cache(made)
        for judged in METRICS:
            make = _later(judged.corpus_scores, task)
            yield judged.label, name, "corpus", make
            if judged.name == "gleu":
                gleu = kept(_key(judged.label, name, "corpus"), make)
                yield TURNED, name, "corpus", _later(partial(turned_round, gleu), task)
            if name == "official" or not judged.slow:
                yield judged.label, name, "sentence", _later(judged.sentence_scores, task)
    as_text = _later(METRICS[0].corpus_scores, ranking_data.official_as_text)
    yield "M2", "official, as text", "corpus", as_text


def _later(score: Callable[[Task], Scores], task: Callable[[], Task]) -> Callable[[], Scores]:
    """The scores of a task that is read only if they are wanted."""
    return lambda: score(task())


def _scored(
    metric: AnyMetric, task: Task, of_edits: bool, score: Callable[[AnyMetric, Any, Any], float]
) -> Scores:
    hypotheses, gold = (task.edits, task.edit_gold) if of_edits else (task.texts, task.gold)
    return {
        system: float(score(metric, *prepared(metric, hypotheses[system], gold)))
        for system in SYSTEMS
    }


def _corpus(metric: AnyMetric, hypotheses: Any, gold: Any) -> float:
    return metric.corpus(hypotheses, gold).value


def _sentence_mean(metric: AnyMetric, hypotheses: Any, gold: Any) -> float:
    scores = metric.sentences(hypotheses, gold)
    return sum(score.value for score in scores) / len(scores)


def turned_round(gleu: Scores, task: Task) -> Scores:
    """GLEU as a version of spring 2016 had it: too long hypotheses are penalised, not short ones.

    That program took the lengths of hypothesis and reference for each other. The rest of GLEU does
    not depend on them, so that one penalty is taken out and the other put in.
    """
    wanted = sum(
        sum(map(len, sentence.references)) / len(sentence.references)
        for sentence in task.gold.rewrites
    )
    found = {}
    for system, score in gleu.items():
        own = sum(map(len, task.texts[system].tokens))
        found[system] = score * math.exp(min(0, 1 - own / wanted) - min(0, 1 - wanted / own))
    return found


def distances(rows: list[Row]) -> list[dict[str, Any]]:
    """How far scores are from the published ones at most, where those are known."""
    found = []
    for (metric, references), published in ranking_data.PUBLISHED_SCORES.items():
        wanted = dict(zip(SYSTEMS, published, strict=True))
        for row in rows:
            of_it = row.metric.split(",")[0] == metric and row.level == "corpus"
            if of_it and row.references in (references, f"{references}, as text"):
                worst = max(SYSTEMS, key=lambda s: abs(row.scores[s] - wanted[s]))
                found.append(
                    {
                        "metric": row.metric,
                        "references": row.references,
                        "distance": abs(row.scores[worst] - wanted[worst]),
                        "system": worst,
                        "spearman": row.trueskill.spearman,
                        "published": ranking_data.SPEARMAN[metric, references],
                    }
                )
    return found


def cleme2_steps() -> Iterator[Step]:
    """Table (c): CLEME2.0 by ERRANT's edits of all 1,312 sentences, with three kinds of weights."""
    task = cache(partial(ranking_data.official, all_sentences=True))
    weights: dict[str, Callable[[], Any]] = {
        "none": lambda: "none",
        "gain, default model": lambda: "gain",
        "gain, Brown": cache(_brown_weights),
    }

    def scores(level: str, assumption: str, weighing: Callable[[], Any]) -> Scores:
        metric = Cleme2(assumption=assumption, level=level, weights=weighing())
        return _scored(metric, task(), True, _corpus)

    for name, weighing in weights.items():
        for level, assumption in ranking_data.CLEME2:
            yield name, assumption, level, partial(scores, level, assumption, weighing)


def _brown_weights() -> GainWeights:
    lines = shared_data.existing("reference", "brown.txt").read_text("utf-8").splitlines()
    return GainWeights(ReferenceModel.train(lines, order=3))


def correlation(scores: Scores, human: Scores) -> Correlation:
    """Pearson's and Spearman's over all thirteen entries, INPUT among them."""
    pairs = [(scores[system], human[system]) for system in SYSTEMS]
    ours, theirs = zip(*pairs, strict=True)
    return Correlation(float(pearsonr(ours, theirs)[0]), float(spearmanr(ours, theirs)[0]))


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/metrics.md for people and .json for programs."""
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_write(folder / "metrics.json") as stream:
        stream.write(json.dumps(report, indent=1, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "metrics.md") as stream:
        stream.write(markdown(report).encode())


if __name__ == "__main__":
    sys.exit(main())
