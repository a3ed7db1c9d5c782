"""What to draw for the evidence of a metric: arcs, constituents, or links between words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from meantree.analysis.forest import Analysis
from meantree.comparison.links import WordLink, word_links
from meantree.comparison.marks import Marks, pair_marks
from meantree.metrics.base import Structure
from meantree.metrics.evidence import Unit
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
    *,
    kind: str = "",
) -> list[Drawing | Picture]:
    """The hypothesis above the reference, as the structure asks: one drawing for each, or one of both.

    Args:
        structure: what the metric compares.
        texts: hypothesis and reference.
        units: of the metric's evidence.
        reference: which of the references it is, 0-based.
        measure: widths of texts.
        kind: mark what units of this kind cover; by default every thing by the units that stand for it.
    """
    marks, links = marked(structure, texts, units, reference, kind=kind)
    words = [token.text for token in texts[0].tokens], [token.text for token in texts[1].tokens]
    leftwards = is_right_to_left(texts[0].text)
    if structure == "words":
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


def marked(
    structure: Structure,
    texts: tuple[Analysis, Analysis],
    units: Sequence[Unit],
    reference: int,
    *,
    alike: Sequence[tuple[int, int]] | None = None,
    kind: str = "",
) -> tuple[tuple[Marks, Marks], tuple[WordLink, ...]]:
    """The marks of both texts and, where words are what is compared, the links between them; both agree.

    ``alike`` are words that look as if they belonged together, if they are known already; else as for
    :func:`evidence_drawings`.
    """
    if structure != "words":
        return pair_marks(units, texts, reference, links=alike, kind=kind), ()
    links = word_links([unit for unit in units if kind in ("", unit.kind)], reference)
    pairs = [(link.hypothesis, link.reference) for link in links]
    return pair_marks(units, texts, reference, links=pairs, kind=kind), links


def is_right_to_left(text: str) -> bool:
    """Whether most letters belong to a script that runs from right to left."""
    strong = [kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")]
    return sum(kind != "L" for kind in strong) > len(strong) / 2
