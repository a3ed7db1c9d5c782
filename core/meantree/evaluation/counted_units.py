"""Counting the units of a kind, segment by segment, in the translations of some systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree.analysis.store import AnalysisStore, Source
from meantree.corpus.analyses import analyse
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem
from meantree.evaluation.unit_counts import Counted, DifferenceKind
from meantree.metrics.pair import Pair
from meantree.scoring.chunks import versions
from meantree.scoring.pairing import lack_of, pair_of
from meantree.work import Work, chunks

TOGETHER: Final = 32
"""Segments that are analysed together."""


def counted_units(
    corpus: Corpus,
    store: AnalysisStore,
    kind: DifferenceKind,
    systems: Sequence[str],
    places: Sequence[int],
    *,
    work: Work | None = None,
) -> Iterator[tuple[int, list[Counted]]]:
    """The units of each system in each of these segments in which all of them can be counted, with its 0-based place.

    Raises:
        UsageError: if the pipeline cannot be loaded.
        Cancelled: if the user stopped it; analyses made so far stay in ``store``.
    """
    work = work or Work()
    stage, done = f"Counting {kind.title.lower()}", 0
    for part in chunks(places, TOGETHER * work.jobs):
        work.step(stage, done, len(places))
        texts = [text for place in part for text in versions(corpus.segments[place], systems)]
        taken = analyse(texts, store, kind.needs, work=work.silent())
        for place in part:
            found = [_units(kind, corpus.segments[place], system, taken) for system in systems]
            known = [one for one in found if one is not None]
            if len(known) == len(found):
                yield place, known
            done += 1
            work.step(stage, done, len(places))


def _units(kind: DifferenceKind, segment: Segment, system: str, source: Source) -> Counted | None:
    pair = pair_of(segment, system, source, kind.needs)
    if isinstance(pair, Problem) and kind.metric is not None:  # corrections that the metric does not follow may not fit
        pair = pair_of(segment, system, source, kind.needs, metric=kind.metric)
    if not isinstance(pair, Pair) or (kind.metric is not None and lack_of(pair, kind.metric)):
        return None
    return kind.count(pair)
