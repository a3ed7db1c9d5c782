"""What each key of the annotation editor does to an annotation; no window needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from helpers.frames import annotation_of, frame
from helpers.trees import parsed
from meantree.analysis.frames import Frame, FrameAlignment, LinkKind, Role
from meantree.analysis.sentences import Analysis
from meantree.annotation.edits import EditRefused
from meantree.annotation.frame_annotation import Annotation, State
from meantree.annotation.proposals import Proposals
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import SIDES, Side
from meantree.project.suggested_frames import SuggestedFrames
from meantree_gui.annotation_editor.annotation_commands import Change, annotation_commands
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.frame_cursor import Cursor
from meantree_gui.annotation_editor.frame_editor import Edit, FrameEditor

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
LETTERS = "abcdefgh"
WORDS: dict[Side, tuple[str, ...]] = {"hypothesis": tuple(LETTERS), "reference": tuple(LETTERS.upper())}
TWO = "1 agent=0 patient=3-5; 6 temporal=7 / 2 agent=0-1 patient=4; 6 / 0=0 0.0=0.0"
"""Two frames on each side, the first ones linked."""
THREE = "0; 3; 6 / 0; 3; 6 / 0=0 1=1 2=2"
TEMPORAL = TWO.replace("4; 6", "4; 6 temporal=7")
UNLINKED = TWO.replace(" 0.0=0.0", "")
PHRASES = (0, 8), (2, 6), (3, 6), (4, 6), (6, 8)
OTHERS = (2, 8), (2, 3), (0, 8), (6, 8)


def _editor(start: str) -> FrameEditor:
    """The editor with the cursors on its first frame."""
    made = FrameEditor(WORDS, annotation_of(start))
    made.choose_block(0)
    return made


@pytest.fixture
def frame_editor() -> FrameEditor:
    return _editor(TWO)


def _do(frame_editor: FrameEditor, edit: Edit | None) -> None:
    if edit is not None:
        frame_editor.follow(edit[0])


def _change(name: str) -> Callable[..., Edit | None]:
    """Return what a method of the editor does, or the command of a name."""
    if hasattr(FrameEditor, name):
        return cast(Callable[..., Edit | None], getattr(FrameEditor, name))
    done: list[Change] = []
    editor = SimpleNamespace(perform=lambda do, **_: do(), edit=done.append)
    commands = annotation_commands(lambda: cast(AnnotationEditor, editor), lambda: True)
    next(command for command in commands if command.name == name).perform()
    return done[0]


def _run(frame_editor: FrameEditor, keys: str) -> list[str]:
    """Press keys: ``b`` is a click on that word, ``B`` on one of the reference; others are named as what they do.

    Return the selected words after each.
    """
    found = []
    for key in keys.split():
        name, _, given = key.partition(":")
        if len(name) == 1:
            frame_editor.walk_to("hypothesis" if name.islower() else "reference", LETTERS.index(name.lower()))
        else:
            values = [int(given) if given.isdigit() else Role(given)] if given else []
            _do(frame_editor, _change(name)(frame_editor, *values))
        first, end = frame_editor.cursor.selection
        letters = "-".join(dict.fromkeys((LETTERS[first], LETTERS[end - 1])))
        found.append(letters if frame_editor.side == "hypothesis" else letters.upper())
    return found


@pytest.mark.parametrize(
    ("keys", "selected"),
    [
        # From frame to frame
        ("next_frame next_frame next_frame next_frame previous_frame", "g G G G g"),
        ("choose_block:2 choose_block:8", "G G"),
        # From part to part of a frame, and to its partner
        ("next_part next_part previous_part previous_part", "d d b a"),
        ("f previous_part", "f b"),
        ("H a other_text E other_text", "H a A E a"),
        # Within the text
        ("to_last right to_first left select_left", "h h a a a"),
        ("g select_right select_right select_to_first select_to_last", "g g-h g-h a-g g-h"),
        ("g select_phrase_right select_phrase_right", "g g-h g-h"),
    ],
)
def test_moves(frame_editor: FrameEditor, keys: str, selected: str) -> None:
    assert _run(frame_editor, keys) == selected.split()


@pytest.mark.parametrize(
    ("phrases", "keys", "selected"),
    [
        (PHRASES, "e" + 5 * " select_wider" + 4 * " select_narrower", "e e-f d-f c-f a-h a-h c-f d-f e-f e"),
        (PHRASES, "d select_phrase_right select_phrase_right", "d d-f d-h"),
        (PHRASES, "f select_phrase_left select_phrase_left", "f c-f b-f"),  # without a phrase before it, by one word
        (OTHERS, "c select_phrase_right", "c c"),  # d to f are the patient
        (OTHERS, "h select_phrase_left", "h g-h"),
    ],
)
def test_selections_grow_by_phrases(
    frame_editor: FrameEditor, phrases: tuple[tuple[int, int], ...], keys: str, selected: str
) -> None:
    frame_editor.phrases = {"hypothesis": phrases}
    assert _run(frame_editor, keys) == selected.split()


def test_arrows_point_where_they_go_in_a_text_from_right_to_left(frame_editor: FrameEditor) -> None:
    frame_editor.words, frame_editor.phrases = {**WORDS, "hypothesis": tuple("أبتثجحخد")}, {"hypothesis": ((2, 4),)}
    keys = "b left select_phrase_left select_left right next_part"
    assert _run(frame_editor, keys) == ["b", "c", "c-d", "c-e", "d", "b"]


@pytest.mark.parametrize(
    ("start", "keys", "selected", "expected"),
    [
        # Roles and predicates
        (TWO, "g select_right set_role:locative", "h", TWO.replace("3-5;", "3-5 locative=6-7;")),
        (TWO, "e set_role:other", "e", TWO.replace("patient=3-5", "other=3-5")),
        (TWO, "c new_frame h set_role:manner", "h", TWO.replace("7 /", "7; 2 manner=7 /")),
        # On the predicate of another frame that one becomes active; a selection from there is for the one before.
        (TWO, "g left set_role:manner", "f", TWO.replace("temporal=7 /", "manner=5 temporal=7 /")),
        (TWO, "h left right set_role:manner", "h", TWO.replace("temporal=7 /", "manner=7 /")),
        (TWO, "g select_right select_left set_role:other", "g", TWO.replace("3-5;", "3-5 other=6;")),
        ("1 agent=3-5; 4 /", "e right set_role:other", "f", "1 agent=3-5; 4 other=5 /"),
        ("1 agent=4-5; 4 /", "next_part set_role:other", "e", "1 other=4-5; 4 /"),
        # Other words of another frame do not: fillers are shared.
        (TWO, "h set_role:manner", "h", TWO.replace("3-5;", "3-5 manner=7;")),
        # Spans
        (TWO, "next_part end_later", "d", TWO.replace("3-5", "3-6")),
        (TWO, "next_part end_earlier", "d", TWO.replace("3-5", "3-4")),
        (TWO, "next_part begin_earlier", "d", TWO.replace("3-5", "2-5")),
        (TWO, "next_part begin_later", "e", TWO.replace("3-5", "4-5")),
        (TWO, "f select_right take_selection", "f", TWO.replace("3-5", "5-6")),
        (TWO, "b select_right take_selection", "b", TWO.replace("1 agent", "1-2 agent", 1)),
        # Deletion, and what has the focus then
        (TWO, "next_part delete", "d", TWO.replace(" patient=3-5", "")),
        (TWO, "next_part delete b delete", "g", "6 temporal=7 / 6"),
        (THREE, "delete", "d", "3; 6 / 3; 6 / 0=0 1=1"),
        (THREE, "other_text delete delete", "G", "6 / 6 / 0=0"),
        (THREE, "delete_frame_here", "d", "3; 6 / 0; 3; 6 / 0=1 1=2"),
        (THREE, "choose_block:2 delete", "d", "0; 3 / 0; 3 / 0=0 1=1"),
        (THREE, "delete delete delete", "g", ""),
        ("0 / 0; 7 / 0=0", "delete", "H", "/ 7"),
        # Links
        (TWO, "E d link", "d", f"{TWO} 0.1=0.1"),
        (TWO, "E d link toggle_partial", "d", f"{TWO} 0.1~0.1"),
        (TWO, "E d link toggle_partial link", "d", TWO),
        (TWO, "choose_block:1 choose_block:2 link", "G", f"{TWO} 1=1"),
        (TWO, "choose_block:1 choose_block:2 toggle_partial", "G", f"{TWO} 1~1"),
        (TWO, "choose_block:1 other_text link", "G", f"{TWO} 1=1"),  # not with the frame of the reference before
        (TWO, "choose_block:1 other_text other_text other_text link", "G", f"{TWO} 1=1"),
        (TWO, "choose_block:1 choose_block:2 link choose_block:1 H set_role:temporal", "H", f"{TEMPORAL} 1=1 1.0=1.0"),
        (TWO, "d set_role:agent", "d", TWO.replace("patient=3-5", "agent=3-5")),
        (TWO, "d set_role:agent set_role:patient", "d", f"{TWO} 0.1=0.1"),
        (TWO, "A a link", "a", UNLINKED),
        (TWO, "A a link c set_role:modal", "c", UNLINKED.replace("0 patient", "0 modal=2 patient", 1)),
        (TWO, "C a link", "a", UNLINKED),  # the other cursor is elsewhere
        (TWO, "C a link toggle_partial", "a", f"{UNLINKED} 0.0~0.0"),
        (TWO, "C a link E a link", "a", f"{UNLINKED} 0.0=0.1"),  # where the other cursor is
        # Both texts at once, and other frames
        (TWO, "previous_part relabel_pair:negation", "a", TWO.replace("agent", "negation")),
        (TWO, "previous_part delete_pair", "a", "1 patient=3-5; 6 temporal=7 / 2 patient=4; 6 / 0=0"),
        (TWO, "previous_part copy_on:1", "a", TWO.replace("6 temporal", "6 agent=0 temporal")),
        # Fillers in several parts
        ("2 agent=0 temporal=1 agent=4-5", "e join_or_separate", "e", "2 agent=0,4-5 temporal=1"),
        ("2 agent=0,4-5 temporal=1", "e end_later", "e", "2 agent=0,4-6 temporal=1"),
        ("2 agent=0,4-6", "e set_role:patient join_or_separate", "e", "2 patient=0 patient=4-6"),
        ("2 agent=0 temporal=4", "g select_right join_or_separate", "h", "2 agent=0 temporal=4,6-7"),
        ("2 agent=0 temporal=4,6-7", "e delete", "e", "2 agent=0 temporal=6-7"),
        # Beside a filler they would be one part.
        ("2 agent=0 temporal=6-7", "e select_right join_or_separate", "f", "2 agent=0,4-5 temporal=6-7"),
    ],
)
def test_edits(start: str, keys: str, selected: str, expected: str) -> None:
    frame_editor = _editor(start)
    assert _run(frame_editor, keys)[-1] == selected
    assert frame_editor.annotation == annotation_of(expected)


@pytest.mark.parametrize(
    ("keys", "refusal"),
    [
        ("h delete", "“h” belongs to frame 2; press Down to go there"),
        ("choose_block:2 E delete", "“E” belongs to frame 1; press Up 2 times to go there"),
        ("choose_block:2 D delete", "no predicate or filler under the cursor"),
        ("set_role:agent", "predicate"),
        ("relabel_pair:agent", "a predicate has no role"),
        ("d delete_pair", "this filler is not linked"),
        ("a copy_on:1 copy_on:1", "no other frame"),
        ("H link", "reference"),
        ("choose_block:2 delete_frame_here choose_block:1 other_text D set_role:agent", "first select a frame"),
        ("a link set_role:other C a link", "no other to link"),
        ("a join_or_separate", "no filler to join with"),
        ("copy_frame", "no other annotator"),
    ],
)
def test_refusals(frame_editor: FrameEditor, keys: str, refusal: str) -> None:
    with pytest.raises(EditRefused, match=refusal):
        _run(frame_editor, keys)


def test_a_predicate_gets_a_role_in_the_frame_before_if_a_selection_grows_there(frame_editor: FrameEditor) -> None:
    with pytest.raises(EditRefused, match="select other words"):
        _run(frame_editor, "g set_role:other")
    frame_editor.follow(frame_editor.annotation)
    _run(frame_editor, "select_right set_role:other")
    assert frame_editor.annotation == annotation_of(TWO.replace("3-5;", "3-5 other=6-7;"))


@pytest.mark.parametrize(
    ("keys", "state"),
    [
        ("done", State.DONE),
        ("cannot", State.CANNOT),
        ("nothing", State.NOTHING),
        ("cannot done", State.CANNOT),
        ("cannot done reopen", State.OPEN),
    ],
)
def test_states(frame_editor: FrameEditor, keys: str, state: State) -> None:
    _run(frame_editor, keys)
    assert frame_editor.annotation.state is state
    assert bool(frame_editor.annotation.hypothesis) == (keys != "nothing")


def test_a_question_puts_both_cursors_in_place() -> None:
    """The key that links the filler in question links it with the one that the question names."""
    made = _editor("1 agent=0 patient=3-5 / 1 agent=0 patient=4 / 0=0")
    made.put_cursor("reference", 0)
    made.choose_with_partner("hypothesis", (0, 1))
    assert (made.side, made.cursor.word, made.cursors["reference"].word) == ("hypothesis", 3, 4)
    _do(made, made.link())
    made.choose_with_partner("reference", (0, 1))
    assert made.annotation == annotation_of("1 agent=0 patient=3-5 / 1 agent=0 patient=4 / 0=0 0.1=0.1")
    assert (made.side, made.cursor.word, made.cursors["hypothesis"].word) == ("reference", 4, 3)


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


def test_suggested_frames_are_dropped_and_taken_also_where_they_only_leave_frames_out() -> None:
    shared, mine, automatic = frame("6"), frame("1 agent=0"), frame("1 patient=0")
    cases = [((automatic, shared), (mine, shared)), ((automatic, shared), (shared,)), ((automatic, shared), ())]
    for start, offered in cases:
        made = FrameEditor(WORDS, Annotation(offered))
        made.suggested, made.start = SuggestedFrames(Annotation(offered)), Annotation(start)
        for expected in (start, offered, start):
            _do(made, made.swap_suggested())
            assert made.annotation.hypothesis == expected


def test_the_cursor_stays_in_its_frame_when_others_take_the_place_of_suggested_ones() -> None:
    kept, offered, start = frame("6 temporal=7"), (frame("1 agent=0"), frame("6 temporal=7")), (frame("6 temporal=7"),)
    made = FrameEditor(WORDS, Annotation(offered))
    made.suggested, made.start = SuggestedFrames(Annotation(offered)), Annotation(start)
    made.choose_part("hypothesis", (1, 0))
    _do(made, made.swap_suggested())
    assert (made.annotation.hypothesis, made.cursor.frame, made.cursor.word) == ((kept,), 0, 7)


def test_suggested_frames_that_are_the_automatic_ones_cannot_be_dropped() -> None:
    same = Annotation((frame("1 agent=0"),))
    made = FrameEditor(WORDS, same)
    with pytest.raises(EditRefused, match="no frames of other translations"):
        made.swap_suggested()
    made.suggested, made.start = SuggestedFrames(same), same
    with pytest.raises(EditRefused, match="no frames of other translations"):
        made.swap_suggested()
    made.suggested = SuggestedFrames(same, {same.hypothesis[0]: "s1"})
    with pytest.raises(EditRefused, match="equal the automatic ones"):
        made.swap_suggested()


def test_suggested_links_of_automatic_frames_are_dropped_and_taken() -> None:
    offered, start = (annotation_of(f"1 agent=0 / 1 agent=0 / {found}") for found in ("0=0 0.0=0.0", "0=0"))
    made = FrameEditor(WORDS, offered)
    made.suggested, made.start = SuggestedFrames(offered), start
    for expected in (start, offered):
        _do(made, made.swap_suggested())
        assert made.annotation == expected


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
        frame_editor.step_unsure(1)
        seen.append((frame_editor.side[0], frame_editor.part(frame_editor.side)))
    assert seen == [("r", (0, 0)), ("r", (0, 1)), ("h", (1, None)), ("h", (0, 0)), ("r", (0, 0))]
    frame_editor.step_unsure(-1)
    assert (frame_editor.side, frame_editor.cursor.word) == ("hypothesis", 0)
    _do(frame_editor, frame_editor.set_role(Role.OTHER))
    assert ("hypothesis", (0, 0)) not in frame_editor.unsure
    _do(frame_editor, frame_editor.done())
    with pytest.raises(EditRefused, match="no part is unsure"):
        frame_editor.step_unsure(1)


def test_a_filler_is_split_at_the_cursor_and_joined_with_the_next() -> None:
    both = frame("2 agent=0 temporal=4-7")
    links = FrameAlignment({(0, 0): CORRECT}, {((0, 1), (0, 1)): CORRECT})
    made = FrameEditor(
        {"hypothesis": WORDS["hypothesis"], "reference": WORDS["hypothesis"]}, Annotation((both,), (both,), links)
    )
    for side in SIDES:
        made.choose_part(side, (0, 1))
        made.put_cursor(side, 6)
        _do(made, made.split())
    assert made.annotation.hypothesis == made.annotation.reference == (frame("2 agent=0 temporal=4-5 temporal=6-7"),)
    assert made.annotation.alignment.fillers == {((0, number), (0, number)): CORRECT for number in (1, 2)}
    with pytest.raises(EditRefused, match="begins"):
        made.split()
    with pytest.raises(EditRefused, match="follows"):
        made.join_next()
    made.put_cursor("reference", 4)
    _do(made, made.join_next())
    assert made.annotation.reference == (both,)


def test_of_a_filler_in_parts_the_new_one_is_linked() -> None:
    own, other = frame("3 patient=0,5-7 agent=1"), frame("3 patient=0,5-6 agent=1 patient=7")
    made = FrameEditor(
        {"hypothesis": WORDS["hypothesis"], "reference": WORDS["hypothesis"]},
        Annotation((own,), (other,), FrameAlignment({(0, 0): CORRECT})),
    )
    made.choose_part("hypothesis", (0, 0))
    made.put_cursor("hypothesis", 7)
    _do(made, made.split())
    assert made.annotation.hypothesis == (other,)
    assert made.annotation.alignment.fillers == {((0, 2), (0, 2)): CORRECT}


@pytest.mark.parametrize(("key", "kind"), [("link", CORRECT), ("toggle_partial", PARTIAL)])
@pytest.mark.parametrize("active", ["hypothesis", "reference"])
def test_walked_predicates_of_other_frames_are_linked(key: str, kind: LinkKind, active: Side) -> None:
    """No frame key leads to two frames with a linked pair between them."""
    made = _editor("0; 3; 6 / 0; 3; 6 / 0=0 1=1")
    other: Side = "reference" if active == "hypothesis" else "hypothesis"
    made.walk_to(other, 6)
    made.walk_to(active, 6)
    _do(made, _change(key)(made))
    assert made.annotation.alignment.frames == {(0, 0): CORRECT, (1, 1): CORRECT, (2, 2): kind}
    assert [made.cursors[side].frame for side in ("hypothesis", "reference")] == [2, 2]
