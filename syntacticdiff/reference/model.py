"""ReferenceModel: a language model together with the way its text was tokenised.

One object, one file. It puts the parts together (training, file, ARPA, KenLM) and knows how a model
travels to another process: by path and checksum, never by its bytes.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.files.container import (
    Arrays,
    Container,
    container_checksum,
    open_container,
    write_container,
)
from syntacticdiff.files.opening import open_file
from syntacticdiff.reference.casing import Casing
from syntacticdiff.reference.headers import imported_header, mixed_header
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.names import EMBEDDED_FILE, located
from syntacticdiff.reference.ngrams import Level, NgramScorer, StoredLevel
from syntacticdiff.reference.quantising import checked_bits, quantised
from syntacticdiff.reference.reading import Reading
from syntacticdiff.reference.scorer import (
    END,
    UNKNOWN,
    Scorer,
    bits_per_token,
    bounded_log10,
    word_bits,
)
from syntacticdiff.reference.sdlm import SDLM, packed, unpacked
from syntacticdiff.text.languages import ENGLISH, find_language
from syntacticdiff.text.tokenizers import find_tokenizer
from syntacticdiff.text.tokens import Token

if TYPE_CHECKING:
    from syntacticdiff.reference.mixing import Component

DEFAULT = "default"


@dataclass(frozen=True)
class SentenceScore:
    """How likely the reference finds one sentence.

    Parameters
    ----------
    text : str
        The sentence.
    tokens : int
        How many tokens it has, its end not included.
    log10 : float
        log10 of its probability, its end included.
    bits_per_token : float
        H, the bits of its tokens and its end, divided by their number.
    unknown : int
        How many of its tokens the reference does not know.
    """

    text: str
    tokens: int
    log10: float
    bits_per_token: float
    unknown: int


class ReferenceModel:
    """The text that counts as normal, as an n-gram model.

    Made by `load`, `train`, `mix`, `from_arpa` or `from_kenlm`; the constructor puts one together
    from its parts.

    Parameters
    ----------
    lexicon : Lexicon
        Its words.
    scorer : Scorer
        What looks up probabilities.
    header : mapping
        What its file says of it: order, smoothing, tokenizer and so on; see docs/format.md.
    levels : sequence of Level, optional
        Its n-grams by order; None if only the scorer has them, as for a KenLM binary.
    path : path, optional
        The file that it was opened from.
    checksum : str, optional
        The checksum of that file.
    name : str, optional
        Its name, if it has one, such as `default`.

    Examples
    --------
    >>> model = ReferenceModel.train(["The cat sat on the mat.", "The dog sat too."], order=2)
    >>> model.score("The cat sat.").unknown
    0
    """

    def __init__(
        self,
        lexicon: Lexicon,
        scorer: Scorer,
        header: Mapping[str, Any],
        *,
        levels: Sequence[Level | StoredLevel] | None = None,
        path: Path | None = None,
        checksum: str | None = None,
        name: str | None = None,
    ) -> None:
        self.lexicon, self.scorer, self.header = lexicon, scorer, dict(header)
        self.levels = None if levels is None else tuple(map(StoredLevel.of, levels))
        self.path, self.name = path, name
        self._reading = Reading.of_header(self.header, str(path or "this model"))
        self._checksum = checksum
        self._temporary: Path | None = None

    # Making models

    @classmethod
    def load(
        cls, source: str | os.PathLike[str] = DEFAULT, *, verify: bool = True, copy: bool = False
    ) -> ReferenceModel:
        """Open a reference by its name, an `.sdlm` file or a KenLM binary.

        Parameters
        ----------
        source : str or path-like, default="default"
            `"default"` for the embedded model, the name of one that was built on this machine, such
            as `"large"`, or a path.
        verify : bool, default=True
            Compare the whole file with its checksum; without it, opening takes milliseconds.
        copy : bool, default=False
            Read an `.sdlm` file into memory instead of mapping it. A mapped file is shared by all
            processes, but one that is truncated while it is in use ends the process; see
            docs/format.md.
        """
        path, name = located(source), DEFAULT if source == DEFAULT else None
        from syntacticdiff.reference.kenlm import is_kenlm_binary

        if is_kenlm_binary(path):
            return cls.from_kenlm(path)
        return cls._from_file(open_container(path, SDLM, verify, copy=copy), name)

    @classmethod
    def train(
        cls,
        texts: Iterable[str | Sequence[str]],
        order: int = 3,
        *,
        smoothing: str = "kneser-ney",
        prune: Sequence[int] | None = None,
        weights: Sequence[float] | Literal["em"] | None = None,
        min_word_count: int = 1,
        vocabulary: Iterable[str] | None = None,
        memory: int | None = None,
        tokenizer: str = "treebank",
        cased: bool = False,
        straight_quotes: bool = False,
        language: str = ENGLISH,
        corpora: Sequence[Mapping[str, str]] = (),
        licence: str | None = None,
    ) -> ReferenceModel:
        """Estimate a model from texts, which are read once.

        With the native core, text of any length is trained on in bounded memory, through temporary
        files in the system's folder for these (`TMPDIR`). Linear interpolation, and training
        without the native core, hold all of the text in memory.

        Parameters
        ----------
        texts : iterable of str or of sequence of str
            Texts, to be split into sentences and tokens; a list of tokens is one sentence.
        order : int, default 3
            The longest n-gram, 1 to 5.
        smoothing : {"kneser-ney", "linear"}, default "kneser-ney"
            Interpolated modified Kneser-Ney, or linear interpolation of the orders.
        prune : sequence of int, optional
            For each order, drop n-grams that occur this often or less; the first must be 0.
        weights : sequence of float or "em", optional
            For linear interpolation: order + 1 numbers, the uniform level's first; or `"em"`,
            which is also the default, to fit them to held-out text.
        min_word_count : int, default 1
            Words that occur less often are unknown words, and share the probability of `<unk>`.
        vocabulary : iterable of str, optional
            The words, folded, that the model may have; others are unknown words. Models that are to
            be mixed are best cut to one vocabulary: `ReferenceModel.train(texts_of_all, order=1,
            min_word_count=5).lexicon.words()`.
        memory : int, default 2 GB
            About how many bytes to take. Words and their counts come on top, and so do the model's
            arrays, which are mapped files that the system may page out.
        tokenizer : {"treebank", "whitespace"}, default "treebank"
            How raw text is tokenised, now and whenever the model is used.
        cased : bool, default False
            Whether capitals are kept; otherwise words are lower-cased.
        straight_quotes : bool, default False
            Whether typographic quotation marks and apostrophes count as typewriter ones.
        language : str, default "en"
            The language of the text, by its two letters, such as `"de"`: it chooses the rules for
            sentences, the stemmer and the function words.
        corpora : sequence of mapping, default ()
            Names and checksums of the sources, for the record.
        licence : str, optional
            Terms under which the model may be passed on, for the record.

        Returns
        -------
        ReferenceModel
        """
        from syntacticdiff.reference.training import train_ngrams

        if isinstance(texts, (str, bytes)):
            raise UsageError(
                "texts: an iterable of texts is needed, not one string; put it in a list"
            )
        spoken = find_language(language).code
        reading = Reading(find_tokenizer(tokenizer), cased, straight_quotes, spoken)
        trained = train_ngrams(
            reading.token_sequences(texts),
            order=order,
            smoothing=smoothing,
            prune=prune,
            weights=weights,
            min_word_count=min_word_count,
            vocabulary=vocabulary,
            lower=not cased,
            memory=memory,
        )
        header = {
            "order": order,
            "smoothing": smoothing,
            **reading.header(),
            "sentences": trained.sentences,
            "tokens": trained.tokens,
            "held_out_bits": trained.held_out_bits,
            "pruning": list(trained.prune),
            "weights": None if trained.weights is None else list(trained.weights),
            "min_word_count": min_word_count,
            "unknown_words": trained.unknown_words,
            "corpora": [dict(corpus) for corpus in corpora],
            "licence": licence,
        }
        return cls._from_levels(trained.lexicon, trained.levels, header)

    @classmethod
    def mix(
        cls, parts: Iterable[tuple[ReferenceModel, float]], *, licence: str | None = None
    ) -> ReferenceModel:
        """Mix models into one: for each n-gram of any of them, the weighted mean of what all say.

        Parameters
        ----------
        parts : iterable of (ReferenceModel, float)
            Models and their weights, which sum to 1; `mixture_weights` finds good ones.
        licence : str, optional
            Terms under which the mixture may be passed on, for the record.

        Returns
        -------
        ReferenceModel

        Examples
        --------
        >>> letters = ReferenceModel.train(["Dear Ann, how are you?"], order=2)
        >>> news = ReferenceModel.train(["The council met on Monday."], order=2)
        >>> mixed = ReferenceModel.mix([(letters, 0.7), (news, 0.3)])
        >>> mixed.score("Dear council").unknown
        0
        """
        from syntacticdiff.reference.mixing import checked_mixture_weights, mix

        pairs = list(parts)
        models = [model for model, _ in pairs]
        weights = checked_mixture_weights([weight for _, weight in pairs])
        header = mixed_header([model.header for model in models])
        mixture = mix([model._component() for model in models], weights)
        header |= {
            "order": len(mixture.levels),
            "smoothing": "mixture",
            "weights": list(weights),
            "unknown_words": mixture.unknown_words,
            "licence": licence,
        }
        return cls._from_levels(mixture.lexicon, mixture.levels, header)

    @classmethod
    def mixture_weights(
        cls, models: Sequence[ReferenceModel], texts: Iterable[str | Sequence[str]]
    ) -> tuple[float, ...]:
        """The weights with which a mixture of models finds texts most likely.

        Parameters
        ----------
        models : sequence of ReferenceModel
            The models to be mixed, at least one.
        texts : iterable of str or of sequence of str
            What the mixture is to be good at and no model was trained on; split into sentences and
            tokens as the models' text was.

        Returns
        -------
        tuple of float
            One weight for each model, found by expectation maximisation.
        """
        from syntacticdiff.reference.mixing import fit_mixture

        mixed_header([model.header for model in models])
        first = models[0]
        sentences = [
            list(map(first.fold, tokens)) for tokens in first._reading.token_sequences(texts)
        ]
        return fit_mixture([model._component() for model in models], sentences)

    def pruned(self, threshold: float) -> ReferenceModel:
        """A smaller model, without the n-grams that are missed least.

        Parameters
        ----------
        threshold : float
            By what share perplexity may rise from dropping one n-gram, such as 1e-8.

        Returns
        -------
        ReferenceModel
        """
        from syntacticdiff.reference.entropy_pruning import prune_by_entropy

        levels = prune_by_entropy(
            self._own_levels(),
            threshold,
            unknown_words=self._unknown_words,
            counts=self.lexicon.counts,
        )
        header = {**self.header, "held_out_bits": None, "entropy_pruning": threshold}
        return self._from_levels(self.lexicon, levels, header)

    @classmethod
    def from_arpa(
        cls,
        path: str | os.PathLike[str],
        *,
        tokenizer: str = "treebank",
        cased: bool | None = None,
        language: str = ENGLISH,
        licence: str | None = None,
    ) -> ReferenceModel:
        """Read an ARPA file, told how its text was tokenised and in which language it is.

        `cased=None` means lower-cased unless the vocabulary has capitals.
        """
        from syntacticdiff.reference.arpa import read_arpa

        spoken, tokens = find_language(language).code, find_tokenizer(tokenizer)
        lexicon, levels = read_arpa(path)
        reading = Reading(tokens, _is_cased(lexicon, cased), language=spoken)
        header = imported_header("arpa", len(levels), reading, licence)
        return cls._from_levels(lexicon, levels, header)

    @classmethod
    def from_kenlm(
        cls,
        path: str | os.PathLike[str],
        *,
        tokenizer: str = "treebank",
        cased: bool | None = None,
        language: str = ENGLISH,
    ) -> ReferenceModel:
        """Open a KenLM binary, with its words in the file beside it, `x.binary.vocab`."""
        from syntacticdiff.reference.kenlm import open_kenlm

        spoken, tokens = find_language(language).code, find_tokenizer(tokenizer)
        lexicon, scorer = open_kenlm(path)
        reading = Reading(tokens, _is_cased(lexicon, cased), language=spoken)
        header = imported_header("kenlm", scorer.order, reading, None)
        return cls(lexicon, scorer, header, path=Path(path).absolute())

    @classmethod
    def _from_levels(
        cls, lexicon: Lexicon, levels: Sequence[Level], header: Mapping[str, Any]
    ) -> ReferenceModel:
        from syntacticdiff._version import __version__

        counted = {
            "ngrams": [_probabilities(level.log10) for level in levels],
            "made_by": f"syntacticdiff {__version__}",
        }
        return cls(lexicon, NgramScorer(levels), {**header, **counted}, levels=levels)

    @classmethod
    def _from_file(cls, file: Container, name: str | None) -> ReferenceModel:
        lexicon, levels = unpacked(file)
        return cls(
            lexicon,
            NgramScorer(levels),
            file.header,
            levels=levels,
            path=file.path.absolute(),
            checksum=file.checksum,
            name=name,
        )

    # Keeping models

    def save(self, path: str | os.PathLike[str], *, bits: int | None = None) -> None:
        """Write the model to one `.sdlm` file, whole or not at all.

        Parameters
        ----------
        path : str or path-like
            The file to write.
        bits : {8, 16, None}, default=None
            Round the model's values to 2^bits levels for each order, which makes the file smaller;
            its header says by how much the bits of a word may change. The file then holds another
            model than this one: load it to use it. None keeps every value as it is.
        """
        if bits is not None:
            self._quantised(checked_bits(bits)).save(path)
            return
        self._checksum = write_container(path, SDLM, *self._contents())
        self.path, self.name = Path(path).absolute(), None

    def _quantised(self, bits: int) -> ReferenceModel:
        """A model whose values have at most 2^bits levels in each array."""
        levels, error = quantised(self._own_levels(), bits)
        before = self.header.get("quantisation_error") or 0.0
        header = {"quantised_bits": bits, "quantisation_error": before + error}
        return ReferenceModel(
            self.lexicon, NgramScorer(levels), {**self.header, **header}, levels=levels
        )

    def to_arpa(self, path: str | os.PathLike[str]) -> None:
        """Write the model as an ARPA file that KenLM and others read.

        Where words were cut from the vocabulary, the file says how likely each of them is but not
        how many there are, so that its probabilities sum to less than 1; a warning says so.
        """
        from syntacticdiff.reference.arpa import write_arpa

        if self._unknown_words > 1:
            warnings.warn(
                f"{path}: <unk> stands for {self._unknown_words:,} words, which ARPA cannot say; "
                "its probability is that of one of them",
                stacklevel=2,
            )
        write_arpa(path, self.lexicon, self._own_levels())

    def recipe(self) -> tuple[Callable[..., ReferenceModel], tuple[Any, ...]]:
        """How another process gets this model: a function and its arguments, not the bytes."""
        path, checksum = self.stored()
        if self.levels is not None:
            return reopen, (str(path), checksum)
        reading = self._reading
        told = (reading.tokenizer.name, reading.cased, reading.language)
        return reopen, (str(path), checksum, *told)

    def stored(self) -> tuple[Path, str]:
        """Where the model is, and its checksum.

        A model that was never saved is written once to a temporary file, removed at exit.
        """
        if self.path is not None:
            return self.path, self.checksum
        if self._temporary is None:
            descriptor, name = tempfile.mkstemp(prefix="syntacticdiff-", suffix=".sdlm")
            os.close(descriptor)
            atexit.register(_remove, name, os.getpid())
            write_container(name, SDLM, *self._contents())
            self._temporary = Path(name)
        return self._temporary, self.checksum

    def __reduce__(self) -> tuple[Any, ...]:
        if self.name == DEFAULT:
            return ReferenceModel.load, (DEFAULT,)
        if self.path is None:
            raise UsageError("this model was never saved: call model.save(path) before pickling it")
        return self.recipe()

    def __deepcopy__(self, memo: dict[int, Any]) -> ReferenceModel:
        return self  # what it knows never changes, and estimators may share it when cloned

    # Using models

    @property
    def order(self) -> int:
        """The longest n-gram that a probability depends on."""
        return self.scorer.order

    @property
    def cased(self) -> bool:
        """Whether capitals matter."""
        return bool(self.header["cased"])

    @cached_property
    def casing(self) -> Casing:
        """How the reference writes words inside sentences."""
        return Casing.of(self.lexicon, self.language)

    @property
    def language(self) -> str:
        """The language of the reference, by its two letters."""
        return self._reading.language

    @property
    def held_out_bits(self) -> float | None:
        """Bits per token on text left out of training; None if it was not measured."""
        value = self.header.get("held_out_bits")
        return None if value is None else float(value)

    @property
    def checksum(self) -> str:
        """SHA-256 of the model's file; of what the file would be, if it was never saved."""
        if self._checksum is None:
            if self.levels is not None:
                self._checksum = container_checksum(SDLM, *self._contents())
            elif self.path is not None:
                with open_file(self.path) as stream:
                    self._checksum = hashlib.file_digest(stream, "sha256").hexdigest()
            else:
                self._checksum = "none"  # a scorer of the caller's own
        return self._checksum

    def fold(self, word: str) -> str:
        """The word as the model sees it."""
        return self._reading.fold(word)

    def tokens(self, text: str) -> list[Token]:
        """One sentence's tokens, tokenised as the reference was."""
        return self._reading.tokenize(text)

    def surfaces(self, text: str) -> list[str]:
        """The tokens that `tokens` gives, as they are written and without their places."""
        return self._reading.surfaces(text)

    def sentences(self, text: str) -> list[tuple[int, int]]:
        """Where the sentences of a text begin and end."""
        return self._reading.sentences(text)

    def token_sequences(self, text: str) -> Iterator[list[str]]:
        """The tokens of each sentence of a text, capitals and all, without their places."""
        return self._reading.token_sequences((text,))

    def score(self, sentence: str | Sequence[str]) -> SentenceScore:
        """How likely the reference finds one sentence, a string or a list of tokens."""
        text, tokens = sentence, sentence
        if isinstance(sentence, str):
            tokens = [token.surface for token in self.tokens(sentence)]
        else:
            text = " ".join(sentence)
        ids = [self.lexicon.id(self.fold(token)) for token in tokens]
        total, bits, state = 0.0, 0, self.scorer.begin()
        for word in (*ids, END):
            log10, state = self.scorer.advance(state, word)
            total += bounded_log10(log10)
            bits += word_bits(log10)
        per_token = bits_per_token(bits, len(ids) + 1)
        return SentenceScore(str(text), len(ids), total, per_token, ids.count(UNKNOWN))

    def _contents(self) -> tuple[Mapping[str, Any], Arrays]:
        """The header and the sections of the model's file."""
        levels = self._stored_levels()
        header = dict(self.header)
        if "ngrams" not in header:  # put together by hand
            header["ngrams"] = [_probabilities(level.log10.array()) for level in levels]
        return header, packed(self.lexicon, levels)

    @property
    def _unknown_words(self) -> int:
        """How many words share the probability of `<unk>`; 0 if none was cut."""
        return int(self.header.get("unknown_words") or 0)

    def _component(self) -> Component:
        from syntacticdiff.reference.mixing import Component

        return Component(self.lexicon, self._own_levels(), self._unknown_words)

    def _own_levels(self) -> tuple[Level, ...]:
        return tuple(level.plain() for level in self._stored_levels())

    def _stored_levels(self) -> tuple[StoredLevel, ...]:
        if self.levels is None:
            raise UsageError(f"{self.path}: a KenLM binary cannot be written out again as a model")
        return self.levels


def reopen(
    path: str,
    checksum: str,
    tokenizer: str | None = None,
    cased: bool | None = None,
    language: str = ENGLISH,
) -> ReferenceModel:
    """The model that a pickle or a parent process names, opened once per process.

    A KenLM binary is told its tokenizer, casing and language; an `.sdlm` file knows them.
    """
    key = (path, checksum, tokenizer, cased, language)
    if key not in _opened:
        path = str(found_at(path, checksum))
        if not Path(path).exists():
            raise MissingModelError(
                f"{path}: the reference model that was used here is gone or has moved; "
                "put it back, or load it from its new place and set `reference`"
            )
        if tokenizer is None:
            model = ReferenceModel.load(path, verify=False)
        else:
            model = ReferenceModel.from_kenlm(
                path, tokenizer=tokenizer, cased=cased, language=language
            )
        if model.checksum != checksum:
            raise ModelError(f"{path}: this is another model than the one used before")
        _opened[key] = model
    return _opened[key]


def found_at(path: str, checksum: str) -> Path:
    """Where a model is in this process's eyes: at its path, in a copy, or in this package."""
    copy = copies.get(checksum)
    if copy is not None and not is_model(path, checksum):
        return copy
    if not Path(path).exists() and is_model(EMBEDDED_FILE, checksum):
        return EMBEDDED_FILE  # the package may be installed in another place here
    return Path(path)


def is_model(path: str | os.PathLike[str], checksum: str) -> bool:
    """Whether the file is there and is this model, as far as can be said without reading it all."""
    from syntacticdiff.reference.kenlm import is_kenlm_binary

    if is_kenlm_binary(path):
        status = os.stat(path)
        return _file_checksum(str(path), status.st_size, status.st_mtime_ns) == checksum
    try:
        return open_container(path, SDLM, verify=False).checksum == checksum
    except ModelError:
        return False


@lru_cache(8)
def _file_checksum(path: str, size: int, changed: int) -> str:
    """Of a file as it is at present; it may be large, and is asked for again and again."""
    with open_file(path) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class MissingModelError(ModelError):
    """A model that a pickle or a parent process names is not where it was."""


# Models that came to this machine from another one: their files by their checksums.
copies: dict[str, Path] = {}

_opened: dict[tuple[Any, ...], ReferenceModel] = {}


def _probabilities(log10: NDArray[np.float32]) -> int:
    """How many n-grams have one."""
    return int(np.isfinite(log10).sum())


def _remove(path: str, owner: int) -> None:
    if os.getpid() == owner:  # a forked worker must not remove its parent's file
        with contextlib.suppress(OSError):
            os.unlink(path)


def _is_cased(lexicon: Lexicon, cased: bool | None) -> bool:
    """Whether capitals matter: as told, else whether the vocabulary has any."""
    return any(word != word.lower() for word in lexicon.words()) if cased is None else cased
