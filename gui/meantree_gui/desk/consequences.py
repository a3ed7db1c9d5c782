"""What an edit did elsewhere, or did not do to the score, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meantree.escaping import counted

if TYPE_CHECKING:
    from meantree.project.annotation import Annotation
    from meantree.project.kinds import Key
    from meantree_gui.state.workspace import Workspace

PARTIAL_FRAMES = "HMEANT counts a partial link of frames in full; partial lowers links of fillers alone"


def to_review(workspace: Workspace) -> frozenset[tuple[str, str]]:
    """Return segment and system of the translations that are marked as to review."""
    from meantree.project.annotation import State

    return frozenset(place for place, state in workspace.states.items() if state is State.REVIEW)


def newly_to_review(key: Key, before: frozenset[tuple[str, str]], workspace: Workspace) -> str:
    """Say how many other translations an edit of one marked as to review; empty if none."""
    count = len(to_review(workspace) - before - {(key.segment, key.system)})
    if not count:
        return ""
    is_are, its = ("is", "its") if count == 1 else ("are", "their")
    others = counted(count, "other translation")
    return f"{others} {is_are} now to review (↻): {its} links to what changed here are inactive"


def partial_frames(before: Annotation, after: Annotation) -> str:
    """Say that a frame link which became partial counts as before; empty if none became so."""
    from meantree.analysis.frames import LinkKind

    def partial(one: Annotation) -> set[tuple[int, int]]:
        return {pair for pair, kind in one.alignment.frames.items() if kind is LinkKind.PARTIAL}

    became = {pair for pair in partial(after) - partial(before) if pair in before.alignment.frames}
    return PARTIAL_FRAMES if became else ""
