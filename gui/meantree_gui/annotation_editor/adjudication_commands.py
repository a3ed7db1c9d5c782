"""The commands that decide, in the order of the menu; their keys work in the rows to decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import methodcaller
from typing import TYPE_CHECKING

from meantree_gui.actions import BELOW, Command

if TYPE_CHECKING:
    from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel

MENU = f"Annotate{BELOW}Adjudication"
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
        return Command(name, title, MENU, lambda: panel().decide(act), keys, short, is_offered, repeats)

    def decide(name: str, title: str, method: str, *keys: str, short: str = "") -> Command:
        """Return the command that calls a method of the adjudication, with the arguments that follow its name."""
        called, *arguments = method.split()
        act = methodcaller(called, *map(int, arguments))
        return do(name, title, lambda page: act(page.adjudication), *keys, short=short)

    def taking(name: str, title: str, method: str, key: str, number: int, short: str = "") -> Command:
        command = decide(name, f"{title} the {ORDINALS[number]} annotator", f"{method} {number}", key, short=short)
        return replace(command, is_offered=lambda: is_offered() and has_annotator(number))

    def look(name: str, title: str, act: Callable[[AnnotationPanel], object], key: str) -> Command:
        return Command(name, title, MENU, lambda: act(panel()), (key,), is_offered=may_look)

    one, whole = "Take the answer of", "Take everything of"
    ready, on = "Finalize all translations with nothing left to decide", "translation, finalized or not"
    strip, frames = "Show or hide the adjudication keys", "All frames of the"
    return (
        *(taking(f"take_{who}", one, "take", f"{n + 1}", n, f"take {who}") for n, who in enumerate(ORDINALS)),
        decide("take_none", "Take nothing", "take_none", "0", "Delete", short="none"),
        *(taking(f"take_all_{who}", whole, "take_everything", f"A, {n + 1}", n) for n, who in enumerate(ORDINALS)),
        decide("next_contested", "Next contested predicate or error", "step 1", "V", short="next"),
        decide("previous_contested", "Previous contested predicate or error", "step -1", "Shift+V"),
        do("edit_gold", "Edit the gold standard here", lambda page: page.edit_gold(), "E", short="edit"),
        decide("settle", "Finalize and go to the next open translation", "finalize", "S", short="finalize"),
        decide("unlock_gold", "Unlock a finalized translation", "unlock", "U", short="unlock"),
        decide("next_to_settle", "Next open translation", "go 1", "PgDown", short="next open"),
        decide("previous_to_settle", "Previous open translation", "go -1", "PgUp"),
        decide("next_translation", f"Next {on}", "go_to_any 1", "Shift+PgDown", short="next (any)"),
        decide("previous_translation", f"Previous {on}", "go_to_any -1", "Shift+PgUp"),
        look("settle_ready", ready, lambda page: page.finalize_agreed(), "Shift+S"),
        do("toggle_adjudication_keys", strip, lambda page: page.toggle_strip(), "Shift+K"),
        look("choose_compared", "Compared annotators …", lambda page: page.choose_compared(), "C"),
        look("say_who_adjudicates", "Adjudicator …", lambda page: page.ask_adjudicator(), "W"),
        do("more_annotators", f"{frames} next annotator", lambda page: page.show_beside(1), "Right", short="beside"),
        do("fewer_annotators", f"{frames} previous annotator", lambda page: page.show_beside(-1), "Left"),
    )
