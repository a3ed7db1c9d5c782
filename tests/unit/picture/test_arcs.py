"""The layout never lets words or labels overlap; the SVG is sound."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from helpers.trees import parsed, trees
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.comparison.marks import Mark, Marks
from meantree.metrics.evidence import Status
from meantree.picture.arcs import ArcLayout, lay_out
from meantree.picture.fonts import approximate_width
from meantree.picture.style import DARK, LIGHT
from meantree.picture.svg import Drawing, picture_svg

LABEL_HEIGHT = 14
ANY_TREE = st.integers(1, 14).flatmap(lambda size: trees(size))


def _layout(tree: DependencyTree, *, right_to_left: bool = False) -> ArcLayout:
    words = [f"word{index}" * (1 + index % 3) for index in range(len(tree))]
    return lay_out(words, ["NOUN"] * len(words), tree, approximate_width, right_to_left=right_to_left)


@given(ANY_TREE)
def test_words_stand_apart(tree: DependencyTree) -> None:
    tokens = _layout(tree).tokens
    assert all(left.x + left.width / 2 < right.x - right.width / 2 for left, right in itertools.pairwise(tokens))


@given(ANY_TREE)
@settings(max_examples=60)
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
        assert 0 < arc.top < layout.foot
    assert len(layout.arcs) == len(tree) - 1
    assert [root for root, _ in layout.roots] == list(tree.roots)


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
    layout = lay_out(["a", "b", "c"], ["", "", ""], text.tree(), approximate_width, ghosts=[(2, 0, "z")])
    assert [arc.label for arc in layout.arcs if arc.ghost] == ["z"]
    assert len(layout.arcs) == 3


def test_svg_marks_by_colour_and_line() -> None:
    text = parsed("a:0:root b:1:x c:1:y")
    marks = Marks({(1, 0): Mark(Status.MISSED, 0, 1), (2, 0): Mark(Status.MATCHED, 1, 1)}, {})
    svg = picture_svg([Drawing(text, text.tree(), marks)], DARK)
    assert DARK.status[Status.MISSED] in svg
    assert svg.count("stroke-dasharray") == 1
    assert LIGHT.surface not in svg


def test_what_nothing_was_counted_on_is_thin_solid_and_grey() -> None:
    text = parsed("a:0:root b:1:x c:1:y")
    marks = Marks({(1, 0): Mark(Status.MATCHED, 1, 1)}, {0: Mark(Status.EXTRA, 0, 1)})
    root = etree.fromstring(picture_svg([Drawing(text, text.tree(), marks)]).encode())
    arcs = [one for one in root.iter("{*}path") if " Q" in one.get("d", "")]
    assert [(arc.get("stroke"), arc.get("stroke-width"), arc.get("stroke-dasharray")) for arc in arcs] == [
        (LIGHT.status[Status.MATCHED], "1.7", None),
        (LIGHT.line, "1.0", None),
    ]
    (underline,) = root.iter("{*}line")
    assert (underline.get("stroke"), underline.get("stroke-dasharray")) == (LIGHT.status[Status.EXTRA], "2.4 5.2")
    words = [one for one in root.iter("{*}text") if one.get("font-size") == "14.0"]
    assert {one.get("fill") for one in words} == {LIGHT.text}


@given(st.text(min_size=1, max_size=12).filter(lambda word: not word.isspace()))
def test_svg_is_sound_whatever_the_words(word: str) -> None:
    tree = DependencyTree((-1, 0), ("root", word))
    text = Analysis(word, (Sentence((Token(word), Token("<script>&")), tree),))
    root = etree.fromstring(picture_svg([Drawing(text, tree, Marks({}, {}))]).encode("utf-8", "replace"))
    assert root.xpath("count(//*[local-name()='script'])") == 0


def test_heights_and_labels_by_span() -> None:
    text = parsed("a:0:root b:1:x c:1:y d:5:z e:1:w")
    layout = lay_out(["a", "b", "c", "d", "e"], [""] * 5, text.tree(), approximate_width, spans=True)
    assert {arc.label for arc in layout.arcs} == {"x 1", "y 2", "z 1", "w 4"}
    tops = {arc.label: arc.top for arc in layout.arcs}
    assert tops["x 1"] == tops["z 1"] > tops["y 2"] > tops["w 4"], "y grows downwards"


@given(tree=st.integers(1, 9).flatmap(trees))
def test_longer_arcs_stand_higher_by_span(tree: DependencyTree) -> None:
    words = ["w"] * len(tree)
    arcs = lay_out(words, words, tree, approximate_width, spans=True).arcs
    for one, two in itertools.permutations(arcs, 2):
        if abs(one.dependent - one.head) > abs(two.dependent - two.head):
            overlapping = min(one.x_head, one.x_dependent) < max(two.x_head, two.x_dependent) and min(
                two.x_head, two.x_dependent
            ) < max(one.x_head, one.x_dependent)
            assert one.top < two.top or not overlapping


def _drawn(*words: str) -> list[str]:
    tokens = tuple(Token(word, "", "X") for word in words)
    tree = DependencyTree((-1, *([0] * (len(words) - 1))), ("root", *(["x"] * (len(words) - 1))))
    text = Analysis(" ".join(words), (Sentence(tokens, tree),))
    root = etree.fromstring(picture_svg([Drawing(text, text.tree(), Marks({}, {}))]).encode())
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
