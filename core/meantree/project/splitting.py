"""One file per annotator: the segments that are theirs, and what they did of them."""

from __future__ import annotations

import itertools
import os
import unicodedata
from collections.abc import Iterable, Mapping, Set
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from meantree.errors import Problem, UsageError
from meantree.files import LONGEST_NAME, PROJECT, translate_os_errors
from meantree.project.annotation import AUTOMATIC
from meantree.project.copies import IDENTITY, ORIGIN, OWNER, Copy, Name, write_copy
from meantree.project.database import remove_database
from meantree.project.file import Project
from meantree.project.merging import origin_of
from meantree.project.new_projects import write_project
from meantree.project.stored_analyses import bare_text


@dataclass(frozen=True, slots=True)
class Parts:
    """A project that was split.

    Attributes:
        files: by annotator.
        left_out: who annotated something, and has no segment assigned: their work stays in the project alone.
        problems: what of the project could not be read, and is in no part.
    """

    files: Mapping[str, Path]
    left_out: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def split(path: Path, folder: Path) -> Parts:
    """Write a project for everybody who has segments to annotate; ``merge`` joins them again.

    A part holds the segments of one annotator, be they assigned or begun, with their own frames, trees, links, remarks
    and history, and the automatic frames; nothing that other people did. Where nobody has a segment assigned, everybody
    who annotated some has a part.

    Raises:
        InputError: if the file is no project.
        UsageError: if nobody has anything to do, the folder cannot be written to, or one of the files is there already;
            then none of them is left.
    """
    with Project(path, passing=True) as project:
        copy, problems = project.contents(), project.problems
    busy = {who: found for who in copy.lists["annotators"] if who != AUTOMATIC and (found := segments_of(copy, who))}
    assigned = {who for (_, who), (_, given) in copy.assignments.items() if given}
    parts = {who: found for who, found in busy.items() if who in assigned or not assigned}
    if not parts:
        raise UsageError(f"{path}: nobody has segments to annotate; say who annotates what with `meantree assign`")
    files = _files(folder, path.stem, parts)
    with translate_os_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for file in files.values():
        if os.path.lexists(file):
            raise UsageError(f"{file}: the file already exists; a project does not overwrite it")
    with ExitStack() as undo:
        for who, file in files.items():
            part = part_of(copy, who, parts[who])
            write_project(file, lambda connection, part=part: write_copy(connection, part))  # type: ignore[misc]
            undo.callback(remove_database, file)
        undo.pop_all()
    return Parts(files, tuple(who for who in busy if who not in parts), problems)


def segments_of(copy: Copy, annotator: str) -> frozenset[Name]:
    """The segments that are somebody's: assigned to them, annotated by them, or with time that they spent there."""
    assigned = {name for (name, who), (_, given) in copy.assignments.items() if who == annotator and given}
    annotated = {name for name, *_, who in copy.histories if who == annotator}
    return frozenset(assigned | annotated | {name for name, _, who, _ in copy.times if who == annotator})


def part_of(copy: Copy, annotator: str, segments: Set[Name]) -> Copy:
    """What one annotator is given."""
    part, people = copy.only(segments), {annotator, AUTOMATIC}
    words = {row[0] for row in part.texts.values()}
    return replace(
        part,
        settings={**copy.settings, IDENTITY: uuid4().hex, ORIGIN: origin_of(copy), OWNER: annotator},
        histories={key: one for key, one in part.histories.items() if key[-1] in people},
        assignments={key: one for key, one in part.assignments.items() if key[1] == annotator},
        times={key: seconds for key, seconds in part.times.items() if key[2] == annotator},
        analyses={key: content for key, content in copy.analyses.items() if bare_text(key[1]) in words},
    )


def _files(folder: Path, stem: str, annotators: Iterable[str]) -> dict[str, Path]:
    """Names of files that differ on every system: people whose names make the same one get a number."""
    files: dict[str, Path] = {}
    taken: set[str] = set()
    for who in annotators:
        name = f"{_beginning(stem)}-{_beginning(_file_name(who))}"
        names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
        free = next(one for one in names if unicodedata.normalize("NFC", one).casefold() not in taken)
        taken.add(unicodedata.normalize("NFC", free).casefold())
        files[who] = folder / f"{free}{PROJECT}"
    return files


def _beginning(name: str) -> str:
    """As much of it as fits into the name of a file beside as much of another."""
    return name.encode("utf-8")[: LONGEST_NAME // 2].decode("utf-8", "ignore")


def _file_name(annotator: str) -> str:
    """Letters and digits of a name; others would have a meaning in paths."""
    return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in annotator).strip(".") or "_"
