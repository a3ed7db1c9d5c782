"""The results of ``meantree compare`` in all formats: plain tables, JSON of everything, or one table of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final

from meantree import __version__
from meantree.cli.comparisons import Compared
from meantree.cli.output import Result, drawn_table, table_text
from meantree.escaping import as_json, counted, escaped
from meantree.evaluation.buckets import WORD_TITLES, Buckets, WordBuckets
from meantree.evaluation.compared_systems import Outcomes, Ranking
from meantree.evaluation.paired_tests import CORRECTED, TESTED
from meantree.evaluation.significance import SIGNIFICANT, Resampling
from meantree.evaluation.unit_counts import FINDINGS
from meantree.evaluation.unit_differences import UnitDifference, UnitDifferences
from meantree.evaluation.value_table import AnswerColumn, Value, ValueTable, attribute_columns, record
from meantree.findings.kinds import KINDS
from meantree.metrics.registry import metric
from meantree.numbers import difference, fixed

Cell = str | int | float | None
STANDING: Final = attribute_columns("system", "cluster", "score", "low", "high", "mean_rank")
OUTCOMES: Final = (
    AnswerColumn("metric", attrgetter("spec")),
    AnswerColumn("system", attrgetter("first")),
    AnswerColumn("against", attrgetter("second")),
    *attribute_columns("segments", "wins", "ties", "losses", "undefined", "left_out"),
    AnswerColumn("score", attrgetter("first_score")),
    AnswerColumn("against_score", attrgetter("second_score")),
    *attribute_columns("difference", "low", "high", "p"),
)


def _counts(side: str = "", prefix: str = "") -> tuple[AnswerColumn[Any], ...]:
    """Return columns of the counts that an attribute of rows holds, or that rows are."""
    names = ("reference", "matched", "hypothesis", "extra")
    return tuple(AnswerColumn(f"{prefix}{name}", partial(_count, attrgetter(f"{side}{name}"))) for name in names)


def _count(value: Callable[[object], float], row: object) -> float:
    count = value(row)
    return int(count) if count == int(count) else count


UNITS: Final = (
    *attribute_columns("kind"),
    AnswerColumn("unit", attrgetter("label")),
    *attribute_columns("counted", "difference", "log_odds", "p", "q"),
    *_counts("first."),
    *_counts("second.", "against_"),
)
WORDS: Final = (*_counts(), *attribute_columns("recall", "precision", "f"))
BUCKET_COLUMNS: Final = ("metric", "bucket", "system", "segments", "score", "signature")
MOST: Final = 25
"""Units in a plain table."""
WIDTH: Final = 120
LONGEST: Final = 40
"""Characters of a unit; longer ones are cut."""
TESTS: Final = {"bootstrap": "Paired bootstrap (two-sided)", "randomisation": "Approximate randomisation (two-sided)"}


def comparison_result(compared: Compared) -> Result:
    """Return the results in all formats."""
    return Result(partial(tables_text, compared), partial(json_text, compared), lambda: [table_of(compared)])


def tables_text(compared: Compared) -> str:
    """Return all tables as plain text."""
    resampling = compared.options.resampling
    parts = [_ranking(item, compared.signatures[item.spec], resampling) for item in compared.rankings]
    if compared.outcomes:
        parts.append(_outcomes(compared.outcomes, compared.signatures, resampling))
    if compared.units is not None:
        parts.append(_units(*compared.units))
    parts += [_buckets(item) for item in compared.buckets]
    if compared.words is not None:
        parts.append(_words(compared.words))
    return "\n".join(parts)


def json_text(compared: Compared) -> str:
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
    if compared.buckets:
        document["buckets"] = [_buckets_json(item) for item in compared.buckets]
    if compared.words is not None:
        document["words"] = _words_json(compared.words)
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
    items = [
        {"bucket": bucket.title, "segments": bucket.segments, "scores": dict(bucket.scores)}
        for bucket in buckets.buckets
    ]
    return {
        "metric": buckets.spec,
        "by": buckets.by,
        "segments": buckets.segments,
        "left_out": buckets.left_out,
        "buckets": items,
    }


def _words_json(buckets: WordBuckets) -> dict[str, object]:
    items = [
        {"bucket": bucket.title, "systems": {system: record(WORDS, counts) for system, counts in bucket.counts.items()}}
        for bucket in buckets.buckets
    ]
    return {"by": buckets.by, "segments": buckets.segments, "left_out": buckets.left_out, "buckets": items}


def table_of(compared: Compared) -> ValueTable:
    """Return the units or buckets if there are any, else the outcomes of a pair, or the rankings."""
    rows = list(_rows(compared))
    return ValueTable("compare", "", "", tuple(rows[0] if rows else _columns(compared)), tuple(map(_values, rows)))


def _columns(compared: Compared) -> list[str]:
    """Return the columns of a table without rows; rankings and outcomes always have rows."""
    if compared.units is not None:
        return [*(column.name for column in UNITS), "signature"]
    return (
        ["bucket", "system", *(column.name for column in WORDS)] if compared.words is not None else list(BUCKET_COLUMNS)
    )


def _rows(compared: Compared) -> Iterator[dict[str, Cell]]:
    if compared.units is not None:
        return ({**record(UNITS, unit), "signature": compared.units[1]} for unit in compared.units[0].units)
    if compared.words is not None:
        return _word_rows(compared.words)
    if compared.buckets:
        return (row for buckets in compared.buckets for row in _bucket_rows(buckets, compared.signatures[buckets.spec]))
    resampling = compared.options.resampling
    test: dict[str, Cell] = {"test": resampling.test, "resamples": resampling.resamples, "seed": resampling.seed}
    outcomes = (record(OUTCOMES, item) for item in compared.outcomes)
    rows = outcomes if compared.outcomes else _ranking_rows(compared)
    return ({**row, **test, "signature": compared.signatures[str(row["metric"])]} for row in rows)


def _ranking_rows(compared: Compared) -> Iterator[dict[str, Cell]]:
    names = sorted(compared.rankings[0].names)  # the systems of all rankings are the same
    for ranking in compared.rankings:
        for system in ranking.systems:
            p_values = {f"p {name}": ranking.p(system.system, name) for name in names}
            counts: dict[str, Cell] = {"segments": ranking.segments, "left_out": ranking.left_out}
            yield {"metric": ranking.spec, **record(STANDING, system), **p_values, **counts}


def _word_rows(buckets: WordBuckets) -> Iterator[dict[str, Cell]]:
    for bucket in buckets.buckets:
        for system, counts in bucket.counts.items():
            yield {"bucket": bucket.title, "system": system, **record(WORDS, counts)}


def _bucket_rows(buckets: Buckets, signature: str) -> Iterator[dict[str, Cell]]:
    for bucket in buckets.buckets:
        for system, score in bucket.scores.items():
            yield dict(
                zip(
                    BUCKET_COLUMNS, (buckets.spec, bucket.title, system, bucket.segments, score, signature), strict=True
                )
            )


def _values(row: dict[str, Cell]) -> tuple[Value, ...]:
    return tuple(row.values())


def _segments(number: int, left_out: int) -> str:
    segments = counted(number, "segment")
    if not left_out:
        return segments
    return f"{segments}; {counted(left_out, 'segment')} left out because not all of these systems can be compared there"


def _ranking(ranking: Ranking, signature: str, resampling: Resampling) -> str:
    rows = []
    for place, system in enumerate(ranking.systems):
        following = ranking.systems[place + 1 : place + 2]
        p = ranking.p(system.system, following[0].system) if following else None
        is_clear = bool(following) and ranking.is_clear(system.system, following[0].system)
        interval = "–" if system.low is None or system.high is None else f"{fixed(system.low)} to {fixed(system.high)}"
        cluster = "–" if system.cluster is None else str(system.cluster)
        rank = "–" if system.mean_rank is None else f"{system.mean_rank:.2f}"
        rows.append([cluster, escaped(system.system), _score(system.score), interval, rank, _p(p, is_clear=is_clear)])
    drawn = _table(("cluster", "system", "score", "95 %", "mean rank", "p to the next"), rows, names=(1,))
    title = f"Ranking by {_directed(ranking.spec)}: {_segments(ranking.segments, ranking.left_out)}"
    note = f"Clusters: each system above a line is better than each below. {_how(resampling)}"
    return f"{title}\n{drawn}{note}\n{signature}\n"


def _how(resampling: Resampling) -> str:
    sampling = f"{resampling.resamples:,} resamples, seed {resampling.seed}"
    return f"{TESTS[resampling.test]}, {sampling}. p is not corrected for the number of tests.\n{RULE}"


RULE: Final = f"* significant: p < {SIGNIFICANT:g}, and the 95 % interval of the difference excludes 0."


def _directed(spec: str) -> str:
    """Return a metric with an arrow: up if higher is better, else down."""
    return f"{escaped(spec)} {'↑' if metric(spec).higher_is_better else '↓'}"


def _outcomes(outcomes: Sequence[Outcomes], signatures: dict[str, str], resampling: Resampling) -> str:
    first = outcomes[0]
    rows = [
        [
            _directed(item.spec),
            _score(item.first_score),
            _score(item.second_score),
            "–" if item.difference is None else difference(item.difference),
            "–" if item.low is None or item.high is None else f"{difference(item.low)} to {difference(item.high)}",
            _p(item.p, is_clear=item.is_clear),
            *(f"{number:,}" for number in (item.wins, item.ties, item.losses, item.undefined, item.left_out)),
        ]
        for item in outcomes
    ]
    names = escaped(first.first), escaped(first.second)
    head = ("metric", *names, "difference", "95 %", "p", "wins", "ties", "losses", "undefined", "left out")
    signature_lines = "\n".join(signatures.values())
    title = f"{' against '.join(names)}: {counted(first.segments, 'segment')}"
    return f"{title}\n{_table(head, rows)}{_how(resampling)}\n{signature_lines}\n"


def _units(differences: UnitDifferences, signature: str) -> str:
    of_findings = differences.kind == FINDINGS
    unequal = [unit for unit in differences.units if unit.first_only or unit.second_only]
    rows = map(_finding if of_findings else _unit, unequal[:MOST])
    drawn = _table(FINDING_HEAD if of_findings else UNIT_HEAD, rows, names=(0, 1))
    more = len(differences.units) - len(unequal[:MOST])
    more_note = f" {counted(more, 'more unit')} with --format tsv." if more > 0 else ""
    systems = f"{escaped(differences.first)} against {escaped(differences.second)}"
    significant = sum(unit.q < SIGNIFICANT for unit in unequal)
    title = (
        f"{differences.kind}, {systems}: {_segments(differences.segments, differences.left_out)};"
        f" {len(unequal):,} differ in some segment, {significant:,} significantly, {differences.alike:,} in none"
    )
    note = FINDING_NOTE if of_findings else UNIT_NOTE
    test_note = f"segments: those in which one system has more than the other. p: {TESTED}.\nq: p {CORRECTED}."
    return f"{title}\n{drawn}{note}\n{test_note}{more_note}\n{signature}\n"


UNIT_HEAD: Final = (
    *("kind", "unit", "rate", "against", "count", "against", "difference", "segments", "against", "p", "q"),
)
UNIT_NOTE: Final = (
    "rate: matched share of the reference's units; for units never in a reference (+), their number per segment."
)
FINDING_HEAD: Final = ("finding", "kind", "count", "against", "per segment", "against", "segments", "against", "p", "q")
FINDING_NOTE: Final = "count: findings shown, which may be several in a segment."


def _finding(unit: UnitDifference) -> list[str]:
    """Return the counts of a kind of findings, without columns that repeat these."""
    _, label, first_rate, second_rate, first, second, _, *segments = _unit(unit)
    return [KINDS[unit.label].title, label, first, second, first_rate, second_rate, *segments]


def _unit(unit: UnitDifference) -> list[str]:
    label = escaped(unit.label)
    label = label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
    return [
        escaped(unit.kind) + (" +" if unit.counted == "extra" else ""),
        label,
        *(_score(rate) for rate in unit.rates),
        *(f"{count:,.4g}" for count in unit.counts),
        f"{unit.difference:+,.4g}",
        f"{len(unit.first_only):,}",
        f"{len(unit.second_only):,}",
        _p(unit.p),
        _p(unit.q),
    ]


def _buckets(buckets: Buckets) -> str:
    systems = list(buckets.buckets[0].scores) if buckets.buckets else []
    rows = [
        [bucket.title, f"{bucket.segments:,}", *(_score(score) for score in bucket.scores.values())]
        for bucket in buckets.buckets
    ]
    drawn = _table((buckets.title, "segments", *map(escaped, systems)), rows)
    return f"{_directed(buckets.spec)} by {buckets.by}: {_segments(buckets.segments, buckets.left_out)}\n{drawn}"


def _words(buckets: WordBuckets) -> str:
    systems = list(buckets.buckets[0].counts) if buckets.buckets else []
    rows = [
        [
            bucket.title,
            f"{next(iter(bucket.counts.values())).reference:,.0f}",
            *(_score(counts.f) for counts in bucket.counts.values()),
        ]
        for bucket in buckets.buckets
    ]
    drawn = _table((WORD_TITLES[buckets.by], "reference words", *(f"F {escaped(name)}" for name in systems)), rows)
    note = "Recall and precision with --format tsv."
    return f"Words by {buckets.by}: {_segments(buckets.segments, buckets.left_out)}\n{drawn}{note}\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], names: Sequence[int] = (0,)) -> str:
    return table_text(drawn_table(head, rows, names), max(WIDTH, 16 * len(head)))


def _score(score: float | None) -> str:
    return "–" if score is None else fixed(score)


def _p(p: float | None, *, is_clear: bool | None = None) -> str:
    """Return p, with an asterisk if it is significant: if ``is_clear``, or below the limit."""
    if p is None:
        return "–"
    is_marked = p < SIGNIFICANT if is_clear is None else is_clear
    return f"{'* ' if is_marked else ''}{fixed(p)}"
