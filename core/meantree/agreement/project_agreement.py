"""Inter-annotator agreement of a project, from predicates to the end score and the ranking of systems."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from meantree.agreement.compared_errors import ErrorAgreement, error_agreement
from meantree.agreement.frame_agreement import (
    LABEL_MEASURES,
    LAYERS,
    Counts,
    EndScores,
    Kappa,
    LayerAgreement,
    Lengths,
    TranslationKey,
    alpha,
    confusion,
    contingency,
    end_scores,
    finished_annotations,
    is_of,
    kappa,
    layer_agreement,
    role_layers,
    summed_agreement,
)
from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.analysis.store import AnalysisStore
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import SIDES, Side
from meantree.evaluation.compared_systems import Ranking, ranking, scored_systems
from meantree.grouping import grouped
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

Scores = Mapping[tuple[str, str], float]
"""By segment and system."""
FINEST = ("predicates", "filler spans and roles", "frame links, same type", "filler links, same type")
"""Layers that together cover everything annotated, without counting anything twice."""
OVERALL = "all"


@dataclass(frozen=True, slots=True)
class ComparedTranslation:
    """Two annotations of one translation.

    Attributes:
        pair: segment, system and reference.
        layers: agreement from predicates to links.
        counted: of these, what sums over translations count: frames of a reference that were counted are left out.
        tables: contingency table of each measure, by its name, of what sums count.
        scores: by each annotator, None where undefined.
        is_to_review: whether either annotator marked it for review.
    """

    pair: TranslationKey
    layers: tuple[LayerAgreement, ...]
    counted: tuple[LayerAgreement, ...]
    tables: Mapping[str, Counter[tuple[str, str]]]
    scores: tuple[float | None, float | None]
    is_to_review: bool = False

    @property
    def overall(self) -> LayerAgreement:
        """Agreement in all :data:`FINEST` layers together."""
        return summed_agreement(OVERALL, (layer for layer in self.layers if layer.name in FINEST))


@dataclass(frozen=True, slots=True)
class AgreementPart:
    """Agreement over the translations that two annotators have in common, all or those of the document ``name``."""

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
        confusion: shape (12, 12), see :func:`~meantree.agreement.frame_agreement.confusion`.
    """

    names: tuple[str, str]
    translations: tuple[ComparedTranslation, ...]
    whole: AgreementPart
    roles: tuple[LayerAgreement, ...]
    confusion: Counts

    @property
    def worst(self) -> list[ComparedTranslation]:
        """Translations from the least agreement to the most; those without any frames come last."""
        return sorted(self.translations, key=lambda one: (one.overall.f is None, one.overall.f or 0.0))

    def by_document(self, document_of: Callable[[str], str]) -> list[AgreementPart]:
        """Return agreement by document, in the order of the corpus; ``document_of`` returns that of a segment."""
        documents = grouped((document_of(one.pair[0]), one) for one in self.translations)
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
        is_to_review = State.REVIEW in (one.state, other.state)
        translations.append(ComparedTranslation(pair, layers, in_sums, tables, both_scores, is_to_review))
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
        of_reference = segment, reference, *(one.reference if one.own_reference else None for one in both)
        is_shared = not all(one.own_reference for one in both)
        is_known = is_shared and of_reference in known and not repeat_references
        known.add(of_reference)
        yield *both, ("hypothesis",) if is_known else SIDES


def summed_part(name: str, translations: Sequence[ComparedTranslation]) -> AgreementPart:
    """Add up the comparisons of several translations."""
    return AgreementPart(
        name,
        len(translations),
        tuple(
            summed_agreement(layer_name, (translation.counted[place] for translation in translations))
            for place, layer_name in enumerate(LAYERS)
        ),
        {
            measure.name: kappa(sum((translation.tables[measure.name] for translation in translations), Counter()))
            for measure in LABEL_MEASURES
        },
        # A translation with several references has one score.
        end_scores({translation.pair[:2]: translation.scores for translation in translations}.values()),
    )


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


SCORING = "Scoring annotators"


def score_annotators(pool: PooledAnnotations, specs: Sequence[str], work: Work = Work()) -> dict[str, ScoreTable]:
    """Score the finished annotations of each annotator as if there were no others; by their names.

    The specs are of metrics that need no parser. Raise UsageError if one is wrong, or there is nothing to score.
    """
    tables = {}
    for done, name in enumerate(pool.work):
        work.step(SCORING, done, len(pool.work))
        tables[name] = score_corpus(pool.corpus_of(name), specs or {}, AnalysisStore())  # {}: no metric
    return tables


END_SCORE = "hmeant"
"""The metric that annotations are made for."""
STAGE = "Comparing annotators"


@dataclass(frozen=True, slots=True)
class SystemMean:
    """The end score, in [0, 1], of a system over all translations that an annotator finished, and their number."""

    score: float
    translations: int


@dataclass(frozen=True, slots=True, eq=False)
class ProjectAgreement:
    """Agreement of all annotators of one or several projects.

    Attributes:
        pool: what was compared.
        spec: of the metric of end scores; empty where these are hidden.
        pairs: each two annotators with finished translations in common: two people first, then pairs with the gold
            standard, then pairs with the automatic frames.
        alphas: Krippendorff's α of each measure over all people, None where undefined; empty for fewer than three.
        rankings: of the systems, by annotator; annotators who finished nothing have none.
        means: end scores, by annotator and system.
        errors: agreement on error spans; None if no two annotators finished some of one translation.
        repeats_references: whether frames of a reference count once for each translation, not once.
    """

    pool: PooledAnnotations
    spec: str
    pairs: tuple[ComparedAnnotators, ...]
    alphas: Mapping[str, float | None]
    rankings: Mapping[str, Ranking] = field(default_factory=dict)
    means: Mapping[str, Mapping[str, SystemMean]] = field(default_factory=dict)
    errors: ErrorAgreement | None = None
    repeats_references: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no two annotators have anything in common."""
        return not self.pairs and self.errors is None

    def is_automatic(self, pair: ComparedAnnotators) -> bool:
        """Whether one of the two is not a person, but the automatic analysis."""
        return any(self.pool.kind_of(name) == "automatic" for name in pair.names)

    @property
    def pairs_of_people(self) -> list[ComparedAnnotators]:
        """The pairs of two people."""
        return [pair for pair in self.pairs if self.pool.are_people(pair.names)]

    @property
    def least_by_segment(self) -> Mapping[str, float]:
        """The least F1 of two people, in frames or in marked characters, in any translation of each segment."""
        found = [
            (translation.pair[0], translation.overall.f)
            for pair in self.pairs_of_people
            for translation in pair.translations
        ]
        errors = self.errors.of_people().comparisons if self.errors is not None else ()
        found += ((compared.translation[0], compared.characters[""].f) for compared in errors)
        shares = grouped((segment, share) for segment, share in found if share is not None)
        return {segment: min(own) for segment, own in shares.items()}


def project_agreement(
    pool: PooledAnnotations,
    spec: str = END_SCORE,
    work: Work = Work(),
    tables: Mapping[str, ScoreTable] | None = None,
    *,
    repeat_references: bool = False,
) -> ProjectAgreement:
    """Compare each two annotators, and score their annotations by ``spec``.

    Args:
        tables: the annotators' scores by ``spec``, if they are known.
        repeat_references: count frames of a reference once for each translation compared with it, as the literature
            does, not once.

    Raises:
        UsageError: if the spec is wrong, or there is nothing to score.
    """
    with_frames = {name: annotations for name, annotations in pool.work.items() if annotations}
    spec = "" if pool.corpus.why_unscored else spec
    if tables is None:
        tables = score_annotators(replace(pool, work=with_frames), [spec] * bool(spec), work)
    tables = {name: table for name, table in tables.items() if name in with_frames}
    couples = list(itertools.combinations(tables, 2))
    errors = error_agreement(pool, work)
    scores = {name: _scores(table, spec) if spec else {} for name, table in tables.items()}
    pairs = []
    for done, (first, second) in enumerate(couples):
        work.step(STAGE, done, len(couples))
        annotations, both_scores = (pool.work[first], pool.work[second]), (scores[first], scores[second])
        found = compare_annotators(
            (first, second), *annotations, both_scores, pool.lengths, repeat_references=repeat_references
        )
        pairs += [found] if found is not None else []
    pairs.sort(key=lambda pair: max(map(pool.rank, pair.names)))
    people = [pool.work[name] for name in pool.people]
    found_alphas = alphas(people, pool.lengths, repeat_references=repeat_references) if len(people) > 2 else {}
    agreement = ProjectAgreement(
        pool,
        spec,
        tuple(pairs),
        found_alphas,
        errors=errors if errors.comparisons else None,
        repeats_references=repeat_references,
    )
    return scored_by(agreement, tables, spec) if spec else agreement


def scored_by(agreement: ProjectAgreement, tables: Mapping[str, ScoreTable], spec: str) -> ProjectAgreement:
    """Return an agreement with the systems' scores by a metric, given the known scores of who annotated frames."""
    work = agreement.pool.work
    scored = {name: table for name, table in tables.items() if work.get(name) and _scores(table, spec)}
    return replace(
        agreement,
        spec=spec,
        rankings={name: _ranking(table, spec) for name, table in scored.items()},
        means={name: _means(table, spec) for name, table in scored.items()},
    )


def _ranking(table: ScoreTable, spec: str) -> Ranking:
    """Rank the systems on the segments in which all of them have a score: without frames it is undefined."""
    defined = [table.columns[system, spec].defined for system in scored_systems(table, spec)]
    return ranking(table, spec, places=np.flatnonzero(np.all(defined, axis=0)))


def _means(table: ScoreTable, spec: str) -> dict[str, SystemMean]:
    """Return the end score of each system with finished translations."""
    counts = Counter(system for _, system in _scores(table, spec))
    scores = {system: table.system_score(system, spec) for system in table.corpus.systems}
    return {system: SystemMean(score, counts[system]) for system, score in scores.items() if score is not None}


def _scores(table: ScoreTable, spec: str) -> Scores:
    """Return the defined scores of finished translations, by segment and system."""
    return {
        (segment.key, system): score
        for system in table.corpus.systems
        for segment, score in zip(table.corpus.segments, table.segment_scores(system, spec), strict=True)
        if score is not None
    }
