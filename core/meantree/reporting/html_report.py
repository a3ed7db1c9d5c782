"""The report as one HTML page without scripts and external resources, and its preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final
from xml.etree.ElementTree import fromstring

from jinja2 import Environment, FunctionLoader, Template
from markupsafe import Markup

from meantree.escaping import escaped, one_line
from meantree.numbers import fixed, short
from meantree.picture.shapes import legend_picture
from meantree.picture.style import LIGHT, approximate_width
from meantree.picture.svg import picture_svg
from meantree.reporting.annotators import printed_tables
from meantree.reporting.content import ReportContent, coverage
from meantree.reporting.estimate import ReportSize, estimate_size
from meantree.reporting.pictures import WIDTH, caption, pictures
from meantree.reporting.score_rows import printable
from meantree.reporting.table_text import cell_text, is_number
from meantree.reporting.translation import SegmentContent, Translation, other_inputs, sums_of, unit_groups
from meantree.work import Work

DIGITS = 4
"""Significant digits in the steps of a derivation."""
MISSING = "–"


def html_parts(content: ReportContent, work: Work | None = None) -> Iterator[str]:
    """Yield the page in parts, a segment at a time.

    Raises:
        Cancelled: if the user stopped it.
    """
    tables = printed_tables(content.annotator_tables(work))
    legend, best = legend_of(content), best_of(content)
    yield template("head.html").render(content=content, tables=tables, legend=legend, best=best)
    segment_template = template("segment.html")
    for segment in content.segments(work):
        parts = [part_of(content, segment, translation) for translation in segment.translations]
        yield segment_template.render(content=content, segment=segment, parts=parts)
    yield template("foot.html").render(content=content)


def part_of(
    content: ReportContent, segment: SegmentContent, translation: Translation, width: float = WIDTH
) -> dict[str, Any]:
    """Return the variables of a translation's template, with pictures as wide as ``width``."""
    drawn = pictures(content, translation, approximate_width, width)
    derivation = translation.derivation
    return {
        "translation": translation,
        "score": [MISSING if score is None else fixed(score) for score in translation.scores],
        "pictures": [Markup(picture_svg(group)) for group in drawn],  # escaped by the SVG writer
        "caption": caption(content, translation, segment.key) if drawn else "",
        "units": list(unit_groups(translation.comparison.units))
        if translation.comparison and content.has("evidence")
        else [],
        "sums": sums_of(derivation) if derivation else None,
        "others": other_inputs(derivation) if derivation else [],
        "steps": derivation.steps if derivation else (),
    }


def best_of(content: ReportContent) -> list[set[str]]:
    """Return the best systems by each metric; empty sets if there is one system."""
    rows = {system: content.system_scores(system) for system in content.systems}
    best = []
    for place, metric in enumerate(content.metrics.values()):
        known = {system: score for system, row in rows.items() if (score := row[place]) is not None}
        limit = (max if metric.higher_is_better else min)(known.values(), default=None)
        best.append({system for system, score in known.items() if score == limit} if len(rows) > 1 else set())
    return best


def legend_of(content: ReportContent, width: float = WIDTH) -> Markup:
    """Return the legend of the pictures as SVG, as wide as ``width``; empty without pictures."""
    return Markup(picture_svg([legend_picture(approximate_width, width)]) if content.options.has_pictures else "")


@cache
def _environment() -> Environment:
    environment = Environment(loader=FunctionLoader(_source), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(shown=escaped, escaped=one_line, printable=printable, fixed=fixed, short=short)
    environment.filters.update(cell=cell_text, is_number=is_number)
    environment.globals.update(palette=LIGHT, digits=DIGITS, missing=MISSING, coverage=coverage)
    return environment


@cache
def template(name: str) -> Template:
    """Return a template; it escapes its variables."""
    return _environment().get_template(name)


def _source(name: str) -> str:
    return files("meantree.reporting").joinpath(f"templates/{name}").read_text("utf-8")


MOST_SEGMENTS: Final = 10
MOST_TRANSLATIONS: Final = 20
"""Limit over all segments of a preview; one segment is always shown whole."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a report as a page with its pictures.

    Attributes:
        page: HTML whose only resources are pictures named ``picture:0``, ``picture:1``, ….
        pictures: SVG by these names.
        shown: number of segments on the page.
        total: number of segments in the report.
        description: the selection of segments, in words.
        size: of the whole report.
    """

    page: str
    pictures: Mapping[str, str]
    shown: int
    total: int
    description: str
    size: ReportSize


@dataclass(slots=True)
class _Pictures:
    """Names pictures; a picture wider than the page is scaled down."""

    width: float
    known: dict[str, str] = field(default_factory=dict)

    def element(self, svg: str) -> dict[str, Any]:
        """Return name, width and height of the element for a picture."""
        name = f"picture:{len(self.known)}"
        self.known[name] = svg
        root = fromstring(svg)
        width, height = (float(root.get(side) or 0) for side in ("width", "height"))
        scale = min(1.0, self.width / max(1.0, width))
        return {"name": name, "width": round(width * scale), "height": round(height * scale)}


def report_preview(content: ReportContent, width: float, work: Work | None = None) -> Preview:
    """Return the beginning of a report.

    Args:
        content: of the report.
        width: of pictures, in pixels; longer sentences are wrapped.
        work: progress and cancel.

    Raises:
        Cancelled: if the user stopped it.
    """
    limit = min(MOST_SEGMENTS, max(1, MOST_TRANSLATIONS // max(1, len(content.systems))))
    shortened = replace(content, selection=replace(content.selection, shown=content.selection.shown[:limit]))
    pictures, segments = _Pictures(width), []
    legend = legend_of(content, width)
    drawn_legend = pictures.element(legend) if legend else None
    for segment in shortened.segments(work):
        parts = [part_of(shortened, segment, translation, width) for translation in segment.translations]
        for part in parts:
            part["pictures"] = [pictures.element(svg) for svg in part["pictures"]]
        segments.append({"segment": segment, "parts": parts})
    page = template("preview.html").render(
        content=content,
        progress=content.annotator_progress(),
        segments=segments,
        legend=drawn_legend,
        best=best_of(content),
    )
    total = len(content.selection.shown) if content.has("segments") else 0
    return Preview(page, pictures.known, len(segments), total, content.selection.description, estimate_size(content))
