"""The systems: a figure of their scores, and the table of all metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from meantree.escaping import counted, escaped, listed, with_and
from meantree.evaluation.compared_systems import Ranking
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.registry import metric
from meantree.numbers import fixed
from meantree.picture.row_charts import IntervalRow, interval_chart
from meantree.picture.style import Measure, approximate_width
from meantree.reporting.blocks import Figure, Grid
from meantree.reporting.contents import Contents
from meantree.reporting.results import CLEAR, CLUSTERS, FEWEST, Result, better_first, table_by_metric

CHART: Final = 640.0
"""Width of the figure on page one, in pixels."""
MOST_SYSTEMS: Final = 16
"""Systems in the figure."""


def systems_figure(found: Sequence[Result], measure: Measure = approximate_width) -> Figure | None:
    """Return the systems' scores by the first metric, with their intervals; None if a figure would show nothing."""
    return ranking_figure({"": found[0].ranking}, found[0].spec, measure) if found else None


def ranking_figure(rankings: Mapping[str, Ranking], spec: str, measure: Measure) -> Figure | None:
    """Return systems' scores with their intervals, by the annotators who name the rankings; None for a single point."""
    few = {by for by, ranking in rankings.items() if ranking.segments < FEWEST}
    rows = [
        IntervalRow(
            escaped(f"{by}: {one.system}" if len(rankings) > 1 else one.system),
            one.score,
            *((None, None) if by in few else (one.low, one.high)),
        )
        for by, ranking in rankings.items()
        for one in ranking.systems[:MOST_SYSTEMS]
        if one.score is not None
    ]
    if not rows or (len(rows) == 1 and few):
        return None
    names, counts = [escaped(by) for by in rankings if by], [ranking.segments for ranking in rankings.values()]
    by = f" by the work of {names[0]}" if len(names) == 1 else " by the work of each annotator" if names else ""
    segments = counted(max(counts), "segment")
    on = segments if min(counts) == max(counts) else f"{min(counts):,} to {segments}"
    what = f"{escaped(spec)} of each system{by} on {on}"
    interval = "" if len(few) == len(rankings) else ", with 95 % intervals of 1,000 bootstrap samples"
    lower = "" if metric(spec).higher_is_better else "; lower is better"
    alternative = listed(f"{row.label} {fixed(row.value)}" for row in rows)
    chart = interval_chart(rows, CHART, measure)
    return Figure((chart,), f"{what}{interval}{lower}.", f"{what}: {alternative}.")


def systems_grid(contents: Contents) -> Grid:
    """Return the table of systems: a row for each metric for one or two systems, else a row for each system.

    Metrics that scored nothing are left out, and the note says why.
    """
    found = contents.results
    if len(contents.systems) in (1, 2) and found:
        table = table_by_metric(found, better_first(found, contents.systems))
        note = " ".join((coverage(contents), table.note, *_unscored(contents)))
        return Grid(replace(table, note=note), frozenset(_better_cells(found)))
    return _many_systems(contents, found)


def _is_unscored(contents: Contents, spec: str) -> bool:
    return not any(contents.table.segments_behind(system, spec) for system in contents.systems)


def _unscored(contents: Contents) -> Iterator[str]:
    """Yield why each metric that scored nothing is left out, by the first of its problems."""
    for spec in contents.specs:
        if _is_unscored(contents, spec):
            why = [str(problem) for problem in contents.problems if spec in problem.metrics]
            more = f" and {len(why) - 1:,} more" if why[1:] else ""
            if reason := contents.table.reason_without(spec):
                why, more = [reason], ""
            yield f"{escaped(spec)} is left out, as it scored nothing{f': {escaped(why[0])}{more}' if why else ''}."


def _better_cells(found: Sequence[Result]) -> Iterator[tuple[int, int]]:
    """Yield the cells of scores that are significantly better, by rows and columns."""
    for row, result in enumerate(found):
        two = result.two
        if two is not None and result.is_clear and two.difference:
            yield row, 1 if (two.difference > 0) == result.metric.higher_is_better else 2


def _many_systems(contents: Contents, found: Sequence[Result]) -> Grid:
    """Return a row for each system: its scores over all its segments, and the interval by the metric in focus."""
    focus = found[0] if found else None
    ranked = {one.system: one for one in focus.ranking.systems} if focus is not None else {}
    specs = [spec for spec in contents.specs if not _is_unscored(contents, spec)]
    lower = {spec for spec in specs if not contents.table.metrics[spec].higher_is_better}
    names = sorted(contents.systems, key=lambda name: list(ranked).index(name) if name in ranked else len(ranked))
    rows: list[tuple[Value, ...]] = []
    for name in names:
        bounds: tuple[Value, ...] = ()
        if focus is not None and not focus.is_few:
            bounds = (ranked[name].low, ranked[name].high, ranked[name].cluster) if name in ranked else (None,) * 3
        rows.append((name, *(contents.table.system_score(name, spec) for spec in specs), *bounds))
    extra = (f"{contents.focus}: from", "to", "cluster") if focus is not None and not focus.is_few else ()
    best = {result.spec: result.ranking.names[0] for result in found if result.is_surely_best}
    strong = {(names.index(best[spec]), column) for column, spec in enumerate(specs, start=1) if spec in best}
    note = " ".join((coverage(contents), *_unscored(contents)))
    note += " ↓: lower is better." if lower else ""
    if extra:
        bold = "; a score in bold is significantly better than all others by its metric" * bool(strong)
        note += f" From, to: the 95 % interval of {contents.focus} by 1,000 bootstrap samples. {CLUSTERS}{bold}."
        note += f" Significant: {CLEAR}."
    elif focus is not None:
        note += f" Fewer than {FEWEST} segments are too few to tell which differences are chance."
    heads = (f"{spec} ↓" if spec in lower else spec for spec in specs)
    table = ValueTable("systems", "", note, ("system", *heads, *extra), tuple(rows))
    return Grid(table, frozenset(strong))


def coverage(contents: Contents) -> str:
    """Return sentences on how many segments system scores cover, one for all metrics with the same numbers."""
    total = len(contents.corpus.segments)
    specs_of: dict[tuple[int, ...], list[str]] = {}
    for spec in contents.specs:
        counts = tuple(contents.table.segments_behind(system, spec) for system in contents.systems)
        specs_of.setdefault(counts, []).append(spec)
    nothing = (0,) * len(contents.systems)
    if len(specs_of) > 1:  # of these the note says why
        specs_of.pop(nothing, None)
    if all(count == total for counts in specs_of for count in counts):
        segments = "the 1 segment" if total == 1 else f"all {total:,} segments"
        return f"Over {segments} of the corpus."
    return " ".join(
        f"{', '.join(map(escaped, specs))}: {_over(contents.systems, counts, total)}."
        for counts, specs in specs_of.items()
    )


def _over(systems: tuple[str, ...], counts: tuple[int, ...], total: int) -> str:
    """Return the number of segments covered, by system if systems differ."""
    of = f"of {counted(total, 'segment')}"
    systems_of: dict[int, list[str]] = {}
    for system, count in zip(systems, counts, strict=True):
        systems_of.setdefault(count, []).append(escaped(system))
    if set(systems_of) == {total}:
        return "over the 1 segment" if total == 1 else f"over all {total:,} segments"
    if len(systems_of) == 1:
        return f"over {counts[0]:,} {of}"
    return ", ".join(f"{with_and(names)} over {count:,}" for count, names in systems_of.items()) + f" {of}"
