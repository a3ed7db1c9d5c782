"""What an annotation scores: as it stands, what the last edit did, and how far it is from the automatic one."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.numbers import difference, fixed


@dataclass(frozen=True, slots=True)
class AnnotationScores:
    """Of the annotation, by how much the last edit changed it, and of the automatic one; None where undefined."""

    now: float | None = None
    change: float | None = None
    automatic: float | None = None
    metric: str = ""

    @property
    def now_text(self) -> str:
        """The score as it stands."""
        return f"{self.metric.upper()} {'undefined' if self.now is None else fixed(self.now)}"

    @property
    def change_text(self) -> str:
        """What the last edit of this translation did; empty before the first one."""
        if self.change is None:
            return ""
        return f"{difference(self.change)} by this edit" if self.change else "unchanged by this edit"

    @property
    def distance_text(self) -> str:
        """How far it is from the automatic annotation."""
        if self.automatic is None:
            return ""
        beside = "" if self.now is None else f", {difference(self.now - self.automatic)} from it"
        return f"automatic {fixed(self.automatic)}{beside}"
