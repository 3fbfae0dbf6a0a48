"""What an edit costs: a base, a penalty for its operation, and one of its own.

Penalties are in bits. Each becomes a fixed-point integer once, when it is set, so that sums do not
depend on their order. `scoring` weighs them against the bits of the sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from syntacticdiff.edits.diff import OPERATIONS, Edit, Operation
from syntacticdiff.edits.names import edit_name, parsed_name
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import shown
from syntacticdiff.reference.scorer import MOST_BITS, fixed_point
from syntacticdiff.search.prices.density import Density, density_of
from syntacticdiff.search.prices.tagged import TagPenalties, tagged_edits
from syntacticdiff.text.languages import ENGLISH, refuse_other_languages
from syntacticdiff.text.spelling import letters_between

if TYPE_CHECKING:
    from syntacticdiff.reference import ReferenceModel
    from syntacticdiff.search.candidates import Pricing

PenaltyFunction = Callable[[Edit, Sequence[str]], float]
PenaltySpec = Mapping[str, float] | PenaltyFunction | None


@dataclass(frozen=True)
class Penalties:
    """Penalties in fixed-point units of 2^-20 bit.

    Parameters
    ----------
    base : int, default 0
        Paid by every edit.
    by_operation : mapping of str to int, default {}
        Paid by edits of an operation.
    by_edit : mapping of str to int, default {}
        Paid by single edits, by their feature names: `remove(not)`.
    function : callable or None, default None
        Called as `function(edit, tokens)` for every edit; only the Python engine can call it.
    pricing : Pricing or None, default None
        Gives every candidate edit of a sentence a price for its place, which is added.
    letter : int, default 0
        Paid, where an unknown word is replaced, for each letter by which the new word is spelled
        differently, so that a near word that fits badly can lose to a less near one.
    """

    base: int = 0
    by_operation: Mapping[str, int] = field(default_factory=dict)
    by_edit: Mapping[str, int] = field(default_factory=dict)
    function: PenaltyFunction | None = None
    pricing: Pricing | None = None
    letter: int = 0

    @property
    def temperature(self) -> float:
        """What the lattice divides J' by in probabilities: 1, unless the prices say otherwise."""
        return 1.0 if self.pricing is None else self.pricing.temperature

    @classmethod
    def of(
        cls,
        spec: PenaltySpec | Penalties,
        fold: Callable[[str], str] = lambda word: word,
        language: str = ENGLISH,
    ) -> Penalties:
        """From what a user gives: None, a callable, or a mapping.

        A mapping's keys are `base`, `insert`, `remove`, `sub`, `letter` and names of single edits,
        all in one: `{"base": 0.05, "remove": 0.3, "remove(not)": 2.0}`. Their words are folded as
        the reference's are. Tags of the Penn Treebank stand for all words that have them:
        `{"insert(DT)": 0.2, "remove(VB*)": 3.0}`.
        """
        if spec is None:
            return cls()
        if isinstance(spec, Penalties):
            return spec
        if callable(spec):
            return cls(function=spec)
        if not isinstance(spec, Mapping):
            raise UsageError(
                "penalties: a mapping, a callable, None or 'default' (the shipped prices) is "
                f"needed, not {spec!r}"
            )
        units = {name: _units(name, value) for name, value in spec.items()}
        base, letter = units.pop("base", 0), units.pop("letter", 0)
        by_operation: dict[str, int] = {op: units.pop(op) for op in OPERATIONS if op in units}
        for name in units:
            if not isinstance(name, str) or parsed_name(name, neighbours=False) is None:
                raise UsageError(
                    f"penalties: {shown(name)} is neither base, insert, remove, sub or letter "
                    "nor an edit such as remove(not), sub(a->an) or insert(DT)"
                )
        tagged = {name: value for name, value in units.items() if any(tagged_edits(name))}
        by_edit = {
            _folded(name, fold): value for name, value in units.items() if name not in tagged
        }
        for name in tagged:
            refuse_other_languages(f"penalties: {name}", language, "name words instead of tags")
        pricing = TagPenalties(tagged) if tagged else None
        return cls(base, by_operation, by_edit, pricing=pricing, letter=letter)

    @property
    def density(self) -> Density | None:
        """How prices follow the density of errors in a text; None if they do not."""
        return density_of(self.pricing)

    @property
    def prices_capitals(self) -> bool:
        """Whether prices say what a change of capitals costs, and the reference's odds do not."""
        parts = getattr(self.pricing, "parts", None) if self.pricing is not None else None
        several = parts if isinstance(parts, tuple) else (self.pricing,)
        return any(getattr(part, "prices_capitals", False) for part in several)

    @property
    def lists_candidates(self) -> bool:
        """Whether prices are given by looking at a list of all candidates."""
        return self.pricing is not None and not getattr(self.pricing, "in_extension", False)

    def for_model(self, model: ReferenceModel) -> Penalties:
        """The same with prices that know the reference, where they look at its words."""
        bind = getattr(self.pricing, "for_model", None)
        return self if bind is None else replace(self, pricing=bind(model))

    def asking_context(self, allowed: bool) -> Penalties:
        """The same, with prices that may ask the context network only if that is allowed."""
        if allowed or self.pricing is None:
            return self
        return replace(self, pricing=_without_context(self.pricing))

    def units(self, op: Operation, source: str, target: str, unknown: bool = False) -> int:
        """Base, operation and the edit's own penalty, without the callable's and prices.

        `unknown`: whether the source is a word that the reference does not know.
        """
        own = self.by_edit.get(edit_name(op, source, target), 0) if self.by_edit else 0
        if self.letter and unknown and op == "sub":
            own += self.letter * letters_between(source, target)
        return self.base + self.by_operation.get(op, 0) + own

    def units_in(self, edit: Edit, tokens: Sequence[str], unknown: bool = False) -> int:
        """The whole penalty of an edit of this sentence, prices aside."""
        units = self.units(edit.op, edit.source, edit.target, unknown)
        if self.function is not None:
            units += _units(str(edit), self.function(edit, tokens))
        return units


def _folded(name: str, fold: Callable[[str], str]) -> str:
    """The name of an edit with its words folded, unless it changes capitals alone."""
    parsed = parsed_name(name, neighbours=False)
    assert parsed is not None, "names have been checked"
    op, source, target = parsed
    if source != target and source.lower() == target.lower():
        return edit_name(op, source, target)
    return edit_name(op, fold(source), fold(target))


def _without_context(pricing: Any) -> Any:
    """A pricing that does not ask the context network: itself, if it never does."""
    parts = getattr(pricing, "parts", None)
    if isinstance(parts, tuple):  # a sum
        return replace(pricing, parts=tuple(map(_without_context, parts)))
    return replace(pricing, context=False) if getattr(pricing, "context", False) else pricing


def _units(name: object, value: object) -> int:
    """A penalty as an integer; anything but a finite number is an error that names it."""
    try:
        bits = float(value)  # type: ignore[arg-type]  # numpy scalars, too
    except (TypeError, ValueError):
        bits = math.nan
    except OverflowError:  # a whole number of hundreds of digits
        bits = math.inf
    if not math.isfinite(bits):
        said = bits if isinstance(value, (int, float)) else value
        raise UsageError(f"penalties: {name} needs a finite number of bits, not {said!r}")
    if abs(bits) > MOST_BITS:
        raise UsageError(f"penalties: {name} is {bits!r}; at most {MOST_BITS} bits make sense")
    return fixed_point(bits)
