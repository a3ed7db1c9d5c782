"""Inter-annotator agreement on the error spans of projects: by pair, category, document, system and annotator."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from meantree.agreement.error_agreement import (
    LABELS,
    ErrorCredit,
    UnitizedAlpha,
    Units,
    by_category,
    character_agreement,
    error_credit,
    error_credits,
    severity_of,
    units_of,
)
from meantree.agreement.frame_agreement import EndScores, Kappa, LayerAgreement, end_scores, kappa, summed_agreement
from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.annotation.error_annotation import ErrorAnnotation, MarkedError, Origin
from meantree.annotation.frame_annotation import FINISHED
from meantree.annotation.rules import ESA
from meantree.grouping import grouped, nested
from meantree.work import Work

Translation = tuple[str, str]
"""Segment and system."""
STAGE = "Comparing error spans"


@dataclass(frozen=True, slots=True)
class ComparedErrors:
    """The error spans of two annotators in one translation.

    Attributes:
        translation: segment and system.
        scores: of both, on one scale for all comparisons: ESA's, None where one of them gave none, or MQM.
        characters, credits: agreement of both, by what must be equal.
    """

    translation: Translation
    names: tuple[str, str]
    errors: tuple[Sequence[MarkedError], Sequence[MarkedError]]
    scores: tuple[float | None, float | None]
    characters: Mapping[str, LayerAgreement]
    credits: Mapping[str, ErrorCredit]


@dataclass(frozen=True, slots=True)
class ErrorSummary:
    """Agreement over some comparisons.

    Attributes:
        name: of what they have in common.
        characters: F1 over marked characters, by what must be equal.
        errors: partial overlap of errors, by what must be equal.
        has_error: κ on whether a translation has an error.
        scores: correlation and mean difference of the scores.
    """

    name: str
    translations: int
    characters: Mapping[str, LayerAgreement]
    errors: Mapping[str, ErrorCredit]
    has_error: Kappa
    scores: EndScores


@dataclass(frozen=True, slots=True)
class CategoryAgreement:
    """Agreement on the errors of one category.

    Attributes:
        count: of errors by all annotators.
        characters, errors: over all pairs of people, as in :class:`ErrorSummary`.
        alpha: unitized α of this category over all people.
    """

    name: str
    count: int
    characters: LayerAgreement
    errors: ErrorCredit
    alpha: float | None


@dataclass(frozen=True, slots=True)
class ErrorAgreement:
    """Agreement on error spans.

    Attributes:
        pool: what was compared; its corpus says why comparisons have no scores though errors make some.
        comparisons: of every two annotators in every translation that both finished.
        alphas: unitized α over all people, of errors and of their severities.
        categories: in order of frequency; none where errors have no categories by the protocol, ESA.
        origins: how many errors of each annotator are own, or suggestions that were kept, changed or rejected.
    """

    pool: PooledAnnotations
    comparisons: tuple[ComparedErrors, ...]
    alphas: Mapping[str, float | None]
    categories: tuple[CategoryAgreement, ...]
    origins: Mapping[str, Counter[Origin]]

    @property
    def pairs(self) -> dict[tuple[str, str], ErrorSummary]:
        """Agreement of every two annotators with translations in common, pairs of people first."""
        groups = grouped((item.names, item) for item in self.comparisons)
        ordered = sorted(groups, key=lambda pair: not self.pool.are_people(pair))
        return {pair: summarize(" – ".join(pair), groups[pair]) for pair in ordered}

    def of_people(self) -> ErrorAgreement:
        """Return the agreement of people with each other alone."""
        return replace(self, comparisons=tuple(item for item in self.comparisons if self.pool.are_people(item.names)))

    def by(self, names_of: Callable[[ComparedErrors], Iterable[str]]) -> list[ErrorSummary]:
        """Return the agreement of people by what comparisons have in common, of which they may have several."""
        groups = grouped((name, item) for item in self.of_people().comparisons for name in names_of(item))
        return [summarize(name, items) for name, items in groups.items()]


def error_agreement(pool: PooledAnnotations, work: Work = Work()) -> ErrorAgreement:
    """Compare the finished error spans of every two annotators; raise Cancelled if the user stopped it."""
    by_translation = _by_translation(pool)
    scored = ([one for one in finished.values() if one.score is not None] for finished in by_translation.values())
    is_esa = ESA in pool.protocols or any(len(given) > 1 for given in scored)
    score_of = attrgetter("score" if is_esa else "mqm")
    comparisons: list[ComparedErrors] = []
    texts, categories = list[_Text](), Counter[str]()
    for done, (translation, finished) in enumerate(by_translation.items()):
        work.step(STAGE, done, len(by_translation))
        pairs = itertools.combinations(finished, 2)
        scores = {name: None if pool.corpus.why_unscored else score_of(one) for name, one in finished.items()}
        comparisons += (_compared(translation, names, finished, scores) for names in pairs)
        people = [annotation.errors for name, annotation in finished.items() if pool.are_people([name])]
        if len(people) > 1:
            segment = pool.corpus.segments[pool.corpus.places[translation[0]]]
            texts.append((segment.length("hypothesis", translation[1]), people))
            categories.update(error.category for errors in people for error in errors if error.category)
    origins = {
        name: Counter(error.origin for annotation in found.values() for error in annotation.marked)
        for name, found in pool.errors.items()
    }
    of_people = [item for item in comparisons if pool.are_people(item.names)]
    return ErrorAgreement(
        pool,
        tuple(comparisons),
        {"errors": _alpha(texts, units_of), "severities": _alpha(texts, lambda errors: units_of(errors, severity_of))},
        () if pool.protocols == {ESA} else tuple(_categories(categories, of_people, texts)),
        {name: counts for name, counts in origins.items() if counts.keys() - {Origin.OWN}},
    )


def summarize(name: str, items: Sequence[ComparedErrors]) -> ErrorSummary:
    """Add up comparisons."""
    return ErrorSummary(
        name,
        len(items),
        {label: summed_agreement(label, [item.characters[label] for item in items]) for label in LABELS},
        {label: sum((item.credits[label] for item in items), ErrorCredit()) for label in LABELS},
        kappa(Counter((bool(item.errors[0]), bool(item.errors[1])) for item in items)),
        end_scores([item.scores for item in items]),
    )


def _by_translation(pool: PooledAnnotations) -> dict[Translation, dict[str, ErrorAnnotation]]:
    """Return the finished annotations of each translation by annotator, in the order of the corpus."""
    found = nested(
        ((key.segment, key.system), name, annotation)
        for name, annotated in pool.errors.items()
        for key, annotation in annotated.items()
        if annotation.state in FINISHED
    )
    systems = {name: place for place, name in enumerate(pool.corpus.systems)}
    places = pool.corpus.places
    return dict(sorted(found.items(), key=lambda item: (places[item[0][0]], systems[item[0][1]])))


def _compared(
    translation: Translation,
    names: tuple[str, str],
    finished: Mapping[str, ErrorAnnotation],
    scores: Mapping[str, float | None],
) -> ComparedErrors:
    first, second = (finished[name] for name in names)
    errors = first.errors, second.errors
    return ComparedErrors(
        translation,
        names,
        errors,
        (scores[names[0]], scores[names[1]]),
        {label: character_agreement(*errors, label) for label in LABELS},
        error_credits(*errors),
    )


_Text = tuple[int, Sequence[Sequence[MarkedError]]]
"""The length of a translation in characters, and the errors of each person who finished it."""


def _alpha(texts: Iterable[_Text], units: Callable[[Sequence[MarkedError]], Units]) -> float | None:
    """Return unitized α of the units that errors make."""
    alpha = UnitizedAlpha()
    for length, people in texts:
        alpha.add(length, [units(errors) for errors in people])
    return alpha.value


def _categories(
    counts: Counter[str], items: Sequence[ComparedErrors], texts: Sequence[_Text]
) -> Iterator[CategoryAgreement]:
    """Yield agreement by category, the most frequent one first; for its α, other errors are gaps."""
    pairs = [tuple(map(by_category, item.errors)) for item in items]
    divided = [(length, [by_category(errors) for errors in people]) for length, people in texts]
    for name, count in _merged(counts):
        category = name.casefold()
        own = [(first.get(category, ()), second.get(category, ())) for first, second in pairs]
        characters = summed_agreement(name, (character_agreement(*pair) for pair in own))
        errors = sum((error_credit(*pair) for pair in own), ErrorCredit())
        of_category = ((length, [errors.get(category, ()) for errors in people]) for length, people in divided)
        yield CategoryAgreement(name, count, characters, errors, _alpha(of_category, units_of))


def _merged(categories: Counter[str]) -> list[tuple[str, int]]:
    """Return categories by frequency, spellings with other capitals added up under the most frequent one."""
    names: dict[str, str] = {}
    counts = Counter[str]()
    for name, count in categories.most_common():
        counts[names.setdefault(name.casefold(), name)] += count
    return counts.most_common()
