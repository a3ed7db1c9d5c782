"""What keys ask the desk for, and what waits until a segment is analysed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Keystroke:
    """What a key asks for: its title, what does it, and whether it must wait until a segment is analysed."""

    title: str
    do: Callable[[], object]
    waits: bool = True


@dataclass(slots=True)
class Waiting:
    """Keystrokes that were made while a segment was analysed, in their order; they are for this segment alone."""

    keystrokes: list[Keystroke] = field(default_factory=list)

    def takes(self, keystroke: Keystroke) -> bool:
        """Whether a keystroke must wait: one that need not goes after those that do."""
        if self.keystrokes or keystroke.waits:
            self.keystrokes.append(keystroke)
            return True
        return False

    def take_back(self) -> Keystroke | None:
        """Forget the last one, if there is one."""
        return self.keystrokes.pop() if self.keystrokes else None

    def release(self) -> list[Keystroke]:
        """All of them; they wait no longer."""
        found, self.keystrokes = self.keystrokes, []
        return found
