"""The index of the words that a reference and the dictionary have, shipped, kept or built.

For the embedded reference it comes with the package. For another one it is built when it is first
asked for, in two seconds for a million words, and kept in the user's cache folder, unless the
reference is a very small one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, overload
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import InputError, ModelError
from syntacticdiff.files.atomic import remove_abandoned
from syntacticdiff.files.container import Kind, open_container, write_container
from syntacticdiff.files.header import required, text, whole
from syntacticdiff.recognition.index import SemicharacterIndex
from syntacticdiff.recognition.misspelled import WELL_KNOWN
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.recipes.cache import cache_folder
from syntacticdiff.reference.scorer import MARKERS
from syntacticdiff.text.english import english_words
from syntacticdiff.text.languages import ENGLISH

SDINDEX = Kind(
    magic=b"SDIX\r\n\x1a\n",
    version=1,
    name="index of words",
    remedy="remove it, and it is built again",
    rules={
        "checksum": required(text()),
        "letters": required(text()),
        "lexicon": required(whole()),
        "dictionary": required(whole()),
    },
    sections={"hashes": ("u8",), "lexicon": ("u1",), "dictionary": ("u1",)},
)
EMBEDDED = Path(__file__).with_name("default.sdindex")
LEAST_KEPT = 1000  # words of a reference; that of a smaller one is a trial
MOST_KEPT = 16  # files in the cache folder

_indexes: WeakKeyDictionary[Lexicon, SemicharacterIndex] = WeakKeyDictionary()


class IndexedWords(Sequence[str]):
    """Words of a reference, the commonest first, and then those that only the dictionary has.

    Parameters
    ----------
    lexicon : Lexicon
        The words of the reference.
    ids : array of int
        Which of them.
    numbers : array of int
        Which words of the dictionary, by their place in it.
    """

    def __init__(
        self, lexicon: Lexicon, ids: NDArray[np.int64], numbers: NDArray[np.int64]
    ) -> None:
        self.lexicon, self.ids, self.numbers = lexicon, ids, numbers
        self._ids, self._numbers, self._length = ids.data, numbers.data, len(ids) + len(numbers)
        self._word = lru_cache(1 << 15)(self._spelled)  # the same few thousand are found again

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self._spelled(each) for each in range(*place.indices(self._length))]
        return self._word(place)

    def _spelled(self, place: int) -> str:
        if not -self._length <= place < self._length:
            raise IndexError(place)
        beyond = place % self._length - len(self._ids)
        if beyond < 0:
            return self.lexicon.word(self._ids[beyond])
        return english_words().words.word(self._numbers[beyond])


def reference_index(
    lexicon: Lexicon, language: str = ENGLISH, *, native: bool = True
) -> SemicharacterIndex:
    """The index of all words that may be meant, in the spelling of the reference or in lower case.

    Parameters
    ----------
    lexicon : Lexicon
        The words of the reference: those of the dictionary, those with other characters than
        letters, and those that it has often. In other languages than English all of them.
    language : str, default "en"
        The language of the reference. English has a dictionary, whose words are in the index, too.
    native : bool, default True
        Use the extension, if it is installed.

    Returns
    -------
    SemicharacterIndex
        One for each lexicon, as long as it is in use.
    """
    if not native:
        return _opened(lexicon, language, native=False)
    found = _indexes.get(lexicon)
    if found is None:
        found = _indexes[lexicon] = _opened(lexicon, language, native=True)
    return found


def _opened(lexicon: Lexicon, language: str, native: bool) -> SemicharacterIndex:
    checksum = index_checksum(lexicon, language)
    kept = cache_folder("indexes", f"{checksum}.sdindex")
    for path in (EMBEDDED, kept):
        if path == EMBEDDED and language != ENGLISH:
            continue
        with contextlib.suppress(ModelError):  # what is not there, or not whole, is built
            index = open_index(path, lexicon, checksum, native)
            if index is not None:
                return index
    index = build_index(lexicon, language, native)
    if len(lexicon) >= LEAST_KEPT:
        _keep(index, kept, checksum)
    return index


def index_checksum(lexicon: Lexicon, language: str = ENGLISH) -> str:
    """Of all that an index depends on."""
    digest = hashlib.sha256(language.encode())
    digest.update(lexicon.offsets.tobytes())
    digest.update(lexicon.text.tobytes())
    if lexicon.counts is not None:
        digest.update((lexicon.counts >= WELL_KNOWN).tobytes())
    if language == ENGLISH:
        digest.update(_dictionary_checksum())
    return digest.hexdigest()[:32]


@lru_cache(1)
def _dictionary_checksum() -> bytes:
    english = english_words()
    return hashlib.sha256(english.words.text.tobytes() + english.cases.tobytes()).digest()


def build_index(
    lexicon: Lexicon, language: str = ENGLISH, native: bool = True
) -> SemicharacterIndex:
    """Choose the words of an index, and hash them; `reference_index` does so only if it must.

    Parameters
    ----------
    lexicon : Lexicon
        The words of the reference.
    language : str, default "en"
        The language of the reference.
    native : bool, default True
        Use the extension, if it is installed.

    Returns
    -------
    SemicharacterIndex
        A new one, which is not kept.
    """
    listed = list(enumerate(lexicon.words()))[len(MARKERS) :]
    known = {word for _, word in listed}
    chosen = [(number, word) for number, word in listed if any(map(str.isalpha, word))]
    others: list[tuple[int, str]] = []
    if language == ENGLISH:
        english = english_words()
        in_dictionary = english.listed()
        counts = lexicon.counts
        common = None if counts is None else (counts >= WELL_KNOWN).tolist()
        chosen = [
            (number, word)
            for number, word in chosen
            if word.lower() in in_dictionary
            or not word.isalpha()
            or common is None
            or common[number]
        ]
        others = [
            (number, word)
            for (number, word), case in zip(
                enumerate(english.words), english.cases.tolist(), strict=True
            )
            if case and word not in known
        ]
    places = (np.array([number for number, _ in part], np.int64) for part in (chosen, others))
    spelled = SemicharacterIndex([word for _, word in (*chosen, *others)], native=False)
    return SemicharacterIndex(
        IndexedWords(lexicon, *places),
        native=native,
        hashes=spelled.hashes,
        letters=spelled.letters,
    )


def write_index(index: SemicharacterIndex, path: str | os.PathLike[str], checksum: str) -> None:
    """Write the index of a reference: a number for each word, and which words these are."""
    words = index.words
    assert isinstance(words, IndexedWords)
    header = {
        "checksum": checksum,
        "letters": index.letters,
        "lexicon": len(words.ids),
        "dictionary": len(words.numbers),
    }
    arrays: dict[str, NDArray[Any]] = {
        "hashes": index.hashes,
        "lexicon": _as_bits(words.ids),
        "dictionary": _as_bits(words.numbers),
    }
    write_container(path, SDINDEX, header, arrays)


def open_index(
    path: str | os.PathLike[str], lexicon: Lexicon, checksum: str, native: bool = True
) -> SemicharacterIndex | None:
    """The index of a file; None if it is that of other words."""
    file = open_container(path, SDINDEX)
    if file.header["checksum"] != checksum:
        return None
    ids, numbers = (_places(file.arrays.get(name)) for name in ("lexicon", "dictionary"))
    hashes = file.arrays.get("hashes")
    fits = (
        hashes is not None
        and len(ids) == file.header["lexicon"]
        and len(numbers) == file.header["dictionary"]
        and len(hashes) == len(ids) + len(numbers)
        and int(ids.max(initial=0)) < len(lexicon)
        and int(numbers.max(initial=0)) < len(english_words().words)
    )
    if not fits:
        raise ModelError(f"{file.path}: damaged: its sections do not fit together; remove it")
    return SemicharacterIndex(
        IndexedWords(lexicon, ids, numbers),
        native=native,
        hashes=hashes,
        letters=file.header["letters"],
    )


def _as_bits(places: NDArray[np.int64]) -> NDArray[np.uint8]:
    chosen = np.zeros(int(places.max(initial=-1)) + 1, bool)
    chosen[places] = True
    return np.packbits(chosen)


def _places(bits: NDArray[np.uint8] | None) -> NDArray[np.int64]:
    return np.flatnonzero(np.unpackbits(np.empty(0, np.uint8) if bits is None else bits))


def _keep(index: SemicharacterIndex, path: Path, checksum: str) -> None:
    """Write the file, if that is possible, and remove the oldest of too many."""
    with contextlib.suppress(OSError, InputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        remove_abandoned(path)
        write_index(index, path, checksum)
        by_age = sorted(path.parent.glob("*.sdindex"), key=lambda each: each.stat().st_mtime)
        for old in by_age[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
