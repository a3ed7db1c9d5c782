"""Semantic frames by the labeller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.parsers import Pipeline
from meantree.analysis.sentences import Analysis


class Roles:
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
    return {"words": list(layer.words), "frames": [_written(frame) for frame in layer.frames]}


def _written(frame: Frame) -> list[Any]:
    """Predicate and fillers, with labels, roleset and probabilities where there are some."""
    fillers = [[*one.span, one.role.value, *_told(one.label, one.probability)] for one in frame.fillers]
    return [list(frame.predicate), fillers, *_told(frame.roleset, frame.probability)]


def _told(name: str, probability: float | None) -> list[Any]:
    return [name, probability] if probability is not None else [name] if name else []


def frames_from_json(read: Any) -> FrameLayer:
    """Read back what :func:`frames_to_json` wrote.

    Raises:
        ValueError, KeyError, TypeError: if it is none.
    """
    frames = tuple(
        Frame(
            (int(predicate[0]), int(predicate[1])),
            tuple(Filler((int(start), int(end)), Role(role), *_read(*told)) for start, end, role, *told in fillers),
            *_read(*told),
        )
        for predicate, fillers, *told in read["frames"]
    )
    return FrameLayer(tuple(map(str, read["words"])), frames)


def _read(name: object = "", probability: float | None = None) -> tuple[str, float | None]:
    return str(name), None if probability is None else float(probability)
