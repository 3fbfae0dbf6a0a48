"""The pairs of sentences that the encoder-decoder learns from, chooses on and reports on.

Injected pairs come first: native text that may be passed on, with learners' errors put in by models
that have not seen it (`crossfit`). Then real ones, in this order: ErAConD, CoNLL-2013, CWEB. What
chooses is the last fifth of MASC, injected, and the last sentences of ErAConD; JFLEG only reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import shared_data
from correction_measures import gold
from crossfit import LEFT_OUT, crossfit, reference_for
from injected import INJECTED, MASC, as_m2, injected, tokenised

from syntacticdiff.files import atomic_write
from syntacticdiff.neural import Pair, pairs_of, read_pairs
from syntacticdiff.noise import LearnerNoise
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.recipes import TEXTS, cleaned

# How often each open text comes, each time with other errors, and at most how many of its lines.
OPEN = {
    MASC: (2, None),
    "novels": (3, None),
    "commons": (3, None),
    "addresses": (1, None),
    "tatoeba": (1, 45_000),
}
SHORTEST = 4  # tokens of a sentence that errors are put into
CHAT = 0.02  # the share of writers who write as in a chat
SEED = 21
DEV_INJECTED, DEV_ERACOND = 400, 400


class Pairs:
    """All pairs; the injected ones are made once and kept in a folder.

    Parameters
    ----------
    work : the folder, which may have the references of `pipelines/crossfit.py` in it
    """

    def __init__(self, work: Path) -> None:
        self.work = work

    def injected(self) -> list[Pair]:
        """More than 100,000 sentences of open native text with errors put in."""
        return [pair for text in OPEN for pair in read_pairs([self._written(text, "train")])]

    def chosen_on(self) -> list[Pair]:
        """What chooses the best state: injected errors and learners, neither learned from."""
        made = read_pairs([self._written(MASC, "dev")])[:DEV_INJECTED]
        return [*made, *self._eracond()[-DEV_ERACOND:]]

    def eracond(self) -> list[Pair]:
        """ErAConD, which may be learned from and passed on."""
        return self._eracond()[:-DEV_ERACOND]

    def restricted(self) -> list[Pair]:
        """CoNLL-2013 and CWEB: what learns from them is not passed on."""
        names = ("conll2013.m2", "cweb-g.dev.m2", "cweb-s.dev.m2")
        return [pair for name in names for pair in pairs_of(gold(name))]

    def _eracond(self) -> list[Pair]:
        return pairs_of(gold("eracond.m2"))

    def _written(self, text: str, part: str) -> str:
        path = self.work / f"{text}.{part}.m2"
        if not path.exists():
            self.work.mkdir(parents=True, exist_ok=True)
            self._write(path, text, part)
        return str(path)

    def _write(self, path: Path, text: str, part: str) -> None:
        times, most = OPEN[text] if part == "train" else (1, 2 * DEV_INJECTED)
        sentences = [words for words in tokenised(_lines(text, part)) if len(words) >= SHORTEST]
        sentences = _spread(sentences, most)
        with atomic_write(path) as stream:
            for run in range(times):
                noise = LearnerNoise(
                    seed=1000 * SEED + run,
                    styles={"essay": 1 - CHAT, "chat": CHAT},
                    reference=self._reference(text),
                )
                for sentence in injected(sentences, noise):
                    stream.write(f"{as_m2(sentence)}\n\n".encode())

    def _reference(self, text: str) -> ReferenceModel:
        path = reference_for(self.work, text)
        if not path.exists():
            crossfit("default", text if text in LEFT_OUT else None).save(path)
        return ReferenceModel.load(path)


def _lines(text: str, part: str) -> Iterator[str]:
    if text != MASC:
        yield from cleaned(TEXTS[text], print).sentences.read_text("utf-8").splitlines()
        return
    lines = shared_data.existing("reference", "masc_written.txt").read_text("utf-8").splitlines()
    cut = int(len(lines) * INJECTED)
    yield from lines[:cut] if part == "train" else lines[cut:]


def _spread(sentences: Sequence[list[str]], most: int | None) -> Sequence[list[str]]:
    """At most so many sentences, taken at equal distances."""
    if most is None or len(sentences) <= most:
        return sentences
    return [sentences[number * len(sentences) // most] for number in range(most)]
