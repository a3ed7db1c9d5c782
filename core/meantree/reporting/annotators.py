"""A project's annotations as reports show them: frames, comments and differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Final, TypeVar

from meantree.alignment.linked_frames import span_of, spans_of
from meantree.analysis.frames import FrameLayer, LinkKind, PairFrames, phrase
from meantree.analysis.store import AnalysisStore
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import AUTOMATIC, FINISHED, Annotation, AnnotationKey, State
from meantree.comparison.comparison import ComparedFrames
from meantree.corpus.corpus import Corpus, Segment, Side
from meantree.escaping import escaped, is_right_to_left, with_and
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.numbers import fixed
from meantree.scoring.table import ScoreTable
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.agreement.pooled_annotations import PooledAnnotations
    from meantree.agreement.project_agreement import ProjectAgreement
    from meantree.metrics.hmeant import Hmeant
    from meantree.project.file import Project
    from meantree.reporting.annotator_differences import AnnotatorDifferences, Measures

Words = Mapping[tuple[Side, str], Sequence[str]]
"""By side and name of the text."""
KeyOfWork = TypeVar("KeyOfWork", AnnotationKey, ErrorKey)
Done = TypeVar("Done", Annotation, ErrorAnnotation)
SIDE_NAMES: Final[Mapping[Side, str]] = {"hypothesis": "translation", "reference": "reference"}
UNCOUNTED: Final = ", links to deleted frames or fillers do not count"


@dataclass(frozen=True, slots=True)
class Comment:
    """An annotator's comment on an annotation.

    Attributes:
        annotator: the author.
        text: the comment.
        about: the words of the frame or filler that it is about, and in which text; empty for the whole annotation.
    """

    annotator: str
    text: str
    about: str = ""

    @property
    def heading(self) -> str:
        """The author, and what the comment is about."""
        return f"{self.annotator}, on {self.about}" if self.about else self.annotator


@dataclass(frozen=True, slots=True)
class TitledFrames:
    """Frames of one translation, with a title that names their annotator."""

    title: str
    frames: ComparedFrames


@dataclass(frozen=True, slots=True)
class ProjectAnnotations:
    """All annotations of a project, or one annotator's, by segment.

    Attributes:
        by_segment: the annotations.
        annotator: whose annotations they are, None for all annotators.
        people: to whom each segment is assigned, as :func:`~meantree.project.teamwork.annotators_by_segment` says.
        specs: metrics over manual frames by which each annotator's work is scored.
        tables: the scores by these metrics, by annotator.
        errors: error spans by segment, without attention checks.
        systems: whose translations they are of, None for all.
        pool: the annotations by annotator; None without a project.
    """

    by_segment: Mapping[str, Sequence[tuple[AnnotationKey, Annotation]]] = field(default_factory=dict)
    annotator: str | None = None
    people: Mapping[str, str] = field(default_factory=dict)
    specs: tuple[str, ...] = ()
    tables: Mapping[str, ScoreTable] = field(default_factory=dict)
    errors: Mapping[str, Sequence[tuple[ErrorKey, ErrorAnnotation]]] = field(default_factory=dict)
    systems: tuple[str, ...] | None = None
    pool: PooledAnnotations | None = field(default=None, compare=False)

    @classmethod
    def of(
        cls, project: Project, annotator: str | None = None, specs: Sequence[str] = (), work: Work = Work()
    ) -> ProjectAnnotations:
        """Read the annotations of one annotator or of all, and score each annotator's work by ``specs``.

        Raises:
            UsageError: if there is no such annotator, or nothing to score.
            Cancelled: if the user stopped it.
        """
        from meantree.agreement.pooled_annotations import pool_project
        from meantree.agreement.project_agreement import score_annotators
        from meantree.project.teamwork import annotators_by_segment

        project.require_annotator(annotator)
        pool = pool_project(project)
        tables = score_annotators(pool, specs, work) if specs else {}
        if annotator is not None:
            work_of, errors_of = pool.work.get(annotator, {}), pool.errors.get(annotator, {})
            pool = replace(pool, work={annotator: work_of}, errors={annotator: errors_of})
        people = annotators_by_segment(project.assignments())
        return cls(annotator=annotator, people=people, specs=tuple(specs), tables=tables)._over(pool)

    def _over(self, pool: PooledAnnotations) -> ProjectAnnotations:
        return replace(self, pool=pool, by_segment=_by_segment(pool.work), errors=_by_segment(pool.errors))

    def of_systems(self, systems: Sequence[str], store: AnalysisStore) -> ProjectAnnotations:
        """Return the annotations of these systems' translations, with their scores alone."""
        if self.pool is None:
            return self
        tables = dict[str, ScoreTable]()
        for name, table in self.tables.items():
            corpus = replace(table.corpus, systems=tuple(one for one in table.corpus.systems if one in systems))
            tables[name] = replace(table, corpus=corpus, _provenance=(corpus, table.provenance(store)))
        return replace(self, tables=tables, systems=tuple(systems))._over(self.pool.of_systems(systems))

    @property
    def finalized(self) -> str:
        """The sentence on who finalized translations of the gold standard; empty if it is not among the annotations."""
        pool = self.pool
        if pool is None:
            return ""
        frames = {one.finalized_by for name in pool.gold for one in pool.work.get(name, {}).values()}
        errors = {one.finalized_by for name in pool.gold for one in pool.errors.get(name, {}).values()}
        deciders = with_and(map(escaped, sorted((frames | errors) - {""})))
        return f"The gold standard was finalized by {deciders}." if deciders else ""

    @property
    def finished(self) -> list[tuple[str, ScoreTable]]:
        """The scores of annotators who finished a translation."""
        return [
            (name, table)
            for name, table in self.tables.items()
            if any(column.defined.any() for column in table.columns.values())
        ]

    def scores(
        self, places: Sequence[int], systems: Sequence[str]
    ) -> Iterator[tuple[str, str, str, tuple[float | None, ...]]]:
        """Yield segment, system and annotator, with the scores of the annotator's frames, at these 0-based places."""
        for place, system, (name, table) in product(places, systems, self.tables.items()):
            scores = tuple(table.segment_score(system, spec, place) for spec in self.specs)
            if any(score is not None for score in scores):
                yield table.corpus.segments[place].key, system, name, scores

    def agreement(self, work: Work = Work()) -> ProjectAgreement | None:
        """Return how far the project's annotators agree, their work scored by the first of ``specs``.

        Args:
            work: progress and cancel.

        Returns:
            None if nobody annotated any of them.

        Raises:
            UsageError: if a spec is wrong.
            Cancelled: if the user stopped it.
        """
        from meantree.agreement.project_agreement import END_SCORE, project_agreement

        if self.pool is None or not (self.by_segment or self.errors):
            return None
        if self.specs:
            return project_agreement(self.pool, self.specs[0], work, self.tables)
        return project_agreement(self.pool, END_SCORE, work)

    def more_systems(self, agreement: ProjectAgreement) -> Iterator[ValueTable]:
        """Yield the tables of systems by the other metrics of ``specs``."""
        from meantree.agreement.project_agreement import scored_by
        from meantree.reporting.agreement_tables import systems_tables

        for spec in self.specs[1:]:
            for table in systems_tables(scored_by(agreement, self.tables, spec)):
                yield replace(table, title=f"{table.title}, {spec}")

    def finished_by_people(self, segments: Collection[str]) -> tuple[dict[str, int], list[str]]:
        """Return how many translations of these segments each person finished, and the times, the earliest first."""
        counts, times = dict[str, int](), list[str]()
        if self.pool is None:
            return counts, times
        pool = self.pool.part(segments)
        for name in pool.people:
            frames = [key for key, one in pool.work[name].items() if key.system and one.state in FINISHED]
            errors = [key for key, one in pool.errors.get(name, {}).items() if one.state in FINISHED]
            finished = {(key.segment, key.system) for key in frames} | {(key.segment, key.system) for key in errors}
            counts |= {name: len(finished)} if finished else {}
            times += [pool.changed.get(key, "") for key in frames]
            times += [pool.changed.get(key, "") for key in errors]
        return counts, sorted(filter(None, times))

    def states_and_comments(self, corpus: Corpus, system: str) -> tuple[dict[str, str], dict[str, str]]:
        """Return the states of a system's annotations, and the comments on them, as texts by segment."""
        states: dict[str, str] = {}
        comments: dict[str, str] = {}
        for segment in corpus.segments if self.by_segment else ():
            annotations = list(self.of_translation(segment, system))
            finished = (
                comment.state.value for key, comment in annotations if key.system and key.annotator != AUTOMATIC
            )
            states[segment.key] = ", ".join(dict.fromkeys(finished))
            comments[segment.key] = "\n".join(
                comment.text for key, annotation in annotations for comment in _comments(key, annotation, segment)
            )
        return states, comments

    def comments(self, segment: Segment, system: str) -> tuple[Comment, ...]:
        """Return the comments on a translation, or on the reference that it is compared with."""
        return tuple(
            comment
            for key, annotation in self.of_translation(segment, system)
            for comment in _comments(key, annotation, segment)
        )

    def differences(
        self, segment: Segment, system: str, words: Words, metrics: Iterable[Metric]
    ) -> Iterator[AnnotatorDifferences]:
        """Yield differences between annotators who finished a translation, beside each reference.

        Arguments are those of :meth:`frames`. Fewer than two annotators have none; automatic frames do not count.
        """
        for reference, finished in self._compared(segment, system):
            tokens = _tokens(segment, system, reference, words)
            compared = {name: annotation for name, annotation in finished.items() if _fits(annotation, tokens)}
            if len(compared) > 1:
                from meantree.reporting.annotator_differences import annotator_differences

                named = reference if len(segment.references) > 1 else ""
                yield annotator_differences(compared, tokens, self._measures(metrics), named)

    def _compared(self, segment: Segment, system: str) -> Iterator[tuple[str, dict[str, Annotation]]]:
        """Yield references with the finished annotations of a translation beside each, if several annotators have one.

        Automatic frames are none.
        """
        for reference in segment.references:
            finished = {
                key.annotator: annotation
                for key, annotation in self.of_translation(segment, system)
                if key.system and key.reference == reference and annotation.state is not State.OPEN
            }
            finished.pop(AUTOMATIC, None)
            if len(finished) > 1:
                yield reference, finished

    def contested(self, segments: Iterable[Segment], systems: Sequence[str]) -> Counter[str]:
        """Return how many frames people differ on in each way; those on which they agree have the empty name.

        Frames of a reference count once, and again for a translation for which an annotator changed them.
        """
        kinds, people = dict[object, str](), None if self.pool is None else self.pool.people
        for segment, system in product(segments, systems):
            for reference, compared in self._compared(segment, system):
                from meantree.reporting.annotator_differences import compared_frames

                finished = {name: one for name, one in compared.items() if people is None or name in people}
                has_own = any(annotation.own_reference for annotation in finished.values())
                for (side, predicate), kind in compared_frames(finished).items():
                    place = segment.key, reference, system * (has_own or side == "hypothesis"), side, predicate
                    kinds[place] = kinds.get(place) or kind
        return Counter(kinds.values())

    def undecided(self, segments: Iterable[Segment], systems: Sequence[str]) -> tuple[int, int]:
        """Return the numbers of undecided links between frames, and between fillers, in finished annotations."""
        undecided = Counter(
            what
            for segment, system in product(segments, systems)
            for key, annotation in self.of_translation(segment, system)
            if key.system and key.annotator != AUTOMATIC and annotation.state in FINISHED
            for what, links in (("frames", annotation.alignment.frames), ("fillers", annotation.alignment.fillers))
            for kind in links.values()
            if kind is LinkKind.UNDECIDED
        )
        return undecided["frames"], undecided["fillers"]

    def frames(self, segment: Segment, system: str, words: Words, metrics: Iterable[Metric]) -> Iterator[TitledFrames]:
        """Yield the annotated frames of a translation and of its references, finished or not.

        Args:
            segment, system: the translation.
            words: the words that spans refer to if the corpus has no tokens, by side and name.
            metrics: their first HMEANT scores the frames; without one, HMEANT with uniform weights.
        """
        for key, annotation in self.of_translation(segment, system):
            if key.system and key.reference in segment.references and (annotation.hypothesis or annotation.reference):
                tokens = _tokens(segment, system, key.reference, words)
                if _fits(annotation, tokens):
                    from meantree.annotation.annotation_scores import score_of

                    measures = self._measures(metrics)(key.annotator)
                    scores = {name: score_of(annotation, tokens, measure) for name, measure in measures.items()}
                    scored = (f"{name} {fixed(score)}" for name, score in scores.items() if score is not None)
                    frames = _compared(annotation, key, segment, tokens, next(iter(measures.values()), None))
                    yield TitledFrames(" · ".join((*_heading_parts(key, annotation), *scored)), frames)

    def _measures(self, metrics: Iterable[Metric]) -> Callable[[str], Measures]:
        """Return a function from annotators to the metrics of their frames: their table's, or HMEANT; or none."""
        from meantree.metrics.hmeant import Hmeant

        if self.pool is not None and self.pool.corpus.why_unscored:
            return lambda _annotator: {}
        listed = {Hmeant.name: next((metric for metric in metrics if isinstance(metric, Hmeant)), Hmeant())}
        measures_of = {
            name: {spec: metric for spec, metric in table.metrics.items() if isinstance(metric, Hmeant)}
            for name, table in self.tables.items()
        }
        return lambda annotator: measures_of.get(annotator) or listed

    def errors_in(self, segment: Segment, system: str) -> list[tuple[ErrorKey, ErrorAnnotation]]:
        """Return what annotators marked in a translation."""
        return [item for item in self.errors.get(segment.key, ()) if item[0].system == system]

    def of_translation(self, segment: Segment, system: str) -> Iterator[tuple[AnnotationKey, Annotation]]:
        """Yield the annotations of a translation, and those of references."""
        return (item for item in self.by_segment.get(segment.key, ()) if item[0].system in ("", system))


def _heading_parts(key: AnnotationKey, annotation: Annotation) -> Iterator[str]:
    """Yield the annotator, the state (unless frames are automatic) and the reference, for a title."""
    yield key.annotator
    if key.annotator != AUTOMATIC:
        yield annotation.state.value + (UNCOUNTED if annotation.state is State.REVIEW else "")
    yield f"reference {key.reference}"


def _compared(
    annotation: Annotation,
    key: AnnotationKey,
    segment: Segment,
    tokens: Mapping[Side, tuple[str, ...]],
    metric: Hmeant | None,
) -> ComparedFrames:
    from meantree.annotation.annotation_scores import marks_of, score_of

    frames = PairFrames(key.reference, annotation.hypothesis, annotation.reference, annotation.alignment)
    return ComparedFrames(
        frames,
        tokens,
        marks_of(annotation, tokens, metric),
        source=key.annotator,
        score=None if metric is None else score_of(annotation, tokens, metric),
        right_to_left=is_right_to_left(segment.hypotheses[key.system].text),
    )


def _by_segment(pooled: Mapping[str, Mapping[KeyOfWork, Done]]) -> dict[str, list[tuple[KeyOfWork, Done]]]:
    """Return annotations, given by annotator, by segment."""
    found: dict[str, list[tuple[KeyOfWork, Done]]] = {}
    for own in pooled.values():
        for key, annotation in own.items():
            found.setdefault(key.segment, []).append((key, annotation))
    return found


def _tokens(segment: Segment, system: str, reference: str, words: Words) -> dict[Side, tuple[str, ...]]:
    """Return the words that spans refer to, by side."""
    texts: dict[Side, Sequence[str] | None] = {
        "hypothesis": segment.hypotheses[system].tokens or words.get(("hypothesis", system)),
        "reference": segment.references[reference].tokens or words.get(("reference", reference)),
    }
    return {side: tuple(tokens or ()) for side, tokens in texts.items()}


def _fits(annotation: Annotation, tokens: Mapping[Side, tuple[str, ...]]) -> bool:
    """Whether all spans are within the words."""
    try:
        FrameLayer(tokens["hypothesis"], annotation.hypothesis)
        FrameLayer(tokens["reference"], annotation.reference)
    except ValueError:
        return False
    return True


def _comments(key: AnnotationKey, annotation: Annotation, segment: Segment) -> Iterator[Comment]:
    """Yield the comment on the whole annotation, then those on its frames and fillers."""
    if annotation.comment.strip():
        yield Comment(key.annotator, annotation.comment.strip())
    texts = {"hypothesis": segment.hypotheses.get(key.system), "reference": segment.references.get(key.reference)}
    for (side, part), text in sorted(
        annotation.part_comments.items(), key=lambda item: (item[0][0], span_of(annotation, *item[0]))
    ):
        source = texts[side]
        (start, end), *further = spans_of(annotation, side, part)
        words = f"words {start + 1}–{end}"
        if source is not None and source.tokens:
            words = phrase(source.tokens, [(start, end), *further])
        if text.strip():
            yield Comment(key.annotator, text.strip(), f"“{words}” of the {SIDE_NAMES[side]}")


def words_of(pair: Pair, system: str) -> Words:
    """Return the words that spans refer to if a corpus has no tokens."""
    words: dict[tuple[Side, str], Sequence[str]] = {("hypothesis", system): pair.hypothesis.words}
    for name, text in zip(pair.reference_names, pair.references, strict=True):
        words["reference", name] = text.words
    return words
