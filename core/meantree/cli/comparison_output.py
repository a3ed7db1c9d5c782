"""The results of ``meantree compare`` in all formats: plain tables, JSON of everything, or one table of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final

from meantree import __version__
from meantree.cli.command_inputs import Task
from meantree.cli.comparisons import ComparedSystems, ComparisonOptions, compared_systems
from meantree.cli.output import Result, answer_text, starred
from meantree.errors import Problem
from meantree.escaping import as_json, counted, escaped
from meantree.evaluation.buckets import Bucket, Buckets
from meantree.evaluation.compared_systems import (
    CLUSTER,
    MEAN_RANK,
    SCORE,
    STANDING,
    SYSTEM,
    Outcomes,
    RankedSystem,
    Ranking,
    interval_column,
)
from meantree.evaluation.paired_tests import CORRECTED, TESTED
from meantree.evaluation.significance import SIGNIFICANT, Resampling
from meantree.evaluation.unit_counts import FINDINGS
from meantree.evaluation.unit_differences import UnitDifference, UnitDifferences
from meantree.evaluation.value_table import AnswerColumn, Value, ValueTable, attribute_columns, record
from meantree.metrics.registry import metric
from meantree.numbers import difference, fixed
from meantree.phenomena.catalogue import KINDS

Columns = tuple[AnswerColumn[Any], ...]
LONGEST: Final = 40
"""Characters of a unit; longer ones are cut."""


def _directed(spec: str) -> str:
    """Return a metric with an arrow: up if higher is better, else down."""
    return f"{escaped(spec)} {'↑' if metric(spec).higher_is_better else '↓'}"


def _counts(side: str = "", prefix: str = "") -> Columns:
    """Return columns of the counts that an attribute of rows holds, or that rows are."""
    names = ("reference", "matched", "hypothesis", "extra")
    return tuple(AnswerColumn(f"{prefix}{name}", partial(_count, attrgetter(f"{side}{name}"))) for name in names)


def _count(value: Callable[[object], float], row: object) -> float:
    count = value(row)
    return int(count) if count == int(count) else count


def _both(title: str, value: Callable[[UnitDifference], tuple[Any, Any]], text: Callable[[Any], str]) -> Columns:
    """Return the columns of what both systems have."""

    def column(title: str, side: int) -> AnswerColumn[Any]:
        return AnswerColumn(title, lambda unit: value(unit)[side], text)

    return column(title, 0), column("against", 1)


def _label(unit: UnitDifference) -> str:
    label = escaped(unit.label)
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"


STANDING_SHOWN: Final = CLUSTER, SYSTEM, SCORE, interval_column(fixed), MEAN_RANK
OUTCOME_NUMBERS: Final = attribute_columns("wins", "ties", "losses", "undefined", "left_out")
OUTCOMES: Final = (
    AnswerColumn("metric", attrgetter("spec")),
    AnswerColumn("system", attrgetter("first")),
    AnswerColumn("against", attrgetter("second")),
    *attribute_columns("segments"),
    *OUTCOME_NUMBERS,
    AnswerColumn("score", attrgetter("first_score")),
    AnswerColumn("against_score", attrgetter("second_score")),
    *attribute_columns("difference", "low", "high", "p"),
)
UNITS: Final = (
    *attribute_columns("kind"),
    AnswerColumn("unit", attrgetter("label")),
    *attribute_columns("counted", "difference", "log_odds", "p", "q"),
    *_counts("first."),
    *_counts("second.", "against_"),
)
COUNTS: Final = _both("count", attrgetter("counts"), "{:,.4g}".format)
TESTS: Final = (
    *_both("segments", attrgetter("first_only", "second_only"), lambda places: f"{len(places):,}"),
    *(AnswerColumn(name, attrgetter(name), lambda p: starred(p, p < SIGNIFICANT)) for name in ("p", "q")),
)
UNITS_SHOWN: Final = (
    AnswerColumn(
        "kind", lambda unit: escaped(unit.kind) + (" +" if unit.counted == "extra" else ""), str, is_name=True
    ),
    AnswerColumn("unit", _label, str, is_name=True),
    *_both("rate", attrgetter("rates"), fixed),
    *COUNTS,
    AnswerColumn("difference", attrgetter("difference"), "{:+,.4g}".format),
    *TESTS,
)
FINDINGS_SHOWN: Final = (
    AnswerColumn("finding", lambda unit: KINDS[unit.label].title, str, is_name=True),
    AnswerColumn("kind", _label, str, is_name=True),
    *COUNTS,
    *_both("per segment", attrgetter("rates"), fixed),
    *TESTS,
)
UNIT_NOTE: Final = (
    "rate: matched share of the reference's units; for units never in a reference (+), their number per segment."
)
FINDING_NOTE: Final = "count: findings shown, which may be several in a segment."
OF_WORDS: Final = (*_counts(), *attribute_columns("recall", "precision", "f"))
MOST: Final = 25
"""Units in a plain table."""
WIDTH: Final = 120
METHODS: Final = {"bootstrap": "Paired bootstrap (two-sided)", "randomisation": "Approximate randomisation (two-sided)"}
RULE: Final = f"* significant: p < {SIGNIFICANT:g}, and the 95 % interval of the difference excludes 0."


def comparison_result(task: Task, options: ComparisonOptions) -> tuple[Result, list[Problem]]:
    """Score and compare systems; return the results in all formats, and what could not be scored."""
    compared, problems = compared_systems(task, options)
    result = Result(partial(tables_text, compared), partial(json_text, compared), lambda: [table_of(compared)])
    return result, problems


def tables_text(compared: ComparedSystems) -> str:
    """Return all tables as plain text."""
    resampling = compared.options.resampling
    parts = [_ranking(item, compared.signatures[item.spec], resampling) for item in compared.rankings]
    if compared.outcomes:
        parts.append(_outcomes(compared.outcomes, compared.signatures, resampling))
    if compared.units is not None:
        parts.append(_units(*compared.units))
    parts += map(_buckets, compared.buckets)
    return "\n".join(parts)


def json_text(compared: ComparedSystems) -> str:
    """Return all results."""
    resampling = compared.options.resampling
    document: dict[str, object] = {
        "version": __version__,
        "test": resampling.test,
        "resamples": resampling.resamples,
        "seed": resampling.seed,
        "filter": compared.options.filter,
        "segments": compared.segments,
        "metrics": [{"name": spec, "signature": signed} for spec, signed in compared.signatures.items()],
    }
    if compared.rankings:
        document["rankings"] = [_ranking_json(item) for item in compared.rankings]
    if compared.outcomes:
        document["outcomes"] = [record(OUTCOMES, item) for item in compared.outcomes]
    if compared.units is not None:
        document["units"] = _units_json(*compared.units, compared.keys)
    buckets = list(map(_buckets_json, compared.buckets))
    if any(item.spec for item in compared.buckets):
        document["buckets"] = buckets
    elif buckets:
        (document["words"],) = buckets
    return as_json(document)


def _ranking_json(ranking: Ranking) -> dict[str, object]:
    systems = [
        {
            **record(STANDING, system),
            "p": {name: ranking.p(system.system, name) for name in ranking.names if name != system.system},
        }
        for system in ranking.systems
    ]
    return {"metric": ranking.spec, "segments": ranking.segments, "left_out": ranking.left_out, "systems": systems}


def _units_json(differences: UnitDifferences, signature: str, keys: Sequence[str]) -> dict[str, object]:
    """Return each unit with the keys of the segments in which either system has more of it."""
    units = [
        {
            **record(UNITS, unit),
            "segments": [keys[place] for place in unit.first_only],
            "against_segments": [keys[place] for place in unit.second_only],
        }
        for unit in differences.units
    ]
    return {
        "kind": differences.kind,
        "signature": signature,
        "system": differences.first,
        "against": differences.second,
        "segments": differences.segments,
        "left_out": differences.left_out,
        "alike": differences.alike,
        "units": units,
    }


def _buckets_json(buckets: Buckets) -> dict[str, object]:
    numbers = {"by": buckets.by, "segments": buckets.segments, "left_out": buckets.left_out}
    if buckets.spec is not None:
        items = [{"bucket": one.title, "segments": one.size, "scores": dict(one.scores)} for one in buckets.buckets]
        return {"metric": buckets.spec, **numbers, "buckets": items}
    words = [
        {"bucket": one.title, "systems": {system: record(OF_WORDS, counts) for system, counts in one.counts.items()}}
        for one in buckets.buckets
    ]
    return {**numbers, "buckets": words}


def table_of(compared: ComparedSystems) -> ValueTable:
    """Return the units or buckets if there are any, else the outcomes of a pair, or the rankings."""
    rows = list(_rows(compared))
    head = tuple(rows[0]) if rows else _head(compared)
    return ValueTable("compare", "", "", head, tuple(tuple(row.values()) for row in rows))


def _head(compared: ComparedSystems) -> tuple[str, ...]:
    """Return the columns of a table without rows; rankings and outcomes always have rows."""
    if compared.units is not None:
        return (*(column.name for column in UNITS), "signature")
    if compared.buckets[0].spec is None:
        return ("bucket", "system", *(column.name for column in OF_WORDS))
    return ("metric", "bucket", "system", "segments", "score", "signature")


def _rows(compared: ComparedSystems) -> Iterator[dict[str, Value]]:
    if compared.units is not None:
        return ({**record(UNITS, unit), "signature": compared.units[1]} for unit in compared.units[0].units)
    if compared.buckets:
        return (row for buckets in compared.buckets for row in _bucket_rows(buckets, compared.signatures))
    resampling = compared.options.resampling
    test: dict[str, Value] = {"test": resampling.test, "resamples": resampling.resamples, "seed": resampling.seed}
    outcomes = (record(OUTCOMES, item) for item in compared.outcomes)
    rows = outcomes if compared.outcomes else _ranking_rows(compared)
    return ({**row, **test, "signature": compared.signatures[str(row["metric"])]} for row in rows)


def _ranking_rows(compared: ComparedSystems) -> Iterator[dict[str, Value]]:
    names = sorted(compared.rankings[0].names)  # the systems of all rankings are the same
    for ranking in compared.rankings:
        for system in ranking.systems:
            p_values = {f"p {name}": ranking.p(system.system, name) for name in names}
            counts: dict[str, Value] = {"segments": ranking.segments, "left_out": ranking.left_out}
            yield {"metric": ranking.spec, **record(STANDING, system), **p_values, **counts}


def _bucket_rows(buckets: Buckets, signatures: dict[str, str]) -> Iterator[dict[str, Value]]:
    spec = buckets.spec
    for one in buckets.buckets:
        for system, score in one.scores.items():
            names: dict[str, Value] = {"bucket": one.title, "system": system}
            if spec is None:
                yield {**names, **record(OF_WORDS, one.counts[system])}
            else:
                yield {"metric": spec, **names, "segments": one.size, "score": score, "signature": signatures[spec]}


def _segments(number: int, left_out: int) -> str:
    segments = counted(number, "segment")
    if not left_out:
        return segments
    return f"{segments}; {counted(left_out, 'segment')} left out because not all of these systems can be compared there"


def _ranking(ranking: Ranking, signature: str, resampling: Resampling) -> str:
    def next_p(system: RankedSystem) -> str | None:
        following = ranking.names[ranking.names.index(system.system) + 1 :]
        p = ranking.p(system.system, following[0]) if following else None
        return None if p is None else starred(p, ranking.is_clear(system.system, following[0]))

    drawn = _drawn((*STANDING_SHOWN, AnswerColumn("p to the next", next_p, str)), ranking.systems)
    title = f"Ranking by {_directed(ranking.spec)}: {_segments(ranking.segments, ranking.left_out)}"
    note = f"Clusters: each system above a line is better than each below. {_how(resampling)}"
    return f"{title}\n{drawn}{note}\n{signature}\n"


def _how(resampling: Resampling) -> str:
    sampling = f"{resampling.resamples:,} resamples, seed {resampling.seed}"
    return f"{METHODS[resampling.test]}, {sampling}. p is not corrected for the number of tests.\n{RULE}"


def _outcomes(outcomes: Sequence[Outcomes], signatures: dict[str, str], resampling: Resampling) -> str:
    first = outcomes[0]
    columns: Columns = (
        AnswerColumn("metric", attrgetter("spec"), _directed, is_name=True),
        AnswerColumn(first.first, attrgetter("first_score"), fixed),
        AnswerColumn(first.second, attrgetter("second_score"), fixed),
        AnswerColumn("difference", attrgetter("difference"), difference),
        interval_column(difference),
        AnswerColumn("p", lambda item: None if item.p is None else starred(item.p, item.is_clear), str),
        *OUTCOME_NUMBERS,
    )
    signature_lines = "\n".join(signatures.values())
    title = f"{escaped(first.first)} against {escaped(first.second)}: {counted(first.segments, 'segment')}"
    return f"{title}\n{_drawn(columns, outcomes)}{_how(resampling)}\n{signature_lines}\n"


def _units(differences: UnitDifferences, signature: str) -> str:
    of_findings = differences.kind == FINDINGS
    unequal = [unit for unit in differences.units if unit.first_only or unit.second_only]
    drawn = _drawn(FINDINGS_SHOWN if of_findings else UNITS_SHOWN, unequal[:MOST])
    more = len(differences.units) - len(unequal[:MOST])
    more_note = f" {counted(more, 'more unit')} with --format tsv." if more > 0 else ""
    systems = f"{escaped(differences.first)} against {escaped(differences.second)}"
    significant = sum(unit.q < SIGNIFICANT for unit in unequal)
    title = (
        f"{differences.kind}, {systems}: {_segments(differences.segments, differences.left_out)};"
        f" {len(unequal):,} of {len(unequal) + differences.alike:,} differ in some segment,"
        f" {significant:,} of them significantly"
    )
    note = FINDING_NOTE if of_findings else UNIT_NOTE
    test_note = f"segments: those in which one system has more than the other. p: {TESTED}.\nq: p {CORRECTED}."
    return f"{title}\n{drawn}{note}\n{test_note}{more_note}\n{signature}\n"


def _buckets(buckets: Buckets) -> str:
    of_words = buckets.spec is None

    def score(system: str) -> AnswerColumn[Bucket]:
        return AnswerColumn(f"F {system}" if of_words else system, lambda bucket: bucket.scores[system], fixed)

    columns: Columns = (
        AnswerColumn("title", attrgetter("title"), str, buckets.title, is_name=True),
        AnswerColumn("reference words" if of_words else "segments", attrgetter("size")),
        *map(score, buckets.buckets[0].scores if buckets.buckets else ()),
    )
    by = f"{'Words' if buckets.spec is None else _directed(buckets.spec)} by {buckets.by}"
    note = "Recall and precision with --format tsv.\n" if of_words else ""
    segments = _segments(buckets.segments, buckets.left_out)
    return f"{by}: {segments}\n{_drawn(columns, buckets.buckets)}{note}"


def _drawn(columns: Columns, rows: Iterable[object]) -> str:
    return answer_text(columns, rows, max(WIDTH, 16 * len(columns)))
