"""The report as one HTML page without external resources, and its preview."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from jinja2 import Environment, FunctionLoader, Template
from markupsafe import Markup, escape

from meantree.escaping import escaped, one_line, printable
from meantree.evaluation.value_table import FEW, cell_text, name_columns
from meantree.picture.glyphs import shipped_width
from meantree.picture.style import DARK, LIGHT, Palette
from meantree.picture.svg import picture_svg
from meantree.reporting.blocks import Figure, Heading, Run, unfolded, with_isolated
from meantree.reporting.contents import Contents, gather
from meantree.reporting.report import more_segments, more_tables, short_report
from meantree.reporting.request import ReportRequest, ReportSource
from meantree.reporting.segment_pictures import Canvas
from meantree.work import Work

WIDTH: Final = 690.0
"""Width of pictures on the page in pixels, with which they have room on paper: the smallest letters have 7 points."""
SCRIPT: Final = """
const field = document.getElementById("filter");
if (field) field.oninput = () => {
  const wanted = field.value.toLowerCase();
  for (const one of field.parentElement.querySelectorAll(":scope > details"))
    one.hidden = !one.textContent.toLowerCase().includes(wanted);
};
"""
"""The one script of the page, which hides segments without the typed words; the page forbids any other."""


def html_parts(contents: Contents, work: Work = Work()) -> Iterator[str]:
    """Yield the page in parts, a segment at a time; its table of contents comes last in the source.

    Below the short report, which alone is printed, everything else is folded away.

    Raises:
        Cancelled: if the user stopped it.
    """
    canvas, digest = Canvas(shipped_width, WIDTH), b64encode(sha256(SCRIPT.encode()).digest()).decode()
    tables, segments = Heading(1, "All tables", anchor="tables"), Heading(1, "More segments", anchor="more")
    return _template("page.html").generate(
        contents=contents,
        short=short_report(contents, canvas, work),
        rest=((tables, more_tables(contents)), (segments, more_segments(contents, canvas, work))),
        picture=_inline_picture,
        has_lists=True,
        light=LIGHT,
        dark=DARK,
        pairs=dict(zip(_colours(LIGHT), _colours(DARK), strict=True)),
        script=SCRIPT,
        digest=digest,
    )


def _colours(palette: Palette) -> list[str]:
    """Return the colours of pictures."""
    of_lines = [palette.surface, palette.text, palette.muted, palette.line, palette.accent]
    return [*of_lines, *palette.status.values(), *palette.roles.values(), *palette.errors.values()]


def _inline_picture(figure: Figure) -> Markup:
    return Markup(f'<div class="wide">{picture_svg(figure.drawings, alternative=figure.alternative)}</div>')


@cache
def _template(name: str) -> Template:
    """Return a template; it escapes its variables."""
    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )
    environment.filters |= {
        **{each.__name__: each for each in (cell_text, escaped, name_columns, one_line, printable)},
        "isolated": lambda text: with_isolated((Run(text),)),
        "kind": lambda block: type(block).__name__,
        "together": lambda text: escape(printable(text)).replace(" %", "\xa0%"),  # no line ends before per cent
    }
    environment.globals["few"] = FEW
    return environment.get_template(name)


def _source(name: str) -> str:
    return files("meantree.reporting.formats").joinpath(f"templates/{name}").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Preview:
    """The short report as a page with its pictures.

    Attributes:
        page: HTML whose only resources are pictures named ``picture:0``, ``picture:1``, ….
        pictures: SVG by these names.
        shown: number of segments on the page.
        total: number of segments of the corpus.
    """

    page: str
    pictures: Mapping[str, str]
    shown: int
    total: int


def report_preview(source: ReportSource, request: ReportRequest, width: float, work: Work = Work()) -> Preview:
    """Return the short report, as the page of it begins.

    Args:
        source: what the report is made from.
        request: its content.
        width: of pictures, in pixels; longer sentences are wrapped.
        work: progress and cancel.

    Raises:
        InputError, UsageError: as :func:`~meantree.reporting.contents.gather` raises them.
        Cancelled: if the user stopped it.
    """
    contents, pictures = gather(source, request, work), dict[str, str]()

    def picture(figure: Figure) -> Markup:
        name = f"picture:{len(pictures)}"
        pictures[name] = picture_svg(figure.drawings)
        wide, high = max(one.width for one in figure.drawings), sum(one.height for one in figure.drawings)
        scale = min(1.0, width / max(1.0, wide))  # one wider than the page is scaled down
        return Markup(f'<p><img src="{name}" width="{round(wide * scale)}" height="{round(high * scale)}"></p>')

    short = unfolded(short_report(contents, Canvas(shipped_width, width), work))
    page = _template("preview.html").render(
        contents=contents, short=short, picture=picture, light=LIGHT, has_lists=False
    )
    return Preview(page, pictures, len(contents.shown), len(contents.corpus.segments))
