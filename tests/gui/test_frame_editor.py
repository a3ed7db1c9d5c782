"""What each key of the annotation editor does to an annotation; no window needed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.frames import frame
from helpers.trees import parsed
from meantree.analysis.frames import Frame, FrameAlignment, LinkKind, Role
from meantree.analysis.sentences import Analysis
from meantree.annotation.edits import EditRefused
from meantree.annotation.frame_annotation import Annotation, State
from meantree.annotation.proposals import Proposals
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import SIDES, Side
from meantree.project.projection import Projection
from meantree_gui.annotation_editor.frame_cursor import Cursor
from meantree_gui.annotation_editor.frame_editor import Edit, FrameEditor

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
WORDS: dict[Side, tuple[str, ...]] = {"hypothesis": tuple("abcdefgh"), "reference": tuple("ABCDEFGH")}


@pytest.fixture
def frame_editor() -> FrameEditor:
    """Two frames on each side, the first ones linked."""
    annotation = Annotation(
        (frame("1 agent=0 patient=3-5"), frame("6 temporal=7")),
        (frame("2 agent=0-1 patient=4"), frame("6")),
        FrameAlignment({(0, 0): CORRECT}, {((0, 0), (0, 0)): CORRECT}),
    )
    made = FrameEditor(WORDS, annotation)
    made.choose_block(0)
    return made


def _do(frame_editor: FrameEditor, edit: Edit) -> None:
    frame_editor.follow(edit[0])


def test_a_block_puts_both_cursors_on_its_predicates(frame_editor: FrameEditor) -> None:
    assert {side: cursor.word for side, cursor in frame_editor.cursors.items()} == {"hypothesis": 1, "reference": 2}
    assert frame_editor.block == 0


def test_down_and_up_walk_the_blocks(frame_editor: FrameEditor) -> None:
    seen = []
    for _ in range(4):
        frame_editor.next_frame()
        seen.append((frame_editor.block, frame_editor.side, frame_editor.cursor.word))
    assert seen == [(1, "hypothesis", 6), (2, "reference", 6), (2, "reference", 6), (2, "reference", 6)]
    frame_editor.previous_frame()
    assert (frame_editor.block, frame_editor.side) == (1, "hypothesis")


def test_a_word_of_another_frame_says_how_to_get_there(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 6)
    with pytest.raises(EditRefused, match="“g” is the predicate of frame 2; press Down to go there"):
        frame_editor.delete_pair()
    frame_editor.put_cursor("hypothesis", 7)
    with pytest.raises(EditRefused, match="“h” is a filler of frame 2; press Down to go there"):
        frame_editor.delete()
    frame_editor.choose_block(2)
    frame_editor.put_cursor("reference", 4)
    with pytest.raises(EditRefused, match="“E” is a filler of frame 1; press Up 2 times to go there"):
        frame_editor.delete()
    frame_editor.put_cursor("reference", 3)
    with pytest.raises(EditRefused, match="no predicate or filler under the cursor"):
        frame_editor.delete()


def test_parts_of_a_frame_are_walked(frame_editor: FrameEditor) -> None:
    frame_editor.part_right()
    assert frame_editor.part("hypothesis") == (0, 1)
    frame_editor.part_right()
    assert frame_editor.cursor.word == 3
    frame_editor.part_left()
    frame_editor.part_left()
    assert frame_editor.part("hypothesis") == (0, 0)
    frame_editor.put_cursor("hypothesis", 5)
    frame_editor.part_left()
    assert frame_editor.part("hypothesis") == (0, None), "from any word of a filler to the part before it"


def test_tab_goes_to_the_partner(frame_editor: FrameEditor) -> None:
    frame_editor.part_left()
    frame_editor.cursors["reference"] = Cursor(7, 7, 0)
    frame_editor.other_text()
    assert (frame_editor.side, frame_editor.cursor.word) == ("reference", 0)
    frame_editor.put_cursor("reference", 4)
    frame_editor.other_text()
    assert (frame_editor.side, frame_editor.cursor.word) == ("hypothesis", 0)


def test_the_cursor_stays_in_the_text(frame_editor: FrameEditor) -> None:
    frame_editor.to_last()
    frame_editor.right()
    assert frame_editor.cursor.word == 7
    frame_editor.to_first()
    frame_editor.left()
    frame_editor.select_left()
    assert frame_editor.cursor.selection == (0, 1)


def test_a_role_for_selected_words(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 6)
    frame_editor.select_right()
    _do(frame_editor, frame_editor.set_role(Role.LOCATIVE))
    assert frame_editor.annotation.hypothesis[0].fillers[-1].span == (6, 8)
    assert not frame_editor.cursor.is_wide


def test_a_role_for_a_filler_that_is_there(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 4)
    _do(frame_editor, frame_editor.set_role(Role.OTHER))
    assert [filler.role for filler in frame_editor.annotation.hypothesis[0].fillers] == [Role.AGENT, Role.OTHER]


def test_the_predicate_takes_no_role(frame_editor: FrameEditor) -> None:
    with pytest.raises(EditRefused, match="predicate"):
        frame_editor.set_role(Role.AGENT)


def test_a_new_frame_is_worked_on(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 2)
    _do(frame_editor, frame_editor.new_frame())
    assert frame_editor.annotation.hypothesis[frame_editor.cursor.frame or 0].predicate == (2, 3)
    frame_editor.put_cursor("hypothesis", 7)
    _do(frame_editor, frame_editor.set_role(Role.MANNER))
    assert frame_editor.annotation.hypothesis[2] == frame("2 manner=7")


@pytest.mark.parametrize(
    ("command", "span"),
    [("end_later", (3, 7)), ("end_earlier", (3, 5)), ("begin_earlier", (2, 6)), ("begin_later", (4, 6))],
)
def test_borders_move(frame_editor: FrameEditor, command: str, span: tuple[int, int]) -> None:
    frame_editor.part_right()
    _do(frame_editor, getattr(frame_editor, command)())
    assert frame_editor.annotation.hypothesis[0].fillers[1].span == span
    assert frame_editor.part("hypothesis") == (0, 1)


def test_the_selection_becomes_the_span(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 5)
    frame_editor.select_right()
    _do(frame_editor, frame_editor.take_selection())
    assert frame_editor.annotation.hypothesis[0].fillers[1].span == (5, 7)


def test_without_a_filler_the_predicate_takes_the_selection(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 1)
    frame_editor.select_right()
    _do(frame_editor, frame_editor.take_selection())
    assert frame_editor.annotation.hypothesis[0].predicate == (1, 3)


def test_delete_the_filler_then_the_frame(frame_editor: FrameEditor) -> None:
    frame_editor.part_right()
    _do(frame_editor, frame_editor.delete())
    assert len(frame_editor.annotation.hypothesis[0].fillers) == 1
    frame_editor.put_cursor("hypothesis", 1)
    _do(frame_editor, frame_editor.delete())
    assert len(frame_editor.annotation.hypothesis) == 1
    assert frame_editor.annotation.alignment == FrameAlignment()


def test_link_and_part_what_is_under_both_cursors(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("reference", 4)
    frame_editor.put_cursor("hypothesis", 3)
    _do(frame_editor, frame_editor.link())
    assert frame_editor.annotation.alignment.fillers[(0, 1), (0, 1)] is CORRECT
    _do(frame_editor, frame_editor.toggle_partial())
    assert frame_editor.annotation.alignment.fillers[(0, 1), (0, 1)] is PARTIAL
    _do(frame_editor, frame_editor.link())
    assert ((0, 1), (0, 1)) not in frame_editor.annotation.alignment.fillers


def test_frames_without_partner_are_linked_from_their_blocks(frame_editor: FrameEditor) -> None:
    frame_editor.choose_block(1)
    frame_editor.choose_block(2)
    _do(frame_editor, frame_editor.link())
    assert frame_editor.annotation.alignment.frames == {(0, 0): CORRECT, (1, 1): CORRECT}


def test_toggle_without_a_link_makes_a_partial_one(frame_editor: FrameEditor) -> None:
    frame_editor.choose_block(1)
    frame_editor.choose_block(2)
    _do(frame_editor, frame_editor.toggle_partial())
    assert frame_editor.annotation.alignment.frames[1, 1] is PARTIAL


def test_nothing_to_link_is_told(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("reference", 7)
    with pytest.raises(EditRefused, match="reference"):
        frame_editor.link()


def test_states(frame_editor: FrameEditor) -> None:
    assert frame_editor.done()[0].state is State.DONE
    assert frame_editor.cannot()[0].state is State.CANNOT
    assert frame_editor.nothing()[0] == Annotation(state=State.NOTHING)
    _do(frame_editor, frame_editor.cannot())
    assert frame_editor.done()[0].state is State.CANNOT
    assert frame_editor.reopen()[0].state is State.OPEN


def test_taking_a_frame_from_the_other(frame_editor: FrameEditor) -> None:
    frame_editor.compared = Annotation(
        (frame("1 modal=2"), frame("6 temporal=7")),
        (frame("2 agent=0-1 patient=4"), frame("7 other=1")),
        FrameAlignment({(0, 1): PARTIAL}, {}),
    )
    frame_editor.next_difference()
    assert (frame_editor.side, frame_editor.cursor.selection) == ("reference", (2, 3))
    frame_editor.put_cursor("hypothesis", 1)
    _do(frame_editor, frame_editor.copy_frame())
    assert frame_editor.annotation.hypothesis[0] == frame("1 modal=2")
    assert frame_editor.annotation.reference[2] == frame("7 other=1")
    assert frame_editor.annotation.alignment == FrameAlignment({(0, 2): PARTIAL}, {})
    _do(frame_editor, frame_editor.take_all())
    assert frame_editor.annotation == frame_editor.compared
    with pytest.raises(EditRefused, match="the two annotations agree everywhere"):
        frame_editor.next_difference()


def test_a_frame_that_the_other_lacks_goes(frame_editor: FrameEditor) -> None:
    frame_editor.compared = Annotation(
        frame_editor.annotation.hypothesis[:1], frame_editor.annotation.reference, frame_editor.annotation.alignment
    )
    frame_editor.choose_block(1)
    _do(frame_editor, frame_editor.copy_frame())
    assert frame_editor.annotation == frame_editor.compared


def test_without_another_annotator_there_is_nothing_to_take(frame_editor: FrameEditor) -> None:
    with pytest.raises(EditRefused, match="no other annotator"):
        frame_editor.copy_frame()


PHRASES: dict[Side, tuple[tuple[int, int], ...]] = {"hypothesis": ((0, 8), (2, 6), (3, 6), (4, 6), (6, 8))}


def test_selections_grow_and_shrink_by_phrases(frame_editor: FrameEditor) -> None:
    frame_editor.phrases = PHRASES
    frame_editor.put_cursor("hypothesis", 4)
    seen = []
    for move in ("wider", "wider", "wider", "wider", "wider", "narrower", "narrower", "narrower", "narrower"):
        getattr(frame_editor, f"select_{move}")()
        seen.append(frame_editor.cursor.selection)
    assert seen == [(4, 6), (3, 6), (2, 6), (0, 8), (0, 8), (2, 6), (3, 6), (4, 6), (4, 5)]


def test_selections_take_the_phrase_at_the_cursor_and_the_next_one(frame_editor: FrameEditor) -> None:
    frame_editor.phrases = PHRASES
    frame_editor.put_cursor("hypothesis", 3)
    frame_editor.select_phrase_right()
    assert frame_editor.cursor.selection == (3, 6)
    frame_editor.select_phrase_right()
    assert frame_editor.cursor.selection == (3, 8)
    frame_editor.put_cursor("hypothesis", 5)
    frame_editor.select_phrase_left()
    assert frame_editor.cursor.selection == (2, 6)
    frame_editor.select_phrase_left()
    assert frame_editor.cursor.selection == (1, 6), "without a phrase before it, by one word"


def test_a_phrase_without_other_parts_of_the_frame_comes_first(frame_editor: FrameEditor) -> None:
    frame_editor.phrases = {"hypothesis": ((2, 8), (2, 3), (0, 8), (6, 8))}
    frame_editor.put_cursor("hypothesis", 2)
    frame_editor.select_phrase_right()
    assert frame_editor.cursor.selection == (2, 3), "d to f are the patient"
    frame_editor.put_cursor("hypothesis", 7)
    frame_editor.select_phrase_left()
    assert frame_editor.cursor.selection == (6, 8)


def test_arrows_point_where_they_go_in_a_text_from_right_to_left(frame_editor: FrameEditor) -> None:
    arabic: dict[Side, tuple[str, ...]] = {"hypothesis": tuple("أبتثجحخد"), "reference": WORDS["reference"]}
    frame_editor.words, frame_editor.phrases = arabic, {"hypothesis": ((2, 4),)}
    frame_editor.put_cursor("hypothesis", 1)
    frame_editor.left()
    assert frame_editor.cursor.word == 2
    frame_editor.select_phrase_left()
    assert frame_editor.cursor.selection == (2, 4)
    frame_editor.select_left()
    assert frame_editor.cursor.selection == (2, 5)
    frame_editor.right()
    assert frame_editor.cursor.word == 3
    frame_editor.part_right()
    assert frame_editor.part("hypothesis") == (0, None)


def test_without_phrases_selections_grow_by_words_within_the_text(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 6)
    for _ in range(3):
        frame_editor.select_phrase_right()
    assert frame_editor.cursor.selection == (6, 8)
    frame_editor.select_to_first()
    assert frame_editor.cursor.selection == (0, 7)
    frame_editor.select_to_last()
    assert frame_editor.cursor.selection == (6, 8)


def test_a_number_goes_to_its_frame(frame_editor: FrameEditor) -> None:
    frame_editor.to_frame(3)
    assert (frame_editor.block, frame_editor.side) == (2, "reference")
    frame_editor.to_frame(9)
    assert frame_editor.block == 2


def test_linked_frames_link_their_equal_roles(frame_editor: FrameEditor) -> None:
    _do(frame_editor, frame_editor.link_parts((1, None), (1, None)))
    frame_editor.choose_block(1)
    frame_editor.put_cursor("reference", 7)
    _do(frame_editor, frame_editor.set_role(Role.TEMPORAL))
    assert frame_editor.annotation.alignment.fillers[(1, 0), (1, 0)] is CORRECT


def test_a_new_role_relinks(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 3)
    _do(frame_editor, frame_editor.set_role(Role.AGENT))
    assert (0, 1) not in {hypothesis for hypothesis, _ in frame_editor.annotation.alignment.fillers}
    frame_editor.put_cursor("hypothesis", 3)
    _do(frame_editor, frame_editor.set_role(Role.PATIENT))
    assert frame_editor.annotation.alignment.fillers == {((0, 0), (0, 0)): CORRECT, ((0, 1), (0, 1)): CORRECT}


def test_an_unlinked_filler_stays_so_when_its_neighbours_change(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("reference", 0)
    frame_editor.put_cursor("hypothesis", 0)
    _do(frame_editor, frame_editor.link())
    assert frame_editor.annotation.alignment.fillers == {}
    frame_editor.put_cursor("hypothesis", 2)
    _do(frame_editor, frame_editor.set_role(Role.MODAL))
    assert frame_editor.annotation.alignment.fillers == {}


def test_the_cursor_stays_after_a_role_key(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("hypothesis", 6)
    frame_editor.put_cursor("hypothesis", 7, select=True)
    frame_editor.choose_block(0)
    frame_editor.put_cursor("hypothesis", 6)
    frame_editor.put_cursor("hypothesis", 7, select=True)
    _do(frame_editor, frame_editor.set_role(Role.TEMPORAL))
    assert frame_editor.cursor.word == 7


def test_projected_frames_are_dropped_and_taken_also_where_they_only_leave_frames_out() -> None:
    shared, mine, automatic = frame("6"), frame("1 agent=0"), frame("1 patient=0")
    cases = [((automatic, shared), (mine, shared)), ((automatic, shared), (shared,)), ((automatic, shared), ())]
    for start, offered in cases:
        made = FrameEditor(WORDS, Annotation(offered))
        made.projection, made.unprojected = Projection(Annotation(offered)), Annotation(start)
        for expected in (start, offered, start):
            _do(made, made.swap_projected())
            assert made.annotation.hypothesis == expected


def test_the_cursor_stays_in_its_frame_when_others_take_the_place_of_projected_ones() -> None:
    kept, offered, start = frame("6 temporal=7"), (frame("1 agent=0"), frame("6 temporal=7")), (frame("6 temporal=7"),)
    made = FrameEditor(WORDS, Annotation(offered))
    made.projection, made.unprojected = Projection(Annotation(offered)), Annotation(start)
    made.choose_part("hypothesis", (1, 0))
    _do(made, made.swap_projected())
    assert (made.annotation.hypothesis, made.cursor.frame, made.cursor.word) == ((kept,), 0, 7)


def test_projected_frames_that_are_the_automatic_ones_cannot_be_dropped() -> None:
    same = Annotation((frame("1 agent=0"),))
    made = FrameEditor(WORDS, same)
    with pytest.raises(EditRefused, match="no frames of other translations"):
        made.swap_projected()
    made.projection, made.unprojected = Projection(same), same
    with pytest.raises(EditRefused, match="no frames of other translations"):
        made.swap_projected()
    made.projection = Projection(same, {same.hypothesis[0]: "s1"})
    with pytest.raises(EditRefused, match="equal the automatic ones"):
        made.swap_projected()


def _labelled(_text: Analysis, word: int) -> Frame:
    return frame(f"{word} agent={(word + 1) % 8}")


def test_a_new_frame_comes_with_fillers_and_its_partner(frame_editor: FrameEditor) -> None:
    with pytest.raises(EditRefused, match="loads"):
        replace(frame_editor, no_proposals="it loads").drop_or_propose()
    texts = [Analysis("", (parsed(" ".join(f"{word}:0:root" for word in WORDS[side])).sentences)) for side in SIDES]
    frame_editor.proposals = Proposals(texts, Rules(), _labelled)
    frame_editor.choose_block(1)
    _do(frame_editor, frame_editor.delete_frame_here())
    frame_editor.put_cursor("hypothesis", 6)
    _do(frame_editor, frame_editor.new_frame())
    assert frame_editor.annotation.hypothesis[1] == frame("6 agent=7")
    assert frame_editor.annotation.alignment.frames[1, 1] is CORRECT
    assert frame_editor.cursors["reference"] == Cursor(6, 6, 1)
    _do(frame_editor, frame_editor.drop_or_propose())
    assert frame_editor.annotation.hypothesis[1] == frame("6")


def test_the_next_unsure_part_is_one_key_away_until_it_is_edited(frame_editor: FrameEditor) -> None:
    first, second = frame_editor.annotation.hypothesis
    agent, patient = first.fillers
    unsure = replace(first, fillers=(replace(agent, probability=0.5), replace(patient, probability=0.9)))
    hypothesis = unsure, replace(second, probability=0.6)
    reference = tuple(
        replace(one, fillers=tuple(replace(filler, probability=0.3) for filler in one.fillers))
        for one in frame_editor.annotation.reference
    )
    frame_editor.follow(replace(frame_editor.annotation, hypothesis=hypothesis, reference=reference))
    seen = []
    for _ in range(5):
        frame_editor.next_unsure()
        seen.append((frame_editor.side[0], frame_editor.part(frame_editor.side)))
    assert seen == [("r", (0, 0)), ("r", (0, 1)), ("h", (1, None)), ("h", (0, 0)), ("r", (0, 0))]
    frame_editor.previous_unsure()
    assert (frame_editor.side, frame_editor.cursor.word) == ("hypothesis", 0)
    _do(frame_editor, frame_editor.set_role(Role.OTHER))
    assert ("hypothesis", (0, 0)) not in frame_editor.unsure
    _do(frame_editor, frame_editor.done())
    with pytest.raises(EditRefused, match="no part is unsure"):
        frame_editor.next_unsure()


def test_one_key_unlinks_and_links_with_the_filler_of_the_same_role(frame_editor: FrameEditor) -> None:
    frame_editor.put_cursor("reference", 2)
    frame_editor.put_cursor("hypothesis", 0)
    _do(frame_editor, frame_editor.link())
    assert frame_editor.annotation.alignment == FrameAlignment({(0, 0): CORRECT}), "the other cursor is elsewhere"
    _do(frame_editor, frame_editor.toggle_partial())
    assert frame_editor.annotation.alignment.fillers == {((0, 0), (0, 0)): PARTIAL}
    _do(frame_editor, frame_editor.link())
    frame_editor.put_cursor("reference", 4)
    frame_editor.put_cursor("hypothesis", 0)
    _do(frame_editor, frame_editor.link())
    assert frame_editor.annotation.alignment.fillers == {((0, 0), (0, 1)): CORRECT}, "where the other cursor is"
    _do(frame_editor, frame_editor.link())
    _do(frame_editor, frame_editor.set_role(Role.OTHER))
    frame_editor.put_cursor("reference", 2)
    frame_editor.put_cursor("hypothesis", 0)
    with pytest.raises(EditRefused, match="no other to link"):
        frame_editor.link()


def test_fillers_of_one_role_are_joined_and_their_parts_separated() -> None:
    made = FrameEditor(WORDS, Annotation((frame("2 agent=0 temporal=1 agent=4-5"),)))
    made.choose_part("hypothesis", (0, 2))
    _do(made, made.join_or_separate())
    assert made.annotation.hypothesis == (frame("2 agent=0,4-5 temporal=1"),)
    _do(made, made.end_later())
    assert made.annotation.hypothesis[0].fillers[0].spans == ((0, 1), (4, 7)), "of the part under the cursor"
    _do(made, made.set_role(Role.PATIENT))
    _do(made, made.join_or_separate())
    assert made.annotation.hypothesis == (frame("2 patient=0 temporal=1 patient=4-6"),)
    made.put_cursor("hypothesis", 1)
    with pytest.raises(EditRefused, match="no filler to join with"):
        made.join_or_separate()


def test_selected_words_join_the_nearest_filler_and_delete_takes_a_part_away() -> None:
    made = FrameEditor(WORDS, Annotation((frame("2 agent=0 temporal=4"),)))
    made.choose_part("hypothesis", (0, None))
    made.put_cursor("hypothesis", 6)
    made.select_right()
    _do(made, made.join_or_separate())
    assert made.annotation.hypothesis == (frame("2 agent=0 temporal=4,6-7"),)
    made.put_cursor("hypothesis", 4)
    _do(made, made.delete())
    assert made.annotation.hypothesis == (frame("2 agent=0 temporal=6-7"),)
    made.put_cursor("hypothesis", 4)
    made.select_right()
    _do(made, made.join_or_separate())
    assert made.annotation.hypothesis == (frame("2 agent=0,4-5 temporal=6-7"),), (
        "beside a filler they would be one part"
    )
