"""Validation of parameters, with messages that name the parameter and what it may be."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

from syntacticdiff.errors import UsageError

MOST = 2**31 - 1  # what every engine can count to
_LONGEST_SHOWN = 80


def shown(value: Any) -> str:
    """A value as messages show it: short, whatever it is."""
    try:
        text = repr(value)
    except ValueError:  # Python does not spell whole numbers of more than 4,300 digits
        return "a number of thousands of digits"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def one_of(name: str, value: Any, allowed: Iterable[str]) -> str:
    """`value`, if it is one of the allowed names."""
    names = tuple(allowed)
    if not isinstance(value, str) or value not in names:
        raise UsageError(f"{name}: {shown(value)} is not one of {', '.join(names)}")
    return value


def whole_number(name: str, value: Any, least: int, also: str = "", most: int | None = None) -> int:
    """`value`, if it is a whole number of at least `least`.

    Parameters
    ----------
    name : str
        The parameter, as messages call it.
    value : object
        What was given. NumPy's integers are whole numbers; booleans are not.
    least : int
        The smallest allowed value.
    also : str, default ""
        What else would be allowed, for the message: `or "auto" `.
    most : int or None, default None
        The largest allowed value; None is `MOST`.
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise UsageError(f"{name}: a whole number from {least} {also}is needed, not {shown(value)}")
    if int(value) > (most or MOST):
        raise UsageError(f"{name}: {shown(value)} is too large; the most is {most or MOST:,}")
    return int(value)


def number(name: str, value: Any) -> float:
    """`value` in double precision, if it is a number; infinity is one, NaN is not."""
    try:
        converted = float(value)
    except (TypeError, ValueError):
        converted = math.nan
    except OverflowError:  # a whole number of hundreds of digits
        raise UsageError(f"{name}: the number is too large") from None
    if isinstance(value, (str, bytes)) or math.isnan(converted):
        raise UsageError(f"{name}: a number is needed, not {shown(value)}")
    return converted


def positive_number(name: str, value: Any, also: str = "") -> float:
    """`value`, if it is a finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < float(value) < math.inf:
        raise UsageError(f"{name}: a number above 0 {also}is needed, not {shown(value)}")
    return float(value)


def switch(name: str, value: Any) -> bool:
    """`value`, if it is True or False."""
    if type(value).__name__ not in ("bool", "bool_"):  # NumPy's is not a subclass
        raise UsageError(f"{name}: True or False is needed, not {shown(value)}")
    return bool(value)


def checked_seed(random_state: Any) -> int:
    """One number to seed everything with; a number given is used as it is."""
    from sklearn.utils import check_random_state

    if isinstance(random_state, Integral) and 0 <= int(random_state) < 2**32:
        return int(random_state)
    try:
        return int(check_random_state(random_state).randint(2**31 - 1))
    except ValueError:
        raise UsageError(
            "random_state: None, a number from 0 to 2**32 - 1 or a RandomState is needed, "
            f"not {shown(random_state)}"
        ) from None
