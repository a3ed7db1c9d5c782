"""Two annotators beside each other: translation by translation, and put together by document and over time."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from meantree.evaluation.agreement import (
    LAYERS,
    Kappa,
    LayerAgreement,
    TranslationKey,
    alpha,
    finished_annotations,
    kappa,
    layer_agreement,
    summed_agreement,
)
from meantree.evaluation.agreement_items import LABEL_MEASURES, Counts, Lengths, confusion, contingency, role_layers
from meantree.project.annotation import Annotation, AnnotationKey, State

Scores = Mapping[tuple[str, str], float]
"""By segment and system."""
FINEST = (
    "predicates",
    "filler spans and roles",
    "frame links, same type",
    "filler links, same type",
)
"""The layers in which nothing is left out, and nothing counts twice."""
OVERALL = "all"
PARTS = 10
"""The work is cut into so many parts at most, to see whether agreement changes."""
MIN_PART_SIZE = 5
"""Translations of a part at least."""
MIN_SCORES = 4
"""Translations of a correlation at least: two points always lie on a line, and three say hardly more."""
MINUTE = len("2026-01-31T12:30")
"""Characters of a time that say the minute."""


@dataclass(frozen=True, slots=True)
class EndScores:
    """The scores of two annotators for the same translations.

    Attributes:
        translations: how many both have a score for.
        pearson: correlation, in [-1, 1]; None for fewer than :data:`MIN_SCORES`, or if one gives all the same score.
        mean_difference: mean of the absolute differences; None where there are none.
    """

    translations: int
    pearson: float | None
    mean_difference: float | None


@dataclass(frozen=True, slots=True)
class ComparedTranslation:
    """What two annotators say of one translation.

    Attributes:
        pair: segment, system and reference.
        layers: from predicates to links.
        overall: all of the :data:`FINEST` layers together.
        tables: of each measure, how often the first says this where the second says that.
        scores: by both, None where undefined.
        when: when the later of them finished it, empty if unknown.
        is_to_review: whether it is so by one of them.
    """

    pair: TranslationKey
    layers: tuple[LayerAgreement, ...]
    overall: LayerAgreement
    tables: Mapping[str, Counter[tuple[str, str]]]
    scores: tuple[float | None, float | None]
    when: str
    is_to_review: bool = False


@dataclass(frozen=True, slots=True)
class AgreementPart:
    """Some of the translations that two annotators have in common.

    Attributes:
        name: of the document, or which part of the work it is.
        translations: how many.
        layers, kappas, scores: as of all of them.
        since, until: the first and the last time at which one of them was finished, empty if unknown.
    """

    name: str
    translations: int
    layers: tuple[LayerAgreement, ...]
    kappas: Mapping[str, Kappa]
    scores: EndScores
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class ComparedAnnotators:
    """Two annotators who annotated some of the same translations.

    Attributes:
        names: of both.
        translations: in the order of the corpus.
        whole: all of them together.
        roles: agreement in each role.
        confusion: shape (12, 12), see :func:`~meantree.evaluation.agreement_items.confusion`.
    """

    names: tuple[str, str]
    translations: tuple[ComparedTranslation, ...]
    whole: AgreementPart
    roles: tuple[LayerAgreement, ...]
    confusion: Counts

    @property
    def worst(self) -> list[ComparedTranslation]:
        """From the least agreement to the most; those of which neither said anything come last."""
        return sorted(self.translations, key=lambda one: (one.overall.f is None, one.overall.f or 0.0))

    def by_document(self, document_of: Mapping[str, str]) -> list[AgreementPart]:
        """The documents, in the order of the corpus; ``document_of`` is by segment."""
        found: dict[str, list[ComparedTranslation]] = {}
        for one in self.translations:
            found.setdefault(document_of[one.pair[0]], []).append(one)
        return [summed_part(name, some) for name, some in found.items()]

    def over_time(self) -> list[AgreementPart]:
        """Equal parts of the work, in the order in which the later of both finished it; one part of very few.

        What was finished within one minute, as all that was put in from a file, stays in the order of the corpus.
        """
        ordered = sorted(self.translations, key=lambda one: one.when[:MINUTE])
        number = max(1, min(PARTS, len(ordered) // MIN_PART_SIZE))
        cuts = [round(place * len(ordered) / number) for place in range(number + 1)]
        return [
            summed_part(f"{place} of {number}", ordered[start:end])
            for place, (start, end) in enumerate(itertools.pairwise(cuts), start=1)
        ]


def compare_annotators(
    names: tuple[str, str],
    first: Mapping[AnnotationKey, Annotation],
    second: Mapping[AnnotationKey, Annotation],
    scores: tuple[Scores, Scores],
    changed: Mapping[AnnotationKey, str],
    lengths: Callable[[str, str, str], Lengths],
) -> ComparedAnnotators | None:
    """Set two annotators beside each other; None if no translation was annotated by both.

    What either of them could not annotate is not in common.

    Args:
        names: of both.
        first, second: what each of them did.
        scores: by each of them.
        changed: when annotations were last changed.
        lengths: how many tokens the texts of segment, system and reference have.
    """
    mine, theirs = finished_annotations(first), finished_annotations(second)
    both = {pair: (mine[pair], theirs[pair]) for pair in mine if pair in theirs}
    if not both:
        return None
    translations = []
    for pair, (one, two) in both.items():
        layers = tuple(layer_agreement(name, one, two) for name in LAYERS)
        tables = {measure.name: contingency(measure, one, two, lengths(*pair)) for measure in LABEL_MEASURES}
        when = max(changed.get(AnnotationKey(*pair, name), "") for name in names)
        known = scores[0].get(pair[:2]), scores[1].get(pair[:2])
        overall = summed_agreement(OVERALL, [one for one in layers if one.name in FINEST])
        is_to_review = State.REVIEW in (one.state, two.state)
        translations.append(ComparedTranslation(pair, layers, overall, tables, known, when, is_to_review))
    table: Counts = np.stack([confusion(one, two) for one, two in both.values()]).sum(axis=0)
    roles = role_layers(both.values())
    return ComparedAnnotators(names, tuple(translations), summed_part("", translations), roles, table)


def summed_part(name: str, translations: Sequence[ComparedTranslation]) -> AgreementPart:
    """What two annotators say of several translations, added up."""
    tables: dict[str, Counter[tuple[str, str]]] = {measure.name: Counter() for measure in LABEL_MEASURES}
    for one in translations:
        for measure, table in one.tables.items():
            tables[measure].update(table)
    return AgreementPart(
        name,
        len(translations),
        tuple(
            summed_agreement(layer_name, (one.layers[place] for one in translations))
            for place, layer_name in enumerate(LAYERS)
        ),
        {measure: kappa(table) for measure, table in tables.items()},
        end_scores({one.pair[:2]: one.scores for one in translations}.values()),  # one beside several references
        min((one.when for one in translations), default=""),
        max((one.when for one in translations), default=""),
    )


def end_scores(scores: Iterable[tuple[float | None, float | None]]) -> EndScores:
    """How two annotators' scores go together, where both are defined."""
    both = np.array([pair for pair in scores if None not in pair], dtype=np.float64).reshape(-1, 2)
    if not len(both):
        return EndScores(0, None, None)
    varied = len(both) >= MIN_SCORES and bool((both.std(axis=0) > 0).all())
    pearson = float(np.corrcoef(both[:, 0], both[:, 1])[0, 1]) if varied else None
    return EndScores(len(both), pearson, float(np.abs(both[:, 0] - both[:, 1]).mean()))


def alphas(
    works: Iterable[Mapping[AnnotationKey, Annotation]], lengths: Callable[[str, str, str], Lengths]
) -> dict[str, float | None]:
    """Krippendorff's alpha of each measure, over all items that two or more annotators decided on."""
    units: dict[str, dict[tuple[object, ...], list[str]]] = {measure.name: {} for measure in LABEL_MEASURES}
    for work in works:
        for pair, annotation in finished_annotations(work).items():
            for measure in LABEL_MEASURES:
                for item, label in measure.labels(annotation, lengths(*pair)).items():
                    units[measure.name].setdefault((pair, *item), []).append(label)
    return {name: alpha(found.values()) for name, found in units.items()}
