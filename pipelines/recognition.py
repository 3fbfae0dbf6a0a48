"""Word recognition: index, network and spell-checkers on jumbled words and on real misspellings.

    python pipelines/recognition.py [--seconds N] [--only WORDS] [--no-training]

Tables 3.3 and 3.5 to 3.7 of Sakaguchi (2018), on Brown. Every finished result is kept in
results/recognition.runs.jsonl, and a run that was stopped goes on from there; the page is written
from the results that there are (`recognition_page`). Networks are kept in build/recognition. The
trainings need torch (`pip install '.[neural]'`), the spell-checkers what `recognition_checkers`
says. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from checkpoint import Checkpoint, StoppedError
from recognition_checkers import Suggest, program, symspell, timed
from recognition_index import IndexStudy
from recognition_learners import LearnerStudy, summary
from recognition_noisy import NoisyStudy
from recognition_page import page
from recognition_training import FOR_ALL, KINDS, VOCABULARY, Brown, Trainings, schedule
from shared_data import PROJECT

from syntacticdiff.recognition import (
    SemicharacterIndex,
    WordNoise,
    may_change,
    reference_index,
)
from syntacticdiff.reference import ReferenceModel

SAMPLE_SEED = 31
SAMPLED_WORDS = 300  # of each kind, for the spell-checkers


class Study:
    """What is measured without training."""

    def __init__(self, brown: Brown) -> None:
        self.brown = brown
        self.index = IndexStudy(brown)
        self.noisy = NoisyStudy(brown, self.index)

    @cached_property
    def checkers(self) -> Mapping[str, Suggest]:
        """The spell-checkers that are installed."""
        found = {
            "hunspell en_US": program("hunspell"),
            "aspell en_US": program("aspell"),
            "symspell with Brown's words": symspell(self.index.counts),
        }
        return {name: suggest for name, suggest in found.items() if suggest is not None}

    @cached_property
    def learners(self) -> LearnerStudy:
        """Real misspellings."""
        return LearnerStudy(ReferenceModel.load(), self.checkers)

    def compared(self) -> dict[str, Any]:
        """First suggestions for the same words, all of which noise has changed."""
        vocabulary = self.index.vocabulary(VOCABULARY)
        known = frozenset(vocabulary)
        asked = [w for s in self.brown.test for w in s if may_change(w) and w in known]
        words = list(islice(asked, 0, None, max(1, len(asked) // SAMPLED_WORDS)))
        own = SemicharacterIndex(vocabulary)
        shipped = reference_index(ReferenceModel.load().lexicon)
        result: dict[str, Any] = {}
        for kind in KINDS:
            noise = WordNoise(kind, seed=SAMPLE_SEED, changes=True)
            changed = [(word, noisy) for word in words if (noisy := noise.word(word)) != word]
            meant, seen = [pair[0] for pair in changed], [pair[1] for pair in changed]
            ways: dict[str, Suggest] = {
                "index, Brown's 10,000 words, kind unknown": lambda seen: list(
                    map(own.behind, seen)
                ),
                "shipped index, kind unknown": lambda seen: [
                    shipped.behind(word.lower()) for word in seen
                ],
                **self.checkers,
            }
            for name, suggest in ways.items():
                found, seconds = timed(suggest, seen)
                right = sum(
                    bool(listed) and listed[0].lower() == word.lower()
                    for listed, word in zip(found, meant, strict=True)
                )
                result.setdefault(name, {})[kind] = {
                    "right": 100 * right / len(meant),
                    "words": len(meant),
                    "milliseconds": 1000 * seconds,
                }
        return result


def main() -> None:
    """Run what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, help="begin no result after so many CPU seconds")
    parser.add_argument("--only", default="", help="train only networks with these words in names")
    parser.add_argument("--no-training", action="store_true", help="train nothing")
    parser.add_argument("--out", type=Path, default=PROJECT / "results" / "recognition.md")
    parser.add_argument("--work", type=Path, default=PROJECT / "build" / "recognition")
    options = parser.parse_args()
    kept = Checkpoint(options.out.with_suffix(".runs.jsonl"), options.seconds)
    brown = Brown()
    study, trainings = Study(brown), Trainings(brown, options.work)
    found: dict[str, Any] = {}
    makers = {
        "index": study.index.run,
        "shipped index": study.index.shipped,
        "spell-checkers": study.compared,
        "misspellings: how many": lambda: study.learners.sizes(),
        "misspellings: sources": lambda: study.learners.only_by_recognition(),
        "misspellings: recall": lambda: study.learners.run(),
        "JFLEG dev": lambda: study.learners.gleu(),
        "noisy: look-up": lambda: study.noisy.look_up(),
    }
    for name, make in makers.items():
        with suppress(StoppedError):
            found[name] = kept(name, lambda make=make: summary(make()))
    runs: dict[str, Any] = {}
    for row, seed in schedule():
        name = row.name(seed)
        wanted = options.only in name and not options.no_training
        with suppress(StoppedError):
            if name in kept or wanted:
                runs[name] = kept(name, lambda row=row, seed=seed: trainings.run(row, seed))
        if row not in FOR_ALL:
            continue
        measures = {
            "noisy": lambda network: study.noisy.by_network(network),
            "misspellings": lambda network: study.learners.with_network(network),
            "added": lambda network: study.learners.added(network),
        }
        for measured, measure in measures.items():
            shown = f"{measured}: {name}"
            if shown in kept or wanted or trainings.path(row, seed).exists():
                with suppress(StoppedError):
                    found[shown] = kept(
                        shown,
                        lambda row=row, seed=seed, measure=measure: summary(
                            measure(trainings.network(row, seed))
                        ),
                    )
    options.out.write_text(page(found, runs), encoding="utf-8")


if __name__ == "__main__":
    main()
