"""Figures of tables: each table says how it is drawn (:mod:`meantree.evaluation.table_figures`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from pathlib import Path
from typing import Final

from meantree.evaluation.value_table import ValueTable
from meantree.files import proposed_name
from meantree.picture.style import DARK, LIGHT
from meantree.report.figures.canvas import Chart, figure_folder, save_in_all_forms
from meantree.report.figures.style import PRINT, FigureStyle, style_of
from meantree.report.figures.table_charts import Draw, drawings_of_one
from meantree.work import Work

STYLES: Final[Mapping[str, FigureStyle]] = {"": PRINT, "light": style_of(LIGHT), "dark": style_of(DARK)}


def drawings_of(table: ValueTable) -> Iterator[tuple[str, Draw]]:
    """What can be drawn of a table, each with a name of its own, and how to draw it; nothing where nothing is defined.

    Nothing is drawn before it is asked for, so that names can be listed at once.
    """
    taken: set[str] = set()
    for one in (table, *table.drawn):
        for name, draw in drawings_of_one(one):
            unique = next(name + again for again in _again() if name + again not in taken)
            taken.add(unique)
            yield unique, draw


def charts_of(table: ValueTable, style: FigureStyle) -> Iterator[tuple[str, Chart]]:
    """All that can be drawn of a table, each with a name of its own."""
    for name, draw in drawings_of(table):
        yield name, draw(style)


def save_figures(tables: Iterable[ValueTable], folder: Path, work: Work | None = None) -> list[Path]:
    """Draw tables for print, light and dark, as SVG, PDF and PNG into a folder, which is made if it is not there.

    Raises:
        UsageError: if they cannot be written.
        Cancelled: if the user stopped it; what was written stays.
    """
    figure_folder(folder)
    written: list[Path] = []
    taken: set[str] = set()
    drawings = [drawing for table in tables for drawing in drawings_of(table)]
    for place, (name, draw) in enumerate(drawings):
        if work is not None:
            work.step("Drawing figures", place, len(drawings))
        plain = proposed_name(name)  # of different names this may be the same
        unique = next(plain + again for again in _again("-") if (plain + again).casefold() not in taken)
        taken.add(unique.casefold())
        for look, style in STYLES.items():
            written += save_in_all_forms(draw(style), style, folder, f"{unique}-{look}".rstrip("-"))
    return written


def _again(gap: str = " ") -> Iterator[str]:
    """What tells a name from others like it: nothing, then numbers from 2."""
    return chain([""], (f"{gap}{number}" for number in count(2)))
