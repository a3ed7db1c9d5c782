"""Pictures of links between words: nothing overlaps, lines end at their words."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.pictures import assert_apart_and_inside, listed, svg_of, texts_in, words_of
from meantree.alignment.word_alignment import Reason
from meantree.analysis.corrections import FixedLinks
from meantree.comparison.word_links import WordLink, removed_links
from meantree.metrics.evidence import Status
from meantree.picture.link_picture import links_picture
from meantree.picture.shapes import Picture
from meantree.picture.style import FAINT, approximate_width

WORDS = st.lists(st.sampled_from(["a", "minister", ".", "中文", "Donaudampfschiff"]), max_size=60)


def _drawn(
    one: Sequence[str], two: Sequence[str], links: Sequence[WordLink] = (), width: float | None = None
) -> Picture:
    return links_picture((listed(one), listed(two)), links, approximate_width, width)


@given(
    one=WORDS,
    two=WORDS,
    ends=st.lists(st.tuples(st.integers(0, 59), st.integers(0, 59)), max_size=40),
    width=st.none() | st.floats(250, 2000),
    leftwards=st.booleans(),
)
def test_blocks_hold_all_words_and_links_within_the_width(
    one: list[str], two: list[str], ends: list[tuple[int, int]], width: float | None, leftwards: bool
) -> None:
    texts = [["ש" * len(word) if leftwards else word for word in words] for words in (one, two)]
    known = dict.fromkeys((here % len(one), there % len(two)) for here, there in ends if one and two)
    links = [WordLink(here, there, Status.MATCHED, "a ↦ b") for here, there in known]
    picture = _drawn(texts[0], texts[1], links, width)
    assert width is None or picture.width <= width
    assert_apart_and_inside(picture)
    for side, words in zip(("hypothesis", "reference"), texts, strict=True):
        found = words_of(picture, side)
        assert [caption.text for caption in found] == words
        for before, after in itertools.pairwise(found):
            assert before.y < after.y or (before.y == after.y and (before.x > after.x) is (leftwards and bool(one)))
        assert width is not None or len({caption.y for caption in found}) <= 1
    places = {caption.key: (caption.x, caption.y) for caption in picture.captions}
    for stroke, link in zip(picture.strokes, links, strict=True):
        ends_at = [places["token", "hypothesis", link.hypothesis], places["token", "reference", link.reference]]
        assert [stroke.points[0][0], stroke.points[-1][0]] == [x for x, _ in ends_at]
        upper, lower = sorted(y for _, y in ends_at)
        assert all(upper < y < lower for _, y in stroke.points), "the line goes through a word"
        assert (stroke.status, stroke.tip) == (link.status, link.label)


def test_signs_tell_links_by_hand_and_opposites() -> None:
    reasons = {(0, 0): Reason("hand", 1.0), (0, 1): Reason("antonym", 0.5), (1, 1): Reason("synonym", 0.9)}
    links = [WordLink(*pair, Status.MATCHED, "x → <y>", reason) for pair, reason in reasons.items()]
    picture = _drawn(["a", "b"], ["c", "d"], links)
    signs = [stroke.sign for stroke in picture.strokes]
    assert [(sign.plain, sign.lit) for sign in signs if sign] == [("✎", "by hand"), ("≠", "antonym"), ("", "synonym")]
    for stroke, sign in zip(picture.strokes, signs, strict=True):
        assert sign is not None
        (top, upper), (foot, lower) = stroke.points
        assert (sign.x - top) * (lower - upper) == pytest.approx((foot - top) * (sign.y - upper)), "on its line"
    first, second, _ = (sign.y for sign in signs if sign)
    assert abs(first - second) > 18, "signs of one word stand below each other"
    assert [node.text for node in svg_of(picture).iter("{*}title")] == [link.description for link in links]
    assert {"✎", "≠"} <= set(texts_in(picture))


def test_blocks_end_where_fewer_links_are_cut() -> None:
    links = [WordLink(place, place, Status.MATCHED, "") for place in range(6)]
    words = listed(["word"] * 6)
    picture = links_picture((words, words), links, lambda *_: 40.0, 260)
    heights = {stroke.points[-1][1] - stroke.points[0][1] for stroke in picture.strokes}
    assert len(heights) == 1, "no link leaves its block"
    assert len({caption.y for caption in picture.captions}) == 4


@pytest.mark.parametrize(("annotator", "told"), [("Ann", "removed by Ann"), ("", "removed by hand")])
def test_a_removed_link_is_a_thin_crossed_line_that_says_who(annotator: str, told: str) -> None:
    fixed = FixedLinks(linked=frozenset({(0, 0)}), unlinked=frozenset({(0, 1)}))
    (removed,) = removed_links(fixed, (["a"], ["b", "c"]), annotator)
    assert removed.description == f"a → c: {told}"
    picture = _drawn(["a"], ["b", "c"], (removed,))
    (stroke,) = picture.strokes
    assert (stroke.status, stroke.faint, stroke.joins) == (None, True, False)
    assert stroke.sign is not None
    assert (stroke.sign.plain, stroke.sign.lit) == ("✕", told)
    assert [line.get("stroke-width") for line in svg_of(picture).iter("{*}path")] == [str(FAINT)]


def test_a_link_that_crosses_other_rows_is_thin() -> None:
    words = [f"word{number}" for number in range(30)]
    links = [WordLink(0, 0, Status.MATCHED, "near"), WordLink(1, 29, Status.MATCHED, "far")]
    assert [stroke.faint for stroke in _drawn(words, words, links, width=400).strokes] == [False, True]
    assert [stroke.faint for stroke in _drawn(words, words, links).strokes] == [False, False]
