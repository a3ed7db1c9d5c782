"""What error spans say of systems: which has the better MQM score, how sure that is, and the most frequent errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.annotation.error_annotation import ErrorAnnotation
from meantree.annotation.frame_annotation import FINISHED
from meantree.escaping import counted, escaped
from meantree.evaluation.significance import bootstrap_draws
from meantree.numbers import difference, fixed
from meantree.reporting.results import FEWEST

RESAMPLES: Final = 1000
SEED: Final = 1
Scores = Mapping[str, float]
"""The mean MQM score of a system's translation over people, by segment."""


def error_verdict(pool: PooledAnnotations) -> Iterator[str]:
    """Yield which system has the best MQM score in the finished work of people, and which errors are most frequent."""
    by_system: dict[str, dict[str, list[ErrorAnnotation]]] = {}
    for annotated in pool.errors.values():
        for key, annotation in annotated.items():
            if annotation.state in FINISHED and pool.kind_of(key.annotator) == "person":
                by_system.setdefault(key.system, {}).setdefault(key.segment, []).append(annotation)
    scores = {
        system: {segment: float(np.mean([each.mqm for each in own])) for segment, own in found.items()}
        for system, found in by_system.items()
    }
    ranked = sorted(scores, key=lambda system: (-float(np.mean(list(scores[system].values()))), system))
    if len(ranked) > 1:
        yield _ahead(ranked[0], ranked[1], scores[ranked[0]], scores[ranked[1]])
    errors = [error for found in by_system.values() for own in found.values() for each in own for error in each.errors]
    if errors:
        (category, number), *_ = Counter(error.category or "without a category" for error in errors).most_common(1)
        major = sum(error.severity.casefold() == "major" for error in errors)
        what, verb = f"{escaped(category)}, the most frequent category", "is" if major == 1 else "are"
        yield f"Of {counted(len(errors), 'marked error')} {number:,} are {what}; {major:,} {verb} major."


def _ahead(first: str, second: str, own: Scores, others: Scores) -> str:
    """Return how much better the first system is than the second on the segments that both have."""
    shared = sorted(own.keys() & others.keys())
    names = escaped(first), escaped(second)
    if not shared:
        return f"{names[0]} and {names[1]} have the best MQM scores, but on different segments."
    means = [float(np.mean([scores[segment] for segment in shared])) for scores in (own, others)]
    numbers = f"MQM {fixed(means[0])} against {fixed(means[1])} a translation, n = {len(shared):,}"
    if means[0] == means[1]:
        return f"{names[0]} and {names[1]} have the same score: {numbers}."
    if len(shared) < FEWEST:
        few = counted(len(shared), "segment is", "segments are")
        return f"{names[0]} is ahead of {names[1]}, but {few} too few to tell: {numbers}."
    differences = np.array([own[segment] - others[segment] for segment in shared])
    draws = np.concatenate(list(bootstrap_draws(len(shared), RESAMPLES, SEED))) @ differences / len(shared)
    low, high = np.percentile(draws, [2.5, 97.5])
    interval = f"95 % of bootstrap samples differ by {difference(float(low))} to {difference(float(high))}"
    if low > 0:
        return f"{names[0]} is better than {names[1]}: {numbers}; {interval}."
    return f"{names[0]} is ahead of {names[1]}, but the difference may be chance: {numbers}; {interval}."
