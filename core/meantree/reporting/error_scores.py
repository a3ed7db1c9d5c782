"""Error spans that people marked, and the ESA and MQM scores that they give to systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from meantree.agreement.pooled_annotations import AnnotatorKind, PooledAnnotations
from meantree.annotation.error_annotation import ErrorAnnotation, MarkedError
from meantree.annotation.frame_annotation import FINISHED
from meantree.annotation.rules import KNOWN_SEVERITIES
from meantree.corpus.error_weights import weights_in_words
from meantree.evaluation.measured import Floats
from meantree.evaluation.significance import bootstrap_draws, interval
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import fixed
from meantree.reporting.results import FEWEST, without_empty

RESAMPLES: Final = 1000
SEED: Final = 1
INTERVAL: Final = "95 % interval"
Found = Mapping[str, Mapping[str, Mapping[str, ErrorAnnotation]]]
"""By system, segment and person, the finished annotations."""
Scores = Mapping[str, Mapping[str, float]]
"""The scores of a system's translations by one measure, by segment and person."""
JUDGED_APART: Final = (
    " The summary compares systems only where the same person judged both, so that its means are over fewer segments."
)


@dataclass(frozen=True, slots=True)
class Scale:
    """What a translation is scored by, with its best score and its meaning."""

    name: str
    best: float
    meaning: str


ESA: Final = Scale("ESA", 100, "ESA: the score of a translation that people gave, from 0 to 100, higher is better.")
MQM: Final = Scale(
    "MQM",
    0,
    "MQM: the negative sum of the weights of the errors in a translation, so that 0 is best and higher is better; "
    f"weights: {weights_in_words()}.",
)


def measures(annotations: Iterable[ErrorAnnotation]) -> tuple[Scale, ...]:
    """Return what translations are scored by, first what leads: ESA if most have a score or no error has a category.

    MQM weighs categories, too, so it is left out where translations have scores and no error has a category.
    """
    given = list(annotations)
    scored = sum(one.score is not None for one in given)
    if not scored:
        return (MQM,)
    if not any(error.category for one in given for error in one.errors):
        return (ESA,)
    return (ESA, MQM) if 2 * scored > len(given) else (MQM, ESA)


def error_system_table(pool: PooledAnnotations, kind: AnnotatorKind = "person") -> ValueTable | None:
    """Return how many errors of which severity each system has, and its mean scores, the best first; None without any.

    By people, or by another kind of annotators. The mean is over segments, of the mean of each segment over people.
    """
    found = finished_errors(pool, kind)
    if not found:
        return None
    marks = {system: annotations_of(own) for system, own in found.items()}
    severities = severities_of(error for own in marks.values() for one in own for error in one.errors)
    shown = measures(one for own in marks.values() for one in own)
    scores = [_scores(found, measure) for measure in shown]
    ranked = best_first(scores[0])
    rows: list[tuple[Value, ...]] = []
    for system in (*ranked, *sorted(found.keys() - ranked)):
        own = marks[system]
        counts = Counter(error.label[0] for one in own for error in one.errors)
        values = [value for each in scores for value in _mean(each.get(system, {}))]
        clean = sum(not one.errors for one in own)
        rows.append((system, *values, len(own), clean, counts.total(), *(counts[name] for name in severities)))
    meanings = " ".join(measure.meaning for measure in shown)
    apart = JUDGED_APART if any(are_fewer(*pair) for pair in combinations(scores[0].values(), 2)) else ""
    several = "Finished work of all people; a translation of several annotators counts once for each. "
    note = several if len(people_of(found)) > 1 else ""
    note += (
        f"No error: translations that were judged and have none. {meanings} Scores are means over the segments, of "
        f"which n have one.{apart}"
    )
    if any(len(own) >= FEWEST for each in scores for own in each.values()):
        note += f" 95 % interval: by {RESAMPLES:,} bootstrap samples of the segments."
    of_measures = (head for measure in shown for head in (measure.name, INTERVAL, "n"))
    head = ("system", *of_measures, "annotations", "no error", "errors", *severities)
    title = "Error spans by system" + ", gold standard" * (kind == "gold")
    table = ValueTable("error-counts", title, note, head, tuple(rows))
    return without_empty(table, {INTERVAL})


def severities_of(errors: Iterable[MarkedError]) -> list[str]:
    """Return the severities of errors in lower case, the known ones first, the lightest of them first."""
    named = {error.label[0] for error in errors} - {""}
    return [*(name for name in KNOWN_SEVERITIES if name in named), *sorted(named.difference(KNOWN_SEVERITIES))]


def people_of(found: Found) -> set[str]:
    """Return the names of those who finished annotations."""
    return {name for each in found.values() for own in each.values() for name in own}


def finished_errors(pool: PooledAnnotations, kind: AnnotatorKind = "person") -> Found:
    """Return what people, or annotators of another kind, have finished."""
    found: dict[str, dict[str, dict[str, ErrorAnnotation]]] = {}
    for annotated in pool.errors.values():
        for key, annotation in annotated.items():
            if annotation.state in FINISHED and pool.kind_of(key.annotator) == kind:
                found.setdefault(key.system, {}).setdefault(key.segment, {})[key.annotator] = annotation
    return found


def leading_scores(found: Found) -> tuple[Scale, dict[str, dict[str, dict[str, float]]]]:
    """Return what leads, and the scores by it of the systems that have any."""
    measure, *_ = measures(one for own in found.values() for one in annotations_of(own))
    return measure, _scores(found, measure)


def annotations_of(own: Mapping[str, Mapping[str, ErrorAnnotation]]) -> list[ErrorAnnotation]:
    """Return all annotations of a system."""
    return [one for each in own.values() for one in each.values()]


def _scores(found: Found, measure: Scale) -> dict[str, dict[str, dict[str, float]]]:
    """Return the scores of systems that have any."""
    scores: dict[str, dict[str, dict[str, float]]] = {}
    for system, own in found.items():
        for segment, each in own.items():
            for name, one in each.items():
                score = one.mqm if measure is MQM else one.score
                if score is not None:
                    scores.setdefault(system, {}).setdefault(segment, {})[name] = score
    return scores


def values_of(scores: Scores) -> Floats:
    """Return the mean score over people, by segment."""
    return np.array([np.mean(list(scores[segment].values())) for segment in sorted(scores)])


def best_first(scores: Mapping[str, Scores]) -> list[str]:
    """Return the systems in the order of their mean scores."""
    return sorted(scores, key=lambda system: (-float(values_of(scores[system]).mean()), system))


def _mean(scores: Scores) -> tuple[float | None, str | None, int]:
    """Return the mean, its 95 % interval, which few segments do not have, and the number of segments."""
    values = values_of(scores)
    low, high = (None, None) if len(values) < FEWEST else interval(samples_of(values))
    bounds = None if low is None or high is None else f"{fixed(low)} to {fixed(high)}"
    return float(values.mean()) if len(values) else None, bounds, len(values)


def samples_of(values: Floats) -> Floats:
    """Return the means of bootstrap samples, shape (samples,)."""
    return np.concatenate(list(bootstrap_draws(len(values), RESAMPLES, SEED))) @ values / len(values)


def by_same_people(own: Scores, others: Scores) -> tuple[Floats, Floats, bool]:
    """Return the scores of two systems by segment, by the people alone who judged both of its translations.

    The last value is whether somebody judged one system alone in a segment that both have.
    """
    shared = sorted(own.keys() & others.keys())
    people = {segment: sorted(own[segment].keys() & others[segment].keys()) for segment in shared}
    both = [
        np.array([np.mean([scores[segment][name] for name in names]) for segment, names in people.items() if names])
        for scores in (own, others)
    ]
    return both[0], both[1], any(own[segment].keys() != others[segment].keys() for segment in shared)


def are_fewer(own: Scores, others: Scores) -> bool:
    """Return whether the same people judged both systems in fewer segments, or with fewer scores, than either."""
    compared, _, is_mixed = by_same_people(own, others)
    return is_mixed or len(compared) < max(len(own), len(others))
