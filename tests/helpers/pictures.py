"""Texts to draw, without a metric, and what is in their pictures."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from lxml import etree

from meantree.analysis.constituents import ConstituencyTree
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.comparison.comparison import ComparedText
from meantree.comparison.marks import Marks
from meantree.picture.display_list import Drawing
from meantree.picture.shapes import Caption, Picture
from meantree.picture.svg import picture_svg

NO_MARKS = Marks({}, {})


def marked(text: Analysis, marks: Marks = NO_MARKS) -> ComparedText:
    """A text with its tree and these marks."""
    return ComparedText(text, text.tree(), marks)


def listed(words: Sequence[str], constituency: ConstituencyTree | None = None, marks: Marks = NO_MARKS) -> ComparedText:
    """A text of these words, which hang on the first one; its constituents are drawn if it has any."""
    tokens = tuple(Token(word, "", "X") for word in words)
    tree = DependencyTree((ROOT, *[0] * (len(words) - 1)), ("root", *["x"] * (len(words) - 1)))
    text = Analysis(" ".join(words), (Sentence(tokens, tree),) if words else ())
    return ComparedText(text, text.tree(), marks, constituency=constituency)


def svg_of(*drawings: Drawing) -> etree._Element:
    """The elements of the SVG picture of drawings."""
    return etree.fromstring(picture_svg(drawings).encode("utf-8", "replace"))


def texts_in(*drawings: Drawing) -> list[str]:
    """The texts of drawings in SVG, in the order in which they are drawn."""
    return ["".join(map(str, node.itertext())) for node in svg_of(*drawings).iter("{*}text")]


def assert_apart_and_inside(picture: Picture, height: float = 17.0) -> None:
    """Check that no two captions, which have this height, overlap, and that none leaves the picture."""
    for one, two in itertools.combinations(picture.captions, 2):
        assert abs(one.x - two.x) >= (one.width + two.width) / 2 or abs(one.y - two.y) >= height, (one, two)
    for caption in picture.captions:
        assert caption.width / 2 <= caption.x <= picture.width - caption.width / 2
        assert height / 2 <= caption.y <= picture.height - height / 2


def words_of(picture: Picture, side: str = "hypothesis") -> list[Caption]:
    """The captions of the words of one text, in their order."""
    return [one for one in picture.captions if one.key is not None and one.key[:2] == ("token", side)]
