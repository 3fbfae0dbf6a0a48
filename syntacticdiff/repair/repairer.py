"""Repairer: sentences in; mended sentences, their trees and the edits that were made out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.measured import measured_diff
from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.files.container import container_checksum, open_container, write_container
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.native import is_closed, native_levels
from syntacticdiff.repair.easyfirst import ACTIONS, RepairOutcome, find_repair
from syntacticdiff.repair.lexemes import Lexemes
from syntacticdiff.syntax import Parser, Tree
from syntacticdiff.syntax.file import DEFAULT, EMBEDDED, SDPARSE, stored_weights, weight_sections
from syntacticdiff.syntax.forms import Forms
from syntacticdiff.syntax.weights import PackedWeights
from syntacticdiff.syntax.words import sentence_ends
from syntacticdiff.text.languages import refuse_other_languages

Words = Sequence[str]


@dataclass(frozen=True, slots=True)
class Repair:
    """A repaired sentence.

    Parameters
    ----------
    words, tags : tuple of str
        The sentence as it was.
    tree : Tree
        The sentence as it is now, with its tree.
    sources : tuple of int or None
        For each word of the tree its place in the sentence as it was; None if it was inserted.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    tree: Tree
    sources: tuple[int | None, ...]

    def edits(self) -> tuple[Edit, ...]:
        """The edits in the order of `Diff.edits`: by position, insertions first.

        An insertion beside deleted tokens stands before the first of them.
        """
        kept = {source for source in self.sources if source is not None}
        found: list[Edit] = []
        after = 0  # the first token behind the last one that was kept
        for word, source in zip(self.tree.words, self.sources, strict=True):
            if source is None:
                found.append(Edit("insert", after, "", word))
                continue
            if word != self.words[source]:
                found.append(Edit("sub", source, self.words[source], word))
            after = source + 1
        for place, word in enumerate(self.words):
            if place not in kept:
                found.append(Edit("remove", place, word))
        return tuple(sorted(found, key=lambda edit: (edit.position, edit.op != "insert")))


class Repairer:
    """The parser that repairs as it parses.

    Made by `load`, or by `train_repairer` from a treebank.

    Parameters
    ----------
    parser : Parser
        What tags sentences and labels trees; repair has the same engine.
    weights : PackedWeights
        The perceptron, a class for each of ten actions.
    forms : Forms
        The forms of nouns and verbs.
    reference : ReferenceModel
        What chooses the words that are put in.
    header : mapping, default {}
        What the file says about the training: `cues` is whether it was done with them.

    Examples
    --------
    >>> repair = Repairer.load().repair(["The", "children", "eat", "bread", "."])
    >>> repair.tree.words
    ('The', 'children', 'eat', 'bread', '.')
    """

    def __init__(
        self,
        parser: Parser,
        weights: PackedWeights,
        forms: Forms,
        reference: ReferenceModel,
        *,
        header: Mapping[str, Any] | None = None,
    ) -> None:
        self.parser, self.weights, self.forms, self.reference = parser, weights, forms, reference
        self.header = dict(header or {"cues": True})
        engine = parser.tagger.engine
        self._native = None
        if engine is not None and reference.levels is not None:
            self._native = _NativeRepairer(engine, weights, reference)

    @classmethod
    def load(
        cls,
        source: str | os.PathLike[str] = DEFAULT,
        *,
        reference: ReferenceModel | str | os.PathLike[str] = "default",
        verify: bool = True,
        engine: str = "auto",
    ) -> Repairer:
        """Open a parser's file that was made with errors.

        Parameters
        ----------
        source : str or path, default "default"
            `"default"` for the parser that is shipped, else a file that `train-parser` has made.
        reference : ReferenceModel, str or path, default "default"
            The model that chooses words.
        verify : bool, default True
            Compare the whole file with its checksum.
        engine : {"auto", "native", "python"}, default "auto"
            What does the work.
        """
        file = open_container(EMBEDDED if source == DEFAULT else source, SDPARSE, verify)
        header = file.header.get("repair")
        if not isinstance(header, dict) or not isinstance(header.get("cues"), bool):
            raise ModelError(
                f"{file.path}: this parser cannot repair; "
                "make one that can with `syntacticdiff train-parser --errors 10`"
            )
        if not isinstance(reference, ReferenceModel):
            reference = ReferenceModel.load(reference)
        refuse_other_languages("tags and repair", reference.language, "choose an English one")
        return cls(
            Parser.from_file(file, engine=engine),
            stored_weights(file, "repair", len(ACTIONS)),
            Forms.from_file(file),
            reference,
            header=header,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write parser and repair to one `.sdparse` file, whole or not at all."""
        write_container(path, SDPARSE, *self._content())
        self.parser.path = Path(path).absolute()

    @cached_property
    def checksum(self) -> str:
        """The checksum of the parser's file."""
        return container_checksum(SDPARSE, *self._content())

    def _content(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Header and sections of the file."""
        return {**self.parser.file_header(), "repair": self.header}, {
            **self.parser.sections(),
            **weight_sections("repair", self.weights),
            **self.forms.sections(),
        }

    def repair(self, words: Words, tags: Words | None = None, *, edits: bool = True) -> Repair:
        """Repair and parse one sentence.

        Parameters
        ----------
        words : sequence of str
            Its tokens.
        tags : sequence of str, optional
            Their Penn Treebank tags; by default the tagger's.
        edits : bool, default True
            Without, the sentence is parsed by the same weights and stays as it is.
        """
        if isinstance(words, str):
            raise UsageError("words: a list of words is needed, not one string")
        [repair] = self.repair_many([words], None if tags is None else [tags], edits=edits)
        return repair

    def repair_many(
        self,
        sentences: Iterable[Words],
        tags: Iterable[Words] | None = None,
        *,
        edits: bool = True,
    ) -> Iterator[Repair]:
        """Repair and parse sentences, in order; the parameters are those of `repair`."""
        for words, tagged in self.parser.tagged_batches(sentences, tags):
            yield from self._repair_batch(words, tagged, edits)

    def _repair_batch(
        self, words: Sequence[tuple[str, ...]], tags: Sequence[tuple[str, ...]], edits: bool
    ) -> Iterator[Repair]:
        lexemes = Lexemes(self.reference, self.forms)
        numbered = [
            [lexemes.number(word, tag) for word, tag in zip(*pair, strict=True)]
            for pair in zip(words, tags, strict=True)
        ]
        cues = bool(self.header["cues"])
        if self._native is not None:
            found = self._native.repaired(lexemes, numbered, edits=edits, cues=cues)
        else:
            scorer = self.reference.scorer
            found = [
                find_repair(self.weights, lexemes, scorer, sentence, edits=edits, cues=cues)
                for sentence in numbered
            ]
        forms = [[lexemes.all[number].form for number in result.lexemes] for result in found]
        labels = self.parser.label(
            [[form.word for form in sentence] for sentence in forms],
            [[form.tag for form in sentence] for sentence in forms],
            [result.heads for result in found],
        )
        for own, own_tags, sentence, result, names in zip(
            words, tags, forms, found, labels, strict=True
        ):
            tree = Tree(
                tuple(form.word for form in sentence),
                tuple(form.tag for form in sentence),
                result.heads,
                names,
            )
            sources = tuple(None if source < 0 else source for source in result.sources)
            yield Repair(own, own_tags, tree, sources)

    def diff(
        self,
        repair: Repair,
        text: str | None = None,
        spans: Sequence[tuple[int, int]] | None = None,
        *,
        offset: int = 0,
        apart: bool = False,
    ) -> Diff:
        """A repair as a `Diff`: gains are bits per token under the reference.

        Parameters
        ----------
        repair : Repair
            What was found.
        text : str, optional
            The sentence as written; by default its tokens, separated by spaces.
        spans : sequence of (int, int), optional
            Where the tokens are in `text`.
        offset : int, default 0
            Where `text` begins in its document.
        apart : bool, default False
            The tokens of `text` are separated by spaces, and are to stay so.
        """
        return measured_diff(
            self.reference,
            repair.words,
            repair.edits(),
            text=text,
            spans=spans,
            offset=offset,
            apart=apart,
        )


class NativeReference:
    """The reference model and lexemes as the extension takes them."""

    def __init__(self, engine: Any, reference: ReferenceModel) -> None:
        if reference.levels is None:
            raise UsageError("reference: learning to repair needs an .sdlm model")
        self.engine = engine
        self.model = engine.Reference(native_levels(reference), is_closed(reference))

    def lexemes(self, lexemes: Lexemes) -> Any:
        """A batch's lexemes."""
        substitutes = [number for numbers in lexemes.substitutes for number in numbers]
        return self.engine.Lexemes(
            self.model,
            np.array([lexeme.word for lexeme in lexemes.all], np.uint64),
            np.array([lexeme.tag for lexeme in lexemes.all], np.uint64),
            np.array([lexeme.id for lexeme in lexemes.all], np.uint32),
            np.array([lexeme.traits.value for lexeme in lexemes.all], np.uint8),
            np.array(substitutes, np.uint32),
            sentence_ends(lexemes.substitutes),
            list(lexemes.determiners),
            list(lexemes.prepositions),
        )


class _NativeRepairer(NativeReference):
    """Carries batches to the extension and answers back."""

    def __init__(self, engine: Any, weights: PackedWeights, reference: ReferenceModel) -> None:
        super().__init__(engine, reference)
        self._weights = engine.Weights(*weights.columns())

    def repaired(
        self, lexemes: Lexemes, sentences: Sequence[Sequence[int]], *, edits: bool, cues: bool
    ) -> list[RepairOutcome]:
        tokens = np.array([number for sentence in sentences for number in sentence], np.uint32)
        columns = self.engine.repair(
            self._weights,
            self.lexemes(lexemes),
            self.model,
            tokens,
            sentence_ends(sentences),
            edits,
            cues,
        )
        counts, words, sources, heads = (column.tolist() for column in columns)
        found, start = [], 0
        for count in counts:
            part = slice(start, start + count)
            found.append(
                RepairOutcome(tuple(words[part]), tuple(sources[part]), tuple(heads[part]))
            )
            start += count
        return found
