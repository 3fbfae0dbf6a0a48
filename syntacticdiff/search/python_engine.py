"""The searches in plain Python: the executable definition of the method.

Written to be read. It works with anything that has the scorer interface; the native engine must
give the same answers and is tested against this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import UNKNOWN, Scorer, bits_per_token
from syntacticdiff.search.candidates import (
    Candidates,
    Order,
    candidates_of,
    checked_orders,
    prices_of,
    truncated,
)
from syntacticdiff.search.found import Found, everything
from syntacticdiff.search.hypothesis import (
    REMOVE,
    SUB,
    Item,
    Sentence,
    Step,
    Steps,
    Word,
    items,
    prefixes,
    with_change,
    with_insertion,
)
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.scoring import Objective, positions
from syntacticdiff.search.settings import SearchSettings
from syntacticdiff.search.stopping import Stop


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


class PythonEngine:
    """Searches sentences with one model, one set of settings, candidate words and penalties."""

    name = "python"

    def __init__(
        self,
        scorer: Scorer,
        settings: SearchSettings,
        insertions: Sequence[Word],
        substitutions: Callable[[Word], Sequence[Word]],
        penalties: Penalties,
        removable: Callable[[Word], bool] = everything,
    ) -> None:
        self.scorer, self.settings, self.penalties = scorer, settings, penalties
        self.insertions = tuple(insertions) if "insert" in settings.operations else ()
        self.substitutions, self.removable = substitutions, removable
        self.objective = Objective(settings.alpha, settings.cost, settings.aggregate)
        self._find = {
            "recursive": self._recursive,
            "beam": self._beam,
            "sweep": self._sweep,
        }[settings.search]

    def search(self, sentences: Sequence[Sentence], stop: Stop | None = None) -> list[Found]:
        """The answer for each sentence, in order; `stop` can call the search off."""
        stop = stop or Stop()
        found = []
        for sentence in sentences:
            with stop.heard_by(_finish_the_sentence):
                found.append(self._find(_Expansion(self, sentence)))
        return found

    def candidates(
        self, sentences: Sequence[Sentence], orders: Sequence[Order] = (None,)
    ) -> list[Candidates]:
        """Every single candidate edit of each sentence, with its gains."""
        orders = checked_orders(orders, self.scorer.order)
        scorers = {order: truncated(self.scorer, order) for order in orders}
        return [
            candidates_of(
                sentence,
                self.insertions,
                list(map(self.may_remove, sentence)),
                list(map(self.replacements, sentence)),
                scorers,
            )
            for sentence in sentences
        ]

    def may_remove(self, word: Word) -> bool:
        return "remove" in self.settings.operations and self.removable(word)

    def replacements(self, word: Word) -> Sequence[Word]:
        return self.substitutions(word) if "sub" in self.settings.operations else ()

    def _recursive(self, expansion: _Expansion) -> Found:
        """Every hypothesis of up to max_edits edits that the position rule reaches, none twice."""
        best = expansion.original()
        seen: set[Steps] = set()

        def visit(hypothesis: Hypothesis) -> None:
            nonlocal best
            if hypothesis.key < best.key:
                best = hypothesis
            if len(hypothesis.steps) < self.settings.max_edits:
                for successor in expansion.successors(hypothesis.steps):
                    if successor.steps not in seen:
                        seen.add(successor.steps)
                        visit(successor)

        visit(best)
        return expansion.found(best)

    def _beam(self, expansion: _Expansion) -> Found:
        """The best `beam` hypotheses of each depth go on; without a beam, all of them."""
        beam = self.settings.beam
        best = expansion.original()
        frontier = [best]
        for _ in range(self.settings.max_edits):
            if beam is not None and self._good_enough(best):
                break
            reached = {h.steps: h for f in frontier for h in expansion.successors(f.steps)}
            frontier = sorted(reached.values(), key=lambda hypothesis: hypothesis.key)
            if beam is not None:
                frontier = list(islice(expansion.first_of_each_sentence(frontier), beam))
            if frontier and frontier[0].key < best.key:
                best = frontier[0]
            elif beam is not None:
                break
        return expansion.found(best)

    def _good_enough(self, best: Hypothesis) -> bool:
        return self.settings.stop_at is not None and best.bits <= self.settings.stop_at

    def _sweep(self, expansion: _Expansion) -> Found:
        """At every gap the best insertion, at every token the best removal and substitution."""
        original = expansion.original()
        kept: list[tuple[Step, float]] = []
        best: dict[tuple[int, int], Hypothesis] = {}
        for single in expansion.successors((), everywhere=True):
            place = single.steps[0][:2]
            if place not in best or single.key < best[place].key:
                best[place] = single
        for place in sorted(best):
            single = best[place]
            gain = original.bits - single.bits
            if single.objective < original.objective and gain > self.settings.min_gain:
                kept.append((single.steps[0], gain))
        steps, gains = zip(*kept, strict=True) if kept else ((), ())
        return Found(steps, gains, original.bits, None)


def _finish_the_sentence() -> None:
    """What this engine does when it is called off: no sentence after this one is begun."""


class _Expansion:
    """One sentence under search: makes hypotheses and judges them."""

    def __init__(self, engine: PythonEngine, sentence: Sentence) -> None:
        self.engine, self.sentence = engine, sentence
        self.substitutions = [engine.replacements(word) for word in sentence]
        self.removable = [engine.may_remove(word) for word in sentence]
        offered = (engine.insertions, *self.substitutions)
        self.ids = {word.text: word.id for words in offered for word in words}
        self.tokens = tuple(word.text for word in sentence)
        self._penalties: dict[Step, int] = {}
        self._prices: dict[Step, int] = {}
        pricing = engine.penalties.pricing
        if pricing is not None:
            [candidates] = engine.candidates([sentence], pricing.orders)
            prices = prices_of(pricing, candidates).tolist()
            self._prices = dict(zip(candidates.steps(), prices, strict=True))

    def original(self) -> Hypothesis:
        """The sentence as it is."""
        scored = self._scored(())
        return self._hypothesis((), scored.total, len(scored.ids))

    def successors(self, steps: Steps, everywhere: bool = False) -> Iterator[Hypothesis]:
        """The hypotheses with one edit more, at the positions that the rule allows."""
        current = items(self.sentence, steps, self.ids)
        scored = self._scored(steps)
        windows = len(current)
        rule = "all" if everywhere else self.engine.settings.positions
        for position in positions(rule, scored.bits, self.engine.scorer.order):
            item = current[position]
            for word in self.engine.insertions:
                total = scored.total_with(position, position, (word.id,))
                longer = with_insertion(steps, item, word.text)
                yield self._hypothesis(longer, total, windows + 1)
            for step, replacement in self._changes(item, windows):
                total = scored.total_with(position, position + 1, replacement)
                changed = with_change(steps, step)
                yield self._hypothesis(changed, total, windows - 1 + len(replacement))

    def _changes(self, item: Item, windows: int) -> Iterator[tuple[Step, tuple[int, ...]]]:
        """Removal (unless it leaves nothing) and substitutions of a token not yet edited."""
        if item.token is None:
            return
        if self.removable[item.token] and windows > 2:
            yield Step(item.token, REMOVE, ""), ()
        for word in self.substitutions[item.token]:
            yield Step(item.token, SUB, word.text), (word.id,)

    def first_of_each_sentence(self, ranked: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """Of hypotheses that give the same sentence only the first."""
        seen: set[tuple[str, ...]] = set()
        for hypothesis in ranked:
            words = tuple(i.word.text for i in items(self.sentence, hypothesis.steps, self.ids))
            if words not in seen:
                seen.add(words)
                yield hypothesis

    def found(self, best: Hypothesis) -> Found:
        """The best hypothesis with the gain of each step, applied left to right."""
        bits = []
        for applied in prefixes(best.steps):
            scored = self._scored(applied)
            bits.append(bits_per_token(scored.total, len(scored.ids)))
        gains = tuple(before - after for before, after in pairwise(bits))
        return Found(best.steps, gains, bits[0], bits[-1])

    def _scored(self, steps: Steps) -> ScoredSentence:
        current = items(self.sentence, steps, self.ids)
        return ScoredSentence(self.engine.scorer, [item.word.id for item in current])

    def _hypothesis(self, steps: Steps, total: int, windows: int) -> Hypothesis:
        penalty = sum(map(self._penalty, steps))
        objective = self.engine.objective(total, windows, penalty, len(steps))
        return Hypothesis(objective, steps, bits_per_token(total, windows))

    def _penalty(self, step: Step) -> int:
        """A step's penalty and price, asked for once per sentence."""
        if step not in self._penalties:
            edit = step.edit_of(self.sentence)
            unknown = step.rank == SUB and self.sentence[step.position].id == UNKNOWN
            units = self.engine.penalties.units_in(edit, self.tokens, unknown)
            self._penalties[step] = units + (self._prices[step] if self._prices else 0)
        return self._penalties[step]
