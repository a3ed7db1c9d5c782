"""The commands of the annotation editor; their keys work on the Annotate page alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from meantree.analysis.frames import Role
from meantree_gui.actions import BELOW, Command

if TYPE_CHECKING:
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
    from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel
    from meantree_gui.annotation_editor.frame_editor import Edit, FrameEditor


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
QUESTIONS = 3
"""The most questions that the editor asks at once."""


Change = Callable[["FrameEditor"], "Edit | None"]
SHARE_REFERENCE = "Use these reference frames for all translations"


@dataclass(frozen=True, slots=True)
class Group:
    """Declares the commands of a submenu on an annotation editor that may not be made yet."""

    editor: Callable[[], AnnotationEditor]
    title: str

    def edit(self, name: str, title: str, change: Change, *keys: str, short: str = "") -> Command:
        """Return a command that moves the cursor or changes the annotation."""
        return self.do(name, title, lambda editor: editor.edit(change), *keys, short=short)

    def do(
        self,
        name: str,
        title: str,
        do: Callable[[AnnotationEditor], object],
        *keys: str,
        short: str = "",
        needs_sight: bool = True,
        opens_field: bool = False,
    ) -> Command:
        """Return a command; :meth:`OpenAnnotation.perform` says when it waits."""

        def perform() -> None:
            editor = self.editor()
            editor.perform(partial(do, editor), needs_sight=needs_sight, opens_field=opens_field)

        return Command(name, title, f"Annotate{BELOW}{self.title}", perform, keys, short)


def annotation_commands(editor: Callable[[], AnnotationEditor], is_offered: Callable[[], bool]) -> tuple[Command, ...]:
    """Return the commands that edit frames, in the order of the menu, and let menus have them when they apply."""
    group = partial(Group, editor)
    commands = (
        *_roles(group("Role"), group(BOTH)),
        *_parts(group(PARTS)),
        *_spans(group(SPAN)),
        *_states(group(STATE)),
        *_comparisons(group(COMPARE)),
        *_moves(group(MOVE), group(GO_TO), group(SELECT)),
    )
    return tuple(replace(command, is_offered=is_offered) for command in commands)


def _roles(one: Group, both: Group) -> tuple[Command, ...]:
    def set_role(role: Role) -> Change:
        return lambda f: f.set_role(role)

    def relabel_pair(role: Role) -> Change:
        return lambda f: f.relabel_pair(role)

    return (
        *(
            one.edit(name, role.value, set_role(role), ROLE_KEYS[role], short=role.value)
            for name, role in ROLES.items()
        ),
        *(
            both.edit(f"both_{role.value}", f"{role.value} in both texts", relabel_pair(role), f"Shift+{key}")
            for role, key in ROLE_KEYS.items()
        ),
    )


def _parts(group: Group) -> tuple[Command, ...]:
    edit = group.edit
    return (
        edit("new_frame", "New frame", lambda f: f.new_frame(), "F", short="new frame"),
        edit("link", "Link or unlink", lambda f: f.link(), "K", short="link"),
        edit("toggle_partial", "Make link correct or partial", lambda f: f.toggle_partial(), "H", short="partial"),
        edit(
            "delete",
            "Delete filler, or frame and linked frame",
            lambda f: f.delete(),
            "Delete",
            "Backspace",
            short="delete",
        ),
        edit("delete_one", "Delete frame in this text only", lambda f: f.delete_frame_here(), "Shift+Delete"),
        edit(
            "delete_pair",
            "Delete the linked pair, of fillers or frames",
            lambda f: f.delete_pair(),
            "Ctrl+Delete",
            "Ctrl+Backspace",
            short="delete pair",
        ),
        edit("swap_projected", "Drop or take suggested frames", lambda f: f.swap_projected(), "J", short="suggested"),
        edit(
            "drop_or_propose",
            "Drop or take automatic fillers of the frame",
            lambda f: f.drop_or_propose(),
            "Z",
            short="automatic",
        ),
        edit("copy_on", "Copy filler into the next frame", lambda f: f.copy_on(), "C", short="copy filler"),
        edit("copy_back", "Copy filler into the previous frame", lambda f: f.copy_back(), "Shift+C"),
    )


def _spans(group: Group) -> tuple[Command, ...]:
    edit = group.edit

    def border(name: str, title: str, changes: Sequence[Change], *keys: str, short: str = "") -> Command:
        # Some window managers take Alt with arrows; the second keys need no AltGr on common keyboards.
        def moved(frames: FrameEditor) -> Edit | None:
            is_arrow = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier)
            return changes[is_arrow and frames.to_right < 0](frames)

        return edit(name, f"{title} by one word", moved, *keys, short=short)

    ends: tuple[Change, Change] = lambda f: f.end_later(), lambda f: f.end_earlier()
    begins: tuple[Change, Change] = lambda f: f.begin_earlier(), lambda f: f.begin_later()
    return (
        edit(
            "join_parts",
            "Join filler with another as its part, or separate it",
            lambda f: f.join_or_separate(),
            "Shift+W",
            short="parts",
        ),
        edit("split", "Split filler before the cursor's word", lambda f: f.split(), "/", short="split"),
        edit("join_next", "Join filler with the next one", lambda f: f.join_next(), ".", short="join"),
        edit("take_selection", "Move span to the selected words", lambda f: f.take_selection(), "W", short="span"),
        border("end_later", "Extend end of span", ends, "Alt+Right", "+", "=", short="longer"),
        border("end_earlier", "Shorten end of span", ends[::-1], "Alt+Left", "-", short="shorter"),
        border("begin_earlier", "Extend start of span", begins, "Alt+Shift+Left", "("),
        border("begin_later", "Shorten start of span", begins[::-1], "Alt+Shift+Right", ")"),
    )


def _states(group: Group) -> tuple[Command, ...]:
    do, edit, comment = group.do, group.edit, partial(group.do, opens_field=True)
    finishing = (
        do(
            "finish",
            "Mark as done and go to the next open translation",
            lambda editor: editor.done(),
            "Return",
            "Enter",
            short="done",
        ),
        do(
            "nothing",
            "Mark as “nothing to annotate” and go to the next open translation",
            lambda editor: editor.finish(lambda f: f.nothing()),
            "E",
            short="nothing",
        ),
        do(
            "cannot",
            "Mark as “cannot annotate” and go to the next open translation",
            lambda editor: editor.finish(lambda f: f.cannot()),
            "Q",
            short="cannot",
        ),
    )
    return (
        *(replace(command, repeats=False) for command in finishing),
        edit("reopen", "Reopen", lambda f: f.reopen(), "Shift+E"),
        comment(
            "remark",
            "Comment on the part under the cursor …",
            lambda editor: editor.comments.on_part(),
            "R",
            short="comment",
        ),
        comment(
            "remark_whole", "Comment on the whole translation …", lambda editor: editor.comments.on_whole(), "Shift+R"
        ),
        edit("unlock", "Unlock a finalized annotation", lambda f: f.unlock(), "Ctrl+U"),
        do("start_over", "Start over from the automatic frames", lambda editor: editor.start_over(), "Shift+G"),
        do("share_reference", SHARE_REFERENCE, lambda editor: editor.share_reference(), "Ctrl+Shift+U"),
        do(
            "next_undone",
            "Next open translation",
            lambda editor: editor.next_unfinished_segment(),
            "PgDown",
            needs_sight=False,
        ),
        do(
            "previous_undone",
            "Previous open translation",
            lambda editor: editor.previous_unfinished_segment(),
            "PgUp",
            needs_sight=False,
        ),
    )


def _comparisons(group: Group) -> tuple[Command, ...]:
    def edit(name: str, title: str, change: Change, key: str, *, short: str = "") -> Command:
        return group.do(name, title, lambda editor: editor.compare(change), key, short=short)

    return (
        edit(
            "take_theirs", "Copy this frame from the other annotator", lambda f: f.copy_frame(), "Y", short="copy frame"
        ),
        edit("take_all", "Copy all frames from the other annotator", lambda f: f.take_all(), "Shift+Y"),
        edit("next_difference", "Next disagreement", lambda f: f.next_difference(), "V", short="next difference"),
    )


def _moves(move: Group, go_to: Group, selecting: Group) -> tuple[Command, ...]:
    def to_frame(number: int) -> Command:
        title = f"Frame {number}, or question {number}" if number <= QUESTIONS else f"Frame {number}"
        return go_to.do(f"frame_{number}", title, lambda editor: editor.go_to_numbered(number), str(number))

    edit, select = move.edit, selecting.edit
    return (
        edit("other_text", "Go to the other text", lambda f: f.other_text(), "Tab", "Shift+Tab", short="other text"),
        edit("next_frame", "Next frame", lambda f: f.next_frame(), "Down", short="frame"),
        edit("previous_frame", "Previous frame", lambda f: f.previous_frame(), "Up"),
        edit("next_part", "Predicate or filler on the right", lambda f: f.part_right(), "Ctrl+Right"),
        edit("previous_part", "Predicate or filler on the left", lambda f: f.part_left(), "Ctrl+Left"),
        edit("next_unsure", "Next unsure part", lambda f: f.next_unsure(), "Space", short="unsure"),
        edit("previous_unsure", "Previous unsure part", lambda f: f.previous_unsure(), "Shift+Space"),
        edit("right", "Move one word right", lambda f: f.right(), "Right"),
        edit("left", "Move one word left", lambda f: f.left(), "Left"),
        edit("select_right", "Extend selection one word right", lambda f: f.select_right(), "Shift+Right"),
        edit("select_left", "Extend selection one word left", lambda f: f.select_left(), "Shift+Left"),
        edit("to_first", "First word", lambda f: f.to_first(), "Home"),
        edit("to_last", "Last word", lambda f: f.to_last(), "End"),
        *map(to_frame, range(1, 10)),
        select("select_to_first", "To the first word", lambda f: f.select_to_first(), "Shift+Home"),
        select("select_to_last", "To the last word", lambda f: f.select_to_last(), "Shift+End"),
        select("select_phrase_right", "Phrase right", lambda f: f.select_phrase_right(), "Ctrl+Shift+Right"),
        select("select_phrase_left", "Phrase left", lambda f: f.select_phrase_left(), "Ctrl+Shift+Left"),
        select("select_wider", "Larger phrase", lambda f: f.select_wider(), "Ctrl+Shift+Up", short="phrase"),
        select("select_narrower", "Smaller phrase", lambda f: f.select_narrower(), "Ctrl+Shift+Down"),
    )


PROJECT, SHOW = f"Annotate{BELOW}Project", f"Annotate{BELOW}Show"


def project_commands(panel: Callable[[], AnnotationPanel], may_adjudicate: Callable[[], bool]) -> tuple[Command, ...]:
    """Return the commands on frames and error spans whose keys work everywhere."""
    return (
        Command("choose_keys", "Annotation keys …", "Edit", lambda: panel().choose_keys()),
        Command("toggle_spans", "Frames, or error spans", PROJECT, lambda: panel().toggle_spans(), ("Ctrl+Alt+G",)),
        Command(
            "adjudicate",
            "Adjudicate, or annotate again",
            PROJECT,
            lambda: panel().adjudicate(),
            ("Ctrl+F9",),
            is_offered=may_adjudicate,
        ),
        Command("set_rules", "Project rules …", PROJECT, lambda: panel().set_rules()),
    )


def view_commands(panel: Callable[[], AnnotationPanel], shows_frames: Callable[[], bool]) -> tuple[Command, ...]:
    """Return the commands that show or hide something on the page; menus have some of them with frames only."""

    def view(name: str, title: str, do: Callable[[AnnotationPanel], object], *keys: str, short: str = "") -> Command:
        return Command(name, title, SHOW, lambda: do(panel()), keys, short)

    def of_frames(command: Command) -> Command:
        return replace(command, is_offered=shows_frames)

    return (
        of_frames(
            view("toggle_source", "Show more or less context", lambda p: p.change_context(), "S", short="context")
        ),
        of_frames(view("toggle_strip", "Show or hide the keys", lambda p: p.toggle_strip(), "Shift+K")),
        of_frames(
            view("toggle_change", "Show or hide the change of the score", lambda p: p.toggle_change(), "Shift+H")
        ),
        view("list_remarks", "All comments …", lambda p: p.list_comments(), "Ctrl+Shift+R"),
        of_frames(view("explain_role", "What this role means …", lambda p: p.explain_role(), "I", short="role help")),
        view(
            "show_guidelines",
            "Guidelines of the project …",
            lambda p: p.show_guidelines(),
            "?",
            "G",
            short="guidelines",
        ),
    )
