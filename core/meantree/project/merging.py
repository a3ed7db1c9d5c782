"""Merge projects of the same texts into a new one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

from meantree.corpus.corpus import segment_key
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import counted, listed, quoted_difference, shortened
from meantree.project.annotation import AUTOMATIC
from meantree.project.annotation_rules import SHARED_RULES, Rules, rules_difference, rules_from_values
from meantree.project.copies import (
    IDENTITY,
    ORIGIN,
    OWNER,
    Copy,
    Name,
    Places,
    Row,
    TextKey,
    versions_in,
    write_copy,
)
from meantree.project.file import Project
from meantree.project.histories import History
from meantree.project.kinds import FRAMES, REFERENCES
from meantree.project.new_projects import write_project
from meantree.project.schema import list_to_json

K = TypeVar("K")
V = TypeVar("V")
EXPECTED = "only projects of the same texts can be merged"
SAME_RULES = (
    "only annotations made by the same rules can be merged; to merge these by the rules of one file, name it: "
    "meantree merge --trust FILE"
)
WAY_OUT = (
    "if a file is damaged, name the sound one: meantree merge --trust FILE leaves those segments of the others out"
)


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


def joined(copies: Mapping[Path, Copy]) -> Copy:
    """One project with everything that is in the copies.

    Raises:
        InputError: if they are not of the same texts; it tells which segment differs, and in what.
    """
    parts = list(copies.items())
    for place, (path, copy) in enumerate(parts):
        for other, before in parts[:place]:
            _require_same_texts(other, before, path, copy)
    return reduce(_both, copies.values())


def require_same_rules(copies: Mapping[Path, Copy]) -> None:
    """Refuse copies whose annotators share other rules.

    Raises:
        InputError: if they do; it tells the difference in words.
    """
    (path, first), *others = copies.items()
    for other, copy in others:
        if found := rules_difference(_rules(first), _rules(copy)):
            raise InputError(other, f"its rules are not those of {path}: {found}; {SAME_RULES}")


def trusting(trusted: Path, copies: Mapping[Path, Copy]) -> tuple[dict[Path, Copy], list[Problem]]:
    """The copies by the rules of one of them, without the segments whose texts differ from its; and that in words.

    Raises:
        InputError: if one has other texts under the names of all segments that both have.
    """
    kept, problems = dict(copies), list[Problem]()
    for path, copy in copies.items():
        found = differing(trusted, copies[trusted], copy)
        if found and len(found) == len(copies[trusted].segments.keys() & copy.segments.keys()):
            raise InputError(path, f"{next(iter(found.values()))}, and so in all segments; {EXPECTED}")
        if other_rules := rules_difference(_rules(copies[trusted]), _rules(copy)):
            told = f"its rules are not those of {trusted}, which hold now: {other_rules}; its annotations are unchanged"
            problems.append(Problem(path, None, told))
        kept[path] = replace(copy.only(copy.segments.keys() - found.keys()), rules=_ruled(copy, copies[trusted]))
        for name, told in found.items():
            people = sorted({key[-1] for key in copy.histories if key[0] == name} - {AUTOMATIC})
            whose = f" with what {listed(people)} did" if people else ""
            problems.append(Problem(path, None, f"{told}; left out{whose}", segment_key(*name)))
    return kept, problems


def automatic_frames_note(count: int) -> str:
    """Say that the automatic frames of so many translations are not the same in all files."""
    whose = counted(count, "translation")
    return f"The automatic frames of {whose} differ between the files; the first made are shown, the others are kept."


def origin_of(copy: Copy) -> str:
    """The identity of the project that a copy is of, or a part of."""
    return copy.settings.get(ORIGIN) or copy.settings.get(IDENTITY, "")


def differing(path: Path, one: Copy, two: Copy) -> dict[Name, str]:
    """The segments whose texts in the second copy are not those in the first, each with what differs, in words.

    Args:
        path: of the first.
        one, two: the copies.
    """
    found: dict[Name, str] = {}
    parts = [(copy, copy.annotated) for copy in (one, two)]
    for key in sorted(one.texts.keys() & two.texts.keys()):
        name, _, title = key
        what = f"segment {shortened(segment_key(*name))}, {shortened(title)}"
        mine, theirs = one.texts[key], two.texts[key]
        if mine[0] != theirs[0]:
            texts = " and ".join(quoted_difference(mine[0], theirs[0], 60))
            found.setdefault(name, f"{what}: the text is not that of {path} ({texts})")
        elif len({_counted_in(copy, key, annotated) for copy, annotated in parts} - {None}) > 1:
            found.setdefault(name, f"{what}: its annotations count other tokens than those of {path}")
    for name in sorted(one.segments.keys() & two.segments.keys()):
        if len({one.segments[name][1], two.segments[name][1]} - {None}) > 1:
            found.setdefault(name, f"segment {shortened(segment_key(*name))}: the source text is not that of {path}")
    return found


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


def _rules(copy: Copy) -> Rules:
    return rules_from_values({name: value for name, (_, value) in copy.rules.items()})


def _both(one: Copy, two: Copy) -> Copy:
    settings = _joined(one.settings, two.settings, min)
    origins = {origin_of(one), origin_of(two)} - {""}
    for name in (ORIGIN, OWNER):
        settings.pop(name, None)
    return Copy(
        settings | ({IDENTITY: min(origins)} if origins else {}),
        {name: _in_order(one.lists[name], two.lists[name]) for name in one.lists},
        _joined(one.segments, two.segments, lambda a, b: (min(a[0], b[0]), a[1] if b[1] is None else b[1])),
        _joined(one.texts, two.texts, _filled),
        one.ratings | two.ratings,
        one.errors | two.errors,
        _joined(one.histories, two.histories, History.joined),
        _joined(one.assignments, two.assignments, max),
        _joined(one.times, two.times, max),
        _joined(one.rules, two.rules, _later),
        _joined(one.analyses, two.analyses, max),
    )


def _joined(one: Mapping[K, V], two: Mapping[K, V], choose: Callable[[V, V], V]) -> dict[K, V]:
    found = dict(one)
    for key, value in two.items():
        found[key] = choose(found[key], value) if key in found else value
    return found


def _in_order(one: Places, two: Places) -> Places:
    """The names of both, each at the first place that it has anywhere."""
    places = {name: min(found[name] for found in (one, two) if name in found) for name in {**one, **two}}
    return {name: places[name] for name in sorted(places, key=lambda name: (places[name], name))}


def _filled(one: Row, two: Row) -> Row:
    """Of equal texts, the cells that either has."""
    cells = zip(one, two, strict=True)
    return tuple(a if b is None else b if a is None else max(a, b) for a, b in cells)


def _later(one: tuple[str, Any], two: tuple[str, Any]) -> tuple[str, Any]:
    return max(one, two, key=lambda rule: (rule[0], repr(rule[1])))


def _counted_in(copy: Copy, key: TextKey, annotated: Set[TextKey]) -> str | None:
    """The tokens that annotations of a text count in: its words if none are settled, None if nothing counts in any."""
    text, tokens, *_ = copy.texts[key]
    if tokens is not None or key not in annotated:
        return None if tokens is None else str(tokens)
    return list_to_json(str(text).split())


def _ruled(copy: Copy, trusted: Copy) -> dict[str, tuple[str, Any]]:
    """The rules of a trusted copy, and those of another that it does not have."""
    own = {name: rule for name, rule in copy.rules.items() if name not in SHARED_RULES}
    return own | dict(trusted.rules)


def _require_same_texts(path: Path, one: Copy, other: Path, two: Copy) -> None:
    common = one.segments.keys() & two.segments.keys()
    if not common and origin_of(one) != origin_of(two):
        raise InputError(other, f"no segment in common with {path}; {EXPECTED}")
    if found := differing(path, one, two):
        told = next(iter(found.values()))
        if len(found) > 1:
            told += f" (and {counted(len(found) - 1, 'more segment differs', 'more segments differ')})"
        raise InputError(other, f"{told}; {EXPECTED}" + (f"; {WAY_OUT}" if len(found) < len(common) else ""))
