"""Named entities, times, numbers and amounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from meantree.analysis.entities.entity import LAYER, Entity, EntityKind, entities_of
from meantree.analysis.parsers import Pipeline
from meantree.analysis.sentences import Analysis


class Entities:
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
        return [_with(analysis, entities) for analysis, entities in zip(analyses, found, strict=True)]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Rows of start, end, kind and value; nothing where nothing looked for entities."""
        if not self.lacks(analysis):
            content[self.name] = [[one.start, one.end, one.kind.value, one.value] for one in entities_of(analysis)]

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """The same entities."""
        rows = content.get(self.name)
        return analysis if rows is None else _with(analysis, tuple(_read(*row) for row in rows))


def _with(analysis: Analysis, entities: tuple[Entity, ...]) -> Analysis:
    return replace(analysis, others={**analysis.others, LAYER: entities})


def _read(start: int, end: int, kind: str, value: str) -> Entity:
    return Entity(int(start), int(end), EntityKind(kind), str(value))
