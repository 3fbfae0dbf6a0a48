"""One sentence under search in plain Python: its hypotheses, made and scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import UNKNOWN, bits_per_token
from syntacticdiff.search.candidates import NEVER, at_level, prices_of
from syntacticdiff.search.found import Found
from syntacticdiff.search.hypothesis import (
    INSERT,
    REMOVE,
    SUB,
    Item,
    Sentence,
    Step,
    Steps,
    items,
    prefixes,
    with_change,
    with_insertion,
)
from syntacticdiff.search.scoring import positions

if TYPE_CHECKING:
    from syntacticdiff.search.python_engine import PythonEngine


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A set of edits with its objective J and its bits per token H."""

    objective: float
    steps: Steps
    bits: float

    @property
    def key(self) -> tuple[float, int, Steps]:
        """The order of hypotheses: J, then the number of edits, then the edits themselves."""
        return self.objective, len(self.steps), self.steps


class Expansion:
    """One sentence under search: makes hypotheses and judges them."""

    def __init__(self, engine: PythonEngine, sentence: Sentence, level: int = 0) -> None:
        self.engine, self.sentence, self.settings = engine, sentence, engine.settings
        self.substitutions = [engine.replacements(word) for word in sentence]
        self.removable = [engine.may_remove(word) for word in sentence]
        offered = (engine.insertions, *self.substitutions)
        self.words = {word.text: word for words in offered for word in words}
        self.tokens = tuple(word.text for word in sentence)
        self._penalties: dict[Step, int] = {}
        self._prices: dict[Step, int] = {}
        pricing = engine.penalties.pricing
        if pricing is not None:
            [candidates] = engine.candidates([sentence], pricing.orders)
            prices = at_level(prices_of(pricing, candidates), level).tolist()
            self._prices = dict(zip(candidates.steps(), prices, strict=True))

    @property
    def temperature(self) -> float:
        """What J' is divided by in probabilities."""
        return self.engine.penalties.temperature

    def offers(self, step: Step) -> bool:
        """Whether prices allow an edit at all."""
        return self._prices.get(step, 0) < NEVER

    def singles(self) -> Iterator[tuple[Step, int]]:
        """Every single candidate edit, and how many more bits the sentence has with it alone."""
        scored = self.scored(())
        for position, item in enumerate(items(self.sentence, (), self.words)):
            for word in self.engine.insertions:
                total = scored.total_with(position, position, word.ids)
                yield Step(position, INSERT, word.text), total - scored.total
            # Another edit may leave a word where this one alone would leave none.
            for step, replacement in self._changes(item, windows=3):
                total = scored.total_with(position, position + 1, replacement)
                yield step, total - scored.total

    def original(self) -> Hypothesis:
        """The sentence as it is."""
        scored = self.scored(())
        return self.hypothesis((), scored.total, len(scored.ids))

    def successors(self, steps: Steps, everywhere: bool = False) -> Iterator[Hypothesis]:
        """The hypotheses with one edit more, at the positions that the rule allows."""
        current = items(self.sentence, steps, self.words)
        scored = self.scored(steps)
        windows = len(current)
        rule = "all" if everywhere else self.settings.positions
        for position in positions(rule, scored.bits, self.engine.scorer.order):
            item = current[position]
            for word in self.engine.insertions if item.slot is not None else ():
                total = scored.total_with(position, position, (word.id,))
                longer = with_insertion(steps, item, word.text)
                yield self.hypothesis(longer, total, windows + 1)
            for step, replacement in self._changes(item, windows):
                total = scored.total_with(position, position + 1, replacement)
                changed = with_change(steps, step)
                yield self.hypothesis(changed, total, windows - 1 + len(replacement))

    def _changes(self, item: Item, windows: int) -> Iterator[tuple[Step, tuple[int, ...]]]:
        """Removal (unless it leaves nothing) and substitutions of a token not yet edited."""
        if item.token is None:
            return
        if self.removable[item.token] and windows > 2:
            yield Step(item.token, REMOVE, ""), ()
        for word in self.substitutions[item.token]:
            yield Step(item.token, SUB, word.text), word.ids

    def first_of_each_sentence(self, ranked: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """Of hypotheses that give the same sentence only the first."""
        seen: set[tuple[str, ...]] = set()
        for hypothesis in ranked:
            words = tuple(i.word.text for i in items(self.sentence, hypothesis.steps, self.words))
            if words not in seen:
                seen.add(words)
                yield hypothesis

    def found(self, steps: Steps) -> Found:
        """A hypothesis with the gain of each step, applied left to right."""
        bits = []
        for applied in prefixes(steps):
            scored = self.scored(applied)
            bits.append(bits_per_token(scored.total, len(scored.ids)))
        gains = tuple(before - after for before, after in pairwise(bits))
        return Found(steps, gains, bits[0], bits[-1])

    def gain(self, step: Step) -> float:
        """The bits per token that an edit saves alone, even if no word would be left."""
        return self.found((step,)).gains[0]

    def scored(self, steps: Steps) -> ScoredSentence:
        """The sentence with these edits, scored."""
        current = items(self.sentence, steps, self.words)
        return ScoredSentence(self.engine.scorer, [item.word.id for item in current])

    def hypothesis(self, steps: Steps, total: int, windows: int) -> Hypothesis:
        """A hypothesis, given the bits in total of its `windows` words."""
        penalty = sum(map(self.penalty, steps))
        objective = self.engine.objective(total, windows, penalty, len(steps))
        return Hypothesis(objective, steps, bits_per_token(total, windows))

    def penalty(self, step: Step) -> int:
        """A step's penalty and price, asked for once per sentence."""
        if step not in self._penalties:
            edit = step.edit_of(self.sentence)
            unknown = step.rank == SUB and self.sentence[step.position].id == UNKNOWN
            units = self.engine.penalties.units_in(edit, self.tokens, unknown)
            recases = step.rank == SUB and not self.engine.penalties.prices_capitals
            if recases and self.sentence[step.position].is_recased_by(step.target):
                units += self.sentence[step.position].units
            self._penalties[step] = units + (self._prices[step] if self._prices else 0)
        return self._penalties[step]
