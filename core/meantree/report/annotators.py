"""What annotators of a project did, as reports show it: their frames, and their remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meantree.analysis.frames import FrameLayer, PairFrames
from meantree.comparison.content import ComparedFrames
from meantree.comparison.script import is_right_to_left
from meantree.corpus.model import Corpus, Segment, Side
from meantree.metrics.base import Metric
from meantree.metrics.frames.hmeant import Hmeant
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.file import Project
from meantree.project.scored import marks_of, score_of


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody wrote beside an annotation."""

    annotator: str
    text: str


@dataclass(frozen=True, slots=True)
class Annotated:
    """Frames of one translation, with whose they are in words."""

    title: str
    frames: ComparedFrames


@dataclass(frozen=True, slots=True)
class AnnotatorsPart:
    """All annotations of a project, or one annotator's, by segment."""

    by_segment: Mapping[str, Sequence[tuple[AnnotationKey, Annotation]]] = field(default_factory=dict)

    @classmethod
    def of(cls, project: Project, annotator: str | None = None) -> AnnotatorsPart:
        """What one annotator did, or all of them.

        Raises:
            UsageError: if there is no such annotator.
        """
        found: dict[str, list[tuple[AnnotationKey, Annotation]]] = {}
        for name in project.annotators if annotator is None else (annotator,):
            for key, annotation in project.annotations(name).items():
                found.setdefault(key.segment, []).append((key, annotation))
        return cls(found)

    def told(self, corpus: Corpus, system: str) -> tuple[dict[str, str], dict[str, str]]:
        """How far the annotations of a system's translations are, and the remarks on them, in words by segment."""
        states: dict[str, str] = {}
        remarks: dict[str, str] = {}
        for segment in corpus.segments if self.by_segment else ():
            found = list(self._of(segment, system))
            states[segment.key] = ", ".join(dict.fromkeys(one.state.value for key, one in found if key.system))
            remarks[segment.key] = "\n".join(filter(None, (one.comment.strip() for _, one in found)))
        return states, remarks

    def remarks(self, segment: Segment, system: str) -> tuple[Remark, ...]:
        """What was said of a translation, or of the reference that it is compared with."""
        return tuple(
            Remark(key.annotator, annotation.comment.strip())
            for key, annotation in self._of(segment, system)
            if annotation.comment.strip()
        )

    def frames(
        self, segment: Segment, system: str, words: Mapping[tuple[Side, str], Sequence[str]], metrics: Iterable[Metric]
    ) -> Iterator[Annotated]:
        """The frames that were found in a translation and in a reference, finished or not.

        Args:
            segment, system: which translation.
            words: what spans count in where the corpus has no tokens, by side and name.
            metrics: of which an HMEANT says how frames fare; by default one with uniform weights.
        """
        chosen = next((metric for metric in metrics if isinstance(metric, Hmeant)), None)
        for key, annotation in self._of(segment, system):
            if key.system and key.reference in segment.references and (annotation.hypothesis or annotation.reference):
                found = _compared(annotation, key, segment, words, chosen)
                if found is not None:
                    yield Annotated(f"{key.annotator} · {annotation.state.value} · reference {key.reference}", found)

    def _of(self, segment: Segment, system: str) -> Iterator[tuple[AnnotationKey, Annotation]]:
        return (one for one in self.by_segment.get(segment.key, ()) if one[0].system in ("", system))


def _compared(
    annotation: Annotation,
    key: AnnotationKey,
    segment: Segment,
    words: Mapping[tuple[Side, str], Sequence[str]],
    metric: Hmeant | None,
) -> ComparedFrames | None:
    """None where a span reaches beyond the words."""
    texts: dict[Side, Sequence[str] | None] = {
        "hypothesis": segment.hypotheses[key.system].tokens or words.get(("hypothesis", key.system)),
        "reference": segment.references[key.reference].tokens or words.get(("reference", key.reference)),
    }
    counted: dict[Side, tuple[str, ...]] = {side: tuple(found or ()) for side, found in texts.items()}
    frames = PairFrames(key.reference, annotation.hypothesis, annotation.reference, annotation.alignment)
    try:
        FrameLayer(counted["hypothesis"], frames.hypothesis)
        FrameLayer(counted["reference"], frames.reference)
    except ValueError:
        return None
    return ComparedFrames(
        frames,
        counted,
        marks_of(annotation, counted, metric),
        source=key.annotator,
        score=score_of(annotation, counted, metric),
        right_to_left=is_right_to_left(segment.hypotheses[key.system].text),
    )
