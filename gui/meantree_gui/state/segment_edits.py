"""What annotators changed in a segment, so that views are told of changes alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from meantree.analysis.frames import origins

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment, Text


def without_frames(segment: Segment) -> Segment:
    """Return the segment without annotated frames."""
    hypotheses = {name: replace(text, annotation=None) for name, text in segment.hypotheses.items()}
    return replace(segment, hypotheses=hypotheses)


def without_assessments(segment: Segment) -> Segment:
    """Return the segment without error spans and ratings."""
    return replace(segment, errors=(), ratings=())


def edits_of(segment: Segment) -> list[object]:
    """Return everything in a segment that annotators can edit, rolesets and errors with their ratings included."""
    texts = (*segment.references.values(), *segment.hypotheses.values())
    of_texts = ((text.tokens, text.annotation, _origins(text), text.arcs, text.links) for text in texts)
    return [segment.errors, segment.ratings, *of_texts]


def _origins(text: Text) -> object:
    frames = text.annotation
    return None if frames is None else (origins(frames.hypothesis), origins(frames.reference))
