"""The report as a PDF file: its blocks as data for a template of Typst, which sets them on pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from meantree.escaping import escaped, is_right_to_left
from meantree.evaluation.value_table import cell_text, name_columns
from meantree.picture.glyphs import Glyphs, scripts
from meantree.picture.style import DASHES, LIGHT
from meantree.picture.svg import picture_svg
from meantree.picture.typesetting import typeset, unprinted
from meantree.reporting.blocks import (
    Figure,
    FlatBlock,
    Grid,
    Heading,
    Line,
    Paragraph,
    Run,
    Texts,
    text_of,
    unfolded,
    with_isolated,
)
from meantree.reporting.contents import Contents
from meantree.reporting.report import short_report
from meantree.reporting.request import Paper
from meantree.reporting.segment_pictures import Canvas
from meantree.work import Work

SCRIPTS: Final = 3
"""Scripts that are named if no font has their characters."""
CODES: Final = 12
"""Such characters that are listed."""
WIDTHS: Final[Mapping[Paper, float]] = {"A4": 690.0, "Letter": 713.0}
"""Pixels of pictures between the margins, at which their smallest letters have 7 points."""
HEIGHT: Final = 880.0
"""Pixels of a picture that has room on a page in its size, with its caption."""
PAPERS: Final[Mapping[Paper, str]] = {"A4": "a4", "Letter": "us-letter"}
Data = dict[str, Any]
UNUSED: Final[Mapping[str, Data]] = {"heading": {"details": []}, "texts": {"small": False}}
"""What templates of version 1.0.0, and changed copies of them, read of blocks."""


def pdf_parts(contents: Contents, work: Work = Work()) -> Iterator[bytes]:
    """Yield the file.

    Raises:
        InputError, UsageError: if the project can no longer be read, or the template has an error.
        Cancelled: if the user stopped it.
    """
    request, glyphs = contents.request, Glyphs()
    canvas = Canvas(glyphs.measure, WIDTHS[request.paper], HEIGHT)
    blocks = unfolded(short_report(contents, canvas, work, undrawn=_undrawn(glyphs)))
    data = report_data(blocks, glyphs, escaped(contents.title), " · ".join(contents.about), request.paper)
    yield typeset("report.typ", data, glyphs, request.date, request.template)


def report_data(
    blocks: Iterator[FlatBlock], glyphs: Glyphs, title: str = "", about: str = "", paper: Paper = "A4"
) -> Data:
    """Return what a template gets: texts that its fonts can draw, and no markup."""
    data = _Data(glyphs)
    status = {str(status): colour for status, colour in LIGHT.status.items()}
    plain = {"text": LIGHT.text, "muted": LIGHT.muted, "accent": LIGHT.accent, "rule": "#d8dce0"}
    return {
        "title": glyphs.escaped(title),
        "about": data.muted(about),
        "paper": PAPERS[paper],
        "colours": {**plain, **status, **LIGHT.errors},
        "dashes": {str(status): DASHES[status] for status in LIGHT.status},
        "blocks": list(map(data.block, blocks)),
    }


def _undrawn(glyphs: Glyphs) -> Iterator[str]:
    """Yield a line on the characters that no font has, once all but the last blocks are made."""
    letters = sorted(glyphs.undrawn)
    if not letters:
        return
    named = scripts(letters)[:SCRIPTS]
    codes = " ".join(f"U+{ord(letter):04X}" for letter in letters[:CODES])
    more = f" and {len(letters) - CODES:,} more" if letters[CODES:] else ""
    yield (
        f"No font of this machine has these characters ({', '.join(script for script, _ in named)}); they are printed "
        f"as escapes, or a line stands for their text. Fonts to install: {', '.join(font for _, font in named)}. "
        f"{codes}{more}"
    )


class _Data:
    """Makes the data of blocks."""

    def __init__(self, glyphs: Glyphs) -> None:
        self._glyphs = glyphs

    def block(self, block: FlatBlock) -> Data:
        """Return a block with the name of its kind."""
        if isinstance(block, Heading):
            line = self._line((Run(block.text, isolated=True),))
            return {"kind": "heading", "level": block.level, "anchor": block.anchor, **UNUSED["heading"], **line}
        if isinstance(block, Paragraph):
            return {"kind": "paragraph", "small": block.small, "point": block.point, **self._line(block.line)}
        if isinstance(block, Texts):
            rows = [{"label": self._glyphs.escaped(label), **self._line(text)} for label, text in block.rows]
            return {"kind": "texts", "rows": rows, **UNUSED["texts"]}
        if isinstance(block, Figure):
            return self._figure(block)
        if isinstance(block, Grid):
            return self._table(block)
        heading = self._glyphs.escaped(block.heading)
        return {"kind": "quotation", "heading": heading, **self._line((Run(block.text),))}

    def muted(self, text: str) -> list[Data]:
        """Return the runs of a text in lighter print."""
        return self._runs(with_isolated((Run(text, weight="muted"),))) if text else []

    def _figure(self, figure: Figure) -> Data:
        if line := unprinted(figure.drawings, self._glyphs):
            return self.block(Paragraph((Run(line, weight="muted"),)))
        return {
            "kind": "figure",
            "svg": self._glyphs.picture(picture_svg(figure.drawings)),
            "width": max(1.0, *(drawing.width for drawing in figure.drawings)),
            "height": max(1.0, sum(drawing.height for drawing in figure.drawings)),
            "alternative": figure.alternative,
            "caption": self.muted(figure.caption),
        }

    def _table(self, grid: Grid) -> Data:
        table = grid.table
        left = range(len(table.head)) if grid.prose else sorted({0, *name_columns(table)})
        return {
            "kind": "table",
            "prose": grid.prose,
            "title": self._runs((Run(escaped(table.title)),)) if table.title else [],
            "heads": [self._runs(with_isolated((Run(escaped(head)),))) for head in table.head],
            "rows": [[self._line(with_isolated((Run(cell_text(value)),))) for value in row] for row in table.rows],
            "note": self.muted(escaped(table.note)),
            "left": list(left),
            "strong": sorted(grid.strong),
        }

    def _line(self, runs: Line) -> Data:
        """Return a line with its direction, or the line that stands for it if no font has its letters."""
        if line := self._glyphs.replacement(text_of(runs)):
            runs = (Run(line, weight="muted"),)
        leftwards = is_right_to_left(text_of(run for run in runs if not run.isolated) or text_of(runs))
        return {"runs": self._runs(runs), **({"leftwards": True} if leftwards else {})}

    def _runs(self, runs: Line) -> list[Data]:
        return list(map(self._run, runs))

    def _run(self, run: Run) -> Data:
        text = "\n".join(map(self._glyphs.escaped, run.text.split("\n"))).replace(" %", "\xa0%")
        named = {
            "weight": run.weight,
            "status": run.status.value if run.status is not None else "",
            "ground": run.ground or "",
            "target": run.target,
        }
        isolated = f"\u2068{text}\u2069" if run.isolated else text
        return {"text": isolated, **{name: value for name, value in named.items() if value}}
