"""Searching prepared sentences: candidate words, penalties and the engine, from the settings."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from syntacticdiff.differ.available import available_sources
from syntacticdiff.differ.preparing import Preparation
from syntacticdiff.differ.settings import DifferSettings
from syntacticdiff.edits.columns import EditColumns
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import switch
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, UNKNOWN, bits_per_token
from syntacticdiff.search import (
    Engine,
    Found,
    NativeEngine,
    Penalties,
    SearchSettings,
    Sentence,
    Substitutions,
    Word,
    checked_operations,
    insertion_words,
    make_engine,
    removable_words,
)
from syntacticdiff.search.answers import Answers
from syntacticdiff.search.candidates import MOST_PRICED
from syntacticdiff.search.memory import RememberingEngine
from syntacticdiff.search.prices.shipped import default_penalties
from syntacticdiff.search.registry import SEARCHES, Search
from syntacticdiff.search.settings import SHIPPED_PRICES
from syntacticdiff.search.stopping import Stop

MOST_EDITS = 3  # of searches that need a limit, where none is given


class Searching:
    """A search that is ready to run.

    Parameters
    ----------
    model : ReferenceModel
        The reference.
    settings : DifferSettings
        All settings of SyntacticDiff.
    preparation : Preparation
        Gives words their ids.
    """

    def __init__(
        self, model: ReferenceModel, settings: DifferSettings, preparation: Preparation
    ) -> None:
        self.model, self._substitute = model, preparation.substitute
        self.settings = _search_settings(settings, model)
        lexicon, fold, language = model.lexicon, model.fold, model.language
        least = settings["min_count"]
        inserted = insertion_words(
            settings["insertions"], lexicon, min_count=least, fold=fold, language=language
        )
        self.insertions = tuple(map(preparation.word, inserted))
        self.substitutions = Substitutions(
            available_sources(settings["substitutions"], language),
            lexicon,
            min_count=least,
            fold=fold,
            language=language,
        )
        self.removals = removable_words(
            settings["removals"], lexicon, min_count=least, fold=fold, language=language
        )
        self.penalties = self._penalties(settings)
        self.engine: Engine = make_engine(
            settings["engine"],
            model,
            self.settings,
            self.insertions,
            self._replacements,
            self.penalties,
            self._removable,
        )

    @property
    def search(self) -> Search:
        """The search, which says whether it rewrites and gives probabilities."""
        return SEARCHES[self.settings.search]

    def _penalties(self, settings: DifferSettings) -> Penalties:
        """What edits cost; the shipped prices are for the lattice, which needs them calibrated."""
        spec = settings["penalties"]
        if isinstance(spec, str) and spec == SHIPPED_PRICES:
            found = default_penalties(self.model) if self.search.probabilities else Penalties()
        else:
            found = Penalties.of(spec, self.model.fold, self.model.language)  # type: ignore[arg-type]
        return found.asking_context(switch("context", settings["context"]))

    def found(self, texts: Sequence[Sequence[Sentence]], stop: Stop | None = None) -> list[Found]:
        """What is found in each sentence of some texts.

        A sentence without tokens, such as a blank line, is kept in its place but not searched.
        """
        sentences = [sentence for text in texts for sentence in text]
        searched = list(map(self._is_searched, sentences))
        chosen = [sentence for sentence, is_ in zip(sentences, searched, strict=True) if is_]
        sizes = [sum(map(self._is_searched, text)) for text in texts]
        found = iter(self.engine.search(chosen, stop, sizes))
        return [
            next(found) if is_ else self._nothing(sentence)
            for sentence, is_ in zip(sentences, searched, strict=True)
        ]

    def columns(
        self, sentences: Sequence[Sequence[str]], word_of: Callable[[str], Word], stop: Stop | None
    ) -> EditColumns:
        """What is found in sentences as they are written, in numbers; see `gives_columns`."""
        engine = self.engine
        assert isinstance(engine, NativeEngine)
        return engine.columns(sentences, word_of, stop or Stop())

    def answers(
        self, sentences: Sequence[Sequence[str]], word_of: Callable[[str], Word], stop: Stop | None
    ) -> Answers:
        """What is found in sentences as they are written; see `gives_answers`."""
        engine = self.engine
        assert isinstance(engine, NativeEngine)
        return engine.answers(sentences, word_of, stop or Stop())

    @property
    def gives_answers(self) -> bool:
        """Whether `answers` finds what `found` finds."""
        return isinstance(self.engine, NativeEngine) and self.engine.gives_answers

    @property
    def gives_columns(self) -> bool:
        """Whether the engine can give its answer without an object for each edit."""
        return isinstance(self.engine, NativeEngine) and self.engine.gives_columns

    def with_memory(self, most_bytes: int) -> Searching:
        """The same search, whose engine remembers what it has found."""
        remembering = copy.copy(self)
        remembering.engine = RememberingEngine(self.engine, most_bytes)
        return remembering

    def _is_searched(self, sentence: Sentence) -> bool:
        listed = self.penalties.lists_candidates
        return len(sentence) > 0 and not (listed and len(sentence) > MOST_PRICED)

    def _nothing(self, sentence: Sentence) -> Found:
        ids = [*(word.id for word in sentence), END]
        bits = bits_per_token(ScoredSentence(self.model.scorer, ids).total, len(ids))
        return Found((), (), bits, bits if self.search.rewrites else None)

    def _replacements(self, word: Word) -> list[Word]:
        """V_SUB(word), and the word with the capitals that it should have."""
        found = [self._substitute(text) for text in self.substitutions.words(word.text)]
        if not word.recased:
            return found
        recased = Word(word.recased, word.id)
        if self.model.cased:  # which tells words with other capitals apart
            recased = self._substitute(word.recased)
            if recased.id == UNKNOWN or recased in found:
                return found
        return [*found, recased]

    def _removable(self, word: Word) -> bool:
        return self.removals is None or word.text in self.removals


def _search_settings(settings: DifferSettings, model: ReferenceModel) -> SearchSettings:
    stop_at = settings["stop_at"]
    if stop_at == "reference":
        if model.held_out_bits is None:
            raise UsageError(
                "stop_at: this model has no held-out figure (it was imported, or trained on under "
                "200 sentences); give a number of bits per token instead of 'reference'"
            )
        stop_at = model.held_out_bits
    values: Mapping[str, Any] = settings
    given = {item.name: values[item.name] for item in fields(SearchSettings)}
    given |= {
        "max_edits": _max_edits(settings),
        "operations": checked_operations(settings["operations"]),
        "stop_at": stop_at,
    }
    return SearchSettings(**given)


def _max_edits(settings: DifferSettings) -> int | None:
    """The most edits of a sentence: as given; otherwise no limit for the lattice, and 3."""
    given, search = settings["max_edits"], SEARCHES.chosen(settings["search"])
    return MOST_EDITS if given is None and not search.probabilities else given
