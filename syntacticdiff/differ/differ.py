"""SyntacticDiff: from text to diffs.

Puts four parts together, each of which has one job: preparing text (`preparing`), searching
(the room `search`), putting edits back into text (`placing`), and workers (`workers`).
"""

from __future__ import annotations

import copy
import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, count, islice
from typing import Any, Unpack

from syntacticdiff.differ.placing import DeferredPlacement, Placement
from syntacticdiff.differ.preparing import (
    DocumentInput,
    Preparation,
    PreparedSentence,
    SentenceInput,
    pieces,
    written_pieces,
)
from syntacticdiff.differ.searching import Searching
from syntacticdiff.differ.settings import DifferSettings, takes_settings
from syntacticdiff.differ.signature import signature_fields
from syntacticdiff.differ.ways import PUBLISHED
from syntacticdiff.differ.workers import Recipe, Result, apply_to_documents, recipe_of
from syntacticdiff.edits.columns import EditColumns
from syntacticdiff.edits.diff import Diff, RankedDiff
from syntacticdiff.edits.rewriting import Span
from syntacticdiff.errors import UsageError
from syntacticdiff.garbage import collection_paused
from syntacticdiff.parameters import whole_number
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import Candidates, CueTable, Engine, Order, SearchSettings
from syntacticdiff.search.candidate_words import names_source
from syntacticdiff.search.sources.capitals import NAME as CAPITALS
from syntacticdiff.search.stopping import Stop


class SyntacticDiff:
    """Finds the edits that would make sentences more like a reference.

    By default the edits are believable: those that a reader would probably agree with, each with
    its probability. `BELIEVABLE`, `DESCRIPTIVE` and `PUBLISHED` in `syntacticdiff.differ` are whole
    sets of settings.

    Parameters
    ----------
    reference : ReferenceModel, str or path, default "default"
        The reference: a model, `"default"` for the embedded one, or the path of a model file.
    search : str, default "lattice"
        How edits are searched for: `"lattice"`, `"beam"`, `"sweep"` or `"recursive"`. The lattice
        gives probabilities; a sweep describes a sentence and does not rewrite it.
    max_edits : int or None, default None
        The most edits that one sentence may get; None is no limit for the lattice, and 3 otherwise.
    max_inserted : int, default 1
        The most words that the lattice inserts in one gap.
    prune : float or None, default 12.0
        The lattice leaves out edits that alone cost more than so many bits; None leaves out none.
    min_probability : float, default 0.5
        The lattice makes edits that are at least so probable.
    beam : int or None, default 8
        How many hypotheses of each depth a beam keeps; None for all.
    positions : str, default "all"
        Where each edit of a beam may be: `"all"`, anywhere; `"window"`, in the least likely n-gram;
        `"worst"`, at its last word.
    operations : sequence of str, default ("insert", "remove", "sub")
        The kinds of edits to try.
    insertions : str, path, iterable of str or None, default "function-words+punctuation"
        Words that may be inserted: `"function-words"`, `"punctuation"`, `"frequent:N"`, several
        with `+`; a list; or a file.
    substitutions : str, mapping, callable, sequence or None, \
default "inflections+confusions+spelling+contractions+homophones+capitals"
        Words that may replace a word: the sources of the default, `"porter2"` and others, several
        with `+`; a mapping; or a callable. For a reference in another language than English, the
        default is `"porter2"` and what there is of the others.
    removals : str, path, iterable of str or None, default "function-words+punctuation"
        Words that may be removed: as for `insertions`, or `"all"`.
    min_count : int, default 5
        Candidate words must occur at least this often in the reference.
    penalties : str, mapping, callable, Penalties or None, default "default"
        The bits that edits cost: a mapping with the keys `base`, `insert`, `remove`, `sub` or names
        of edits such as `remove(not)`; or a callable `f(edit, tokens)`. `"default"` stands for the
        shipped prices, which were learned for the lattice and the embedded reference. With another
        reference the lattice uses a penalty for each operation, and says so once; other searches
        have no penalties by default.
    aggregate : str, default "sum"
        Whether the penalties of a sentence's edits count by their `"sum"` or their `"mean"`. The
        lattice needs the sum.
    alpha : float, default 0.5
        The weight of the cost against the penalties, from 0 to 1.
    cost : str, default "window"
        What is minimised: `"window"` (bits in total), `"bits"` per token or `"perplexity"`. The
        lattice needs bits in total.
    context : bool, default True
        Whether prices that can ask the context network may do so.
    stop_at : float, str or None, default None
        A beam stops when a sentence has this few bits per token; `"reference"` is the reference's
        own average.
    min_gain : float, default 0.0
        A sweep keeps edits that gain more than this many bits per token.
    engine : str, default "auto"
        What does the work: `"native"`, `"python"`, or `"auto"` for native where it can.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.

    Attributes
    ----------
    model : ReferenceModel
        The reference.
    settings : SearchSettings
        The settings of the search.
    signature : str
        Version, model and settings: enough to reproduce a result.

    Examples
    --------
    >>> differ = SyntacticDiff()
    >>> diff = differ("She is interested on music.")
    >>> diff.output
    'She is interested in music.'
    >>> all(edit.probability >= 0.5 for edit in diff.edits)
    True
    """

    @takes_settings()
    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str] = "default",
        **settings: Unpack[DifferSettings],
    ) -> None:
        if not isinstance(reference, ReferenceModel):
            reference = ReferenceModel.load(reference)
        self.model, self.given, self.tokenized = reference, settings, settings["tokenized"]
        capitals = names_source(settings["substitutions"], CAPITALS)
        self._preparation = Preparation(reference, self.tokenized, capitals)
        self.searching = Searching(reference, settings, self._preparation)
        self.identity = uuid.uuid4().hex  # names this differ in the caches of workers

    @classmethod
    def published(
        cls,
        reference: ReferenceModel | str | os.PathLike[str] = "default",
        k: int = 1,
        **changes: Unpack[DifferSettings],
    ) -> SyntacticDiff:
        """A differ with the settings of the study that introduced the method.

        Every hypothesis of up to k edits at the least likely n-gram is tried, so that the time
        grows exponentially with k; `search="beam"` is linear. The order of the n-grams is the
        reference's.

        Parameters
        ----------
        reference : ReferenceModel, str or path, default "default"
            The reference.
        k : int, default 1
            The most edits of one sentence.
        changes : object
            Settings that differ from the study's, by name.
        """
        settings: DifferSettings = {**PUBLISHED, "max_edits": k, **changes}
        return cls(reference, **settings)

    @property
    def settings(self) -> SearchSettings:
        """The settings of the search."""
        return self.searching.settings

    @property
    def engine(self) -> Engine:
        """What searches."""
        return self.searching.engine

    @cached_property
    def signature(self) -> str:
        """Version, model and settings in one line: enough to reproduce a result."""
        return "|".join(f"{name}:{value}" for name, value in self.signature_fields.items())

    @cached_property
    def signature_fields(self) -> dict[str, str]:
        """The parts of the signature by name; a value may contain any character."""
        return signature_fields(self.model, self.given, self.searching)

    def __call__(self, sentence: SentenceInput) -> Diff:
        """The diff of one sentence, a string or a list of tokens."""
        return self._diffs([[self._preparation.sentence(sentence)]])[0]

    def document(self, document: DocumentInput) -> list[Diff]:
        """The diffs of a text's sentences, a string or a list of lists of tokens."""
        return self.documents([document])[0]

    def documents(
        self, documents: Sequence[DocumentInput], stop: Stop | None = None
    ) -> list[list[Diff]]:
        """The diffs of several documents, found in one search.

        Parameters
        ----------
        documents : sequence of documents
            Texts, or lists of sentences that are lists of tokens.
        stop : Stop, optional
            Ends the search early when another thread calls it.
        """
        if self.searching.gives_answers and not self._preparation.recases:
            return self._deferred_diffs(documents, stop)
        found: list[list[Diff]] = [[] for _ in documents]
        prepared = pieces(documents, self._preparation.sentences)
        while True:
            with collection_paused():
                piece = next(prepared, None)
            if piece is None:
                return found
            diffs = iter(self._diffs([run for _, run in piece], stop))
            for number, run in piece:
                found[number] += islice(diffs, len(run))

    @property
    def gives_columns(self) -> bool:
        """Whether `columns` can be used: native sweeps whose edits depend on the words alone."""
        return self.searching.gives_columns and not self._preparation.recases

    def columns(
        self, documents: Sequence[DocumentInput], stop: Stop | None = None
    ) -> Iterator[tuple[list[int], EditColumns]]:
        """The edits of documents as numbers, for counting; otherwise like `documents`.

        Parameters
        ----------
        documents : sequence of documents
            Texts, or lists of sentences that are lists of tokens.
        stop : Stop, optional
            Ends the search early when another thread calls it.

        Yields
        ------
        numbers : list of int
            For each sentence the number of its document; empty ones are left out.
        found : EditColumns
            What was found in these sentences.
        """
        preparation = self._preparation
        for numbers, piece in written_pieces(documents, preparation.written):
            yield numbers, self.searching.columns(piece, preparation.as_written, stop)

    def prepared(self, document: DocumentInput) -> list[PreparedSentence]:
        """A document's sentences as they are searched: split, tokenised and folded."""
        return self._preparation.document(document)

    def with_memory(self, most_bytes: int = 32 << 20) -> SyntacticDiff:
        """A differ that finds the same, and remembers what it has found of sentences.

        For text that is searched again with few changes, as in an editor: only sentences that were
        not in it are priced, which is what takes time. Threads may share one.

        Parameters
        ----------
        most_bytes : int, default 33554432
            About how much memory it may take; what was not needed the longest is forgotten first.

        Examples
        --------
        >>> differ = SyntacticDiff().with_memory()
        >>> [diff.output for diff in differ.document("I have a apple. She is interested on music.")]
        ['I have an apple.', 'She is interested in music.']
        """
        remembering = copy.copy(self)
        most_bytes = whole_number("most_bytes", most_bytes, 0)
        remembering.searching = self.searching.with_memory(most_bytes)
        remembering.identity = uuid.uuid4().hex
        return remembering

    def n_best(self, sentence: SentenceInput, n: int) -> list[RankedDiff]:
        """The best hypotheses of a sentence, in order, each with its probability among all.

        Parameters
        ----------
        sentence : str or sequence of str
            The sentence, or its tokens.
        n : int
            How many; there may be fewer.
        """
        if not self.searching.search.probabilities:
            raise UsageError(f"n_best: needs search='lattice', not {self.settings.search!r}")
        prepared = self._preparation.sentence(sentence)
        ranked = self.engine.n_best(prepared.words, whole_number("n", n, 1))
        return [self._placement.ranked(prepared, steps) for steps in ranked]

    def candidates(self, sentence: SentenceInput, orders: Sequence[Order] = (None,)) -> Candidates:
        """Every single candidate edit of a sentence, with the bits that it would save.

        Parameters
        ----------
        sentence : str or sequence of str
            The sentence, or its tokens.
        orders : sequence of int or None, default (None,)
            The models under which gains are computed: None is the reference itself, a number the
            reference with contexts of fewer than so many words.
        """
        return self.many_candidates([sentence], orders)[0]

    def many_candidates(
        self, sentences: Iterable[SentenceInput], orders: Sequence[Order] = (None,)
    ) -> list[Candidates]:
        """The candidate edits of each sentence; otherwise like `candidates`."""
        words = [self._preparation.sentence(sentence).words for sentence in sentences]
        return self.engine.candidates(words, orders)

    def cue_table(self, sentences: Iterable[SentenceInput]) -> CueTable:
        """The cues of each sentence's candidates; the penalties must be calibrated prices.

        Parameters
        ----------
        sentences : iterable of str or sequences of str
            Sentences, or their tokens.
        """
        words = [self._preparation.sentence(sentence).words for sentence in sentences]
        return self.engine.cue_table(words)

    def many(
        self,
        documents: Iterable[DocumentInput],
        n_jobs: int | None = None,
        batch_size: int = 16,
    ) -> Iterator[list[Diff]]:
        """The diffs of many documents, in their order, as they are found.

        Parameters
        ----------
        documents : iterable of documents
            Read as needed; never held all at once.
        n_jobs : int or None, default None
            The number of workers, as in joblib; None is one, in this process.
        batch_size : int, default 16
            How many documents a worker gets at a time.
        """
        return self.apply(_unchanged, documents, n_jobs, batch_size)

    def apply(
        self,
        function: Callable[[list[Diff]], Result],
        documents: Iterable[DocumentInput],
        n_jobs: int | None = None,
        batch_size: int = 16,
    ) -> Iterator[Result]:
        """What `function` makes of each document's diffs; otherwise like `many`.

        It is called where the diffs are found, so that only its results travel between processes:
        sending diffs can take longer than what is done with them.
        """
        return apply_to_documents(self, function, documents, n_jobs, batch_size)

    def recipe(self) -> Recipe:
        """What another process needs to make this differ."""
        return recipe_of(self)

    def spans(self, diff: Diff) -> Sequence[Span]:
        """Where the tokens of a diff's sentence begin and end in its text."""
        for sentence in (diff.text, diff.text.split(" ")):
            prepared = self._preparation.sentence(sentence)
            if tuple(word.text for word in prepared.words) == diff.tokens:
                return prepared.spans
        raise UsageError("diff: its text has other tokens here; it was made by another differ")

    @cached_property
    def _placement(self) -> Placement:
        return Placement(self.model, self.searching.search.rewrites, self.signature)

    def _diffs(
        self, texts: Sequence[Sequence[PreparedSentence]], stop: Stop | None = None
    ) -> list[Diff]:
        found = self.searching.found([[item.words for item in text] for text in texts], stop)
        placement = self._placement
        with collection_paused():
            return list(map(placement.diff, chain.from_iterable(texts), found))

    def _deferred_diffs(
        self, documents: Sequence[DocumentInput], stop: Stop | None
    ) -> list[list[Diff]]:
        """As `documents`: what a search can say in numbers becomes edits when they are read."""
        found: list[list[Diff]] = [[] for _ in documents]
        preparation, placement = self._preparation, self._placement
        for piece in pieces(documents, preparation.unplaced):
            searched = [item.tokens for _, run in piece for item in run if item.tokens]
            answers = self.searching.answers(searched, preparation.as_written, stop)
            later = DeferredPlacement(preparation, placement, answers)
            numbers = count()
            for document, run in piece:
                found[document] += [
                    later.diff(item, next(numbers))
                    if item.tokens
                    else self._diffs([[preparation.sentence(item.sentence, item.offset)]])[0]
                    for item in run
                ]
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(SyntacticDiff, **self.given), (self.model,)


def _unchanged(diffs: list[Diff]) -> list[Diff]:
    return diffs
