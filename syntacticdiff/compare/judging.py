"""One direction of a comparison: texts judged by models of the reference's folds."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from syntacticdiff.compare.contrast import (
    ContrastExample,
    ContrastLimits,
    Direction,
    Judged,
    ranked_direction,
)
from syntacticdiff.compare.corpus import FoldedCorpus
from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.edits.diff import OPERATIONS, Diff, Edit
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.edits.names import parsed_name
from syntacticdiff.features.error_edits import CountedEdits
from syntacticdiff.features.habits import HabitCounts, edit_habits
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.reference import ReferenceModel


class Judging:
    """Judges texts, and the reference's own texts, by models that have not seen them.

    Edits that have probabilities are counted by them, with their habits, per opportunity; others
    are compared with all edits of their document.

    Parameters
    ----------
    texts, reference : FoldedCorpus
        The texts, and the corpus of which models are trained.
    folds : int
        The number of folds, each the one that its model has not seen.
    order : int
        The order of the models.
    vectorizer : EditVectorizer
        How edits are searched for, and with how many workers.
    min_bits : float
        Count only edits that save at least this many bits of their sentence, if they have no
        probability.
    tick : callable
        Called for each document that was judged by a model.
    """

    def __init__(
        self,
        texts: FoldedCorpus,
        reference: FoldedCorpus,
        *,
        folds: int,
        order: int,
        vectorizer: EditVectorizer,
        min_bits: float,
        tick: Callable[[], object],
    ) -> None:
        self._texts, self._reference = texts, reference
        self._folds, self._order, self._vectorizer = folds, order, vectorizer
        self._counted = CountedEdits("edit", min_bits, OPERATIONS)
        self._tick = tick
        self._differs: list[SyntacticDiff] = []
        self._probable = False

    def direction(self, limits: ContrastLimits, n_examples: int) -> Direction:
        """Judge all documents and rank the edits, with `n_examples` sentences each."""
        texts = Judged([{} for _ in self._texts.documents])
        own = Judged([{} for _ in self._reference.documents])
        for fold in range(self._folds):
            self._differs.append(self._differ(fold))
            for corpus, judged in ((self._texts, texts), (self._reference, own)):
                self._judge(corpus, fold, judged)
        return ranked_direction(
            texts, own, limits, lambda name, places: self._examples(name, places[:n_examples])
        )

    def _judges(self, key: str) -> list[int]:
        """The folds whose models have not seen a text: all of them, or its own."""
        fold = self._reference.fold.get(key)
        return list(range(self._folds)) if fold is None else [fold]

    def _differ(self, fold: int) -> SyntacticDiff:
        settings = self._vectorizer.differ_settings()
        training: list[str | Sequence[str]] = []
        for key, document in zip(self._reference.keys, self._reference.documents, strict=True):
            if self._reference.fold.get(key, fold) != fold:
                training.extend([document] if isinstance(document, str) else document)
        settings["reference"] = ReferenceModel.train(
            training,
            order=self._order,
            tokenizer="whitespace" if settings["tokenized"] else "treebank",
            straight_quotes=True,
        )
        with warnings.catch_warnings():
            # the reference is never the embedded one here, and both sides are judged alike
            warnings.filterwarnings("ignore", message="the shipped prices were learned")
            differ = SyntacticDiff(**settings)
            self._probable = differ.searching.search.probabilities
        return differ

    def _judge(self, corpus: FoldedCorpus, fold: int, judged: Judged) -> None:
        """Add the edits that the model of a fold finds to the bags of the documents."""
        places = [place for place, key in enumerate(corpus.keys) if fold in self._judges(key)]
        rows = self._differs[fold].apply(
            HabitCounts(edits=True) if self._probable else self._counted,
            [corpus.documents[place] for place in places],
            self._vectorizer.n_jobs,
            self._vectorizer.batch_size,
        )
        if self._probable and not judged.opportunities:
            judged.opportunities = [()] * len(corpus.documents)
        for place, row in zip(places, rows, strict=True):
            weight = 1 / len(self._judges(corpus.keys[place]))
            bag = judged.bags[place]
            for name, count in row.features.items():
                bag[name] = bag.get(name, 0.0) + weight * count
            if self._probable:  # the same for every model: they are of the text
                judged.opportunities[place] = row.numbers
            self._tick()

    def _examples(self, name: str, places: Sequence[int]) -> tuple[ContrastExample, ...]:
        """A sentence with this edit or habit from each of these texts."""
        found = []
        for place in places:
            [fold, *_] = self._judges(self._texts.keys[place])
            diffs = self._differs[fold].document(self._texts.documents[place])
            having = [
                (strength, replace(diff, edits=edits))
                for diff in diffs
                for strength, edits in self._having(name, diff)
            ]
            if having:  # otherwise the model of another fold found it
                strength, diff = max(having, key=lambda item: item[0])
                found.append((strength, ContrastExample(place, diff)))
        found.sort(key=lambda item: -item[0])
        return tuple(example for _, example in found)

    def _having(self, name: str, diff: Diff) -> Iterator[tuple[float, tuple[Edit, ...]]]:
        """The edits of a sentence that have this name or habit, and how strong each is."""
        if self._probable:
            is_habit = parsed_name(name) is None
            for edit, habit in edit_habits(diff):
                if (habit if is_habit else str(edit)) == name:
                    yield edit.probability or 0.0, (edit,)
            return
        edits = tuple(edit for edit in diff.edits if str(edit) == name)
        for edit in edits:
            if self._counted.counts(edit, diff):
                yield saved_bits(edit, diff), edits
