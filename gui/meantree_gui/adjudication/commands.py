"""What an adjudicator can do, with the keys that work on the page and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from meantree_gui.actions import BELOW, Command

if TYPE_CHECKING:
    from meantree_gui.adjudication.panel import AdjudicationPanel

MENU = f"Annotate{BELOW}Adjudication"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Annotators by the keys 1–9."""


def adjudication_commands(panel: AdjudicationPanel) -> tuple[Command, ...]:
    """All of them, in the order of the menu."""
    state = panel.adjudicating

    def do(
        name: str,
        title: str,
        perform: Callable[[], object],
        *keys: str,
        short: str = "",
        is_offered: Callable[[], bool] | None = None,
    ) -> Command:
        return Command(name, title, MENU, partial(panel.perform, perform), keys, short, is_offered)

    take = (
        do(
            f"take_{which}",
            f"Take the frame of the {which} annotator",
            partial(state.take, place),
            str(place + 1),
            short=f"take {which}",
            is_offered=partial(state.has, place),
        )
        for place, which in enumerate(ORDINALS)
    )
    take_all = (
        do(
            f"take_all_{which}",
            f"Take everything of the {which} annotator",
            partial(state.take_all, place),
            f"A, {place + 1}",
            is_offered=partial(state.has, place),
        )
        for place, which in enumerate(ORDINALS)
    )
    return (
        *take,
        do("take_none", "No frame: nobody's", state.drop, "0", "Delete", short="nobody's"),
        *take_all,
        do("next_contested", "Next contested predicate", partial(state.step, 1), "V", short="next"),
        do("previous_contested", "Previous contested predicate", partial(state.step, -1), "Shift+V"),
        do("edit_gold", "Edit the gold standard at this frame", panel.edit, "E", short="edit"),
        do("settle", "Settle, go to the next open translation", state.settle, "S", short="settle"),
        do("unlock_gold", "Unlock what is settled", state.unlock, "U", short="unlock"),
        do("next_to_settle", "Next open translation", partial(state.next_open, 1), "PgDown", short="next open"),
        do("previous_to_settle", "Previous open translation", partial(state.next_open, -1), "PgUp"),
        do(
            "next_translation",
            "Next translation, settled or not",
            partial(panel.step, 1),
            "Shift+PgDown",
            short="next of all",
        ),
        do("previous_translation", "Previous translation, settled or not", partial(panel.step, -1), "Shift+PgUp"),
        do("settle_ready", "Settle all with nothing left to decide", state.settle_ready, "Shift+S"),
        do("more_annotators", "Show annotators further right", partial(panel.columns.shift, 1), "Right"),
        do("fewer_annotators", "Show annotators further left", partial(panel.columns.shift, -1), "Left"),
        do("toggle_adjudication_keys", "Show or hide the keys of adjudication", panel.toggle_strip, "Shift+K"),
        Command("choose_compared", "Annotators who are compared …", MENU, panel.choose_compared, ("C",)),
        Command("say_who_adjudicates", "Who adjudicates …", MENU, panel.ask_who, ("W",)),
    )
