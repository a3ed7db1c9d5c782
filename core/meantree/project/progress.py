"""How far the annotators of a project are with what was given to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from meantree.corpus.corpus import Corpus
from meantree.escaping import counted, escaped
from meantree.project.annotation import TO_DO, State, translation_states
from meantree.project.file import Project
from meantree.project.reference_frames import reference_key

NAMED: Final = 5
"""As many translations are named in a message; the others are counted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One annotator's work, counted in translations.

    Attributes:
        annotator: their name.
        assigned: translations of the segments that are theirs; None if nothing was ever assigned to them.
        done, nothing, cannot, open: how far those are that they began: finished with frames, without any, left as they
            cannot be annotated, and not finished.
        review: translations that were done before linked frames or fillers of the reference were deleted.
        left: assigned translations that are not finished, or to be reviewed.
        remarks: on translations, frames and fillers.
        seconds: they were at work.
    """

    annotator: str
    assigned: int | None
    done: int
    nothing: int
    cannot: int
    open: int
    review: int
    left: int
    remarks: int
    seconds: float

    @property
    def finished(self) -> int:
        """Translations that need no more work."""
        return self.done + self.nothing + self.cannot


def progress_of(project: Project, annotator: str, corpus: Corpus) -> Progress:
    """How far somebody is; ``corpus`` is that of the project.

    Nobody who is unknown has done anything.
    """
    states = translation_states(project.states(annotator))
    counts = Counter(states.values())
    mine = project.assignments(annotator)
    given = [corpus.segments[corpus.places[one.segment]] for one in mine if one.given]
    theirs = [(segment.key, system) for segment in given for system in segment.hypotheses]
    left = sum(states.get(one, State.OPEN) in TO_DO for one in theirs)
    return Progress(
        annotator,
        len(theirs) if mine else None,
        counts[State.DONE],
        counts[State.NOTHING],
        counts[State.CANNOT],
        counts[State.OPEN],
        counts[State.REVIEW],
        left,
        _remarks(project, annotator),
        sum(one.seconds for one in project.times(annotator)),
    )


def left_blind(project: Project, annotator: str, corpus: Corpus) -> int:
    """How many assigned translations somebody must finish before they may see what others did; 0 if they may.

    Nothing is hidden where the project is not blind, and from nobody who annotates in the name of the gold standard.
    """
    rules = project.rules
    if not rules.blind or annotator in ("", rules.gold):
        return 0
    return progress_of(project, annotator, corpus).left


def review_note(project: Project, annotator: str) -> str:
    """Say which translations of somebody are scored although they are to review, and how; empty if none is."""
    states = translation_states(project.states(annotator))
    found = [place for place, state in states.items() if state is State.REVIEW]
    if not found:
        return ""
    are, their = ("is", "its") if len(found) == 1 else ("are", "their")
    named = ", ".join(" ".join(map(escaped, place)) for place in found[:NAMED])
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    count = counted(len(found), "translation")
    listed = f"{escaped(annotator)}: {count} {are} to review ({named}{more})"
    return f"{listed}; {their} links to deleted frames or fillers do not count"


def _remarks(project: Project, annotator: str) -> int:
    if annotator not in project.annotators:
        return 0
    found = project.annotations(annotator)
    said: dict[tuple[object, ...], str] = {(key,): one.comment for key, one in found.items()}
    for key, one in found.items():
        for (side, part), text in one.remarks.items():
            is_shared = side == "reference" and not one.own_reference
            said[reference_key(key) if is_shared else key, side, part] = text
    return sum(bool(text.strip()) for text in said.values())
