"""Sentences and tokens with their offsets, stems, word classes, function words and spelling."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.text.english import EnglishWords as EnglishWords
    from syntacticdiff.text.english import english_words as english_words
    from syntacticdiff.text.function_words import CLOSED_CLASSES as CLOSED_CLASSES
    from syntacticdiff.text.function_words import FUNCTION_WORDS as FUNCTION_WORDS
    from syntacticdiff.text.sentences import sentence_spans as sentence_spans
    from syntacticdiff.text.spelling import SpellingIndex as SpellingIndex
    from syntacticdiff.text.spelling import damerau_levenshtein as damerau_levenshtein
    from syntacticdiff.text.stemming import light_stem as light_stem
    from syntacticdiff.text.stemming import stem as stem
    from syntacticdiff.text.tokenizers import TOKENIZERS as TOKENIZERS
    from syntacticdiff.text.tokenizers import Tokenizer as Tokenizer
    from syntacticdiff.text.tokens import Token as Token
    from syntacticdiff.text.tokens import surfaces as surfaces
    from syntacticdiff.text.tokens import tokenize as tokenize
    from syntacticdiff.text.word_classes import EDGE as EDGE
    from syntacticdiff.text.word_classes import word_class as word_class

__getattr__, __dir__, __all__ = exports(__name__)
