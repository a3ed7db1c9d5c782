"""The automatic annotation that annotators start from: the labeller's frames, aligned by words (Lo & Wu 2013)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meantree.alignment.frame_matching import match_frames
from meantree.alignment.linked_frames import frames_of
from meantree.alignment.similarity import comparable_words, similarities
from meantree.analysis.frames import Frame
from meantree.analysis.sentences import Analysis
from meantree.annotation.edits import link_equal_roles, with_frames
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.rules import Rules
from meantree.annotation.starting_frames import frames_by_rules
from meantree.corpus.corpus import SIDES, Side


def preannotate(
    hyp: Analysis, ref: Analysis, reference: Sequence[Frame] | None = None, rules: Rules | None = None
) -> Annotation:
    """Return the automatic annotation of a translation and a reference.

    Args:
        hyp, ref: analyses with labelled frames; without them the annotation has no frames.
        reference: the frames that the annotator already gave this reference with another translation.
        rules: of the project, which say what is a predicate; by default those of a new project.
    """
    hyp_frames = frames_by_rules(hyp, rules or Rules())
    ref_frames = tuple(reference) if reference is not None else frames_by_rules(ref, rules or Rules())
    matching = match_frames(
        hyp_frames, ref_frames, similarities(comparable_words(hyp.tokens), comparable_words(ref.tokens))
    )
    annotation = Annotation(hyp_frames, ref_frames, matching.links())
    for pair in matching.frames:
        annotation = link_equal_roles(annotation, pair, {"hypothesis": hyp.words, "reference": ref.words})
    return annotation


def with_probabilities(annotation: Annotation, automatic: Annotation, sides: Sequence[Side] = SIDES) -> Annotation:
    """Return a stored annotation with the probabilities of the predicates and fillers that are as in the automatic one.

    Args:
        annotation: as stored, without probabilities.
        automatic: the automatic annotation.
        sides: the texts in which frames have probabilities.
    """
    for side in sides:
        known = {frame.predicate: frame for frame in frames_of(automatic, side)}
        frames = tuple(_with_probabilities(frame, known.get(frame.predicate)) for frame in frames_of(annotation, side))
        annotation = with_frames(annotation, side, frames)
    return annotation


def _with_probabilities(frame: Frame, automatic: Frame | None) -> Frame:
    if automatic is None:
        return frame
    known = {filler: filler.probability for filler in automatic.fillers}
    fillers = tuple(replace(filler, probability=known.get(filler)) for filler in frame.fillers)
    return replace(frame, fillers=fillers, probability=automatic.probability)
