"""Prices learned from errors injected into native text.

    python pipelines/prices.py --injected FOLDER --references FOLDER --work FOLDER [--ship]
    python pipelines/prices.py ... --curve --ablation    what each part is worth

`injected.py` makes the sentences, `crossfit.py` references that have not seen them. Cues are kept
in the work folder. What comes out there:

    injected.sdcs            learned from injected errors; --ship puts it into the package
    adapted.sdcs             these adapted to ErAConD, for comparison
    half.sdcs, ...           from a half, a quarter, an eighth of the injected sentences (--curve)
    without-GROUP.sdcs       without a group of cues (--ablation)

No part of CoNLL-2013, JFLEG or CWEB is read here, nor the last fifth of MASC. In ErAConD missing
full stops and capitals are left out: a chat has its own ways, and prices are for prose.
"""

from __future__ import annotations

import argparse
import json
import pickle
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from correction_measures import gold
from crossfit import reference_for

from syntacticdiff import SyntacticDiff
from syntacticdiff.alignment import M2Sentence, read_m2
from syntacticdiff.correction import SHIPPED, SUMMARY, CorrectionSettings
from syntacticdiff.files import atomic_write
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import (
    TEMPLATES,
    CalibratedPrices,
    ContextNetwork,
    Density,
    Penalties,
    Step,
    Template,
)
from syntacticdiff.tuning import (
    CueWeights,
    Places,
    chances_of,
    cue_keys,
    fitted,
    gold_steps,
    joined,
    packed,
    tabulated,
    unpacked,
)

STRENGTH = 40.0  # cues of words and of rare surroundings learn little but how errors were injected
ADAPTED = 60.0  # how strongly prices adapted to ErAConD are drawn to those of injected errors
# What injected errors teach is too sure of itself for real ones: with this share of the weights,
# and so many bits of odds that every edit costs besides (fewer, as it is), probabilities are about
# right on ErAConD, CWEB-S and JFLEG dev, where .65 to .85 and -1.3 to -.5 were tried.
SHRUNK = 0.75
CAUTION = -0.75
ITERATIONS = 50
FEW = 2_500  # sentences of each injected text, or a few more, where groups of cues are compared
QUIET = 0.25  # of the places without an error, this share is learned from, and counts four times
MEASURED = 20  # of so many blocks of a hundred injected sentences one only measures
BLOCK = 100
# By this, what the reference says of edits side by side counts less than what was learned of each
# of them. With 1, several bad edits beside each other save so many bits together that they are
# made; 2 to 4 are about alike on CWEB-S, ErAConD and JFLEG dev.
TEMPERATURE = 2.5
# How prices follow the evidence of errors in a text, in bits of odds; chosen on Brown's first half
# and MASC's first four fifths, of which about one sentence in thirty is changed, CWEB-S,
# ErAConD and JFLEG dev.
FOLLOWING = {"usual": 0.0072, "prior": 0.0051, "weight": 300.0}
SLOPE, LEAST, HIGHEST = 4.0, -4.0, 0.0
SHARES = {"half": 2, "quarter": 4, "eighth": 8}
GROUPS = {
    "opinions": ("opinion", "about-opinion"),
    "heads": ("subject-tag", "subject-word", "determiner", "leader", "noun-tag", "has-article"),
    "tags": ("tags", "tag-1", "tag+1", "first-tag", "finite"),
    "gains": ("gain", "gain2", "gain1", "about"),
    "spelling": ("distance", "listed", "source-count", "ending", "unlisted"),
}
STRONGEST = 300  # cues that `info` names
NAMED = 400  # sentences whose cues get names
UNIT = 1024  # prices have their temperature in units of 2^-10
NO_CANDIDATE = "\0"


def main(arguments: list[str] | None = None) -> int:
    """Learn, and write what was learned."""
    parser = argparse.ArgumentParser(description="Prices from injected errors.")
    parser.add_argument("--injected", type=Path, required=True, help="made by injected.py")
    parser.add_argument("--references", type=Path, required=True, help="made by crossfit.py")
    parser.add_argument("--work", type=Path, required=True, help="what is done is kept here")
    parser.add_argument("--ablation", action="store_true", help="also without groups of cues")
    parser.add_argument("--curve", action="store_true", help="also from less text")
    parser.add_argument("--ship", action="store_true", help="put it into the package")
    given = parser.parse_args(arguments)
    given.work.mkdir(parents=True, exist_ok=True)
    learner = Learner(given.injected, given.references, given.work)
    learner.shipped()
    learner.adapted()
    if given.curve:
        learner.curve()
    if given.ablation:
        learner.ablation()
    if given.ship:
        shutil.copyfile(given.work / "injected.sdcs", SHIPPED)
        SUMMARY.write_text("\n".join(CorrectionSettings.load(SHIPPED).summary()) + "\n", "utf-8")
    return 0


class Learner:
    """Learns prices from places that are tabulated once."""

    def __init__(self, injected: Path, references: Path, work: Path) -> None:
        self.work, self.injected, self.references = work, injected, references
        self.model = ReferenceModel.load("default")
        self.network = ContextNetwork.load().digest
        self.figures: dict[str, Any] = {}
        places = self._kept("injected.pickle", self._tabulated)
        self.eracond = self._kept("eracond.pickle", self._chat)
        measured = (places.sentences // BLOCK) % MEASURED == MEASURED // 2
        self.places, self.held_out = places.chosen(~measured), places.chosen(measured)

    def shipped(self) -> None:
        """From injected errors alone."""
        self._learn("injected", self.places)

    def adapted(self) -> None:
        """The same adapted to ErAConD.

        A chat has its own ways: this corrects less of everything else.
        """
        self._learn("adapted", self.eracond, start=self._weights("injected"))

    def curve(self) -> None:
        """From less injected text."""
        for name, part in SHARES.items():
            self._learn(name, self.places.chosen(self.places.sentences // BLOCK % part == 0))

    def ablation(self) -> None:
        """From fewer sentences, with all cues and without each group of them."""
        self._learn("few", self._kept("few.pickle", self._few))
        for name, parts in GROUPS.items():
            templates = tuple(t for t in TEMPLATES if not set(t.parts) & set(parts))
            places = self._kept(
                f"without-{name}.pickle", lambda chosen=templates: self._few(chosen)
            )
            self._learn(f"without-{name}", places, templates)

    def _learn(
        self,
        name: str,
        places: Places,
        templates: tuple[Template, ...] = TEMPLATES,
        start: CueWeights | None = None,
    ) -> None:
        path = self.work / f"{name}.sdcs"
        if path.exists():
            return
        strength = STRENGTH if start is None else ADAPTED
        weights = fitted(
            places,
            strength=strength,
            iterations=ITERATIONS,
            start=start,
            offset=0.0 if start is None else -CAUTION,
            report=print,
        )
        if start is None:
            weights = CueWeights(weights.keys, SHRUNK * weights.bits)
        prices = CalibratedPrices(
            packed(weights),
            scale=round(TEMPERATURE * UNIT),
            context=True,
            templates=templates,
            reference=self.model.checksum,
            network=self.network,
            # Prices that were learned from texts of one kind are right for that kind as they are.
            density=None
            if start is not None
            else Density(
                **FOLLOWING,
                slope=SLOPE * TEMPERATURE,
                least=LEAST * TEMPERATURE,
                most=HIGHEST * TEMPERATURE,
            ),
        )
        figures = judged(weights, self.held_out) if templates == TEMPLATES else {}
        provenance = {
            "sentences": int(places.size),
            "errors": int(places.right.sum()),
            "made_by": "pipelines/prices.py",
            "licence": "CC BY-SA 4.0",
            "strength": strength,
            **figures,
        }
        print(name, json.dumps(provenance), flush=True)
        cues = self._named(prices, weights) if name == "injected" else {}
        CorrectionSettings(
            penalties={"base": CAUTION * TEMPERATURE},
            cues=cues,
            provenance=provenance,
            prices=prices,
        ).save(path)

    def _weights(self, name: str) -> CueWeights:
        prices = CorrectionSettings.load(self.work / f"{name}.sdcs").prices
        assert prices is not None
        return unpacked(prices.weights)

    def _named(self, prices: CalibratedPrices, weights: CueWeights) -> dict[str, Any]:
        """What `info` tells: weights by template, and the strongest cues by name.

        Names are those of cues that occur in some injected sentences.
        """
        found: dict[int, tuple[str, str]] = {}
        bound = prices.for_model(self.model)
        differ = self._differ(self.model)
        for sentence in self._sentences(NAMED // 8):
            for _, pairs in bound.named_cues(differ.candidates(sentence.tokens, bound.orders)):
                for hash_, name in pairs:
                    found.setdefault(hash_, ("", name))
        keys = cue_keys(np.array(list(found), np.uint64))
        bits = weights.of(keys)
        strongest = np.argsort(-np.abs(bits), kind="stable")[:STRONGEST]
        names = [name for _, name in found.values()]
        return {
            "counts": {"weights": len(weights.keys)},
            "strongest": {names[at]: round(float(bits[at]), 2) for at in strongest.tolist()},
        }

    def _tabulated(self) -> Places:
        return joined([self._text(text, sentences) for text, sentences in self._texts()])

    def _chat(self) -> Places:
        return tabulated(self._differ(self.model), gold("eracond.m2"), steps=without_chat)

    def _few(self, templates: tuple[Template, ...] = TEMPLATES) -> Places:
        parts = (self._text(*pair, templates) for pair in self._texts(FEW))
        return joined(list(parts))

    def _text(
        self,
        text: str,
        sentences: Sequence[M2Sentence],
        templates: tuple[Template, ...] = TEMPLATES,
    ) -> Places:
        """The places of a text, with the reference that has seen least of it."""
        reference = ReferenceModel.load(reference_for(self.references, text))
        return thinned(tabulated(self._differ(reference, templates), sentences, steps=alone))

    def _texts(self, most: int | None = None) -> Iterable[tuple[str, list[M2Sentence]]]:
        for path in sorted(self.injected.glob("*.m2")):
            sentences = read_m2(str(path), print)
            apart = 1 if most is None else max(len(sentences) // most, 1)
            yield path.stem, sentences[::apart]

    def _sentences(self, most: int) -> Iterable[M2Sentence]:
        for _, sentences in self._texts(most):
            yield from sentences[:most]

    def _differ(
        self, model: ReferenceModel, templates: tuple[Template, ...] = TEMPLATES
    ) -> SyntacticDiff:
        """The believable settings with prices that only make cues."""
        nothing = CueWeights(np.empty(0, np.uint32), np.empty(0))
        prices = CalibratedPrices(packed(nothing), context=True, templates=templates)
        return SyntacticDiff(model, penalties=Penalties(pricing=prices), tokenized=True)

    def _kept(self, name: str, make: Callable[[], Any]) -> Any:
        path = self.work / name
        if not path.exists():
            made = make()
            with atomic_write(path) as stream:
                pickle.dump(made, stream, protocol=5)
        return pickle.loads(path.read_bytes())


def thinned(places: Places) -> Places:
    """Fewer places without an error, which count more."""
    wrong = np.logical_or.reduceat(places.right, places.starts)
    kept = wrong | (np.random.default_rng(1).random(len(places)) < QUIET)
    return places.chosen(kept, np.where(wrong, 1.0, 1.0 / QUIET))


def alone(sentence: M2Sentence) -> list[Step]:
    """What was injected, if each edit is right without another.

    `more easy` for `easier` is not mended by taking `more` out: that edit becomes no candidate, and
    its place is not learned from.
    """
    steps = gold_steps(sentence)
    replaced = {step.position for step in steps if step.op == "sub"}
    return [
        step._replace(target=NO_CANDIDATE)
        if step.op == "remove"
        and sentence.tokens[step.position].lower() in ("more", "most")
        and step.position + 1 in replaced
        else step
        for step in steps
    ]


def without_chat(sentence: M2Sentence) -> list[Step]:
    """What annotators did, without full stops and capitals that were put in, `I` excepted.

    A chat has its own ways, and prices are for prose. These edits are turned into some that are no
    candidates; then their places are not learned from.
    """
    found = []
    for step in gold_steps(sentence):
        recases = step.op == "sub" and sentence.tokens[step.position].lower() == step.target.lower()
        ends = step.op == "insert" and step.target in ".!?"
        chat = ends or (recases and step.target != "I")
        found.append(step._replace(target=NO_CANDIDATE) if chat else step)
    return found


def judged(weights: CueWeights, places: Places) -> dict[str, float]:
    """Precision and recall of single edits of probability .5 and more, at places held out."""
    chances, _ = chances_of(
        weights.scores(places) * np.log(2.0), places.starts, places.sizes.astype(np.intp)
    )
    counts = np.repeat(places.weights, places.sizes)
    made = chances >= 0.5
    right = float(counts[made & places.right].sum())
    return {
        "injected_precision": round(right / max(float(counts[made].sum()), 1.0), 4),
        "injected_recall": round(right / max(float(counts[places.right].sum()), 1.0), 4),
    }


if __name__ == "__main__":
    sys.exit(main())
