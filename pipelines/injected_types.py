"""Is injected text like learners' text? Edits by type, beside those of ErAConD.

    python pipelines/injected_types.py FOLDER --reference REFERENCES/held-out.sdlm

FOLDER is what pipelines/injected.py has written. All edits get their ERRANT types from our typer.
A second table has the bits that each correction saves under the reference, all others made: errors
that are easier to find than those of learners would teach too much trust in the reference.
Writes results/injected.md. Rates are set by published tables and ErAConD (see
noise/learner_rates.toml); no other annotated text has been looked at for them.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import shared_data
from edit_types import applied, read_without_blank_tokens

from syntacticdiff.alignment import M2Sentence, corrected, edit_types, read_m2
from syntacticdiff.files import atomic_write
from syntacticdiff.reference import ReferenceModel

PAGE = shared_data.PROJECT / "results" / "injected.md"
MOST = 6_000  # sentences of each injected file that are typed
TEXT = """\
# Errors injected into native text, beside learners' errors

`python pipelines/crossfit.py REFERENCES`, `python pipelines/injected.py FOLDER --reference
REFERENCES/held-out.sdlm`, then `python pipelines/injected_types.py FOLDER --reference
REFERENCES/held-out.sdlm`.

Edits in 1,000 tokens by ERRANT type, all typed by our typer. Injected text holds a fifth of writers
without any error; most of it is written as essays are, some as in a chat. ErAConD is chat. Its
capitals, end marks and contractions (its text came without apostrophes) are habits of its writers;
`R:OTHER` there is mostly rewritten phrases and contractions, which injected text has in part only.
The rates of chat were measured on all of ErAConD, so that this is no test on unseen text.
"""
SAVED = """
Bits that corrections save under a reference that has seen neither text: the share of corrections
that save any, and the tenth, the half and nine tenths of them. Types with 12 edits or more in both.
"""
FEW = 12
COMMON = 0.15  # edits in 1,000 tokens from which a type has a row


@dataclass(frozen=True)
class Profile:
    """What a text has: its size, the sentences with edits, and its edits by type."""

    name: str
    sentences: int
    edited: int
    tokens: int
    types: Counter[str]
    bits: dict[str, list[float]]

    def per_thousand(self, type_: str) -> float:
        """Edits of a type in 1,000 tokens."""
        return 1000 * self.types[type_] / self.tokens


def profile(name: str, sentences: Iterable[M2Sentence], model: ReferenceModel) -> Profile:
    """The profile of sentences with gold edits."""
    types: Counter[str] = Counter()
    bits: defaultdict[str, list[float]] = defaultdict(list)
    count = edited = tokens = 0
    for sentence in sentences:
        edits = sorted(sentence.annotations[0], key=lambda edit: (edit.start, edit.end))
        count, edited, tokens = count + 1, edited + bool(edits), tokens + len(sentence.tokens)
        if edits:
            target, spans = applied(sentence.tokens, edits)
            found = edit_types(sentence.tokens, target, spans)
            types.update(found)
            right = _bits(model, target)
            for type_, edit in zip(found, edits, strict=True):
                others = [other for other in edits if other is not edit]
                bits[type_].append(_bits(model, corrected(sentence.tokens, others)) - right)
    return Profile(name, count, edited, tokens, types, bits)


def _bits(model: ReferenceModel, words: Sequence[str]) -> float:
    return -model.score(list(words)).log10 * math.log2(10)


def table(profiles: list[Profile]) -> list[str]:
    """A row for each common type, the commonest first."""
    types = sorted(
        {type_ for each in profiles for type_ in each.types if each.per_thousand(type_) >= COMMON},
        key=lambda type_: (-max(each.per_thousand(type_) for each in profiles), type_),
    )
    return [
        f"| | {' | '.join(each.name for each in profiles)} |",
        f"|---|{'---:|' * len(profiles)}",
        f"| sentences | {' | '.join(f'{each.sentences:,}' for each in profiles)} |",
        "| with edits | "
        + " | ".join(f"{each.edited / each.sentences:.0%}" for each in profiles)
        + " |",
        f"| tokens | {' | '.join(f'{each.tokens:,}' for each in profiles)} |",
        "| edits in 1,000 tokens | "
        + " | ".join(f"{1000 * each.types.total() / each.tokens:.1f}" for each in profiles)
        + " |",
        *(
            f"| {type_} | {' | '.join(f'{each.per_thousand(type_):.2f}' for each in profiles)} |"
            for type_ in types
        ),
    ]


def saved(profiles: list[Profile]) -> list[str]:
    """A row for each type that is common in all, with the bits that its corrections save."""
    names = " | ".join(f"{each.name}: saves | 10% | 50% | 90%" for each in profiles)
    rows = [f"| | {names} |", f"|---|{'---:|' * 4 * len(profiles)}"]
    for type_, count in profiles[-1].types.most_common():
        if count >= FEW and all(each.types[type_] >= FEW for each in profiles):
            cells = [_quantiles(each.bits[type_]) for each in profiles]
            rows.append(f"| {type_} | {' | '.join(cells)} |")
    return rows


def _quantiles(bits: list[float]) -> str:
    ordered = sorted(bits)
    share = sum(value > 0 for value in bits) / len(bits)
    tenths = " | ".join(f"{ordered[tenth * len(bits) // 10]:.1f}" for tenth in (1, 5, 9))
    return f"{share:.0%} | {tenths}"


def page(profiles: list[Profile]) -> str:
    """The page."""
    return "\n".join([TEXT, *table(profiles), SAVED, *saved(profiles), ""])


def main() -> None:
    """Type the edits and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reference", type=ReferenceModel.load, required=True)
    asked = parser.parse_args()
    folder, model = asked.folder, asked.reference
    sentences = [
        sentence
        for path in sorted(folder.glob("*.m2"))
        for sentence in read_m2(str(path), lambda line: print(line, file=sys.stderr))[:MOST]
    ]
    eracond = read_without_blank_tokens(shared_data.existing("gec", "eracond.m2"))
    text = page([profile("injected", sentences, model), profile("ErAConD", eracond, model)])
    with atomic_write(PAGE) as stream:
        stream.write(text.encode("utf-8"))
    print(text)


if __name__ == "__main__":
    main()
