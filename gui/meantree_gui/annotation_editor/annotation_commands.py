"""The commands of the Annotate page: those that edit, that show, and that decide in the rows of adjudication."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from operator import methodcaller
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

    def edit(self, name: str, title: str, keys: str, short: str = "", change: Change | None = None) -> Command:
        """Return a command that moves the cursor or changes the annotation, by default by the method of its name."""
        made = change or methodcaller(name)
        return self.do(name, title, keys, lambda editor: editor.edit(made), short)

    def do(
        self,
        name: str,
        title: str,
        keys: str,
        do: Callable[[AnnotationEditor], object],
        short: str = "",
        *,
        needs_sight: bool = True,
        opens_field: bool = False,
    ) -> Command:
        """Return a command with keys separated by blanks; :meth:`OpenAnnotation.perform` says when it waits."""

        def perform() -> None:
            editor = self.editor()
            editor.perform(partial(do, editor), needs_sight=needs_sight, opens_field=opens_field)

        return Command(name, title, f"Annotate{BELOW}{self.title}", perform, tuple(keys.split()), short)


def annotation_commands(editor: Callable[[], AnnotationEditor], is_offered: Callable[[], bool]) -> tuple[Command, ...]:
    """Return the commands that edit frames, in the order of the menu, and let menus have them when they apply."""
    group = partial(Group, editor)
    commands = (
        *_roles(group("Role").edit, group(BOTH).edit),
        *_parts(group(PARTS).edit),
        *_spans(group(SPAN).edit),
        *_states(group(STATE)),
        *_comparisons(group(COMPARE)),
        *_moves(group(MOVE).edit, group(GO_TO), group(SELECT).edit),
    )
    return tuple(replace(command, is_offered=is_offered) for command in commands)


Declare = Callable[..., Command]
""":meth:`Group.edit` of a submenu."""


def _roles(one: Declare, both: Declare) -> Iterator[Command]:
    for name, role in ROLES.items():
        yield one(name, role.value, ROLE_KEYS[role], role.value, methodcaller("set_role", role))
    for role, key in ROLE_KEYS.items():
        name, change = f"both_{role.value}", methodcaller("relabel_pair", role)
        yield both(name, f"{role.value} in both texts", f"Shift+{key}", "", change)


def _parts(edit: Declare) -> Iterator[Command]:
    yield edit("new_frame", "New frame", "F", "new frame")
    yield edit("link", "Link or unlink", "K", "link")
    yield edit("toggle_partial", "Make link correct or partial", "H", "partial")
    yield edit("delete", "Delete filler, or frame and linked frame", "Delete Backspace", "delete")
    yield edit("delete_one", "Delete frame in this text only", "Shift+Delete", "", lambda f: f.delete_frame_here())
    keys = "Ctrl+Delete Ctrl+Backspace"
    yield edit("delete_pair", "Delete the linked pair, of fillers or frames", keys, "delete pair")
    yield edit("swap_suggested", "Drop or take suggested frames", "J", "suggested")
    yield edit("drop_or_propose", "Drop or take automatic fillers of the frame", "Z", "automatic")
    yield edit("copy_on", "Copy filler into the next frame", "C", "copy filler", lambda f: f.copy_on(1))
    yield edit("copy_back", "Copy filler into the previous frame", "Shift+C", "", lambda f: f.copy_on(-1))


def _spans(edit: Declare) -> Iterator[Command]:
    def border(begin: int, end: int) -> Change:
        # Some window managers take Alt with arrows; the second keys need no AltGr on common keyboards.
        def moved(frames: FrameEditor) -> Edit:
            is_arrow = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier)
            sign = frames.to_right if is_arrow else 1
            return frames.move_borders(sign * begin, sign * end)

        return moved

    joining = "Join filler with another as its part, or separate it"
    yield edit("join_parts", joining, "Shift+W", "parts", lambda f: f.join_or_separate())
    yield edit("split", "Split filler before the cursor's word", "/", "split")
    yield edit("join_next", "Join filler with the next one", ".", "join")
    yield edit("take_selection", "Move span to the selected words", "W", "span")
    yield edit("end_later", "Extend end of span by one word", "Alt+Right + =", "longer", border(0, 1))
    yield edit("end_earlier", "Shorten end of span by one word", "Alt+Left -", "shorter", border(0, -1))
    yield edit("begin_earlier", "Extend start of span by one word", "Alt+Shift+Left (", "", border(-1, 0))
    yield edit("begin_later", "Shorten start of span by one word", "Alt+Shift+Right )", "", border(1, 0))


def _states(group: Group) -> Iterator[Command]:
    do, edit, comment = group.do, group.edit, partial(group.do, opens_field=True)
    on = "and go to the next open translation"

    def finish(change: Callable[[FrameEditor], Edit]) -> Callable[[AnnotationEditor], None]:
        return lambda editor: editor.finish(change)

    finishing = (
        do("finish", f"Mark as done {on}", "Return Enter", lambda editor: editor.done(), "done"),
        do("nothing", f"Mark as “nothing to annotate” {on}", "E", finish(lambda f: f.nothing()), "nothing"),
        do("cannot", f"Mark as “cannot annotate” {on}", "Q", finish(lambda f: f.cannot()), "cannot"),
    )
    yield from (replace(command, repeats=False) for command in finishing)
    yield edit("reopen", "Reopen", "Shift+E")
    here, whole = "Comment on the part under the cursor …", "Comment on the whole translation …"
    yield comment("remark", here, "R", lambda editor: editor.comment(whole=False), "comment")
    yield comment("remark_whole", whole, "Shift+R", lambda editor: editor.comment(whole=True))
    yield edit("unlock", "Unlock a finalized annotation", "Ctrl+U")
    yield do("start_over", "Start over from the automatic frames", "Shift+G", lambda editor: editor.start_over())
    yield do("share_reference", SHARE_REFERENCE, "Ctrl+Shift+U", lambda editor: editor.share_reference())
    go = partial(group.do, needs_sight=False)
    yield go("next_undone", "Next open translation", "PgDown", lambda editor: editor.go(1))
    yield go("previous_undone", "Previous open translation", "PgUp", lambda editor: editor.go(-1))
    of_all = "translation, finished or not"
    yield go("next_of_all", f"Next {of_all}", "Shift+PgDown", lambda editor: editor.go(1, finished=True))
    yield go("previous_of_all", f"Previous {of_all}", "Shift+PgUp", lambda editor: editor.go(-1, finished=True))


def _comparisons(group: Group) -> Iterator[Command]:
    def edit(name: str, title: str, key: str, change: Change, short: str = "") -> Command:
        return group.do(name, title, key, lambda editor: editor.compare(change), short)

    one, all_of_them = "Copy this frame from the other annotator", "Copy all frames from the other annotator"
    yield edit("take_theirs", one, "Y", lambda f: f.copy_frame(), "copy frame")
    yield edit("take_all", all_of_them, "Shift+Y", lambda f: f.take_all())
    yield edit("next_difference", "Next disagreement", "V", lambda f: f.next_difference(), "next difference")


def _moves(move: Declare, go_to: Group, select: Declare) -> Iterator[Command]:
    yield move("other_text", "Go to the other text", "Tab Shift+Tab", "other text")
    yield move("next_frame", "Next frame", "Down", "frame", lambda f: f.step_frame(1))
    yield move("previous_frame", "Previous frame", "Up", "", lambda f: f.step_frame(-1))
    yield move("next_part", "Predicate or filler on the right", "Ctrl+Right", "", lambda f: f.step_part(1))
    yield move("previous_part", "Predicate or filler on the left", "Ctrl+Left", "", lambda f: f.step_part(-1))
    yield move("next_unsure", "Next unsure part", "Space", "unsure", lambda f: f.step_unsure(1))
    yield move("previous_unsure", "Previous unsure part", "Shift+Space", "", lambda f: f.step_unsure(-1))
    yield move("right", "Move one word right", "Right", "", lambda f: f.step(1))
    yield move("left", "Move one word left", "Left", "", lambda f: f.step(-1))
    yield move("select_right", "Extend selection one word right", "Shift+Right", "", lambda f: f.step(1, select=True))
    yield move("select_left", "Extend selection one word left", "Shift+Left", "", lambda f: f.step(-1, select=True))
    yield move("to_first", "First word", "Home")
    yield move("to_last", "Last word", "End")
    for number in range(1, 10):
        title = f"Frame {number}, or question {number}" if number <= QUESTIONS else f"Frame {number}"
        yield go_to.do(f"frame_{number}", title, str(number), methodcaller("go_to_numbered", number))
    yield select("select_to_first", "To the first word", "Shift+Home", "", lambda f: f.to_first(select=True))
    yield select("select_to_last", "To the last word", "Shift+End", "", lambda f: f.to_last(select=True))
    yield select("select_phrase_right", "Phrase right", "Ctrl+Shift+Right", "", lambda f: f.select_phrase(1))
    yield select("select_phrase_left", "Phrase left", "Ctrl+Shift+Left", "", lambda f: f.select_phrase(-1))
    yield select("select_wider", "Larger phrase", "Ctrl+Shift+Up", "phrase")
    yield select("select_narrower", "Smaller phrase", "Ctrl+Shift+Down")


PROJECT, SHOW = f"Annotate{BELOW}Project", f"Annotate{BELOW}Show"


def project_commands(panel: Callable[[], AnnotationPanel], may_adjudicate: Callable[[], bool]) -> Iterator[Command]:
    """Yield the commands on frames and error spans whose keys work everywhere."""
    yield Command("choose_keys", "Annotation keys …", "Edit", lambda: panel().choose_keys())
    yield Command("toggle_spans", "Frames, or error spans", PROJECT, lambda: panel().toggle_spans(), ("Ctrl+Alt+G",))
    title, keys = "Adjudicate, or annotate again", ("Ctrl+F9",)
    yield Command("adjudicate", title, PROJECT, lambda: panel().adjudicate(), keys, is_offered=may_adjudicate)
    yield Command("set_rules", "Project rules …", PROJECT, lambda: panel().set_rules())


def view_commands(panel: Callable[[], AnnotationPanel], shows_frames: Callable[[], bool]) -> Iterator[Command]:
    """Yield the commands that show or hide something on the page; menus have some of them with frames only."""

    def view(name: str, title: str, do: Callable[[AnnotationPanel], object], *keys: str, short: str = "") -> Command:
        return Command(name, title, SHOW, lambda: do(panel()), keys, short)

    def of_frames(name: str, title: str, do: Callable[[AnnotationPanel], object], key: str, short: str = "") -> Command:
        return replace(view(name, title, do, key, short=short), is_offered=shows_frames)

    yield view("toggle_source", "Show more or less context", lambda p: p.change_context(), "S", short="context")
    yield of_frames("toggle_strip", "Show or hide the keys", lambda p: p.strip_button.toggle(), "Shift+K")
    yield of_frames("toggle_change", "Show or hide the change of the score", lambda p: p.toggle_change(), "Shift+H")
    yield view("list_remarks", "All comments …", lambda p: p.list_comments(), "Ctrl+Shift+R")
    yield of_frames("explain_role", "What this role means …", lambda p: p.explain_role(), "I", "role help")
    guidelines = "Guidelines of the project …"
    yield view("show_guidelines", guidelines, lambda p: p.show_guidelines(), "?", "G", short="guidelines")


ADJUDICATION = f"Annotate{BELOW}Adjudication"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Names of the annotators whose answers the keys 1–9 take."""


def adjudication_commands(
    panel: Callable[[], AnnotationPanel],
    may_look: Callable[[], bool],
    is_offered: Callable[[], bool],
    has_annotator: Callable[[int], bool],
) -> tuple[Command, ...]:
    """Return the commands of a page that may not be made yet.

    Args:
        may_look: whether others' work is not hidden from the annotator.
        is_offered: whether anything is adjudicated now.
        has_annotator: whether the open translation has an annotator of that 0-based number.
    """

    def do(name: str, title: str, act: Callable[[AnnotationPanel], object], *keys: str, short: str = "") -> Command:
        # A decision moves on by itself: a key that is held down must not decide what nobody has read.
        repeats = not name.startswith(("take_", "settle"))
        return Command(name, title, ADJUDICATION, lambda: panel().decide(act), keys, short, is_offered, repeats)

    def decide(name: str, title: str, method: str, *keys: str, short: str = "") -> Command:
        """Return the command that calls a method of the adjudication, with the arguments that follow its name."""
        called, *arguments = method.split()
        act = methodcaller(called, *map(int, arguments))
        return do(name, title, lambda page: act(page.adjudication), *keys, short=short)

    def taking(name: str, title: str, method: str, key: str, number: int, short: str = "") -> Command:
        command = decide(name, f"{title} the {ORDINALS[number]} annotator", f"{method} {number}", key, short=short)
        return replace(command, is_offered=lambda: is_offered() and has_annotator(number))

    def look(name: str, title: str, act: Callable[[AnnotationPanel], object], key: str) -> Command:
        return Command(name, title, ADJUDICATION, lambda: act(panel()), (key,), is_offered=may_look)

    one, whole = "Take the answer of", "Take everything of"
    ready, on = "Finalize all translations with nothing left to decide", "translation, finalized or not"
    strip, frames = "Show or hide the adjudication keys", "All frames of the"
    return (
        *(taking(f"take_{who}", one, "take", f"{n + 1}", n, f"take {who}") for n, who in enumerate(ORDINALS)),
        decide("take_none", "Take nothing", "take_none", "0", "Delete", short="none"),
        decide("take_equal", "Take what was decided on an equal translation", "take_equal", "=", short="as equal"),
        *(taking(f"take_all_{who}", whole, "take_everything", f"A, {n + 1}", n) for n, who in enumerate(ORDINALS)),
        decide("next_contested", "Next undecided predicate or error", "step 1", "V", short="next"),
        decide("previous_contested", "Previous undecided predicate or error", "step -1", "Shift+V"),
        do("edit_gold", "Edit the gold standard here", lambda page: page.edit_gold(), "E", short="edit"),
        decide("settle", "Finalize and go to the next open translation", "finalize", "S", short="finalize"),
        decide("unlock_gold", "Unlock a finalized translation", "unlock", "U", short="unlock"),
        decide("next_to_settle", "Next open translation", "go 1", "PgDown", short="next open"),
        decide("previous_to_settle", "Previous open translation", "go -1", "PgUp"),
        decide("next_translation", f"Next {on}", "go_to_any 1", "Shift+PgDown", short="next (any)"),
        decide("previous_translation", f"Previous {on}", "go_to_any -1", "Shift+PgUp"),
        look("settle_ready", ready, lambda page: page.finalize_agreed(), "Shift+S"),
        do("toggle_adjudication_keys", strip, lambda page: page.strip_button.toggle(), "Shift+K"),
        look("choose_compared", "Compared annotators …", lambda page: page.choose_compared(), "C"),
        look("say_who_adjudicates", "Adjudicator …", lambda page: page.ask_adjudicator(), "W"),
        do("more_annotators", f"{frames} next annotator", lambda page: page.show_beside(1), "Right", short="beside"),
        do("fewer_annotators", f"{frames} previous annotator", lambda page: page.show_beside(-1), "Left"),
    )
