"""The report as one page of HTML that loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, Template
from markupsafe import Markup

from meantree.escaping import escaped, one_line
from meantree.picture.fonts import approximate_width
from meantree.picture.legend import legend_picture
from meantree.picture.numbers import fixed, short
from meantree.picture.style import LIGHT
from meantree.picture.svg import picture_svg
from meantree.report.annotator_summary import on_paper
from meantree.report.content import ReportContent
from meantree.report.coverage import coverage
from meantree.report.pictures import WIDTH, caption, pictures
from meantree.report.texts import printable
from meantree.report.translations import SegmentContent, Translation
from meantree.report.units import others_of, sums_of, unit_groups
from meantree.report.value_tables import cell_text, is_number
from meantree.work import Work

DIGITS = 4
"""Of the steps of a derivation."""
MISSING = "–"


def html_parts(content: ReportContent, work: Work | None = None) -> Iterator[str]:
    """The page piece by piece, a segment at a time.

    Raises:
        Cancelled: if the user stopped it.
    """
    tables = on_paper(content.annotator_tables(work))
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
