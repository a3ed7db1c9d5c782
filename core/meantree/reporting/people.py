"""What annotators of a project did, as plain values that reports on annotators are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.agreement.project_agreement import ProjectAgreement
from meantree.corpus.corpus import Corpus, Segment
from meantree.escaping import escaped
from meantree.evaluation.value_table import ValueTable
from meantree.numbers import fixed
from meantree.project.file import Project
from meantree.reporting.agreement_tables import agreement_tables, systems_tables
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.error_scores import Found, error_system_table, finished_errors
from meantree.reporting.progress import progress_table
from meantree.reporting.segment_choice import fitting
from meantree.work import Work


@dataclass(frozen=True, slots=True)
class People:
    """What annotators did.

    Attributes:
        annotations: frames, error spans, comments, and the scores of each annotator's work.
        agreement: how far they agree, None if one is named or nobody annotated anything.
        errors: the error spans that people have finished.
        gold_errors: those of the gold standard.
        tables: all tables on annotators: progress, agreement, scores.
        contested: on how many frames annotators differ in each way, and agree (the empty name).
        undecided: links between frames, and between fillers, that annotators left undecided.
        finished: how many translations each person finished, without those who finished none.
        times: when, the earliest first, as far as it is known.
        gold: the name of the gold standard, empty if it has no finished work.
        guidelines: of the annotation.
    """

    annotations: ProjectAnnotations
    agreement: ProjectAgreement | None = None
    errors: Found = field(default_factory=dict)
    gold_errors: Found = field(default_factory=dict)
    tables: tuple[ValueTable, ...] = ()
    contested: Mapping[str, int] = field(default_factory=dict)
    undecided: tuple[int, int] = (0, 0)
    finished: Mapping[str, int] = field(default_factory=dict)
    times: tuple[str, ...] = ()
    gold: str = ""
    guidelines: str = ""

    @property
    def is_annotated(self) -> bool:
        """Whether there are annotations."""
        return bool(self.annotations.by_segment or self.annotations.errors)

    def table(self, name: str) -> list[ValueTable]:
        """Return the tables of this name."""
        return [table for table in self.tables if table.name == name]

    def agreement_on(self, segment: str, system: str) -> str:
        """Return in a few words how far people agree on one translation; empty if it has not been compared."""
        compared = [
            (pair, translation.overall.f)
            for pair in (() if self.agreement is None else self.agreement.pairs_of_people)
            for translation in pair.translations
            if translation.pair[:2] == (segment, system) and translation.overall.f is not None
        ]
        names = (f" of {escaped(' and '.join(pair.names))}" if len(compared) > 1 else "" for pair, _ in compared)
        return "; ".join(f"agreement{name} F1 {fixed(f)}" for name, (_, f) in zip(names, compared, strict=True))

    @property
    def telling_because(self) -> str:
        """What distinguishes the segments that :meth:`telling` puts first, after “those”."""
        if self.agreement is None or not self.agreement.least_by_segment:
            return "with most marked errors" if self.errors else "with annotations, the first in the corpus"
        return "on which annotators agree least" + ", and mark most errors" * bool(self.errors)

    def telling(self, corpus: Corpus, accepted: Sequence[int]) -> tuple[int, ...]:
        """Return the places of annotated segments in which people agree least, or mark most errors."""
        least = {} if self.agreement is None else self.agreement.least_by_segment
        segments = corpus.segments

        def rank(place: int) -> tuple[float, int]:
            key = segments[place].key
            marked = [one for own in self.errors.values() for one in own.get(key, {}).values()]
            return least.get(key, 1.0), -sum(len(one.errors) for one in marked)

        worked = [place for place in accepted if self._has_work(segments[place])]
        return fitting(corpus, corpus.systems, sorted(worked, key=rank)) if worked else ()

    def _has_work(self, segment: Segment) -> bool:
        return bool(self.annotations.by_segment.get(segment.key) or self.annotations.errors.get(segment.key))


def people_of(annotations: ProjectAnnotations | None, corpus: Corpus, systems: Sequence[str], work: Work) -> People:
    """Return what the annotators of a project did; nothing without a project.

    Raises:
        InputError, UsageError: if the project can no longer be read.
        Cancelled: if the user stopped it.
    """
    annotations = annotations or ProjectAnnotations()
    pool = annotations.pool
    if pool is None:
        return People(annotations)
    with Project(pool.paths[0], passing=True) as project:
        guidelines, gold = project.rules.guidelines, project.rules.gold
        progress = progress_table(project, annotations.annotator)
    agreement = annotations.agreement(work) if annotations.annotator is None else None
    gold_errors = finished_errors(pool, "gold")
    finished, times = annotations.finished_by_people(corpus.places.keys())
    has_gold = gold_errors or (agreement is not None and gold in agreement.rankings)
    return People(
        annotations,
        agreement,
        finished_errors(pool),
        gold_errors,
        tuple(_tables(annotations, pool, agreement, progress)),
        annotations.contested(corpus.segments, systems),
        annotations.undecided(corpus.segments, systems),
        finished,
        tuple(times),
        gold if has_gold else "",
        guidelines.strip(),
    )


def _tables(
    annotations: ProjectAnnotations, pool: PooledAnnotations, agreement: ProjectAgreement | None, progress: ValueTable
) -> Iterator[ValueTable]:
    yield from (progress,) if progress.rows and annotations.systems is None else ()
    if agreement is not None:
        yield from systems_tables(agreement) if agreement.is_empty else agreement_tables(agreement)
        yield from annotations.more_systems(agreement)
    by_system = (error_system_table(pool, "gold"), error_system_table(pool))
    yield from (table for table in by_system if table is not None)
