"""The frames of a pair as a metric compares them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from meantree.alignment.linked_frames import spans_of
from meantree.analysis.frames import PairFrames
from meantree.comparison.comparison import ComparedFrames, part_probabilities
from meantree.comparison.marks import Mark, Marks, pair_marks
from meantree.corpus.corpus import Side
from meantree.escaping import escaped, is_right_to_left
from meantree.metrics.evidence import Evidence, Status
from meantree.metrics.metric import Metric, OverFrames
from meantree.metrics.pair import Pair
from meantree.scoring.pairing import reason_not_scored

if TYPE_CHECKING:
    from meantree.comparison.compare import ComparisonOptions


def frame_metric(metrics: Iterable[Metric], pair: Pair) -> Metric | None:
    """Return the metric whose frames are drawn with trees: one over manual frames, else one over automatic ones."""
    usable = [metric for metric in metrics if isinstance(metric, OverFrames) and not reason_not_scored(pair, metric)]
    return min(usable, key=lambda metric: not metric.needs.frames, default=None)


def compared_frames(
    pair: Pair,
    reference: int,
    metric: Metric,
    evidence: Evidence,
    marks: tuple[Marks, Marks],
    others: Iterable[Metric],
    options: ComparisonOptions,
) -> ComparedFrames | None:
    """Return the frames of a hypothesis and one reference; None if no metric compares frames.

    Args:
        reference: 0-based index of the reference.
        others: metrics; one of them compares frames if ``metric`` does not.
        options: with the annotator of the frames, and whether improbable parts of automatic ones have a sign.
    """
    reference_name = f" · reference {escaped(pair.reference_names[reference])}" if len(pair.reference_names) > 1 else ""
    if isinstance(metric, OverFrames):
        score = _score(metric, evidence)
    elif isinstance(frames_by := frame_metric(others, pair.against(reference)), OverFrames):
        metric, pair, reference = frames_by, pair.against(reference), 0
        evidence = metric.evidence(pair)
        marks = pair_marks(evidence.units, pair.sides(0), 0, links=())
        score = _score(metric, evidence)
    else:
        return None
    compared = metric.frames(pair, reference)
    if compared is None:
        return None
    hypothesis, reference_frames, alignment = compared
    source = _source(escaped(options.annotator), by_hand=metric.needs.frames, unfinished=options.unfinished)
    linked = PairFrames("", hypothesis.frames, reference_frames.frames, alignment)
    return ComparedFrames(
        linked,
        {"hypothesis": hypothesis.words, "reference": reference_frames.words},
        {"hypothesis": marks[0].parts, "reference": marks[1].parts},
        metric.needs.frames,
        f"{source}{reference_name} · {metric.name}",
        score,
        is_right_to_left(pair.hypothesis.text),
        {} if metric.needs.frames else part_probabilities(linked),
        options.doubts,
    )


def _source(annotator: str, *, by_hand: bool, unfinished: bool) -> str:
    if by_hand:
        return f"annotated by {annotator}" if annotator else "annotated"
    return f"automatic (those of {annotator} are not finished)" if annotator and unfinished else "automatic"


def word_marks(content: ComparedFrames, side: Side) -> Mapping[int, Mark]:
    """Return the marks of words by 0-based index: that of the shortest counted predicate or filler over each word.

    If several equally short ones have different statuses, the word is partial.
    """
    covering: dict[int, list[tuple[int, Mark]]] = {}
    for part, mark in content.marks[side].items():
        words = [word for span in spans_of(content.linked, side, part) for word in range(*span)]
        for word in words:
            covering.setdefault(word, []).append((len(words), mark))
    return {word: _merge_marks(candidates) for word, candidates in sorted(covering.items())}


def _merge_marks(candidates: Iterable[tuple[int, Mark]]) -> Mark:
    candidates = list(candidates)
    shortest = min(size for size, _ in candidates)
    marks = [mark for size, mark in candidates if size == shortest]
    statuses = {mark.status for mark in marks}
    return Mark(
        statuses.pop() if len(statuses) == 1 else Status.PARTIAL,
        math.fsum(mark.matched for mark in marks),
        math.fsum(mark.count for mark in marks),
        tuple(unit for mark in marks for unit in mark.units),
    )


def _score(metric: Metric, evidence: Evidence) -> float | None:
    return metric.score(metric.statistics_of(evidence), level="segment")
