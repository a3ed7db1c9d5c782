"""Layers of spans: semantic frames, and entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from meantree.analysis.entities.entity import LAYER, Entity, EntityKind, entities_of
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.parsers import Pipeline
from meantree.analysis.sentences import Analysis


class RoleLayer:
    """Frames over the tokens of a text; the labeller works best where it has a constituency tree."""

    name = "roles"
    requires = ("constituents",)

    def fingerprint(self, pipeline: Pipeline) -> str:
        """That of the labeller for the pipeline's language."""
        from meantree.analysis.role_labeller import labeller_fingerprint

        return labeller_fingerprint(pipeline.language)

    def lacks(self, analysis: Analysis) -> bool:
        """Whether nothing looked for frames."""
        return analysis.labelled is None

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> list[Analysis]:  # noqa: ARG002
        """Label all texts; there is one labelling, however many are wanted."""
        from meantree.analysis.role_labeller import label_frames

        found = label_frames(analyses, pipeline.language)
        return [replace(analysis, labelled=frames) for analysis, frames in zip(analyses, found, strict=True)]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Words and frames, or null."""
        content["labelled"] = None if analysis.labelled is None else frames_to_json(analysis.labelled)

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """The same frames."""
        read = content["labelled"]
        return analysis if read is None else replace(analysis, labelled=frames_from_json(read))


def frames_to_json(layer: FrameLayer) -> dict[str, Any]:
    """Words and frames as plain values."""
    return {"words": list(layer.words), "frames": [_written_frame(frame) for frame in layer.frames]}


def _written_frame(frame: Frame) -> list[Any]:
    """Predicate and fillers, with labels, roleset and probabilities where there are some."""
    fillers = [[*one.span, one.role.value, *_optional(one.label, one.probability)] for one in frame.fillers]
    return [list(frame.predicate), fillers, *_optional(frame.roleset, frame.probability)]


def _optional(name: str, probability: float | None) -> list[Any]:
    return [name, probability] if probability is not None else [name] if name else []


def frames_from_json(read: Any) -> FrameLayer:
    """Read back what :func:`frames_to_json` wrote.

    Raises:
        ValueError, KeyError, TypeError: if it is none.
    """
    frames = tuple(
        Frame(
            (int(predicate[0]), int(predicate[1])),
            tuple(
                Filler((int(start), int(end)), Role(role), *_read_optional(*told))
                for start, end, role, *told in fillers
            ),
            *_read_optional(*told),
        )
        for predicate, fillers, *told in read["frames"]
    )
    return FrameLayer(tuple(map(str, read["words"])), frames)


def _read_optional(name: object = "", probability: float | None = None) -> tuple[str, float | None]:
    return str(name), None if probability is None else float(probability)


class EntityLayer:
    """Entities over the tokens of a text, as a tuple in ``others``; absent where nothing finds them in the language."""

    name = LAYER
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:
        """That of what finds entities in the pipeline's language."""
        from meantree.analysis.entities.finder import finder_fingerprint

        return finder_fingerprint(pipeline.language)

    def lacks(self, analysis: Analysis) -> bool:
        """Whether nothing looked for entities."""
        return self.name not in analysis.others

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> Sequence[Analysis]:  # noqa: ARG002
        """Look in all texts; there is one answer, however many are wanted."""
        if not self.fingerprint(pipeline):
            return analyses
        from meantree.analysis.entities.finder import find_entities

        found = find_entities(analyses)
        return [_with_entities(analysis, entities) for analysis, entities in zip(analyses, found, strict=True)]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Rows of start, end, kind and value; nothing where nothing looked for entities."""
        if not self.lacks(analysis):
            content[self.name] = [[one.start, one.end, one.kind.value, one.value] for one in entities_of(analysis)]

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """The same entities."""
        rows = content.get(self.name)
        return analysis if rows is None else _with_entities(analysis, tuple(_read_entity(*row) for row in rows))


def _with_entities(analysis: Analysis, entities: tuple[Entity, ...]) -> Analysis:
    return replace(analysis, others={**analysis.others, LAYER: entities})


def _read_entity(start: int, end: int, kind: str, value: str) -> Entity:
    return Entity(int(start), int(end), EntityKind(kind), str(value))
