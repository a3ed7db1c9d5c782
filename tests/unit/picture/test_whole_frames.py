"""Frames with whole phrases: no word is left out, nothing overlaps, remarks stand under their frames."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import annotated, annotated_pairs
from meantree.analysis.frames import Part
from meantree.comparison.compare import compare
from meantree.comparison.content import ComparedFrames
from meantree.corpus.corpus import Side
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.fonts import approximate_width
from meantree.picture.frame_blocks import CHIP_HEIGHT
from meantree.picture.frame_text import BAR_GAP, BAR_HEIGHT, LINE_GAP, WORD_HEIGHT, Bar, text_picture
from meantree.picture.whole_frames import whole_frames, wrapped

TWO = annotated(40, ["1 agent=0", "6 agent=5 patient=7-38"], ["1", "6 patient=7-38"], "0=0 1~1", "1.1=1.0")


def content(pair: Pair, *, leftwards: bool = False) -> ComparedFrames:
    found = compare(pair, metric("hmeant")).frames
    assert found is not None
    return ComparedFrames(found.linked, found.words, found.marks, right_to_left=leftwards)


@given(pair=annotated_pairs(), width=st.floats(240, 1400), leftwards=st.booleans())
def test_every_word_is_there_and_no_chips_overlap(pair: Pair, width: float, leftwards: bool) -> None:
    drawn = whole_frames(content(pair, leftwards=leftwards), width, approximate_width)
    chips = [chip for one in drawn for chip in one.picture.chips]
    for one, two in itertools.combinations(chips, 2):
        beside = one.x + one.width <= two.x or two.x + two.width <= one.x
        assert beside or one.y + one.height <= two.y or two.y + two.height <= one.y
    for chip in chips:
        assert " ".join(chip.lines) == chip.text
        assert chip.x >= 0
        assert chip.x + chip.width <= width
    for block in drawn:
        assert all(chip.y + chip.height <= block.picture.top + block.height for chip in block.picture.chips)


def test_phrases_take_lines_only_where_the_row_has_no_room() -> None:
    def lines(width: float) -> int:
        drawn = whole_frames(content(TWO), width, approximate_width)
        return max(len(chip.lines) for one in drawn for chip in one.picture.chips)

    assert lines(2000) == 1
    assert lines(260) > 1


def test_remarks_stand_below_their_frame_and_are_whole() -> None:
    remarks: dict[tuple[Side, Part], str] = {
        ("hypothesis", (1, 1)): "far too long " * 9,
        ("reference", (0, None)): "why?",
    }
    drawn = whole_frames(content(TWO), 300, approximate_width, remarks)
    first, second = drawn
    assert [line.text for line in first.remarks] == ["✎ frame “w1”: why?"]
    assert " ".join(line.text for line in second.remarks).count("far too long") == 9
    foot = max(chip.y + chip.height for chip in second.picture.chips)
    assert all(line.y >= foot for line in second.remarks)
    assert second.remarks[-1].y < second.picture.top + second.height


def test_links_end_on_high_chips() -> None:
    for block in whole_frames(content(TWO), 260, approximate_width):
        at = {(chip.side, chip.part): chip for chip in block.picture.chips}
        for link in block.picture.links:
            upper, lower = at["hypothesis", link.hypothesis], at["reference", link.reference]
            assert (link.points[0][1], link.points[-1][1]) == (upper.y + upper.height, lower.y)
            assert upper.height >= CHIP_HEIGHT


@given(st.text(alphabet="ab ", max_size=60), st.floats(10, 200))
def test_wrapped_lines_lose_nothing(text: str, room: float) -> None:
    assert "".join("".join(wrapped(text, room, approximate_width, "word")).split()) == "".join(text.split())


def test_bars_take_room_only_where_they_are() -> None:
    words = ["word"] * 30
    bare = text_picture(words, [], 300, approximate_width)
    tops = sorted({box.y for box in bare.words})
    assert {round(b - a, 3) for a, b in itertools.pairwise(tops)} == {WORD_HEIGHT + LINE_GAP}
    barred = text_picture(words, [Bar((0, 1), None), Bar((1, 2), None, 1)], 300, approximate_width)
    assert barred.height == bare.height + 2 * (BAR_HEIGHT + BAR_GAP)
