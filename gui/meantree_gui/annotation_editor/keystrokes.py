"""What keys ask the annotation editor for, and what waits until a segment is analysed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Keystroke:
    """What a key asks for.

    Attributes:
        title: what it is called.
        do: does it.
        waits: whether it must wait until a segment is analysed.
        opens_field: whether the keys after it are text.
    """

    title: str
    do: Callable[[], object]
    waits: bool = True
    opens_field: bool = False


@dataclass(slots=True)
class Waiting:
    """Keystrokes that were made while a segment was analysed, in their order; they are for this segment alone."""

    keystrokes: list[Keystroke] = field(default_factory=list)

    @property
    def opens_field(self) -> bool:
        """Whether what is typed next is text, for a field that is not there yet; it must not be taken for edits."""
        return bool(self.keystrokes) and self.keystrokes[-1].opens_field

    def takes(self, keystroke: Keystroke) -> bool:
        """Whether a keystroke must wait: one that need not goes after those that do. Text is dropped."""
        if not (self.keystrokes or keystroke.waits):
            return False
        if not self.opens_field:
            self.keystrokes.append(keystroke)
        return True

    def take_back(self) -> Keystroke | None:
        """Forget the last one, if there is one."""
        return self.keystrokes.pop() if self.keystrokes else None

    def release(self) -> list[Keystroke]:
        """All of them; they wait no longer."""
        found, self.keystrokes = self.keystrokes, []
        return found
