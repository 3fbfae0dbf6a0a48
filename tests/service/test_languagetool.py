"""LanguageTool's interface, asked by clients that know nothing of this project."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.serving import Answer, Service

from syntacticdiff.correction import Corrector
from syntacticdiff.service.annotated import AnnotatedText, utf16_length

FORM = "application/x-www-form-urlencoded"
TEXT = (
    "😀 She is interested on music. European Union has many country.\r\n\r\n"
    "I am agree with you, and he have 𝒶 dog. We dont know"
)


def check(service: Service, **fields: str) -> Answer:
    fields.setdefault("language", "en-US")
    return service.ask("POST", "/v2/check", urlencode(fields), content_type=FORM)


def matches(service: Service, **fields: str) -> list[dict[str, Any]]:
    answer = check(service, **fields)
    assert answer.status == 200, answer.body
    found: list[dict[str, Any]] = answer.json()["matches"]
    return found


def applied(text: str, found: list[dict[str, Any]]) -> str:
    """The text with the first replacement of each match made, by UTF-16 units as clients do it."""
    data = text.encode("utf-16-le")
    for match in reversed(found):
        start, end = 2 * match["offset"], 2 * (match["offset"] + match["length"])
        data = data[:start] + match["replacements"][0]["value"].encode("utf-16-le") + data[end:]
    return data.decode("utf-16-le")


def test_all_first_replacements_together_are_the_correction(service: Service) -> None:
    found = matches(service, text=TEXT)
    assert len(found) >= 6
    assert applied(TEXT, found) == Corrector().document(TEXT).output


def test_a_match_is_never_empty_and_its_context_shows_it(service: Service) -> None:
    for match in matches(service, text=TEXT):
        assert match["length"] > 0
        context = match["context"]
        for text, start, size in (
            (TEXT, match["offset"], match["length"]),
            (context["text"], context["offset"], context["length"]),
        ):
            shown = text.encode("utf-16-le")[2 * start : 2 * (start + size)].decode("utf-16-le")
            assert shown.split() == _source(match).split()
        assert match["sentence"] in TEXT
        assert match["message"][0].isupper()


def _source(match: dict[str, Any]) -> str:
    start, size = 2 * match["offset"], 2 * match["length"]
    return TEXT.encode("utf-16-le")[start : start + size].decode("utf-16-le")


def test_rules_and_categories_can_be_chosen(service: Service) -> None:
    text = "She is interested on music. I have two brother."
    rules = [
        (match["rule"]["id"], match["rule"]["category"]["id"])
        for match in matches(service, text=text)
    ]
    assert rules == [("R_PREP", "PREPOSITIONS"), ("R_NOUN_NUM", "NUMBER")]
    for fields, expected in (
        ({"disabledRules": "R_PREP,X"}, ["R_NOUN_NUM"]),
        ({"disabledCategories": "NUMBER"}, ["R_PREP"]),
        ({"enabledRules": "R_PREP", "enabledOnly": "true"}, ["R_PREP"]),
        ({"enabledCategories": "NUMBER", "enabledOnly": "true"}, ["R_NOUN_NUM"]),
        ({"enabledRules": "R_PREP"}, ["R_PREP", "R_NOUN_NUM"]),
        ({"enabledOnly": "true"}, []),
    ):
        found = matches(service, text=text, **fields)
        assert [match["rule"]["id"] for match in found] == expected, fields


def test_picky_finds_more(service: Service) -> None:
    text = "Yesterday we was at home and he play guitar in the evening with they."
    usual, picky = matches(service, text=text), matches(service, text=text, level="picky")
    assert len(picky) >= len(usual)
    assert all(match in picky for match in usual)


def annotated(*parts: dict[str, str]) -> str:
    return json.dumps({"annotation": list(parts)})


def test_markup_is_not_checked_and_counts_in_offsets(service: Service) -> None:
    data = annotated(
        {"markup": "<p>😀"},
        {"text": "She is interested "},
        {"markup": "<b>"},
        {"text": "on"},
        {"markup": "</b>"},
        {"text": " music."},
        {"markup": "</p>", "interpretAs": "\n\n"},
        {"text": "He has a apple."},
    )
    sent = "<p>😀She is interested <b>on</b> music.</p>He has a apple."
    found = matches(service, data=data)
    assert applied(sent, found) == ("<p>😀She is interested <b>in</b> music.</p>He has an apple.")


def test_what_would_take_markup_away_has_no_replacement(service: Service) -> None:
    data = annotated({"text": "I have two bro"}, {"markup": "<i>"}, {"text": "ther."})
    [match] = matches(service, data=data)
    assert (match["offset"], match["length"]) == (11, len("bro<i>ther"))
    assert match["replacements"] == []


PARTS = st.lists(
    st.one_of(
        st.fixed_dictionaries({"text": st.text(max_size=5)}),
        st.fixed_dictionaries(
            {"markup": st.text(max_size=5)}, optional={"interpretAs": st.text(max_size=3)}
        ),
    ),
    max_size=8,
)


@given(PARTS, st.data())
@settings(max_examples=200, deadline=None)
def test_text_is_found_again_among_markup(parts: list[dict[str, str]], data: st.DataObject) -> None:
    text = AnnotatedText.of_json(json.dumps({"annotation": parts}))
    sent = "".join(part.get("text", part.get("markup", "")) for part in parts)
    if not text.plain:
        return
    start = data.draw(st.integers(0, len(text.plain) - 1))
    end = data.draw(st.integers(start + 1, len(text.plain)))
    offset, length, whole = text.place(start, end)
    assert 0 <= offset <= offset + length <= utf16_length(sent)
    if whole:
        units = sent.encode("utf-16-le", "surrogatepass")[2 * offset : 2 * (offset + length)]
        assert units.decode("utf-16-le", "surrogatepass") == text.plain[start:end]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "'text' and 'data'"),
        ({"text": "a", "data": "{}"}, "'text' and 'data'"),
        ({"data": "{"}, "not JSON"),
        ({"data": "{}"}, "annotation"),
        ({"data": '{"annotation": [{"text": "a", "markup": "b"}]}'}, "annotation"),
        ({"text": "a", "language": "de-DE"}, "not a language"),
        ({"text": "a", "language": ""}, "'language' is missing"),
        ({"text": "a", "level": "x"}, "'level'"),
        ({"text": "a", "enabledOnly": "yes"}, "'enabledOnly'"),
    ],
)
def test_what_is_malformed_is_refused_as_languagetool_does(
    service: Service, fields: dict[str, str], words: str
) -> None:
    answer = check(service, **fields)
    assert answer.status == 400
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.body.startswith(b"Error: ")
    assert words in answer.body.decode()


def test_a_check_can_be_a_query(service: Service) -> None:
    query = urlencode({"text": "He has a apple.", "language": "auto"})
    answer = service.ask("GET", f"/v2/check?{query}")
    assert answer.json()["matches"] == matches(service, text="He has a apple.")
    assert answer.json()["language"]["code"] == "en-US"


def test_language_tool_python_works_with_it(service: Service) -> None:
    """Its `remote_server` needs no download: the server is this service."""
    language_tool_python = pytest.importorskip("language_tool_python")
    text = "😀 She is interested on music. European Union has many country."
    with language_tool_python.LanguageTool("en-US", remote_server=service.address) as tool:
        found = tool.check(text)
        assert [match.replacements[0] for match in found] == ["in", "The European", "countries"]
        assert tool.correct(text) == Corrector().document(text).output
        [first, *_] = found
        assert (first.rule_id, first.category) == ("R_PREP", "PREPOSITIONS")
        assert text[first.offset : first.offset + first.error_length] == "on"
        tool.disabled_rules.add("R_PREP")
        assert [match.rule_id for match in tool.check(text)] == ["M_DET", "R_NOUN_NUM"]
        tool.disabled_rules.clear()
        tool.enabled_rules, tool.enabled_rules_only = {"R_PREP"}, True
        assert [match.rule_id for match in tool.check(text)] == ["R_PREP"]


def test_pylanguagetool_works_with_it(service: Service) -> None:
    api = pytest.importorskip("pylanguagetool.api")
    address = f"{service.address}/v2/"
    codes = [language["longCode"] for language in api.get_languages(address)]
    assert "en-US" in codes
    text = "She is interested on music. I have two brother."
    found = api.check(text, address, "en-US", disabled_rules="R_NOUN_NUM")
    assert [match["replacements"][0]["value"] for match in found["matches"]] == ["in"]
    found = api.check(text, address, "auto", enabled_categories="NUMBER", enabled_only=True)
    assert [match["rule"]["id"] for match in found["matches"]] == ["R_NOUN_NUM"]
    assert api.check(text, address, "en-GB", picky=True)["language"]["code"] == "en-GB"
    with pytest.raises(ValueError, match="not a language"):
        api.check(text, address, "de-DE")
