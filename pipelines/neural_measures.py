"""What outputs are worth: every metric that there is, and JFLEG dev with and without spelling.

The gold of metrics that compare edits is made by our alignment from the references: the study's own
was not released.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import shared_data
from correction_measures import jfleg

from syntacticdiff.correction import Corrector, RepairCorrector
from syntacticdiff.evaluate import (
    M2,
    METRICS,
    Cleme2,
    CorrectionMetric,
    Gleu,
    GoldCorpus,
    HypothesisCorpus,
    Rewrites,
    USim,
    metric_class,
    paired_bootstrap,
    prepared,
    read_tokens,
    tree_graph,
)
from syntacticdiff.neural import CorrectionNetwork, Rewriter
from syntacticdiff.recognition import Recognizer
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.syntax import Parser

REFERENCES = range(4)
RELEASED = {"MLE": "test.jhu-mle.out", "NRL": "test.jhu-nrl.out"}
SLOW = "imeasure"
BEAM = 5
WARMING = 20  # sentences before time counts
RAW, CHECKED, OURS = "as written", "spelling by its authors", "spelling by ours"

Tokens = tuple[str, ...]
Sentences = list[Tokens]
Row = dict[str, Any]
Kept = Callable[[str, Callable[[], Any]], Any]  # a result by its name, made if there is none


def _read(path: Path) -> Sentences:
    return read_tokens(str(path), print)


def _per_cent(value: float) -> float:
    return round(100 * float(value), 2)


@dataclass(frozen=True)
class Part:
    """Sentences, their references and other versions of them."""

    rewrites: list[Rewrites]
    versions: dict[str, Sentences]

    @cached_property
    def gold(self) -> GoldCorpus:
        """The references, also as edits."""
        return GoldCorpus("JFLEG", rewrites=self.rewrites)

    @property
    def sources(self) -> Sentences:
        """What is corrected."""
        return [sentence.source for sentence in self.rewrites]

    def score(self, metric: CorrectionMetric[Any, Any], output: Sentences) -> Any:
        """A metric's score of an output."""
        return metric.corpus(*self._prepared(metric, output))

    @cached_property
    def gold_of_changes(self) -> GoldCorpus:
        """The references as edits, as in a file that has no line for one that changes nothing."""
        changes = [
            replace(sentence, edits=tuple(edit for edit in sentence.edits if not edit.is_noop))
            for sentence in self.gold.edits
        ]
        return GoldCorpus("JFLEG", edits=changes)

    def _prepared(
        self, metric: CorrectionMetric[Any, Any], output: Sentences
    ) -> tuple[Sequence[Any], Sequence[Any]]:
        return prepared(metric, HypothesisCorpus("output", tokens=output), self.gold)

    def difference(self, metric: CorrectionMetric[Any, Any], *outputs: Sentences) -> Row:
        """The first output's score less the second's, by a paired bootstrap."""
        first, second = (self._prepared(metric, output) for output in outputs)
        found = paired_bootstrap(metric, first, second)
        low, high = found.interval
        return {
            "difference": _per_cent(found.difference),
            "interval": [_per_cent(low), _per_cent(high)],
            "p": round(found.p, 4),
        }

    def changed(self, output: Sentences) -> int:
        """How many sentences are not as they were."""
        return sum(a != b for a, b in zip(output, self.sources, strict=True))

    def length(self, output: Sentences) -> float:
        """The tokens of an output, as a share of the sources'."""
        return round(sum(map(len, output)) / sum(map(len, self.sources)), 4)


def released_part() -> Part:
    """JFLEG test, its spell-checked source, and the outputs that were released with the study."""

    def read(name: str) -> Sentences:
        return _read(shared_data.existing("..", "golden", "inputs", name))

    source = read("test.src")
    references = [read(f"test.ref{number}") for number in REFERENCES]
    rewrites = [Rewrites(s, tuple(r)) for s, *r in zip(source, *references, strict=True)]
    versions = {"source": source, "source, spell-checked": read("test.spellchecked.src")}
    return Part(rewrites, versions | {name: read(file) for name, file in RELEASED.items()})


def dev_part() -> Part:
    """JFLEG dev: as written, spell-checked by its authors, and by our recogniser."""
    rewrites = jfleg()
    source = [sentence.source for sentence in rewrites]
    checked = _read(shared_data.existing("gec", "jfleg-dev", "dev.spellchecked.src"))
    recognizer = Recognizer()
    ours = [tuple(recognizer.words(words)) for words in source]
    return Part(rewrites, {RAW: source, CHECKED: checked, OURS: ours})


# The released outputs


def released(part: Part, kept: Kept, slow: bool = True) -> Row:
    """Every metric on the released outputs, and whether NRL is above MLE; also the slow one."""
    names = [name for name in METRICS if name != "bleu" or find_spec("sacrebleu")]
    names = [name for name in names if name != SLOW or slow]
    rows: Row = {
        name: {"changed": part.changed(output), "length": part.length(output)}
        for name, output in part.versions.items()
    }
    for name in RELEASED:
        rows[name]["m2, changes"] = kept(
            f"released outputs, m2 by references that change something, {name}",
            lambda name=name: _figures(_m2_of_changes(part, part.versions[name])),
        )
    pair = part.versions["NRL"], part.versions["MLE"]
    compared = {}
    for metric in names:
        for name, output in part.versions.items():
            rows[name][metric] = kept(
                f"released outputs, {metric}, {name}",
                lambda metric=metric, output=output: _figures(part.score(_metric(metric), output)),
            )
        if metric in ("gleu", "m2"):
            compared[metric] = kept(
                f"released outputs, {metric}, NRL less MLE",
                lambda metric=metric: part.difference(_metric(metric), *pair),
            )
    return {"metrics": rows, "NRL less MLE": compared}


def _m2_of_changes(part: Part, output: Sentences) -> Any:
    metric = M2(0.5)
    hypotheses = HypothesisCorpus("output", tokens=output)
    return metric.corpus(*prepared(metric, hypotheses, part.gold_of_changes))


def _metric(name: str) -> CorrectionMetric[Any, Any]:
    return metric_class(name)()


def _figures(score: Any) -> Row:
    """The figure of a metric, and those that it is made of."""
    parts = ("precision", "recall", "hit", "error", "under", "over")
    found = {part: getattr(score, part) for part in parts if hasattr(score, part)}
    return {"value": _per_cent(score.value)} | {n: _per_cent(v) for n, v in found.items()}


def meaning(part: Part) -> Row:
    """USim by our parser of each released output, with the source and with the references."""
    parser = Parser.load()

    def graphs(sentences: Sentences) -> list[Any]:
        return [tree_graph(tree) for tree in parser.parse_many(sentences)]

    references = [graphs([s.references[n] for s in part.rewrites]) for n in REFERENCES]
    source = graphs(part.sources)
    scores: dict[str, tuple[Any, Any]] = {}
    for name in ("source", *RELEASED):
        own = source if name == "source" else graphs(part.versions[name])
        scores[name] = (
            _usim(source, own),
            np.mean([_usim(reference, own) for reference in references], axis=0),
        )
    rows: Row = {
        name: {"source": float(with_source.mean()), "references": float(with_references.mean())}
        for name, (with_source, with_references) in scores.items()
    }
    for number, side in enumerate(("source", "references")):
        found = scores["NRL"][number] - scores["MLE"][number]
        error = float(found.std(ddof=1)) / len(found) ** 0.5
        rows[f"NRL less MLE, {side}"] = {"difference": float(found.mean()), "error": error}
    # Where both changed the sentence: is what NRL changes worse for the meaning?
    both = [
        first != source_ and second != source_
        for first, second, source_ in zip(
            part.versions["MLE"], part.versions["NRL"], part.sources, strict=True
        )
    ]
    found = (scores["NRL"][1] - scores["MLE"][1])[np.array(both)]
    error = float(found.std(ddof=1)) / len(found) ** 0.5
    rows["both changed"] = {
        "sentences": len(found),
        "difference": float(found.mean()),
        "error": error,
    }
    return rows


def _usim(first: list[Any], second: list[Any]) -> Any:
    return np.array([score.usim for score in USim().sentences(first, second)])


# Ours


@dataclass(frozen=True)
class Output:
    """What a system makes of JFLEG dev, and what it took."""

    sentences: Sentences
    cpu_seconds: float

    def figures(self, part: Part) -> Row:
        """Its scores."""
        m2 = part.score(M2(0.5), self.sentences)
        cleme = part.score(Cleme2(), self.sentences)
        return {
            "gleu": _per_cent(part.score(Gleu(), self.sentences).gleu),
            **{name: _per_cent(getattr(m2, name)) for name in ("precision", "recall", "f")},
            "cleme2": _per_cent(cleme.score),
            "changed": part.changed(self.sentences),
            "length": part.length(self.sentences),
            "sentences a second": round(len(self.sentences) / max(self.cpu_seconds, 1e-3), 1),
        }


def network_outputs(network: CorrectionNetwork, part: Part) -> Iterator[tuple[str, Output]]:
    """What a network makes of each version of JFLEG dev, without and with the guard."""
    reference = ReferenceModel.load()
    rewriter = Rewriter(network, reference, guard=False, beam=BEAM)
    guard = Rewriter(network, reference, beam=BEAM)
    for name, version in part.versions.items():
        started = time.process_time()
        made = [found.tokens for found in rewriter.rewrite_many(version)]
        rewriting = time.process_time()
        kept = [
            output if guard.is_believable(given, output) else given
            for given, output in zip(version, made, strict=True)
        ]
        yield name, Output(made, rewriting - started)
        yield f"{name}, guard", Output(kept, time.process_time() - started)


def other_systems(part: Part) -> dict[str, Row]:
    """The unchanged versions, our corrector and EREF, without and with spelling in front."""
    rows = {f"unchanged, {name}": Output(v, 0).figures(part) for name, v in part.versions.items()}
    makers: dict[str, Callable[[], Any]] = {
        "edits (believable corrector)": lambda: Corrector(tokenized=True),
        "eref": lambda: RepairCorrector(tokenized=True),
    }
    for system, make in makers.items():
        corrector = make()
        list(corrector.many([[list(words)] for words in part.sources[:WARMING]]))  # loads the rest
        for name in (RAW, OURS):
            started = time.process_time()
            corrections = corrector.many([[list(words)] for words in part.versions[name]])
            made = [tuple(correction.output.split()) for correction in corrections]
            spent = time.process_time() - started
            rows[f"{system}, {name}"] = Output(made, spent).figures(part)
    return rows
