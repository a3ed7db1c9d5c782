"""Frames with whole phrases: no word is left out, nothing overlaps, remarks stand under their frames."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import annotated, annotated_pairs
from helpers.pictures import svg_of, texts_in
from meantree.analysis.frames import LinkKind, Part, Role
from meantree.comparison.compare import compare
from meantree.comparison.comparison import ComparedFrames
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import AnyStatus, Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.display_list import Line
from meantree.picture.frame_picture import MARGIN, TITLE_HEIGHT, commented_blocks, cut_to_width, frames_picture
from meantree.picture.frame_text import BAR_GAP, BAR_HEIGHT, LINE_GAP, WORD_HEIGHT, Bar, text_picture
from meantree.picture.style import LIGHT, approximate_width

LONG = annotated(40, ["1 agent=0", "6 agent=5 patient=7-38"], ["1", "6 patient=7-38"], "0=0 1~1", "1.1=1.0")
TWO = annotated(12, ["1 agent=0", "6 agent=5 patient=7-9"], ["1", "6 patient=7"], "0=0 1~1", "1.1=1.0")
WIDTHS = st.floats(240, 1400)


def _frames(pair: Pair, *, leftwards: bool = False) -> ComparedFrames:
    frames = compare(pair, metric("hmeant")).frames
    assert frames is not None
    return replace(frames, right_to_left=leftwards)


@given(pair=annotated_pairs(), width=WIDTHS, leftwards=st.booleans(), is_commented=st.booleans())
def test_every_word_is_there_and_no_chips_overlap(
    pair: Pair, width: float, leftwards: bool, is_commented: bool
) -> None:
    frames = _frames(pair, leftwards=leftwards)
    picture = frames_picture(frames, width, approximate_width)
    commented = commented_blocks(frames, width, approximate_width, {})
    blocks = [one.picture for one in commented] if is_commented else list(picture.blocks)
    chips = [chip for block in blocks for chip in block.chips]
    assert len(chips) == sum(
        1 + len(one.fillers) for side in (frames.linked.hypothesis, frames.linked.reference) for one in side
    )
    for one, two in itertools.combinations(chips, 2):
        beside = one.x + one.width <= two.x or two.x + two.width <= one.x
        assert beside or one.y + one.height <= two.y or two.y + two.height <= one.y
    for chip in chips:
        assert " ".join(chip.lines) == chip.text, "whole phrases"
        assert 0 <= chip.x <= width - chip.width
    feet = [one.picture.top + one.height for one in commented] if is_commented else [picture.height] * len(blocks)
    for block, foot in zip(blocks, feet, strict=True):
        assert all(chip.y + chip.height <= foot for chip in block.chips)


@given(pair=annotated_pairs(), width=st.floats(240, 700), leftwards=st.booleans())
def test_links_pass_between_the_chips_to_their_own(pair: Pair, width: float, leftwards: bool) -> None:
    for block in frames_picture(_frames(pair, leftwards=leftwards), width, approximate_width).blocks:
        at = {(chip.side, chip.part): chip for chip in block.chips}
        for link in block.links:
            upper, lower = at["hypothesis", link.hypothesis], at["reference", link.reference]
            assert link.points[0] == (upper.x + upper.width / 2, upper.y + upper.height)
            assert link.points[-1] == (lower.x + lower.width / 2, lower.y)
            for (x1, y1), (x2, y2) in itertools.pairwise(link.points):
                assert y1 <= y2
                left, right = sorted((x1, x2))
                for chip in block.chips:  # the curve stays in the rectangle of its ends
                    beside = chip.x + chip.width <= left or right <= chip.x
                    assert beside or chip.y + chip.height <= y1 or y2 <= chip.y
            (curve,) = link.group(LIGHT).parts
            assert isinstance(curve, Line)
            assert [section[0] for section in curve.sections] == list(link.points[:-1])
            for (x, top), near, far, (end, foot) in curve.sections:
                assert (near, far) == ((x, (top + foot) / 2), (end, (top + foot) / 2)), "leaves and arrives upright"


@pytest.mark.parametrize(("width", "is_broken"), [(2000, False), (260, True)])
def test_phrases_take_lines_only_where_the_row_has_no_room(width: float, is_broken: bool) -> None:
    drawn = commented_blocks(_frames(LONG), width, approximate_width, {})
    assert (max(len(chip.lines) for one in drawn for chip in one.picture.chips) > 1) is is_broken


def test_remarks_stand_below_their_frame_and_are_whole() -> None:
    remarks: dict[tuple[Side, Part], str] = {
        ("hypothesis", (1, 1)): "far too long " * 9,
        ("reference", (0, None)): "why?",
    }
    first, second = commented_blocks(_frames(LONG), 300, approximate_width, remarks)
    assert [line.text for line in first.comments] == ["✎ frame “w1”: why?"]
    assert " ".join(line.text for line in second.comments).count("far too long") == 9
    foot = max(chip.y + chip.height for chip in second.picture.chips)
    assert all(line.y >= foot for line in second.comments)
    assert second.comments[-1].y < second.picture.top + second.height


def test_bars_take_room_only_where_they_are() -> None:
    words = ["word"] * 30
    bare = text_picture(words, [], 300, approximate_width)
    tops = sorted({box.y for box in bare.words})
    assert {round(b - a, 3) for a, b in itertools.pairwise(tops)} == {WORD_HEIGHT + LINE_GAP}
    barred = text_picture(words, [Bar((0, 1), None), Bar((1, 2), None, 1)], 300, approximate_width)
    assert barred.height == bare.height + 2 * (BAR_HEIGHT + BAR_GAP)


@pytest.mark.parametrize(("word", "label"), [("locatives", "locative?"), ("there", "locati.?"), ("a", "")])
def test_labels_of_narrow_bars_are_shortened_visibly(word: str, label: str) -> None:
    bar = Bar((0, 1), Role.LOCATIVE, is_improbable=True)
    assert [piece.label for piece in text_picture([word], [bar], 300, approximate_width).bars] == [label]
    broken = text_picture([word, "locatives"], [replace(bar, span=(0, 2))], 80, approximate_width)
    assert [piece.label for piece in broken.bars if piece.label] == ["locative?"], "where it fits"


WIDE = "w" * 60
CROWDED = annotated(
    8, ["1 agent=0 temporal=2 patient=3"], ["1 agent=0 temporal=2 patient=3"], "0=0", "0.0=0.0 0.1=0.1 0.2=0.2"
)


@pytest.mark.parametrize("leftwards", [False, True])
def test_links_that_pass_a_wide_chip_have_lanes_of_their_own(leftwards: bool) -> None:
    frames = _frames(CROWDED, leftwards=leftwards)
    frames = replace(frames, words={side: (*words[:3], WIDE, *words[4:]) for side, words in frames.words.items()})
    (block,) = frames_picture(frames, 400, approximate_width).blocks
    (wide,) = (chip for chip in block.chips if chip.side == "hypothesis" and chip.text == WIDE)
    passing = [x for link in block.links for x, y in link.points if y == wide.y and link.hypothesis != wide.part]
    assert len(passing) == len(set(passing)) == 3
    entries = [link.points[0][0] for link in block.links if link.hypothesis != wide.part]
    assert sorted(entries, reverse=entries[0] > entries[-1]) == entries
    assert sorted(passing, reverse=entries[0] > entries[-1]) == passing, "they do not cross before the chip"
    assert all(0 < x < 400 for x in passing)


def test_links_are_drawn_as_annotators_say_or_as_parts_fared() -> None:
    def statuses(frames: ComparedFrames) -> list[tuple[LinkKind, AnyStatus | None]]:
        blocks = frames_picture(frames, 800, approximate_width).blocks
        return [(link.kind, link.status) for block in blocks for link in block.links]

    by_hand = _frames(TWO)
    assert statuses(by_hand)[1] == (LinkKind.PARTIAL, Status.PARTIAL)
    automatic = replace(by_hand, by_hand=False)
    assert statuses(automatic)[1] == (LinkKind.PARTIAL, Status.MATCHED), "a partly aligned predicate counts whole"


def test_frames_are_called_absent_from_a_text_only_by_people() -> None:
    def titles(frames: ComparedFrames) -> list[str]:
        return [block.title for block in frames_picture(frames, 800, approximate_width).blocks]

    by_hand = _frames(annotated(40, ["1", "6"], ["1", "6"], "0=0"))
    automatic = ComparedFrames(by_hand.linked, by_hand.words, by_hand.marks, by_hand=False)
    assert titles(by_hand) == ["correct", "only in the hypothesis", "only in the reference"]
    assert titles(automatic) == ["aligned", "hypothesis, not aligned", "reference, not aligned"]


def test_blocks_stand_beside_each_other_where_there_is_room() -> None:
    below, beside = (frames_picture(_frames(TWO), width, approximate_width).blocks for width in (300, 1400))
    assert below[0].left == below[1].left == 0
    assert below[0].top < below[1].top
    assert beside[0].top == beside[1].top
    assert beside[1].left > 0


def test_leftwards_the_first_part_stands_at_the_right() -> None:
    first, second = frames_picture(_frames(TWO, leftwards=True), 800, approximate_width).blocks[0].chips[:2]
    assert first.label == "agent"
    assert first.x + first.width == 800 - MARGIN
    assert second.x + second.width < first.x
    assert first.y == 4 + TITLE_HEIGHT


@pytest.mark.parametrize(("text", "room", "expected"), [("short", 400, "short"), ("a long filler", 60, "a lon…")])
def test_what_has_no_room_is_cut(text: str, room: float, expected: str) -> None:
    assert cut_to_width(text, room, approximate_width, "word") == expected


def test_the_svg_shows_every_part_with_its_status_and_all_its_lines() -> None:
    picture = frames_picture(_frames(LONG), 300, approximate_width)
    chips = [chip for block in picture.blocks for chip in block.chips]
    boxes = [node for node in svg_of(picture).iter("{*}rect") if node.get("rx")]
    assert [(box.get("stroke"), float(str(box.get("height")))) for box in boxes] == [
        (LIGHT.line if chip.mark is None else LIGHT.status[chip.mark.status], chip.height - 4) for chip in chips
    ]
    texts = texts_in(picture)
    assert texts[0] == "frame 1: correct"
    assert {"agent", "predicate", "patient", "w0"} <= set(texts)
    long = next(chip for chip in chips if len(chip.lines) > 1)
    drawn = [node for node in svg_of(picture).iter("{*}text") if node.text in long.lines]
    lines = [float(str(node.get("y"))) for node in drawn[: len(long.lines)]]
    assert lines == pytest.approx([long.y + 28 + 17 * number for number in range(len(long.lines))])
