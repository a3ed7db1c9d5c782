"""What error spans say of systems: how sure it is which is best, and what stands out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Final

from meantree.annotation.error_annotation import MarkedError
from meantree.comparison.marks import MINOR_NAMES, Severity
from meantree.escaping import counted, escaped, listed, with_and
from meantree.evaluation.measured import Floats, none_if_nan
from meantree.evaluation.significance import bootstrap_p, interval, is_significant
from meantree.numbers import apart, fixed, interval_text, p_text, percent
from meantree.picture.row_charts import CountRow, count_chart
from meantree.picture.style import Measure, approximate_width
from meantree.reporting.blocks import Figure, Line, Run, line
from meantree.reporting.contents import Contents, segment_link
from meantree.reporting.error_scores import (
    Found,
    Scale,
    Scores,
    annotations_of,
    are_fewer,
    best_first,
    by_same_people,
    leading_scores,
    people_of,
    samples_of,
    severities_of,
    values_of,
)
from meantree.reporting.results import FEWEST, extreme
from meantree.reporting.system_scores import CHART

if TYPE_CHECKING:
    from meantree.agreement.compared_errors import ErrorAgreement
    from meantree.reporting.people import People

MOST_ROWS: Final = 12
"""Rows of the figure, and systems that a sentence names."""
CONFOUNDED: Final = "different people judged the systems, so a difference may be one between these people"


def error_verdict(found: Found) -> Iterator[Line]:
    """Yield which system has the best score, and which are significantly worse."""
    measure, scores = leading_scores(found)
    ranked = best_first(scores)
    if len(ranked) > 1:
        own, others, _ = by_same_people(scores[ranked[0]], scores[ranked[1]])
        whole: Line = ()
        if len(own) and own.mean() < others.mean():  # the order was that of people or segments
            ranked[:2] = reversed(ranked[:2])
            means = (fixed(float(values_of(scores[name]).mean())) for name in ranked[:2])
            whole = line(f" Over everything judged, not the same for both, it is {' against '.join(means)}.")
        yield (*_ahead(ranked[0], ranked[1], scores, measure), *whole)
    if len(ranked) > 2 and (sentence := _others(ranked[0], ranked[1:], scores)):
        yield line(sentence)


def _tested(differences: Floats) -> tuple[float | None, float | None, float | None]:
    """Return p of the mean difference, and the bounds of its 95 % interval."""
    samples = samples_of(differences)
    return none_if_nan(bootstrap_p(samples, float(differences.mean()))), *interval(samples)


def _ahead(first: str, second: str, scores: Mapping[str, Scores], measure: Scale) -> Line:
    """Return how much better the first system is than the second, where the same people judged both."""
    own, others, is_mixed = by_same_people(scores[first], scores[second])
    names, found = (escaped(first), escaped(second)), own - others
    if not len(found):
        why = CONFOUNDED if is_mixed else "on different segments"
        ranked = best_first(scores)[:MOST_ROWS]
        means = with_and(f"{escaped(name)} {fixed(float(values_of(scores[name]).mean()))}" for name in ranked)
        return line(f"The best mean {measure.name} scores are {means} ({measure.best:g} is best), but {why}.")
    one, other = float(own.mean()), float(others.mean())
    numbers = f" {measure.name} {fixed(one)} against {fixed(other)} a translation ({measure.best:g} is best)"
    is_part = are_fewer(scores[first], scores[second])
    n = f"n = {len(found):,}" + (", the segments of which the same person judged both" if is_part else "")
    if one == other:
        return line(Run(f"{names[0]} and {names[1]} have the same score.", weight="strong"), f"{numbers}; {n}.")
    if len(found) < FEWEST:
        judged = " of which the same person judged both" if is_part else ""
        too_few = f"{counted(len(found), 'segment')}{judged} {'is' if len(found) == 1 else 'are'} too few to tell."
        few = f"{names[0]} is ahead of {names[1]}, but {too_few}"
        mixed = f" On others {CONFOUNDED}." if is_mixed else ""
        return line(Run(few, weight="strong"), f"{numbers}.{mixed}")
    p, low, high = _tested(found)
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
    found = {system: own - others for system, (own, others, _) in compared.items()}
    is_mixed = any(mixed for *_, mixed in compared.values())
    known = [system for system in systems if len(found[system]) >= FEWEST]
    if not known:
        return ""
    worse = [system for system in known if found[system].mean() > 0 and is_significant(*_tested(found[system]))]
    unsure = [escaped(system) for system in systems if system not in worse]
    by = ""
    if is_mixed:
        tested = with_and(f"{len(found[system]):,} ({escaped(system)})" for system in known)
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


# What stands out


MOST_CATEGORIES: Final = 5
NO_CATEGORY: Final = "without a category"
NOBODY: Final = (0.0, ("", ""), (0.0, 0.0), ("", ""))
"""The largest difference of scores, by whom and on what, if nobody gave any."""


def error_points(contents: Contents, people: People) -> Iterator[Line]:
    """Yield which errors are most frequent, which translation is worst, and where people differ most."""
    found, agreement = people.errors, people.agreement
    if errors := _errors(found):
        yield (Run("What is marked most: ", weight="strong"), Run(_frequent(errors)))
        if where := tuple(_worst(contents, found)):
            yield (Run("Which translation is worst: ", weight="strong"), *line(*where))
    compared = None if agreement is None else agreement.errors
    if compared is not None and (differing := tuple(_differing(contents, compared.of_people()))):
        yield (Run("Where annotators differ on errors: ", weight="strong"), *line(*differing))


def _errors(found: Found) -> list[MarkedError]:
    return [error for own in found.values() for one in annotations_of(own) for error in one.errors]


def _frequent(errors: Sequence[MarkedError]) -> str:
    """Return how many errors have the most frequent category, if any has one, and how grave they are."""
    every = counted(len(errors), "marked error")
    if not any(error.category for error in errors):
        return f"{every}: {_by_severity(errors)}."
    counts = Counter(error.category or NO_CATEGORY for error in errors)
    category, number = counts.most_common(1)[0]
    own = [error for error in errors if (error.category or NO_CATEGORY) == category]
    share = percent(number / len(errors))
    in_all = f"; all errors: {_by_severity(errors)}" if len(counts) > 1 else ""
    if sum(count == number for count in counts.values()) > 1:
        return f"{extreme(counts)}, each {number:,} of {every} ({share}){in_all}."
    what = f"{'is' if number == 1 else 'are'} {escaped(category)} ({_by_severity(own)})"
    return f"{number:,} of {every} ({share}) {what}{in_all}."


def _by_severity(errors: Sequence[MarkedError]) -> str:
    """Return how many errors have which severity, the gravest first; empty without errors."""
    counts = Counter(error.label[0] for error in errors)
    names = (*reversed(severities_of(errors)), "")
    return ", ".join(f"{counts[name]:,} {escaped(name) or 'without a severity'}" for name in names if counts[name])


def _worst(contents: Contents, found: Found) -> Iterator[str | Run]:
    """Yield the translation with the worst score."""
    measure, scores = leading_scores(found)
    means = [
        (fmean(own.values()), contents.corpus.places.get(segment, 0), segment, system, len(own))
        for system, each in scores.items()
        for segment, own in each.items()
    ]
    if len(means) > 1 and min(means)[0] < max(means)[0]:
        mean, _, segment, system, people = min(means)
        is_tied = sum(one[0] == mean for one in means) > 1
        yield f"{'one of the worst scores' if is_tied else 'the worst score'} is that of "
        yield from segment_link(contents, contents.corpus.places[segment])
        of = f", the mean of {people} people" if people > 1 else ""
        yield f", by {escaped(system)}: {measure.name} {fixed(mean)}{of}."


def _differing(contents: Contents, agreement: ErrorAgreement) -> Iterator[str | Run]:
    """Yield the translation whose scores differ most."""
    scored = [
        (abs(first - second), one.names, (first, second), one.translation)
        for one in agreement.comparisons
        for first, second in [one.scores]
        if first is not None and second is not None
    ]
    difference, names, scores, (segment, system) = max(scored, key=lambda item: item[0], default=NOBODY)
    if difference:
        yield "their scores differ most on "
        yield from segment_link(contents, contents.corpus.places[segment])
        by = " and ".join(f"{fixed(score)} ({escaped(name)})" for score, name in zip(scores, names, strict=True))
        tied = sum(item[0] == difference for item in scored) - 1
        yield f", {escaped(system)}: {by}{f'; on {tied:,} more as much' if tied else ''}."


def error_figure(found: Found, measure: Measure = approximate_width) -> Figure | None:
    """Return how many errors of the most frequent categories each system has, by severity; None without any error."""
    errors = _errors(found)
    if not errors:
        return None
    scale, scores = leading_scores(found)
    systems = [*best_first(scores), *sorted(found.keys() - scores.keys())][:MOST_ROWS]
    most = max(1, min(MOST_CATEGORIES, MOST_ROWS // len(systems)))
    categories = [name for name, _ in Counter(error.category for error in errors).most_common(most)]
    has_categories = any(error.category for error in errors)
    rows = []
    for category in categories:
        for place, system in enumerate(systems):
            own = [one for one in _errors({system: found[system]}) if one.category == category]
            group = (escaped(category) or NO_CATEGORY) if has_categories and place == 0 else ""
            rows.append(CountRow(group, escaped(system), _drawn(own), _by_severity(own) or "0"))
    what = "Marked errors by system"
    if has_categories:
        several = f"{len(categories)} most frequent categories"
        what = f"Marked errors of the {several if len(categories) > 1 else 'most frequent category'} by system"
    if len(systems) < len(found):
        what += f", of which the first {MOST_ROWS} are shown"
    said = (f"{categories[place // len(systems)]} {row.label}: {row.text}".strip() for place, row in enumerate(rows))
    chart = count_chart(rows, CHART, measure)
    whose = ", of all people" if len(people_of(found)) > 1 else ""
    means = {float(values_of(own).mean()) for own in scores.values()}
    order = f", systems by their mean {scale.name}, the best first" if len(means) > 1 else ""
    return Figure((chart,), f"{what}{whose}{order}.", f"{what}: {listed(map(str, said))}.")


def _drawn(errors: Sequence[MarkedError]) -> dict[Severity, int]:
    """Return how many errors are drawn as minor and as major."""
    minor = sum(error.label[0] in MINOR_NAMES for error in errors)
    return {"minor": minor, "major": len(errors) - minor}
