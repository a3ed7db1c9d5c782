"""The ESA and MQM scores that people's error spans give to systems, and how sure it is which system is best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from meantree.agreement.pooled_annotations import AnnotatorKind, PooledAnnotations
from meantree.annotation.error_annotation import ErrorAnnotation, MarkedError
from meantree.annotation.frame_annotation import FINISHED
from meantree.annotation.rules import KNOWN_SEVERITIES
from meantree.corpus.error_weights import weights_in_words
from meantree.escaping import counted, escaped, with_and
from meantree.evaluation.measured import Floats, none_if_nan
from meantree.evaluation.significance import bootstrap_draws, bootstrap_p, interval, is_significant
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import apart, fixed, interval_text, p_text
from meantree.reporting.blocks import Line, Run, line
from meantree.reporting.results import FEWEST, without_empty

RESAMPLES: Final = 1000
SEED: Final = 1
INTERVAL: Final = "95 % interval"
Found = Mapping[str, Mapping[str, Mapping[str, ErrorAnnotation]]]
"""By system, segment and person, the finished annotations."""
Scores = Mapping[str, Mapping[str, float]]
"""The scores of a system's translations by one measure, by segment and person."""
MOST_ROWS: Final = 12
"""Rows of the figure, and systems that a sentence names."""
CONFOUNDED: Final = "different people judged the systems, so a difference may be one between these people"
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
    apart = JUDGED_APART if any(by_same_people(*pair).is_part for pair in combinations(scores[0].values(), 2)) else ""
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
    """Return what people, or annotators of another kind, have finished; nothing where scores are hidden."""
    found: dict[str, dict[str, dict[str, ErrorAnnotation]]] = {}
    for annotated in () if pool.corpus.why_unscored else pool.errors.values():
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


@dataclass(frozen=True, slots=True)
class Compared:
    """The scores of two systems by segment, of the people alone who judged both of its translations.

    Attributes:
        own, others: the means over these people, shape (segments,).
        is_mixed: whether somebody judged one system alone in a segment that both have.
        is_part: whether there are fewer segments, or fewer scores, than either system has.
    """

    own: Floats
    others: Floats
    is_mixed: bool
    is_part: bool

    @property
    def segments(self) -> int:
        """Number of compared segments."""
        return len(self.own)

    @property
    def tested(self) -> tuple[float | None, float | None, float | None]:
        """p of the mean difference, and the bounds of its 95 % interval."""
        differences = self.own - self.others
        samples = samples_of(differences)
        return none_if_nan(bootstrap_p(samples, float(differences.mean()))), *interval(samples)


def by_same_people(own: Scores, others: Scores) -> Compared:
    """Return the scores of two systems where the same people judged both."""
    shared = sorted(own.keys() & others.keys())
    people = {segment: sorted(own[segment].keys() & others[segment].keys()) for segment in shared}
    first, second = (
        np.array([np.mean([scores[segment][name] for name in names]) for segment, names in people.items() if names])
        for scores in (own, others)
    )
    is_mixed = any(own[segment].keys() != others[segment].keys() for segment in shared)
    return Compared(first, second, is_mixed, is_mixed or len(first) < max(len(own), len(others)))


# Which system is best


def error_verdict(found: Found) -> Iterator[Line]:
    """Yield which system has the best score, and which are significantly worse."""
    measure, scores = leading_scores(found)
    ranked = best_first(scores)
    if len(ranked) > 1:
        both = by_same_people(scores[ranked[0]], scores[ranked[1]])
        whole: Line = ()
        if both.segments and both.own.mean() < both.others.mean():  # the order was that of people or segments
            ranked[:2] = reversed(ranked[:2])
            means = (fixed(float(values_of(scores[name]).mean())) for name in ranked[:2])
            whole = line(f" Over everything judged, not the same for both, it is {' against '.join(means)}.")
        yield (*_ahead(ranked[0], ranked[1], scores, measure), *whole)
    if len(ranked) > 2 and (sentence := _others(ranked[0], ranked[1:], scores)):
        yield line(sentence)


def _ahead(first: str, second: str, scores: Mapping[str, Scores], measure: Scale) -> Line:
    """Return how much better the first system is than the second, where the same people judged both."""
    both, names = by_same_people(scores[first], scores[second]), (escaped(first), escaped(second))
    if not both.segments:
        why = CONFOUNDED if both.is_mixed else "on different segments"
        ranked = best_first(scores)[:MOST_ROWS]
        means = with_and(f"{escaped(name)} {fixed(float(values_of(scores[name]).mean()))}" for name in ranked)
        return line(f"The best mean {measure.name} scores are {means} ({measure.best:g} is best), but {why}.")
    one, other = float(both.own.mean()), float(both.others.mean())
    numbers = f" {measure.name} {fixed(one)} against {fixed(other)} a translation ({measure.best:g} is best)"
    n = f"n = {both.segments:,}" + (", the segments of which the same person judged both" if both.is_part else "")
    if one == other:
        return line(Run(f"{names[0]} and {names[1]} have the same score.", weight="strong"), f"{numbers}; {n}.")
    if both.segments < FEWEST:
        judged = " of which the same person judged both" if both.is_part else ""
        too_few = (
            f"{counted(both.segments, 'segment')}{judged} {'is' if both.segments == 1 else 'are'} too few to tell."
        )
        few = f"{names[0]} is ahead of {names[1]}, but {too_few}"
        mixed = f" On others {CONFOUNDED}." if both.is_mixed else ""
        return line(Run(few, weight="strong"), f"{numbers}.{mixed}")
    p, low, high = both.tested
    by = f"difference {apart(one, other)}"
    if low is not None and high is not None:
        by += f", 95 % interval {interval_text(low, high)}"
    told = f"{names[0]} is ahead of {names[1]}, but not significantly."
    if is_significant(p, low, high):
        told = f"{names[0]} is significantly better than {names[1]}."
    end = "" if p is None else f", {p_text(p)}"
    return line(Run(told, weight="strong"), f"{numbers}; {by}; {n}{end}.")


def _others(best: str, systems: Sequence[str], scores: Mapping[str, Scores]) -> str:
    """Return which systems are significantly worse than the best; empty if the segments are too few to tell."""
    compared = {system: by_same_people(scores[best], scores[system]) for system in systems}
    known = {system: both for system, both in compared.items() if both.segments >= FEWEST}
    if not known:
        return ""
    lower = (system for system, both in known.items() if (both.own - both.others).mean() > 0)
    worse = [system for system in lower if is_significant(*known[system].tested)]
    unsure = [escaped(system) for system in systems if system not in worse]
    by = ""
    if any(both.is_mixed for both in compared.values()):
        tested = with_and(f"{both.segments:,} ({escaped(system)})" for system, both in known.items())
        by = " As different people judged the systems, segments count only where the same person judged both: "
        by += f"{tested}."
    if not worse:
        return f"No system is significantly worse than {escaped(best)}.{by}"
    if not unsure:
        every = "Both" if len(worse) == 2 else f"All {len(worse):,}"
        return f"{every} other systems are significantly worse than {escaped(best)}.{by}"
    rest = f"; {with_and(unsure)} {'is' if len(unsure) == 1 else 'are'} not"
    verb = "is" if len(worse) == 1 else "are"
    return f"{with_and(map(escaped, worse))} {verb} significantly worse than {escaped(best)}{rest}.{by}"
