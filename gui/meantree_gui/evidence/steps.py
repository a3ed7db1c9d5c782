"""How the score in focus comes about: one row a step, with its formula and value."""

from __future__ import annotations

import re
from collections.abc import Callable

from meantree.metrics.derivation import SCORE, Derivation, Step
from meantree.numbers import aligned, amount, fixed, full
from meantree_gui.widgets.tables import Column

_NAME = re.compile(r"[A-Za-z_]\w*")


def columns_of(derivation: Derivation | None) -> tuple[Column[Step], ...]:
    """The steps of a derivation, with their points below each other."""
    steps = derivation.steps if derivation is not None else ()
    values = dict(derivation.values) if derivation is not None else {}
    written = dict(zip((step.name for step in steps), aligned([_written(step) for step in steps]), strict=True))

    def told(step: Step) -> str:
        """The formula, the same with numbers in place of names, and the value."""
        filled = _NAME.sub(lambda found: full(values[found[0]]) if found[0] in values else found[0], step.formula)
        return f"{step.name} = {step.formula} = {filled} = {full(step.value)}"

    shows: tuple[tuple[str, Callable[[Step], str]], ...] = (
        ("step", lambda step: step.name),
        ("formula", lambda step: step.formula),
        ("value", lambda step: written[step.name]),
    )
    return tuple(
        Column(title, show, is_number=title == "value", says=lambda step: (told(step),), spoken=told)
        for title, show in shows
    )


def _written(step: Step) -> str:
    """The score as in all tables, other steps as counts are: whole numbers as such."""
    return fixed(step.value) if step.name == SCORE else amount(step.value)
