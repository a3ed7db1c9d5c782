"""Over how many segments the scores of systems are, which differs where texts, frames or parses are missing."""

from __future__ import annotations

from meantree.escaping import counted, escaped
from meantree.report.content import ReportContent


def coverage(content: ReportContent) -> str:
    """Over which segments the scores in the table of systems are, in a sentence for all metrics that have the same."""
    total = len(content.corpus.segments)
    specs_of: dict[tuple[int, ...], list[str]] = {}
    for spec in content.specs:
        counts = tuple(content.table.segments_behind(system, spec) for system in content.systems)
        specs_of.setdefault(counts, []).append(spec)
    if all(count == total for counts in specs_of for count in counts):
        return f"Over all {counted(total, 'segment')} of the {'report' if content.is_part else 'corpus'}."
    return " ".join(
        f"{', '.join(map(escaped, specs))}: {_over(content.systems, counts, total)}."
        for counts, specs in specs_of.items()
    )


def _over(systems: tuple[str, ...], counts: tuple[int, ...], total: int) -> str:
    """Where systems differ, which of them are over how many."""
    of = f"of {counted(total, 'segment')}"
    systems_of: dict[int, list[str]] = {}
    for system, count in zip(systems, counts, strict=True):
        systems_of.setdefault(count, []).append(escaped(system))
    if set(systems_of) == {total}:
        return f"over all {counted(total, 'segment')}"
    if len(systems_of) == 1:
        return f"over {counts[0]:,} {of}"
    return ", ".join(f"{', '.join(names)} over {count:,}" for count, names in systems_of.items()) + f" {of}"
