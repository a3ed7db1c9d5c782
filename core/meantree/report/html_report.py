"""The report as one page of HTML that loads nothing and runs nothing."""

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
from meantree.report.annotators import printed_tables
from meantree.report.content import ReportContent, coverage
from meantree.report.estimate import ReportSize, estimate_size
from meantree.report.pictures import WIDTH, caption, pictures
from meantree.report.score_rows import printable
from meantree.report.table_text import cell_text, is_number
from meantree.report.translation import SegmentContent, Translation, others_of, sums_of, unit_groups
from meantree.work import Work

DIGITS = 4
"""Of the steps of a derivation."""
MISSING = "–"


def html_parts(content: ReportContent, work: Work | None = None) -> Iterator[str]:
    """The page piece by piece, a segment at a time.

    Raises:
        Cancelled: if the user stopped it.
    """
    tables = printed_tables(content.annotator_tables(work))
    legend, best = legend_of(content), best_of(content)
    yield template("head.html").render(content=content, tables=tables, legend=legend, best=best)
    segment = template("segment.html")
    for one in content.segments(work):
        parts = [part_of(content, one, said) for said in one.translations]
        yield segment.render(content=content, segment=one, parts=parts)
    yield template("foot.html").render(content=content)


def part_of(content: ReportContent, segment: SegmentContent, said: Translation, width: float = WIDTH) -> dict[str, Any]:
    """What templates say of a translation, with pictures as wide as ``width``."""
    drawn = pictures(content, said, approximate_width, width)
    derivation = said.derivation
    return {
        "said": said,
        "score": [MISSING if score is None else fixed(score) for score in said.scores],
        "pictures": [Markup(picture_svg(group)) for group in drawn],  # escaped by the SVG writer
        "caption": caption(content, said, segment.key) if drawn else "",
        "units": list(unit_groups(said.comparison.units)) if said.comparison and content.has("evidence") else [],
        "sums": sums_of(derivation) if derivation else None,
        "others": others_of(derivation) if derivation else [],
        "steps": derivation.steps if derivation else (),
    }


def best_of(content: ReportContent) -> list[set[str]]:
    """The systems that each metric says are best, where there are several to choose from."""
    rows = {system: content.system_scores(system) for system in content.systems}
    best = []
    for place, chosen in enumerate(content.metrics.values()):
        known = {system: score for system, row in rows.items() if (score := row[place]) is not None}
        limit = (max if chosen.higher_is_better else min)(known.values(), default=None)
        best.append({system for system, score in known.items() if score == limit} if len(rows) > 1 else set())
    return best


def legend_of(content: ReportContent, width: float = WIDTH) -> Markup:
    """The legend of the pictures as SVG, as wide as ``width``; empty where there are none."""
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
    """One of the templates; what it is given is escaped."""
    return _environment().get_template(name)


def _source(name: str) -> str:
    return files("meantree.report").joinpath(f"templates/{name}").read_text("utf-8")


MOST_SEGMENTS: Final = 10
MOST_TRANSLATIONS: Final = 20
"""Of all these segments; one segment is shown whole."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A page and its pictures.

    Attributes:
        page: HTML that names its pictures as ``picture:0``, ``picture:1``, … and nothing else.
        pictures: by these names, as SVG.
        shown: how many segments are on the page.
        total: how many the report will show.
        description: which these are, in words.
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
    """Gives pictures names; a picture that is wider than the room is drawn smaller."""

    width: float
    known: dict[str, str] = field(default_factory=dict)

    def element(self, svg: str) -> dict[str, Any]:
        """What an element says that stands for a picture."""
        name = f"picture:{len(self.known)}"
        self.known[name] = svg
        root = fromstring(svg)
        width, height = (float(root.get(side) or 0) for side in ("width", "height"))
        scale = min(1.0, self.width / max(1.0, width))
        return {"name": name, "width": round(width * scale), "height": round(height * scale)}


def report_preview(content: ReportContent, width: float, work: Work | None = None) -> Preview:
    """What stands at the beginning of a report.

    Args:
        content: what it says.
        width: pixels that pictures may be wide; sentences go on in further rows.
        work: progress and cancel.

    Raises:
        Cancelled: if the user stopped it.
    """
    most = min(MOST_SEGMENTS, max(1, MOST_TRANSLATIONS // max(1, len(content.systems))))
    some = replace(content, selection=replace(content.selection, shown=content.selection.shown[:most]))
    pictures, segments = _Pictures(width), []
    legend = legend_of(content, width)
    drawn_legend = pictures.element(legend) if legend else None
    for segment in some.segments(work):
        parts = [part_of(some, segment, said, width) for said in segment.translations]
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
