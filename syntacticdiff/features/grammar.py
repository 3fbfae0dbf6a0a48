"""Features of grammar: believable edits as rates, and what else the reference finds unusual.

`GrammarFeatures` turns the diffs of a document into its row for `EditVectorizer(preset="grammar")`.
The edits are those of a lattice, each counted with its probability, alternatives included. A kind
of edit is counted per opportunity: a missing article per noun without one, not per document.
Content words are masked by their part of speech, so that what is counted is grammar and not the
subject. What the reference finds unusual beyond believable edits (`features.unusual`) is counted in
bits. Kinds and numbers are square roots of rates, which makes them less skewed. Every other group
has length 1 in each document, so that it says which errors somebody makes, and not how many.
`features.scaling` weights the columns.
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
from syntacticdiff.features.scaling import ColumnScaling
from syntacticdiff.features.spelling_habits import letter_patterns
from syntacticdiff.features.templates import GRAMMAR, shared_tagger, words_as_written
from syntacticdiff.features.unusual import (
    Unusual,
    masked_tokens,
    of_length_one,
    summed,
    unlikely,
)
from syntacticdiff.parameters import one_of
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.text.word_classes import EDGE

PRESETS = (GRAMMAR,)
CONTENT = {
    "mask": "content words stand as their part of speech, `{NN}`",
    "keep": "content words stand as they are",
}

# The groups of features: what each counts. Every group has the same variance in the matrix.
GROUPS = {
    "kind": "kinds of edits per opportunity: `insert DET per bare noun`",
    "edit": "edits: `insert(the)`",
    "context": "edits and kinds by what stands beside them: `insert(the)|IN_NN`, `insert(the)|in`, "
    "`insert(the)|+{NN}`, `insert DET|in_{NN}`",
    "spelling": "letters of misspellings: `letters(ie>ei)`",
    "number": "how unusual the sentences are: `mean_bits`",
    "likelier": "edits of a sweep, in bits that they save: `likelier insert(the)`",
    "likelier context": "these by what stands beside them: `likelier insert(the)|in`",
    "unlikely": "bits of the last of two or three words, content words masked: `bits(in {NN})`",
}
# Those whose rows have length 1, and whose columns are weighted by how rare they are.
IDF_GROUPS = ("edit", "context", "spelling", "likelier", "likelier context", "unlikely")
# The variances of the groups in the matrix; chosen as results/grammar_features.md says.
WEIGHTS = {"context": 2.0, "likelier context": 2.0, "unlikely": 2.0} | {
    "spelling": 0.5,
    "kind": 0.3,
    "number": 0.3,
}
NUMBERS = ("mean_bits", "spread_bits", "unknown_share", "unmodified_share", "edits_per_token")

_PER = " per "
_LIKELIER = "likelier "


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
    if name.startswith("bits("):
        return "unlikely"
    if name.startswith(_LIKELIER):
        return "likelier" if name.endswith(")") else "likelier context"
    if name.startswith(("insert(", "remove(", "sub(")):
        return "edit" if name.endswith(")") else "context"
    return "context" if "|" in name else "kind"


def grammar_scaling(names: Sequence[str]) -> ColumnScaling:
    """What makes the columns of `EditVectorizer(preset="grammar", scaled=False)` the scaled ones.

    Parameters
    ----------
    names : sequence of str
        The names of the columns.

    Returns
    -------
    ColumnScaling
        Not fitted yet.

    Examples
    --------
    >>> grammar_scaling(["insert(the)", "mean_bits"]).groups
    ['edit', 'number']
    """
    return ColumnScaling(list(map(group_of, names)), idf_groups=IDF_GROUPS, weights=WEIGHTS)


class GrammarFeatures:
    """Turns the diffs of a document into its row.

    Parameters
    ----------
    content : {"mask", "keep"}, default "mask"
        Whether content words are masked by their part of speech, or stand in the names.
    reference : ReferenceModel or None, default None
        The reference; without it there is nothing but the believable edits.

    Attributes
    ----------
    content, reference : object
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
    ['insert DET per bare noun', 'insert DET|{VBP}_in', 'insert(the)', 'insert(the)|+in', \
'insert(the)|VBP_IN', 'insert(the)|{VBP}']
    """

    def __init__(self, content: str = "mask", reference: ReferenceModel | None = None) -> None:
        self.content = one_of("content", content, CONTENT)
        self.reference = reference
        self._unusual = None if reference is None else Unusual(reference)
        self.templates: tuple[str, ...] = ()
        self.numeric: tuple[str, ...] = ()
        self.values = "probability"
        self.identity = f"{GRAMMAR}:{content}"

    def of_reference(self, reference: ReferenceModel) -> GrammarFeatures:
        """These features with those that ask the reference, if it is English.

        Parameters
        ----------
        reference : ReferenceModel
            The reference.

        Returns
        -------
        GrammarFeatures
            The features; the same object for the same reference.
        """
        return _same_in_this_process(self.content, reference)

    def __call__(self, diffs: Sequence[Diff]) -> FeatureRow:
        """The row of a document.

        Parameters
        ----------
        diffs : sequence of Diff
            The diffs of its sentences, from a search with probabilities.

        Returns
        -------
        FeatureRow
            Its features; there are no numeric columns.
        """
        sentences = [diff for diff in diffs if diff.tokens]
        tagged = list(shared_tagger().tag_many(words_as_written(diff) for diff in sentences))
        groups: dict[str, defaultdict[str, float]] = {
            group: defaultdict(float) for group in ("edit", "context", "spelling")
        }
        kinds: defaultdict[tuple[str, str], float] = defaultdict(float)
        chances: Counter[str] = Counter()
        masked = [masked_tokens(d.tokens, t) for d, t in zip(sentences, tagged, strict=True)]
        for diff, tags, words in zip(sentences, tagged, masked, strict=True):
            chances.update(opportunities(tags))
            for edit in (*diff.edits, *diff.alternatives):
                share = edit.probability or 0.0
                tag = "" if edit.op == "insert" else tags[edit.position]
                kind = tagged_kind(edit, tag)
                kinds[kind, opportunity_of(kind)] += share
                for group, name in self._names(edit, kind, tag, tags, words):
                    groups[group][name] += share
        tokens = max(1, chances["token"])
        row: dict[str, float] = {}
        for counts in groups.values():
            row.update(of_length_one({name: math.sqrt(x) for name, x in counts.items()}))
        for (kind, chance), count in kinds.items():
            row[f"{kind}{_PER}{chance}"] = math.sqrt(count / (chances[chance] + 1))
        row.update(_numbers(sentences, tokens))
        if self._unusual is not None:
            for counted in self._unusual_features(self._unusual, sentences, tagged, masked):
                row.update(of_length_one({name: math.log1p(x) for name, x in counted.items()}))
        return FeatureRow(row, ())

    def _names(
        self, edit: Edit, kind: str, tag: str, tags: Sequence[str], words: Sequence[str]
    ) -> Iterator[tuple[str, str]]:
        """The groups and names of an edit's features, but for its kind."""
        name = _spelled(edit.op, edit.source, edit.target, tag, self.content == "mask")
        yield "edit", name
        before, after = _beside(edit, words)
        yield "context", f"{name}|{'_'.join(_beside(edit, tags))}"
        yield "context", f"{name}|{before}"
        yield "context", f"{name}|+{after}"
        yield "context", f"{kind}|{before}_{after}"
        if edit.op == "sub":
            for pattern in letter_patterns(edit.source, edit.target):
                yield "spelling", pattern

    def _unusual_features(
        self,
        unusual: Unusual,
        sentences: Sequence[Diff],
        tagged: Sequence[Sequence[str]],
        masked: Sequence[Sequence[str]],
    ) -> Iterator[dict[str, float]]:
        """What the reference finds unusual, group by group, in bits."""
        alone: list[tuple[str, float]] = []
        contexts: list[tuple[str, float]] = []
        for edits, tags, words in zip(unusual.edits(sentences), tagged, masked, strict=True):
            for edit, bits in edits:
                tag = "" if edit.op == "insert" else tags[edit.position]
                name = _spelled(edit.op, edit.source, edit.target, tag, self.content == "mask")
                name = f"{_LIKELIER}{name}"
                before, after = _beside(edit, words)
                alone.append((name, bits))
                contexts.append((f"{name}|{before}", bits))
                contexts.append((f"{name}|+{after}", bits))
                contexts.append((f"{name}|{'_'.join(_beside(edit, tags))}", bits))
        yield summed(alone)
        yield summed(contexts)
        yield summed(
            pair
            for diff, words in zip(sentences, masked, strict=True)
            for pair in unlikely(words, unusual.word_bits(diff))
        )

    def __reduce__(
        self,
    ) -> tuple[Callable[..., GrammarFeatures], tuple[str, ReferenceModel | None]]:
        return _same_in_this_process, (self.content, self.reference)


@lru_cache(4)
def _same_in_this_process(content: str, reference: ReferenceModel | None) -> GrammarFeatures:
    """One object for all batches of a worker, so that its search is set up once."""
    return GrammarFeatures(content, reference)


def _beside(edit: Edit, row: Sequence[str]) -> tuple[str, str]:
    """What stands before and after an edit, in a row of words or tags."""
    after = edit.position + (edit.op != "insert")
    return (
        row[edit.position - 1] if edit.position else EDGE,
        row[after] if after < len(row) else EDGE,
    )


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
