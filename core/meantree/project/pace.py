"""How far an annotator is: what is finished and left, today's share, and effort a translation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from meantree.annotation.frame_annotation import FINISHED, TO_DO, State
from meantree.corpus.corpus import Corpus
from meantree.escaping import counted
from meantree.project.file import Project
from meantree.project.teamwork import WorkTime

Translation = tuple[str, str]
"""A segment and a system."""


@dataclass(frozen=True, slots=True)
class Pace:
    """One annotator's work, counted in translations.

    Attributes:
        assigned: translations of the assigned segments; of all segments if nothing is assigned to anybody.
        finished: how many of these need no more work.
        today: how many were finished today, by the time of their last change.
        seconds: mean time of the finished translations with a recorded time; None if there are none.
        keys: mean number of keys of the finished translations whose keys were counted; None if there are none.
        layers: what each must be finished in, in words, where that is more than one thing.
    """

    assigned: int
    finished: int
    today: int = 0
    seconds: float | None = None
    keys: float | None = None
    layers: str = ""

    @property
    def left(self) -> int:
        """Translations that need work."""
        return self.assigned - self.finished

    @property
    def line(self) -> str:
        """One line for the annotator."""
        if not self.assigned:
            return "No segment is assigned to you."
        done = f"{self.finished:,} of {counted(self.assigned, 'translation')} done{self.layers}"
        parts = [done, f"{self.today:,} today"]
        if self.left:
            parts.append(f"{self.left:,} left")
        effort = [counted(round(self.keys), "key")] if self.keys is not None else []
        effort += [in_minutes(self.seconds)] if self.seconds is not None else []
        return " · ".join([*parts, *([f"{', '.join(effort)} each"] if effort else [])])


def in_minutes(seconds: float) -> str:
    """Return a short time: ``48 s``, ``1.5 min``."""
    return f"{seconds:.0f} s" if round(seconds) < 60 else f"{seconds / 60:.1f} min"


def pace_of(
    project: Project, annotator: str, corpus: Corpus, today: date, states: Mapping[Translation, State] | None = None
) -> Pace:
    """Return the pace of an annotator.

    Args:
        today: the day, in local time.
        states: of the annotator's translations, if they are known already.
    """
    states = project.translation_states(annotator) if states is None else states
    assignments = project.assignments()
    own = {item.segment for item in assignments if item.given and item.annotator == annotator}
    is_assigned = any(item.given for item in assignments)
    has_frames = project.rules.has_frames  # error spans need no reference
    offered = (one for one in corpus.segments if one.references or not has_frames)
    work = ((one.key, system) for one in offered if not is_assigned or one.key in own for system in one.hypotheses)
    replaced = project.replaced(annotator)
    count = sum(item not in replaced for item in work)
    done = {item for item, state in states.items() if state not in TO_DO and (not is_assigned or item[0] in own)}
    last = project.last_changes(annotator)
    finished_today = sum(_day(last.get(item, "")) == today for item in done)
    seconds, keys = _effort(project.times(annotator), {item for item, state in states.items() if state in FINISHED})
    layers = " in frames and error spans" if has_frames and project.rules.has_errors else ""
    return Pace(count, len(done), finished_today, seconds, keys, layers)


def _day(time: str) -> date | None:
    """Return the local day of a time in ISO format, None of another text."""
    with suppress(ValueError):
        return datetime.fromisoformat(time).astimezone().date()
    return None


def _effort(times: Iterable[WorkTime], done: Iterable[Translation]) -> tuple[float | None, float | None]:
    """Return the mean seconds and keys of finished translations; keys only where all visits counted them."""
    seconds: dict[Translation, float] = {}
    keys: dict[Translation, int | None] = {}
    wanted = set(done)
    for visit in times:
        place = visit.segment, visit.system
        if place in wanted:
            seconds[place] = seconds.get(place, 0.0) + visit.seconds
            before = keys.get(place, 0)
            keys[place] = None if before is None or visit.keys is None else before + visit.keys
    counts = [count for count in keys.values() if count is not None]
    return _mean(list(seconds.values())), _mean([float(count) for count in counts])


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
