"""Predicates that say no more than tense, aspect, voice or modality: most studies of frames leave them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meantree.analysis.frames import FrameLayer
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import Token


def is_auxiliary(predicate: Sequence[Token]) -> bool:
    """Whether a predicate is an auxiliary, a modal verb or a bare form of "be"; "be able" is none of these."""
    return bool(predicate) and all(word.upos == "AUX" or word.lemma == "be" for word in predicate)


def labelled_frames(text: Analysis, *, auxiliaries: bool) -> FrameLayer | None:
    """Return the labelled frames of a text, with those of auxiliaries or without; None if nothing labelled them."""
    layer = text.labelled
    if layer is None or auxiliaries:
        return layer
    tokens = text.tokens
    kept = tuple(frame for frame in layer.frames if not is_auxiliary(tokens[slice(*frame.predicate)]))
    return layer if len(kept) == len(layer.frames) else replace(layer, frames=kept)
