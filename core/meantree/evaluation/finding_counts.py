"""How often each kind of finding is shown, by system, and whether that differs from the other systems beyond chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from meantree.comparison.pair_findings import SegmentFindings
from meantree.evaluation.paired_tests import benjamini_hochberg, exchange_p
from meantree.evaluation.value_table import Value, ValueTable
from meantree.findings.kinds import KINDS

HEAD = ("kind", "system", "segments with it", "segments", "share", "share of others", "p")
NOTE = (
    "Segments with a shown finding of the kind. p: that a system differs from the others by chance, by exact exchange "
    "of the translations of each segment, corrected after Benjamini & Hochberg (1995) for all rows."
)


def counts_table(by_system: Mapping[str, Sequence[SegmentFindings]]) -> ValueTable:
    """Return the counts of findings by kind and system, the most frequent kinds first; undefined values are None."""
    keys = list(dict.fromkeys(each.segment.key for found in by_system.values() for each in found))
    rows = {key: row for row, key in enumerate(keys)}
    kinds = list(KINDS)
    shape = len(by_system), len(keys), len(kinds)
    fired, present = np.zeros(shape, bool), np.zeros(shape[:2], bool)
    for place, found in enumerate(by_system.values()):
        for each in found:
            present[place, rows[each.segment.key]] = True
            for finding in each.shown:
                fired[place, rows[each.segment.key], kinds.index(finding.kind.name)] = True
    totals = fired.sum(axis=(0, 1))
    shown = [column for column in np.argsort(-totals, kind="stable") if totals[column]]
    ps = np.full((len(by_system), len(kinds)), np.nan)
    for place in range(len(by_system)):
        here = present[place]
        number = (present.sum(axis=0) - 1)[here].astype(np.float64)
        if len(by_system) > 1 and number.any():
            others = (fired.sum(axis=0) - fired[place])[here].astype(np.float64)
            ps[place] = exchange_p(fired[place][here], others, number)
    corrected = np.full_like(ps, np.nan)
    corrected[:, shown] = benjamini_hochberg(ps[:, shown].ravel()).reshape(len(by_system), len(shown))
    table: list[tuple[Value, ...]] = []
    for column in shown:
        for place, system in enumerate(by_system):
            count, size = int(fired[place, :, column].sum()), int(present[place].sum())
            rest = np.delete(np.arange(len(by_system)), place)
            all_others = int(present[rest].sum())
            share_of_others = float(fired[rest][:, :, column].sum() / all_others) if all_others else None
            p = float(corrected[place, column])
            share = count / size if size else None
            table.append((kinds[column], system, count, size, share, share_of_others, None if np.isnan(p) else p))
    return ValueTable("finding-counts", "Findings by kind and system", NOTE, HEAD, tuple(table))
