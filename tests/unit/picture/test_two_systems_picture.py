"""Three rows of words, and the reference's tree with double lines: everything has its place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import annotated
from helpers.pictures import svg_of, texts_in
from helpers.trees import bracketed, parsed
from meantree.comparison.two_systems import SystemComparison, compare_systems
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.comparison_pictures import PictureSubject, system_comparison_picture
from meantree.picture.display_list import Box, Drawing, Lettering, Line, pen_of
from meantree.picture.frame_picture import FramesPicture
from meantree.picture.shapes import EDGE, Picture
from meantree.picture.style import LIGHT, approximate_width
from meantree.picture.tree_picture import TreePicture, doubled
from meantree.picture.two_systems_picture import (
    FIRST,
    HALF_LINE,
    REFERENCE,
    SECOND,
    RowsPicture,
    rows_picture,
    shared_tree,
)

ONE = "the:2:det minister:3:nsubj confirmed:0:root it:3:obj"
TWO = "the:2:det minister:3:nsubj denied:0:root it:3:obj"
HEBREW = "השר:2:nsubj אישר:0:root את:4:case זה:2:obj"


def _made(
    first: str = ONE, second: str = TWO, reference: str = ONE, spec: str = "hwcm", **named: str
) -> SystemComparison:
    texts = [Pair(parsed(text), (parsed(reference),), ("A",)) for text in (first, second)]
    systems = named.get("one", "north"), named.get("two", "south")
    return compare_systems((texts[0], texts[1]), metric(spec), systems)


def _drawings(content: SystemComparison) -> list[Drawing]:
    """The drawings above legend and caption."""
    return system_comparison_picture(content, PictureSubject("1", content.systems))[:-2]


def _long(words: int) -> str:
    return " ".join(f"word{index}:{index}:dep" for index in range(words))


@given(words=st.integers(1, 80), width=st.floats(260, 1600))
def test_rows_wrap_within_their_width_and_do_not_overlap(words: int, width: float) -> None:
    picture = rows_picture(_made(_long(words), _long(max(1, words // 2)), _long(words)), width, approximate_width)
    sizes = [sum(word.row == row for word in picture.words) for row in (REFERENCE, FIRST, SECOND)]
    assert sizes == [words, words, max(1, words // 2)]
    edge = max(name.x + name.width for name in picture.names)
    for word in picture.words:
        name = picture.names[word.row]
        assert word.x - word.width / 2 >= edge or word.y - HALF_LINE >= name.y
        assert word.y >= name.y
        assert word.y < picture.height
    for one, two in pairwise(picture.words):
        assert two.y > one.y or two.x - two.width / 2 > one.x + one.width / 2
        assert two.y >= one.y


def test_words_have_one_line_where_both_agree_and_two_where_they_differ() -> None:
    picture = rows_picture(_made(), 900, approximate_width)
    statuses = {(word.row, word.text): word.statuses for word in picture.words}
    assert statuses[REFERENCE, "minister"] == (Status.MATCHED,)
    assert statuses[REFERENCE, "confirmed"] == (Status.MATCHED, Status.MISSED)
    assert statuses[FIRST, "confirmed"] == (Status.MATCHED,)
    assert statuses[SECOND, "denied"] == (Status.EXTRA,)


def test_names_say_whose_row_it_is_and_the_score() -> None:
    made = _made(one="a system whose name nobody would ever want to read in full", two="s\u202eb")
    names = rows_picture(made, 400, approximate_width).names
    assert [name.whole for name in names] == ["Reference A", made.systems[0], "s\\u202eb"]
    assert names[FIRST].text.endswith("…")
    assert approximate_width(names[FIRST].text, "entry") <= names[FIRST].width
    assert [name.score for name in names] == ["", "1.000", f"{made.scores[1]:.3f}"]
    titles = [[part.title for part in name.group(LIGHT).parts if isinstance(part, Lettering)] for name in names]
    assert titles == [[""], [made.systems[0], ""], ["", ""]], "in full where it is cut"


def test_right_to_left_rows_begin_at_the_right() -> None:
    picture = rows_picture(_made(HEBREW, HEBREW, HEBREW), 700, approximate_width)
    first, second = (word for word in picture.words[:2])
    assert first.x > second.x
    assert max(word.x + word.width / 2 for word in picture.words) <= 700


def test_a_double_arc_lies_around_and_within_the_single_one() -> None:
    tree = shared_tree(_made(), approximate_width)
    assert isinstance(tree, TreePicture)
    for arc in tree.layout.arcs:
        outer, inner = doubled(arc)
        assert outer.top < arc.top < inner.top
        assert abs(outer.x_head - outer.x_dependent) > abs(inner.x_head - inner.x_dependent)


@pytest.mark.parametrize("is_tree", [False, True])
def test_that_the_lines_of_a_word_lie_below_it_one_below_the_other(is_tree: bool) -> None:
    made = _made()
    drawn = shared_tree(made, approximate_width) if is_tree else rows_picture(made, 900, approximate_width)
    assert drawn is not None
    starts = (group.parts[:3] for group in drawn.groups(LIGHT))
    ((word, first, second),) = (parts for parts in starts if list(map(type, parts)) == [Lettering, Line, Line])
    assert isinstance(word, Lettering)
    assert isinstance(first, Line)
    assert isinstance(second, Line)
    assert word.text == "confirmed"
    assert word.y < first.points[0][1] < second.points[0][1]
    assert first.points[0][0] < word.x < first.points[1][0]
    assert [one.pen for one in (first, second)] == [
        pen_of(each, LIGHT, 2.0) for each in (Status.MATCHED, Status.MISSED)
    ]


def test_where_words_are_compared_there_is_no_tree() -> None:
    assert shared_tree(_made(spec="ter"), approximate_width) is None


def test_the_picture_is_svg_with_all_words_and_both_lines() -> None:
    drawn = _drawings(_made(one="<b>&"))
    texts = texts_in(*drawn)
    assert texts.count("confirmed") == 2 + 1, "two rows, the reference's tree"
    assert "<b>&" in texts
    assert LIGHT.status[Status.MISSED] in [path.get("stroke") for path in svg_of(drawn[1]).iter("{*}path")]
    assert len(drawn) == 2


def test_constituents_have_two_frames_where_the_translations_differ() -> None:
    same, other = (
        bracketed(f"(S (NP (DT the) (NN cat)) ({phrase} (VBZ sleeps) (RB well)))") for phrase in ("VP", "FRAG")
    )
    pairs = Pair(same, (same,), ("A",)), Pair(other, (same,), ("A",))
    made = compare_systems(pairs, metric("stm:d=1"), ("north", "south"))
    picture = shared_tree(made, approximate_width)
    assert isinstance(picture, Picture)
    both = {caption.text: caption.both for caption in picture.captions if caption.framed}
    assert both["VP"] == (Status.MATCHED, Status.MISSED)
    assert both["NP"] == ()
    (differing,) = (caption for caption in picture.captions if caption.both)
    outer, inner, label = differing.group(LIGHT).parts
    assert isinstance(outer, Box)
    assert isinstance(inner, Box)
    assert isinstance(label, Lettering)
    assert outer.pen == pen_of(Status.MATCHED, LIGHT, EDGE), "the first translation's is around the second's"
    assert outer.x < inner.x < inner.x + inner.width < outer.x + outer.width
    assert outer.y < inner.y < label.y < inner.y + inner.height < outer.y + outer.height
    root = svg_of(*_drawings(made))
    assert len(list(root.iter("{*}rect"))) == 1 + len(both) + sum(len(one) == 2 for one in both.values())


def test_frames_of_each_translation_stand_below_the_rows_under_its_name() -> None:
    pairs = (annotated(6, ["1 agent=0"], ["1 agent=0", "4"], "0=0", "0.0=0.0"), annotated(6, ["4"], ["1 agent=0", "4"]))
    made = compare_systems(pairs, metric("hmeant"), ("north", "sou<th"))
    drawn = _drawings(made)
    assert [type(one) for one in drawn] == [RowsPicture, Picture, FramesPicture, Picture, FramesPicture]
    rows = drawn[0]
    assert isinstance(rows, RowsPicture)
    statuses = {(word.row, word.index): word.statuses for word in rows.words}
    assert statuses[REFERENCE, 0] == statuses[REFERENCE, 1] == (Status.MATCHED, Status.MISSED)
    assert statuses[SECOND, 4] == (Status.EXTRA,)
    assert statuses[FIRST, 5] == ()
    texts = texts_in(*drawn)
    assert texts.count("sou<th") == 2  # its row, its frames
    assert texts.count("predicate") == 3 + 3
