"""Reports as one text."""

from __future__ import annotations

from meantree.report.content import ReportContent
from meantree.report.html_report import html_parts
from meantree.work import Work


def report_html(content: ReportContent, work: Work | None = None) -> str:
    """Return the whole page of a report."""
    return "".join(html_parts(content, work))
