"""HMEANT of one annotation, finished or not, and the marks of its parts by that score."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.analysis.frames import FrameLayer, Part
from meantree.analysis.sentences import Analysis
from meantree.annotation.frame_annotation import Annotation, State
from meantree.comparison.marks import Mark, pair_marks
from meantree.corpus.corpus import Side
from meantree.metrics.hmeant import Hmeant
from meantree.metrics.pair import Pair

NAME = Hmeant.name


def score_of(
    annotation: Annotation, words: Mapping[Side, tuple[str, ...]], metric: Hmeant | None = None
) -> float | None:
    """Return the score in [0, 1]; None if the reference has no frame or the translation cannot be annotated.

    Args:
        annotation: frames of both texts and their links.
        metric: with its weights; uniform by default.
    """
    if annotation.state is State.CANNOT:
        return None
    chosen = metric or Hmeant()
    return chosen.score(chosen.statistics(_pair(annotation, words)), level="segment")


def marks_of(
    annotation: Annotation, words: Mapping[Side, tuple[str, ...]], metric: Hmeant | None = None
) -> Mapping[Side, Mapping[Part, Mark]]:
    """Return the marks of predicates and fillers of both texts by that score; arguments as for :func:`score_of`.

    There are none if the reference has no frame, or a span is outside its text.
    """
    try:
        pair = _pair(annotation, words)
    except ValueError:  # an annotation of another text can be shown, but not scored
        return {"hypothesis": {}, "reference": {}}
    hypothesis, reference = pair_marks((metric or Hmeant()).evidence(pair).units, pair.sides(0), 0, links=())
    return {"hypothesis": hypothesis.parts, "reference": reference.parts}


def _pair(annotation: Annotation, words: Mapping[Side, tuple[str, ...]]) -> Pair:
    hypothesis = FrameLayer(words["hypothesis"], annotation.hypothesis)
    reference = FrameLayer(words["reference"], annotation.reference)
    hyp, ref = (Analysis(" ".join(layer.words), frames=layer) for layer in (hypothesis, reference))
    return Pair(hyp, (ref,), annotated=(annotation.alignment,))
