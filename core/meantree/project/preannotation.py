"""What an annotator begins with: frames by the labeller, aligned by their words (Lo & Wu 2013 let people correct)."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.alignment.frames import match_frames
from meantree.alignment.similarity import similarities, words_of
from meantree.analysis.frames import Frame
from meantree.analysis.sentences import Analysis
from meantree.project.annotation import Annotation

AUTOMATIC = "automatic"
"""The annotator in whose name the labeller's frames are kept, so that both can be scored."""


def preannotated(hyp: Analysis, ref: Analysis, reference: Sequence[Frame] | None = None) -> Annotation:
    """The automatic annotation of a translation beside a reference.

    Args:
        hyp, ref: analyses with labelled frames; without them there are no frames to begin with.
        reference: the frames that the annotator gave this reference already, beside another translation.
    """
    mine = hyp.labelled.frames if hyp.labelled is not None else ()
    found = ref.labelled.frames if ref.labelled is not None else ()
    theirs = tuple(reference) if reference is not None else found
    matching = match_frames(mine, theirs, similarities(words_of(hyp.tokens), words_of(ref.tokens)))
    return Annotation(mine, theirs, matching.links())
