"""Findings in translations in which the metric in focus finds no fault."""

from __future__ import annotations

from typing import Final

from meantree.comparison.pair_findings import SegmentFindings
from meantree.findings.search import Finding
from meantree.reporting.content import ReportContent
from meantree.work import Work

SURE: Final = 0.8
"""Probability from which page one names a finding that the metric does not see."""


def unseen_findings(content: ReportContent, work: Work) -> list[tuple[int, str, Finding]]:
    """Return the grave and sure findings in selected translations with the best score there is, the surest first.

    Each comes with the 0-based place of its segment and its system. Translations equal to a reference have none.

    Raises:
        Cancelled: if the user stopped it.
    """
    metric, corpus = content.metrics.get(content.focus), content.corpus
    if metric is None or not content.has_findings:
        return []
    best = 1.0 if metric.higher_is_better else 0.0
    perfect = {
        (place, system)
        for place in content.selection.selected
        for system, text in corpus.segments[place].hypotheses.items()
        if system in content.systems
        and content.table.segment_score(system, content.focus, place) == best
        and text.text not in {reference.text for reference in corpus.segments[place].references.values()}
    }
    places = sorted({place for place, _ in perfect})
    searched = content.search(corpus.part(tuple(places)), work) if places else ()
    found = [
        (corpus.places[each.segment.key], each.system, finding)
        for each in searched
        if isinstance(each, SegmentFindings)
        for finding in each.shown
        if finding.kind.severity == "major" and finding.probability >= SURE
    ]
    return sorted((one for one in found if one[:2] in perfect), key=lambda one: -one[2].probability)
