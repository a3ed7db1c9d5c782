"""What ``meantree compare`` found, for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from meantree.cli.comparison_model import Compared
from meantree.cli.console import drawn_table, table_text
from meantree.escaping import counted, escaped
from meantree.evaluation.buckets import WORD_TITLES, Buckets, WordBuckets
from meantree.evaluation.compared_systems import Outcomes, Ranking
from meantree.evaluation.significance import SIGNIFICANT, Resampling
from meantree.evaluation.unit_differences import FEWEST, UnitDifference, UnitDifferences

MOST: Final = 25
"""Units in a table, which people read."""
WIDTH: Final = 120
LONGEST: Final = 40
"""Letters of a unit, of which more are cut."""
TESTS: Final = {
    "bootstrap": "Paired bootstrap (nearly one-sided, as in sacrebleu)",
    "randomisation": "Approximate randomisation (two-sided)",
}


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
