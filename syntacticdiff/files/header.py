"""What the header of a container must say: rules for its values, checked before any is used.

A file may come from anywhere, with checksums that fit. Whoever reads a header that was checked here
can rely on the types of its values.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

DEEPEST = 16  # levels of lists and objects; ours have four
LONGEST_SHOWN = 40  # characters of a value in a message


@dataclass(frozen=True)
class Rule:
    """What a value of a header must be.

    Parameters
    ----------
    expected : str
        In words, for the message.
    holds : callable
        Whether a value is that.
    required : bool, default=False
        Whether the header must have a value.
    """

    expected: str
    holds: Callable[[object], bool]
    required: bool = False


def text() -> Rule:
    """A string."""
    return Rule("a text", lambda value: isinstance(value, str))


def flag() -> Rule:
    """True or false."""
    return Rule("true or false", lambda value: isinstance(value, bool))


def whole(least: int = 0, most: int | None = None) -> Rule:
    """A whole number in a range."""

    def holds(value: object) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return least <= value and (most is None or value <= most)

    beyond = "on" if most is None else f"to {most}"
    return Rule(f"a whole number from {least} {beyond}", holds)


def number() -> Rule:
    """A number that is finite."""

    def holds(value: object) -> bool:
        kind = isinstance(value, int | float) and not isinstance(value, bool)
        return kind and math.isfinite(value)  # type: ignore[arg-type]

    return Rule("a number", holds)


def listed(rule: Rule) -> Rule:
    """A list of which every item follows a rule."""
    return Rule(
        f"a list, each of it {rule.expected}",
        lambda value: isinstance(value, list) and all(map(rule.holds, value)),
    )


def record() -> Rule:
    """An object that holds texts, numbers, flags and nulls."""
    plain = (str, int, float, bool, type(None))
    return Rule(
        "an object of texts and numbers",
        lambda value: (
            isinstance(value, dict) and all(isinstance(item, plain) for item in value.values())
        ),
    )


def nullable(rule: Rule) -> Rule:
    """As the rule says, or null."""
    return Rule(f"{rule.expected} or null", lambda value: value is None or rule.holds(value))


def required(rule: Rule) -> Rule:
    """As the rule says, and it must be there."""
    return replace(rule, required=True)


def decoded(encoded: bytes) -> object:
    """The JSON value of a header; ValueError says in words why there is none."""
    try:
        value = json.loads(encoded, parse_constant=_refused)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError:
        raise ValueError("it is not JSON") from None
    level: Iterable[object] = [value]
    for _ in range(DEEPEST):
        level = [item for parent in level for item in _inside(parent)]
        if not level:
            return value
    raise ValueError("it is nested too deeply")


def _refused(constant: str) -> object:
    raise ValueError(constant)  # NaN and the infinities, which are not JSON


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        if not all(key.isprintable() for key in value):
            raise ValueError("a name in it has control characters")
        return value.values()
    return value if isinstance(value, list) else ()


def fault(header: Mapping[str, object], rules: Mapping[str, Rule]) -> str | None:
    """Which value breaks its rule, in words; None if none does."""
    for name, rule in rules.items():
        if name not in header:
            if rule.required:
                return f'it does not say "{name}"'
        elif not rule.holds(header[name]):
            return f'"{name}" is {_shown(header[name])}, not {rule.expected}'
    return None


def _shown(value: object) -> str:
    """A value for a message: JSON in ASCII, where control characters are escaped."""
    written = json.dumps(value)
    return written if len(written) <= LONGEST_SHOWN else f"{written[:LONGEST_SHOWN]}..."
