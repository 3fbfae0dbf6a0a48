"""The words of English: which there are, how they are capitalised, and their inflected forms.

They come with the package, in one file that is memory mapped: the words of the Hunspell
dictionaries of American, British, Canadian and Australian English, and the forms that lemminflect
gives for these and for the words of the embedded reference. `reference_corpora/build_words.py`
makes the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import Kind, open_container, write_container
from syntacticdiff.files.header import whole
from syntacticdiff.text.front_coding import FrontCodedWords, common_start

SDWORDS = Kind(
    magic=b"SDWD\r\n\x1a\n",
    version=1,
    name="list of words",
    remedy="make one with reference_corpora/build_words.py",
    rules={"words": whole(1)},
    sections={
        "words.text": ("u1",),
        "words.blocks": ("u4",),
        "cases": ("u1",),
        "forms": ("u2",),
        "rules": ("u1",),
        "spellings": ("u1",),
    },
)
EMBEDDED = Path(__file__).with_name("english.sdwords")

LOWER, CAPITALISED, OTHER = 1, 2, 4  # bits of `cases`: `may` is LOWER, `May` CAPITALISED

Rule = tuple[tuple[int, str], ...]  # how many letters to take away, and what to add


@dataclass(frozen=True, eq=False)
class EnglishWords:
    """A dictionary of English words with their forms.

    Parameters
    ----------
    words : FrontCodedWords
        All words, in lower case.
    cases : array of uint8
        How the dictionary writes each word, as a sum of `LOWER`, `CAPITALISED` and `OTHER`; 0 if it
        does not have the word.
    forms : array of uint16
        For each word, the number of the rule that makes its forms.
    rules : sequence of rules
        What to take from the end of a word, and what to add, for each of its forms.
    spellings : mapping of str to str
        The words that are written with other capitals than one at the beginning: `tv`, `TV`.
    """

    words: FrontCodedWords
    cases: NDArray[np.uint8]
    forms: NDArray[np.uint16]
    rules: Sequence[Rule]
    spellings: Mapping[str, str]

    @classmethod
    def load(cls, path: str | os.PathLike[str] = EMBEDDED, *, verify: bool = False) -> EnglishWords:
        """The words of a file.

        Parameters
        ----------
        path : str or path-like, default the file that comes with the package
            The file.
        verify : bool, default False
            Read all of it and compare its checksum.
        """
        file = open_container(path, SDWORDS, verify)
        try:
            missing = SDWORDS.sections.keys() - file.arrays.keys()
            if missing:
                raise ValueError(f"it has no {min(missing)}")
            length: int = file.header["words"]
            words = FrontCodedWords(file.arrays["words.text"], file.arrays["words.blocks"], length)
            rules = tuple(map(_rule, _lines(file.arrays["rules"])))
            cases, forms = file.arrays["cases"], file.arrays["forms"]
            if len(cases) != length or len(forms) != length or forms.max() >= len(rules):
                raise ValueError("its sections do not fit together")
            spellings = {word.lower(): word for word in _lines(file.arrays["spellings"])}
        except ValueError as error:
            raise ModelError(f"{file.path}: damaged: {error}; install it again") from None
        return cls(words, cases, forms, rules, spellings)

    def __contains__(self, word: str) -> bool:
        """Whether the dictionary has a word, given in lower case, whatever its capitals are."""
        return self._case(word) != 0

    def listed(self) -> frozenset[str]:
        """All words of the dictionary, in lower case: faster for whoever asks for most of them."""
        return frozenset(compress(self.words, self.cases.tolist()))

    def case(self, word: str) -> str | None:
        """How a word is written, if the dictionary knows one way only; None otherwise.

        Parameters
        ----------
        word : str
            The word in lower case.

        Examples
        --------
        >>> english = english_words()
        >>> english.case("english"), english.case("tv"), english.case("may"), english.case("qwx")
        ('English', 'TV', None, None)
        """
        case = self._case(word)
        if case == LOWER:
            return word
        if case == CAPITALISED:
            return word[:1].upper() + word[1:]
        return self.spellings.get(word) if case == OTHER else None

    def inflected(self, word: str) -> tuple[str, ...]:
        """The other forms of the same lemmas, whatever their parts of speech.

        Parameters
        ----------
        word : str
            The word in lower case.

        Examples
        --------
        >>> english_words().inflected("children")
        ('child',)
        """
        number = self.words.number(word)
        if number is None:
            return ()
        rule = self.rules[self.forms[number]]
        return tuple(word[: len(word) - cut] + added for cut, added in rule)

    def _case(self, word: str) -> int:
        number = self.words.number(word)
        return 0 if number is None else int(self.cases[number])


@lru_cache(1)
def english_words() -> EnglishWords:
    """The words that come with the package."""
    return EnglishWords.load()


def write_english_words(
    path: str | os.PathLike[str],
    written: Sequence[str],
    forms: Mapping[str, Sequence[str]],
    sources: Sequence[str],
) -> str:
    """Write a file of words; returns its checksum.

    Parameters
    ----------
    path : str or path-like
        The file.
    written : sequence of str
        The words of the dictionary, as they are written.
    forms : mapping of str to sequence of str
        For words in lower case, their other forms; they need not be in the dictionary.
    sources : sequence of str
        Where the words are from, for the header.
    """
    cases: dict[str, int] = dict.fromkeys(forms, 0)
    spellings = []
    for word in written:
        folded = word.lower()
        case = LOWER if word == folded else CAPITALISED
        if case == CAPITALISED and word[1:] != folded[1:]:
            case = OTHER
            spellings.append(word)
        cases[folded] = cases.get(folded, 0) | case
    words = sorted(cases, key=str.encode)
    own = [_as_rule(word, forms.get(word, ())) for word in words]
    rules = sorted(set(own))
    numbers = {rule: number for number, rule in enumerate(rules)}
    coded = FrontCodedWords.build(words)
    arrays = {
        "words.text": coded.text,
        "words.blocks": coded.blocks,
        "cases": np.array([cases[word] for word in words], np.uint8),
        "forms": np.array([numbers[rule] for rule in own], np.uint16),
        "rules": _joined(" ".join(f"{cut}{added}" for cut, added in rule) for rule in rules),
        "spellings": _joined(sorted(spellings)),
    }
    return write_container(path, SDWORDS, {"words": len(words), "sources": list(sources)}, arrays)


def _as_rule(word: str, forms: Sequence[str]) -> Rule:
    return tuple(sorted(_change(word, form) for form in forms if form != word))


def _change(word: str, form: str) -> tuple[int, str]:
    shared = common_start(word, form)
    return len(word) - shared, form[shared:]


def _rule(line: str) -> Rule:
    """A rule from its line: a number and letters for each form."""
    rule = []
    for part in line.split():
        letters = part.lstrip("0123456789")
        rule.append((int(part[: len(part) - len(letters)]), letters))
    return tuple(rule)


def _lines(text: NDArray[np.uint8]) -> list[str]:
    return text.tobytes().decode().split("\n")[:-1]


def _joined(lines: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("".join(f"{line}\n" for line in lines).encode(), np.uint8)
