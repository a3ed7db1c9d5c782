"""What copies of a project say of one annotation, with its history, and which of that still holds.

An edit leads from one content to another. A version is superseded where somebody later edited just that content, or
undid the edit that led to it; two versions that are left were made independently, and that is a conflict. What is kept
of one annotation only grows: joining is commutative, associative and idempotent (Shapiro et al. 2011, section 2.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Content = str | None
"""An annotation as it is kept; None where there is none (any more)."""
Stated = tuple[str, str, str]
"""Since when an edit is done or undone, its state, and the step of undo that the edit belongs to."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One row of the history, the same in all copies.

    Attributes:
        time: when it was done.
        what: it was, in words.
        before, after: contents.
    """

    time: str
    what: str
    before: Content
    after: Content


@dataclass(frozen=True, slots=True)
class History:
    """Versions of one annotation and the edits that lead to them.

    Attributes:
        versions: when each content that a copy has came to be there, the latest time of all copies.
        edits: since when each edit is in which state, and its step of undo. The later state holds; an edit that one
            copy can no longer do again, and that no other copy did again, stays so.
        settled: by each settled version of a translation, the frames of the reference that it was settled over.
    """

    versions: Mapping[Content, str] = field(default_factory=dict)
    edits: Mapping[Edit, Stated] = field(default_factory=dict)
    settled: Mapping[Content, str] = field(default_factory=dict)

    @property
    def standing(self) -> tuple[tuple[Content, str], ...]:
        """The versions that nobody superseded, with their times; the latest first."""
        left = [one for one in self.versions.items() if not self._is_superseded(*one)]
        ordered = sorted(left or self.versions.items(), key=_by_time, reverse=True)
        return tuple(ordered if left else ordered[:1])

    def joined(self, other: History) -> History:
        """Everything that either has."""
        versions = dict(self.versions)
        for content, time in other.versions.items():
            versions[content] = max(time, versions.get(content, ""))
        edits = dict(self.edits)
        for edit, state in other.edits.items():
            edits[edit] = max(state, edits.get(edit, ("", "", "")), key=_by_statement)
        settled = {**self.settled, **other.settled}
        for content in self.settled.keys() & other.settled.keys():
            settled[content] = max(self.settled[content], other.settled[content])
        return History(versions, edits, settled)

    def _is_superseded(self, content: Content, time: str) -> bool:
        for edit, (stated, state, _) in self.edits.items():
            before, after = _step(edit, state)
            if before == content != after and stated > time:
                return True
        return False


def _step(edit: Edit, state: str) -> tuple[Content, Content]:
    """From where to where an edit leads; back, if it was undone."""
    return (edit.after, edit.before) if state in ("undone", "dropped") else (edit.before, edit.after)


def _by_statement(stated: Stated) -> tuple[str, bool, Stated]:
    return stated[0], stated[1] == "dropped", stated


def _by_time(version: tuple[Content, str]) -> tuple[str, str]:
    content, time = version
    return time, content or ""
