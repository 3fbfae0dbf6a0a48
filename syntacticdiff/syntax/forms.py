"""The forms of nouns and verbs, as a treebank has them: `dog/NN dogs/NNS`, `go/VB goes/VBZ ...`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import Container
from syntacticdiff.syntax.treebank import TreebankSentence

NOUN_TAGS = ("NN", "NNS")
VERB_TAGS = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")

_SECTION = "forms.text"
_SHARE = 0.1  # a variant of a form is as common as this, among all for its lemma and tag
_CLASSES = {tag: tags for tags in (NOUN_TAGS, VERB_TAGS) for tag in tags}


class Form(NamedTuple):
    """A word and its tag.

    Parameters
    ----------
    word : str
        The word.
    tag : str
        Its Penn Treebank tag.
    """

    word: str
    tag: str


class Forms:
    """The other forms of a noun or verb.

    Parameters
    ----------
    paradigms : iterable of sequences of Form
        For each lemma of nouns or of verbs its forms, in lower case.

    Examples
    --------
    >>> forms = Forms([[Form("dog", "NN"), Form("dogs", "NNS")]])
    >>> forms.others("Dogs", "NNS")
    (Form(word='Dog', tag='NN'),)
    """

    def __init__(self, paradigms: Iterable[Sequence[Form]]) -> None:
        self.paradigms = tuple(tuple(paradigm) for paradigm in paradigms)
        self._found: dict[Form, tuple[Form, ...]] = {}
        for paradigm in self.paradigms:
            for form in paradigm:
                self._found.setdefault(form, paradigm)

    @classmethod
    def from_treebank(cls, sentences: Iterable[TreebankSentence]) -> Forms:
        """The forms in a treebank with lemmas, without rare variants."""
        counts: dict[tuple[str, tuple[str, ...]], Counter[Form]] = defaultdict(Counter)
        for sentence in sentences:
            for word in sentence.words:
                tags = _CLASSES.get(word.xpos)
                if tags is not None and word.form.isalpha() and "Typo=Yes" not in word.feats:
                    counts[word.lemma.lower(), tags][Form(word.form.lower(), word.xpos)] += 1
        paradigms = []
        for _, forms in sorted(counts.items()):
            by_tag: Counter[str] = Counter()
            for form, count in forms.items():
                by_tag[form.tag] += count
            kept = [form for form in forms if forms[form] >= _SHARE * by_tag[form.tag]]
            if len({form.word for form in kept}) > 1:
                paradigms.append(sorted(kept, key=lambda form: (form.tag, form.word)))
        return cls(paradigms)

    def others(self, word: str, tag: str) -> tuple[Form, ...]:
        """The lemma's other forms that are other words, with the word's capitals."""
        lower = word.lower()
        return tuple(
            Form(capitalized_like(word, form.word), form.tag)
            for form in self._found.get(Form(lower, tag), ())
            if form.word != lower
        )

    def sections(self) -> dict[str, NDArray[np.uint8]]:
        """The forms as a section of a file."""
        lines = (
            " ".join(f"{form.word}/{form.tag}" for form in paradigm) for paradigm in self.paradigms
        )
        return {_SECTION: np.frombuffer("\n".join(lines).encode(), np.uint8)}

    @classmethod
    def from_file(cls, file: Container) -> Forms:
        """The forms of an open file."""
        section = file.arrays.get(_SECTION)
        if section is None:
            raise ModelError(f"{file.path}: it has no forms of words; make it again")
        try:
            return cls(
                [Form(word, tag) for word, tag in (item.rsplit("/", 1) for item in line.split())]
                for line in section.tobytes().decode().split("\n")
            )
        except ValueError:
            raise ModelError(f"{file.path}: damaged: its forms cannot be read") from None


def capitalized_like(model: str, word: str) -> str:
    """`word` with the capitals of `model`: none, the first letter, or all."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word
