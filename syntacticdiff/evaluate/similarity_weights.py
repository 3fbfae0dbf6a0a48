"""Weights by meaning: how much an edit changes the similarity to the reference.

Similarity is BERTScore over token embeddings of an encoder that the caller provides, or any
function of two token lists. No encoder comes with this package.

See T. Zhang et al., BERTScore: Evaluating Text Generation with BERT, ICLR 2020.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.chunk_verdicts import JudgedEdit
from syntacticdiff.evaluate.edit_weights import EditWeights

Tokens = Sequence[str]
Similarity = Callable[[Tokens, Tokens], float]
Encoder = Callable[[Tokens], npt.ArrayLike]  # tokens -> a row for each token or part of a token

_MAX_CACHED = 1 << 10  # sentences; each is compared with several others in succession


class SimilarityWeights(EditWeights):
    """Weights |sim(source, reference) - sim(source with this edit alone, reference)|.

    Parameters
    ----------
    similarity : callable
        A function of two token lists that returns a number, such as `BertScore(encoder)`.

    Examples
    --------
    >>> str(SimilarityWeights(BertScore(lambda tokens: [[1.0]] * len(tokens), name="constant")))
    'similarity(constant)'
    """

    name = "similarity"

    def __init__(self, similarity: Similarity) -> None:
        self.similarity = similarity
        self._anchor: tuple[tuple[Tokens, Tokens], float] | None = None

    def __call__(self, edit: JudgedEdit) -> float:
        source, reference = edit.sentence.tokens, edit.reference_sentence
        if self._anchor is None or self._anchor[0] != (source, reference):
            self._anchor = (source, reference), self.similarity(source, reference)
        return abs(self._anchor[1] - self.similarity(edit.sentence_with_it, reference))

    def __str__(self) -> str:
        described = getattr(self.similarity, "name", None)
        return f"{self.name}({described})" if described else self.name


class BertScore:
    """BERTScore: the F of cosines between each token and the nearest in the other sentence.

    Parameters
    ----------
    encoder : callable
        A function from tokens to an array with a row for each of them, or for each subword.
    name : str, default "encoder"
        The encoder's name for signatures.

    Examples
    --------
    >>> directions = {"cat": [1.0, 0.0], "dog": [0.6, 0.8]}
    >>> score = BertScore(lambda tokens: [directions[token] for token in tokens])
    >>> round(score(["cat"], ["dog"]), 6), score(["cat", "dog"], ["dog", "cat"])
    (0.6, 1.0)
    """

    def __init__(self, encoder: Encoder, name: str = "encoder") -> None:
        self.name = name
        self._encoder = encoder
        self._rows = lru_cache(_MAX_CACHED)(self._encoded)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> BertScore:
        """Load an encoder from disk.

        Parameters
        ----------
        path : str or path-like
            A folder with a transformer as Hugging Face saves it, whose last hidden states are the
            embeddings (needs the extra `encoder`); or a file of word vectors in word2vec's text
            format.

        Returns
        -------
        BertScore
            The similarity by that encoder.

        Raises
        ------
        UsageError
            If there is no such file or folder, or a package is missing.
        InputError
            If the encoder cannot be read.
        """
        place = Path(path)
        if not place.exists():
            raise UsageError(
                f"{path}: no such encoder; a folder or a file of word vectors is needed"
            )
        encoder = _transformer(place) if place.is_dir() else _word_vectors(place)
        return cls(encoder, place.name)

    def __call__(self, candidate: Tokens, reference: Tokens) -> float:
        """The similarity of two sentences; 0 if one of them is empty."""
        if not candidate or not reference:
            return 0.0
        cosines = self._rows(tuple(candidate)) @ self._rows(tuple(reference)).T
        precision, recall = cosines.max(axis=1).mean(), cosines.max(axis=0).mean()
        total = precision + recall
        return float(2 * precision * recall / total) if total else 0.0

    def _encoded(self, tokens: tuple[str, ...]) -> npt.NDArray[np.float64]:
        rows = np.asarray(self._encoder(tokens), dtype=float)
        if rows.ndim != 2 or not len(rows) or not np.isfinite(rows).all():
            raise UsageError(
                f"encoder: it returned an array of shape {rows.shape} for {len(tokens)} tokens; "
                "rows of finite numbers are needed"
            )
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.where(lengths, lengths, 1.0)


def _transformer(folder: Path) -> Encoder:
    try:
        import torch
        from transformers import AutoModel, AutoTokenizer
    except ImportError:
        raise UsageError(
            f"{folder}: this needs transformers and torch; pip install 'syntacticdiff[encoder]'"
        ) from None
    try:
        tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
        model = AutoModel.from_pretrained(str(folder), local_files_only=True).eval()
    except (OSError, ValueError) as error:
        raise InputError(f"{folder}: not an encoder: {_first_line(error)}") from None

    def encode(tokens: Tokens) -> npt.ArrayLike:
        inputs = tokenizer(" ".join(tokens), return_tensors="pt", truncation=True)
        with torch.no_grad():
            states = model(**inputs).last_hidden_state[0]
        # The first and the last token are special tokens of the model.
        rows: npt.ArrayLike = (states[1:-1] if len(states) > 2 else states).numpy()
        return rows

    return encode


def _word_vectors(file: Path) -> Encoder:
    try:
        from gensim.models import KeyedVectors
    except ImportError as error:  # there is no wheel of it for every release of Python
        raise UsageError("word vectors need gensim (pip install gensim)") from error

    try:
        vectors = KeyedVectors.load_word2vec_format(str(file))
    except (OSError, ValueError, EOFError) as error:
        raise InputError(f"{file}: not a file of word vectors: {_first_line(error)}") from None
    unknown = np.zeros(vectors.vector_size)

    def vector(token: str) -> npt.NDArray[np.float64]:
        for form in (token, token.lower()):
            if form in vectors:
                return np.asarray(vectors[form])
        return unknown

    return lambda tokens: np.array([vector(token) for token in tokens])


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
