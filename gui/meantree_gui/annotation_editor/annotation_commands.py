"""What an annotator can do at the desk, with the keys that work there and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from meantree.analysis.frames import Role
from meantree_gui.actions import BELOW, Command
from meantree_gui.annotation_editor.annotation_editor import Desk
from meantree_gui.annotation_editor.frame_editor import Edit, Editor
from meantree_gui.annotation_editor.keystrokes import Keystroke

if TYPE_CHECKING:
    from meantree_gui.annotation_editor.annotation_panel import DeskPanel


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
BOTH = "Role in both texts"


Change = Callable[[Editor], Edit | None]
SHARE_REFERENCE = "Use these reference frames for all translations"


def desk_commands(desk: Desk) -> tuple[Command, ...]:
    """All of them, in the order of the menu."""
    return (*_roles(desk), *_edits(desk), *_states(desk), *_comparisons(desk), *_moves(desk))


def _roles(desk: Desk) -> tuple[Command, ...]:
    one = tuple(
        _edit(desk, name, role.value, "Role", partial(Editor.set_role, role=role), ROLE_KEYS[role], short=role.value)
        for name, role in ROLES.items()
    )
    both = tuple(
        _edit(
            desk,
            f"both_{role.value}",
            f"{role.value} in both texts",
            BOTH,
            partial(Editor.relabel_pair, role=role),
            f"Shift+{key}",
        )
        for role, key in ROLE_KEYS.items()
    )
    return (*one, *both)


def _edits(desk: Desk) -> tuple[Command, ...]:
    edit = partial(_edit, desk)
    return (
        edit("new_frame", "New frame", PARTS, Editor.new_frame, "F", short="new frame"),
        edit("link", "Link or unlink", PARTS, Editor.link, "K", short="link"),
        edit(
            "toggle_partial",
            "Make link correct or partial",
            PARTS,
            Editor.toggle_partial,
            "H",
            short="partial",
        ),
        edit(
            "delete",
            "Delete filler, or frame and linked frame",
            PARTS,
            Editor.delete,
            "Delete",
            "Backspace",
            short="delete",
        ),
        edit("delete_one", "Delete frame in this text only", PARTS, Editor.delete_one, "Shift+Delete"),
        edit(
            "delete_pair",
            "Delete the linked pair, of fillers or frames",
            PARTS,
            Editor.delete_pair,
            "Ctrl+Delete",
            "Ctrl+Backspace",
            short="delete pair",
        ),
        edit("copy_on", "Copy filler into the next frame", PARTS, Editor.copy_on, "C", short="copy filler"),
        edit("copy_back", "Copy filler into the previous frame", PARTS, Editor.copy_back, "Shift+C"),
        edit("take_selection", "Move span to the selected words", SPAN, Editor.take_selection, "W", short="span"),
        edit("end_later", "Extend end of span by one word", SPAN, Editor.end_later, "Alt+Right", short="longer"),
        edit("end_earlier", "Shorten end of span by one word", SPAN, Editor.end_earlier, "Alt+Left", short="shorter"),
        edit("begin_earlier", "Extend start of span by one word", SPAN, Editor.begin_earlier, "Alt+Shift+Left"),
        edit("begin_later", "Shorten start of span by one word", SPAN, Editor.begin_later, "Alt+Shift+Right"),
    )


def _states(desk: Desk) -> tuple[Command, ...]:
    do, edit = partial(_do, desk), partial(_edit, desk)
    remark = partial(do, opens_field=True)
    return (
        do(
            "finish",
            "Done, go to the next open segment",
            STATE,
            desk.done,
            "Return",
            "Enter",
            short="done",
        ),
        do(
            "nothing",
            "“Nothing to annotate”, go to the next open segment",
            STATE,
            partial(desk.finish, Editor.nothing),
            "E",
            short="nothing",
        ),
        do(
            "cannot",
            "“Cannot annotate”, go to the next open segment",
            STATE,
            partial(desk.finish, Editor.cannot),
            "Q",
            short="cannot",
        ),
        edit("reopen", "Reopen", STATE, Editor.reopen, "Shift+E"),
        remark("remark", "Remark on what the cursor is on …", STATE, desk.remarks.on_part, "R", short="remark"),
        remark("remark_whole", "Remark on the whole translation …", STATE, desk.remarks.on_whole, "Shift+R"),
        edit("unlock", "Unlock what somebody settled", STATE, Editor.unlocked, "Ctrl+U"),
        do("start_over", "Start over from the automatic frames", STATE, desk.start_over, "Shift+G"),
        do("share_reference", SHARE_REFERENCE, STATE, desk.share_reference, "Ctrl+Shift+U"),
        do("next_undone", "Next open segment", STATE, desk.next_undone, "PgDown", waits=False),
        do("previous_undone", "Previous open segment", STATE, desk.previous_undone, "PgUp", waits=False),
    )


def _comparisons(desk: Desk) -> tuple[Command, ...]:
    def edit(name: str, title: str, group: str, change: Change, key: str, *, short: str = "") -> Command:
        return _do(desk, name, title, group, partial(desk.compare, change), key, short=short)

    return (
        edit(
            "take_theirs",
            "Copy this frame from the other annotator",
            COMPARE,
            Editor.take_theirs,
            "Y",
            short="take theirs",
        ),
        edit("take_all", "Copy all frames from the other annotator", COMPARE, Editor.take_all, "Shift+Y"),
        edit("next_difference", "Next disagreement", COMPARE, Editor.next_difference, "V", short="next difference"),
    )


def _moves(desk: Desk) -> tuple[Command, ...]:
    edit = partial(_edit, desk)
    return (
        edit(
            "other_text",
            "Go to the other text",
            MOVE,
            Editor.other_text,
            "Tab",
            "Shift+Tab",
            short="other text",
        ),
        edit("next_frame", "Next frame", MOVE, Editor.next_frame, "Down", short="frame"),
        edit("previous_frame", "Previous frame", MOVE, Editor.previous_frame, "Up"),
        edit("next_part", "Next predicate or filler of the frame", MOVE, Editor.next_part, "Ctrl+Right"),
        edit("previous_part", "Previous predicate or filler of the frame", MOVE, Editor.previous_part, "Ctrl+Left"),
        edit("right", "Move one word right", MOVE, Editor.right, "Right"),
        edit("left", "Move one word left", MOVE, Editor.left, "Left"),
        edit("select_right", "Extend selection one word right", MOVE, Editor.select_right, "Shift+Right"),
        edit("select_left", "Extend selection one word left", MOVE, Editor.select_left, "Shift+Left"),
        edit("to_first", "First word", MOVE, Editor.to_first, "Home"),
        edit("to_last", "Last word", MOVE, Editor.to_last, "End"),
    )


def _edit(
    desk: Desk,
    name: str,
    title: str,
    group: str,
    change: Change,
    *keys: str,
    short: str = "",
) -> Command:
    return _do(desk, name, title, group, partial(desk.edit, change), *keys, short=short)


def _do(
    desk: Desk,
    name: str,
    title: str,
    group: str,
    do: Callable[[], object],
    *keys: str,
    short: str = "",
    waits: bool = True,
    opens_field: bool = False,
) -> Command:
    keystroke = Keystroke(title, do, waits, opens_field)
    return Command(name, title, f"Annotate{BELOW}{group}", partial(desk.perform, keystroke), keys, short)


SHOW = f"Annotate{BELOW}Show"


def view_commands(panel: DeskPanel) -> tuple[Command, ...]:
    """Their keys work where those of the edits do."""
    return (
        Command("toggle_source", "Show or hide the source", SHOW, panel.toggle_source, ("S",), "source"),
        Command("toggle_strip", "Show or hide the keys", SHOW, panel.toggle_strip, ("Shift+K",)),
        Command("list_remarks", "All remarks …", SHOW, panel.list_remarks, ("Ctrl+Shift+R",)),
        Command("explain_role", "What this role means …", SHOW, panel.explain_role, ("I",), "role help"),
        Command("show_guidelines", "Guidelines of the project …", SHOW, panel.show_guidelines, ("G",), "guidelines"),
    )
