"""The commands of the annotation editor; their keys work on the Annotate page alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from meantree.analysis.frames import Role
from meantree_gui.actions import BELOW, Command
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.frame_editor import Edit, FrameEditor
from meantree_gui.annotation_editor.open_annotation import Keystroke

if TYPE_CHECKING:
    from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel


ROLE_KEYS = {
    Role.AGENT: "A",
    Role.PATIENT: "P",
    Role.BENEFACTIVE: "B",
    Role.TEMPORAL: "T",
    Role.LOCATIVE: "L",
    Role.PURPOSE: "U",
    Role.MANNER: "M",
    Role.DEGREE: "D",
    Role.MODAL: "O",
    Role.NEGATION: "N",
    Role.OTHER: "X",
}
"""The first letter of each role, or the next that is free."""
ROLES: Mapping[str, Role] = {f"role_{role.value}": role for role in ROLE_KEYS}
"""The roles by the names of the commands that assign them."""
PARTS, SPAN, STATE, COMPARE, MOVE = "Frames and links", "Span", "State", "Compare", "Move"
GO_TO, SELECT = "Go to frame", "Select"
BOTH = "Role in both texts"


Change = Callable[[FrameEditor], Edit | None]
SHARE_REFERENCE = "Use these reference frames for all translations"


def annotation_commands(editor: AnnotationEditor, is_offered: Callable[[], bool]) -> tuple[Command, ...]:
    """Return the commands that edit frames, in the order of the menu, and let menus have them when they apply."""
    parts = (_roles, _parts, _spans, _states, _comparisons, _moves)
    return tuple(replace(command, is_offered=is_offered) for part in parts for command in part(editor))


def _roles(editor: AnnotationEditor) -> tuple[Command, ...]:
    in_one_text = tuple(
        _edit(
            editor,
            "Role",
            name,
            role.value,
            partial(FrameEditor.set_role, role=role),
            ROLE_KEYS[role],
            short=role.value,
        )
        for name, role in ROLES.items()
    )
    in_both_texts = tuple(
        _edit(
            editor,
            BOTH,
            f"both_{role.value}",
            f"{role.value} in both texts",
            partial(FrameEditor.relabel_pair, role=role),
            f"Shift+{key}",
        )
        for role, key in ROLE_KEYS.items()
    )
    return (*in_one_text, *in_both_texts)


def _parts(editor: AnnotationEditor) -> tuple[Command, ...]:
    edit = partial(_edit, editor, PARTS)
    return (
        edit("new_frame", "New frame", FrameEditor.new_frame, "F", short="new frame"),
        edit("link", "Link or unlink", FrameEditor.link, "K", short="link"),
        edit("toggle_partial", "Make link correct or partial", FrameEditor.toggle_partial, "H", short="partial"),
        edit(
            "delete",
            "Delete filler, or frame and linked frame",
            FrameEditor.delete,
            "Delete",
            "Backspace",
            short="delete",
        ),
        edit("delete_one", "Delete frame in this text only", FrameEditor.delete_frame_here, "Shift+Delete"),
        edit(
            "delete_pair",
            "Delete the linked pair, of fillers or frames",
            FrameEditor.delete_pair,
            "Ctrl+Delete",
            "Ctrl+Backspace",
            short="delete pair",
        ),
        edit("swap_projected", "Drop or take projected frames", FrameEditor.swap_projected, "J", short="projected"),
        edit(
            "drop_or_propose",
            "Drop or propose fillers of the frame",
            FrameEditor.drop_or_propose,
            "Z",
            short="proposed",
        ),
        edit("copy_on", "Copy filler into the next frame", FrameEditor.copy_on, "C", short="copy filler"),
        edit("copy_back", "Copy filler into the previous frame", FrameEditor.copy_back, "Shift+C"),
    )


def _spans(editor: AnnotationEditor) -> tuple[Command, ...]:
    edit = partial(_edit, editor, SPAN)

    def border(name: str, title: str, change: Change, mirrored: Change, *keys: str, short: str = "") -> Command:
        # Some window managers take Alt with arrows; the second keys need no AltGr on common keyboards.
        def moved(frames: FrameEditor) -> Edit | None:
            is_arrow = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier)
            return (mirrored if is_arrow and frames.to_right < 0 else change)(frames)

        return edit(name, f"{title} by one word", moved, *keys, short=short)

    end_later, end_earlier = FrameEditor.end_later, FrameEditor.end_earlier
    begin_earlier, begin_later = FrameEditor.begin_earlier, FrameEditor.begin_later

    return (
        edit(
            "join_parts",
            "Join filler with another as its part, or separate it",
            FrameEditor.join_or_separate,
            "Shift+W",
            short="parts",
        ),
        edit("take_selection", "Move span to the selected words", FrameEditor.take_selection, "W", short="span"),
        border("end_later", "Extend end of span", end_later, end_earlier, "Alt+Right", "+", "=", short="longer"),
        border("end_earlier", "Shorten end of span", end_earlier, end_later, "Alt+Left", "-", short="shorter"),
        border("begin_earlier", "Extend start of span", begin_earlier, begin_later, "Alt+Shift+Left", "("),
        border("begin_later", "Shorten start of span", begin_later, begin_earlier, "Alt+Shift+Right", ")"),
    )


def _states(editor: AnnotationEditor) -> tuple[Command, ...]:
    do, edit = partial(_do, editor, STATE), partial(_edit, editor, STATE)
    finish, comment = partial(do, repeats=False), partial(do, opens_field=True)
    comments = editor.comments
    return (
        finish(
            "finish", "Mark as done and go to the next open translation", editor.done, "Return", "Enter", short="done"
        ),
        finish(
            "nothing",
            "Mark as “nothing to annotate” and go to the next open translation",
            partial(editor.finish, FrameEditor.nothing),
            "E",
            short="nothing",
        ),
        finish(
            "cannot",
            "Mark as “cannot annotate” and go to the next open translation",
            partial(editor.finish, FrameEditor.cannot),
            "Q",
            short="cannot",
        ),
        edit("reopen", "Reopen", FrameEditor.reopen, "Shift+E"),
        comment("remark", "Comment on the part under the cursor …", comments.on_part, "R", short="comment"),
        comment("remark_whole", "Comment on the whole translation …", comments.on_whole, "Shift+R"),
        edit("unlock", "Unlock a finalized annotation", FrameEditor.unlock, "Ctrl+U"),
        do("start_over", "Start over from the automatic frames", editor.start_over, "Shift+G"),
        do("share_reference", SHARE_REFERENCE, editor.share_reference, "Ctrl+Shift+U"),
        do("next_undone", "Next open translation", editor.next_unfinished_segment, "PgDown", needs_sight=False),
        do(
            "previous_undone",
            "Previous open translation",
            editor.previous_unfinished_segment,
            "PgUp",
            needs_sight=False,
        ),
    )


def _comparisons(editor: AnnotationEditor) -> tuple[Command, ...]:
    def edit(name: str, title: str, change: Change, key: str, *, short: str = "") -> Command:
        return _do(editor, COMPARE, name, title, partial(editor.compare, change), key, short=short)

    return (
        edit(
            "take_theirs", "Copy this frame from the other annotator", FrameEditor.copy_frame, "Y", short="copy frame"
        ),
        edit("take_all", "Copy all frames from the other annotator", FrameEditor.take_all, "Shift+Y"),
        edit("next_difference", "Next disagreement", FrameEditor.next_difference, "V", short="next difference"),
    )


def _moves(editor: AnnotationEditor) -> tuple[Command, ...]:
    edit, select = partial(_edit, editor, MOVE), partial(_edit, editor, SELECT)
    go_to = partial(_edit, editor, GO_TO)
    return (
        edit("other_text", "Go to the other text", FrameEditor.other_text, "Tab", "Shift+Tab", short="other text"),
        edit("next_frame", "Next frame", FrameEditor.next_frame, "Down", short="frame"),
        edit("previous_frame", "Previous frame", FrameEditor.previous_frame, "Up"),
        edit("next_part", "Predicate or filler on the right", FrameEditor.part_right, "Ctrl+Right"),
        edit("previous_part", "Predicate or filler on the left", FrameEditor.part_left, "Ctrl+Left"),
        edit("next_unsure", "Next unsure part", FrameEditor.next_unsure, "Space", short="unsure"),
        edit("previous_unsure", "Previous unsure part", FrameEditor.previous_unsure, "Shift+Space"),
        edit("right", "Move one word right", FrameEditor.right, "Right"),
        edit("left", "Move one word left", FrameEditor.left, "Left"),
        edit("select_right", "Extend selection one word right", FrameEditor.select_right, "Shift+Right"),
        edit("select_left", "Extend selection one word left", FrameEditor.select_left, "Shift+Left"),
        edit("to_first", "First word", FrameEditor.to_first, "Home"),
        edit("to_last", "Last word", FrameEditor.to_last, "End"),
        *(
            go_to(f"frame_{number}", f"Frame {number}", partial(FrameEditor.to_frame, number=number), str(number))
            for number in range(1, 10)
        ),
        select("select_to_first", "To the first word", FrameEditor.select_to_first, "Shift+Home"),
        select("select_to_last", "To the last word", FrameEditor.select_to_last, "Shift+End"),
        select("select_phrase_right", "Phrase right", FrameEditor.select_phrase_right, "Ctrl+Shift+Right"),
        select("select_phrase_left", "Phrase left", FrameEditor.select_phrase_left, "Ctrl+Shift+Left"),
        select("select_wider", "Larger phrase", FrameEditor.select_wider, "Ctrl+Shift+Up", short="phrase"),
        select("select_narrower", "Smaller phrase", FrameEditor.select_narrower, "Ctrl+Shift+Down"),
    )


def _edit(
    editor: AnnotationEditor, group: str, name: str, title: str, change: Change, *keys: str, short: str = ""
) -> Command:
    return _do(editor, group, name, title, partial(editor.edit, change), *keys, short=short)


def _do(
    editor: AnnotationEditor,
    group: str,
    name: str,
    title: str,
    do: Callable[[], object],
    *keys: str,
    short: str = "",
    needs_sight: bool = True,
    opens_field: bool = False,
    repeats: bool = True,
) -> Command:
    keystroke = Keystroke(do, needs_sight, opens_field)
    perform = partial(editor.perform, keystroke)
    return Command(name, title, f"Annotate{BELOW}{group}", perform, keys, short, repeats=repeats)


PROJECT, SHOW = f"Annotate{BELOW}Project", f"Annotate{BELOW}Show"


def project_commands(panel: AnnotationPanel) -> tuple[Command, ...]:
    """Return the commands on frames and error spans whose keys work everywhere."""
    return (
        Command("undo", "Undo", "Edit", partial(panel.take_step, "undo"), ("Ctrl+Z",)),
        Command("redo", "Redo", "Edit", partial(panel.take_step, "redo"), ("Ctrl+Shift+Z", "Ctrl+Y")),
        Command("choose_keys", "Annotation keys …", "Edit", panel.choose_keys),
        Command("toggle_spans", "Frames, or error spans", PROJECT, panel.toggle_spans, ("Ctrl+Alt+G",)),
        Command(
            "adjudicate_spans",
            "Adjudicate error spans",
            PROJECT,
            panel.adjudicate_spans,
            is_offered=panel.may_adjudicate,
        ),
        Command(
            "finalize_spans",
            "Finalize error spans on which all agree",
            PROJECT,
            panel.finalize_spans,
            is_offered=panel.may_adjudicate,
        ),
        Command("set_rules", "Project rules …", PROJECT, panel.set_rules),
    )


def view_commands(panel: AnnotationPanel, shows_frames: Callable[[], bool]) -> tuple[Command, ...]:
    """Return the commands that show or hide something on the page; menus have some of them with frames only."""
    return (
        Command(
            "toggle_source", "Show more or less context", SHOW, panel.change_context, ("S",), "context", shows_frames
        ),
        Command("toggle_strip", "Show or hide the keys", SHOW, panel.toggle_strip, ("Shift+K",), "", shows_frames),
        Command("list_remarks", "All comments …", SHOW, panel.list_comments, ("Ctrl+Shift+R",)),
        Command("explain_role", "What this role means …", SHOW, panel.explain_role, ("I",), "role help", shows_frames),
        Command(
            "show_guidelines", "Guidelines of the project …", SHOW, panel.show_guidelines, ("?", "G"), "guidelines"
        ),
    )
