"""Native text with learners' errors, to learn prices from: a folder of M2 files.

    python pipelines/injected.py FOLDER --reference REFERENCES/held-out.sdlm [--seeds 1 2 3]

MASC's first four fifths (the rest only measures) and the held-out blocks of those texts of the
embedded reference that pipelines/crossfit.py can leave out of its models. Each sentence is
tokenised as the reference does it, its words as they are written; the type of each edit is the
kind of the error. Some sentences are awkward as well (`awkward`), which is no error. Everyday texts
are closer to what learners write, so they come more than once, each time with other errors.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import shared_data
from awkward import Awkward
from crossfit import seen_lines

from syntacticdiff.alignment import M2Edit, M2Sentence
from syntacticdiff.files import atomic_write
from syntacticdiff.noise import LearnerNoise, LearnerSentence
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.recipes import TEXTS, cleaned
from syntacticdiff.syntax import Tagger

MASC = "masc"
INJECTED = 0.8  # of MASC's lines, the first
# How often each text comes, and the share of writers who write as in a chat.
TIMES = {
    MASC: (1, 0.02),
    "tatoeba": (2, 0.02),
    "novels": (5, 0.02),
    "commons": (5, 0.02),
    "addresses": (2, 0.02),
}
_LONGEST = 60  # tokens of a sentence
_STOCK = frozenset(("Tom", "Mary"))


def lines_of(text: str) -> Iterator[str]:
    """The sentences of a text that may be injected."""
    if text == MASC:
        path = shared_data.existing("reference", "masc_written.txt")
        lines = path.read_text("utf-8").splitlines()
        yield from lines[: int(len(lines) * INJECTED)]
    else:
        yield from seen_lines(cleaned(TEXTS[text], print).sentences, held_out=True)


def tokenised(lines: Iterable[str]) -> list[list[str]]:
    """The sentences' tokens as written; empty and very long ones are left out."""
    model = ReferenceModel.load("default")
    found = ([token.surface for token in model.tokens(line)] for line in lines)
    kept = (words for words in found if 0 < len(words) <= _LONGEST)
    # A quarter of Tatoeba is about the same two people: a few of these sentences are enough.
    named = 0
    chosen = []
    for words in kept:
        is_named = not _STOCK.isdisjoint(words)
        named += is_named
        if not is_named or named % 5 == 0:
            chosen.append(words)
    return chosen


def injected(sentences: Sequence[Sequence[str]], noise: LearnerNoise) -> Iterator[LearnerSentence]:
    """The sentences with errors."""
    for words, tags in zip(sentences, Tagger.load().tag_many(sentences), strict=True):
        yield noise(words, tags)


def as_m2(sentence: LearnerSentence) -> M2Sentence:
    """The sentence in M2, each edit with the kind of its error."""
    edits = tuple(
        M2Edit(
            edit.position,
            edit.position + (edit.op != "insert"),
            edit.kind,
            (" ".join(edit.target),),
        )
        for edit in sentence.edits
    )
    return M2Sentence(sentence.words, edits or (M2Edit(-1, -1, "noop", ("",)),))


def write(
    folder: Path, text: str, seeds: Sequence[int], model: ReferenceModel | None = None
) -> None:
    """One text, as often as it comes with each seed, and what it has; the model has not seen it."""
    times, chat = TIMES[text]
    began = time.process_time()
    native = tokenised(lines_of(text))
    awkward = Awkward(native, list(Tagger.load().tag_many(native)))
    count = tokens = edits = 0
    with atomic_write(folder / f"{text}.m2") as stream:
        for number in (1000 * seed + run for seed in seeds for run in range(times)):
            noise = LearnerNoise(
                seed=number, styles={"essay": 1 - chat, "chat": chat}, reference=model
            )
            for sentence in injected(list(awkward(number)), noise):
                stream.write(f"{as_m2(sentence)}\n\n".encode())
                count, tokens = count + 1, tokens + len(sentence.words)
                edits += len(sentence.edits)
    spent = time.process_time() - began
    print(
        f"{text}: {count:,} sentences, {tokens:,} tokens, "
        f"{100 * edits / tokens:.2f} errors in 100 tokens, {spent:.0f} CPU s",
        flush=True,
    )


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reference", type=ReferenceModel.load, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--texts", nargs="+", choices=TIMES, default=list(TIMES))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for text in asked.texts:
        write(asked.folder, text, asked.seeds, asked.reference)


if __name__ == "__main__":
    main()
