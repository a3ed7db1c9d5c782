"""What to draw for the evidence of a metric: arcs, constituents, or links between words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from meantree.analysis.forest import Analysis
from meantree.metrics.base import Structure
from meantree.metrics.evidence import Unit
from meantree.metrics.links import word_links
from meantree.metrics.marks import hypothesis_marks, reference_marks
from meantree.picture.constituents import constituents_picture
from meantree.picture.links import links_picture
from meantree.picture.shapes import Measure, Picture
from meantree.picture.svg import Drawing


def evidence_drawings(
    structure: Structure,
    texts: tuple[Analysis, Analysis],
    units: Sequence[Unit],
    reference: int,
    measure: Measure,
) -> list[Drawing | Picture]:
    """The hypothesis above the reference, as the structure asks: one drawing for each, or one of both.

    Args:
        structure: what the metric compares.
        texts: hypothesis and reference.
        units: of the metric's evidence.
        reference: which of the references it is, 0-based.
        measure: widths of texts.
    """
    marks = hypothesis_marks(units), reference_marks(units, reference)
    words = [token.text for token in texts[0].tokens], [token.text for token in texts[1].tokens]
    leftwards = is_right_to_left(texts[0].text)
    if structure == "words":
        links = word_links(units, reference)
        return [links_picture(words, marks, links, measure, right_to_left=leftwards)]
    if structure == "constituents":
        trees = [text.constituency() for text in texts]
        return [
            constituents_picture(tree, side, marked, measure, right_to_left=leftwards)
            for tree, side, marked in zip(trees, words, marks, strict=True)
            if tree is not None
        ]
    headed = structure == "head dependencies"
    ranks = [(0,) * len(text.sentences) if headed else () for text in texts]
    return [
        Drawing(text, text.tree(rank, headed=headed), marked, spans=structure == "spans")
        for text, rank, marked in zip(texts, ranks, marks, strict=True)
    ]


def is_right_to_left(text: str) -> bool:
    """Whether most letters belong to a script that runs from right to left."""
    strong = [kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")]
    return sum(kind != "L" for kind in strong) > len(strong) / 2
