"""From the numbers of a figure to the figure, its caption and its table. No widgets."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from meantree.escaping import escaped
from meantree_gui.state.figure_numbers import Kind

if TYPE_CHECKING:
    from meantree.evaluation.missed_units import Fault, MissedUnits
    from meantree.report.figures.canvas import Chart
    from meantree.report.figures.distributions import Series, Size
    from meantree.report.figures.figure_style import FigureStyle
    from meantree_gui.state.figure_numbers import Numbers


def chart_of(numbers: Numbers, titles: Sequence[str], style: FigureStyle, size: Size) -> Chart:
    """The figure; ``titles`` are of the columns that it takes."""
    from meantree.report.figures import distributions, overviews

    asked = numbers.asked
    if asked.kind is Kind.CORRELATIONS:
        return overviews.matrix(numbers.matrix, titles, style, size)
    x = numbers.values(asked.x)
    if asked.kind is Kind.DISTRIBUTION:
        return distributions.distribution(x, titles[0], _by(numbers, "system"), style, size)
    if asked.kind is Kind.DOCUMENTS:
        documents = overviews.shown_documents(x, _by(numbers, "document"), size[1])
        return overviews.document_boxes(x, titles[0], documents, style, size)
    return distributions.scatter(
        x, numbers.values(asked.y), (titles[0], titles[-1]), _by(numbers, "system"), style, size
    )


def _by(numbers: Numbers, column: str) -> list[Series]:
    """The rows of each system, or of each document, in order of first appearance."""
    from meantree.report.figures.distributions import Series

    codes, names = numbers.frame[column].factorize()
    order = np.argsort(codes, kind="stable")
    rows = np.split(order, np.cumsum(np.bincount(codes, minlength=len(names)))[:-1])
    found = dict(zip(names.tolist(), rows, strict=False))
    known = numbers.asked.systems if column == "system" else found
    return [Series(name or "no document", found.get(name, np.arange(0))) for name in known]


def told_first(numbers: Numbers, titles: Sequence[str]) -> str:
    """What the figure shows, and what comes of it, in words."""
    asked = numbers.asked
    if asked.kind is Kind.SCATTER:
        return f"{titles[0]} against {titles[-1]} · {numbers.told}"
    if asked.kind is Kind.CORRELATIONS:
        return f"{numbers.told} of {len(titles)} columns"
    if asked.kind is Kind.DOCUMENTS:
        return f"{titles[0]} by document · box: quartiles, line: median"
    several = len(asked.systems) > 1
    return f"Distribution of {titles[0]} · {'lines: medians' if several else 'line: median'}"


def unit_chart(found: MissedUnits, fault: Fault, style: FigureStyle, size: Size) -> Chart:
    """Bars of the units that are missed, or extra, most often: as many as have room."""
    from meantree.report.figures import overviews

    units = found.most(fault)[: overviews.room_for(size[1])]
    counts = np.array([one.count(fault) for one in units], dtype=np.float64)
    totals = np.array([one.total(fault) for one in units], dtype=np.float64)
    return overviews.bars(
        [escaped(one.label) for one in units], counts, totals, f"{fault} by {found.system}", style, size
    )


def unit_tsv(found: MissedUnits) -> str:
    """All units, most often missed first, with what was counted of each."""
    from meantree.report.score_rows import name_cell

    text = io.StringIO()
    writer = csv.writer(text, dialect="excel-tab", lineterminator="\n")
    writer.writerow(["kind", "unit", "references", "missed", "translations", "extra", "missed in", "extra in"])
    for one in found.units:
        counts = one.counts.reference, one.counts.missed, one.counts.hypothesis, one.counts.extra
        numbers = (*(f"{count:g}" for count in counts), len(one.missed_in), len(one.extra_in))
        writer.writerow([name_cell(one.kind), name_cell(one.label), *numbers])
    return text.getvalue()


def table_tsv(numbers: Numbers) -> str:
    """What the figure was drawn from: correlations, or a row for each translation; undefined is empty.

    Names are written as in all tables of scores, so that no spreadsheet takes one for a formula.
    """
    from meantree.report.score_rows import name_cell

    asked = numbers.asked
    text = io.StringIO()
    writer = csv.writer(text, dialect="excel-tab", lineterminator="\n")
    if asked.kind is Kind.CORRELATIONS:
        names = list(map(name_cell, asked.columns))
        writer.writerow(["", *names])
        writer.writerows([name, *map(_number, row)] for name, row in zip(names, numbers.matrix.tolist(), strict=True))
        return text.getvalue()
    writer.writerow(["system", "document", "segment", *map(name_cell, asked.used)])
    frame = numbers.frame
    named = zip(frame["system"], frame["document"], frame["id"], strict=True)
    values = zip(*(numbers.values(column).tolist() for column in asked.used), strict=True)
    for name, row in zip(named, values, strict=True):
        writer.writerow([*map(name_cell, name), *map(_number, row)])
    return text.getvalue()


def _number(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.6f}"
