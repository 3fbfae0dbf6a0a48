"""Adding a section to reports is one entry in the registry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.summaries import full_summary

from syntacticdiff.report import Summary, write_report
from syntacticdiff.report.registry import SECTIONS
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import SectionSummary


@dataclass(frozen=True)
class WeatherSummary(SectionSummary):
    """The data of a section that no report has yet."""

    sky: str


def weather_lines(weather: WeatherSummary) -> Iterator[str]:
    yield from ("", f"The sky is {weather.sky}.")


WEATHER = Section(
    name="weather",
    title="The weather",
    data=lambda summary: summary.section(WeatherSummary),
    template="<p>The sky is {{ data.sky }}.</p>",
    markdown=weather_lines,
)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """A report with a section of its own, in every format."""
    monkeypatch.setitem(SECTIONS, WEATHER.name, WEATHER)
    return formats(full_summary().with_sections(WeatherSummary("<blue>")), tmp_path)


def formats(summary: Summary, folder: Path) -> dict[str, str]:
    found = {}
    for suffix in ("html", "json", "md"):
        write_report(folder / f"report.{suffix}", summary)
        found[suffix] = (folder / f"report.{suffix}").read_text("utf-8")
    return found


def test_a_registered_section_is_in_the_page_and_its_navigation(written: dict[str, str]) -> None:
    assert '<a href="#weather">The weather</a>' in written["html"]
    assert '<section class="page" id="weather"' in written["html"]
    assert "<p>The sky is &lt;blue&gt;.</p>" in written["html"]


def test_a_registered_section_is_in_the_json(written: dict[str, str]) -> None:
    assert json.loads(written["json"])["weather"] == {"sky": "<blue>"}


def test_a_registered_section_is_in_the_markdown(written: dict[str, str]) -> None:
    assert "\n## The weather\n\nThe sky is <blue>.\n" in written["md"]


def test_a_report_without_its_data_does_not_have_the_section(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(SECTIONS, WEATHER.name, WEATHER)
    found = formats(full_summary(), tmp_path)
    assert "weather" not in found["html"] + found["md"]
    assert json.loads(found["json"])["weather"] is None
