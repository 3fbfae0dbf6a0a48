"""What the service finds in a text: plain data, ready to be sent."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any

from syntacticdiff.correction.corrector import Corrector, put_together
from syntacticdiff.differ import DESCRIPTIVE, Stop, SyntacticDiff
from syntacticdiff.differ.settings import DifferSettings
from syntacticdiff.edits.diff import Diff
from syntacticdiff.features.rows import PROBABILITY, DocumentFeatures
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scorer import perplexity
from syntacticdiff.report.html_page import html_page
from syntacticdiff.report.searched import SearchedDocuments
from syntacticdiff.service.failing import TOO_LARGE, RefusedError
from syntacticdiff.service.limits import Limits
from syntacticdiff.service.logs import log_text
from syntacticdiff.service.suggestions import Suggestions

Plain = dict[str, Any]
Given = Mapping[str, Any]


# Whatever is learned of a word is kept by one part or another: up to ten kilobytes for each that is
# misspelled. After so many different words all of it is forgotten, so that memory stays bounded
# however long the service runs.
_MOST_WORDS = 10_000


class _Differs:
    """What searches: plainly, with a memory of sentences, and for features."""

    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str],
        given: dict[str, Any],
        limits: Limits,
    ) -> None:
        self.plain = Corrector(reference, **given).differ
        self.remembering = self.plain.with_memory(limits.memory_bytes)
        self.suggestions = Suggestions(self.plain)
        self._engine: str = given["engine"]

    @cached_property
    def describing(self) -> SyntacticDiff:
        """Finds all that is unusual."""
        settings: DifferSettings = {**DESCRIPTIVE, "engine": self._engine}
        return SyntacticDiff(self.plain.model, **settings)


class Analyses:
    """A reference and settings, and all that the service can say with them.

    Parameters
    ----------
    reference : str or path, default "default"
        The reference.
    settings : str, path or None, default None
        A file of settings that `tune` has written.
    limits : Limits or None, default None
        The most tokens of a text, and how much is remembered.
    engine : str, default "auto"
        What searches.
    log_texts : bool, default False
        Whether texts are logged.
    """

    def __init__(
        self,
        reference: str | os.PathLike[str] = "default",
        settings: str | os.PathLike[str] | None = None,
        limits: Limits | None = None,
        engine: str = "auto",
        log_texts: bool = False,
    ) -> None:
        self.limits = limits or Limits()
        self._log_texts = log_texts
        self._given: dict[str, Any] = {"settings": settings, "engine": engine}
        self._differs = _Differs(reference, self._given, self.limits)
        self.model = self._differs.plain.model
        self._words: set[int] = set()  # hashes of those seen since the differs were made
        self._has_old = False  # whether there are differs that were replaced, perhaps in use

    @property
    def plain(self) -> SyntacticDiff:
        """Finds believable edits, and remembers no sentences."""
        return self._differs.plain

    @property
    def suggestions(self) -> Suggestions:
        """Makes suggestions of diffs."""
        return self._differs.suggestions

    def warm_up(self) -> None:
        """Load what the first request would wait for."""
        text = "This are a sentense that she buyed. 😀"
        for diff in self.plain.document(text):
            self.suggestions(diff)
        self._differs.describing.document(text)
        _put_aside()

    def diffs(
        self, text: str, stop: Stop, *, describing: bool = False, once: bool = False
    ) -> list[Diff]:
        """The diffs of a text.

        Parameters
        ----------
        text : str
            The text.
        stop : Stop
            Calls the search off.
        describing : bool, default False
            Whether all that is unusual is found, and not the believable edits.
        once : bool, default False
            Whether the text will not come again, so that nothing is remembered.
        """
        if self._log_texts:
            log_text(text)
        tokens = 0
        for start, end in self.model.sentences(text):
            found = self.model.tokens(text[start:end])
            self._words.update(hash(token.surface) for token in found)
            tokens = self._counted(tokens + len(found), stop)
        if len(self._words) > _MOST_WORDS:
            self._forget()
        elif self._has_old and len(self._words) > _MOST_WORDS // 10:
            self._has_old = False
            _put_aside()
        differs = self._differs
        differ = differs.plain if once else differs.remembering
        return (differs.describing if describing else differ).documents([text], stop)[0]

    def _forget(self) -> None:
        """Begin anew with differs that know no words yet; searches under way keep the old ones."""
        self._words = set()
        self._differs = _Differs(self.model, self._given, self.limits)
        gc.unfreeze()
        self._has_old = True

    def _counted(self, tokens: int, stop: Stop) -> int:
        """The number of tokens so far, if it is not too large and nobody has called this off."""
        if tokens > self.limits.tokens:
            raise RefusedError(
                TOO_LARGE,
                f"text: more than {self.limits.tokens:,} tokens; send parts of it",
            )
        with stop.heard_by(_nothing):
            return tokens

    def diff(self, given: Given, stop: Stop, once: bool = False) -> Plain:
        """The edits of each sentence, as `syntacticdiff diff --json` prints them."""
        found = self.diffs(given["text"], stop, once=once)
        return {
            "sentences": [diff.to_dict() for diff in found],
            "signature": self.plain.signature,
        }

    def correct(self, given: Given, stop: Stop, once: bool = False) -> Plain:
        """The corrected text, and the changes that make it."""
        text: str = given["text"]
        found = self.diffs(text, stop, once=once)
        changes = [
            suggestion.to_dict(diff.offset, diff.text)
            for diff in found
            for suggestion in self.suggestions(diff, picky=given["level"] == "picky")
        ]
        return {
            "output": put_together(text, found).output,
            "changes": changes,
            "signature": self.plain.signature,
        }

    def features(self, given: Given, stop: Stop, once: bool = False) -> Plain:
        """The text's bag of edits."""
        believable = given["way"] == "believable"
        differs = self._differs
        differ = differs.plain if believable else differs.describing
        soft = given["values"] == PROBABILITY
        if soft and not believable:
            raise RefusedError(400, 'values: probabilities need "way": "believable"')
        diffs = self.diffs(given["text"], stop, describing=not believable, once=once)
        row = DocumentFeatures("edit", given["values"])(diffs)
        return {"features": row.features, "signature": differ.signature}

    def score(self, given: Given, stop: Stop, once: bool = False) -> Plain:
        """How likely the reference finds each sentence."""
        text: str = given["text"]
        if self._log_texts:
            log_text(text)
        sentences, tokens = [], 0
        for start, end in self.model.sentences(text):
            score = self.model.score(text[start:end])
            tokens = self._counted(tokens + score.tokens, stop)
            bits = score.bits_per_token
            sentences.append({"offset": start, **asdict(score), "perplexity": perplexity(bits)})
        predicted = tokens + len(sentences)
        bits = sum(each["bits_per_token"] * (each["tokens"] + 1) for each in sentences)
        return {
            "sentences": sentences,
            "tokens": tokens,
            "bits_per_token": bits / predicted if predicted else None,
        }

    def report(self, title: str, documents: Sequence[tuple[str, str]], stop: Stop) -> str:
        """The report of some documents, given with their names: one HTML page."""
        searched = SearchedDocuments(self.plain)
        for name, text in documents:
            searched.add(self.diffs(text, stop), name, text)
        return html_page(searched.summary(title))


def _put_aside() -> None:
    """Free what nobody refers to, and let the collector pass over what is left.

    Differs that were replaced refer to themselves, and would stay for long. What stays is so much
    that looking through it in the middle of a request would take a tenth of a second.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _nothing() -> None:
    """What is done in the middle of a sentence when it is called off."""


Analysis = Callable[[Analyses, Given, Stop, bool], Plain]
