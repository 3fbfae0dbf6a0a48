"""Substitutes with the same lemma, by lemminflect (the extra `inflections`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from syntacticdiff.errors import UsageError
from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source


def inflections(known: KnownWords) -> Source:
    """Forms of the same lemma."""
    try:
        import lemminflect
    except ImportError as error:
        raise UsageError(
            'substitutions: "inflections" needs one more package: '
            'pip install "syntacticdiff[inflections]"'
        ) from error

    def same_lemma(word: str) -> Iterable[str]:
        if not word.isalpha():  # lemminflect takes every 's for a verb
            return
        # Whatever the part of speech: `foots` is a verb's form only, and should lead to `feet`
        for lemma in set(chain(*lemminflect.getAllLemmas(word).values())):
            yield lemma
            yield from chain(*lemminflect.getAllInflections(lemma).values())

    return same_lemma
