"""The parameters of SyntacticDiff, each declared once: type, default, and what it does.

Everything that takes them is made from this list: the constructors of SyntacticDiff and of the
vectorizers (`takes_settings`), and the options of the command line. What values are valid is
checked where they are used, with messages that name the parameter.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, cast

from syntacticdiff.edits.diff import OPERATIONS
from syntacticdiff.search.registry import SEARCHES
from syntacticdiff.search.settings import (
    AGGREGATES,
    COSTS,
    ENGINES,
    POSITIONS,
    SHIPPED_PRICES,
)
from syntacticdiff.search.sources.registry import SOURCES, WORD_LISTS

if TYPE_CHECKING:
    from syntacticdiff.search.candidate_words import SubstitutionSpec
    from syntacticdiff.search.penalties import Penalties, PenaltySpec

Words = str | os.PathLike[str] | Iterable[str] | None
Function = TypeVar("Function", bound=Callable[..., None])


class DifferSettings(TypedDict, total=False):
    """The parameters of SyntacticDiff besides its reference, as keyword arguments."""

    search: str
    max_edits: int | None
    max_inserted: int
    prune: float | None
    min_probability: float
    beam: int | None
    positions: str
    operations: Sequence[str]
    insertions: Words
    substitutions: SubstitutionSpec
    removals: Words
    min_count: int
    penalties: PenaltySpec | Penalties | str
    aggregate: str
    alpha: float
    cost: str
    context: bool
    stop_at: float | str | None
    min_gain: float
    engine: str
    tokenized: bool


@dataclass(frozen=True)
class Parameter:
    """A parameter of SyntacticDiff.

    Parameters
    ----------
    name : str
        Its name in Python; on the command line, with hyphens.
    default : object
        Its default.
    kind : str
        How the command line reads it: `choice`, `whole` or `number`, `names` separated by commas,
        `words` (a named list or a file), `penalties`, a `switch`, or `none` if it is no option.
    help : str
        What it does, in a sentence.
    choices : tuple of str, default ()
        The allowed names of a `choice`.
    word : tuple of str and object, optional
        A word that is allowed instead of a number, and what it stands for.
    """

    name: str
    default: Any
    kind: Literal["choice", "whole", "number", "names", "words", "penalties", "switch", "none"]
    help: str
    choices: tuple[str, ...] = ()
    word: tuple[str, Any] | None = None


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


_FORMS = _listed(entry.form for entry in WORD_LISTS.values() if entry.name != "none")
_SOURCES = _listed(entry.form for entry in SOURCES.values() if entry.name != "none")

# Named once: what the believable settings try (`ways` has the other settings by name).
FUNCTION_WORDS_AND_MARKS = "function-words+punctuation"
SUBSTITUTIONS = "inflections+confusions+spelling+contractions+homophones+capitals"

PARAMETERS = (
    Parameter("search", "lattice", "choice", "How edits are searched for.", tuple(SEARCHES)),
    Parameter(
        "max_edits",
        None,
        "whole",
        "The most edits of one sentence; by default 3, and no limit for the lattice.",
        word=("none", None),
    ),
    Parameter("max_inserted", 1, "whole", "The most words that the lattice inserts in a gap."),
    Parameter(
        "prune",
        12.0,
        "number",
        "The lattice leaves out edits that alone cost more bits than this.",
        word=("none", None),
    ),
    Parameter("min_probability", 0.5, "number", "The lattice makes edits at least so probable."),
    Parameter(
        "beam", 8, "whole", "Hypotheses of each depth that a beam keeps.", word=("none", None)
    ),
    Parameter("positions", "all", "choice", "Where a beam may edit.", POSITIONS),
    Parameter("operations", OPERATIONS, "names", "The kinds of edits."),
    Parameter(
        "insertions",
        FUNCTION_WORDS_AND_MARKS,
        "words",
        f"Words that may be inserted: {_FORMS}; several with +.",
    ),
    Parameter(
        "substitutions",
        SUBSTITUTIONS,
        "words",
        f"Words that may replace a word: {_SOURCES}; several with +.",
    ),
    Parameter(
        "removals",
        FUNCTION_WORDS_AND_MARKS,
        "words",
        f"Words that may be removed: all, {_FORMS}; several with +.",
    ),
    Parameter("min_count", 5, "whole", "Candidates occur at least this often in the reference."),
    Parameter(
        "penalties",
        SHIPPED_PRICES,
        "penalties",
        'What edits cost, in bits: base=0.1, insert=0.2, "remove(not)=2"; repeatable. Without it, '
        "the lattice uses the shipped prices.",
    ),
    Parameter("aggregate", "sum", "choice", "How penalties add up.", AGGREGATES),
    Parameter("alpha", 0.5, "number", "Weight of the cost against the penalties, 0 to 1."),
    Parameter("cost", "window", "choice", "What is minimised; window is bits in total.", COSTS),
    Parameter(
        "context", True, "switch", "Whether prices may ask a network that sees the whole sentence."
    ),
    Parameter(
        "stop_at",
        None,
        "number",
        "A beam stops at so few bits per token, or at the reference's average.",
        word=("reference", "reference"),
    ),
    Parameter("min_gain", 0.0, "number", "A sweep keeps edits that gain more bits per token."),
    Parameter("engine", "auto", "choice", "What does the work.", ENGINES),
    Parameter("tokenized", False, "none", "Whether tokens are separated by spaces already."),
)


def takes_settings(
    defaults: DifferSettings | None = None,
) -> Callable[[Function], Function]:
    """Give a constructor the parameters of SyntacticDiff in the place of its `**settings`.

    They stand in its signature like any others, so that scikit-learn, editors and `help` see them,
    and it is always called with all of them.

    Parameters
    ----------
    defaults : mapping, optional
        Defaults that differ from those of SyntacticDiff.
    """
    given: Mapping[str, Any] = defaults or {}
    values = {item.name: given.get(item.name, item.default) for item in PARAMETERS}

    def decorate(constructor: Function) -> Function:
        signature = _with_settings(inspect.signature(constructor), values)

        @functools.wraps(constructor)
        def wrapper(self: Any, *arguments: Any, **named: Any) -> None:
            for name in named:
                if name not in signature.parameters:
                    raise TypeError(
                        f"{type(self).__name__}() got an unexpected keyword argument {name!r}"
                    )
            constructor(self, *arguments, **{**values, **named})

        wrapper.__signature__ = signature  # type: ignore[attr-defined]
        return cast(Function, wrapper)

    return decorate


def _with_settings(written: inspect.Signature, values: Mapping[str, Any]) -> inspect.Signature:
    """The signature with the settings after the positional parameters, before the named ones."""
    types = DifferSettings.__annotations__
    settings = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=value,
            annotation=types[name].__forward_arg__,
        )
        for name, value in values.items()
    ]
    parameters = [item for item in written.parameters.values() if item.kind is not item.VAR_KEYWORD]
    positional = [item for item in parameters if item.kind is not item.KEYWORD_ONLY]
    named = [item for item in parameters if item.kind is item.KEYWORD_ONLY]
    return written.replace(parameters=[*positional, *settings, *named])
