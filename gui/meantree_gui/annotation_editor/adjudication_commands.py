"""The commands that decide, in the order of the menu; their keys work in the rows to decide."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from meantree_gui.actions import BELOW, Command

if TYPE_CHECKING:
    from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel

MENU = f"Annotate{BELOW}Adjudication"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Names of the annotators whose answers the keys 1–9 take."""
Perform = Callable[["AnnotationPanel"], object]


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

    def do(name: str, title: str, perform: Perform, *keys: str, short: str = "", number: int | None = None) -> Command:
        def is_possible() -> bool:
            return is_offered() and (number is None or has_annotator(number))

        # A decision moves on by itself: a key that is held down must not decide what nobody has read.
        repeats = not name.startswith(("take_", "settle"))
        return Command(name, title, MENU, lambda: panel().decide(perform), keys, short, is_possible, repeats)

    def look(name: str, title: str, perform: Perform, key: str) -> Command:
        return Command(name, title, MENU, lambda: perform(panel()), (key,), is_offered=may_look)

    def take(number: int) -> Command:
        title, short = f"Take the answer of the {ORDINALS[number]} annotator", f"take {ORDINALS[number]}"
        key, perform = str(number + 1), partial(_take, number=number)
        return do(f"take_{ORDINALS[number]}", title, perform, key, short=short, number=number)

    def take_all(number: int) -> Command:
        name, title = f"take_all_{ORDINALS[number]}", f"Take everything of the {ORDINALS[number]} annotator"
        return do(name, title, partial(_take_all, number=number), f"A, {number + 1}", number=number)

    ready, nothing = "Finalize all translations with nothing left to decide", "Take nothing"
    return (
        *map(take, range(len(ORDINALS))),
        do("take_none", nothing, lambda p: p.adjudication.take_none(), "0", "Delete", short="none"),
        *map(take_all, range(len(ORDINALS))),
        do("next_contested", "Next contested predicate or error", lambda p: p.adjudication.step(1), "V", short="next"),
        do("previous_contested", "Previous contested predicate or error", lambda p: p.adjudication.step(-1), "Shift+V"),
        do("edit_gold", "Edit the gold standard here", lambda p: p.edit_gold(), "E", short="edit"),
        do(
            "settle",
            "Finalize and go to the next open translation",
            lambda p: p.adjudication.finalize(),
            "S",
            short="finalize",
        ),
        do("unlock_gold", "Unlock a finalized translation", lambda p: p.adjudication.unlock(), "U", short="unlock"),
        do("next_to_settle", "Next open translation", lambda p: p.adjudication.go(1), "PgDown", short="next open"),
        do("previous_to_settle", "Previous open translation", lambda p: p.adjudication.go(-1), "PgUp"),
        do(
            "next_translation",
            "Next translation, finalized or not",
            lambda p: p.adjudication.go(1, only_open=False),
            "Shift+PgDown",
            short="next (any)",
        ),
        do(
            "previous_translation",
            "Previous translation, finalized or not",
            lambda p: p.adjudication.go(-1, only_open=False),
            "Shift+PgUp",
        ),
        look("settle_ready", ready, lambda p: p.finalize_agreed(), "Shift+S"),
        do("toggle_adjudication_keys", "Show or hide the adjudication keys", lambda p: p.toggle_strip(), "Shift+K"),
        Command(
            "choose_compared", "Compared annotators …", MENU, lambda: panel().choose_compared(), ("C",), "", may_look
        ),
        Command("say_who_adjudicates", "Adjudicator …", MENU, lambda: panel().ask_adjudicator(), ("W",), "", may_look),
        do("more_annotators", "All frames of the next annotator", lambda p: p.show_beside(1), "Right", short="beside"),
        do("fewer_annotators", "All frames of the previous annotator", lambda p: p.show_beside(-1), "Left"),
    )


def _take(panel: AnnotationPanel, number: int) -> None:
    panel.adjudication.take(number)


def _take_all(panel: AnnotationPanel, number: int) -> None:
    panel.adjudication.take_everything(number)
