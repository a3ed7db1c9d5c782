"""HMEANT of one annotation as it stands, finished or not, and how each part of it fares in it."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.analysis.frames import FrameLayer, Part
from meantree.analysis.sentences import Analysis
from meantree.comparison.marks import Mark, pair_marks
from meantree.corpus.corpus import Side
from meantree.metrics.hmeant import Hmeant
from meantree.metrics.pair import Pair
from meantree.project.annotation import Annotation, State

NAME = Hmeant.name


def score_of(
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
    return chosen.score(chosen.statistics(_pair(annotation, words)), level="segment")


def marks_of(
    annotation: Annotation, words: Mapping[Side, tuple[str, ...]], metric: Hmeant | None = None
) -> Mapping[Side, Mapping[Part, Mark]]:
    """How the predicates and fillers of both texts fare in that score.

    None is marked where the reference has no frame, or a span reaches beyond the words. Arguments as for
    :func:`score_of`.
    """
    try:
        pair = _pair(annotation, words)
    except ValueError:  # an annotation of another text can be looked at, but not scored
        return {"hypothesis": {}, "reference": {}}
    mine, theirs = pair_marks((metric or Hmeant()).evidence(pair).units, pair.sides(0), 0, links=())
    return {"hypothesis": mine.parts, "reference": theirs.parts}


def _pair(annotation: Annotation, words: Mapping[Side, tuple[str, ...]]) -> Pair:
    mine = FrameLayer(words["hypothesis"], annotation.hypothesis)
    theirs = FrameLayer(words["reference"], annotation.reference)
    one, two = (Analysis(" ".join(layer.words), frames=layer) for layer in (mine, theirs))
    return Pair(one, (two,), annotated=(annotation.alignment,))
