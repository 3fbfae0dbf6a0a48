"""What a section of a report is: its name, its data, and how it looks in HTML and Markdown.

`registry` lists the sections. The navigation, the HTML page, the JSON and the Markdown are made
from that list, so a new section is one module in `sections` and one line in the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from syntacticdiff.report.summary import Summary

Data = TypeVar("Data")


@dataclass(frozen=True)
class Section(Generic[Data]):
    """A section of a report.

    Parameters
    ----------
    name : str
        Its identifier: the anchor in the HTML page and the key in the JSON.
    title : str
        Its heading, and its entry in the navigation.
    data : callable
        Takes the summary and returns what the section shows, or None if the report does not have
        this section.
    template : str
        Jinja source of its HTML. It sees `data`, `summary`, and `linked`: whether edits can link
        to the concordance. A long template is a file of its own: `{% include "topics.html" %}`.
    markdown : callable
        Takes the data and yields the lines below the heading. Without a line there is no heading.
    notes : bool, default=False
        Whether the summary's notes are repeated below the heading.
    counted : bool, default=False
        Whether the section shows counted edits only, so that the report has to explain which edits
        count.
    in_json : bool, default=True
        Whether the JSON has the data, a dataclass, under the section's name. False for sections
        that show fields of the summary, which the JSON has anyway.
    """

    name: str
    title: str
    data: Callable[[Summary], Data | None]
    template: str
    markdown: Callable[[Data], Iterator[str]]
    notes: bool = False
    counted: bool = False
    in_json: bool = True

    def markdown_lines(self, summary: Summary) -> list[str]:
        """Its heading and lines; none if the summary has nothing for it."""
        data = self.data(summary)
        lines = [] if data is None else list(self.markdown(data))
        return ["", f"## {self.title}", *lines] if lines else []
