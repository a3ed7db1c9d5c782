"""The layout never lets words or labels overlap; the SVG is sound."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.pictures import listed, marked, svg_of
from helpers.trees import parsed, trees
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.comparison.compare import text_alone
from meantree.comparison.marks import Mark, Marks
from meantree.metrics.evidence import Status
from meantree.picture.arc_layout import ArcLayout, lay_out
from meantree.picture.style import LIGHT, approximate_width
from meantree.picture.tree_picture import tree_picture

LABEL_HEIGHT = 14
SPACE_BELOW = 46
"""Below the feet of the arcs of a row: a word, its note and a gap."""
TREES = st.integers(1, 24).flatmap(trees)
WIDTHS = st.none() | st.floats(60, 1400)


def _laid_out(
    tree: DependencyTree,
    width: float | None = None,
    height: float | None = None,
    *,
    compact: bool = False,
    leftwards: bool = False,
) -> ArcLayout:
    word = "מילה" if leftwards else "text"
    tokens = tuple(Token(word * (1 + index % 3), "", "NOUN") for index in range(len(tree)))
    text = marked(Analysis(word, (Sentence(tokens, tree),)))
    return lay_out(text, approximate_width, width=width, height=height, compact=compact)


@given(tree=TREES, width=WIDTHS, compact=st.booleans(), leftwards=st.booleans())
def test_rows_hold_everything_within_the_width_and_nothing_overlaps(
    tree: DependencyTree, width: float | None, compact: bool, leftwards: bool
) -> None:
    layout = _laid_out(tree, width, compact=compact, leftwards=leftwards)
    assert [box.index for box in layout.tokens] == list(range(len(tree)))
    assert [box.y for box in layout.tokens] == sorted(box.y for box in layout.tokens)
    rows = [list(row) for _, row in itertools.groupby(layout.tokens, key=lambda box: box.y)]
    assert len(rows) == 1 or width is not None
    assert width is None or layout.width <= width or 1 in map(len, rows), "only a row of one word may be wider"
    for row in rows:
        row = row[::-1] if leftwards else row
        edges = [edge for box in row for edge in (box.x - box.width / 2, box.x + box.width / 2)]
        assert [0, *edges, layout.width] == sorted([0, *edges, layout.width])
        assert len(set(edges)) == len(edges)
    assert len(layout.roots) == len(tree.roots)
    for arc in layout.arcs:
        assert min(arc.x_dependent, arc.x_head) >= 0
        assert max(arc.x_dependent, arc.x_head) <= layout.width
        assert abs(arc.x_head - arc.x_dependent) >= arc.label_width
        assert 0 < arc.top < arc.foot
    for one, two in itertools.combinations(layout.arcs, 2):
        x, other_x = ((arc.x_dependent + arc.x_head) / 2 for arc in (one, two))
        apart = abs(x - other_x) >= (one.label_width + two.label_width) / 2
        assert apart or abs(one.top - two.top) >= LABEL_HEIGHT, "labels stand apart"
        if one.top == two.top:
            sides = sorted(sorted((arc.x_dependent, arc.x_head)) for arc in (one, two))
            assert sides[0][1] <= sides[1][0], "no two lines lie in one lane"


@given(TREES)
def test_an_arc_stands_above_those_it_spans(tree: DependencyTree) -> None:
    for outer, inner in itertools.permutations(_laid_out(tree).arcs, 2):
        spans = [(min(arc.dependent, arc.head), max(arc.dependent, arc.head)) for arc in (outer, inner)]
        if spans[0] != spans[1] and spans[0][0] <= spans[1][0] and spans[1][1] <= spans[0][1]:
            assert outer.top < inner.top


@given(TREES)
def test_right_to_left_is_the_mirror(tree: DependencyTree) -> None:
    left, right = _laid_out(tree), _laid_out(tree, leftwards=True)
    assert [token.x for token in right.tokens] == pytest.approx([left.width - token.x for token in left.tokens])


def test_ghosts_are_more_arcs() -> None:
    layout = lay_out(text_alone(parsed("a:0:root b:1:x c:2:y")), approximate_width, ghosts=[(2, 0, "z")])
    assert [arc.label for arc in layout.arcs] == ["x", "y", "z"]


@given(tree=TREES, width=st.none() | st.floats(60, 900), height=st.floats(140, 900))
def test_arcs_are_squeezed_before_words_are_out_of_sight(
    tree: DependencyTree, width: float | None, height: float
) -> None:
    own, squeezed = (_laid_out(tree, width, high) for high in (None, height))
    feet = sorted({box.y for box in squeezed.tokens})
    assert all(below - above <= height + 1e-9 for above, below in itertools.pairwise([-SPACE_BELOW, *feet]))
    assert [(box.index, box.x) for box in squeezed.tokens] == [(box.index, box.x) for box in own.tokens]
    assert squeezed == own if own.height <= height else squeezed.height < own.height
    order = [sorted(range(len(one.arcs)), key=lambda index: one.arcs[index].top) for one in (own, squeezed)]
    assert order[0] == order[1], "what is higher stays higher"


@pytest.mark.parametrize("place", [0, 20, 39])
def test_a_word_that_governs_many_fits_into_a_row(place: int) -> None:
    heads = tuple(ROOT if index == place else place for index in range(40))
    tree = DependencyTree(heads, tuple("root" if head == ROOT else "nmod" for head in heads))
    assert _laid_out(tree, 500).width <= 500


@given(tree=TREES, width=WIDTHS, leftwards=st.booleans())
def test_every_arc_is_drawn_in_the_rows_of_its_ends(tree: DependencyTree, width: float | None, leftwards: bool) -> None:
    layout = _laid_out(tree, width, leftwards=leftwards)
    row_of = {box.index: box.y for box in layout.tokens}
    for dependent, head, label in tree.arcs():
        pieces = [arc for arc in layout.arcs if (arc.dependent, arc.head) == (dependent, head)]
        assert {arc.label for arc in pieces} == {label}
        if row_of[dependent] == row_of[head]:
            assert [arc.is_whole for arc in pieces] == [True]
            continue
        assert sorted((arc.has_dependent, arc.has_head) for arc in pieces) == [(False, True), (True, False)]
        for arc in pieces:
            assert arc.foot == row_of[dependent if arc.has_dependent else head]
            later = (head > dependent) if arc.has_dependent else (dependent > head)
            margin = arc.x_head if arc.has_dependent else arc.x_dependent
            assert margin == pytest.approx(layout.width if later != leftwards else 0)
    assert len({(arc.dependent, arc.head) for arc in layout.arcs}) == len(tree) - len(tree.roots)


def test_heights_and_labels_by_span() -> None:
    text = replace(text_alone(parsed("a:0:root b:1:x c:1:y d:5:z e:1:w")), spans=True)
    layout = lay_out(text, approximate_width)
    tops = {arc.label: arc.top for arc in layout.arcs}
    assert set(tops) == {"x 1", "y 2", "z 1", "w 4"}
    assert tops["x 1"] == tops["z 1"] > tops["y 2"] > tops["w 4"], "y grows downwards"


def test_svg_tells_both_ends_of_what_goes_on_in_another_row() -> None:
    root = svg_of(tree_picture(text_alone(parsed("a:2:x b:0:root c:2:y d:2:z")), width=60))
    told = [one.text or "" for one in root.iter("{*}title")]
    assert sorted(told) == ["x: b → a"] * 2 + ["y: b → c"] * 2 + ["z: b → d"] * 2
    assert len([one for one in root.iter("{*}path") if one.get("stroke") is None]) == 3, "one head an arc"


def test_svg_marks_by_colour_and_line_and_draws_thin_and_grey_what_nothing_was_counted_on() -> None:
    text = parsed("a:0:root b:1:x c:1:y d:1:z")
    marks = Marks(
        {(1, 0): Mark(Status.MATCHED, 1, 1), (2, 0): Mark(Status.MISSED, 0, 1)}, {0: Mark(Status.EXTRA, 0, 1)}
    )
    root = svg_of(tree_picture(marked(text, marks)))
    drawn = [
        (one.get("stroke"), one.get("stroke-width"), one.get("stroke-dasharray"))
        for one in root.iter("{*}path")
        if one.get("stroke") is not None
    ]
    assert drawn[1:] == [
        (LIGHT.status[Status.MATCHED], "1.7", None),
        (LIGHT.status[Status.MISSED], "1.7", "8.5 5.1"),
        (LIGHT.line, "1.0", None),
        (LIGHT.status[Status.EXTRA], "2.0", "2.4 5.2"),
    ], "after the line to the root"
    assert {one.get("fill") for one in root.iter("{*}text") if one.get("font-size") == "14.0"} == {LIGHT.text}


FLAG = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
ODD = (
    "👩\u200d👩\u200d👧",
    "❤\ufe0f",
    "می\u200cخواهم",
    "Wort\u00adteil",
    "e\u0301n\u0303",
    "10\u00a0000",
    "\u0378\ue000",
)


@pytest.mark.parametrize("word", [FLAG, *ODD, "\u202eabc", "\u0378\ue000", "<script>&"])
def test_the_word_in_the_picture_is_the_word_in_the_text(word: str) -> None:
    drawn = [one for one in svg_of(tree_picture(listed([word, "b"]))).iter("{*}text") if one.get("font-size") == "14.0"]
    assert [one.text for one in drawn] == [word, "b"]
    assert all(one.get("unicode-bidi") == "isolate" for one in drawn), "no word turns another one round"


def test_rows_of_a_tree_stand_alone_as_they_stand_together() -> None:
    whole = tree_picture(text_alone(parsed("a:2:x b:1:x c:0:root d:3:x e:4:x f:5:x g:3:x")), width=150.0)
    rows = list(whole.rows)
    assert len(rows) > 1
    assert sum(row.height for row in rows) == pytest.approx(whole.height)
    assert [box.index for row in rows for box in row.layout.tokens] == [box.index for box in whole.layout.tokens]
    assert {arc.arc for row in rows for arc in row.layout.arcs} == {arc.arc for arc in whole.layout.arcs}
    assert all(0 <= arc.top < arc.foot < row.height for row in rows for arc in row.layout.arcs)
