"""Merging copies or parts of a project into one: nothing in any of them is lost, and their order does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from meantree.annotation.error_annotation import is_tool
from meantree.annotation.frame_annotation import AUTOMATIC
from meantree.annotation.record_kinds import FRAMES, REFERENCES, REMARKS
from meantree.annotation.rules import OWN_RULES, rules_difference
from meantree.corpus.corpus import CHECK, segment_key
from meantree.corpus.formats.given_scores import told_apart
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import counted, quoted_difference, shortened
from meantree.project.copies import (
    IDENTITY,
    ORIGIN,
    OWNER,
    Copy,
    Effort,
    History,
    Name,
    Places,
    Row,
    TextKey,
    united,
    versions_in,
    write_copy,
)
from meantree.project.file import Project
from meantree.project.new_projects import write_project
from meantree.project.schema import list_to_json
from meantree.project.splitting import left_out, with_names

EXPECTED = "only projects of the same texts can be merged"
SAME_RULES = (
    "only annotations made by the same rules can be merged; to merge these by the rules of one file, name it: "
    "meantree merge --trust FILE"
)
LOST_RULES = "those of a damaged file cannot be read"
WAY_OUT = (
    "if a file is damaged, name the undamaged one: meantree merge --trust FILE leaves those segments of the others out"
)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One record with versions in two copies, neither of which was made from the other.

    Attributes:
        kind: ``frames`` of a translation, ``reference`` for the shared frames of a reference, ``tree``,
            ``links`` or ``errors``.
        times: of the versions, the one that is shown first.
    """

    segment: str
    system: str
    reference: str
    annotator: str
    kind: str
    times: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge.

    Attributes:
        copy: the contents of the merged project.
        conflicts: records by people with several versions, all of which are stored.
        automatic: the number of translations with several versions of automatic frames, all of which are stored.
        problems: unreadable parts of damaged files.
    """

    copy: Copy
    conflicts: tuple[Disagreement, ...]
    automatic: int
    problems: tuple[Problem, ...]

    @property
    def work(self) -> tuple[tuple[str, str], ...]:
        """Kind and annotator of each record by people: annotated translations, corrected trees and alignments.

        The frames of a reference belong to the annotations of its translations; marks and answers are no work, and
        attention checks are counted apart.
        """
        return tuple((kind, annotator) for kind, system, annotator in self._records if system != CHECK)

    @property
    def checks(self) -> int:
        """The number of annotated attention checks."""
        return sum(system == CHECK for _, system, _ in self._records)

    @property
    def _records(self) -> Iterator[tuple[str, str, str]]:
        """Kind, system and annotator of each record by people."""
        tools = self.copy.proposing_tools
        for (_, kind, system, _, annotator), ((shown, _), *_) in versions_in(self.copy).items():
            if kind not in REMARKS.union((REFERENCES.name,)) and not is_tool(annotator, tools) and shown is not None:
                yield kind, system, annotator

    @classmethod
    def of(cls, copy: Copy, problems: Iterable[Problem]) -> Merged:
        """Return the result for a merged copy."""
        disagreements = list(_disagreements(copy))
        conflicts = tuple(item for item in disagreements if item.annotator != AUTOMATIC)
        automatic = Counter(item.kind for item in disagreements if item.annotator == AUTOMATIC)
        return cls(copy, conflicts, automatic[FRAMES.name] or automatic[REFERENCES.name], tuple(problems))


def merge(paths: Sequence[Path], path: Path, trusted: Path | None = None) -> Merged:
    """Write a project with everything in several; their order does not matter, and merging again changes nothing.

    Annotations, their history, comments, corrected trees and links, assignments, times and rules are merged: of each
    record, the version made from all others is shown. If two were made independently, the later one is shown (the
    first one of automatic frames, and of a reference the frames that a translation was finalized over), and the other
    is stored as an alternative.

    Args:
        trusted: one of the projects, whose texts and rules are taken as right; segments with other texts are left out
            of the other projects, and reported among the problems, as are other rules.

    Raises:
        InputError: if a file is no project, or the projects have different texts or rules.
        UsageError: if one does not exist, or the new one cannot be written.
    """
    if len(paths) < 2:
        raise UsageError("a single project cannot be merged; name two or more")
    if trusted is not None and trusted not in paths:
        raise UsageError(f"the trusted project must be one of the merged ones; found {trusted}")
    copies: dict[Path, Copy] = {}
    problems: list[Problem] = []
    for source in paths:
        with Project(source, passing=True) as project:
            copies[source] = project.contents()
            problems += project.problems
    if trusted is None:
        require_same_rules(copies)
    copies, unknown = with_names(copies, leaving_out=trusted is not None)
    problems += unknown
    if trusted is not None:
        copies, omitted = trusting(trusted, copies)
        problems += omitted
    whole = joined(copies)
    write_project(path, lambda connection: write_copy(connection, whole, merged=True))
    return Merged.of(whole, problems)


def joined(copies: Mapping[Path, Copy]) -> Copy:
    """Merge the copies into one; raise InputError that names the segment and the difference if their texts differ."""
    parts = list(copies.items())
    for place, (path, copy) in enumerate(parts):
        for other, before in parts[:place]:
            _require_same_texts(other, before, path, copy)
    whole = reduce(_both, copies.values())
    return replace(whole, files=dict(_files(whole, copies)))


def _files(whole: Copy, copies: Mapping[Path, Copy]) -> Iterator[tuple[str, str]]:
    """Yield the name of each version of records with several, and the files that it is from, in words."""
    for key, versions in versions_in(whole).items():
        for content, time in versions if len(versions) > 1 else ():
            name = f"{time} {key[-1]}"
            having = (item for item in copies.items() if content in item[1].histories.get(key, History()).versions)
            yield name, ", ".join(sorted({copy.files.get(name, path.name) for path, copy in having}))


def require_same_rules(copies: Mapping[Path, Copy]) -> None:
    """Raise InputError that describes the difference if the copies have different shared rules."""
    (path, first), *others = copies.items()
    for other, copy in others:
        if fault := rules_difference(first.parsed_rules, copy.parsed_rules):
            fault = fault if first.settings and copy.settings else LOST_RULES
            raise InputError(other, f"its rules differ from those of {path}: {fault}; {SAME_RULES}")


def trusting(trusted: Path, copies: Mapping[Path, Copy]) -> tuple[dict[Path, Copy], list[Problem]]:
    """Return the copies with the rules of one, without segments whose texts differ from its, and the problems.

    Raises:
        InputError: if all common segments of a copy differ.
    """
    result, problems = dict(copies), list[Problem]()
    for path, copy in copies.items():
        differences = differing(trusted, copies[trusted], copy)
        if differences and len(differences) == len(copies[trusted].segments.keys() & copy.segments.keys()):
            difference = next(iter(differences.values()))
            raise InputError(path, f"{difference}; all other common segments differ, too; {EXPECTED}")
        if other_rules := rules_difference(copies[trusted].parsed_rules, copy.parsed_rules):
            message = f"its rules differ from those of {trusted}, which apply: {other_rules}"
            problems.append(Problem(path, None, f"{message}; its annotations are unchanged"))
        own_rules = {name: rule for name, rule in copy.rules.items() if name in OWN_RULES}
        rules = own_rules | dict(copies[trusted].rules)
        result[path] = replace(copy.only(copy.segments.keys() - differences.keys()), rules=rules)
        for name, message in differences.items():
            problems.append(Problem(path, None, f"{message}; {left_out(copy, name)}", segment_key(*name)))
    return result, problems


def automatic_frames_note(count: int) -> str:
    """Return a note on the number of translations whose automatic frames differ between the files."""
    whose = counted(count, "translation")
    return f"The automatic frames of {whose} differ between the files; the earliest are shown, the others are kept."


def differing(path: Path, first: Copy, second: Copy) -> dict[Name, str]:
    """Return the segments whose texts differ from those of ``path``, the first copy, each with what differs."""
    differences: dict[Name, str] = {}
    copies = [(copy, copy.annotated) for copy in (first, second)]
    for key in sorted(first.texts.keys() & second.texts.keys()):
        name, _, title = key
        place = f"segment {shortened(segment_key(*name))}, {shortened(title)}"
        first_row, second_row = first.texts[key], second.texts[key]
        if first_row[0] != second_row[0]:
            texts = " and ".join(quoted_difference(first_row[0], second_row[0], 60))
            differences.setdefault(name, f"{place}: the text differs from that of {path} ({texts})")
        elif len({_referred_tokens(copy, key, annotated) for copy, annotated in copies} - {None}) > 1:
            differences.setdefault(name, f"{place}: its annotations refer to other tokens than those of {path}")
    for name in sorted(first.segments.keys() & second.segments.keys()):
        if len({first.segments[name][1], second.segments[name][1]} - {None}) > 1:
            differences.setdefault(
                name, f"segment {shortened(segment_key(*name))}: the source text differs from that of {path}"
            )
    return differences


def _disagreements(copy: Copy) -> Iterator[Disagreement]:
    """Yield the records with several versions, in the order of the segments."""
    several = {key: versions for key, versions in versions_in(copy).items() if len(versions) > 1}
    for key in sorted(several, key=lambda key: (copy.segments[key[0]][0], key[2:], key[1])):
        name, kind, system, reference, annotator = key
        times = tuple(time for _, time in several[key])
        yield Disagreement(segment_key(*name), system, reference, annotator, kind, times)


def _both(first: Copy, second: Copy) -> Copy:
    settings = united(first.settings, second.settings, min)
    origins = {first.origin, second.origin} - {""}
    for name in (ORIGIN, OWNER):
        settings.pop(name, None)
    return Copy(
        settings | ({IDENTITY: min(origins)} if origins else {}),
        {name: _in_order(first.lists[name], second.lists[name]) for name in first.lists},
        united(first.segments, second.segments, lambda a, b: (min(a[0], b[0]), a[1] if b[1] is None else b[1])),
        united(first.texts, second.texts, _filled),
        told_apart(first.ratings | second.ratings),
        first.errors | second.errors,
        first.unplaced | second.unplaced,
        united(first.histories, second.histories, History.joined),
        united(first.assignments, second.assignments, max),
        united(first.times, second.times, _longer),
        united(first.rules, second.rules, _later),
        united(first.analyses, second.analyses, max),
    )


def _in_order(first: Places, second: Places) -> Places:
    """Return the names of both, each at its first place in either."""
    places = {name: min(names[name] for names in (first, second) if name in names) for name in {**first, **second}}
    return {name: places[name] for name in sorted(places, key=lambda name: (places[name], name))}


def _filled(first: Row, second: Row) -> Row:
    """Return the cells that either of two equal texts has."""
    cells = zip(first, second, strict=True)
    return tuple(a if b is None else b if a is None else max(a, b) for a, b in cells)


def _longer(first: Effort, second: Effort) -> Effort:
    return max(first[0], second[0]), max((keys for _, keys in (first, second) if keys is not None), default=None)


def _later(first: tuple[str, Any], second: tuple[str, Any]) -> tuple[str, Any]:
    return max(first, second, key=lambda rule: (rule[0], repr(rule[1])))


def _referred_tokens(copy: Copy, key: TextKey, annotated: Set[TextKey]) -> str | None:
    """Return the tokens that annotations of a text refer to: its words if none are stored; None without annotations."""
    text, tokens, *_ = copy.texts[key]
    if tokens is not None or key not in annotated:
        return None if tokens is None else str(tokens)
    return list_to_json(str(text).split())


def _require_same_texts(path: Path, first: Copy, other: Path, second: Copy) -> None:
    common = first.segments.keys() & second.segments.keys()
    if not common and first.origin != second.origin:
        raise InputError(other, f"no segment in common with {path}; {EXPECTED}")
    if differences := differing(path, first, second):
        message = next(iter(differences.values()))
        if len(differences) > 1:
            message += f" (and {counted(len(differences) - 1, 'more segment differs', 'more segments differ')})"
        raise InputError(other, f"{message}; {EXPECTED}" + (f"; {WAY_OUT}" if len(differences) < len(common) else ""))
