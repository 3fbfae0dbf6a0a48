"""A summary as JSON: the same data that the pages show."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

from syntacticdiff.report.registry import SECTIONS
from syntacticdiff.report.summary import Summary


def json_page(summary: Summary) -> str:
    """The whole report, one line. A section that the report does not have is null."""
    plain = asdict(replace(summary, sections=()))
    notes = plain.pop("notes")
    del plain["sections"]
    for section in SECTIONS.values():
        if section.in_json:
            data = section.data(summary)
            plain[section.name] = None if data is None else asdict(data)
    plain["notes"] = notes
    return json.dumps(plain, ensure_ascii=False, allow_nan=False) + "\n"
