"""The text that the context network is trained and measured on, as arrays of word ids.

The cleaned texts of the default reference's recipe, read as the default reference reads text. Of
every text each tenth block of 100 lines is held out (`is_held_out`). Needs no torch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from syntacticdiff import SyntacticDiff
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.recipes import RECIPES, TEXTS, cleaned, is_held_out
from syntacticdiff.text import FUNCTION_WORDS, word_class

INPUT_WORDS = 20_000
OUTPUT_WORDS = 7_000
LONGEST = 100  # tokens; the few longer sentences are left out

# What an input word that is not in the list is called: its class by its ending.
UNKNOWN_CLASSES = ("OTHER", "NUM", "PUNCT", "ING", "ED", "LY", "NOUN", "ADJ", "S")
# The words that may belong into a gap; their ids begin at 1, and 0 is no word.
GAP_WORDS = (*FUNCTION_WORDS, ",", ".", "?", "!", ";", ":", "'", '"', "-")
SEED = 20


@dataclass(frozen=True)
class NetworkText:
    """Sentences in input ids, one after another.

    Parameters
    ----------
    words : list of str
        The input words, the commonest first; their ids follow those of the unknown classes.
    ids : array of uint16
        The input ids of all tokens.
    classes : array of uint8
        The class of the unknown word that each input id would be.
    starts : array of int64
        Where each sentence begins, and the end of the last.
    times : array of uint8
        How often each sentence is read in an epoch; 0 if it is held out.
    text : array of uint8
        Which text of the recipe each sentence is of.
    """

    words: list[str]
    ids: NDArray[np.uint16]
    classes: NDArray[np.uint8]
    starts: NDArray[np.int64]
    times: NDArray[np.uint8]
    text: NDArray[np.uint8]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many tokens each sentence has."""
        return np.diff(self.starts)


def network_text(work: Path) -> NetworkText:
    """The text; kept in a folder once it has been read."""
    kept, listed = work / "text.npz", work / "words.txt"
    if not kept.exists():
        work.mkdir(parents=True, exist_ok=True)
        made = _read()
        listed.write_text("".join(f"{word}\n" for word in made.words), "utf-8")
        np.savez(
            kept,
            ids=made.ids,
            classes=made.classes,
            starts=made.starts,
            times=made.times,
            text=made.text,
        )
    arrays = np.load(kept)
    words = listed.read_text("utf-8").split("\n")[:-1]
    return NetworkText(words, **{name: arrays[name] for name in arrays.files})


def sentences(text: str) -> Iterator[tuple[bool, list[str]]]:
    """The folded tokens of each sentence of a text of the recipe, and whether it is held out."""
    reference = ReferenceModel.load()
    with cleaned(TEXTS[text], print).sentences.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream):
            held_out, whole = is_held_out(number), line.rstrip("\n")
            for start, end in reference.sentences(whole):
                tokens = reference.tokens(whole[start:end])
                yield held_out, [reference.fold(token.surface) for token in tokens]


def output_ids(words: int) -> NDArray[np.int64]:
    """The output id of each input id: 0 is any other word."""
    first = len(UNKNOWN_CLASSES)
    ids = np.zeros(first + words, np.int64)
    ids[first : first + OUTPUT_WORDS] = np.arange(1, OUTPUT_WORDS + 1)
    return ids


def gap_ids(words: list[str]) -> NDArray[np.int64]:
    """The gap id of each input id: 0 for words that are not insertable."""
    known = {word: number for number, word in enumerate(GAP_WORDS, 1)}
    return np.array([0] * len(UNKNOWN_CLASSES) + [known.get(word, 0) for word in words])


def rival_ids(words: list[str]) -> NDArray[np.int64]:
    """For each output id those of the words that it may be confused with, then -1.

    These are what the believable settings would put in its place: forms, words of the same closed
    class, and words that sound alike.
    """
    told = words[:OUTPUT_WORDS]
    numbers = {word: number for number, word in enumerate(told, 1)}
    differ = SyntacticDiff(
        substitutions="inflections+confusions+homophones",
        insertions="none",
        removals="none",
        penalties=None,
        tokenized=True,
    )
    found = [
        [numbers[other] for other in candidates.targets.tolist() if other in numbers]
        for candidates in differ.many_candidates([[word] for word in told])
    ]
    rivals = np.full((OUTPUT_WORDS + 1, max(map(len, found))), -1)
    for number, others in enumerate(found, 1):
        rivals[number, : len(others)] = others
    return rivals


def epoch_batches(text: NetworkText, size: int, epoch: int) -> list[NDArray[np.int64]]:
    """All training sentences, each text as often as it counts, in batches of one length each."""
    rng = np.random.default_rng((SEED, epoch))
    order = np.repeat(np.arange(len(text.times)), text.times)
    rng.shuffle(order)
    batches = list(_by_length(text, order, size))
    rng.shuffle(batches)  # type: ignore[arg-type]
    return batches


def held_out_batches(text: NetworkText, size: int, tokens: int = 60_000) -> list[NDArray[np.int64]]:
    """Held-out sentences of all texts, as many tokens of each as of the others if it has them."""
    chosen: list[NDArray[np.int64]] = []
    texts = np.unique(text.text)
    for number in texts:
        found = np.flatnonzero((text.times == 0) & (text.text == number))
        np.random.default_rng((SEED, int(number))).shuffle(found)
        reached = np.cumsum(text.lengths[found])
        chosen.append(found[reached <= tokens // len(texts)])
    return list(_by_length(text, np.concatenate(chosen), size))


def _by_length(
    text: NetworkText, order: NDArray[np.int64], size: int
) -> Iterator[NDArray[np.int64]]:
    lengths = text.lengths[order]
    order = order[np.argsort(lengths, kind="stable")]
    edges = np.concatenate([[0], np.cumsum(np.bincount(lengths))])
    for length in range(1, len(edges) - 1):
        same = order[edges[length] : edges[length + 1]]
        most = max(1, size // (length + 1))
        for start in range(0, len(same), most):
            yield same[start : start + most]


def columns(text: NetworkText, batch: NDArray[np.int64]) -> NDArray[np.int64]:
    """The input ids of sentences of one length: place, sentence."""
    length = int(text.lengths[batch[0]])
    return text.ids[text.starts[batch] + np.arange(length)[:, None]].astype(np.int64)


def _read() -> NetworkText:
    index: dict[str, int] = {}
    counts: Counter[int] = Counter()
    spelled: list[NDArray[np.int32]] = []
    times: list[int] = []
    texts: list[int] = []
    for number, (text, repeated) in enumerate(RECIPES["default"].times.items()):
        for held_out, tokens in sentences(text):
            if not 1 <= len(tokens) <= LONGEST:
                continue
            found = [index.setdefault(token, len(index)) for token in tokens]
            spelled.append(np.array(found, np.int32))
            times.append(0 if held_out else repeated)
            texts.append(number)
            if not held_out:
                for word in found:
                    counts[word] += repeated
    spellings = list(index)
    ordered = sorted(counts, key=lambda word: (-counts[word], spellings[word]))[:INPUT_WORDS]
    class_of = np.array([_class(word) for word in spellings], np.uint16)
    renumbered = class_of.copy()
    renumbered[ordered] = np.arange(len(ordered)) + len(UNKNOWN_CLASSES)
    return NetworkText(
        [spellings[word] for word in ordered],
        renumbered[np.concatenate(spelled)],
        np.concatenate([np.arange(len(UNKNOWN_CLASSES)), class_of[ordered]]).astype(np.uint8),
        np.concatenate([[0], np.cumsum([len(sentence) for sentence in spelled])]),
        np.array(times, np.uint8),
        np.array(texts, np.uint8),
    )


def _class(word: str) -> int:
    name = word_class(word)
    return UNKNOWN_CLASSES.index(name) if name in UNKNOWN_CLASSES else 0
