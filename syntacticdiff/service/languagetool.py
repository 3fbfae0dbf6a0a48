"""LanguageTool's HTTP interface: the clients that people have already work with the service.

Types of edits are rules, and their kinds in plain words are categories. Everything is as
LanguageTool documents it for /v2/check and /v2/languages, errors as lines of plain text included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from syntacticdiff._version import __version__
from syntacticdiff.alignment.error_types import ERROR_TYPES, OPERATION_NAMES
from syntacticdiff.differ import Stop
from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.plain_words import quoted
from syntacticdiff.parameters import shown
from syntacticdiff.service.analyses import Analyses
from syntacticdiff.service.annotated import AnnotatedText, utf16_length
from syntacticdiff.service.failing import BAD_REQUEST, RefusedError
from syntacticdiff.service.suggestions import Suggestion

# What a request may say; clients say more, which has no meaning here.
CHECK_FIELDS = (
    "text",
    "data",
    "language",
    "preferredVariants",
    "level",
    "enabledOnly",
    "enabledRules",
    "enabledCategories",
    "disabledRules",
    "disabledCategories",
)
_CONTEXT = 40  # characters on each side
_ENGLISH = {
    "en": "English",
    "en-US": "English (US)",
    "en-GB": "English (GB)",
    "en-AU": "English (Australian)",
    "en-CA": "English (Canadian)",
    "en-NZ": "English (New Zealand)",
    "en-ZA": "English (South African)",
}
_SPELLING, _STYLE = frozenset({"spelling"}), frozenset({"punctuation", "capitals"})


def languages(language: str) -> list[dict[str, str]]:
    """The languages that can be checked with a reference in this one."""
    names = _ENGLISH if language == "en" else {language: language}
    return [
        {"name": name, "code": code.partition("-")[0], "longCode": code}
        for code, name in names.items()
    ]


@dataclass(frozen=True)
class CheckRequest:
    """What a client wants to have checked.

    Parameters
    ----------
    text : AnnotatedText
        The text.
    language : str
        The code of its language.
    picky : bool
        Whether less probable edits are suggested too.
    enabled_only : bool
        Whether only enabled rules and categories are applied.
    rules, categories : frozenset of str
        Those that are enabled, with `enabled_only`.
    without_rules, without_categories : frozenset of str
        Those that are disabled.
    """

    text: AnnotatedText
    language: str
    picky: bool
    enabled_only: bool
    rules: frozenset[str]
    categories: frozenset[str]
    without_rules: frozenset[str]
    without_categories: frozenset[str]

    @classmethod
    def of(cls, fields: Mapping[str, str], language: str) -> CheckRequest:
        """A request by its fields, for a reference in a language; unknown fields are ignored."""
        if ("text" in fields) == ("data" in fields):
            raise RefusedError(BAD_REQUEST, "exactly one of 'text' and 'data' is needed")
        only = _choice(fields, "enabledOnly", ("false", "true")) == "true"
        enabled = [_names(fields, name) for name in ("enabledRules", "enabledCategories")]
        disabled = [_names(fields, name) for name in ("disabledRules", "disabledCategories")]
        text = fields.get("text")
        return cls(
            AnnotatedText.of_json(fields["data"]) if text is None else AnnotatedText.of_text(text),
            _language(fields, language),
            _choice(fields, "level", ("default", "picky")) == "picky",
            only,
            *enabled,
            *disabled,
        )

    def wants(self, rule: str, category: str) -> bool:
        """Whether a rule of a category is applied."""
        if rule in self.without_rules or category in self.without_categories:
            return False
        return not self.enabled_only or rule in self.rules or category in self.categories


def _names(fields: Mapping[str, str], name: str) -> frozenset[str]:
    return frozenset(filter(None, map(str.strip, fields.get(name, "").split(","))))


def _choice(fields: Mapping[str, str], name: str, allowed: tuple[str, ...]) -> str:
    value = fields.get(name) or allowed[0]
    if value not in allowed:
        raise RefusedError(BAD_REQUEST, f"'{name}' is one of {', '.join(allowed)}")
    return value


def _language(fields: Mapping[str, str], language: str) -> str:
    """The code to answer with: a variety of the reference's language."""
    given = fields.get("language")
    if not given:
        raise RefusedError(BAD_REQUEST, "'language' is missing; give a code, or 'auto'")
    known = {each["longCode"].lower(): each["longCode"] for each in languages(language)}
    if given == "auto":
        preferred = (_names(fields, "preferredVariants") | {""}) & set(known.values())
        return min(preferred, default="en-US" if language == "en" else language)
    code = known.get(given.lower()) or known.get(given.lower().partition("-")[0])
    if code is None:
        names = ", ".join(known.values())
        raise RefusedError(
            BAD_REQUEST, f"{shown(given)} is not a language of this reference; it has {names}"
        )
    return code


def check(analyses: Analyses, request: CheckRequest, stop: Stop) -> dict[str, Any]:
    """The answer to /v2/check."""
    text = request.text
    diffs = analyses.diffs(text.plain, stop)
    name = {each["longCode"]: each["name"] for each in languages(analyses.model.language)}
    return {
        "software": {
            "name": "SyntacticDiff",
            "version": __version__,
            "buildDate": "",
            "apiVersion": 1,
            "premium": False,
            "status": "",
        },
        "warnings": {"incompleteResults": False},
        "language": {
            "name": name[request.language],
            "code": request.language,
            "detectedLanguage": {
                "name": name[request.language],
                "code": request.language,
                "confidence": 1.0,
            },
        },
        "matches": [
            match
            for diff in diffs
            for suggestion in analyses.suggestions(diff, picky=request.picky)
            if request.wants(rule_id(suggestion), category_id(suggestion))
            for match in [_match(suggestion, diff, text)]
        ],
        "sentenceRanges": [
            [offset, offset + length]
            for diff in diffs
            if diff.text
            for offset, length, _ in [text.place(diff.offset, diff.offset + len(diff.text))]
        ],
    }


def rule_id(suggestion: Suggestion) -> str:
    """The name of a suggestion's rule: its type, or its kind where there are no types."""
    told = suggestion.explained
    return _identifier(told.type or told.kind)


def category_id(suggestion: Suggestion) -> str:
    """The name of its category."""
    return _identifier(suggestion.explained.kind)


def _identifier(name: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in name.upper())


def _match(suggestion: Suggestion, diff: Diff, text: AnnotatedText) -> dict[str, Any]:
    start, end, values = _stretch(suggestion, diff)
    from_, to = diff.offset + start, diff.offset + end
    offset, length, whole = text.place(from_, to)
    told = suggestion.explained
    probability = suggestion.change.probability
    sure = "" if probability is None else f" ({probability:.0%} probable)"
    return {
        "message": f"{quoted(told.reason)}{sure}",
        "shortMessage": _first_upper(told.habit),
        # A replacement of text with markup in it would take the markup away.
        "replacements": [{"value": value} for value in values] if whole else [],
        "offset": offset,
        "length": length,
        "context": _context(text.plain, from_, to),
        "sentence": diff.text,
        "type": {"typeName": "Other"},
        "rule": {
            "id": rule_id(suggestion),
            "description": _description(told.type, told.kind),
            "issueType": _issue_type(told.kind),
            "category": {"id": category_id(suggestion), "name": _first_upper(told.kind)},
        },
        "ignoreForIncompleteSentence": False,
        "contextForSureMatch": 0,
    }


def _stretch(suggestion: Suggestion, diff: Diff) -> tuple[int, int, list[str]]:
    """The characters of a match and their replacements; clients need at least one character.

    What is only put in replaces the word behind it or, at the end of a sentence, before it.
    """
    change, text = suggestion.change, diff.text
    values = [change.replacement, *(value for value, _ in suggestion.others)]
    start, end = change.start, change.end
    if start < end:
        return start, end, values
    while end < len(text) and not text[end].isspace():
        end += 1
    if start == end:
        while start and text[start - 1].isspace():
            start -= 1
        while start and not text[start - 1].isspace():
            start -= 1
        return start, change.end, [text[start : change.end] + value for value in values]
    return start, end, [value + text[start:end] for value in values]


def _context(text: str, start: int, end: int) -> dict[str, Any]:
    begin, finish = max(0, start - _CONTEXT), min(len(text), end + _CONTEXT)
    left = ("..." if begin else "") + text[begin:start]
    shown_text = left + text[start:finish] + ("..." if finish < len(text) else "")
    return {
        "text": "".join(" " if letter in "\r\n\t" else letter for letter in shown_text),
        "offset": utf16_length(left),
        "length": utf16_length(text[start:end]),
    }


def _description(type_: str, kind: str) -> str:
    operation, _, name = type_.partition(":")
    known = ERROR_TYPES.get(name)
    if known is None:
        return _first_upper(kind)
    return _first_upper(f"{OPERATION_NAMES[operation]}: {known.help}")


def _issue_type(kind: str) -> str:
    if kind in _SPELLING:
        return "misspelling"
    return "typographical" if kind in _STYLE else "grammar"


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]
