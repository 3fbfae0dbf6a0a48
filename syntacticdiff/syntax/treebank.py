"""Treebanks in CoNLL-U: sentences in and out, with nothing lost.

Comments, multi-word tokens and empty nodes are kept as they stand; words are what has a number of
its own. https://universaldependencies.org/format.html defines the format.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from syntacticdiff.errors import InputError
from syntacticdiff.files.decoding import as_text, open_lines

FIELDS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
EMPTY = "_"
ROOT = -1  # the head of a tree's root


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a treebank.

    Parameters
    ----------
    form : str
        The word as written.
    head : int or None, default None
        The place of its head in the sentence, from 0; -1 for the root; None if there is none.
    lemma, upos, xpos, feats, deprel, deps, misc : str, default "_"
        The other columns, as they stand.
    """

    form: str
    lemma: str = EMPTY
    upos: str = EMPTY
    xpos: str = EMPTY
    feats: str = EMPTY
    head: int | None = None
    deprel: str = EMPTY
    deps: str = EMPTY
    misc: str = EMPTY


@dataclass(frozen=True, slots=True)
class TreebankSentence:
    """A sentence of a treebank.

    Parameters
    ----------
    words : tuple of Word
        Its words, in order.
    comments : tuple of str, default ()
        The lines before it, with their `#`.
    other_lines : tuple of (int, str), default ()
        Multi-word tokens and empty nodes: how many words stand before each, and its line.
    line : int, default 0
        The number of the line that its first word stands in.
    """

    words: tuple[Word, ...]
    comments: tuple[str, ...] = ()
    other_lines: tuple[tuple[int, str], ...] = ()
    line: int = field(default=0, compare=False)

    @property
    def forms(self) -> tuple[str, ...]:
        """The words as written."""
        return tuple(word.form for word in self.words)

    def to_conllu(self) -> str:
        """The sentence's lines, with the blank one that ends it."""
        lines = list(self.comments)
        others = list(self.other_lines)
        for number, word in enumerate(self.words):
            while others and others[0][0] <= number:
                lines.append(others.pop(0)[1])
            head = EMPTY if word.head is None else str(word.head + 1)
            lines.append(
                "\t".join(
                    (
                        *(str(number + 1), word.form, word.lemma, word.upos, word.xpos),
                        *(word.feats, head, word.deprel, word.deps, word.misc),
                    )
                )
            )
        lines += [line for _, line in others]
        return "\n".join(lines) + "\n\n"


def read_conllu(
    path: str | os.PathLike[str], report: Callable[[str], None] | None = None
) -> Iterator[TreebankSentence]:
    """The sentences of a CoNLL-U file.

    Parameters
    ----------
    path : str or path
        The file; `-` is standard input.
    report : callable, optional
        Is told what had to be replaced because it was not UTF-8. By default that is an error.

    Raises
    ------
    InputError
        With file, line and reason, for what is not CoNLL-U.
    """
    name = os.fspath(path)
    with open_lines(name, as_text(report or _refuse)) as lines:
        yield from conllu_sentences(lines, name)


def conllu_sentences(lines: Iterable[str], name: str = EMPTY) -> Iterator[TreebankSentence]:
    """The sentences of CoNLL-U lines.

    Parameters
    ----------
    lines : iterable of str
        The lines, with or without their ends.
    name : str, default "_"
        What messages call their file.
    """
    block: list[str] = []
    start = 1
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        if line:
            block.append(line)
            continue
        if block:
            yield _sentence(block, start, name)
        block, start = [], number + 1
    if block:
        yield _sentence(block, start, name)


def _sentence(block: Sequence[str], start: int, name: str) -> TreebankSentence:
    comments: list[str] = []
    others: list[tuple[int, str]] = []
    words: list[Word] = []
    places: list[int] = []  # lines of the words
    for number, line in enumerate(block, start):
        place = f"{name}:{number}"
        if line.startswith("#"):
            if words or others:
                raise InputError(f"{place}: a comment inside a sentence; comments stand before it")
            comments.append(line)
            continue
        fields = line.split("\t")
        if len(fields) != len(FIELDS):
            raise InputError(
                f"{place}: {len(fields)} fields instead of {len(FIELDS)}, separated by tabs"
            )
        if any(not value for value in fields):
            empty = FIELDS[fields.index("")]
            raise InputError(f"{place}: {empty} is empty; CoNLL-U has _ for nothing")
        if not _is_number(fields[0]):
            others.append((_words_before(fields[0], len(words), place), line))
            continue
        if int(fields[0]) != len(words) + 1:
            raise InputError(f"{place}: word {fields[0]} where word {len(words) + 1} is expected")
        words.append(_word(fields, place))
        places.append(number)
    if not words:
        raise InputError(f"{name}:{start}: comments without a sentence")
    _check_heads(words, places, name)
    return TreebankSentence(tuple(words), tuple(comments), tuple(others), places[0])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _words_before(identity: str, words: int, place: str) -> int:
    """How many words stand before a multi-word token (`3-4`) or an empty node (`3.1`)."""
    for mark in "-.":
        first, found, second = identity.partition(mark)
        if found and _is_number(first) and _is_number(second):
            before = int(first) - (mark == "-")
            if before == words:
                return words
            raise InputError(f"{place}: {identity} after word {words}")
    raise InputError(f'{place}: the ID is "{identity}", not a number, a range or a decimal')


def _word(fields: Sequence[str], place: str) -> Word:
    _, form, lemma, upos, xpos, feats, head, deprel, deps, misc = fields
    if head == EMPTY:
        number = None
    elif _is_number(head):
        number = int(head) - 1
    else:
        raise InputError(f'{place}: the HEAD is "{head}", not a number')
    return Word(form, lemma, upos, xpos, feats, number, deprel, deps, misc)


def _check_heads(words: Sequence[Word], places: Sequence[int], name: str) -> None:
    """Heads are given for all words or for none, and make a tree."""
    heads = [word.head for word in words]
    if all(head is None for head in heads):
        return
    roots = 0
    for number, head in enumerate(heads):
        place = f"{name}:{places[number]}"
        if head is None:
            raise InputError(f"{place}: no HEAD, but other words of the sentence have one")
        if head >= len(words):
            raise InputError(f"{place}: HEAD {head + 1} in a sentence of {len(words)} words")
        roots += head == ROOT
    if roots != 1:
        raise InputError(f"{name}:{places[0]}: {roots} roots instead of one")
    cyclic = in_cycle([ROOT if head is None else head for head in heads])
    if cyclic is not None:
        raise InputError(f"{name}:{places[cyclic]}: the HEADs lead from this word back to it")


def in_cycle(heads: Sequence[int]) -> int | None:
    """A token that is its own ancestor, if there is one."""
    reaches_root = [False] * len(heads)
    for start in range(len(heads)):
        path: list[int] = []
        token = start
        while token != ROOT and not reaches_root[token]:
            if len(path) > len(heads):
                return token
            path.append(token)
            token = heads[token]
        for passed in path:
            reaches_root[passed] = True
    return None


def is_projective(heads: Sequence[int]) -> bool:
    """Whether every token between a word and its head descends from that head.

    Parameters
    ----------
    heads : sequence of int
        The place of each word's head, from 0; -1 for the root.
    """
    # Spans of subtrees would do as well; arcs that cross are what the word means.
    arcs = sorted((min(d, h), max(d, h)) for d, h in enumerate(heads) if h != ROOT)
    for number, (left, right) in enumerate(arcs):
        for other_left, other_right in arcs[number + 1 :]:
            if other_left >= right:
                break
            if left < other_left and other_right > right:
                return False
    root = list(heads).index(ROOT)
    return not any(left < root < right for left, right in arcs)


def _refuse(message: str) -> None:
    raise InputError(message)
