"""The commands of the Adjudicate page, in the order of the menu; their keys work on the page alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from meantree_gui.actions import BELOW, Command

if TYPE_CHECKING:
    from meantree_gui.adjudication.adjudication_panel import AdjudicationPanel
    from meantree_gui.state.workspace import Workspace

MENU = f"Annotate{BELOW}Adjudication"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Names of the annotators whose frames the keys 1–9 take."""
Perform = Callable[["AdjudicationPanel"], object]


def has_frames(workspace: Workspace) -> bool:
    """Return whether frames are annotated, or no project is open."""
    return workspace.project is None or workspace.project.rules.has_frames


def adjudication_commands(
    panel: Callable[[], AdjudicationPanel], workspace: Workspace, has_annotator: Callable[[int], bool]
) -> tuple[Command, ...]:
    """Return the commands of a page that may not be made yet.

    Args:
        has_annotator: whether the selected translation has an annotator of that 0-based number.
    """

    def command(name: str, title: str, perform: Perform, key: str, is_offered: Callable[[], bool]) -> Command:
        return Command(name, title, MENU, lambda: perform(panel()), (key,), is_offered=is_offered)

    def do(name: str, title: str, perform: Perform, *keys: str, short: str = "", number: int | None = None) -> Command:
        def is_offered() -> bool:
            is_possible = has_frames(workspace) and not workspace.naming.hides_others
            return is_possible and (number is None or has_annotator(number))

        return Command(name, title, MENU, lambda: panel().perform(partial(perform, panel())), keys, short, is_offered)

    def take(number: int) -> Command:
        ordinal = ORDINALS[number]
        title, short = f"Take the frame of the {ordinal} annotator", f"take {ordinal}"
        key = str(number + 1)
        return do(
            f"take_{ordinal}", title, lambda p: p.adjudicating.take_frame(number), key, short=short, number=number
        )

    def take_all(number: int) -> Command:
        name, title = f"take_all_{ORDINALS[number]}", f"Take all frames of the {ORDINALS[number]} annotator"
        return do(name, title, lambda p: p.adjudicating.take_everything(number), f"A, {number + 1}", number=number)

    any_translation, ready = "translation, finalized or not", "Finalize all translations with nothing left to decide"
    return (
        *map(take, range(len(ORDINALS))),
        do("take_none", "Take no frame", lambda p: p.adjudicating.take_none(), "0", "Delete", short="no frame"),
        *map(take_all, range(len(ORDINALS))),
        do("next_contested", "Next contested predicate", lambda p: p.adjudicating.step_contested(1), "V", short="next"),
        do(
            "previous_contested", "Previous contested predicate", lambda p: p.adjudicating.step_contested(-1), "Shift+V"
        ),
        do("edit_gold", "Edit the gold standard at this frame", lambda p: p.edit(), "E", short="edit"),
        do(
            "settle",
            "Finalize and go to the next open translation",
            lambda p: p.adjudicating.finalize(),
            "S",
            short="finalize",
        ),
        do("unlock_gold", "Unlock a finalized translation", lambda p: p.adjudicating.unlock(), "U", short="unlock"),
        do(
            "next_to_settle",
            "Next open translation",
            lambda p: p.adjudicating.next_open(1),
            "PgDown",
            short="next open",
        ),
        do("previous_to_settle", "Previous open translation", lambda p: p.adjudicating.next_open(-1), "PgUp"),
        do("next_translation", f"Next {any_translation}", lambda p: p.step(1), "Shift+PgDown", short="next (any)"),
        do("previous_translation", f"Previous {any_translation}", lambda p: p.step(-1), "Shift+PgUp"),
        do("settle_ready", ready, lambda p: p.adjudicating.finalize_ready(), "Shift+S"),
        do("more_annotators", "Show annotators further right", lambda p: p.columns.shift(1), "Right"),
        do("fewer_annotators", "Show annotators further left", lambda p: p.columns.shift(-1), "Left"),
        do("toggle_adjudication_keys", "Show or hide the adjudication keys", lambda p: p.toggle_strip(), "Shift+K"),
        command(
            "choose_compared",
            "Compared annotators …",
            lambda p: p.choose_compared(),
            "C",
            lambda: not workspace.naming.hides_others,
        ),
        command(
            "say_who_adjudicates",
            "Adjudicator …",
            lambda p: p.ask_adjudicator(),
            "W",
            lambda: has_frames(workspace),
        ),
    )
