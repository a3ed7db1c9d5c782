"""One thing that can be done, as the object that does it declares it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """Menus, shortcuts, the palette and the help are made of these.

    Attributes:
        name: what settings know it by; it stays when the title changes.
        title: as the menu has it.
        menu: the menu that it is in; of a menu within a menu both titles, with ``BELOW`` between them.
        perform: does it.
        shortcuts: the keys that it has at first; the help shows the first.
        short: what stands on a button, where there is one.
        is_offered: whether menus have it now; None for always.
    """

    name: str
    title: str
    menu: str
    perform: Callable[[], object]
    shortcuts: tuple[str, ...] = ()
    short: str = ""
    is_offered: Callable[[], bool] | None = None


BELOW = " · "
