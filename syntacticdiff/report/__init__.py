"""Reports: from a summary of plain data to one HTML, JSON or Markdown file."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.report.summarizing import Summarizer as Summarizer
    from syntacticdiff.report.summarizing import document_summary as document_summary
    from syntacticdiff.report.summary import Summary as Summary
    from syntacticdiff.report.writing import write_report as write_report

__getattr__, __dir__, __all__ = exports(__name__)
