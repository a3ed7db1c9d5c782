"""What each key of the desk does to an annotation; no window needed."""

from __future__ import annotations

import pytest

from helpers.frames import frame
from meantree.analysis.frames import FrameAlignment, LinkKind, Role
from meantree.corpus.corpus import Side
from meantree.project.annotation import Annotation, State
from meantree.project.edits import EditRefused
from meantree_gui.annotation_editor.frame_cursor import Cursor
from meantree_gui.annotation_editor.frame_editor import Edit, Editor

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
WORDS: dict[Side, tuple[str, ...]] = {"hypothesis": tuple("abcdefgh"), "reference": tuple("ABCDEFGH")}


@pytest.fixture
def editor() -> Editor:
    """Two frames on each side, the first ones linked."""
    annotation = Annotation(
        (frame("1 agent=0 patient=3-5"), frame("6 temporal=7")),
        (frame("2 agent=0-1 patient=4"), frame("6")),
        FrameAlignment({(0, 0): CORRECT}, {((0, 0), (0, 0)): CORRECT}),
    )
    made = Editor(WORDS, annotation)
    made.choose_block(0)
    return made


def _do(editor: Editor, edit: Edit) -> None:
    editor.follow(edit[0])


def test_a_block_puts_both_cursors_on_its_predicates(editor: Editor) -> None:
    assert {side: cursor.word for side, cursor in editor.cursors.items()} == {"hypothesis": 1, "reference": 2}
    assert editor.block == 0


def test_down_and_up_walk_the_blocks(editor: Editor) -> None:
    seen = []
    for _ in range(4):
        editor.next_frame()
        seen.append((editor.block, editor.side, editor.cursor.word))
    assert seen == [(1, "hypothesis", 6), (2, "reference", 6), (2, "reference", 6), (2, "reference", 6)]
    editor.previous_frame()
    assert (editor.block, editor.side) == (1, "hypothesis")


def test_a_word_of_another_frame_says_how_to_get_there(editor: Editor) -> None:
    editor.put_cursor("hypothesis", 6)
    with pytest.raises(EditRefused, match="“g” is the predicate of frame 2; press Down to go there"):
        editor.delete_pair()
    editor.put_cursor("hypothesis", 7)
    with pytest.raises(EditRefused, match="“h” is a filler of frame 2; press Down to go there"):
        editor.delete()
    editor.choose_block(2)
    editor.put_cursor("reference", 4)
    with pytest.raises(EditRefused, match="“E” is a filler of frame 1; press Up 2 times to go there"):
        editor.delete()
    editor.put_cursor("reference", 3)
    with pytest.raises(EditRefused, match="no predicate or filler under the cursor"):
        editor.delete()


def test_parts_of_a_frame_are_walked(editor: Editor) -> None:
    editor.next_part()
    assert editor.part("hypothesis") == (0, 1)
    editor.next_part()
    assert editor.cursor.word == 3
    editor.previous_part()
    editor.previous_part()
    assert editor.part("hypothesis") == (0, 0)


def test_tab_goes_to_the_partner(editor: Editor) -> None:
    editor.previous_part()
    editor.cursors["reference"] = Cursor(7, 7, 0)
    editor.other_text()
    assert (editor.side, editor.cursor.word) == ("reference", 0)
    editor.put_cursor("reference", 4)
    editor.other_text()
    assert (editor.side, editor.cursor.word) == ("hypothesis", 0)


def test_the_cursor_stays_in_the_text(editor: Editor) -> None:
    editor.to_last()
    editor.right()
    assert editor.cursor.word == 7
    editor.to_first()
    editor.left()
    editor.select_left()
    assert editor.cursor.selection == (0, 1)


def test_a_role_for_selected_words(editor: Editor) -> None:
    editor.put_cursor("hypothesis", 6)
    editor.select_right()
    _do(editor, editor.set_role(Role.LOCATIVE))
    assert editor.annotation.hypothesis[0].fillers[-1].span == (6, 8)
    assert not editor.cursor.is_wide


def test_a_role_for_a_filler_that_is_there(editor: Editor) -> None:
    editor.put_cursor("hypothesis", 4)
    _do(editor, editor.set_role(Role.OTHER))
    assert [filler.role for filler in editor.annotation.hypothesis[0].fillers] == [Role.AGENT, Role.OTHER]


def test_the_predicate_takes_no_role(editor: Editor) -> None:
    with pytest.raises(EditRefused, match="predicate"):
        editor.set_role(Role.AGENT)


def test_a_new_frame_is_worked_on(editor: Editor) -> None:
    editor.put_cursor("hypothesis", 2)
    _do(editor, editor.new_frame())
    assert editor.annotation.hypothesis[editor.cursor.frame or 0].predicate == (2, 3)
    editor.put_cursor("hypothesis", 7)
    _do(editor, editor.set_role(Role.MANNER))
    assert editor.annotation.hypothesis[2] == frame("2 manner=7")


@pytest.mark.parametrize(
    ("command", "span"),
    [("end_later", (3, 7)), ("end_earlier", (3, 5)), ("begin_earlier", (2, 6)), ("begin_later", (4, 6))],
)
def test_borders_move(editor: Editor, command: str, span: tuple[int, int]) -> None:
    editor.next_part()
    _do(editor, getattr(editor, command)())
    assert editor.annotation.hypothesis[0].fillers[1].span == span
    assert editor.part("hypothesis") == (0, 1)


def test_the_selection_becomes_the_span(editor: Editor) -> None:
    editor.put_cursor("hypothesis", 5)
    editor.select_right()
    _do(editor, editor.take_selection())
    assert editor.annotation.hypothesis[0].fillers[1].span == (5, 7)


def test_without_a_filler_the_predicate_takes_the_selection(editor: Editor) -> None:
    editor.put_cursor("hypothesis", 1)
    editor.select_right()
    _do(editor, editor.take_selection())
    assert editor.annotation.hypothesis[0].predicate == (1, 3)


def test_delete_the_filler_then_the_frame(editor: Editor) -> None:
    editor.next_part()
    _do(editor, editor.delete())
    assert len(editor.annotation.hypothesis[0].fillers) == 1
    editor.put_cursor("hypothesis", 1)
    _do(editor, editor.delete())
    assert len(editor.annotation.hypothesis) == 1
    assert editor.annotation.alignment == FrameAlignment()


def test_link_and_part_what_is_under_both_cursors(editor: Editor) -> None:
    editor.put_cursor("reference", 4)
    editor.put_cursor("hypothesis", 3)
    _do(editor, editor.link())
    assert editor.annotation.alignment.fillers[(0, 1), (0, 1)] is CORRECT
    _do(editor, editor.toggle_partial())
    assert editor.annotation.alignment.fillers[(0, 1), (0, 1)] is PARTIAL
    _do(editor, editor.link())
    assert ((0, 1), (0, 1)) not in editor.annotation.alignment.fillers


def test_frames_without_partner_are_linked_from_their_blocks(editor: Editor) -> None:
    editor.choose_block(1)
    editor.choose_block(2)
    _do(editor, editor.link())
    assert editor.annotation.alignment.frames == {(0, 0): CORRECT, (1, 1): CORRECT}


def test_toggle_without_a_link_makes_a_partial_one(editor: Editor) -> None:
    editor.choose_block(1)
    editor.choose_block(2)
    _do(editor, editor.toggle_partial())
    assert editor.annotation.alignment.frames[1, 1] is PARTIAL


def test_nothing_to_link_is_told(editor: Editor) -> None:
    editor.put_cursor("reference", 7)
    with pytest.raises(EditRefused, match="reference"):
        editor.link()


def test_states(editor: Editor) -> None:
    assert editor.done()[0].state is State.DONE
    assert editor.cannot()[0].state is State.CANNOT
    assert editor.nothing()[0] == Annotation(state=State.NOTHING)
    _do(editor, editor.cannot())
    assert editor.done()[0].state is State.CANNOT
    assert editor.reopen()[0].state is State.OPEN


def test_taking_a_frame_from_the_other(editor: Editor) -> None:
    editor.other = Annotation(
        (frame("1 modal=2"), frame("6 temporal=7")),
        (frame("2 agent=0-1 patient=4"), frame("7 other=1")),
        FrameAlignment({(0, 1): PARTIAL}, {}),
    )
    editor.next_difference()
    assert (editor.side, editor.cursor.selection) == ("reference", (2, 3))
    editor.put_cursor("hypothesis", 1)
    _do(editor, editor.take_theirs())
    assert editor.annotation.hypothesis[0] == frame("1 modal=2")
    assert editor.annotation.reference[2] == frame("7 other=1")
    assert editor.annotation.alignment == FrameAlignment({(0, 2): PARTIAL}, {})
    _do(editor, editor.take_all())
    assert editor.annotation == editor.other
    with pytest.raises(EditRefused, match="the two annotations agree everywhere"):
        editor.next_difference()


def test_a_frame_that_the_other_lacks_goes(editor: Editor) -> None:
    editor.other = Annotation(
        editor.annotation.hypothesis[:1], editor.annotation.reference, editor.annotation.alignment
    )
    editor.choose_block(1)
    _do(editor, editor.take_theirs())
    assert editor.annotation == editor.other


def test_without_another_annotator_there_is_nothing_to_take(editor: Editor) -> None:
    with pytest.raises(EditRefused, match="no other annotator"):
        editor.take_theirs()
