"""Why there are no results, and what has to be scored first. No widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from meantree.escaping import escaped, listed


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why there is nothing to show, and the systems that have to be scored, or searched for findings, first.

    Attributes:
        reason: empty if systems have to be scored.
        spec: the metric that has to score them; empty for any.
        action: the title of the button, if it does not score.
    """

    reason: str = ""
    systems: tuple[str, ...] = ()
    spec: str = ""
    action: str = ""

    def prompt(self, awaits: Callable[[str], bool]) -> tuple[str, str]:
        """Return a message and the title of the button below it, empty for no button.

        Args:
            awaits: whether a system is being scored, or will be next.
        """
        if self.reason:
            return self.reason, self.action
        waiting = [system for system in self.systems if not awaits(system)]
        running = [system for system in self.systems if system not in waiting]
        by = f" by {escaped(self.spec)}" if self.spec else ""
        sentences = [f"{_are(running)} being scored{by}."] if running else []
        sentences.append(
            f"{_are(waiting)} not scored{by} yet. Press Return to score."
            if waiting
            else "The results appear here when that is done."
        )
        action = "Score all systems" if len(waiting) > 2 else f"Score {listed(waiting)}" if waiting else ""
        return " ".join(sentences), action


def _are(systems: list[str]) -> str:
    return f"{listed(systems)} {'is' if len(systems) == 1 else 'are'}"
