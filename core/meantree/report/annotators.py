"""What annotators of a project did, as reports show it: their frames, and their remarks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from meantree.alignment.linked_frames import span_of
from meantree.analysis.frames import FrameLayer, PairFrames
from meantree.analysis.store import AnalysisStore
from meantree.comparison.comparison import ComparedFrames, is_right_to_left
from meantree.corpus.corpus import Corpus, Segment, Side
from meantree.evaluation.pooled_annotations import pool_project, read_pooled
from meantree.evaluation.project_agreement import END_SCORE, project_agreement, score_annotators
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.hmeant import Hmeant
from meantree.metrics.metric import Metric
from meantree.numbers import fixed
from meantree.project.annotation import AUTOMATIC, WHEN_TO_REVIEW, Annotation, AnnotationKey, State
from meantree.project.annotation_differences import differences
from meantree.project.file import Project
from meantree.project.scored import marks_of, score_of
from meantree.project.team import people_of
from meantree.project.workload import progress_of
from meantree.report.agreement_tables import SORT_NOTES, SORT_SIGNS, agreement_tables, systems_tables
from meantree.scoring.table import ScoreTable
from meantree.work import Work

Measures = Mapping[str, Hmeant]
"""Metrics over frames made by hand, by what they are called."""
Words = Mapping[tuple[Side, str], Sequence[str]]
"""By side and name of the text."""
HMEANT = "HMEANT"
UNCOUNTED: Final = ", links to deleted frames or fillers do not count"
SIDE_NAMES: Mapping[Side, str] = {"hypothesis": "translation", "reference": "reference"}
NONE_SAID = {"frame": "no frame", "filler": "no filler", "frame link": "not linked", "filler link": "not linked"}


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote beside an annotation.

    Attributes:
        annotator: who.
        text: what.
        about: the words of the frame or filler that is meant, and in which text; empty for all of it.
    """

    annotator: str
    text: str
    about: str = ""

    @property
    def whose(self) -> str:
        """Who, and on what."""
        return f"{self.annotator}, on {self.about}" if self.about else self.annotator


@dataclass(frozen=True, slots=True)
class TitledFrames:
    """Frames of one translation, with whose they are in words."""

    title: str
    frames: ComparedFrames


@dataclass(frozen=True, slots=True)
class ProjectAnnotations:
    """All annotations of a project, or one annotator's, by segment.

    Attributes:
        by_segment: the annotations.
        path: of the project, None where there is none.
        annotator: the one who is meant, None for all.
        people: whose each segment is, as :func:`~meantree.project.team.people_of` says.
        specs: metrics over frames made by hand, by which each annotator's work is scored.
        tables: the scores by these, by annotator.
    """

    by_segment: Mapping[str, Sequence[tuple[AnnotationKey, Annotation]]] = field(default_factory=dict)
    path: Path | None = None
    annotator: str | None = None
    people: Mapping[str, str] = field(default_factory=dict)
    specs: tuple[str, ...] = ()
    tables: Mapping[str, ScoreTable] = field(default_factory=dict)

    @classmethod
    def of(
        cls, project: Project, annotator: str | None = None, specs: Sequence[str] = (), work: Work | None = None
    ) -> ProjectAnnotations:
        """What one annotator did, or all of them, whose work is then scored by each of ``specs``.

        Raises:
            UsageError: if there is no such annotator, or nothing to score.
            Cancelled: if the user stopped it.
        """
        found: dict[str, list[tuple[AnnotationKey, Annotation]]] = {}
        for name in project.annotators if annotator is None else (annotator,):
            for key, annotation in project.annotations(name).items():
                found.setdefault(key.segment, []).append((key, annotation))
        tables = score_annotators(pool_project(project), specs, work) if specs else {}
        return cls(found, project.path, annotator, people_of(project.assignments()), tuple(specs), tables)

    def part(self, places: Sequence[int], store: AnalysisStore) -> ProjectAnnotations:
        """The same of the segments at these 0-based places of the project alone."""
        return replace(self, tables={name: table.part(places, store) for name, table in self.tables.items()})

    @property
    def finished(self) -> list[tuple[str, ScoreTable]]:
        """The scores of those who finished something."""
        return [
            (name, table)
            for name, table in self.tables.items()
            if any(column.defined.any() for column in table.columns.values())
        ]

    @property
    def scored(self) -> list[tuple[ScoreTable, str]]:
        """The scores of all annotators, by the first of the metrics."""
        return [(table, spec) for table in self.tables.values() for spec in self.specs[:1]]

    def told(self, corpus: Corpus, system: str) -> tuple[dict[str, str], dict[str, str]]:
        """How far the annotations of a system's translations are, and the remarks on them, in words by segment."""
        states: dict[str, str] = {}
        remarks: dict[str, str] = {}
        for segment in corpus.segments if self.by_segment else ():
            found = list(self.of_translation(segment, system))
            done = (one.state.value for key, one in found if key.system and key.annotator != AUTOMATIC)
            states[segment.key] = ", ".join(dict.fromkeys(done))
            remarks[segment.key] = "\n".join(one.text for key, each in found for one in _remarks(key, each, segment))
        return states, remarks

    def remarks(self, segment: Segment, system: str) -> tuple[Comment, ...]:
        """What was said of a translation, or of the reference that it is compared with."""
        return tuple(
            remark
            for key, annotation in self.of_translation(segment, system)
            for remark in _remarks(key, annotation, segment)
        )

    def differences(self, segment: Segment, system: str, words: Words, metrics: Iterable[Metric]) -> list[ValueTable]:
        """Where those differ who finished a translation, beside each reference; arguments as for :meth:`frames`.

        Nothing of fewer than two of them; automatic frames are nobody's.
        """
        measures = self._measures(metrics)
        finished = [
            (key, annotation)
            for key, annotation in self.of_translation(segment, system)
            if key.system and annotation.state is not State.OPEN and key.annotator != AUTOMATIC
        ]
        tables = []
        for reference in segment.references:
            tokens = _tokens(segment, system, reference, words)
            some = [one for one in finished if one[0].reference == reference and _fits(one[1], tokens)]
            if len(some) > 1:
                tables.append(_differences(some, tokens, measures, reference if len(segment.references) > 1 else ""))
        return tables

    def frames(self, segment: Segment, system: str, words: Words, metrics: Iterable[Metric]) -> Iterator[TitledFrames]:
        """The frames that were found in a translation and in a reference, finished or not.

        Args:
            segment, system: which translation.
            words: what spans count in where the corpus has no tokens, by side and name.
            metrics: of which an HMEANT says how frames fare; by default one with uniform weights.
        """
        measured = self._measures(metrics)
        for key, annotation in self.of_translation(segment, system):
            if key.system and key.reference in segment.references and (annotation.hypothesis or annotation.reference):
                tokens = _tokens(segment, system, key.reference, words)
                if _fits(annotation, tokens):
                    measures = measured(key.annotator)
                    scores = {name: score_of(annotation, tokens, measure) for name, measure in measures.items()}
                    told = (f"{name} {fixed(score)}" for name, score in scores.items() if score is not None)
                    frames = _compared(annotation, key, segment, tokens, next(iter(measures.values())))
                    yield TitledFrames(" · ".join((*_whose(key, annotation), *told)), frames)

    def _measures(self, metrics: Iterable[Metric]) -> Callable[[str], Measures]:
        """By what an annotator's frames are scored: as all of theirs are, or by the first HMEANT of ``metrics``."""
        listed = {HMEANT: next((metric for metric in metrics if isinstance(metric, Hmeant)), Hmeant())}
        found = {
            name: {_called(spec): metric for spec, metric in table.metrics.items() if isinstance(metric, Hmeant)}
            for name, table in self.tables.items()
        }
        return lambda annotator: found.get(annotator) or listed

    @property
    def by_annotator(self) -> dict[str, list[tuple[AnnotationKey, Annotation]]]:
        """The same by annotator."""
        found: dict[str, list[tuple[AnnotationKey, Annotation]]] = {}
        for some in self.by_segment.values():
            for key, one in some:
                found.setdefault(key.annotator, []).append((key, one))
        return found

    def of_translation(self, segment: Segment, system: str) -> Iterator[tuple[AnnotationKey, Annotation]]:
        """What was annotated of a translation, or of a reference alone."""
        return (one for one in self.by_segment.get(segment.key, ()) if one[0].system in ("", system))


def _whose(key: AnnotationKey, annotation: Annotation) -> Iterator[str]:
    """Who annotated, how far it is, and beside which reference; automatic frames are not done by anybody."""
    yield key.annotator
    if key.annotator != AUTOMATIC:
        yield annotation.state.value + (UNCOUNTED if annotation.state is State.REVIEW else "")
    yield f"reference {key.reference}"


def _called(spec: str) -> str:
    """What a metric is called in words."""
    return HMEANT if spec == Hmeant.name else spec


def _compared(
    annotation: Annotation,
    key: AnnotationKey,
    segment: Segment,
    tokens: Mapping[Side, tuple[str, ...]],
    metric: Hmeant,
) -> ComparedFrames:
    frames = PairFrames(key.reference, annotation.hypothesis, annotation.reference, annotation.alignment)
    return ComparedFrames(
        frames,
        tokens,
        marks_of(annotation, tokens, metric),
        source=key.annotator,
        score=score_of(annotation, tokens, metric),
        right_to_left=is_right_to_left(segment.hypotheses[key.system].text),
    )


def _tokens(segment: Segment, system: str, reference: str, words: Words) -> dict[Side, tuple[str, ...]]:
    """What spans count in."""
    texts: dict[Side, Sequence[str] | None] = {
        "hypothesis": segment.hypotheses[system].tokens or words.get(("hypothesis", system)),
        "reference": segment.references[reference].tokens or words.get(("reference", reference)),
    }
    return {side: tuple(found or ()) for side, found in texts.items()}


def _fits(annotation: Annotation, tokens: Mapping[Side, tuple[str, ...]]) -> bool:
    """Whether no span reaches beyond the words."""
    try:
        FrameLayer(tokens["hypothesis"], annotation.hypothesis)
        FrameLayer(tokens["reference"], annotation.reference)
    except ValueError:
        return False
    return True


def _remarks(key: AnnotationKey, annotation: Annotation, segment: Segment) -> Iterator[Comment]:
    """That on all of it, then those on its frames and fillers."""
    if annotation.comment.strip():
        yield Comment(key.annotator, annotation.comment.strip())
    texts = {"hypothesis": segment.hypotheses.get(key.system), "reference": segment.references.get(key.reference)}
    for (side, part), said in sorted(
        annotation.remarks.items(), key=lambda one: (one[0][0], span_of(annotation, *one[0]))
    ):
        text = texts[side]
        start, end = span_of(annotation, side, part)
        words = " ".join(text.tokens[start:end]) if text is not None and text.tokens else f"words {start + 1}–{end}"
        if said.strip():
            yield Comment(key.annotator, said.strip(), f"“{words}” of the {SIDE_NAMES[side]}")


def _differences(
    some: Sequence[tuple[AnnotationKey, Annotation]],
    tokens: Mapping[Side, tuple[str, ...]],
    measures: Callable[[str], Measures],
    reference: str,
) -> ValueTable:
    """The scores of all, then what they do not say the same of."""
    rows: list[tuple[Value, ...]] = [
        (name, *(score_of(one, tokens, measures(key.annotator)[name]) for key, one in some))
        for name in measures(some[0][0].annotator)
    ]
    scores = len(rows)
    if len({one.state for _, one in some}) > 1:
        rows.append(("state", *(one.state.value for _, one in some)))
    for one in differences([annotation for _, annotation in some], tokens):
        name = f"{SIDE_NAMES[one.side]}, {one.about}{': link' if one.what.endswith('link') else ''}"
        rows.append((name, *("" if said is None else said or NONE_SAID[one.what] for said in one.said)))
    title = "Differences between annotators" + (f" beside reference {reference}" if reference else "")
    note = "" if len(rows) > scores else "All of them have the same frames and links."
    return ValueTable("differences", title, note, ("", *(key.annotator for key, _ in some)), tuple(rows))


_ON_PAPER: Final = ("progress", "summary", "agreement", "kappa", "roles", "documents", "means", "systems")
"""The tables that stand on pages; a workbook has all."""
_HEADS: Final = (
    "annotator",
    "assigned",
    "not finished",
    *("done", "nothing to annotate", "cannot annotate", "in progress", "to review"),
    "remarks",
    "minutes",
)


PROGRESS_NOTE: Final = (
    "All counts but the last two are of translations. Assigned: those of the segments that the annotator was given; "
    "not finished: how many of these remain, begun or not. In progress: begun and not finished. To review: "
    f"{WHEN_TO_REVIEW}; these are scored with those that are done, without links to what was deleted. Minutes: the "
    "time at work."
)


def progress_table(path: Path, annotator: str | None = None) -> ValueTable:
    """How far the annotators of a project are, or one of them; automatic frames are nobody's work.

    Raises:
        InputError, UsageError: if the project cannot be read.
    """
    rows: list[tuple[Value, ...]] = []
    with Project(path, passing=True) as project:
        corpus, gold = project.corpus(), project.rules.gold
        names = [name for name in project.annotators if name != AUTOMATIC and annotator in (None, name)]
        for name in names:
            one = progress_of(project, name, corpus)
            is_assigned, minutes = one.assigned is not None, round(one.seconds / 60)
            said = name + (SORT_SIGNS["gold"] if name == gold else "")
            counts = one.done, one.nothing, one.cannot, one.open, one.review, one.remarks
            left = one.left if is_assigned else None
            rows.append((said, one.assigned, left, *counts, minutes if one.seconds else None))
    note = " ".join((PROGRESS_NOTE, *([SORT_NOTES["gold"]] if gold in names else [])))
    return ValueTable("progress", "Progress", note, _HEADS, tuple(rows))


def summary_tables(
    path: Path,
    annotator: str | None = None,
    specs: Sequence[str] = (),
    work: Work | None = None,
    *,
    segments: Collection[str] | None = None,
) -> list[ValueTable]:
    """All of it, progress first; of one annotator alone there is no more than that, and nothing where nobody began.

    Args:
        path: of the project.
        annotator: the one who is meant, None for all.
        specs: metrics by which annotators' work is scored; by default that of ``meantree agreement``.
        work: progress and cancel.
        segments: keys of the segments that are meant, None for all; progress is that of the whole project alone.

    Raises:
        InputError, UsageError: if the project cannot be read, or has nothing to score.
        Cancelled: if the user stopped it.
    """
    progress = progress_table(path, annotator)
    tables = [progress] if progress.rows and segments is None else []
    if annotator is not None:
        return tables
    pool, (first, *others) = read_pooled([path]), specs or (END_SCORE,)
    pool = pool if segments is None else pool.part(segments)
    found = project_agreement(pool, first, work)
    tables += agreement_tables(found) if found.pairs else systems_tables(found)
    for spec in others:
        also = systems_tables(project_agreement(pool, spec, work))
        tables += [replace(table, title=f"{table.title}, {spec}") for table in also]
    return tables


def printed_tables(tables: Iterable[ValueTable]) -> list[ValueTable]:
    """Those of them that stand on pages."""
    return [table for table in tables if table.name in _ON_PAPER]
