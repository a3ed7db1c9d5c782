"""Splitting a project into one file for each annotator: their segments, and their work on these."""

from __future__ import annotations

import itertools
import os
import unicodedata
from collections.abc import Iterable, Mapping, Set
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from meantree.annotation.error_annotation import CHECK, is_tool
from meantree.annotation.frame_annotation import AUTOMATIC
from meantree.annotation.record_kinds import ERRORS, REMARKS
from meantree.errors import Problem, UsageError
from meantree.files import LONGEST_NAME, PROJECT, new_folder
from meantree.project.blind_parts import coded
from meantree.project.copies import IDENTITY, ORIGIN, OWNER, Copy, Name, write_copy
from meantree.project.database import remove_database
from meantree.project.file import Project
from meantree.project.merging import origin_of
from meantree.project.new_projects import write_project
from meantree.project.stored_analyses import bare_text


@dataclass(frozen=True, slots=True)
class Parts:
    """The result of splitting a project.

    Attributes:
        files: by annotator.
        left_out: annotators with work but without assigned segments; their work stays in the project alone.
        problems: unreadable parts of the project, which are in no file.
    """

    files: Mapping[str, Path]
    left_out: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def split(path: Path, folder: Path) -> Parts:
    """Write a project for each annotator with segments to annotate; ``merge`` joins them again.

    A part contains one annotator's assigned or started segments, with the annotator's own frames, trees, links,
    comments and history, the automatic frames, and the errors that the rules propose; no
    other work of others (where annotators are blind, none of people). If nothing is assigned, all annotators who
    started segments have a part. Of a blind project, and of one with attention checks, parts have letters for systems
    (see :mod:`meantree.project.blind_parts`).

    Raises:
        InputError: if the file is no project.
        UsageError: if no annotator has segments, the folder cannot be written to, or one of the files exists; then
            no file is left.
    """
    with Project(path, passing=True) as project:
        copy, problems = project.contents(), project.problems
    tools = copy.proposing_tools
    segments_by_annotator = {
        annotator: segments
        for annotator in copy.lists["annotators"]
        if not is_tool(annotator, tools) and (segments := segments_of(copy, annotator))
    }
    assigned = {annotator for (_, annotator), (_, is_assigned) in copy.assignments.items() if is_assigned}
    parts = {
        annotator: segments
        for annotator, segments in segments_by_annotator.items()
        if annotator in assigned or not assigned
    }
    if not parts:
        raise UsageError(f"{path}: no annotator has segments assigned; assign some with `meantree assign`")
    files = _files(folder, path.stem, parts)
    for file in files.values():
        if os.path.lexists(file):
            raise UsageError(f"{file}: the file already exists; a project does not overwrite it")
    with new_folder(folder), ExitStack() as undo:
        for annotator, file in files.items():
            part = part_of(copy, annotator, parts[annotator])
            write_project(file, lambda connection, part=part: write_copy(connection, part))  # type: ignore[misc]
            undo.callback(remove_database, file)
        undo.pop_all()
    left_out = tuple(name for name in segments_by_annotator if name not in parts)
    return Parts(files, left_out, problems)


def segments_of(copy: Copy, annotator: str) -> frozenset[Name]:
    """Return the segments of an annotator: assigned, annotated, or with working time."""
    assigned = {
        name
        for (name, name_of_annotator), (_, is_assigned) in copy.assignments.items()
        if name_of_annotator == annotator and is_assigned
    }
    annotated = {name for name, kind, *_, whose in copy.histories if whose == annotator and kind not in REMARKS}
    return frozenset(
        assigned | annotated | {name for name, _, name_of_annotator, _ in copy.times if name_of_annotator == annotator}
    )


def part_of(copy: Copy, annotator: str, segments: Set[Name]) -> Copy:
    """Return the part of a copy for one annotator; the error spans that the rules propose are in it."""
    part, kept_annotators, rules = copy.only(segments), {annotator, AUTOMATIC}, copy.parsed_rules
    sources = copy.proposing_tools if rules.blind else rules.suggestions
    words = {row[0] for row in part.texts.values()}
    part = replace(
        part,
        settings={**copy.settings, IDENTITY: uuid4().hex, ORIGIN: origin_of(copy), OWNER: annotator},
        histories={
            key: history
            for key, history in part.histories.items()
            if key[-1] in kept_annotators or (key[-1] in sources and key[1] == ERRORS.name)
        },
        assignments={key: row for key, row in part.assignments.items() if key[1] == annotator},
        times={key: effort for key, effort in part.times.items() if key[2] == annotator},
        analyses={key: content for key, content in copy.analyses.items() if bare_text(key[1]) in words},
    )
    return coded(part) if rules.blind or CHECK in copy.lists["annotators"] else part


def _files(folder: Path, stem: str, annotators: Iterable[str]) -> dict[str, Path]:
    """Return file names that differ on every system: equal ones get a number."""
    files: dict[str, Path] = {}
    used: set[str] = set()
    for annotator in annotators:
        name = f"{_beginning(stem)}-{_beginning(_file_name(annotator))}"
        names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
        free = next(candidate for candidate in names if unicodedata.normalize("NFC", candidate).casefold() not in used)
        used.add(unicodedata.normalize("NFC", free).casefold())
        files[annotator] = folder / f"{free}{PROJECT}"
    return files


def _beginning(name: str) -> str:
    """Return as much of a name as fits into half of a file name."""
    return name.encode("utf-8")[: LONGEST_NAME // 2].decode("utf-8", "ignore")


def _file_name(annotator: str) -> str:
    """Return a name with only letters, digits and characters without a meaning in paths."""
    return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in annotator).strip(".") or "_"
