"""Pictures of constituency trees: nothing overlaps, everything is connected."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from helpers.trees import bracketed, constituency_trees
from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.comparison.compare import compare
from meantree.comparison.marks import Mark, Marks, pair_marks
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.comparison_pictures import tree_drawings
from meantree.picture.constituent_picture import constituents_picture, fragment, fragments
from meantree.picture.shapes import Caption, Picture
from meantree.picture.style import approximate_width
from meantree.picture.svg import picture_svg

HEIGHT = 17.0


def drawn(
    tree: ConstituencyTree, *, right_to_left: bool = False, marks: Marks | None = None, width: float | None = None
) -> Picture:
    words = [f"word{'x' * (place % 5)}" for place in range(len(tree.leaves()))]
    marks = marks or Marks({}, {})
    return constituents_picture(tree, words, marks, approximate_width, right_to_left=right_to_left, width=width)


def overlap(one: Caption, two: Caption) -> bool:
    return abs(one.x - two.x) < (one.width + two.width) / 2 and abs(one.y - two.y) < HEIGHT


@given(tree=st.integers(1, 14).flatmap(constituency_trees), right_to_left=st.booleans())
def test_no_labels_or_words_overlap_and_all_are_inside(tree: ConstituencyTree, right_to_left: bool) -> None:
    picture = drawn(tree, right_to_left=right_to_left)
    assert len(picture.captions) == len(tree) + len(tree.leaves())
    for one, two in itertools.combinations(picture.captions, 2):
        assert not overlap(one, two), (one, two)
    for caption in picture.captions:
        assert caption.width / 2 <= caption.x <= picture.width - caption.width / 2
        assert caption.y - HEIGHT / 2 >= 0
        assert caption.y + HEIGHT / 2 <= picture.height


@given(tree=st.integers(1, 10).flatmap(constituency_trees))
def test_lines_join_parents_with_children_and_tags_with_words(tree: ConstituencyTree) -> None:
    picture = drawn(tree)
    joined = {tuple(end[0:3:2] for end in stroke.ends) for stroke in picture.strokes}
    expected = {(("node", parent), ("node", node)) for node, parent in enumerate(tree.parents) if parent != TOP}
    expected |= {(("node", leaf), ("token", token)) for token, leaf in enumerate(tree.leaves())}
    assert joined == expected
    places = {caption.key: caption for caption in picture.captions}
    for node, parent in enumerate(tree.parents):
        if parent != TOP:
            assert places["node", "hypothesis", parent].y < places["node", "hypothesis", node].y


def test_words_run_leftwards_in_a_text_from_right_to_left() -> None:
    tree = ConstituencyTree(("S", "A", "B"), (TOP, 0, 0))
    for leftwards in (False, True):
        words = [one for one in drawn(tree, right_to_left=leftwards).captions if one.font == "word"]
        assert (words[0].x > words[1].x) is leftwards


def test_marks_are_carried() -> None:
    mark = Mark(Status.MISSED, 0.0, 1.0)
    picture = drawn(ConstituencyTree(("S", "A"), (TOP, 0)), marks=Marks({}, {}, {0: mark}))
    assert [caption.mark for caption in picture.captions if caption.key == ("node", "hypothesis", 0)] == [mark]


CAT = "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("stm", "constituents"),
        ("tk", "constituents"),
        ("edpm:labels=ab,nbest=1", "arcs"),
        ("sepia", "arcs"),
        ("hwcm", "arcs"),
        ("meteor", "links"),
        ("ter", "links"),
        ("bleu", "links"),
    ],
)
def test_every_structure_has_a_drawing(spec: str, kind: str) -> None:
    hyp, ref = bracketed(CAT), bracketed(CAT.replace("cat", "dog"))
    drawn = list(tree_drawings(compare(Pair(hyp, [ref]), metric(spec)), approximate_width))
    assert len(drawn) == (1 if kind == "links" else 2)
    assert all(isinstance(drawing, Picture) == (kind != "arcs") for drawing in drawn)
    root = etree.fromstring(picture_svg(drawn).encode())
    texts = {"".join(str(part) for part in node.itertext()) for node in root.iter("{*}text")}
    assert {"the", "cat", "sleeps"} <= texts
    assert ("VP" in texts) == (kind == "constituents")
    assert ("S/NP" in texts) == (kind == "arcs" and spec != "sepia")
    assert any(text.endswith(" 1") for text in texts) == (spec == "sepia"), "SEPIA's arcs say what they span"


def test_kernel_marks_only_what_is_expanded() -> None:
    hyp, ref = bracketed(CAT), bracketed(CAT.replace("(VP (VBZ sleeps))", "(VP (VBZ sleeps) (RB not))"))
    marks, _ = pair_marks(metric("tk").evidence(Pair(hyp, [ref])).units, (hyp, ref), 0)
    statuses = {node: mark.status for node, mark in marks.nodes.items()}
    assert statuses[1] is Status.MATCHED, "NP"
    assert statuses[4] is Status.EXTRA, "VP has other children there"
    assert statuses[5] is Status.MATCHED, "VBZ over sleeps"


@given(tree=st.integers(1, 24).flatmap(constituency_trees), width=st.floats(60.0, 700.0), right_to_left=st.booleans())
def test_rows_hold_all_of_the_tree_within_the_width(tree: ConstituencyTree, width: float, right_to_left: bool) -> None:
    size = len(tree.leaves())
    picture = drawn(tree, right_to_left=right_to_left, width=width)
    for one, two in itertools.combinations(picture.captions, 2):
        assert not overlap(one, two), (one, two)
    for caption in picture.captions:
        assert caption.width / 2 <= caption.x <= picture.width - caption.width / 2
        assert caption.y + HEIGHT / 2 <= picture.height
    found = [caption.key for caption in picture.captions if caption.font == "word"]
    assert found == [("token", "hypothesis", token) for token in range(size)]
    assert {caption.key[2] for caption in picture.captions if caption.key and caption.key[0] == "node"} == {
        *range(len(tree))
    }
    rows = [len(list(row)) for _, row in itertools.groupby(c.y for c in picture.captions if c.font == "word")]
    assert picture.width <= width or 1 in rows, "only a row of one word may be wider"
    assert len(rows) == 1 or drawn(tree).width > width


RIGHT = ConstituencyTree(
    ("S", "NP", "VP", "V", "SBAR", "IN", "S", "NP", "VP", "V", "NP"), (TOP, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8)
)


def test_a_constituent_says_that_it_goes_on_and_what_leads_to_a_later_row() -> None:
    spans = RIGHT.spans()
    first = fragment(RIGHT, spans, 0, 3)
    assert first.tree.labels == ("S …", "NP", "VP …", "V", "SBAR …", "IN")
    assert first.tree.parents == (TOP, 0, 0, 2, 2, 4)
    second = fragment(RIGHT, spans, 3, 6)
    assert second.tree.labels == ("… S VP SBAR", "S", "NP", "VP", "V", "NP")
    assert second.nodes == (None, 6, 7, 8, 9, 10)
    assert fragment(RIGHT, spans, 2, 4).tree.labels == ("… S VP", "SBAR …", "IN", "S …", "NP")


def test_a_row_ends_where_few_constituents_are_cut() -> None:
    flat = ConstituencyTree(("S", "A", *"abc", "B", *"def"), (TOP, 0, 1, 1, 1, 0, 5, 5, 5))
    assert [(one.start, one.end) for one in fragments(flat, lambda one: one.end - one.start <= 4)] == [(0, 3), (3, 6)]
    assert [(one.start, one.end) for one in fragments(flat, lambda _: False)] == [(at, at + 1) for at in range(6)]
