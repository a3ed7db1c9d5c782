"""What ``meantree compare`` found, for programs: JSON of all of it, or one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree import __version__
from meantree.cli.comparison_model import Compared
from meantree.escaping import as_json
from meantree.evaluation.buckets import Buckets, WordBuckets
from meantree.evaluation.compared_systems import Outcomes, Ranking
from meantree.evaluation.unit_counts import UnitCounts
from meantree.evaluation.unit_differences import UnitDifference, UnitDifferences
from meantree.evaluation.value_table import Value, ValueTable

Cell = str | int | float | None
NOTHING: Final = UnitCounts()
BUCKET_COLUMNS: Final = ("metric", "bucket", "system", "segments", "score", "signature")


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
        document["rankings"] = [_ranking(one) for one in found.rankings]
    if found.outcomes:
        document["outcomes"] = [{"metric": one.spec, **_outcome(one)} for one in found.outcomes]
    if found.units is not None:
        document["units"] = _units(*found.units, found.keys)
    if found.buckets:
        document["buckets"] = [_buckets(one) for one in found.buckets]
    if found.words is not None:
        document["words"] = _words(found.words)
    return as_json(document)


def _ranking(one: Ranking) -> dict[str, object]:
    systems = [
        {
            **_standing(one, place),
            "p": {name: one.p(system.system, name) for name in one.names if name != system.system},
        }
        for place, system in enumerate(one.systems)
    ]
    return {"metric": one.spec, "segments": one.segments, "left_out": one.left_out, "systems": systems}


def _standing(one: Ranking, place: int) -> dict[str, Cell]:
    system = one.systems[place]
    return {
        "system": system.system,
        "cluster": system.cluster,
        "score": system.score,
        "low": system.low,
        "high": system.high,
        "mean_rank": system.mean_rank,
    }


def _outcome(one: Outcomes) -> dict[str, Cell]:
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


def _units(found: UnitDifferences, signed: str, keys: Sequence[str]) -> dict[str, object]:
    """Each unit with the keys of the segments in which either system has more of it."""
    listed = [
        {
            **_unit(one),
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


def _unit(one: UnitDifference) -> dict[str, Cell]:
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


def _buckets(found: Buckets) -> dict[str, object]:
    listed = [{"bucket": one.title, "segments": one.segments, "scores": dict(one.scores)} for one in found.buckets]
    return {
        "metric": found.spec,
        "by": found.by,
        "segments": found.segments,
        "left_out": found.left_out,
        "buckets": listed,
    }


def _words(found: WordBuckets) -> dict[str, object]:
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
        return [*_unit(UnitDifference("", "", NOTHING, NOTHING, (), (), 1.0, 1.0, 0)), "signature"]
    return ["bucket", "system", *_shares(NOTHING)] if found.words is not None else list(BUCKET_COLUMNS)


def _rows(found: Compared) -> Iterator[dict[str, Cell]]:
    if found.units is not None:
        return ({**_unit(unit), "signature": found.units[1]} for unit in found.units[0].units)
    if found.words is not None:
        return _word_rows(found.words)
    if found.buckets:
        return (row for one in found.buckets for row in _bucket_rows(one, found.signatures[one.spec]))
    how = found.wanted.how
    made: dict[str, Cell] = {"test": how.test, "resamples": how.resamples, "seed": how.seed}
    rows = _outcome_rows(found) if found.outcomes else _ranking_rows(found)
    return ({**row, **made, "signature": found.signatures[str(row["metric"])]} for row in rows)


def _outcome_rows(found: Compared) -> Iterator[dict[str, Cell]]:
    return ({"metric": one.spec, **_outcome(one)} for one in found.outcomes)


def _ranking_rows(found: Compared) -> Iterator[dict[str, Cell]]:
    names = sorted(found.rankings[0].names)  # the same in all rankings
    for table in found.rankings:
        for place, system in enumerate(table.systems):
            ps = {f"p {name}": table.p(system.system, name) for name in names}
            counted: dict[str, Cell] = {"segments": table.segments, "left_out": table.left_out}
            yield {"metric": table.spec, **_standing(table, place), **ps, **counted}


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
