"""What there is to adjudicate, read from the project in the background."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.project.gold_standard import Adjudicated


@dataclass(frozen=True, slots=True)
class Reading:
    """All of it, as it was at one moment.

    Attributes:
        items: the translations, in the order of the segments.
        counts: how many predicates of each are contested.
        alike: which of them nobody began, and all annotators say the same of.
        people: whose work could be compared.
        compared: whose work is.
        left: how many translations who adjudicates has to annotate first, as the project is blind.
    """

    items: tuple[Adjudicated, ...] = ()
    counts: tuple[int, ...] = ()
    alike: tuple[bool, ...] = ()
    people: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    left: int = 0


def read(path: Path, who: str) -> Reading:
    """Open the file for it: a connection belongs to its thread.

    Raises:
        MeantreeError: if it cannot be read.
    """
    from meantree.project.file import Project
    from meantree.project.gold_standard import compared_people, people_of, to_adjudicate
    from meantree.project.progress import left_blind

    with Project(path, passing=True) as project:
        items = to_adjudicate(project)
        counts = tuple(len(one.contested) for one in items)
        alike = tuple(not count and one.is_agreed for one, count in zip(items, counts, strict=True))
        left = left_blind(project, who, project.corpus())
        return Reading(items, counts, alike, people_of(project), compared_people(project), left)


def settle_all_agreed(path: Path, who: str) -> int:
    """Settle what nobody began and all say the same of, by a connection of this thread's own; how many these were.

    Raises:
        MeantreeError: if the file cannot be written to.
    """
    from meantree.project.file import Project
    from meantree.project.gold_standard import settle_agreed

    with Project(path, passing=True) as project:
        return settle_agreed(project, who)
