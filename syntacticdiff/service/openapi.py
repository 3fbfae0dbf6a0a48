"""The description of the interface in OpenAPI's terms, made from the entries of `endpoints`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from syntacticdiff._version import __version__
from syntacticdiff.service.bodies import FORM, JSON, LINES
from syntacticdiff.service.endpoints import ENDPOINTS, Endpoint
from syntacticdiff.service.languagetool import languages
from syntacticdiff.service.uploads import OPEN_DOCUMENT, WORD

Schema = dict[str, Any]

STRING: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}


def _object(properties: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    found: Schema = {"type": "object", "properties": dict(properties)}
    return found | ({"required": required} if required else {})


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _named(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


_EDIT = _object(
    {
        "op": {"enum": ["insert", "remove", "sub"]},
        "position": COUNT,
        "start": COUNT,
        "end": COUNT,
        "source": STRING,
        "target": STRING,
        "gain": NUMBER,
        "probability": {"type": "number", "minimum": 0, "maximum": 1},
    },
    ("probability",),
)

SCHEMAS: dict[str, Schema] = {
    "Error": _object({"error": STRING}),
    "Edit": _EDIT,
    "Diffs": _object(
        {
            "sentences": _list(
                _object(
                    {
                        "offset": COUNT,
                        "text": STRING,
                        "edits": _list(_named("Edit")),
                        "before": NUMBER,
                        "after": {"type": ["number", "null"]},
                        "output": {"type": ["string", "null"]},
                        "alternatives": _list(_named("Edit")),
                        "soft_counts": {"type": "object", "additionalProperties": NUMBER},
                    },
                    ("alternatives", "soft_counts"),
                )
            ),
            "signature": STRING,
        }
    ),
    "Change": _object(
        {
            "start": COUNT,
            "end": COUNT,
            "source": STRING,
            "replacement": STRING,
            "probability": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "type": STRING,
            "kind": STRING,
            "habit": STRING,
            "name": STRING,
            "reason": STRING,
            "edits": _list(STRING),
            "others": _list(_object({"replacement": STRING, "probability": NUMBER})),
            "sure": {"type": "boolean"},
        }
    ),
    "Correction": _object(
        {"output": STRING, "changes": _list(_named("Change")), "signature": STRING}
    ),
    "Features": _object(
        {
            "features": {"type": "object", "additionalProperties": NUMBER},
            "signature": STRING,
        }
    ),
    "Scores": _object(
        {
            "sentences": _list(
                _object(
                    {
                        "offset": COUNT,
                        "text": STRING,
                        "tokens": COUNT,
                        "log10": NUMBER,
                        "bits_per_token": NUMBER,
                        "unknown": COUNT,
                        "perplexity": NUMBER,
                    }
                )
            ),
            "tokens": COUNT,
            "bits_per_token": {"type": ["number", "null"]},
        }
    ),
    "Health": _object(
        {
            "status": {"enum": ["ok"]},
            "version": STRING,
            "engine": STRING,
            "language": STRING,
            "model": STRING,
            "occupied": COUNT,
        }
    ),
    "Language": _object({"name": STRING, "code": STRING, "longCode": STRING}),
    "Check": _object(
        {
            "software": {"type": "object"},
            "warnings": {"type": "object"},
            "language": _object({"name": STRING, "code": STRING}),
            "matches": _list(
                _object(
                    {
                        "message": STRING,
                        "shortMessage": STRING,
                        "offset": COUNT,
                        "length": COUNT,
                        "replacements": _list(_object({"value": STRING})),
                        "context": _object({"text": STRING, "offset": COUNT, "length": COUNT}),
                        "sentence": STRING,
                        "rule": _object(
                            {
                                "id": STRING,
                                "description": STRING,
                                "issueType": STRING,
                                "category": _object({"id": STRING, "name": STRING}),
                            }
                        ),
                    }
                )
            ),
            "sentenceRanges": _list(_list(COUNT)),
        }
    ),
}

# Fields of LanguageTool's /v2/check.
_COMMAS = "names, separated by commas"
DESCRIBED_FIELDS: dict[str, Schema] = {
    "text": STRING | {"description": "The text."},
    "language": {"description": "A code of a language, or `auto`."},
    "disabledRules": STRING | {"description": f"Rules not to apply: {_COMMAS}."},
    "enabledRules": STRING | {"description": f"With `enabledOnly`, the rules to apply: {_COMMAS}."},
    "disabledCategories": STRING | {"description": f"Categories not to apply: {_COMMAS}."},
    "enabledCategories": STRING | {"description": "With `enabledOnly`, as `enabledRules`."},
    "enabledOnly": {"enum": ["true", "false", ""], "description": "Apply only what is enabled."},
    "level": {"enum": ["default", "picky", ""], "description": "Suggest less probable edits too."},
}

_REFUSALS = {
    "400": "The request is malformed.",
    "403": "A page of another site asks.",
    "408": "The body did not come in time.",
    "413": "The body or the text is too long.",
    "415": "The body is of another type.",
    "421": "The Host header is not a name of this service.",
    "503": "The service is busy; see `Retry-After`.",
    "504": "The text took too long.",
}


def _refusals(media: str = JSON) -> dict[str, Schema]:
    schema = _named("Error") if media == JSON else STRING
    return {
        code: {"description": why, "content": {media: {"schema": schema}}}
        for code, why in _REFUSALS.items()
    }


def _answer(schema: Schema, media: str = JSON) -> Schema:
    return {"description": "The answer.", "content": {media: {"schema": schema}}}


def _asked(endpoint: Endpoint) -> Schema:
    properties = {field.name: field.schema() for field in endpoint.fields}
    optional = tuple(field.name for field in endpoint.fields if field.choices)
    one = _object(properties, optional) | {"additionalProperties": False, **endpoint.also}
    lines = (
        "One such object a line, perhaps with an `id`; so are the answers, in the same order, and "
        "an object with `id` and `error` where a line could not be answered."
    )
    return {
        "post": {
            "operationId": endpoint.path.strip("/"),
            "summary": endpoint.help,
            "requestBody": {
                "required": True,
                "content": {
                    JSON: {"schema": one},
                    LINES: {"schema": STRING | {"description": lines}},
                },
            },
            "responses": {
                "200": {
                    "description": "The answer.",
                    "content": {
                        JSON: {"schema": _named(endpoint.answer)},
                        LINES: {"schema": STRING},
                    },
                },
                **_refusals(),
            },
        }
    }


_REPORT: Schema = {
    "post": {
        "operationId": "report",
        "summary": "The report of some documents: one HTML page that needs no network.",
        "requestBody": {
            "required": True,
            "content": {
                JSON: {
                    "schema": _object(
                        {
                            "title": STRING,
                            "documents": _list(
                                _object({"name": STRING, "text": STRING})
                                | {"additionalProperties": False}
                            )
                            | {"minItems": 1},
                        },
                        ("title",),
                    )
                    | {"additionalProperties": False}
                }
            },
        },
        "responses": {"200": _answer(STRING, "text/html"), **_refusals()},
    }
}


_DOCUMENTS: Schema = {
    "post": {
        "operationId": "documents",
        "summary": "The text of a Word or OpenDocument file.",
        "requestBody": {
            "required": True,
            "content": {
                kind: {"schema": {"type": "string", "format": "binary"}}
                for kind in (WORD, OPEN_DOCUMENT)
            },
        },
        "responses": {"200": _answer(_object({"text": STRING})), **_refusals()},
    }
}


def _check(language: str) -> Schema:
    codes = ["auto", *(each["longCode"] for each in languages(language))]
    fields = {**DESCRIBED_FIELDS, "language": {**DESCRIBED_FIELDS["language"], "enum": codes}}
    form = _object(fields, tuple({*fields} - {"text", "language"}))
    responses = {"200": _answer(_named("Check")), **_refusals("text/plain")}
    about = "LanguageTool's check: matches with offsets in UTF-16 units."
    return {
        "get": {
            "operationId": "check_by_query",
            "summary": about,
            "parameters": [
                {
                    "name": name,
                    "in": "query",
                    "required": name in ("text", "language"),
                    "schema": {key: value for key, value in schema.items() if key != "description"},
                    "description": schema["description"],
                }
                for name, schema in fields.items()
            ],
            "responses": responses,
        },
        "post": {
            "operationId": "check",
            "summary": about,
            # A string that is JSON cannot be described as what it is.
            "description": 'Instead of `text` there may be `data`: `{"annotation": [{"text": '
            '"..."}, {"markup": "...", "interpretAs": "..."}]}` as a string.',
            "requestBody": {
                "required": True,
                "content": {FORM: {"schema": form}},
            },
            "responses": responses,
        },
    }


def description(language: str) -> Schema:
    """The whole description, for a reference in this language."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "SyntacticDiff",
            "version": __version__,
            "description": "Edits that would make text more like a reference. Positions are code "
            "points, but UTF-16 units under /v2.",
        },
        "paths": {
            **{endpoint.path: _asked(endpoint) for endpoint in ENDPOINTS},
            "/report": _REPORT,
            "/documents": _DOCUMENTS,
            "/healthz": {
                "get": {
                    "operationId": "healthz",
                    "summary": "Whether the service works, and with what.",
                    "responses": {"200": _answer(_named("Health")), **_refusals()},
                }
            },
            "/v2/check": _check(language),
            "/v2/languages": {
                "get": {
                    "operationId": "languages",
                    "summary": "LanguageTool's list of languages: that of the reference.",
                    "responses": {
                        "200": _answer(_list(_named("Language"))),
                        **_refusals("text/plain"),
                    },
                }
            },
        },
        "components": {"schemas": SCHEMAS},
    }
