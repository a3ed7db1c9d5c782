"""What can be shown at the desk beside texts and frames: source, keys, remarks, roles, guidelines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meantree_gui.command import BELOW, Command

if TYPE_CHECKING:
    from meantree_gui.desk.panel import DeskPanel

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
