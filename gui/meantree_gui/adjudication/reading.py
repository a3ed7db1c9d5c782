"""What there is to adjudicate, read from the project in the background."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.project.gold_standard import Adjudicated

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading:
    """All of it, as it was at one moment.

    Attributes:
        items: the translations, in the order of the segments.
        undecided: how many contested predicates of each nobody decided yet.
        ready: which of them nobody began, with nothing left to decide.
        people: whose work could be compared.
        compared: whose work is.
        left: how many translations who adjudicates has to annotate first, as the project is blind.
    """

    items: tuple[Adjudicated, ...] = ()
    undecided: tuple[int, ...] = ()
    ready: tuple[bool, ...] = ()
    people: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    left: int = 0

    def with_item(self, row: int, one: Adjudicated) -> Reading:
        """Return the same with one translation as it is now."""

        def put(values: tuple[T, ...], value: T) -> tuple[T, ...]:
            return (*values[:row], value, *values[row + 1 :])

        return replace(
            self,
            items=put(self.items, one),
            undecided=put(self.undecided, len(one.undecided)),
            ready=put(self.ready, one.is_ready),
        )


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
        undecided = tuple(len(one.undecided) for one in items)
        ready = tuple(not count and one.is_ready for one, count in zip(items, undecided, strict=True))
        left = left_blind(project, who, project.corpus())
        return Reading(items, undecided, ready, people_of(project), compared_people(project), left)


def settle_all_ready(path: Path, who: str) -> int:
    """Settle what is ready, by a connection of this thread's own; how many these were.

    Raises:
        MeantreeError: if the file cannot be written to.
    """
    from meantree.project.file import Project
    from meantree.project.gold_standard import settle_ready

    with Project(path, passing=True) as project:
        return settle_ready(project, who)
