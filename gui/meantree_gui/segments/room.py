"""How columns share the room that a table has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """What one column would like.

    Attributes:
        least: the width that it needs, in pixels.
        worth: columns of low worth numbers come first where there is room for few; None is shown in any case.
        stretches: whether it takes what is left.
    """

    least: int
    worth: int | None = None
    stretches: bool = False


def shared(wishes: Sequence[Wish], room: int) -> list[int]:
    """The width of each column in ``room`` pixels, 0 for one that there is no room for.

    Columns that must be shown may need more than there is; else those that stretch fill it, all alike.
    """
    chosen = {place for place, wish in enumerate(wishes) if wish.worth is None}
    left = room - sum(wishes[place].least for place in chosen)
    others = sorted(set(range(len(wishes))) - chosen, key=lambda place: (wishes[place].worth or 0, place))
    for place in others:
        if wishes[place].least > left:
            break  # what is worth less does not take the place of what is worth more
        chosen.add(place)
        left -= wishes[place].least
    widths = [wish.least if place in chosen else 0 for place, wish in enumerate(wishes)]
    stretching = [place for place in sorted(chosen) if wishes[place].stretches]
    for number, place in enumerate(stretching):
        share = max(0, left) // (len(stretching) - number)
        widths[place] += share
        left -= share
    return widths
