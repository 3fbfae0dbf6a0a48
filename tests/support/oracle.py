"""The method once more, as slowly and literally as it is defined: what the searches must equal.

Nothing here is shared with the library but the number formats: hypotheses are tokens and gaps, not
lists of steps; sentences are scored from the beginning, n-gram by n-gram, in a dictionary.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from support.cases import BEGIN, END, Case, log10_by_definition
from support.made_up_prices import made_up_price

KEPT, REMOVED = "kept", "removed"
LOG2_10 = math.log2(10)


@dataclass(frozen=True)
class Marked:
    """Each token kept, removed or replaced (by that word); each gap's inserted words."""

    tokens: tuple[str, ...]
    gaps: tuple[tuple[str, ...], ...]


def normal(marked: Marked) -> Marked:
    """While token p is removed and gap p+1 holds insertions, these move to the end of gap p."""
    gaps = list(marked.gaps)
    moved = True
    while moved:
        moved = False
        for p, token in enumerate(marked.tokens):
            if token is REMOVED and gaps[p + 1]:
                gaps[p], gaps[p + 1] = gaps[p] + gaps[p + 1], ()
                moved = True
    return Marked(marked.tokens, tuple(gaps))


def listed(marked: Marked) -> list[tuple[int, int, bytes]]:
    """The edits in the order of the definition: (position, insert < remove < sub, bytes)."""
    result = []
    for gap, inserted in enumerate(marked.gaps):
        result += [(gap, 0, text.encode()) for text in inserted]
        if gap < len(marked.tokens):
            token = marked.tokens[gap]
            if token is REMOVED:
                result.append((gap, 1, b""))
            elif token is not KEPT:
                result.append((gap, 2, token.encode()))
    return result


class Oracle:
    """All hypotheses of a case, with their objective."""

    def __init__(self, case: Case) -> None:
        self.case, self.settings = case, case.settings
        self.seen: dict[Marked, tuple[float, int, list[tuple[int, int, bytes]]]] = {}

    def original(self) -> Marked:
        size = len(self.case.sentence)
        return Marked((KEPT,) * size, ((),) * (size + 1))

    def sentence(self, marked: Marked) -> list[tuple[str, int | None, tuple[int, int]]]:
        """Words as (text, editable token, (gap, slot) of an insertion before it)."""
        result = []
        for gap, inserted in enumerate(marked.gaps):
            result += [(text, None, (gap, slot)) for slot, text in enumerate(inserted)]
            if gap < len(marked.tokens):
                token = marked.tokens[gap]
                place = (gap, len(inserted))
                if token is KEPT:
                    result.append((self.case.sentence[gap].text, gap, place))
                elif token is not REMOVED:
                    result.append((token, None, place))
        return result

    def windows(self, texts: list[str]) -> list[int]:
        """Fixed-point bits of each window, from scratch."""
        lexicon, order = self.case.model.lexicon, self.case.model.order
        ids = [BEGIN, *map(lexicon.id, texts), END]
        bits = []
        for i in range(1, len(ids)):
            context = tuple(ids[max(0, i - order + 1) : i])
            log10 = log10_by_definition(self.case.ngrams, context, ids[i])
            bits.append(math.floor(-log10 * LOG2_10 * 2**20 + 0.5))
        return bits

    def bits_per_token(self, marked: Marked) -> float:
        bits = self.windows([text for text, _, _ in self.sentence(marked)])
        return float(Fraction(sum(bits), 2**20 * len(bits)))

    def objective(self, marked: Marked) -> float:
        settings, penalties = self.settings, self.case.penalties
        cost = self.bits_per_token(marked)
        if settings.cost == "perplexity":
            cost = math.exp2(cost)
        if settings.cost == "window":
            cost = sum(self.windows([text for text, _, _ in self.sentence(marked)])) / 2**20
        tokens = [word.text for word in self.case.sentence]
        units = []
        for position, rank, target in listed(marked):
            op = ("insert", "remove", "sub")[rank]
            source = "" if op == "insert" else self.case.sentence[position].text
            name = {
                "insert": f"insert({target.decode()})",
                "remove": f"remove({source})",
                "sub": f"sub({source}->{target.decode()})",
            }[op]
            own = penalties.by_edit.get(name, 0)
            if penalties.pricing is not None:
                seed = penalties.pricing.seed
                own += made_up_price(seed, tokens, position, rank, target.decode())
            units.append(penalties.base + penalties.by_operation.get(op, 0) + own)
        weight = sum(units) / 2**20
        if settings.aggregate == "mean" and units:
            weight /= len(units)
        return settings.alpha * cost + (1 - settings.alpha) * weight

    def successors(self, marked: Marked) -> list[Marked]:
        words = self.sentence(marked)
        bits = self.windows([text for text, _, _ in words])
        worst = bits.index(max(bits))
        places = {
            "worst": [worst],
            "window": [i for i in range(len(bits)) if worst - self.case.model.order < i <= worst],
            "all": list(range(len(bits))),
        }[self.settings.positions]
        result = []
        for place in places:
            at_end = place == len(words)
            size = len(self.case.sentence)
            gap, slot = (size, len(marked.gaps[size])) if at_end else words[place][2]
            if "insert" in self.settings.operations:
                for word in self.case.insertions:
                    here = marked.gaps[gap]
                    longer = (*here[:slot], word.text, *here[slot:])
                    gaps = (*marked.gaps[:gap], longer, *marked.gaps[gap + 1 :])
                    result.append(normal(Marked(marked.tokens, gaps)))
            token = None if at_end else words[place][1]
            if token is not None:
                changes = [w.text for w in self.case.substitutions(self.case.sentence[token])]
                changes = changes if "sub" in self.settings.operations else []
                removals = self.case.removals
                removable = removals is None or self.case.sentence[token].text in removals
                if "remove" in self.settings.operations and removable and len(words) > 1:
                    changes.append(REMOVED)
                for change in changes:
                    tokens = (*marked.tokens[:token], change, *marked.tokens[token + 1 :])
                    result.append(normal(Marked(tokens, marked.gaps)))
        return result

    def rank(self, marked: Marked) -> tuple[float, int, list[tuple[int, int, bytes]]]:
        if marked not in self.seen:
            edits = listed(marked)
            self.seen[marked] = (self.objective(marked), len(edits), edits)
        return self.seen[marked]

    def best(self) -> Marked:
        """Of every hypothesis of up to max_edits edits the first in the order."""
        layer = {self.original()}
        everything = set(layer)
        for _ in range(self.settings.max_edits):
            layer = {successor for marked in layer for successor in self.successors(marked)}
            everything |= layer
        return min(everything, key=self.rank)

    def beam(self) -> Marked:
        """Depth by depth, the first of each sentence, the best `beam` of those, the two stops."""
        width, stop_at = self.settings.beam, self.settings.stop_at
        assert width is not None
        best = self.original()
        layer = [best]
        for _ in range(self.settings.max_edits):
            if stop_at is not None and self.bits_per_token(best) <= stop_at:
                break
            reached = {successor for marked in layer for successor in self.successors(marked)}
            layer, sentences = [], []
            for marked in sorted(reached, key=self.rank):
                texts = [text for text, _, _ in self.sentence(marked)]
                if texts not in sentences and len(layer) < width:
                    layer.append(marked)
                    sentences.append(texts)
            if not layer or self.rank(layer[0]) > self.rank(best):
                break
            best = layer[0]
        return best

    def ties(self) -> bool:
        """Whether another hypothesis is as good as the best one."""
        least = min(objective for objective, _, _ in self.seen.values())
        return sum(objective == least for objective, _, _ in self.seen.values()) > 1

    def sweep(self) -> list[tuple[tuple[int, int, bytes], float]]:
        """The edits of a sweep with their gains."""
        original = self.original()
        singles: dict[tuple[int, int], list[Marked]] = {}
        for marked in self.successors(original):
            edit = listed(marked)[0]
            singles.setdefault(edit[:2], []).append(marked)
        result = []
        for place in sorted(singles):
            single = min(singles[place], key=self.rank)
            gain = self.bits_per_token(original) - self.bits_per_token(single)
            if self.objective(single) < self.objective(original) and gain > self.settings.min_gain:
                result.append((listed(single)[0], gain))
        return result
