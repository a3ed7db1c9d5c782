"""Tables and figures of what metrics see of marked errors."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.evaluation.coverage import ALL, Coverage, Estimate
from meantree.evaluation.value_table import SHARES, DotPlot, Heatmap, Value, ValueTable

NOTE = (
    "Share of the characters of errors that the metric's evidence marks as extra or partial, against the share of the "
    "other characters that it marks; words of translations alone, so omissions have no characters. A translation of "
    "several raters counts once for each."
)
SLOPE = "change of score: of the segment score for each error of the category (least squares)."
INTERVALS = "low, high: 95 % intervals of a bootstrap over segments."


def coverage_tables(found: Sequence[Coverage], signatures: Sequence[str] = ()) -> list[ValueTable]:
    """Return the shares by category and metric, then all values with their intervals."""
    return [_matrix(found), _details(found, signatures)]


def _matrix(found: Sequence[Coverage]) -> ValueTable:
    specs = list(dict.fromkeys(item.metric for item in found))
    categories = list(dict.fromkeys(item.category for item in found))
    by_key = {(item.category, item.metric): item for item in found}
    rows: list[tuple[Value, ...]] = []
    for category in categories:
        of_category = [by_key[category, spec] for spec in specs]
        errors = max(item.errors for item in of_category)
        rows.append((category, errors, *(item.marked.value for item in of_category)))
    rows.append(("elsewhere", None, *(by_key[ALL, spec].elsewhere.value for spec in specs)))
    figures = (Heatmap(tuple(range(2, 2 + len(specs))), "share that is marked", scale=SHARES),)
    head = ("category", "errors", *specs)
    return ValueTable("coverage", "Errors that metrics mark", NOTE, head, tuple(rows), figures)


def _details(found: Sequence[Coverage], signatures: Sequence[str]) -> ValueTable:
    head = (
        *("metric", "category", "errors", "characters"),
        *("marked", "marked low", "marked high"),
        *("elsewhere", "elsewhere low", "elsewhere high"),
        *("difference", "difference low", "difference high"),
        *("change of score", "change of score low", "change of score high"),
    )
    rows = tuple(
        (
            item.metric,
            item.category,
            item.errors,
            item.characters,
            *_cells(item.marked),
            *_cells(item.elsewhere),
            *_cells(item.difference),
            *_cells(item.per_error),
        )
        for item in sorted(found, key=lambda item: [one.metric for one in found].index(item.metric))
    )
    note = " ".join(filter(None, (SLOPE, INTERVALS, *signatures)))
    figures = (
        DotPlot((10,), "share marked in errors, less that elsewhere", "difference", by=1),
        DotPlot((13,), "change of the segment score per error", "score", by=1),
    )
    return ValueTable("coverage-intervals", "Errors that metrics mark, and their scores", note, head, rows, figures)


def _cells(estimate: Estimate) -> tuple[Value, Value, Value]:
    return estimate.value, estimate.low, estimate.high
