"""The results of ``meantree compare`` in all formats: plain tables, JSON of everything, or one table of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from meantree import __version__
from meantree.cli.comparisons import Compared
from meantree.cli.console import drawn_table, table_text
from meantree.cli.output import Result
from meantree.escaping import as_json, counted, escaped
from meantree.evaluation.buckets import WORD_TITLES, Buckets, WordBuckets
from meantree.evaluation.compared_systems import Outcomes, Ranking
from meantree.evaluation.significance import SIGNIFICANT, Resampling
from meantree.evaluation.unit_counts import UnitCounts
from meantree.evaluation.unit_differences import FEWEST, UnitDifference, UnitDifferences
from meantree.evaluation.value_table import Value, ValueTable

Cell = str | int | float | None
NOTHING: Final = UnitCounts()
BUCKET_COLUMNS: Final = ("metric", "bucket", "system", "segments", "score", "signature")
MOST: Final = 25
"""Units in a table, which people read."""
WIDTH: Final = 120
LONGEST: Final = 40
"""Letters of a unit, of which more are cut."""
TESTS: Final = {
    "bootstrap": "Paired bootstrap (nearly one-sided, as in sacrebleu)",
    "randomisation": "Approximate randomisation (two-sided)",
}


def comparison_result(found: Compared) -> Result:
    """Return what was found, in all formats."""
    return Result(partial(tables_text, found), partial(json_text, found), lambda: [table_of(found)])


def tables_text(found: Compared) -> str:
    """Everything, one table after the other."""
    how = found.wanted.how
    parts = [_ranking(one, found.signatures[one.spec], how) for one in found.rankings]
    if found.outcomes:
        parts.append(_outcomes(found.outcomes, found.signatures, how))
    if found.units is not None:
        parts.append(_units(*found.units))
    parts += [_buckets(one) for one in found.buckets]
    if found.words is not None:
        parts.append(_words(found.words))
    return "\n".join(parts)


def json_text(found: Compared) -> str:
    """All of it."""
    how = found.wanted.how
    document: dict[str, object] = {
        "version": __version__,
        "test": how.test,
        "resamples": how.resamples,
        "seed": how.seed,
        "filter": found.wanted.filter,
        "segments": found.segments,
        "metrics": [{"name": spec, "signature": signed} for spec, signed in found.signatures.items()],
    }
    if found.rankings:
        document["rankings"] = [_ranking_json(one) for one in found.rankings]
    if found.outcomes:
        document["outcomes"] = [{"metric": one.spec, **_outcome_json(one)} for one in found.outcomes]
    if found.units is not None:
        document["units"] = _units_json(*found.units, found.keys)
    if found.buckets:
        document["buckets"] = [_buckets_json(one) for one in found.buckets]
    if found.words is not None:
        document["words"] = _words_json(found.words)
    return as_json(document)


def _ranking_json(one: Ranking) -> dict[str, object]:
    systems = [
        {
            **_standing_json(one, place),
            "p": {name: one.p(system.system, name) for name in one.names if name != system.system},
        }
        for place, system in enumerate(one.systems)
    ]
    return {"metric": one.spec, "segments": one.segments, "left_out": one.left_out, "systems": systems}


def _standing_json(one: Ranking, place: int) -> dict[str, Cell]:
    system = one.systems[place]
    return {
        "system": system.system,
        "cluster": system.cluster,
        "score": system.score,
        "low": system.low,
        "high": system.high,
        "mean_rank": system.mean_rank,
    }


def _outcome_json(one: Outcomes) -> dict[str, Cell]:
    return {
        "system": one.first,
        "against": one.second,
        "segments": one.segments,
        "wins": one.wins,
        "ties": one.ties,
        "losses": one.losses,
        "undefined": one.undefined,
        "left_out": one.left_out,
        "score": one.first_score,
        "against_score": one.second_score,
        "difference": one.difference,
        "low": one.low,
        "high": one.high,
        "p": one.p,
    }


def _units_json(found: UnitDifferences, signed: str, keys: Sequence[str]) -> dict[str, object]:
    """Each unit with the keys of the segments in which either system has more of it."""
    listed = [
        {
            **_unit_json(one),
            "segments": [keys[place] for place in one.first_only],
            "against_segments": [keys[place] for place in one.second_only],
        }
        for one in found.units
    ]
    return {
        "kind": found.kind,
        "signature": signed,
        "system": found.first,
        "against": found.second,
        "segments": found.segments,
        "left_out": found.left_out,
        "alike": found.alike,
        "units": listed,
    }


def _unit_json(one: UnitDifference) -> dict[str, Cell]:
    return {
        "kind": one.kind,
        "unit": one.label,
        "counted": one.counted,
        "difference": one.difference,
        "log_odds": one.log_odds,
        "p": one.p,
        "q": one.q,
        **_counts(one.first),
        **{f"against_{name}": value for name, value in _counts(one.second).items()},
    }


def _counts(one: UnitCounts) -> dict[str, Cell]:
    counts = {"reference": one.reference, "matched": one.matched, "hypothesis": one.hypothesis, "extra": one.extra}
    return {name: int(count) if count == int(count) else count for name, count in counts.items()}


def _buckets_json(found: Buckets) -> dict[str, object]:
    listed = [{"bucket": one.title, "segments": one.segments, "scores": dict(one.scores)} for one in found.buckets]
    return {
        "metric": found.spec,
        "by": found.by,
        "segments": found.segments,
        "left_out": found.left_out,
        "buckets": listed,
    }


def _words_json(found: WordBuckets) -> dict[str, object]:
    listed = [
        {"bucket": one.title, "systems": {system: _shares(counts) for system, counts in one.counts.items()}}
        for one in found.buckets
    ]
    return {"by": found.by, "segments": found.segments, "left_out": found.left_out, "buckets": listed}


def _shares(one: UnitCounts) -> dict[str, Cell]:
    return {**_counts(one), "recall": one.recall, "precision": one.precision, "f": one.f}


def table_of(found: Compared) -> ValueTable:
    """The units or buckets that were asked for, else outcomes of a pair, or rankings."""
    rows = list(_rows(found))
    return ValueTable("compare", "", "", tuple(rows[0] if rows else _columns(found)), tuple(map(_values, rows)))


def _columns(found: Compared) -> list[str]:
    """Those of a table without rows; rankings and outcomes have some."""
    if found.units is not None:
        return [*_unit_json(UnitDifference("", "", NOTHING, NOTHING, (), (), 1.0, 1.0, 0)), "signature"]
    return ["bucket", "system", *_shares(NOTHING)] if found.words is not None else list(BUCKET_COLUMNS)


def _rows(found: Compared) -> Iterator[dict[str, Cell]]:
    if found.units is not None:
        return ({**_unit_json(unit), "signature": found.units[1]} for unit in found.units[0].units)
    if found.words is not None:
        return _word_rows(found.words)
    if found.buckets:
        return (row for one in found.buckets for row in _bucket_rows(one, found.signatures[one.spec]))
    how = found.wanted.how
    made: dict[str, Cell] = {"test": how.test, "resamples": how.resamples, "seed": how.seed}
    rows = _outcome_rows(found) if found.outcomes else _ranking_rows(found)
    return ({**row, **made, "signature": found.signatures[str(row["metric"])]} for row in rows)


def _outcome_rows(found: Compared) -> Iterator[dict[str, Cell]]:
    return ({"metric": one.spec, **_outcome_json(one)} for one in found.outcomes)


def _ranking_rows(found: Compared) -> Iterator[dict[str, Cell]]:
    names = sorted(found.rankings[0].names)  # the same in all rankings
    for table in found.rankings:
        for place, system in enumerate(table.systems):
            ps = {f"p {name}": table.p(system.system, name) for name in names}
            counted: dict[str, Cell] = {"segments": table.segments, "left_out": table.left_out}
            yield {"metric": table.spec, **_standing_json(table, place), **ps, **counted}


def _word_rows(found: WordBuckets) -> Iterator[dict[str, Cell]]:
    for bucket in found.buckets:
        for system, counts in bucket.counts.items():
            yield {"bucket": bucket.title, "system": system, **_shares(counts)}


def _bucket_rows(table: Buckets, signed: str) -> Iterator[dict[str, Cell]]:
    for bucket in table.buckets:
        for system, score in bucket.scores.items():
            yield dict(
                zip(BUCKET_COLUMNS, (table.spec, bucket.title, system, bucket.segments, score, signed), strict=True)
            )


def _values(row: dict[str, Cell]) -> tuple[Value, ...]:
    return tuple(row.values())


def _segments(number: int, left_out: int) -> str:
    told = counted(number, "segment")
    if not left_out:
        return told
    return f"{told}; {counted(left_out, 'segment')} left out, where not all of these systems can be compared"


def _ranking(one: Ranking, signed: str, how: Resampling) -> str:
    rows = []
    for place, system in enumerate(one.systems):
        following = one.systems[place + 1 : place + 2]
        p = one.p(system.system, following[0].system) if following else None
        interval = "–" if system.low is None or system.high is None else f"{system.low:.4f}–{system.high:.4f}"
        cluster = "–" if system.cluster is None else str(system.cluster)
        rank = "–" if system.mean_rank is None else f"{system.mean_rank:.2f}"
        rows.append([cluster, escaped(system.system), _score(system.score), interval, rank, _p(p)])
    drawn = _table(("cluster", "system", "score", "95 %", "mean rank", "p to the next"), rows, names=(1,))
    title = f"Ranking by {escaped(one.spec)}: {_segments(one.segments, one.left_out)}"
    note = f"Clusters: each system above a line is better than each below, p < {SIGNIFICANT:g}. {_how(how)}"
    return f"{title}\n{drawn}{note}\n{signed}\n"


def _how(how: Resampling) -> str:
    return (
        f"{TESTS[how.test]}, {how.resamples:,} resamples, seed {how.seed}. p is not corrected for the number of tests."
    )


def _outcomes(found: Sequence[Outcomes], signatures: dict[str, str], how: Resampling) -> str:
    rows = [
        [
            escaped(one.spec),
            _score(one.first_score),
            _score(one.second_score),
            _score(one.difference, "+"),
            "–" if one.low is None or one.high is None else f"{one.low:+.4f} to {one.high:+.4f}",
            _p(one.p),
            *(f"{number:,}" for number in (one.wins, one.ties, one.losses, one.undefined, one.left_out)),
        ]
        for one in found
    ]
    first = found[0]
    head = ("metric", "score", "against", "difference", "95 %", "p", "wins", "ties", "losses", "undefined", "left out")
    signed = "\n".join(signatures.values())
    title = f"{escaped(first.first)} against {escaped(first.second)}"
    return f"{title}\n{_table(head, rows)}{_how(how)}\n{signed}\n"


def _units(found: UnitDifferences, signed: str) -> str:
    head = ("kind", "unit", "rate", "against", "count", "against", "difference", "segments", "against", "p", "q")
    apart = [one for one in found.units if one.first_only or one.second_only]
    drawn = _table(head, map(_unit, apart[:MOST]), names=(0, 1))
    left = len(found.units) - len(apart[:MOST])
    more = f" {counted(left, 'more unit')} with --format tsv." if left > 0 else ""
    systems = f"{escaped(found.first)} against {escaped(found.second)}"
    title = f"{found.kind}, {systems}: {_segments(found.segments, found.left_out)}"
    note = "rate: matched share of the reference's units; of units that it never has (+), how many stand in a segment."
    tested = (
        "segments: where one has more than the other. p: exact sign test over these, two-sided.\n"
        f"q: p after Benjamini & Hochberg over the units with {FEWEST} such segments at least, 1 for others."
    )
    return f"{title}\n{drawn}{note}\n{tested}{more}\n{signed}\n"


def _unit(one: UnitDifference) -> list[str]:
    label = escaped(one.label)
    label = label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
    return [
        escaped(one.kind) + (" +" if one.counted == "extra" else ""),
        label,
        *("–" if rate is None else f"{rate:.3f}" for rate in one.rates),
        *(f"{count:,.4g}" for count in one.counts),
        f"{one.difference:+,.4g}",
        f"{len(one.first_only):,}",
        f"{len(one.second_only):,}",
        _p(one.p),
        _p(one.q),
    ]


def _buckets(found: Buckets) -> str:
    systems = list(found.buckets[0].scores) if found.buckets else []
    rows = [
        [one.title, f"{one.segments:,}", *(_score(score) for score in one.scores.values())] for one in found.buckets
    ]
    drawn = _table((found.title, "segments", *map(escaped, systems)), rows)
    return f"{escaped(found.spec)} by {found.by}: {_segments(found.segments, found.left_out)}\n{drawn}"


def _words(found: WordBuckets) -> str:
    systems = list(found.buckets[0].counts) if found.buckets else []
    rows = [
        [
            one.title,
            f"{next(iter(one.counts.values())).reference:,.0f}",
            *(_score(counts.f) for counts in one.counts.values()),
        ]
        for one in found.buckets
    ]
    drawn = _table((WORD_TITLES[found.by], "reference words", *(f"F {escaped(name)}" for name in systems)), rows)
    note = "Recall and precision with --format tsv."
    return f"Words by {found.by}: {_segments(found.segments, found.left_out)}\n{drawn}{note}\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], names: Sequence[int] = (0,)) -> str:
    """Numbers to the right, but for the columns of ``names``."""
    return table_text(drawn_table(head, rows, names), max(WIDTH, 16 * len(head)))


def _score(score: float | None, sign: str = "") -> str:
    return "–" if score is None else f"{score:{sign}.4f}"


def _p(p: float | None) -> str:
    return "–" if p is None else f"{'* ' if p < SIGNIFICANT else ''}{'<.0001' if p < 0.0001 else f'{p:.4f}'}"
