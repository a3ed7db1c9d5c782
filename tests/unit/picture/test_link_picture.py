"""Pictures of links between words: nothing overlaps, lines end at their words."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from meantree.alignment.word_alignment import Reason
from meantree.analysis.corrections import FixedLinks
from meantree.comparison.marks import Marks
from meantree.comparison.word_links import WordLink, removed_links
from meantree.metrics.evidence import Status
from meantree.picture.link_picture import links_picture
from meantree.picture.style import FAINT, approximate_width
from meantree.picture.svg import picture_svg

NOTHING = Marks({}, {}), Marks({}, {})
WORDS = st.lists(st.sampled_from(["a", "minister", ".", "中文", "Donaudampfschiff"]), max_size=60)


@given(one=WORDS, two=WORDS, right_to_left=st.booleans())
def test_no_words_overlap_and_all_are_inside(one: list[str], two: list[str], right_to_left: bool) -> None:
    picture = links_picture((one, two), NOTHING, (), approximate_width, right_to_left=right_to_left)
    for side, words in (("hypothesis", one), ("reference", two)):
        row = [caption for caption in picture.captions if caption.key is not None and caption.key[1] == side]
        assert [caption.text for caption in row] == words
        for before, after in itertools.pairwise(reversed(row) if right_to_left else row):
            assert before.x + before.width / 2 < after.x - after.width / 2
        assert all(caption.width / 2 <= caption.x <= picture.width - caption.width / 2 for caption in row)


def test_lines_end_at_their_words() -> None:
    links = (WordLink(0, 1, Status.MATCHED, "a"), WordLink(1, 0, Status.PARTIAL, "b ↦ c"))
    picture = links_picture((["a", "b"], ["c", "a"]), NOTHING, links, approximate_width)
    places = {caption.key: caption.x for caption in picture.captions}
    for stroke, link in zip(picture.strokes, links, strict=True):
        (top, _), (foot, _) = stroke.points[0], stroke.points[-1]
        assert top == places["token", "hypothesis", link.hypothesis]
        assert foot == places["token", "reference", link.reference]
        assert (stroke.status, stroke.tip) == (link.status, link.label)


def test_signs_tell_links_by_hand_and_opposites() -> None:
    reasons = {(0, 0): Reason("hand", 1.0), (0, 1): Reason("antonym", 0.5), (1, 1): Reason("synonym", 0.9)}
    links = [WordLink(*pair, Status.MATCHED, "x", reason) for pair, reason in reasons.items()]
    strokes = links_picture((["a", "b"], ["c", "d"]), NOTHING, links, approximate_width).strokes
    signs = [stroke.sign for stroke in strokes]
    assert [(sign.plain, sign.lit) for sign in signs if sign] == [("✎", "by hand"), ("≠", "antonym"), ("", "synonym")]
    for stroke, sign in zip(strokes, signs, strict=True):
        assert sign is not None
        (top, upper), (foot, lower) = stroke.points
        assert (sign.x - top) * (lower - upper) == pytest.approx((foot - top) * (sign.y - upper)), "on its line"
    first, second, _ = (sign.y for sign in signs if sign)
    assert abs(first - second) > 18, "signs of one word stand below each other"


def test_svg_says_why_words_are_linked() -> None:
    link = WordLink(0, 0, Status.MATCHED, "up → <down>", Reason("antonym", 0.5))
    svg = picture_svg([links_picture((["up"], ["<down>"]), NOTHING, [link], approximate_width)])
    root = etree.fromstring(svg.encode())
    assert [node.text for node in root.iter("{*}title")] == ["up → <down>: antonym (0.50)"]
    assert "≠" in {node.text for node in root.iter("{*}text")}


@given(
    one=WORDS, two=WORDS, ends=st.lists(st.tuples(st.integers(0, 59), st.integers(0, 59)), max_size=40), data=st.data()
)
def test_blocks_hold_all_words_and_links_within_the_width(
    one: list[str], two: list[str], ends: list[tuple[int, int]], data: st.DataObject
) -> None:
    width = data.draw(st.floats(250, 2000))
    known = [(here, there) for here, there in ends if here < len(one) and there < len(two)]
    links = [WordLink(here, there, Status.MATCHED, "") for here, there in known]
    picture = links_picture((one, two), NOTHING, links, approximate_width, width=width)
    assert picture.width <= width
    assert len(picture.strokes) == len(links)
    for side, words in (("hypothesis", one), ("reference", two)):
        found = [caption for caption in picture.captions if caption.key is not None and caption.key[1] == side]
        assert [caption.text for caption in found] == words
        for before, after in itertools.pairwise(found):
            beside = before.y == after.y and before.x + before.width / 2 < after.x - after.width / 2
            assert beside or before.y < after.y
        assert all(caption.width / 2 <= caption.x <= picture.width - caption.width / 2 for caption in found)
        assert all(caption.y < picture.height for caption in found)


def test_blocks_end_where_fewer_links_are_cut() -> None:
    links = [WordLink(place, place, Status.MATCHED, "") for place in range(6)]
    picture = links_picture((["word"] * 6, ["word"] * 6), NOTHING, links, lambda *_: 40.0, width=260)
    heights = {stroke.points[-1][1] - stroke.points[0][1] for stroke in picture.strokes}
    assert len(heights) == 1, "no link leaves its block"
    assert len({caption.y for caption in picture.captions}) == 4


@pytest.mark.parametrize(("annotator", "told"), [("Ann", "removed by Ann"), ("", "removed by hand")])
def test_a_removed_link_is_a_thin_crossed_line_that_says_who(annotator: str, told: str) -> None:
    fixed = FixedLinks(linked=frozenset({(0, 0)}), unlinked=frozenset({(0, 1)}))
    (removed,) = removed_links(fixed, (["a"], ["b", "c"]), annotator)
    assert removed.description == f"a → c: {told}"
    picture = links_picture((["a"], ["b", "c"]), NOTHING, (removed,), approximate_width)
    (stroke,) = picture.strokes
    assert (stroke.status, stroke.faint, stroke.joins) == (None, True, False)
    assert stroke.sign is not None
    assert (stroke.sign.plain, stroke.sign.lit) == ("✕", told)
    root = etree.fromstring(picture_svg([picture]).encode())
    assert [line.get("stroke-width") for line in root.iter("{*}path")] == [str(FAINT)]
    assert "✕" in [text.text for text in root.iter("{*}text")]


def test_a_link_that_crosses_other_rows_is_thin() -> None:
    words = [f"word{number}" for number in range(30)]
    links = [WordLink(0, 0, Status.MATCHED, "near"), WordLink(1, 29, Status.MATCHED, "far")]
    near, far = links_picture((words, words), NOTHING, links, approximate_width, width=400).strokes
    assert (near.faint, far.faint) == (False, True)
    assert not any(stroke.faint for stroke in links_picture((words, words), NOTHING, links, approximate_width).strokes)
