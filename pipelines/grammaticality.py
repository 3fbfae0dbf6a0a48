"""How grammatical a sentence is, from 1 to 4: a regression learned from GUG's training part.

After Heilman et al. (2014), with what this project has: bits of word n-grams, of tag n-grams and of
arcs, unknown words, and which tag n-grams occur. The word n-grams are of Brown and MASC, so that
repairs, which are chosen by the embedded reference, are not judged by the model that chose them.
Penalty and weight were chosen by cross-validation on the training part.
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shared_data import existing
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import Ridge
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from syntax import sentences

from syntacticdiff import ReferenceModel
from syntacticdiff.reference import MARKERS
from syntacticdiff.syntax import Parser, Tree, TreebankSentence, gold_tags

ORDER, TAG_ORDER = 4, 4
UNKNOWN, END = MARKERS.index("<unk>"), MARKERS.index("</s>")
PENALTY = 100.0
TAG_WEIGHT = 0.5  # of a tag n-gram that occurs, beside numbers with a standard deviation of 1
LOWEST, HIGHEST = 1.0, 4.0
FOLDS = 10

Words = Sequence[str]


@dataclass(frozen=True)
class Rated:
    """Sentences with the mean of their ratings."""

    words: list[tuple[str, ...]]
    ratings: NDArray[np.float64]


def rated(part: str, model: ReferenceModel) -> Rated:
    """A part of GUG: `train`, `dev` or `test`."""
    path = existing("fluency", "gug_annotations.tsv")
    with open(path, encoding="utf-8", newline="") as stream:
        rows = [
            row
            for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
            if row["Dataset"] == part
        ]
    words = [tuple(token.surface for token in model.tokens(row["Sentence"])) for row in rows]
    return Rated(words, np.array([float(row["Average"]) for row in rows]))


class ArcModel:
    """How probable a word's tag and label are, given the tag of its head and the side."""

    def __init__(self, treebank: Iterable[TreebankSentence]) -> None:
        self._arcs: Counter[tuple[str, ...]] = Counter()
        self._heads: Counter[tuple[str, ...]] = Counter()
        for sentence in treebank:
            tags = gold_tags(sentence)
            for place, word in enumerate(sentence.words):
                self._count(tags, word.head if word.head is not None else -1, place, word.deprel)
        self._kinds = len({arc[2:] for arc in self._arcs})

    def _count(self, tags: Words, head: int, place: int, label: str) -> None:
        above = _above(tags, head, place)
        self._heads[above] += 1
        self._arcs[(*above, tags[place], label)] += 1

    def bits(self, tree: Tree) -> list[float]:
        """The bits of each arc of a tree."""
        found = []
        for place, (head, label) in enumerate(zip(tree.heads, tree.labels, strict=True)):
            above = _above(tree.tags, head, place)
            seen = self._arcs[(*above, tree.tags[place], label)]
            found.append(-math.log2((seen + 0.1) / (self._heads[above] + 0.1 * self._kinds)))
        return found


def _above(tags: Words, head: int, place: int) -> tuple[str, str]:
    return ("root", "") if head < 0 else (tags[head], "left" if place < head else "right")


class Grammaticality:
    """The regression, learned from GUG's training part only."""

    def __init__(self, parser: Parser, vocabulary: ReferenceModel) -> None:
        self.parser, self.vocabulary = parser, vocabulary
        corpora = [existing("reference", f"{name}.txt") for name in ("brown", "masc_written")]
        lines = [line for path in corpora for line in path.read_text("utf-8").splitlines()]
        self.words = ReferenceModel.train(lines, order=ORDER)
        treebank = sentences("train")
        self.tags = ReferenceModel.train(
            [list(gold_tags(sentence)) for sentence in treebank], order=TAG_ORDER, cased=True
        )
        self.arcs = ArcModel(treebank)
        train = rated("train", vocabulary)
        tags = CountVectorizer(analyzer=_tag_ngrams, min_df=3, binary=True, dtype=np.float64)
        self.regression = make_pipeline(
            ColumnTransformer(
                [("numbers", StandardScaler(), slice(0, -1)), ("tags", tags, -1)],
                transformer_weights={"tags": TAG_WEIGHT},
            ),
            Ridge(PENALTY),
        )
        features = self.features(train.words)
        held_out = cross_val_predict(self.regression, features, train.ratings, cv=FOLDS)
        self.held_out_r = pearson(held_out, train.ratings)
        self.regression.fit(features, train.ratings)

    def __call__(self, texts: Sequence[Words]) -> NDArray[np.float64]:
        """The grammaticality of each sentence, 1 to 4."""
        if not texts:
            return np.zeros(0)
        found: NDArray[np.float64] = self.regression.predict(self.features(texts))
        return np.clip(found, LOWEST, HIGHEST)

    def r(self, part: str) -> float:
        """Pearson's correlation with the ratings of a part of GUG."""
        given = rated(part, self.vocabulary)
        return pearson(self(given.words), given.ratings)

    def features(self, texts: Sequence[Words]) -> NDArray[np.object_]:
        """A row for each sentence: numbers, and last its tags."""
        trees = self.parser.parse_many(texts)
        return np.array([[*self._row(tree), " ".join(tree.tags)] for tree in trees], object)

    def _row(self, tree: Tree) -> list[float]:
        count = max(len(tree.words), 1)
        row = [math.log(count)]
        own = [self.words.lexicon.id(self.words.fold(word)) for word in tree.words]
        for order in range(1, ORDER + 1):
            row += _summary(_bits(self.words, order, own))
        tags = [self.tags.lexicon.id(tag) for tag in tree.tags]
        for order in range(2, TAG_ORDER + 1):
            row += _summary(_bits(self.tags, order, tags))
        row += _summary(self.arcs.bits(tree) or [0.0])
        known = self.vocabulary.lexicon.id
        unknown = sum(
            word.isalpha() and word.islower() and known(self.vocabulary.fold(word)) == UNKNOWN
            for word in tree.words
        )
        row += [unknown, unknown / count, sum(number == UNKNOWN for number in own) / count]
        first, last = (tree.words[0], tree.words[-1]) if tree.words else ("", "")
        return [*row, float(first[:1].isupper()), float(last[:1] in ".?!")]


def _tag_ngrams(text: str) -> list[str]:
    """All tag n-grams of one to three."""
    tags = ["<s>", *text.split(), "</s>"]
    return [" ".join(tags[i : i + n]) for n in (1, 2, 3) for i in range(len(tags) - n + 1)]


def _bits(model: ReferenceModel, order: int, ids: Sequence[int]) -> list[float]:
    """The bits of each word and of the end, with contexts of fewer than `order` words."""
    scorer: Any = model.scorer
    if order < model.order:
        scorer = scorer.truncated(order)
    state, found = scorer.begin(), []
    for word in (*ids, END):
        log10, state = scorer.advance(state, word)
        found.append(-log10 / math.log10(2))
    return found


def _summary(bits: Sequence[float]) -> list[float]:
    """The mean, the worst and the mean of the worst three."""
    worst = sorted(bits, reverse=True)[:3]
    return [sum(bits) / len(bits), worst[0], sum(worst) / len(worst)]


def pearson(found: Any, wanted: Any) -> float:
    """Pearson's correlation."""
    return float(np.corrcoef(found, wanted)[0, 1])
