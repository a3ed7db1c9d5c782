"""What a format cannot hold: counted, each kind with the first place where it occurs, and reported before writing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from meantree.annotation.annotated_corpus import details_left_out
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.record_kinds import Key
from meantree.errors import Problem
from meantree.escaping import counted, shortened

Report = Callable[[Sequence[Problem]], object]
"""Is called with what will be lost before a file is written; raises to prevent that."""


def no_report(_problems: Sequence[Problem]) -> None:
    """Report nothing."""


def place_of(key: Key) -> str:
    """Return a translation, or reference, and its annotator in words."""
    return ", ".join(map(shortened, (f"segment {key.segment}", key.system or key.reference, key.annotator)))


class Losses:
    """Counts by what is lost and what becomes of it."""

    def __init__(self) -> None:
        self._counts = Counter[tuple[str, str]]()
        self._first: dict[tuple[str, str], str] = {}

    def add(self, what: str, place: str, count: int = 1, fate: str = "left out") -> None:
        """Count some things of a place: ``what`` is one of them, and ``fate`` says what becomes of them."""
        if count:
            self._counts[what, fate] += count
            self._first.setdefault((what, fate), place)

    @property
    def problems(self) -> list[Problem]:
        """One problem for each kind of loss."""
        lines = ((f"{counted(count, kind[0])} {kind[1]}", self._first[kind]) for kind, count in self._counts.items())
        return [Problem(None, None, f"{line}; first: {place}") for line, place in lines]


def count_details(losses: Losses, key: Key, annotation: Annotation) -> None:
    """Count the details of an annotation of frames that formats of other tools cannot hold."""
    place = place_of(key)
    losses.add("comment", place, len(annotation.part_comments), "on frames and fillers left out")
    losses.add("inactive link", place, len(annotation.inactive))
    losses.add("finalized annotation", place, bool(annotation.finalized_by), "written without who finalized it")
    details = details_left_out(annotation)
    losses.add("annotation", place, bool(details), f"written without {details}")
