"""Types of edits beside ERRANT's, where the spans are given: shares of the same type, confusions.

The measuring for `alignment.py`. ErAConD has tokens that are only white space, which M2 cannot
express; its sentences with such tokens are left out.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from syntacticdiff.alignment import M2Edit, M2Sentence, edit_types, read_m2

Span = tuple[int, int, int, int]
COMMON = 30  # edits from which a type has a row of its own


@dataclass(frozen=True)
class TypeAgreement:
    """How many edits have ERRANT's type, and the pairs of types (ERRANT's, ours) of all edits."""

    name: str
    edits: int
    same: int
    pairs: dict[tuple[str, str], int]

    @property
    def share(self) -> float:
        """The share of edits with the same type."""
        return round(self.same / self.edits, 4) if self.edits else 1.0

    def rows(self) -> list[tuple[str, int, float, str]]:
        """Each common type: edits, share with the same type, and what the others are most often."""
        totals: Counter[str] = Counter()
        for (wanted, _), count in self.pairs.items():
            totals[wanted] += count
        rows = []
        for wanted, total in sorted(totals.items(), key=lambda item: (-item[1], item[0])):
            if total < COMMON:
                break
            others = Counter(
                {ours: n for (theirs, ours), n in self.pairs.items() if theirs == wanted != ours}
            )
            often = ", ".join(f"{name} {count}" for name, count in others.most_common(2))
            rows.append((wanted, total, self.pairs.get((wanted, wanted), 0) / total, often))
        return rows


def type_agreement(name: str, sentences: Sequence[M2Sentence]) -> TypeAgreement:
    """Our types of these sentences' edits beside those that they have."""
    pairs: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        for edits in sentence.annotations.values():
            ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
            target, spans = applied(sentence.tokens, ordered)
            own = edit_types(sentence.tokens, target, spans)
            pairs.update(zip((edit.type for edit in ordered), own, strict=True))
    same = sum(count for (wanted, own), count in pairs.items() if wanted == own)
    return TypeAgreement(name, pairs.total(), same, dict(pairs))


def applied(tokens: Sequence[str], edits: Sequence[M2Edit]) -> tuple[list[str], list[Span]]:
    """The corrected sentence, and the span of each edit in both."""
    target: list[str] = []
    spans = []
    done = 0
    for edit in edits:
        target += tokens[done : edit.start]
        start = len(target)
        target += edit.correction.split()
        spans.append((edit.start, edit.end, start, len(target)))
        done = max(done, edit.end)
    return [*target, *tokens[done:]], spans


def read_without_blank_tokens(path: Path) -> list[M2Sentence]:
    """The sentences of an M2 file whose tokens are all visible."""
    blocks = path.read_text("utf-8").split("\n\n")
    kept = [block for block in blocks if not _has_blank_token(block.partition("\n")[0])]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copy.write_text("\n\n".join(kept), "utf-8")
        return read_m2(str(copy), lambda message: print(message, file=sys.stderr))


def _has_blank_token(line: str) -> bool:
    return line.split(" ") != line.split()
