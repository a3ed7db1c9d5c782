"""Two annotators compared: by translation and by document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from meantree.agreement.frame_agreement import (
    LAYERS,
    Kappa,
    LayerAgreement,
    TranslationKey,
    alpha,
    finished_annotations,
    is_of,
    kappa,
    layer_agreement,
    summed_agreement,
)
from meantree.agreement.items import LABEL_MEASURES, Counts, Lengths, confusion, contingency, role_layers
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import SIDES, Side

Scores = Mapping[tuple[str, str], float]
"""By segment and system."""
FINEST = ("predicates", "filler spans and roles", "frame links, same type", "filler links, same type")
"""Layers that together cover everything annotated, without counting anything twice."""
OVERALL = "all"
MIN_SCORES = 4
"""Minimum number of translations for a correlation: two points always lie on a line, three say hardly more."""


@dataclass(frozen=True, slots=True)
class EndScores:
    """The scores of two annotators for the same translations.

    Attributes:
        translations: number of translations that both have scores for.
        pearson: correlation, in [-1, 1]; None for fewer than :data:`MIN_SCORES`, or if all scores of one are equal.
        mean_difference: mean absolute difference; None without translations.
    """

    translations: int
    pearson: float | None
    mean_difference: float | None


@dataclass(frozen=True, slots=True)
class ComparedTranslation:
    """Two annotations of one translation.

    Attributes:
        pair: segment, system and reference.
        layers: agreement from predicates to links.
        counted: of these, what sums over translations count: frames of a reference that were counted are left out.
        overall: agreement in all :data:`FINEST` layers together.
        tables: contingency table of each measure, by its name, of what sums count.
        scores: by each annotator, None where undefined.
        is_to_review: whether either annotator marked it for review.
    """

    pair: TranslationKey
    layers: tuple[LayerAgreement, ...]
    counted: tuple[LayerAgreement, ...]
    overall: LayerAgreement
    tables: Mapping[str, Counter[tuple[str, str]]]
    scores: tuple[float | None, float | None]
    is_to_review: bool = False


@dataclass(frozen=True, slots=True)
class AgreementPart:
    """Agreement over some of the translations that two annotators have in common.

    Attributes:
        name: of the document; empty for all.
    """

    name: str
    translations: int
    layers: tuple[LayerAgreement, ...]
    kappas: Mapping[str, Kappa]
    scores: EndScores


@dataclass(frozen=True, slots=True, eq=False)
class ComparedAnnotators:
    """Agreement of two annotators on the translations that both annotated.

    Attributes:
        translations: in the order of the corpus.
        confusion: shape (12, 12), see :func:`~meantree.agreement.items.confusion`.
    """

    names: tuple[str, str]
    translations: tuple[ComparedTranslation, ...]
    whole: AgreementPart
    roles: tuple[LayerAgreement, ...]
    confusion: Counts

    @property
    def worst(self) -> list[ComparedTranslation]:
        """Translations from the least agreement to the most; those without any frames come last."""
        return sorted(
            self.translations, key=lambda translation: (translation.overall.f is None, translation.overall.f or 0.0)
        )

    def by_document(self, document_of: Mapping[str, str]) -> list[AgreementPart]:
        """Return agreement by document, in the order of the corpus; ``document_of`` maps segments to documents."""
        documents: dict[str, list[ComparedTranslation]] = {}
        for translation in self.translations:
            documents.setdefault(document_of[translation.pair[0]], []).append(translation)
        return [summed_part(name, translations) for name, translations in documents.items()]


def compare_annotators(
    names: tuple[str, str],
    first: Mapping[AnnotationKey, Annotation],
    second: Mapping[AnnotationKey, Annotation],
    scores: tuple[Scores, Scores],
    lengths: Callable[[str, str, str], Lengths],
    *,
    repeat_references: bool = False,
) -> ComparedAnnotators | None:
    """Compare two annotators; None if no translation was annotated by both.

    Translations that either of them could not annotate are left out. Frames of a reference that several translations
    share were annotated once, and count once.

    Args:
        scores: of translations by the annotations of each.
        lengths: returns the numbers of tokens, given segment, system and reference.
        repeat_references: count them once for each translation instead.
    """
    first_finished, second_finished = finished_annotations(first), finished_annotations(second)
    common = {pair: (first_finished[pair], second_finished[pair]) for pair in first_finished if pair in second_finished}
    if not common:
        return None
    counted = list(_counted(common, repeat_references=repeat_references))
    translations = []
    for pair, (one, other, sides) in zip(common, counted, strict=True):
        layers = tuple(layer_agreement(name, one, other) for name in LAYERS)
        in_sums = tuple(layer_agreement(name, one, other, sides) for name in LAYERS)
        tables = {measure.name: contingency(measure, one, other, lengths(*pair), sides) for measure in LABEL_MEASURES}
        both_scores = scores[0].get(pair[:2]), scores[1].get(pair[:2])
        overall = summed_agreement(OVERALL, [layer for layer in layers if layer.name in FINEST])
        is_to_review = State.REVIEW in (one.state, other.state)
        translations.append(ComparedTranslation(pair, layers, in_sums, overall, tables, both_scores, is_to_review))
    table: Counts = np.stack([confusion(*each) for each in counted]).sum(axis=0)
    return ComparedAnnotators(names, tuple(translations), summed_part("", translations), role_layers(counted), table)


def _counted(
    common: Mapping[TranslationKey, tuple[Annotation, Annotation]], *, repeat_references: bool
) -> Iterator[tuple[Annotation, Annotation, Sequence[Side]]]:
    """Yield both annotations of each translation, and the texts whose frames have not been counted before.

    The automatic frames of a reference belong to each translation, but are the same for all of them.
    """
    known = set[tuple[object, ...]]()
    for (segment, _, reference), both in common.items():
        are_own = [one.own_reference for one in both]
        of_reference = (
            segment,
            reference,
            *(one.reference if is_own else None for one, is_own in zip(both, are_own, strict=True)),
        )
        is_known = not all(are_own) and of_reference in known and not repeat_references
        known.add(of_reference)
        yield *both, ("hypothesis",) if is_known else SIDES


def summed_part(name: str, translations: Sequence[ComparedTranslation]) -> AgreementPart:
    """Add up the comparisons of several translations."""
    tables: dict[str, Counter[tuple[str, str]]] = {measure.name: Counter() for measure in LABEL_MEASURES}
    for translation in translations:
        for measure, table in translation.tables.items():
            tables[measure].update(table)
    return AgreementPart(
        name,
        len(translations),
        tuple(
            summed_agreement(layer_name, (translation.counted[place] for translation in translations))
            for place, layer_name in enumerate(LAYERS)
        ),
        {measure: kappa(table) for measure, table in tables.items()},
        # A translation with several references has one score.
        end_scores({translation.pair[:2]: translation.scores for translation in translations}.values()),
    )


def end_scores(scores: Iterable[tuple[float | None, float | None]]) -> EndScores:
    """Compare two annotators' scores where both are defined."""
    both = np.array([pair for pair in scores if None not in pair], dtype=np.float64).reshape(-1, 2)
    if not len(both):
        return EndScores(0, None, None)
    varied = len(both) >= MIN_SCORES and bool((both.std(axis=0) > 0).all())
    pearson = float(np.corrcoef(both[:, 0], both[:, 1])[0, 1]) if varied else None
    return EndScores(len(both), pearson, float(np.abs(both[:, 0] - both[:, 1]).mean()))


def alphas(
    works: Iterable[Mapping[AnnotationKey, Annotation]],
    lengths: Callable[[str, str, str], Lengths],
    *,
    repeat_references: bool = False,
) -> dict[str, float | None]:
    """Return Krippendorff's α of each measure, over the items on which at least two annotators decided.

    Arguments are those of :func:`compare_annotators`.
    """
    units: dict[str, dict[tuple[object, ...], list[str]]] = {measure.name: {} for measure in LABEL_MEASURES}
    for work in works:
        for measure in LABEL_MEASURES:
            own: dict[tuple[object, ...], str] = {}
            for (segment, system, reference), annotation in finished_annotations(work).items():
                is_shared = not (repeat_references or annotation.own_reference)
                for item, label in measure.labels(annotation, lengths(segment, system, reference)).items():
                    of = "" if is_shared and not is_of(item, ("hypothesis",)) else system
                    own[segment, of, reference, *item] = label
            for key, label in own.items():
                units[measure.name].setdefault(key, []).append(label)
    return {name: alpha(items.values()) for name, items in units.items()}
