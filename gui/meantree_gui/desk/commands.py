"""What an annotator can do at the desk, declared once, with the keys that work there and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.analysis.frames import Role


@dataclass(frozen=True, slots=True)
class DeskCommand:
    """One thing to do; ``id`` names the method of :class:`~meantree_gui.desk.desk.Desk` that does it.

    ``role`` is set where it assigns a role; ``keys`` are those that it has before the user chooses others.
    """

    id: str
    title: str
    group: str
    keys: tuple[str, ...]
    role: Role | None = None


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

ROLES = tuple(DeskCommand(f"role_{role.value}", role.value, "Role", (key,), role) for role, key in ROLE_KEYS.items())
EDITS = (
    DeskCommand("new_frame", "New frame", "Frames and links", ("F",)),
    DeskCommand("link", "Link, or unlink", "Frames and links", ("K",)),
    DeskCommand("toggle_partial", "Correct ↔ partial", "Frames and links", ("H",)),
    DeskCommand("delete", "Delete filler, or frame with its partner", "Frames and links", ("Delete", "Backspace")),
    DeskCommand("delete_one", "Delete frame in this text only", "Frames and links", ("Shift+Delete",)),
    DeskCommand("take_selection", "Move it to the selected words", "Span", ("W",)),
    DeskCommand("end_later", "End one word later", "Span", ("Alt+Right",)),
    DeskCommand("end_earlier", "End one word earlier", "Span", ("Alt+Left",)),
    DeskCommand("begin_earlier", "Begin one word earlier", "Span", ("Alt+Shift+Left",)),
    DeskCommand("begin_later", "Begin one word later", "Span", ("Alt+Shift+Right",)),
)
STATES = (
    DeskCommand("finish", "Done, to the next undone", "State", ("Return", "Enter")),
    DeskCommand("nothing", "Nothing to annotate", "State", ("E",)),
    DeskCommand("cannot", "Cannot annotate", "State", ("Q",)),
    DeskCommand("reopen", "Open again", "State", ("Shift+E",)),
    DeskCommand("comment", "Remark …", "State", ("R",)),
    DeskCommand("start_over", "Begin anew with the automatic frames", "State", ("Shift+G",)),
    DeskCommand("next_undone", "Next undone", "State", ("PgDown",)),
    DeskCommand("previous_undone", "Previous undone", "State", ("PgUp",)),
)
COMPARISONS = (
    DeskCommand("take_theirs", "Take this frame as the other annotator has it", "Compare", ("Y",)),
    DeskCommand("take_all", "Take everything from the other annotator", "Compare", ("Shift+Y",)),
    DeskCommand("next_difference", "Next frame where annotators differ", "Compare", ("V",)),
)
MOVES = (
    DeskCommand("other_text", "Other text", "Move", ("Tab", "Shift+Tab", "Backtab")),
    DeskCommand("next_frame", "Next frame", "Move", ("Down",)),
    DeskCommand("previous_frame", "Previous frame", "Move", ("Up",)),
    DeskCommand("next_part", "Next part of the frame", "Move", ("Ctrl+Right",)),
    DeskCommand("previous_part", "Previous part of the frame", "Move", ("Ctrl+Left",)),
    DeskCommand("right", "One word right", "Move", ("Right",)),
    DeskCommand("left", "One word left", "Move", ("Left",)),
    DeskCommand("select_right", "Select one word right", "Move", ("Shift+Right",)),
    DeskCommand("select_left", "Select one word left", "Move", ("Shift+Left",)),
    DeskCommand("to_first", "First word", "Move", ("Home",)),
    DeskCommand("to_last", "Last word", "Move", ("End",)),
)
HEAD_COMMANDS = (
    DeskCommand("take_or_attach", "Take a word, then its head", "Heads and labels", ("H",)),
    DeskCommand("make_root", "Make it the root", "Heads and labels", ("R",)),
    DeskCommand("relabel", "Label …", "Heads and labels", ("L",)),
    DeskCommand("take_back", "As the parser had it", "Heads and labels", ("Delete", "Backspace")),
)
"""What :class:`~meantree_gui.trees.corrector.HeadCorrector` does, with the keys that work in the trees."""
DESK_COMMANDS = (*ROLES, *EDITS, *STATES, *COMPARISONS, *MOVES)
