"""Merge projects of the same texts into a new one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from meantree.corpus.corpus import segment_key
from meantree.errors import Problem, UsageError
from meantree.escaping import counted
from meantree.project.annotation import AUTOMATIC
from meantree.project.file import Project
from meantree.project.kinds import FRAMES, REFERENCES
from meantree.project.making import write_project
from meantree.project.merging.copies import Copy
from meantree.project.merging.joining import joined, require_same_rules, trusting
from meantree.project.merging.standing import versions_in
from meantree.project.merging.write import write_copy


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One annotation of which two copies have versions that neither of them made from the other's.

    Attributes:
        segment, system, reference, annotator: what it is of, and whose it is.
        kind: ``frames`` of a translation, ``reference`` for the shared ones of a reference, ``tree`` or ``links``.
        times: when each version came to be, the one that is shown first.
    """

    segment: str
    system: str
    reference: str
    annotator: str
    kind: str
    times: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """What came out of a merge.

    Attributes:
        copy: all that the new project holds.
        conflicts: what people annotated in several versions, all of which are kept.
        automatic: translations of which there are several versions of the automatic frames, all of which are kept.
        problems: what could not be read in damaged files.
    """

    copy: Copy
    conflicts: tuple[Disagreement, ...]
    automatic: int
    problems: tuple[Problem, ...]

    @property
    def work(self) -> tuple[tuple[str, str], ...]:
        """What people did, by kind and annotator: translations annotated, trees and alignments corrected.

        The frames of a reference belong to the annotations of its translations.
        """
        return tuple(
            (kind, who)
            for (_, kind, _, _, who), ((shown, _), *_) in versions_in(self.copy).items()
            if kind != REFERENCES.name and who != AUTOMATIC and shown is not None
        )

    @classmethod
    def of(cls, copy: Copy, problems: Iterable[Problem]) -> Merged:
        """What there is to say of a joined copy."""
        found = list(_disagreements(copy))
        people = tuple(one for one in found if one.annotator != AUTOMATIC)
        automatic = Counter(one.kind for one in found if one.annotator == AUTOMATIC)
        return cls(copy, people, automatic[FRAMES.name] or automatic[REFERENCES.name], tuple(problems))


def merge(paths: Sequence[Path], path: Path, trusted: Path | None = None) -> Merged:
    """Write a project with everything that several have; the same for every order, and merging again changes nothing.

    Annotations, their history, remarks, corrected trees and links, assignments, times and rules join: of each
    annotation the version that was made from all others. Where two were made apart, the later one is shown (of
    automatic frames the first, of a reference the frames that a translation was settled over) and the other is kept
    beside it.

    Args:
        paths: of the projects.
        path: of the new one.
        trusted: one of the projects whose texts are right and whose rules hold; where others have damaged texts, these
            segments of the others are left out, and told among the problems, as are other rules.

    Raises:
        InputError: if a file is no project, or they are not of the same texts, or made by other rules.
        UsageError: if one does not exist, or the new one cannot be written.
    """
    if len(paths) < 2:
        raise UsageError("one project has nothing to be merged with; name two or more")
    if trusted is not None and trusted not in paths:
        raise UsageError(f"the trusted project is one of those that are merged; found {trusted}")
    copies: dict[Path, Copy] = {}
    problems: list[Problem] = []
    for one in paths:
        with Project(one, passing=True) as project:
            copies[one] = project.contents()
            problems += project.problems
    if trusted is not None:
        copies, left_out = trusting(trusted, copies)
        problems += left_out
    whole = joined(copies)
    require_same_rules(copies)
    write_project(path, lambda connection: write_copy(connection, whole))
    return Merged.of(whole, problems)


def _disagreements(copy: Copy) -> Iterator[Disagreement]:
    """The annotations with several versions, in the order of the segments."""
    found = ((key, [time for _, time in versions]) for key, versions in versions_in(copy).items())
    several = (
        (copy.segments[name][0], Disagreement(segment_key(*name), system, reference, who, kind, tuple(times)))
        for (name, kind, system, reference, who), times in found
        if len(times) > 1
    )
    ordered = sorted(several, key=lambda one: (one[0], one[1].system, one[1].reference, one[1].annotator, one[1].kind))
    return (one for _, one in ordered)


def different_automatic(count: int) -> str:
    """Say that the automatic frames of so many translations are not the same in all files."""
    whose = counted(count, "translation")
    return f"The automatic frames of {whose} differ between the files; the first made are shown, the others are kept."
