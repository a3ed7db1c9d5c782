"""The automatic annotation that annotators start from: the labeller's frames, aligned by words (Lo & Wu 2013)."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.alignment.frame_matching import match_frames
from meantree.alignment.similarity import comparable_words, similarities
from meantree.analysis.frames import Frame
from meantree.analysis.sentences import Analysis
from meantree.project.annotation import Annotation
from meantree.project.annotation_rules import Rules
from meantree.project.starting_frames import frames_by_rules


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
    return Annotation(hyp_frames, ref_frames, matching.links())
