"""What can be asked for in JSON: an entry for each, which checks and descriptions are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from syntacticdiff.parameters import shown
from syntacticdiff.service.analyses import Analyses, Analysis
from syntacticdiff.service.failing import BAD_REQUEST, RefusedError


@dataclass(frozen=True)
class Field:
    """Something that a request says.

    Parameters
    ----------
    name : str
        Its name.
    help : str
        What it means.
    choices : tuple of str, default ()
        What it may be, the default first; any text, which must be given, if there are none.
    """

    name: str
    help: str
    choices: tuple[str, ...] = ()

    def checked(self, given: Mapping[str, Any]) -> str:
        """The value in a request."""
        if self.name not in given:
            if self.choices:
                return self.choices[0]
            raise RefusedError(BAD_REQUEST, f"{self.name}: it is missing")
        value = given[self.name]
        if not isinstance(value, str):
            raise RefusedError(BAD_REQUEST, f"{self.name}: a string is needed, not {shown(value)}")
        if self.choices and value not in self.choices:
            allowed = ", ".join(self.choices)
            raise RefusedError(BAD_REQUEST, f"{self.name}: {shown(value)} is not one of {allowed}")
        return value

    def schema(self) -> dict[str, Any]:
        """Its description in OpenAPI's terms."""
        found: dict[str, Any] = {"type": "string", "description": self.help}
        if self.choices:
            found |= {"enum": list(self.choices), "default": self.choices[0]}
        return found


@dataclass(frozen=True)
class Endpoint:
    """Something that can be asked for.

    Parameters
    ----------
    path : str
        Where.
    help : str
        What is answered.
    fields : tuple of Field
        What a request says.
    answer : str
        The name of the answer's schema.
    run : callable
        Finds the answer.
    also : mapping, default {}
        What else its schema says of the fields together.
    """

    path: str
    help: str
    fields: tuple[Field, ...]
    answer: str
    run: Analysis
    also: Mapping[str, Any] = field(default_factory=dict)

    def checked(self, given: Mapping[str, Any], also: tuple[str, ...] = ()) -> dict[str, str]:
        """The fields of a request, validated; `also` names what else may be in it."""
        names = [*(each.name for each in self.fields), *also]
        for name in given:
            if name not in names:
                raise RefusedError(
                    BAD_REQUEST, f"{shown(name)}: no such field; there are {', '.join(names)}"
                )
        return {each.name: each.checked(given) for each in self.fields}


_TEXT = Field("text", "The text.")

ENDPOINTS = (
    Endpoint(
        "/diff",
        "The edits that would make each sentence more like the reference.",
        (_TEXT,),
        "Diffs",
        Analyses.diff,
    ),
    Endpoint(
        "/correct",
        "The corrected text, and the changes that make it, each with its kind and reason.",
        (
            _TEXT,
            Field(
                "level",
                "Whether less probable changes are listed too; they are not in the output.",
                ("default", "picky"),
            ),
        ),
        "Correction",
        Analyses.correct,
    ),
    Endpoint(
        "/features",
        "The text's edits, counted.",
        (
            _TEXT,
            Field(
                "way",
                "Everything that is unusual, or edits that a reader would probably agree with.",
                ("descriptive", "believable"),
            ),
            Field("values", "What is counted.", ("count", "per_100_words", "gain", "probability")),
        ),
        "Features",
        Analyses.features,
        {
            "anyOf": [
                {"properties": {"values": {"enum": ["count", "per_100_words", "gain"]}}},
                {"properties": {"way": {"const": "believable"}}, "required": ["way"]},
            ]
        },
    ),
    Endpoint(
        "/score",
        "How likely the reference finds each sentence.",
        (_TEXT,),
        "Scores",
        Analyses.score,
    ),
)
