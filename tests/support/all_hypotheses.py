"""Every hypothesis of a sentence, one by one: what the lattice must equal.

Hypotheses are written out as tokens and gaps, sentences are scored from their beginning, and
probabilities are plain sums. Only the scorer and the penalties of single edits are the library's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from support.generated import Case
from support.made_up_prices import MadeUpPricing, made_up_price
from syntacticdiff.reference.scorer import END, ONE_BIT, word_bits
from syntacticdiff.search.hypothesis import INSERT, REMOVE, SUB, Step, Word

KEPT = object()
REMOVED = object()


@dataclass(frozen=True)
class Listed:
    """A hypothesis: its edits, and J' in units of 2^-20 bit."""

    steps: tuple[Step, ...]
    cost: int

    @property
    def key(self) -> tuple[int, int, tuple[Step, ...]]:
        return self.cost, len(self.steps), self.steps


class AllHypotheses:
    """The hypotheses of a case, and what they say together."""

    def __init__(self, case: Case) -> None:
        self.case, self.settings = case, case.settings
        self.words = [word.text for word in case.sentence]
        self.original = self._bits(case.sentence)
        self.allowed = {step for step in self._candidates() if self._is_cheap(step)}
        self.listed = sorted(self._all(), key=lambda hypothesis: hypothesis.key)
        temperature = case.penalties.temperature
        least = self.listed[0].cost
        weights = [math.exp2((least - h.cost) / ONE_BIT / temperature) for h in self.listed]
        total = math.fsum(weights)
        self.shares = [weight / total for weight in weights]

    def probability(self, step: Step) -> float:
        pairs = zip(self.listed, self.shares, strict=True)
        return math.fsum(share for hypothesis, share in pairs if step in hypothesis.steps)

    def expected(self, step: Step) -> float:
        pairs = zip(self.listed, self.shares, strict=True)
        return math.fsum(share * hypothesis.steps.count(step) for hypothesis, share in pairs)

    def steps(self) -> set[Step]:
        return {step for hypothesis in self.listed for step in hypothesis.steps}

    def _all(self) -> Iterator[Listed]:
        size = len(self.words)
        insertable = [self._insertable(gap) for gap in range(size + 1)]
        gaps = [list(self._lists(words)) for words in insertable]
        tokens = [[KEPT, *self._changes(place)] for place in range(size)]
        for chosen in product(*tokens):
            allowed = [
                [()] if gap and chosen[gap - 1] is REMOVED else gaps[gap] for gap in range(size + 1)
            ]
            for inserted in product(*allowed):
                yield from self._one(chosen, inserted)

    def _one(
        self, chosen: tuple[object, ...], inserted: tuple[tuple[Word, ...], ...]
    ) -> Iterator[Listed]:
        """The hypothesis with these changes and insertions, if it is one."""
        steps: list[Step] = []
        result: list[Word] = []
        for gap, words in enumerate(inserted):
            steps += [Step(gap, INSERT, word.text) for word in words]
            result += words
            if gap == len(chosen):
                break
            change = chosen[gap]
            if change is KEPT:
                result.append(self.case.sentence[gap])
            elif change is REMOVED:
                if words and words[-1].text == self.words[gap]:
                    return
                steps.append(Step(gap, REMOVE, ""))
            else:
                assert isinstance(change, Word)
                result.append(change)
                steps.append(Step(gap, SUB, change.text))
        most = self.settings.max_edits
        if result and (most is None or len(steps) <= most):
            yield Listed(tuple(steps), self._bits(result) + sum(map(self._price, steps)))

    def _lists(self, words: list[Word]) -> Iterator[tuple[Word, ...]]:
        for length in range(self.settings.max_inserted + 1):
            yield from product(words, repeat=length)

    def _insertable(self, gap: int) -> list[Word]:
        if "insert" not in self.settings.operations:
            return []
        return [w for w in self.case.insertions if Step(gap, INSERT, w.text) in self.allowed]

    def _changes(self, place: int) -> Iterator[object]:
        if Step(place, REMOVE, "") in self.allowed:
            yield REMOVED
        for word in self.case.substitutions(self.case.sentence[place]):
            if Step(place, SUB, word.text) in self.allowed:
                yield word

    def _candidates(self) -> Iterator[Step]:
        operations = self.settings.operations
        for gap in range(len(self.words) + 1):
            if "insert" in operations:
                yield from (Step(gap, INSERT, word.text) for word in self.case.insertions)
            if gap == len(self.words):
                return
            word = self.case.sentence[gap]
            if "remove" in operations and self.case.removable(word):
                yield Step(gap, REMOVE, "")
            if "sub" in operations:
                yield from (Step(gap, SUB, w.text) for w in self.case.substitutions(word))

    def _is_cheap(self, step: Step) -> bool:
        if self.settings.prune is None:
            return True
        sentence = list(self.case.sentence)
        if step.rank == INSERT:
            [word] = [w for w in self.case.insertions if w.text == step.target]
            sentence.insert(step.position, word)
        elif step.rank == REMOVE:
            del sentence[step.position]
        else:
            choices = self.case.substitutions(sentence[step.position])
            [sentence[step.position]] = [w for w in choices if w.text == step.target]
        worse = self._bits(sentence) + self._price(step) - self.original
        return worse <= math.floor(self.settings.prune * ONE_BIT + 0.5)

    def _bits(self, words: list[Word] | tuple[Word, ...]) -> int:
        scorer = self.case.model.scorer
        state, total = scorer.begin(), 0
        for number in (*(number for word in words for number in word.ids), END):
            log10, state = scorer.advance(state, number)
            total += word_bits(log10)
        return total

    def _price(self, step: Step) -> int:
        edit = step.edit_of(self.case.sentence)
        unknown = step.rank == SUB and self.case.sentence[step.position].id == 0
        units = self.case.penalties.units(edit.op, edit.source, edit.target, unknown)
        if step.rank == SUB:
            token = self.case.sentence[step.position]
            units += token.units if token.recased == step.target else 0
        pricing = self.case.penalties.pricing
        if pricing is not None:
            assert isinstance(pricing, MadeUpPricing)
            assert not pricing.orders
            units += made_up_price(pricing.seed, self.words, *step)
        alpha = self.settings.alpha
        return math.floor(units * (1.0 - alpha) / alpha + 0.5)
