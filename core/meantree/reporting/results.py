"""The results of a report: scores with intervals, and how sure it is which of two systems is better."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from meantree.escaping import counted, escaped, uncapitalised, with_and
from meantree.evaluation.compared_systems import Outcomes, RankedSystem, Ranking, outcomes, ranking, scored_systems
from meantree.evaluation.significance import SIGNIFICANT
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.metric import Metric
from meantree.metrics.registry import summary
from meantree.numbers import apart, fixed, interval_text, p_text
from meantree.scoring.table import ScoreTable
from meantree.work import Work

FEWEST: Final = 10
"""Segments below which intervals and tests are not reported: resampling so few says little about others."""
CLUSTERS: Final = "Each system of a cluster is significantly better than every system of the clusters below it"
CLEAR: Final = "p < .05, and an interval of the difference without 0"
RULE: Final = "bold: significantly better, that is p < .05 and an interval without 0"
"""The rule of all differences that reports call significant."""
TOO_FEW: Final = "too few segments to tell"
F1: Final = "F1 (1: the same everywhere, 0: nowhere)"
SORT_SIGNS: Final = {"person": "", "gold": " ‡", "automatic": " †"}
SORT_NOTES: Final = {
    "gold": "‡: adjudicated from the work of others; not included in means.",
    "automatic": "†: automatic frames; not included in means.",
}


@dataclass(frozen=True, slots=True)
class Result:
    """The result by one metric.

    Attributes:
        spec: of the metric.
        metric: the metric.
        ranking: of the systems that it scored, on the segments that it scored for all of them.
        two: the two systems compared if there are two, else None.
    """

    spec: str
    metric: Metric
    ranking: Ranking
    two: Outcomes | None

    @property
    def segments(self) -> int:
        """Number of compared segments."""
        return self.ranking.segments

    @property
    def is_few(self) -> bool:
        """Whether there are too few segments for a test."""
        return self.segments < FEWEST

    @property
    def best(self) -> RankedSystem | None:
        """The best system; None if none has a score, or there is one alone."""
        known = [system for system in self.ranking.systems if system.score is not None]
        return known[0] if len(known) > 1 else None

    @property
    def is_clear(self) -> bool:
        """Whether the best system is significantly better than the next."""
        if self.is_few or self.best is None:
            return False
        return self.two.is_clear if self.two is not None else self.ranking.is_clear(*self.ranking.names[:2])

    @property
    def is_surely_best(self) -> bool:
        """Whether the best system is significantly better than each other one."""
        first, *others = self.ranking.names
        return self.is_clear and all(self.ranking.is_clear(first, other) for other in others)


def results(table: ScoreTable, specs: tuple[str, ...], systems: tuple[str, ...], work: Work) -> list[Result]:
    """Return the result of each metric over all segments of a table; metrics that scored nothing have none.

    Raises:
        Cancelled: if the user stopped it.
    """
    found: list[Result] = []
    for spec in specs:
        scored = [system for system in systems if system in scored_systems(table, spec)]
        if not scored:
            continue
        ranked = ranking(table, spec, systems=scored, work=work.silent())
        two = None
        if len(systems) == len(scored) == 2:
            first, second = better_first(found, ranked.names)
            two = outcomes(table, spec, first, second, ranked=ranked, work=work.silent())
        found.append(Result(spec, table.metrics[spec], ranked, two))
    return found


def better_first(found: Sequence[Result], systems: Sequence[str]) -> Sequence[str]:
    """Return systems in the order of the first result if it ranks them all, else as they are."""
    names = found[0].ranking.names if found else ()
    return names if len(names) == len(systems) else systems


def verdict(result: Result, total: int) -> tuple[str, str]:
    """Return which system is better by a metric and how sure that is, and the numbers behind it, in two sentences.

    Args:
        total: the number of segments, which other sentences say.
    """
    first = result.ranking.systems[0]
    spec, n = escaped(result.spec), counted(result.segments, "segment")
    on = "" if result.segments == total else f", on {n}"
    if first.score is None:
        shared = " on the segments that all systems share" if len(result.ranking.systems) > 1 else ""
        return f"There is no score by {spec}{shared}.", ""
    if result.best is None:
        interval = "" if result.is_few else _interval(first)
        return f"{escaped(first.system)} has {fixed(first.score)} by {spec}{interval}{on}.", ""
    second = result.ranking.systems[1]
    if second.score is None:
        return f"Only {escaped(first.system)} has a score by {spec}: {fixed(first.score)}{on}.", ""
    names = escaped(first.system), escaped(second.system)
    lower = "" if result.metric.higher_is_better else ", lower is better"
    scores = f"{fixed(first.score)} against {fixed(second.score)}{lower}"
    if first.score == second.score:
        return f"By {spec}, {names[0]} and {names[1]} have the same score.", f"{fixed(first.score)}{on}."
    if result.is_few:
        verb = "is" if result.segments == 1 else "are"
        return f"By {spec}, {names[0]} is ahead of {names[1]}, but {n} {verb} too few to tell.", f"{scores}."
    p = result.ranking.p(first.system, second.system)
    two = _difference_text(result.two, first.system) if result.two is not None else ""
    numbers = "; ".join(filter(None, (scores + on, two, "" if p is None else p_text(p)))) + "."
    if result.is_clear:
        return f"By {spec}, {names[0]} is significantly better than {names[1]}.", numbers
    return f"By {spec}, {names[0]} is ahead of {names[1]}, but not significantly{_disagreement(result.two)}.", numbers


def extreme(values: Mapping[str, float], *, lowest: bool = False) -> str:
    """Return which names have the highest value, or the lowest: all of those that tie."""
    end = (min if lowest else max)(values.values())
    return with_and(escaped(name) for name, value in values.items() if value == end)


def span(values: Sequence[float]) -> str:
    """Return the range of values, or the one that all of them are."""
    low, high = fixed(min(values)), fixed(max(values))
    return low if low == high else f"{low} to {high}"


def meaning_of(measure: Metric) -> str:
    """Return what a metric is, which scores are better, and the scale of predictions, for those who do not know it."""
    from meantree.metrics.regression_metrics import Regression

    meaning = f"{uncapitalised(summary(measure))}; {'higher' if measure.higher_is_better else 'lower'} is better"
    if isinstance(measure, Regression) and measure.is_shipped:
        meaning += f": {fixed(measure.model.intercept)} for identical texts, 0 for an average rating"
    return meaning


def _disagreement(two: Outcomes | None) -> str:
    """Return why a difference is not significant although its interval or p alone would say that it is."""
    if two is None or two.p is None or two.excludes_equality == (two.p < SIGNIFICANT):
        return ""
    if two.excludes_equality:
        return ", as p is not below .05, though the interval excludes 0"
    return ", as the interval includes 0, though p is below .05"


def _difference_text(two: Outcomes, leader: str) -> str:
    """Return the difference of the system in the lead from the other one, and in how many segments it is better."""
    if two.first_score is None or two.second_score is None:
        return ""
    sign = 1 if two.first == leader else -1
    scores, (wins, losses) = (two.first_score, two.second_score)[::sign], (two.wins, two.losses)[::sign]
    interval = ""
    if two.low is not None and two.high is not None:
        interval = f", 95 % interval {interval_text(*sorted((sign * two.low, sign * two.high)))}"
    ties = f", equal in {two.ties:,}" if two.ties else ""
    of_segments = f"better in {counted(wins, 'segment')}, worse in {losses:,}{ties}"
    return f"difference {apart(*scores)}{interval}; {of_segments}"


def _interval(system: RankedSystem) -> str:
    if system.low is None or system.high is None:
        return ""
    return f" (95 % interval {fixed(system.low)} to {fixed(system.high)})"


def table_by_metric(found: Sequence[Result], names: Sequence[str]) -> ValueTable:
    """Return a row for each metric: the scores of one or two systems, and an interval.

    The interval is that of the score of one system, or of the difference of two, which have p, too.
    """
    rows: list[tuple[Value, ...]] = []
    is_alone, is_tested = len(names) == 1, not all(result.is_few for result in found)
    for result in found:
        ranked, two = {one.system: one for one in result.ranking.systems}, result.two
        tested = None if result.is_few else result.ranking.systems[0] if is_alone else two
        bounds = (None, None) if tested is None else (tested.low, tested.high)
        rows.append(
            (
                result.spec + ("" if result.metric.higher_is_better else " ↓"),
                *(ranked[name].score if name in ranked else None for name in names),
                *(None if two is None else two.difference, *bounds, None if two is None or result.is_few else two.p),
            )
        )
    note = "From, to: the 95 % interval by 1,000 bootstrap samples." if is_tested else ""
    if not is_alone:
        what = f"Scores and their difference, {names[0]} less {names[1]} before rounding,"
        note = f"{what} are on the segments that both share" + (
            "; from, to: its 95 % interval by 1,000 bootstrap samples; p of the paired bootstrap, two-sided and not "
            f"corrected for the number of metrics; {RULE}."
            if is_tested
            else "."
        )
    head = ("metric", *names, "difference", "from", "to", "p")
    table = ValueTable("systems", "", _noted(note, found), head, tuple(rows))
    return without_empty(table, {"difference", "from", "to", "p"})


def _noted(note: str, found: Sequence[Result]) -> str:
    """Add to a note what arrows mean, and why there are no intervals, as far as the table needs it."""
    if not all(result.metric.higher_is_better for result in found):
        note += " ↓: lower is better."
    if any(result.is_few for result in found):
        note += f" Fewer than {FEWEST} segments are too few for intervals and tests."
    return note.strip()


def without_empty(table: ValueTable, heads: Collection[str] | None = None) -> ValueTable:
    """Return a table without those of its columns, or of the ones with these heads, that have no value in any row."""
    if not table.rows:
        return table
    return table.columns(
        place
        for place, head in enumerate(table.head)
        if (heads is not None and head not in heads) or any(row[place] not in (None, "") for row in table.rows)
    )
