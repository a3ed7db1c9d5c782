"""Pictures of constituency trees: nothing overlaps, everything is connected."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.pictures import NO_MARKS, assert_apart_and_inside, listed, texts_in, words_of
from helpers.trees import bracketed, constituency_trees
from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.comparison.compare import compare
from meantree.comparison.comparison import ComparedText
from meantree.comparison.marks import Mark, Marks
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.comparison_pictures import tree_drawings
from meantree.picture.constituent_picture import constituents_picture, fragment, fragments
from meantree.picture.link_picture import links_picture
from meantree.picture.shapes import Picture
from meantree.picture.style import approximate_width
from meantree.picture.tree_picture import tree_picture


def _drawn(
    tree: ConstituencyTree, *, leftwards: bool = False, marks: Marks = NO_MARKS, width: float | None = None
) -> Picture:
    word = "מילה" if leftwards else "word"
    words = [f"{word}{'x' * (place % 5)}" for place in range(len(tree.leaves()))]
    return constituents_picture(listed(words, tree, marks), approximate_width, width=width)


@given(
    tree=st.integers(1, 24).flatmap(constituency_trees),
    width=st.none() | st.floats(60.0, 700.0),
    leftwards=st.booleans(),
)
def test_rows_hold_all_of_the_tree_within_the_width(
    tree: ConstituencyTree, width: float | None, leftwards: bool
) -> None:
    picture = _drawn(tree, leftwards=leftwards, width=width)
    assert_apart_and_inside(picture)
    words = words_of(picture)
    assert [one.key for one in words] == [("token", "hypothesis", token) for token in range(len(tree.leaves()))]
    nodes = [one.key[2] for one in picture.captions if one.key and one.key[0] == "node"]
    assert set(nodes) == {*range(len(tree))}
    rows = [[one.x for one in row] for _, row in itertools.groupby(words, key=lambda one: one.y)]
    assert all(row == sorted(row, reverse=leftwards) for row in rows)
    if width is None:
        assert len(nodes) == len(tree)
        assert len(rows) == 1
    else:
        assert picture.width <= width or 1 in map(len, rows), "only a row of one word may be wider"
        assert len(rows) == 1 or _drawn(tree).width > width


def test_words_are_drawn_as_they_are_written() -> None:
    text = replace(bracketed("(S (NN Nobody) (VBD came))"), text="No\xadbody came\u200b")
    (sentence,) = text.sentences
    assert sentence.constituents is not None
    compared = ComparedText(text, text.tree(), NO_MARKS, constituency=sentence.constituents.tree(0))
    constituents = constituents_picture(compared, approximate_width)
    linked = links_picture((compared, compared), (), approximate_width)
    captions = words_of(constituents), words_of(linked), words_of(linked, "reference")
    drawn = [[one.text for one in words] for words in captions]
    drawn.append([box.word for box in tree_picture(compared).layout.tokens])
    assert all(words == ["No\\xadbody", "came\\u200b"] for words in drawn), drawn


@given(tree=st.integers(1, 14).flatmap(constituency_trees), height=st.floats(80, 500))
def test_levels_are_squeezed_into_a_height_as_far_as_labels_are_legible(tree: ConstituencyTree, height: float) -> None:
    text = listed(["word"] * len(tree.leaves()), tree)
    own, squeezed, least = (constituents_picture(text, approximate_width, height=one) for one in (None, height, 0.0))
    assert least.height <= own.height
    assert squeezed.height == pytest.approx(min(own.height, max(height, least.height)))
    assert_apart_and_inside(least)


@given(tree=st.integers(1, 10).flatmap(constituency_trees))
def test_lines_join_parents_with_children_and_tags_with_words(tree: ConstituencyTree) -> None:
    picture = _drawn(tree)
    expected = {(("node", parent), ("node", node)) for node, parent in enumerate(tree.parents) if parent != TOP}
    expected |= {(("node", leaf), ("token", token)) for token, leaf in enumerate(tree.leaves())}
    assert {tuple(end[0:3:2] for end in stroke.ends) for stroke in picture.strokes} == expected
    tops = {caption.key: caption.y for caption in picture.captions}
    for stroke in picture.strokes:
        assert tops[stroke.ends[0]] < tops[stroke.ends[1]], "parents are above"


def test_marks_are_carried() -> None:
    mark = Mark(Status.MISSED, 0.0, 1.0)
    picture = _drawn(ConstituencyTree(("S", "A"), (TOP, 0)), marks=Marks({}, {}, {0: mark}))
    assert [caption.mark for caption in picture.captions if caption.key == ("node", "hypothesis", 0)] == [mark]


CAT = "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"


@pytest.mark.parametrize(
    ("spec", "kind"),
    [("tk", "constituents"), ("edpm:labels=ab,nbest=1", "arcs"), ("sepia", "arcs"), ("hwcm", "arcs"), ("ter", "links")],
)
def test_every_structure_has_a_drawing(spec: str, kind: str) -> None:
    hyp, ref = bracketed(CAT), bracketed(CAT.replace("cat", "dog"))
    drawn = list(tree_drawings(compare(Pair(hyp, [ref]), metric(spec)), approximate_width))
    assert len(drawn) == (1 if kind == "links" else 2)
    assert all(isinstance(drawing, Picture) == (kind != "arcs") for drawing in drawn)
    texts = set(texts_in(*drawn))
    assert {"the", "cat", "sleeps"} <= texts
    assert ("VP" in texts) == (kind == "constituents")
    assert ("S/NP" in texts) == (kind == "arcs" and spec != "sepia")
    assert any(text.endswith(" 1") for text in texts) == (spec == "sepia"), "SEPIA's arcs say what they span"


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
