"""Inter-annotator agreement of a project, from predicates to the end score and the ranking of systems."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from meantree.agreement.compared_annotators import ComparedAnnotators, Scores, alphas, compare_annotators
from meantree.agreement.compared_errors import ErrorAgreement, error_agreement
from meantree.agreement.pooled_annotations import AnnotatorKind, PooledAnnotations
from meantree.analysis.store import AnalysisStore
from meantree.errors import Problem
from meantree.evaluation.compared_systems import Ranking, ranking
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

SCORING = "Scoring annotators"


def score_annotators(pool: PooledAnnotations, specs: Sequence[str], work: Work = Work()) -> dict[str, ScoreTable]:
    """Score the finished annotations of each annotator as if there were no others; by their names.

    Args:
        specs: metrics of annotated frames, which need no parser.

    Raises:
        UsageError: if a spec is wrong, or there is nothing to score.
    """
    tables = {}
    for done, name in enumerate(pool.work):
        work.step(SCORING, done, len(pool.work))
        tables[name] = score_corpus(pool.corpus_of(name), specs, AnalysisStore())
    return tables


END_SCORE = "hmeant"
"""The metric that annotations are made for."""
STAGE = "Comparing annotators"


@dataclass(frozen=True, slots=True)
class SystemMean:
    """The end score of a system by one annotator's finished annotations.

    Attributes:
        score: over all translations that the annotator finished, in [0, 1].
    """

    score: float
    translations: int


@dataclass(frozen=True, slots=True, eq=False)
class ProjectAgreement:
    """Agreement of all annotators of one or several projects.

    Attributes:
        pairs: each two annotators with finished translations in common: two people first, then pairs with the gold
            standard, then pairs with the automatic frames.
        alphas: Krippendorff's α of each measure over all people, None where undefined; empty for fewer than three.
        rankings: of the systems, by annotator; annotators who finished nothing have none.
        kinds: of annotators, by name.
        documents: by segment.
        problems: what could not be read, or has other texts.
        means: end scores, by annotator and system.
        errors: agreement on error spans; None if no two annotators finished some of one translation.
        repeats_references: whether frames of a reference count once for each translation, not once.
    """

    paths: tuple[Path, ...]
    spec: str
    pairs: tuple[ComparedAnnotators, ...]
    alphas: Mapping[str, float | None]
    rankings: Mapping[str, Ranking]
    kinds: Mapping[str, AnnotatorKind]
    documents: Mapping[str, str]
    problems: tuple[Problem, ...] = ()
    means: Mapping[str, Mapping[str, SystemMean]] = field(default_factory=dict)
    errors: ErrorAgreement | None = None
    repeats_references: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no two annotators have anything in common."""
        return not self.pairs and self.errors is None

    def is_automatic(self, pair: ComparedAnnotators) -> bool:
        """Whether one of the two is not a person, but the automatic analysis."""
        return any(self.kinds[name] == "automatic" for name in pair.names)

    def is_of_people(self, pair: ComparedAnnotators) -> bool:
        """Whether both annotated independently: only then agreement measures reliability, and enters means."""
        return all(self.kinds[name] == "person" for name in pair.names)

    @property
    def least_by_segment(self) -> Mapping[str, float]:
        """The least F1 of two people, in frames or in marked characters, in any translation of each segment."""
        found = [
            (translation.pair[0], translation.overall.f)
            for pair in self.pairs
            if self.is_of_people(pair)
            for translation in pair.translations
        ]
        errors = self.errors.of_people().comparisons if self.errors is not None else ()
        found += ((compared.translation[0], compared.characters[""].f) for compared in errors)
        least: dict[str, float] = {}
        for segment, share in found:
            if share is not None:
                least[segment] = min(share, least.get(segment, 1.0))
        return least


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
    if tables is None:
        tables = score_annotators(replace(pool, work=with_frames), [spec], work)
    tables = {name: table for name, table in tables.items() if name in with_frames}
    couples = list(itertools.combinations(tables, 2))
    errors = error_agreement(pool, work)
    scores = {name: _scores(table, spec) for name, table in tables.items()}
    pairs = []
    for done, (first, second) in enumerate(couples):
        work.step(STAGE, done, len(couples))
        annotations, both_scores = (pool.work[first], pool.work[second]), (scores[first], scores[second])
        found = compare_annotators(
            (first, second), *annotations, both_scores, pool.lengths, repeat_references=repeat_references
        )
        pairs += [found] if found is not None else []
    pairs.sort(key=lambda pair: max(map(pool.rank, pair.names)))
    people = pool.people
    return ProjectAgreement(
        pool.paths,
        spec,
        tuple(pairs),
        alphas((pool.work[name] for name in people), pool.lengths, repeat_references=repeat_references)
        if len(people) > 2
        else {},
        {name: ranking(table, spec) for name, table in tables.items() if scores[name]},
        {name: pool.kind_of(name) for name in pool.work},
        {segment.key: segment.document for segment in pool.corpus.segments},
        tuple(pool.problems),
        {name: _means(table, spec) for name, table in tables.items() if scores[name]},
        errors if errors.comparisons else None,
        repeat_references,
    )


def scored_by(agreement: ProjectAgreement, tables: Mapping[str, ScoreTable], spec: str) -> ProjectAgreement:
    """Return an agreement with the systems' scores by another metric, of the annotators' known scores."""
    scored = {name: tables[name] for name in agreement.rankings if name in tables and _scores(tables[name], spec)}
    return replace(
        agreement,
        spec=spec,
        rankings={name: ranking(table, spec) for name, table in scored.items()},
        means={name: _means(table, spec) for name, table in scored.items()},
    )


def _means(table: ScoreTable, spec: str) -> dict[str, SystemMean]:
    """Return the end score of each system with finished translations."""
    counts = {
        system: sum(score is not None for score in table.segment_scores(system, spec))
        for system in table.corpus.systems
    }
    scores = {system: table.system_score(system, spec) for system in counts}
    return {system: SystemMean(score, counts[system]) for system, score in scores.items() if score is not None}


def _scores(table: ScoreTable, spec: str) -> Scores:
    """Return the defined scores of finished translations, by segment and system."""
    return {
        (segment.key, system): score
        for system in table.corpus.systems
        for segment, score in zip(table.corpus.segments, table.segment_scores(system, spec), strict=True)
        if score is not None
    }
