"""The report as one HTML page without external resources, and its preview."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from typing import Final

from jinja2 import Environment, FunctionLoader, Template
from markupsafe import Markup, escape

from meantree.analysis.frames import Role
from meantree.escaping import escaped, one_line, printable
from meantree.evaluation.value_table import FEW, cell_text, name_columns
from meantree.picture.glyphs import shipped_width
from meantree.picture.style import DARK, LIGHT
from meantree.picture.svg import picture_svg
from meantree.reporting.blocks import (
    Block,
    Figure,
    Grid,
    Heading,
    Line,
    Paragraph,
    Quotation,
    Run,
    Texts,
    unfolded,
    with_isolated,
)
from meantree.reporting.contents import Contents, gather
from meantree.reporting.report import more_segments, more_tables, short_report
from meantree.reporting.request import ReportRequest, ReportSource
from meantree.reporting.segment_pictures import Canvas
from meantree.work import Work

WIDTH: Final = 690.0
"""Width of pictures on the page in pixels, with which they have room on paper: the smallest letters have 7 points."""
MORE: Final = "More segments"
FILTER: Final = '<input type="search" id="filter" placeholder="Filter segments" aria-label="Filter segments">\n'
SCRIPT: Final = """
const field = document.getElementById("filter");
if (field) field.oninput = () => {
  const wanted = field.value.toLowerCase();
  for (const one of field.parentElement.querySelectorAll(":scope > details"))
    one.hidden = !one.textContent.toLowerCase().includes(wanted);
};
"""
"""The one script of the page, which hides segments without the typed words; the page forbids any other."""
Entry = tuple[int, str, str]
"""Level, text and anchor of a heading."""


def html_parts(contents: Contents, work: Work = Work()) -> Iterator[str]:
    """Yield the page in parts, a segment at a time; its table of contents comes last in the source.

    Below the short report, which alone is printed, everything else is folded away.

    Raises:
        Cancelled: if the user stopped it.
    """
    entries: list[Entry] = []
    canvas = Canvas(shipped_width, WIDTH)
    yield _template("page.html").render(
        title=escaped(contents.title),
        about=list(map(one_line, contents.about)),
        light=LIGHT,
        dark=DARK,
        pairs=list(_colour_pairs()),
        paper=contents.request.paper,
        script=SCRIPT,
        digest=b64encode(sha256(SCRIPT.encode()).digest()).decode(),
    )
    for block in short_report(contents, canvas, work):
        if isinstance(block, Heading) and block.anchor:
            entries.append((block.level, block.text, block.anchor))
        yield _html(block, _inline_picture)
    parts = (("All tables", "tables", more_tables(contents)), (MORE, "more", more_segments(contents, canvas, work)))
    for title, anchor, blocks in parts:
        folded = (_html(block, _inline_picture) for block in blocks)
        first = next(folded, None)
        if first is not None:
            entries.append((1, title, anchor))
            yield f'<section class="rest">\n<h2 id="{anchor}">{title}</h2>\n'
            yield FILTER if anchor == "more" else ""
            yield first
            yield from folded
            yield "</section>\n"
    yield f"</main>\n{_contents(entries)}<script>{SCRIPT}</script>\n</body>\n</html>\n"


def _colour_pairs() -> Iterator[tuple[str, str]]:
    """Yield the colours of pictures on paper, each with that on a dark screen."""
    light = [LIGHT.surface, LIGHT.text, LIGHT.muted, LIGHT.line, LIGHT.accent]
    dark = [DARK.surface, DARK.text, DARK.muted, DARK.line, DARK.accent]
    roles: list[Role | None] = list(LIGHT.roles)
    light += [*LIGHT.status.values(), *(LIGHT.roles[role] for role in roles), *LIGHT.errors.values()]
    dark += [*(DARK.status[status] for status in LIGHT.status), *(DARK.roles[role] for role in roles)]
    dark += [DARK.errors[severity] for severity in LIGHT.errors]
    return iter(dict(zip(light, dark, strict=True)).items())


def _contents(entries: list[Entry]) -> str:
    """Return the table of contents: sections, with their segments."""
    lines: list[str] = []
    for level, text, anchor in entries:
        link = f'<a href="#{anchor}">{escape(one_line(text))}</a>'
        lines.append(f"<li>{link}</li>" if level == 1 else f"<li><ol><li>{link}</li></ol></li>")
    return f'<nav aria-label="Contents"><ol>\n{chr(10).join(lines)}\n</ol></nav>\n'


PictureMaker = Callable[[Figure], str]


def _inline_picture(figure: Figure) -> str:
    return f'<div class="wide">{picture_svg(figure.drawings, alternative=figure.alternative)}</div>'


def _html(block: Block, picture: PictureMaker) -> str:
    """Return a block as HTML; ``picture`` makes the element of a figure."""
    if isinstance(block, Heading):
        return _heading(block)
    if isinstance(block, Paragraph):
        names = " ".join(name for name, holds in (("small", block.small), ("point", block.point)) if holds)
        return f"<p{_class(names)}>{_line(block.line)}</p>\n"
    if isinstance(block, Texts):
        rows = "".join(
            f'<div><dt>{escape(label)}</dt><dd dir="auto">{_line(text)}</dd></div>\n' for label, text in block.rows
        )
        return f'<dl class="texts">\n{rows}</dl>\n'
    if isinstance(block, Figure):
        below = f"<figcaption>{_isolated(one_line(block.caption))}</figcaption>" if block.caption else ""
        return f"<figure>{picture(block)}{below}</figure>\n"
    if isinstance(block, Grid):
        return _grid(block)
    if isinstance(block, Quotation):
        return (
            f'<blockquote dir="auto"><span class="muted"><bdi>{escape(one_line(block.heading))}</bdi>:</span> '
            f"<bdi>{escape(printable(block.text))}</bdi></blockquote>\n"
        )
    inner = "".join(_html(one, picture) for one in block.blocks)
    return f"<details><summary>{escape(one_line(block.title))}</summary>\n{inner}</details>\n"


def _heading(heading: Heading) -> str:
    level = heading.level + 1
    anchor = f' id="{heading.anchor}"' if heading.anchor else ""
    return f"<h{level}{anchor}><bdi>{escape(one_line(heading.text))}</bdi></h{level}>\n"


def _line(runs: Line) -> Markup:
    return Markup("").join(map(_run, runs))


def _isolated(text: str) -> Markup:
    return _line(with_isolated((Run(text),)))


def _run(run: Run) -> Markup:
    text = _together(printable(run.text))
    if run.target:
        text = Markup(f'<a href="#{run.target}">{text}</a>')
    if run.status is not None:
        title = f' title="{run.status.value}"'
        return Markup(f'<span class="{run.status.value}"{title}>{text}</span>')
    if run.ground is not None:
        return Markup(f'<span class="{run.ground}" title="{run.ground}">{text}</span>')
    if run.weight == "strong":
        return Markup(f"<b>{text}</b>")
    if run.weight == "differs":
        return Markup(f"<u>{text}</u>")
    if run.isolated:
        return Markup(f"<bdi>{text}</bdi>")
    return Markup(f'<span class="{run.weight}">{text}</span>') if run.weight else text


def _together(text: str) -> Markup:
    """Return a text as HTML in which no line ends before a sign of per cent."""
    return escape(text).replace(" %", "\xa0%")


def _class(names: str) -> str:
    return f' class="{names}"' if names else ""


def _grid(grid: Grid) -> str:
    table = grid.table
    texts = {0, *name_columns(table)} if not grid.prose else set(range(len(table.head)))
    title = f"<caption>{escape(escaped(table.title))}</caption>" if table.title else ""
    head = "".join(
        f'<th scope="col"{_class("text" if place in texts else "")}><bdi>{escape(escaped(name))}</bdi></th>'
        for place, name in enumerate(table.head)
    )
    rows = []
    for number, row in enumerate(table.rows):
        cells = []
        for place, value in enumerate(row):
            text = _isolated(cell_text(value))
            text = Markup(f"<b>{text}</b>") if (number, place) in grid.strong else text
            cells.append(f"<td{_class('text' if place in texts else '')}><bdi>{text}</bdi></td>")
        rows.append(f"<tr>{''.join(cells)}</tr>\n")
    note = f'<p class="muted small">{_isolated(escaped(table.note))}</p>\n' if table.note else ""
    kind = _class("prose" if grid.prose else "dense" if len(table.head) > FEW else "")
    body = f"<table{kind}>{title}<thead><tr>{head}</tr></thead>\n<tbody>\n{''.join(rows)}</tbody></table>"
    return f'<div class="wide">{body}</div>\n{note}'


@cache
def _template(name: str) -> Template:
    """Return a template; it escapes its variables."""
    environment = Environment(loader=FunctionLoader(_source), autoescape=True, trim_blocks=True, lstrip_blocks=True)
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


@dataclass(slots=True)
class _Pictures:
    """Names pictures; a picture wider than the page is scaled down."""

    width: float
    known: dict[str, str] = field(default_factory=dict)

    def element(self, figure: Figure) -> str:
        """Return the element of a picture, of its name, width and height."""
        name = f"picture:{len(self.known)}"
        self.known[name] = picture_svg(figure.drawings)
        width, height = max(one.width for one in figure.drawings), sum(one.height for one in figure.drawings)
        scale = min(1.0, self.width / max(1.0, width))
        return f'<p><img src="{name}" width="{round(width * scale)}" height="{round(height * scale)}"></p>'


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
    contents, pictures = gather(source, request, work), _Pictures(width)
    head = _template("preview.html").render(
        title=escaped(contents.title), about=list(map(one_line, contents.about)), light=LIGHT
    )
    blocks = short_report(contents, Canvas(shipped_width, width), work)
    body = (_html(block, pictures.element) for block in _flat(blocks))
    page = "".join(chain([head], body, ["</body></html>"]))
    return Preview(page, pictures.known, len(contents.shown), len(contents.corpus.segments))


def _flat(blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield blocks without folds and definition lists, which Qt's pages do not have."""
    for block in unfolded(blocks):
        if isinstance(block, Texts):
            for label, text in block.rows:
                yield Paragraph((Run(f"{label}  ", weight="muted"), *text))
        else:
            yield block
