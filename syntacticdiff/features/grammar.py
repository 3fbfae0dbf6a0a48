"""Features of grammar: believable edits as rates, by kind, by edit and by edit in tagged context.

`GrammarFeatures` turns the diffs of a document into its row for `EditVectorizer(preset="grammar")`.
The edits are those of a lattice, each counted with its probability, alternatives included. A kind
of edit is counted per opportunity: a missing article per noun without one, not per document.
Content words are masked by their part of speech, so that what is counted is grammar and not the
subject. All values are square roots of rates, which makes them less skewed; `features.scaling`
gives their columns the same variance.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.names import escaped, plain_name
from syntacticdiff.features.kinds import (
    mask,
    masked_change,
    opportunities,
    opportunity_of,
    tagged_kind,
)
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.features.spelling_habits import letter_patterns
from syntacticdiff.features.templates import shared_tagger, words_as_written
from syntacticdiff.parameters import one_of
from syntacticdiff.text.word_classes import EDGE

GRAMMAR = "grammar"
PRESETS = (GRAMMAR,)
CONTENT = {
    "mask": "content words stand as their part of speech, `{NN}`",
    "keep": "content words stand as they are",
}

# The groups of features: what each counts. Every group has the same variance in the matrix.
GROUPS = {
    "kind": "kinds of edits per opportunity: `insert DET per bare noun`",
    "edit": "edits per 100 tokens: `insert(the)`",
    "context": "edits between two parts of speech, per 100 tokens: `insert(the)|IN_NN`",
    "spelling": "letters of misspellings per 100 tokens: `letters(ie>ei)`",
    "number": "how unusual the sentences are: `mean_bits`",
}
NUMBERS = ("mean_bits", "spread_bits", "unknown_share", "unmodified_share", "edits_per_token")

_PER = " per "


def group_of(name: str) -> str:
    """The group of a feature of grammar.

    Parameters
    ----------
    name : str
        The name of the feature.

    Returns
    -------
    str
        A key of `GROUPS`.

    Examples
    --------
    >>> [group_of(name) for name in ("insert(the)", "insert(the)|IN_NN", "mean_bits")]
    ['edit', 'context', 'number']
    """
    if name in NUMBERS:
        return "number"
    if name.startswith("letters("):
        return "spelling"
    if name.startswith(("insert(", "remove(", "sub(")):
        return "edit" if name.endswith(")") else "context"
    return "kind"


class GrammarFeatures:
    """Turns the diffs of a document into its row.

    Parameters
    ----------
    content : {"mask", "keep"}, default "mask"
        Whether content words are masked by their part of speech, or stand in the names.

    Attributes
    ----------
    content : str
        As given.
    templates, numeric : tuple of str
        Empty: the names do not come from feature templates.
    values : str
        `"probability"`.
    identity : str
        What is counted, in a line.

    Examples
    --------
    >>> edits = (Edit("insert", 2, "", "the", 0.5, probability=0.81),)
    >>> tokens = ("we", "go", "in", "house", ".")
    >>> diff = Diff("We go in house .", tokens, edits, 5.0, 4.0, None, None)
    >>> sorted(name for name in GrammarFeatures()([diff]).features if "insert" in name)
    ['insert DET per bare noun', 'insert(the)', 'insert(the)|VBP_IN']
    """

    def __init__(self, content: str = "mask") -> None:
        self.content = one_of("content", content, CONTENT)
        self.templates: tuple[str, ...] = ()
        self.numeric: tuple[str, ...] = ()
        self.values = "probability"
        self.identity = f"{GRAMMAR}:{content}"

    def __call__(self, diffs: Sequence[Diff]) -> FeatureRow:
        """The row of a document.

        Parameters
        ----------
        diffs : sequence of Diff
            The diffs of its sentences, from a search with probabilities.

        Returns
        -------
        FeatureRow
            Square roots of rates; there are no numeric columns.
        """
        sentences = [diff for diff in diffs if diff.tokens]
        tagged = list(shared_tagger().tag_many(words_as_written(diff) for diff in sentences))
        counts: defaultdict[str, float] = defaultdict(float)
        kinds: defaultdict[tuple[str, str], float] = defaultdict(float)
        chances: Counter[str] = Counter()
        for diff, tags in zip(sentences, tagged, strict=True):
            chances.update(opportunities(tags))
            for edit in (*diff.edits, *diff.alternatives):
                share = edit.probability or 0.0
                tag = "" if edit.op == "insert" else tags[edit.position]
                kind = tagged_kind(edit, tag)
                kinds[kind, opportunity_of(kind)] += share
                for name in self._names(edit, tag, tags):
                    counts[name] += share
        tokens = max(1, chances["token"])
        row = {name: math.sqrt(100.0 * count / tokens) for name, count in counts.items()}
        for (kind, chance), count in kinds.items():
            row[f"{kind}{_PER}{chance}"] = math.sqrt(count / (chances[chance] + 1))
        row.update(_numbers(sentences, tokens))
        return FeatureRow(row, ())

    def _names(self, edit: Edit, tag: str, tags: Sequence[str]) -> Iterator[str]:
        name = _spelled(edit.op, edit.source, edit.target, tag, self.content == "mask")
        yield name
        after = edit.position + (edit.op != "insert")
        before_tag = tags[edit.position - 1] if edit.position else EDGE
        yield f"{name}|{before_tag}_{tags[after] if after < len(tags) else EDGE}"
        if edit.op == "sub":
            yield from letter_patterns(edit.source, edit.target)

    def __reduce__(self) -> tuple[Callable[[str], GrammarFeatures], tuple[str]]:
        return GrammarFeatures, (self.content,)


@lru_cache(200_000)
def _spelled(op: str, source: str, target: str, tag: str, masked: bool) -> str:
    """The name of an edit; a mask is in braces, and a brace of a word is escaped."""
    if not masked:
        return plain_name(op, _plain(source), _plain(target))  # type: ignore[arg-type]
    if op == "sub":
        change = masked_change(source, target)
        if change is not None:
            return f"sub({{{tag}}}->{{{change}}})"
    return plain_name(op, _masked(source, tag), _masked(target, "word"))  # type: ignore[arg-type]


def _masked(word: str, tag: str) -> str:
    return mask(word, tag) or _plain(word)


def _plain(word: str) -> str:
    cut = escaped(word if len(word) <= 100 else f"{word[:99]}…")
    return f"\\{cut}" if cut.startswith("{") else cut


def _numbers(sentences: Sequence[Diff], tokens: int) -> dict[str, float]:
    size = max(1, len(sentences))
    mean = sum(diff.before for diff in sentences) / size
    spread = math.sqrt(sum((diff.before - mean) ** 2 for diff in sentences) / size)
    expected = sum(
        edit.probability or 0.0 for diff in sentences for edit in (*diff.edits, *diff.alternatives)
    )
    values = (
        mean,
        spread,
        sum(diff.unknown for diff in sentences) / tokens,
        sum(not diff.edits for diff in sentences) / size,
        expected / tokens,
    )
    return {name: math.sqrt(value) for name, value in zip(NUMBERS, values, strict=True) if value}
