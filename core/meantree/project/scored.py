"""HMEANT of one annotation as it stands, finished or not."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.analysis.forest import Analysis
from meantree.analysis.frames import FrameLayer
from meantree.corpus.model import Side
from meantree.metrics.frames.hmeant import Hmeant
from meantree.metrics.pair import Pair
from meantree.project.annotation import Annotation, State


def hmeant_of(
    annotation: Annotation, words: Mapping[Side, tuple[str, ...]], metric: Hmeant | None = None
) -> float | None:
    """The score in [0, 1]; None where the reference has no frame or the translation cannot be annotated.

    Args:
        annotation: frames of both texts and their links.
        words: the tokens of both texts.
        metric: with its weights; uniform ones by default.
    """
    if annotation.state is State.CANNOT:
        return None
    chosen = metric or Hmeant()
    mine = FrameLayer(words["hypothesis"], annotation.hypothesis)
    theirs = FrameLayer(words["reference"], annotation.reference)
    texts = [Analysis(" ".join(layer.words), frames=layer) for layer in (mine, theirs)]
    return chosen.score(
        chosen.statistics(Pair(texts[0], texts[1:], annotated=(annotation.alignment,))), level="segment"
    )
