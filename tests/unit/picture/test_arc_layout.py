"""The layout never lets words or labels overlap; the SVG is sound."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from helpers.trees import parsed, trees
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.comparison.compare import text_alone
from meantree.comparison.comparison import ComparedText
from meantree.comparison.marks import Mark, Marks
from meantree.metrics.evidence import Status
from meantree.picture.arc_layout import ArcLayout, lay_out
from meantree.picture.style import DARK, LIGHT, approximate_width
from meantree.picture.svg import picture_svg
from meantree.picture.tree_picture import tree_picture

LABEL_HEIGHT = 14
SPACE_BELOW = 46
"""Below the feet of the arcs of a row: a word, its note and a gap."""
ANY_TREE = st.integers(1, 14).flatmap(lambda size: trees(size))


def _layout(tree: DependencyTree, *, right_to_left: bool = False) -> ArcLayout:
    words = [f"word{index}" * (1 + index % 3) for index in range(len(tree))]
    return lay_out([(word, "NOUN") for word in words], tree, approximate_width, right_to_left=right_to_left)


@given(ANY_TREE)
def test_words_stand_apart(tree: DependencyTree) -> None:
    tokens = _layout(tree).tokens
    assert all(left.x + left.width / 2 < right.x - right.width / 2 for left, right in itertools.pairwise(tokens))


@given(ANY_TREE)
def test_labels_do_not_overlap(tree: DependencyTree) -> None:
    boxes = [((arc.x_dependent + arc.x_head) / 2, arc.top, arc.label_width) for arc in _layout(tree).arcs]
    for (x, y, width), (other_x, other_y, other_width) in itertools.combinations(boxes, 2):
        assert abs(y - other_y) >= LABEL_HEIGHT or abs(x - other_x) >= (width + other_width) / 2


@given(ANY_TREE)
def test_everything_is_inside(tree: DependencyTree) -> None:
    layout = _layout(tree)
    for arc in layout.arcs:
        assert min(arc.x_dependent, arc.x_head) >= 0
        assert max(arc.x_dependent, arc.x_head) <= layout.width
        assert 0 < arc.top < layout.tokens[0].y
    assert len(layout.arcs) == len(tree) - 1
    assert len(layout.roots) == len(tree.roots)


@given(ANY_TREE)
def test_an_arc_stands_above_those_it_spans(tree: DependencyTree) -> None:
    arcs = _layout(tree).arcs
    for outer, inner in itertools.permutations(arcs, 2):
        spans = [(min(arc.dependent, arc.head), max(arc.dependent, arc.head)) for arc in (outer, inner)]
        if spans[0] != spans[1] and spans[0][0] <= spans[1][0] and spans[1][1] <= spans[0][1]:
            assert outer.top < inner.top


@given(ANY_TREE)
def test_right_to_left_is_the_mirror(tree: DependencyTree) -> None:
    left, right = _layout(tree), _layout(tree, right_to_left=True)
    assert [token.x for token in right.tokens] == pytest.approx([left.width - token.x for token in left.tokens])


def test_ghosts_are_more_arcs() -> None:
    text = parsed("a:0:root b:1:x c:2:y")
    layout = lay_out([("a", ""), ("b", ""), ("c", "")], text.tree(), approximate_width, ghosts=[(2, 0, "z")])
    assert [arc.label for arc in layout.arcs] == ["x", "y", "z"]


def _rows(layout: ArcLayout) -> list[list[tuple[float, float]]]:
    """The centres and widths of the words of each row, the highest row first."""
    rows = itertools.groupby(layout.tokens, key=lambda box: box.y)
    return [[(box.x, box.width) for box in row] for _, row in rows]


def _boxes(layout: ArcLayout) -> list[tuple[float, float, float]]:
    return [((arc.x_dependent + arc.x_head) / 2, arc.top, arc.label_width) for arc in layout.arcs]


def _wrapped(tree: DependencyTree, width: float | None, *, compact: bool = False, leftwards: bool = False) -> ArcLayout:
    tokens = [(f"word{index}" * (1 + index % 3), "NOUN") for index in range(len(tree))]
    return lay_out(tokens, tree, approximate_width, width=width, compact=compact, right_to_left=leftwards)


@given(
    tree=st.integers(1, 24).flatmap(trees), width=st.floats(60, 1400), compact=st.booleans(), leftwards=st.booleans()
)
def test_rows_hold_everything_within_the_width(
    tree: DependencyTree, width: float, compact: bool, leftwards: bool
) -> None:
    layout = _wrapped(tree, width, compact=compact, leftwards=leftwards)
    rows = _rows(layout)
    assert layout.width <= width or 1 in map(len, rows), "only a row of one word may be wider"
    for x in [end for arc in layout.arcs for end in (arc.x_dependent, arc.x_head)]:
        assert 0 <= x <= layout.width
    for box in layout.tokens:
        assert box.width / 2 <= box.x <= layout.width - box.width / 2
    assert [box.index for box in layout.tokens] == list(range(len(tree)))
    assert [box.y for box in layout.tokens] == sorted(box.y for box in layout.tokens)
    for row in rows:
        row = row[::-1] if leftwards else row
        assert all(x + wide / 2 < other - room / 2 for (x, wide), (other, room) in itertools.pairwise(row))
    for (x, y, wide), (other_x, other_y, other_wide) in itertools.combinations(_boxes(layout), 2):
        assert abs(y - other_y) >= LABEL_HEIGHT or abs(x - other_x) >= (wide + other_wide) / 2


@given(tree=st.integers(2, 20).flatmap(trees), width=st.none() | st.floats(60, 900), leftwards=st.booleans())
def test_arcs_are_wider_than_their_labels(tree: DependencyTree, width: float | None, leftwards: bool) -> None:
    for arc in _wrapped(tree, width, leftwards=leftwards).arcs:
        assert abs(arc.x_head - arc.x_dependent) >= arc.label_width


@given(tree=st.integers(1, 24).flatmap(trees), width=st.none() | st.floats(60, 900), height=st.floats(140, 900))
def test_arcs_are_squeezed_before_words_are_out_of_sight(
    tree: DependencyTree, width: float | None, height: float
) -> None:
    tokens = [("word", "")] * len(tree)
    own, squeezed = (lay_out(tokens, tree, approximate_width, width=width, height=high) for high in (None, height))
    feet = sorted({box.y for box in squeezed.tokens})
    assert all(below - above <= height for above, below in itertools.pairwise([-SPACE_BELOW, *feet]))
    assert [(box.index, box.x) for box in squeezed.tokens] == [(box.index, box.x) for box in own.tokens]
    assert squeezed == own if own.height <= height else squeezed.height < own.height
    order = [sorted(range(len(one.arcs)), key=lambda index: one.arcs[index].top) for one in (own, squeezed)]
    assert order[0] == order[1], "what is higher stays higher"


@pytest.mark.parametrize("place", [0, 20, 39])
def test_a_word_that_governs_many_fits_into_a_row(place: int) -> None:
    heads = tuple(ROOT if index == place else place for index in range(40))
    tree = DependencyTree(heads, tuple("root" if head == ROOT else "nmod" for head in heads))
    assert _wrapped(tree, 500).width <= 500


@given(tree=st.integers(1, 20).flatmap(trees), width=st.floats(60, 900), leftwards=st.booleans())
def test_every_arc_is_drawn_in_the_rows_of_its_ends(tree: DependencyTree, width: float, leftwards: bool) -> None:
    layout = _wrapped(tree, width, leftwards=leftwards)
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


@given(tree=st.integers(1, 20).flatmap(trees), width=st.floats(60, 900))
def test_no_two_lines_lie_in_one_lane(tree: DependencyTree, width: float) -> None:
    for one, two in itertools.combinations(_wrapped(tree, width).arcs, 2):
        if one.top == two.top:
            sides = [sorted((arc.x_dependent, arc.x_head)) for arc in (one, two)]
            assert sides[0][1] <= sides[1][0] or sides[1][1] <= sides[0][0]


def test_svg_tells_both_ends_of_what_goes_on_in_another_row() -> None:
    text = parsed("a:2:x b:0:root c:2:y d:2:z")
    drawn = tree_picture(ComparedText(text, text.tree(), Marks({}, {})), width=60)
    root = etree.fromstring(picture_svg([drawn]).encode())
    told = [one.text or "" for one in root.iter("{*}title")]
    assert sorted(told) == ["x: b → a"] * 2 + ["y: b → c"] * 2 + ["z: b → d"] * 2
    assert len([one for one in root.iter("{*}path") if one.get("stroke") is None]) == 3, "one head an arc"


def test_svg_marks_by_colour_and_line() -> None:
    text = parsed("a:0:root b:1:x c:1:y")
    marks = Marks({(1, 0): Mark(Status.MISSED, 0, 1), (2, 0): Mark(Status.MATCHED, 1, 1)}, {})
    svg = picture_svg([tree_picture(ComparedText(text, text.tree(), marks))], DARK)
    assert DARK.status[Status.MISSED] in svg
    assert svg.count("stroke-dasharray") == 1
    assert LIGHT.surface not in svg


def test_what_nothing_was_counted_on_is_thin_solid_and_grey() -> None:
    text = parsed("a:0:root b:1:x c:1:y")
    marks = Marks({(1, 0): Mark(Status.MATCHED, 1, 1)}, {0: Mark(Status.EXTRA, 0, 1)})
    root = etree.fromstring(picture_svg([tree_picture(ComparedText(text, text.tree(), marks))]).encode())
    arcs = [one for one in root.iter("{*}path") if " Q" in one.get("d", "")]
    assert [(arc.get("stroke"), arc.get("stroke-width"), arc.get("stroke-dasharray")) for arc in arcs] == [
        (LIGHT.status[Status.MATCHED], "1.7", None),
        (LIGHT.line, "1.0", None),
    ]
    (underline,) = (one for one in root.iter("{*}path") if one.get("stroke") == LIGHT.status[Status.EXTRA])
    assert underline.get("stroke-dasharray") == "2.4 5.2"
    words = [one for one in root.iter("{*}text") if one.get("font-size") == "14.0"]
    assert {one.get("fill") for one in words} == {LIGHT.text}


@given(st.text(min_size=1, max_size=12).filter(lambda word: not word.isspace()))
def test_svg_is_sound_whatever_the_words(word: str) -> None:
    tree = DependencyTree((-1, 0), ("root", word))
    text = Analysis(word, (Sentence((Token(word), Token("<script>&")), tree),))
    drawn = tree_picture(ComparedText(text, tree, Marks({}, {})))
    root = etree.fromstring(picture_svg([drawn]).encode("utf-8", "replace"))
    assert root.xpath("count(//*[local-name()='script'])") == 0


def test_heights_and_labels_by_span() -> None:
    text = parsed("a:0:root b:1:x c:1:y d:5:z e:1:w")
    layout = lay_out([(word, "") for word in "abcde"], text.tree(), approximate_width, spans=True)
    assert {arc.label for arc in layout.arcs} == {"x 1", "y 2", "z 1", "w 4"}
    tops = {arc.label: arc.top for arc in layout.arcs}
    assert tops["x 1"] == tops["z 1"] > tops["y 2"] > tops["w 4"], "y grows downwards"


def _drawn(*words: str) -> list[str]:
    tokens = tuple(Token(word, "", "X") for word in words)
    tree = DependencyTree((-1, *([0] * (len(words) - 1))), ("root", *(["x"] * (len(words) - 1))))
    text = Analysis(" ".join(words), (Sentence(tokens, tree),))
    root = etree.fromstring(picture_svg([tree_picture(ComparedText(text, text.tree(), Marks({}, {})))]).encode())
    found = [one for one in root.iter("{*}text") if one.get("font-size") == "14.0"]
    assert all(one.get("unicode-bidi") == "isolate" for one in found), "no word turns another one round"
    return [one.text or "" for one in found]


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("👩\u200d👩\u200d👧", id="emoji with joiners"),
        pytest.param("❤\ufe0f", id="variation selector"),
        pytest.param("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", id="a flag of tags"),
        pytest.param("می\u200cخواهم", id="Persian with ZWNJ"),
        pytest.param("Wort\u00adteil", id="soft hyphen"),
        pytest.param("e\u0301n\u0303", id="combining marks"),
        pytest.param("10\u00a0000", id="no-break space"),
        pytest.param("\u202eabc", id="override without end"),
        pytest.param("\u0378\ue000", id="unassigned, private"),
    ],
)
def test_the_word_in_the_picture_is_the_word_in_the_text(word: str) -> None:
    assert _drawn(word, "b") == [word, "b"]


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\n", "\x85", "\u2028", "\ud800", "\uffff"])
def test_what_no_picture_can_hold_is_replaced(char: str) -> None:
    assert _drawn(f"a{char}b") == ["a\ufffdb"]


def test_rows_of_a_tree_stand_alone_as_they_stand_together() -> None:
    text = text_alone(parsed("a:2:x b:1:x c:0:root d:3:x e:4:x f:5:x g:3:x"))
    whole = tree_picture(text, width=150.0)
    rows = list(whole.rows)
    assert len(rows) > 1
    assert sum(row.height for row in rows) == pytest.approx(whole.height)
    assert [box.index for row in rows for box in row.layout.tokens] == [box.index for box in whole.layout.tokens]
    assert {arc.arc for row in rows for arc in row.layout.arcs} == {arc.arc for arc in whole.layout.arcs}
    assert all(0 <= arc.top < arc.foot < row.height for row in rows for arc in row.layout.arcs)
