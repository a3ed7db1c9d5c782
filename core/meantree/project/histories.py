"""The history of one annotation in several copies of a project, and which versions are still current.

An edit leads from one content to another. A version is superseded if the same content was edited later, or if the edit
that led to it was undone; two versions that are left were made independently, which is a conflict. The history of an
annotation only grows: joining is commutative, associative and idempotent (Shapiro et al. 2011, section 2.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Content = str | None
"""The stored content of an annotation; None if there is none, or it was undone."""
Stated = tuple[str, str, str]
"""When an edit got its state, the state, and the step of undo that it belongs to."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One row of the history, the same in all copies."""

    time: str
    what: str
    before: Content
    after: Content


@dataclass(frozen=True, slots=True)
class History:
    """The versions of one annotation and the edits that led to them.

    Attributes:
        versions: the contents in all copies, each with the latest time at which it became current.
        edits: the edits with their states; the later state holds. An edit that one copy can no longer redo, and that no
            other copy has redone, stays in that state.
        references: the frames of the reference that each finalized version of a translation was finalized over.
    """

    versions: Mapping[Content, str] = field(default_factory=dict)
    edits: Mapping[Edit, Stated] = field(default_factory=dict)
    references: Mapping[Content, str] = field(default_factory=dict)

    @property
    def current(self) -> tuple[tuple[Content, str], ...]:
        """The versions that are not superseded, with their times, the latest first."""
        remaining = [version for version in self.versions.items() if not self._is_superseded(*version)]
        ordered = sorted(remaining or self.versions.items(), key=_by_time, reverse=True)
        return tuple(ordered if remaining else ordered[:1])

    def joined(self, other: History) -> History:
        """Return the history with the versions and edits of both."""
        versions = dict(self.versions)
        for content, time in other.versions.items():
            versions[content] = max(time, versions.get(content, ""))
        edits = dict(self.edits)
        for edit, state in other.edits.items():
            edits[edit] = max(state, edits.get(edit, ("", "", "")), key=_by_statement)
        references = {**self.references, **other.references}
        for content in self.references.keys() & other.references.keys():
            references[content] = max(self.references[content], other.references[content])
        return History(versions, edits, references)

    def _is_superseded(self, content: Content, time: str) -> bool:
        for edit, (stated, state, _) in self.edits.items():
            before, after = _step(edit, state)
            if before == content != after and stated > time:
                return True
        return False


def _step(edit: Edit, state: str) -> tuple[Content, Content]:
    """Return the contents from which and to which an edit leads; reversed if it was undone."""
    return (edit.after, edit.before) if state in ("undone", "dropped") else (edit.before, edit.after)


def _by_statement(stated: Stated) -> tuple[str, bool, Stated]:
    return stated[0], stated[1] == "dropped", stated


def _by_time(version: tuple[Content, str]) -> tuple[str, str]:
    content, time = version
    return time, content or ""
