"""KenLM's binary models behind the same scorer interface as our own.

KenLM does the look-ups; our lexicon gives the words numbers. A KenLM binary does not list its
words, so they come from the file beside it, `x.binary.vocab`. ARPA files do not need KenLM.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from syntacticdiff.errors import InputError, ModelError, UsageError
from syntacticdiff.files.opening import open_file, read_whole
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import MARKERS

MAGIC = b"mmap lm http://kheafield.com/code"


def is_kenlm_binary(path: str | os.PathLike[str]) -> bool:
    """Does the file begin as KenLM's binary models do?"""
    try:
        with open_file(path) as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


class KenlmScorer:
    """A `Scorer` over a `kenlm.Model`; words are spelled by the lexicon."""

    def __init__(self, model: Any, lexicon: Lexicon) -> None:
        import kenlm

        self.order: int = model.order
        self._score = model.BaseScore
        self._new_state = kenlm.State
        self._spellings = list(lexicon.words())
        self._begin = kenlm.State()
        model.BeginSentenceWrite(self._begin)
        self._nothing = kenlm.State()
        model.NullContextWrite(self._nothing)

    def nothing(self) -> Any:
        """The state in which nothing is known of the words before."""
        return self._nothing

    def begin(self) -> Any:
        return self._begin

    def advance(self, state: Any, word: int) -> tuple[float, Any]:
        after = self._new_state()
        return self._score(state, self._spellings[word], after), after


def open_kenlm(path: str | os.PathLike[str]) -> tuple[Lexicon, KenlmScorer]:
    """A KenLM binary and the words in the file beside it, the likeliest first."""
    try:
        import kenlm
    except ImportError as error:
        raise UsageError(
            f"{path}: KenLM models need the kenlm package: "
            'pip install "syntacticdiff[kenlm]" (Python below 3.13)'
        ) from error
    if not is_kenlm_binary(path):
        if not Path(path).is_file():
            raise InputError(f"{path}: there is no such file")
        raise ModelError(f"{path}: not a binary model of KenLM")
    words = _read_vocabulary(Path(f"{os.fspath(path)}.vocab"))
    try:
        model = kenlm.Model(os.fspath(path))
    except (OSError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        raise ModelError(f"{path}: KenLM cannot read it: {reason}") from error
    lexicon = Lexicon.build([*MARKERS, *_by_probability(model, words, Path(path))])
    return lexicon, KenlmScorer(model, lexicon)


def _read_vocabulary(path: Path) -> list[str]:
    """One word a line; blank lines, markers and repetitions say nothing."""
    try:
        text = read_whole(path).decode("utf-8")
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read: {error.strerror or error}; the words of a KenLM binary are "
            "expected there, one a line"
        ) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError(f"{path}, line {line}: not UTF-8") from error
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    return [word for word in dict.fromkeys(lines) if word and word not in MARKERS]


def _by_probability(model: Any, words: list[str], path: Path) -> list[str]:
    """The words by falling unigram probability, then by spelling, as in any other lexicon."""
    import kenlm

    nothing, after = kenlm.State(), kenlm.State()
    model.NullContextWrite(nothing)
    missing = next((word for word in words if word not in model), None)
    if missing is not None:
        raise InputError(f'{path}.vocab: the word "{missing}" is not in {path.name}')
    log10 = {word: model.BaseScore(nothing, word, after) for word in words}
    return sorted(words, key=lambda word: (-log10[word], word))
