"""A report from its first block to its last: the short one, which paper has, and what a page folds away below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meantree.reporting.blocks import Block, Details, Grid, isolating
from meantree.reporting.contents import Contents
from meantree.reporting.method_page import method_page
from meantree.reporting.result_page import kinds_table, result_page, systems_section
from meantree.reporting.segment_choice import worst_first
from meantree.reporting.segment_pages import FOLDED, folded_segments, segments_section
from meantree.reporting.segment_pictures import Canvas
from meantree.work import Work


def short_report(contents: Contents, canvas: Canvas, work: Work, undrawn: Iterable[str] = ()) -> Iterator[Block]:
    """Yield the blocks of a report below its title.

    Args:
        contents: what it is made of.
        canvas: the room for pictures.
        work: progress and cancel.
        undrawn: lines on what the format could not print, read at the end.

    Raises:
        Cancelled: if the user stopped it.
    """
    return map(isolating, _short(contents, canvas, work, undrawn))


def _short(contents: Contents, canvas: Canvas, work: Work, undrawn: Iterable[str]) -> Iterator[Block]:
    people = contents.people
    if people is None:
        yield from result_page(contents, canvas.measure)
        yield from systems_section(contents)
    else:
        from meantree.reporting.annotation_page import annotation_page, annotation_tables

        yield from annotation_page(contents, canvas.measure)
        yield from annotation_tables(people)
        yield from systems_section(contents)
    yield from segments_section(contents, canvas, work)
    yield from method_page(contents, undrawn)


def more_tables(contents: Contents) -> Iterator[Block]:
    """Yield the tables that are not in the short report, folded away."""
    grids: list[Grid] = []
    if contents.people is not None:
        from meantree.reporting.annotation_page import annotation_details

        grids += (grid for grid in annotation_details(contents.people) if isinstance(grid, Grid))
    if (table := kinds_table(contents)) is not None:
        grids.append(Grid(table))
    for grid in grids:
        yield isolating(Details(grid.table.title or grid.table.name, (grid,)))


def more_segments(contents: Contents, canvas: Canvas, work: Work) -> Iterator[Block]:
    """Yield the other segments that the filter accepts, folded away: of too many, the worst.

    Raises:
        Cancelled: if the user stopped it.
    """
    rest = [place for place in contents.accepted if place not in contents.shown]
    if len(rest) > FOLDED and contents.focus:
        rest = sorted(worst_first(contents.table, contents.focus, contents.systems, rest)[:FOLDED])
    return map(isolating, folded_segments(contents, rest[:FOLDED], canvas, work))
