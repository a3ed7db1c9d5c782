"""How far the annotators of a project agree, from predicates to the end score, and how they rank the systems."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from meantree.analysis.store import AnalysisStore
from meantree.errors import Problem
from meantree.evaluation.compared_annotators import ComparedAnnotators, Scores, alphas, compare_annotators
from meantree.evaluation.compared_systems import Ranking, ranking
from meantree.evaluation.pooled_annotations import AnnotatorKind, PooledAnnotations
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

SCORING = "Scoring annotators"


def score_annotators(pool: PooledAnnotations, specs: Sequence[str], work: Work | None = None) -> dict[str, ScoreTable]:
    """The scores of what each annotator finished, by their names.

    Args:
        pool: what they did.
        specs: metrics over frames made by hand, which need no parser.
        work: progress and cancel.

    Raises:
        UsageError: if a spec is wrong, or there is nothing to score.
        Cancelled: if the user stopped it.
    """
    work, tables = work or Work(), {}
    for done, name in enumerate(pool.work):
        work.step(SCORING, done, len(pool.work))
        tables[name] = score_corpus(pool.corpus_of(name), specs, AnalysisStore())
    return tables


END_SCORE = "hmeant:weights=uniform"
"""What annotations are made for."""
STAGE = "Comparing annotators"


@dataclass(frozen=True, slots=True)
class SystemMean:
    """The end score of a system by one annotator, over whatever they finished.

    Attributes:
        score: as of the annotator's whole work, in [0, 1].
        translations: over how many.
    """

    score: float
    translations: int


@dataclass(frozen=True, slots=True, eq=False)
class ProjectAgreement:
    """All annotators of one or several projects beside each other.

    Attributes:
        paths: of the files.
        spec: the metric of the end score.
        pairs: every two annotators who finished some of the same translations: people first, then whoever compares
            with the adjudicated frames, then with the automatic ones.
        alphas: of each measure, over all people; None where undefined, empty of fewer than three people.
        rankings: of the systems, by annotator; without those who finished nothing.
        means: of the systems whose translations somebody finished, by annotator and system.
        sorts: what each annotator is.
        documents: of each segment.
        problems: what cannot be read, or is not of the same texts.
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

    def is_of_people(self, pair: ComparedAnnotators) -> bool:
        """Whether both annotated by themselves: only then agreement is reliability, and goes into means."""
        return all(self.kinds[name] == "person" for name in pair.names)


def project_agreement(pool: PooledAnnotations, spec: str = END_SCORE, work: Work | None = None) -> ProjectAgreement:
    """Compare every two annotators, and score each one's annotations by ``spec``.

    Raises:
        UsageError: if the spec is wrong, or there is nothing to score.
        Cancelled: if the user stopped it.
    """
    work = work or Work()
    tables = score_annotators(pool, [spec], work)
    couples = list(itertools.combinations(pool.work, 2))
    scores = {name: _scores(table, spec) for name, table in tables.items()}
    pairs = []
    for done, (one, two) in enumerate(couples):
        work.step(STAGE, done, len(couples))
        both = pool.work[one], pool.work[two]
        pairs.append(compare_annotators((one, two), *both, (scores[one], scores[two]), pool.changed, pool.lengths))
    found = [pair for pair in pairs if pair is not None]
    found.sort(key=lambda pair: max(map(pool.rank, pair.names)))
    people = pool.people
    return ProjectAgreement(
        pool.paths,
        spec,
        tuple(found),
        alphas((pool.work[name] for name in people), pool.lengths) if len(people) > 2 else {},
        {name: ranking(table, spec) for name, table in tables.items() if scores[name]},
        {name: pool.kind_of(name) for name in pool.work},
        {segment.key: segment.document for segment in pool.corpus.segments},
        tuple(pool.problems),
        {name: _means(table, spec) for name, table in tables.items() if scores[name]},
    )


def _means(table: ScoreTable, spec: str) -> dict[str, SystemMean]:
    """Of every system that the annotator finished some translations of."""
    counts = {
        system: sum(score is not None for score in table.segment_scores(system, spec))
        for system in table.corpus.systems
    }
    scores = {system: table.system_score(system, spec) for system in counts}
    return {system: SystemMean(score, counts[system]) for system, score in scores.items() if score is not None}


def _scores(table: ScoreTable, spec: str) -> Scores:
    """The score of each translation that an annotator finished, where it is defined."""
    return {
        (segment.key, system): score
        for system in table.corpus.systems
        for segment, score in zip(table.corpus.segments, table.segment_scores(system, spec), strict=True)
        if score is not None
    }
