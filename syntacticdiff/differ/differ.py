"""SyntacticDiff: from text to diffs.

Splits documents into sentences and tokens as the reference model was, lets an engine search them,
and gives the edits their place in the text again.
"""

from __future__ import annotations

import os
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, fields
from functools import cached_property, partial
from itertools import islice
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from syntacticdiff._version import __version__
from syntacticdiff.differ.signature import shown, shown_words
from syntacticdiff.edits.diff import OPERATIONS, Diff, Edit, apply_edits
from syntacticdiff.edits.rewriting import Span, rewrite
from syntacticdiff.errors import UsageError, WorkerError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, UNKNOWN, bits_per_token
from syntacticdiff.search import (
    Candidates,
    Found,
    Order,
    SearchSettings,
    Sentence,
    Step,
    Word,
    checked_operations,
    make_engine,
)
from syntacticdiff.search.candidate_words import Substitutions, insertion_words, removable_words
from syntacticdiff.search.candidates import MOST_PRICED
from syntacticdiff.search.hypothesis import INSERT
from syntacticdiff.search.penalties import Penalties, PenaltySpec
from syntacticdiff.search.stopping import Stop
from syntacticdiff.text.tokens import line_spans, split_whitespace

SentenceInput = str | Sequence[str]
DocumentInput = str | Sequence[Sequence[str]]
Result = TypeVar("Result")

_BATCHES_IN_FLIGHT = 4  # for each worker; bounds what is read ahead and waits to be yielded
_MOST_CACHED_WORDS = 200_000


@dataclass(frozen=True)
class _Prepared:
    """A sentence ready to be searched, and where its words stand in the text."""

    text: str
    offset: int
    spans: Sequence[Span]
    words: Sentence
    apart: bool  # whether its tokens are separated by spaces


class SyntacticDiff:
    """Finds the edits that would make sentences more like a reference.

    Parameters
    ----------
    reference : a ReferenceModel, `"default"`, or the path of a model file
    search : `"beam"`, `"sweep"` or `"recursive"`
    max_edits : the most edits that one sentence may get
    beam : how many hypotheses of each depth go on; None for all
    positions : `"window"`, `"worst"` or `"all"`: where each edit may be
    operations : the kinds of edits to try, of `insert`, `remove` and `sub`
    insertions : words that may be inserted: `"function-words"`, `"frequent:N"`, a list, a file
    substitutions : words that may replace a word: `"porter2"`, `"porter2-light"`,
        `"inflections"`, `"confusions"`, `"spelling"`, several with `+`; a mapping; a callable
    removals : words that may be removed: `"all"`, `"function-words"`, a list, a file
    min_count : candidates must occur at least this often in the reference
    penalties : bits that edits cost: a mapping with the keys `base`, `insert`, `remove`, `sub` or
        names of edits such as `remove(not)`; a callable `f(edit, tokens)`; or `Penalties`
    aggregate : `"mean"` or `"sum"` of the penalties of a sentence's edits
    alpha : weight of the cost against the penalties
    cost : `"bits"` per token, `"window"` (bits in total) or `"perplexity"`
    stop_at : a beam stops when a sentence has this few bits per token; `"reference"` for the
        reference's own average
    min_gain : a sweep keeps edits that gain more than this
    engine : `"auto"`, `"native"` or `"python"`
    tokenized : strings are tokens separated by spaces, documents have a sentence on each line

    Examples
    --------
    >>> differ = SyntacticDiff(max_edits=2)
    >>> diff = differ("In center of town there is old church.")
    >>> [str(edit) for edit in diff.edits]
    ['insert(the)', 'insert(the)']
    """

    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str] = "default",
        *,
        search: str = "beam",
        max_edits: int = 3,
        beam: int | None = 8,
        positions: str = "window",
        operations: Sequence[str] = OPERATIONS,
        insertions: Any = "function-words",
        substitutions: Any = "porter2",
        removals: Any = "all",
        min_count: int = 5,
        penalties: PenaltySpec | Penalties = None,
        aggregate: str = "mean",
        alpha: float = 0.5,
        cost: str = "bits",
        stop_at: float | str | None = None,
        min_gain: float = 0.0,
        engine: str = "auto",
        tokenized: bool = False,
    ) -> None:
        given = dict(locals())
        self._given = {name: given[name] for name in given if name not in ("self", "reference")}
        if not isinstance(reference, ReferenceModel):
            reference = ReferenceModel.load(reference)
        self.model = reference
        self.tokenized = tokenized
        self.settings = SearchSettings(
            search=search,
            max_edits=max_edits,
            beam=beam,
            positions=positions,
            operations=checked_operations(operations),
            aggregate=aggregate,
            alpha=alpha,
            cost=cost,
            stop_at=self._stop_at(stop_at),
            min_gain=min_gain,
        )
        self._words: dict[str, Word] = {}  # those seen so far
        lexicon, fold = self.model.lexicon, self.model.fold
        words = insertion_words(insertions, lexicon, min_count=min_count, fold=fold)
        self.insertions = tuple(map(self._word, words))
        self.substitutions = Substitutions(substitutions, lexicon, min_count=min_count, fold=fold)
        self.removals = removable_words(removals, lexicon, min_count=min_count, fold=fold)
        self.penalties = Penalties.of(penalties, fold)
        self.engine = make_engine(
            engine,
            self.model,
            self.settings,
            self.insertions,
            self._replacements,
            self.penalties,
            self._removable,
        )
        self._identity = uuid.uuid4().hex  # names this differ in the caches of workers

    @cached_property
    def signature(self) -> str:
        """Version, model and settings: enough to reproduce a result."""
        settings = {item.name: getattr(self.settings, item.name) for item in fields(self.settings)}
        settings["operations"] = "+".join(self.settings.operations)
        given = self._given
        words = [word.text for word in self.insertions]
        settings["insertions"] = shown_words(given["insertions"], words)
        settings["substitutions"] = shown(given["substitutions"])
        settings["removals"] = shown_words(given["removals"], self.removals or ())
        for name in ("min_count", "penalties", "tokenized"):
            settings[name] = shown(given[name])
        parts = [f"syntacticdiff:{__version__}", f"model:{self.model.checksum[:16]}"]
        return "|".join(parts + [f"{name}:{value}" for name, value in settings.items()])

    def __call__(self, sentence: SentenceInput) -> Diff:
        """The diff of one sentence, a string or a list of tokens."""
        return self._diffs([self._prepared(sentence, 0)])[0]

    def document(self, document: DocumentInput) -> list[Diff]:
        """The diffs of a text's sentences, a string or a list of lists of tokens."""
        return self._documents([document])[0]

    def candidates(self, sentence: SentenceInput, orders: Sequence[Order] = (None,)) -> Candidates:
        """Every single candidate edit of a sentence, with the bits that it would save.

        Parameters
        ----------
        sentence : a string or a list of tokens
        orders : models under which gains are wanted: None is the reference itself, a number the
            reference with contexts of fewer than so many words
        """
        return self.many_candidates([sentence], orders)[0]

    def many_candidates(
        self, sentences: Iterable[SentenceInput], orders: Sequence[Order] = (None,)
    ) -> list[Candidates]:
        """The candidate edits of each sentence; else like `candidates`."""
        words = [self._prepared(sentence, 0).words for sentence in sentences]
        return self.engine.candidates(words, orders)

    def many(
        self,
        documents: Iterable[DocumentInput],
        n_jobs: int | None = None,
        batch_size: int = 16,
    ) -> Iterator[list[Diff]]:
        """The diffs of many documents, in their order, as they get done.

        Parameters
        ----------
        documents : read as needed; never held all at once
        n_jobs : as in joblib; None is one, in this process
        batch_size : how many documents a worker gets at a time
        """
        return self.apply(_unchanged, documents, n_jobs, batch_size)

    def apply(
        self,
        function: Callable[[list[Diff]], Result],
        documents: Iterable[DocumentInput],
        n_jobs: int | None = None,
        batch_size: int = 16,
    ) -> Iterator[Result]:
        """What `function` makes of each document's diffs; else like `many`.

        It is called where the diffs are found, so that only its results travel between processes:
        diffs are so large that this alone can take longer than what is done with them.
        """
        import joblib

        if isinstance(documents, (str, bytes)):
            raise UsageError("documents: an iterable of texts is needed, not one string")
        if batch_size < 1:
            raise UsageError(f"batch_size: at least 1 is needed, not {batch_size!r}")
        source = iter(documents)
        batches = iter(lambda: list(islice(source, batch_size)), [])
        workers = joblib.effective_n_jobs(n_jobs)
        if workers == 1:
            for batch in batches:
                yield from map(function, self._documents(batch))
            return
        recipe = self.recipe()
        _share(self.model)
        stop = _stops[recipe.run] = Stop()
        try:
            while window := list(islice(batches, workers * _BATCHES_IN_FLIGHT)):
                tasks = [joblib.delayed(_work)(recipe, function, batch) for batch in window]
                for results in self._done(tasks, n_jobs):
                    yield from results
        except BaseException:
            stop.call()  # threads in the middle of a batch would go on with it
            raise
        finally:
            del _stops[recipe.run]

    def _done(self, tasks: Sequence[Any], n_jobs: int | None) -> list[Any]:
        """The results of joblib's tasks; once more if a worker process was killed."""
        import joblib

        # The native engine lets go of the interpreter's lock, so threads are as good as processes.
        prefer = "threads" if self.engine.name == "native" else "processes"
        try:
            return list(joblib.Parallel(n_jobs=n_jobs, prefer=prefer)(tasks))
        except Exception as error:
            if type(error).__name__ == "KilledWorker":  # Dask has tried again by itself
                raise _killed("again and again") from error
            if not isinstance(error, BrokenProcessPool):
                raise
            warnings.warn("a worker process was killed; its documents are done again", stacklevel=4)
        try:
            return list(joblib.Parallel(n_jobs=n_jobs, prefer=prefer)(tasks))
        except BrokenProcessPool as error:
            raise _killed("twice") from error

    def recipe(self) -> Recipe:
        """What another process needs to make this differ; see `differ_of`."""
        _differs[self._identity] = self  # where workers are threads, they use this one
        # The engine is chosen here, so that what there is to say of it is said once.
        given = {**self._given, "engine": self.engine.name}
        return Recipe(self._identity, self.model.recipe(), given, uuid.uuid4().hex)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(SyntacticDiff, **self._given), (self.model,)

    def _stop_at(self, stop_at: float | str | None) -> float | None:
        if stop_at != "reference":
            return stop_at  # type: ignore[return-value]  # SearchSettings checks it
        if self.model.held_out_bits is None:
            raise UsageError(
                "stop_at: this model has no held-out figure (it was imported, or trained on under "
                "200 sentences); give a number of bits per token instead of 'reference'"
            )
        return self.model.held_out_bits

    def _word(self, text: str) -> Word:
        word = self._words.get(text)
        if word is None:
            if len(self._words) >= _MOST_CACHED_WORDS:
                self._words.clear()
            word = self._words[text] = Word(text, self.model.lexicon.id(text))
        return word

    def _replacements(self, word: Word) -> list[Word]:
        """V_SUB(word)."""
        return [self._word(text) for text in self.substitutions.words(word.text)]

    def _removable(self, word: Word) -> bool:
        return self.removals is None or word.text in self.removals

    def _sentences(self, document: DocumentInput) -> list[_Prepared]:
        if not isinstance(document, str):
            return [self._prepared(sentence, 0) for sentence in document]
        spans = line_spans(document) if self.tokenized else self.model.sentences(document)
        return [self._prepared(document[start:end], start) for start, end in spans]

    def _prepared(self, sentence: SentenceInput, offset: int) -> _Prepared:
        if isinstance(sentence, str):
            tokenize = split_whitespace if self.tokenized else self.model.tokens
            tokens = tokenize(sentence)
            text = sentence
            spans: list[Span] = [(token.start, token.end) for token in tokens]
            words = [token.surface for token in tokens]
        else:
            words = list(sentence)
            text, spans = " ".join(words), []
            start = 0
            for word in words:
                spans.append((start, start + len(word)))
                start += len(word) + 1
        apart = self.tokenized or not isinstance(sentence, str)
        folded = [self._word(self.model.fold(word)) for word in words]
        return _Prepared(text, offset, spans, folded, apart)

    def _documents(
        self, documents: Sequence[DocumentInput], stop: Stop | None = None
    ) -> list[list[Diff]]:
        """Several documents in one search."""
        prepared = [self._sentences(document) for document in documents]
        diffs = iter(self._diffs([item for items in prepared for item in items], stop))
        return [list(islice(diffs, len(items))) for items in prepared]

    def _diffs(self, prepared: Sequence[_Prepared], stop: Stop | None = None) -> list[Diff]:
        # A sentence without tokens, such as a blank line, is kept in its place but not searched.
        sentences = [item.words for item in prepared if self._worth_a_search(item.words)]
        found = iter(self.engine.search(sentences, stop))
        return [
            self._diff(
                item,
                next(found) if self._worth_a_search(item.words) else self._nothing_found(item),
            )
            for item in prepared
        ]

    def _worth_a_search(self, words: Sentence) -> bool:
        priced = self.penalties.pricing is not None
        return len(words) > 0 and not (priced and len(words) > MOST_PRICED)

    def _nothing_found(self, prepared: _Prepared) -> Found:
        ids = [*(word.id for word in prepared.words), END]
        bits = bits_per_token(ScoredSentence(self.model.scorer, ids).total, len(ids))
        return Found((), (), bits, None if self.settings.search == "sweep" else bits)

    def _diff(self, prepared: _Prepared, found: Found) -> Diff:
        edits = tuple(
            self._placed(prepared, step, gain)
            for step, gain in zip(found.steps, found.gains, strict=True)
        )
        tokens = tuple(word.text for word in prepared.words)
        describes = self.settings.search == "sweep"
        return Diff(
            text=prepared.text,
            tokens=tokens,
            edits=edits,
            before=found.before,
            after=found.after,
            output=None if describes else self._output(prepared, edits),
            output_tokens=None if describes else apply_edits(tokens, edits),
            unknown=sum(word.id == UNKNOWN for word in prepared.words),
            offset=prepared.offset,
            signature=self.signature,
        )

    def _output(self, prepared: _Prepared, edits: Sequence[Edit]) -> str:
        if not edits:
            return prepared.text
        return rewrite(
            prepared.text,
            prepared.spans,
            edits,
            known=self.knows,
            recase=not self.model.cased,
            apart=prepared.apart,
        )

    def spans(self, diff: Diff) -> Sequence[Span]:
        """Where the tokens of a diff's sentence begin and end in its text."""
        for sentence in (diff.text, diff.text.split(" ")):
            prepared = self._prepared(sentence, 0)
            if tuple(word.text for word in prepared.words) == diff.tokens:
                return prepared.spans
        raise UsageError("diff: its text has other tokens here; it was made by another differ")

    def knows(self, word: str) -> bool:
        """Whether the reference has ever seen a word, spelled as it spells words."""
        return self.model.lexicon.id(word) != UNKNOWN

    def _placed(self, prepared: _Prepared, step: Step, gain: float) -> Edit:
        """A step as an edit with its place in the text."""
        spans = prepared.spans
        if step.position < len(spans):
            start, end = spans[step.position]
        else:
            start = end = spans[-1][1] if spans else 0
        if step.rank == INSERT:
            return Edit("insert", step.position, "", step.target, gain, start, start)
        source = prepared.words[step.position].text
        return Edit(step.op, step.position, source, step.target, gain, start, end)


def _killed(how: str) -> WorkerError:
    return WorkerError(
        f"worker processes were killed {how} at the same documents, perhaps for want of "
        "memory; try fewer workers or smaller documents"
    )


def _share(model: ReferenceModel) -> None:
    """Where joblib's workers are Dask's, they may be on machines that do not see the model."""
    from joblib.parallel import get_active_backend

    backend = get_active_backend()[0]
    if type(backend).__name__ == "DaskDistributedBackend":
        from syntacticdiff.reference.sharing import share_model

        share_model(model, backend.client)


@dataclass(frozen=True)
class Recipe:
    """How a worker makes its own differ: the model by path and checksum, never by its bytes."""

    identity: str
    model: tuple[Callable[..., ReferenceModel], tuple[Any, ...]]
    given: dict[str, Any]
    run: str  # names what can call it off, where workers are threads


_stops: dict[str, Stop] = {}

# The differs of this process that are at work, and in a worker process the one it used last.
_differs: WeakValueDictionary[str, SyntacticDiff] = WeakValueDictionary()
_last: list[SyntacticDiff] = []


def _unchanged(diffs: list[Diff]) -> list[Diff]:
    return diffs


def _work(
    recipe: Recipe,
    function: Callable[[list[Diff]], Result],
    documents: Sequence[DocumentInput],
) -> list[Result]:
    differ = differ_of(recipe)
    return list(map(function, differ._documents(documents, _stops.get(recipe.run))))


def differ_of(recipe: Recipe) -> SyntacticDiff:
    """The differ that a recipe names, made once per process."""
    differ = _differs.get(recipe.identity)
    if differ is None:
        open_model, arguments = recipe.model
        differ = SyntacticDiff(open_model(*arguments), **recipe.given)
        _differs[recipe.identity] = differ
        _last[:] = [differ]
    return differ
