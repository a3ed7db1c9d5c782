"""Corpora with annotations, and what files of other tools can hold of these: losses are reported before writing."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import Frame, PairFrames
from meantree.annotation.corrections import Arcs, LinksKey, TreeKey
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, fitting, ratings_of, spans_of
from meantree.annotation.frame_annotation import FINISHED, Annotation, AnnotationKey, State
from meantree.annotation.record_kinds import Key, KeyOfKind, Value
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Problem
from meantree.escaping import counted, listed, shortened
from meantree.grouping import nested


@dataclass(frozen=True, slots=True)
class AnnotatedCorpus:
    """A corpus and its annotations."""

    corpus: Corpus
    annotations: dict[AnnotationKey, Annotation]


def without_details(annotation: Annotation) -> Annotation:
    """Return frames, links, state and comment alone, as in other tools' files: no rolesets, labels, locks."""
    return Annotation(
        _unlabelled(annotation.hypothesis),
        _unlabelled(annotation.reference),
        annotation.alignment,
        State.DONE if annotation.state is State.REVIEW else annotation.state,
        annotation.comment,
    )


def _unlabelled(frames: Iterable[Frame]) -> tuple[Frame, ...]:
    return tuple(
        Frame(frame.predicate, tuple(replace(filler, label="", probability=None) for filler in frame.fillers))
        for frame in frames
    )


def annotated_corpus(
    corpus: Corpus,
    annotations: Mapping[AnnotationKey, Annotation],
    trees: Mapping[TreeKey, Arcs],
    links: Mapping[LinksKey, FixedLinks],
) -> Corpus:
    """Return the corpus with one annotator's finished frames, corrected arcs and corrected links."""
    frames, arcs, fixed = _by_segment(annotations), _by_segment(trees), _by_segment(links)
    segments = (
        annotated_segment(segment, frames.get(segment.key, {}), arcs.get(segment.key, {}), fixed.get(segment.key, {}))
        for segment in corpus.segments
    )
    return replace(corpus, segments=tuple(segments))


def annotated_segment(
    segment: Segment,
    annotations: Mapping[AnnotationKey, Annotation],
    trees: Mapping[TreeKey, Arcs],
    links: Mapping[LinksKey, FixedLinks],
) -> Segment:
    """Return one segment with one annotator's work; the same segment if there is none."""
    frames = _finished(annotations, list(segment.references))
    arcs = {(key.side, key.name): corrected for key, corrected in trees.items()}
    fixed = nested((key.system, key.reference, corrected) for key, corrected in links.items())
    references = {name: _over(text, arcs.get(("reference", name))) for name, text in segment.references.items()}
    hypotheses = {
        name: replace(
            _over(text, arcs.get(("hypothesis", name))), annotation=frames.get(name), links=fixed.get(name, {})
        )
        for name, text in segment.hypotheses.items()
    }
    if not annotations and references == segment.references and hypotheses == segment.hypotheses:
        return segment  # equal frames may differ in rolesets
    return replace(segment, references=references, hypotheses=hypotheses)


def with_errors(
    corpus: Corpus, annotations: Mapping[ErrorKey, ErrorAnnotation], no_people: Mapping[str, str]
) -> Corpus:
    """Return the corpus with the errors of finished annotations, and the ratings that they make.

    Args:
        no_people: what annotators are who are no people, by name. They rate the translations that no person finished,
            as a problem says, since a gold standard or a tool would count beside people twice.
    """
    if not annotations:
        return corpus
    by_segment = _by_segment(annotations)
    segments = [segment_with_errors(segment, by_segment.get(segment.key, {}), no_people) for segment in corpus.segments]
    rated = [(one.key, rating) for one in segments for rating in one.ratings if rating.rater in no_people]
    names = listed(f"{name} ({no_people[name]})" for name in dict.fromkeys(rating.rater for _, rating in rated))
    count = counted(len({(key, rating.system) for key, rating in rated}), "translation")
    note = Problem(None, None, f"{count} that no person finished: ratings and errors are of {names}", is_note=True)
    return replace(corpus, segments=tuple(segments), problems=(*corpus.problems, *[note] * bool(rated)))


def segment_with_errors(
    segment: Segment, annotations: Mapping[ErrorKey, ErrorAnnotation], no_people: Container[str] = ()
) -> Segment:
    """Return one segment with errors and ratings of finished annotations, but no errors outside of their texts."""
    finished = [
        (key, annotation)
        for key, annotation in annotations.items()
        if annotation.state in FINISHED and key.system in segment.hypotheses
    ]
    if not finished:
        return segment
    errors, ratings = list(segment.errors), list(segment.ratings)
    by_people = {key.system for key, _ in finished if key.annotator not in no_people}
    for key, annotation in finished:
        end = len(segment.hypotheses[key.system].text)
        errors += spans_of(key, fitting(segment, key.system, annotation), end)
        if key.annotator not in no_people or key.system not in by_people:
            ratings += ratings_of(key, annotation)
    return replace(segment, errors=tuple(errors), ratings=tuple(ratings))


def _by_segment(records: Mapping[KeyOfKind, Value]) -> dict[str, dict[KeyOfKind, Value]]:
    return nested((key.segment, key, value) for key, value in records.items())


def _over(text: Text, arcs: Arcs | None) -> Text:
    return text if (arcs or {}) == text.arcs else replace(text, arcs=arcs or {})


def _finished(annotations: Mapping[AnnotationKey, Annotation], references: Sequence[str]) -> dict[str, PairFrames]:
    """Return the finished frames by system, without translations that cannot be annotated.

    If an annotator compared a translation with several ``references``, the first one counts.
    """
    by_system: dict[str, PairFrames] = {}
    order = {name: place for place, name in enumerate(references)}
    for key, annotation in sorted(annotations.items(), key=lambda item: order.get(item[0].reference, len(order))):
        if key.system and key.reference and annotation.state in FINISHED:
            pair = PairFrames(key.reference, annotation.hypothesis, annotation.reference, annotation.alignment)
            by_system.setdefault(key.system, pair)
    return by_system


Report = Callable[[Sequence[Problem]], object]
"""Is called with what will be lost before a file is written; raises to prevent that."""


def place_of(key: Key) -> str:
    """Return a translation, or reference, and its annotator in words."""
    return ", ".join(map(shortened, (f"segment {key.segment}", key.system or key.reference, key.annotator)))


class Losses:
    """Counts by what is lost and what becomes of it."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[int, str]] = {}

    def add(self, what: str, place: str, count: int = 1, fate: str = "left out") -> None:
        """Count some things of a place: ``what`` is one of them, and ``fate`` says what becomes of them."""
        if count:
            before, first = self._found.get((what, fate), (0, place))
            self._found[what, fate] = before + count, first

    @property
    def problems(self) -> list[Problem]:
        """One problem for each kind of loss."""
        return [
            Problem(None, None, f"{counted(count, what)} {fate}; first: {place}")
            for (what, fate), (count, place) in self._found.items()
        ]


def count_details(losses: Losses, key: Key, annotation: Annotation) -> None:
    """Count the details of an annotation of frames that formats of other tools cannot hold."""
    place = place_of(key)
    losses.add("comment", place, len(annotation.part_comments), "on frames and fillers left out")
    losses.add("inactive link", place, len(annotation.inactive))
    losses.add("finalized annotation", place, bool(annotation.finalized_by), "written without who finalized it")
    frames = (*annotation.hypothesis, *annotation.reference)
    details = {
        "rolesets": any(frame.roleset for frame in frames),
        "PropBank labels": any(filler.label for frame in frames for filler in frame.fillers),
        "rejected predicates": bool(annotation.rejected),
    }
    names = [name for name, is_present in details.items() if is_present]
    losses.add("annotation", place, bool(names), f"written without {' and '.join(names)}")
