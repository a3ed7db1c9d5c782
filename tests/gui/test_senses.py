"""What predicates mean, as the annotation editor says it."""

from __future__ import annotations

from helpers.frames import frame
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.sentences import Analysis
from meantree.annotation.frame_annotation import Annotation
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.annotation_editor.role_help import Senses

WORDS = ("they", "praised", "her", "today")
FOUND = Frame(
    (1, 2),
    (
        Filler((0, 1), Role.AGENT, "ARG0"),
        Filler((2, 3), Role.PATIENT, "ARG1"),
        Filler((3, 4), Role.TEMPORAL, "ARGM-TMP"),
    ),
    "praise.01",
)


def _editor(text: str) -> FrameEditor:
    frame_editor = FrameEditor({"hypothesis": WORDS, "reference": WORDS}, Annotation((frame(text),)))
    frame_editor.choose_block(0)
    return frame_editor


def _senses(found: Frame = FOUND) -> Senses:
    text = Analysis(" ".join(WORDS), labelled=FrameLayer(WORDS, (found,)))
    return Senses((text, text))


def test_the_frame_at_work_has_its_roleset_whoever_made_it() -> None:
    frame_editor = _editor("1 agent=0")
    assert _senses().line(frame_editor).startswith("praise.01 (")
    assert _senses().tip(frame_editor, "hypothesis", (0, None)) == _senses().line(frame_editor)
    frame_editor.put_cursor("hypothesis", 3)
    assert _senses().line(frame_editor).startswith("praise.01 ("), "anywhere in the text"


def test_a_filler_says_by_which_rule_it_has_its_role_as_long_as_it_is_the_labellers() -> None:
    senses = _senses()
    assert senses.tip(_editor("1 agent=0"), "hypothesis", (0, 0)).startswith("ARG0 of praise.01, ")
    assert senses.tip(_editor("1 temporal=3"), "hypothesis", (0, 0)).endswith("ARGM-TMP → temporal")
    assert senses.tip(_editor("1 patient=0"), "hypothesis", (0, 0)) == "", "another role"
    assert senses.tip(_editor("1 agent=2-3"), "hypothesis", (0, 0)) == "", "other words"


def test_a_frame_that_was_proposed_has_its_own_roleset_and_labels() -> None:
    new = Frame((3, 4), (Filler((0, 1), Role.AGENT, "ARG0"),), "praise.01")
    frame_editor = FrameEditor({"hypothesis": WORDS, "reference": WORDS}, Annotation((new,)))
    frame_editor.choose_block(0)
    assert _senses().line(frame_editor).startswith("praise.01 (")
    assert _senses().tip(frame_editor, "hypothesis", (0, 0)).startswith("ARG0 of praise.01, ")


def test_other_predicates_and_unknown_rolesets_say_nothing() -> None:
    assert _senses().line(_editor("2")) == ""
    assert Senses().line(_editor("1")) == ""
    unknown = _senses(Frame((1, 2)))
    assert unknown.line(_editor("1")) == ""
    assert not unknown.are_known
    assert _senses().are_known
