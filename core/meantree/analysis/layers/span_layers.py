"""Layers of spans: semantic frames, and entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from meantree.analysis.entities.entity import LAYER, Entity, EntityKind, entities_of
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role, Span
from meantree.analysis.sentences import Analysis
from meantree.untrusted_json import as_integer, as_probability, as_string, as_strings

if TYPE_CHECKING:
    from meantree.analysis.pipeline import Pipeline


class RoleLayer:
    """Semantic frames by the labeller, which uses constituency trees."""

    name = "roles"
    requires = ("constituents",)

    def fingerprint(self, pipeline: Pipeline) -> str:
        """Return the fingerprint of the labeller for the pipeline's language."""
        from meantree.analysis.role_labeller import labeller_fingerprint

        return "" if pipeline.finds_words_alone else labeller_fingerprint(pipeline.language)

    def is_missing(self, analysis: Analysis) -> bool:
        """Return whether the text was not labelled."""
        return analysis.labelled is None

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> list[Analysis]:  # noqa: ARG002
        """Label all texts; there is only one labelling, whatever the amount."""
        from meantree.analysis.role_labeller import label_frames

        labelled = label_frames(analyses, pipeline.language)
        return [replace(analysis, labelled=frames) for analysis, frames in zip(analyses, labelled, strict=True)]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Add words and frames, or null."""
        content["labelled"] = None if analysis.labelled is None else frames_to_json(analysis.labelled)

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """Return the analysis with the frames."""
        if content["labelled"] is None:
            return analysis
        frames = frames_from_json(content["labelled"])
        if frames.words != analysis.words:
            raise ValueError("frames over other words than those of the text")
        return replace(analysis, labelled=frames)


def frames_to_json(layer: FrameLayer) -> dict[str, Any]:
    """Return words and frames as JSON values."""
    return {"words": list(layer.words), "frames": [_frame_to_json(frame) for frame in layer.frames]}


def _frame_to_json(frame: Frame) -> list[Any]:
    fillers = [
        [*filler.span, filler.role.value, *_optional(filler.label, filler.probability)] for filler in frame.fillers
    ]
    return [list(frame.predicate), fillers, *_optional(frame.roleset, frame.probability)]


def _optional(name: str, probability: float | None) -> list[Any]:
    """Return a label or roleset, and its probability, as far as they are known."""
    return [name, probability] if probability is not None else [name] if name else []


def frames_from_json(content: Any) -> FrameLayer:
    """Return the frames that :func:`frames_to_json` wrote.

    Raises:
        ValueError, KeyError, TypeError: if the values are no frames.
    """
    frames = tuple(
        Frame(
            _read_span(*predicate),
            tuple(
                Filler(_read_span(start, end), Role(role), *_read_optional(*more))
                for start, end, role, *more in fillers
            ),
            *_read_optional(*more),
        )
        for predicate, fillers, *more in content["frames"]
    )
    return FrameLayer(as_strings(content["words"]), frames)


def _read_optional(name: object = "", probability: float | None = None) -> tuple[str, float | None]:
    return as_string(name), None if probability is None else as_probability(probability)


def _read_span(start: int, end: int) -> Span:
    return as_integer(start), as_integer(end)


class EntityLayer:
    """Entities, as a tuple in ``Analysis.others``; missing if nothing finds them in the language."""

    name = LAYER
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:
        """Return the fingerprint of the finder for the pipeline's language."""
        from meantree.analysis.entities.finder import finder_fingerprint

        return finder_fingerprint(pipeline.language)

    def is_missing(self, analysis: Analysis) -> bool:
        """Return whether no entities were searched for."""
        return self.name not in analysis.others

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> Sequence[Analysis]:  # noqa: ARG002
        """Find the entities of all texts; there is only one set of them, whatever the amount."""
        if not self.fingerprint(pipeline):
            return analyses
        from meantree.analysis.entities.finder import find_entities

        all_entities = find_entities(analyses)
        return [_with_entities(analysis, entities) for analysis, entities in zip(analyses, all_entities, strict=True)]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Add rows of start, end, kind and value, unless the layer is missing."""
        if not self.is_missing(analysis):
            entities = entities_of(analysis)
            content[self.name] = [[entity.start, entity.end, entity.kind.value, entity.value] for entity in entities]

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """Return the analysis with the entities."""
        rows = content.get(self.name)
        if rows is None:
            return analysis
        entities = tuple(_read_entity(*row) for row in rows)
        ends = [0, *(entity.end for entity in entities)]
        starts = [*(entity.start for entity in entities), sum(len(sentence.tokens) for sentence in analysis.sentences)]
        if any(start < end for start, end in zip(starts, ends, strict=True)):
            raise ValueError("entities that overlap, or end after the text")
        return _with_entities(analysis, entities)


def _with_entities(analysis: Analysis, entities: tuple[Entity, ...]) -> Analysis:
    return replace(analysis, others={**analysis.others, LAYER: entities})


def _read_entity(start: int, end: int, kind: str, value: str) -> Entity:
    return Entity(as_integer(start), as_integer(end), EntityKind(kind), as_string(value))
