"""The report as Markdown."""

from __future__ import annotations

import re

from support.summaries import SCRIPT, document, full_summary, harmful_summary, sentence, summary_of

from syntacticdiff.report.markdown_page import markdown_page
from syntacticdiff.report.sections.essays import TEXTS_SHOWN

# Escaped characters, and inline code.
MEANINGLESS = re.compile(r"\\.|(`+)(?!`).*?(?<!`)\1(?!`)")


def test_every_part_is_there() -> None:
    page = markdown_page(full_summary())
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    assert headings == [
        *("## The class", "## Students", "## Topics", "## Classes", "## Comparison"),
        *("## Concordance", "## Details"),
    ]
    assert "| `insert(the)` | 4 | 2 |" in page
    assert "### missing *the*" in page
    assert (
        "- My sister <del>go</del><ins>goes</ins> to <del>the</del> work by train. (Boris)" in page
    )
    assert "50.0% of a text on average: missing *the* 50.0%" in page
    assert "| Ana | first | 2 | 10 | 2 | 20.0 |" in page


def test_harm_is_text() -> None:
    page = markdown_page(harmful_summary())
    assert "<script" not in MEANINGLESS.sub("", page)
    assert "\\<script\\>alert(1)\\</script\\>" in page
    assert "\x00" not in page
    page.encode()


def test_text_cannot_begin_a_list_or_a_heading_or_end_a_cell() -> None:
    page = markdown_page(
        summary_of(
            document("1. a | b", sentence("- x")),
            document("# c", sentence("# y")),
            document("`d`", sentence("*z*")),
        )
    )
    assert "| 1\\. a \\| b |" in page
    assert "| \\# c |" in page
    assert "| \\`d\\` |" in page


def test_of_many_texts_the_first_are_listed() -> None:
    number = TEXTS_SHOWN + 5
    page = markdown_page(summary_of(*(document(f"t{n}", sentence("Yes.")) for n in range(number))))
    assert f"The first {TEXTS_SHOWN} of {number}." in page
    assert f"| t{TEXTS_SHOWN - 1} |" in page
    assert f"| t{TEXTS_SHOWN} |" not in page
    assert SCRIPT not in page
