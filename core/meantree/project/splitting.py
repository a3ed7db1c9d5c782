"""Splitting a project into one file for each annotator: their segments, and their work on these.

Nothing tells systems, or attention checks, apart in parts of a blind project; the project they were split from is the
key. Letters stand for the systems of a segment, in random order. An attention check has the place of the translation
that it was made of, which is left out; scores and errors that came with the texts are left out, too. A letter means the
system whose text it has; equal texts of a segment have letters in the order of their systems.
"""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count, islice
from pathlib import Path
from random import SystemRandom
from string import ascii_uppercase
from uuid import uuid4

from meantree.annotation.error_annotation import ErrorAnnotation, MarkedError, is_tool
from meantree.annotation.frame_annotation import AUTOMATIC, State
from meantree.annotation.record_kinds import ERRORS, REMARKS
from meantree.annotation.work_order import common_ends, original_of
from meantree.corpus.corpus import CHECK, SIDES, segment_key
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import listed, shortened
from meantree.files import LONGEST_NAME, PROJECT, new_folder
from meantree.grouping import nested
from meantree.project.copies import (
    CODED,
    IDENTITY,
    ORIGIN,
    OWNER,
    Content,
    Copy,
    History,
    Name,
    RecordKey,
    Row,
    Subject,
    TextKey,
    versions_in,
    write_copy,
)
from meantree.project.database import remove_database
from meantree.project.file import Project
from meantree.project.new_projects import write_project
from meantree.project.stored_analyses import bare_text
from meantree.project.teamwork import KEY, NO_KEY


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
    started segments have a part. Of a blind project, and of one with attention checks, parts have letters for systems.

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
    chosen = copy.assigned or segments_by_annotator
    parts = {annotator: segments for annotator, segments in segments_by_annotator.items() if annotator in chosen}
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
    assigned = {name for (name, whose), (_, given) in copy.assignments.items() if whose == annotator and given}
    annotated = {name for name, kind, *_, whose in copy.histories if whose == annotator and kind not in REMARKS}
    timed = {name for name, _, whose, _ in copy.times if whose == annotator}
    return frozenset(assigned | annotated | timed)


def part_of(copy: Copy, annotator: str, segments: Set[Name]) -> Copy:
    """Return the part of a copy for one annotator; the error spans that the rules propose are in it."""
    part, kept_annotators, rules = copy.only(segments), {annotator, AUTOMATIC}, copy.parsed_rules
    sources = copy.proposing_tools.intersection(rules.suggestions) if rules.blind else rules.suggestions
    words = {row[0] for row in part.texts.values()}
    part = replace(
        part,
        settings={**copy.settings, IDENTITY: uuid4().hex, ORIGIN: copy.origin, OWNER: annotator},
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
        # only letters, digits and characters without a meaning in paths
        own = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in annotator).strip(".") or "_"
        name = f"{_beginning(stem)}-{_beginning(own)}"
        names = chain([name], (f"{name}-{number}" for number in count(2)))
        free = next(candidate for candidate in names if unicodedata.normalize("NFC", candidate).casefold() not in used)
        used.add(unicodedata.normalize("NFC", free).casefold())
        files[annotator] = folder / f"{free}{PROJECT}"
    return files


def _beginning(name: str) -> str:
    """Return as much of a name as fits into half of a file name."""
    return name.encode("utf-8")[: LONGEST_NAME // 2].decode("utf-8", "ignore")


System = tuple[Name, str]
"""A segment and a system, or a letter."""


def coded(part: Copy) -> Copy:
    """Return the part of a blind project as its annotator gets it.

    Where there are checks, what was computed for translations beforehand is left out, as checks have nothing of it.
    What tools propose in a translation is proposed in the check that was made of it, where the words are the same.
    """
    has_checks = CHECK in part.lists["annotators"]
    texts = _texts(part)
    originals = {name: original_of(own) for name, own in texts.items() if has_checks and {CHECK} < own.keys()}
    for name, original in originals.items():
        texts[name][original] = texts[name].pop(CHECK)
    references = {system for _, side, system in part.texts if side == "reference"}
    letters = _letters(texts, originals, references, by_segment=part.parsed_rules.by_segment)
    for name, original in originals.items():
        letters[name, CHECK] = letters.pop((name, original))

    def letter(name: Name, system: str, reference: str) -> Subject | None:
        if not system:
            return name, system, reference
        return (name, letters[name, system], reference) if (name, system) in letters else None

    histories = _undated(part)
    if has_checks:
        histories = {key: history for key, history in histories.items() if key[-1] not in (CHECK, AUTOMATIC)}
        histories |= dict(_proposed_in_checks(histories, originals, part.texts))
    used = dict.fromkeys(sorted(letters.values(), key=lambda name: (len(name), name)))
    kept = replace(part, histories=histories, ratings=Counter(), errors=Counter(), unplaced=Counter())
    kept = replace(kept.moved(letter), settings={**part.settings, CODED: "letters"})
    people = {*(key[-1] for key in kept.histories), *part.parsed_rules.suggestions}
    people |= {*(name for _, name in kept.assignments), *(name for *_, name, _ in kept.times)}
    lists = {
        **part.lists,
        "systems": {name: place for place, name in enumerate(used)},
        "annotators": {name: place for name, place in part.lists["annotators"].items() if name in people},
    }
    return _unprepared(replace(kept, lists=lists)) if has_checks else replace(kept, lists=lists)


def with_names(copies: Mapping[Path, Copy], *, leaving_out: bool = False) -> tuple[dict[Path, Copy], list[Problem]]:
    """Return copies with systems in place of letters, and the problems; copies of one part alone keep their letters.

    Args:
        leaving_out: whether segments with unknown texts are left out and reported.

    Raises:
        InputError: if none of the copies has the names, or the texts are not its own.
    """
    whole = {path: copy for path, copy in copies.items() if CODED not in copy.settings}
    result, problems = dict(copies), list[Problem]()
    if not whole and len({copy.settings.get(IDENTITY) for copy in copies.values()}) == 1:
        return result, problems
    known: dict[Name, dict[str, list[str]]] = {}
    places: dict[str, int] = {}
    for copy in whole.values():
        places |= {name: min(place, places.get(name, place)) for name, place in copy.lists["systems"].items()}
        for name, texts in _texts(copy).items():
            for system, text in texts.items():
                if system not in (systems := known.setdefault(name, {}).setdefault(text, [])):
                    systems.append(system)
                    systems.sort(key=lambda one: (one == CHECK, places.get(one, len(places)), one))
    for path in (path for path in copies if path not in whole):
        if not whole:
            raise InputError(path, NO_KEY)
        names, unknown = _named(copies[path], known)
        for name, letter in unknown.items():
            message = f"segment {shortened(segment_key(*name))}: the text of {letter} is not in {next(iter(whole))}"
            if not leaving_out:
                raise InputError(path, f"{message}; it is a part of another project or round: {KEY}")
            problems.append(Problem(path, None, f"{message}; {left_out(copies[path], name)}", segment_key(*name)))
        result[path] = _renamed(copies[path], names, unknown)
    return result, problems


def left_out(copy: Copy, name: Name) -> str:
    """Return in words that a segment of a copy is left out, and with whose work."""
    people = sorted({key[-1] for key in copy.histories if key[0] == name} - {AUTOMATIC, *copy.proposing_tools})
    return f"the segment is left out{f' with the work of {listed(people)}' if people else ''}"


def key_wanted(project: Project) -> list[Problem]:
    """Return the problem of what is exported from a part with letters, which mean nothing elsewhere; else none."""
    return [Problem(None, None, NO_KEY)] if project.is_coded else []


def _texts(copy: Copy) -> dict[Name, dict[str, str]]:
    """Return the translations of each segment by system, in the order of the systems."""
    places = copy.lists["systems"]

    def place(key: TextKey) -> tuple[int, str]:
        return places.get(key[2], len(places)), key[2]

    keys = sorted((key for key in copy.texts if key[1] == "hypothesis"), key=place)
    return nested((key[0], key[2], copy.texts[key][0]) for key in keys)


def _letters(
    texts: Mapping[Name, Mapping[str, str]],
    checks: Mapping[Name, str],
    taken: Container[str] = (),
    *,
    by_segment: bool,
) -> dict[System, str]:
    """Return a letter for each translation.

    Args:
        texts: by segment and system.
        checks: the systems whose texts are checks, by segment; of equal texts theirs is the last one.
        taken: names of references, which are no letters.
        by_segment: whether each segment has an order of its own, else a system has the same letter in all.
    """
    chooser = SystemRandom()
    systems = list(dict.fromkeys(system for own in texts.values() for system in own))
    chooser.shuffle(systems)
    free = list(islice((letter for letter in map(_letter, count()) if letter not in taken), len(systems)))
    letters: dict[System, str] = {}
    for name, own in texts.items():
        order = [system for system in systems if system in own] if by_segment else systems
        if by_segment:
            chooser.shuffle(order)
        for text in dict.fromkeys(own.values()):
            equal = sorted((system for system in own if own[system] == text), key=lambda one: one == checks.get(name))
            ranks = (letter for letter, system in zip(free, order, strict=False) if own.get(system) == text)
            letters |= {(name, system): letter for system, letter in zip(equal, ranks, strict=True)}
    return letters


def _letter(rank: int) -> str:
    rest, last = divmod(rank, len(ascii_uppercase))
    return (_letter(rest - 1) if rest else "") + ascii_uppercase[last]


def _undated(part: Copy) -> dict[RecordKey, History]:
    """Return a part's histories; what its annotator starts from has one version, without history, and one time for all.

    Tables often have one system after the other, so that times tell systems apart. Cells of these tables, and texts as
    these have them, may name systems. Scores of tools are those of the translation that a check was made of; a row
    that says that there is no error is in no check whose only errors were in the planted words.
    """
    owner = part.settings.get(OWNER)
    given = {key: versions[0] for key, versions in versions_in(part).items() if key[-1] != owner}
    earliest = min((time for _, time in given.values()), default="")

    def bare(key: RecordKey, content: Content) -> Content:
        return _changed(content, _without_table) if key[1] == ERRORS.name else content

    new = {key: History({bare(key, content): earliest}) for key, (content, _) in given.items()}
    return dict(part.histories) | new


def _changed(content: Content, change: Callable[[ErrorAnnotation], ErrorAnnotation]) -> Content:
    """Return a content with a change of its errors; a damaged one stays as it is."""
    with suppress(ValueError):
        return None if content is None else ERRORS.write(change(ERRORS.read(content)))
    return content


def _without_table(annotation: ErrorAnnotation) -> ErrorAnnotation:
    marked = tuple(replace(error, as_read=None, suggested=()) for error in annotation.errors)
    return replace(annotation, marked=marked, score=None, cells=())


def _proposed_in_checks(
    histories: Mapping[RecordKey, History], originals: Mapping[Name, str], texts: Mapping[TextKey, Row]
) -> Iterator[tuple[RecordKey, History]]:
    """Yield what tools and others propose in the translations that checks were made of, for the checks.

    A check without any is as other translations without any: some tools name them, others do not.
    """
    naming = {key[-1] for key, history in histories.items() if any(map(_has_none, history.versions))}
    for (name, kind, system, reference, by), history in histories.items():
        if kind != ERRORS.name or originals.get(name) != system or by == AUTOMATIC or history.edits:
            continue
        text, check = (texts[name, "hypothesis", title][0] for title in (system, CHECK))
        planted = partial(_in_check, text=text, check=check)
        versions = {_changed(content, planted): time for content, time in history.versions.items()}
        if by in naming or not any(map(_has_none, versions)):
            yield (name, kind, CHECK, reference, by), History(versions)


def _has_none(content: Content) -> bool:
    """Return whether a content has no errors; a damaged one may have some."""
    with suppress(ValueError):
        return content is not None and not ERRORS.read(content).marked
    return False


def _in_check(annotation: ErrorAnnotation, text: str, check: str) -> ErrorAnnotation:
    """Return the errors of a translation that are not in the words in which a check differs from it."""
    start, end = common_ends(text, check)
    moved = len(check) - len(text)

    def there(error: MarkedError) -> MarkedError | None:
        places = []
        for place in error.places:
            if place.side == "source" or place.end <= start:
                places.append(place)
            elif place.start >= len(text) - end:
                places.append(replace(place, start=place.start + moved, end=place.end + moved))
            else:
                return None
        return replace(error, places=tuple(places))

    kept = replace(annotation, marked=tuple(filter(None, map(there, annotation.marked))))
    is_bare = kept.state is State.DONE and annotation.errors and not kept.errors
    return replace(kept, state=State.NOTHING) if is_bare else kept


def _unprepared(part: Copy) -> Copy:
    """Return a part without stored analyses of translations, and without tokens that no annotation refers to."""
    annotated = part.annotated
    texts = {
        key: (row[0], row[1] if key in annotated else None, None, None) if key[1] == "hypothesis" else row
        for key, row in part.texts.items()
    }
    translations, references = ({row[0] for key, row in texts.items() if key[1] == side} for side in SIDES)
    kept = references - translations
    analyses = {key: content for key, content in part.analyses.items() if bare_text(key[1]) in kept}
    return replace(part, texts=texts, analyses=analyses)


def _named(part: Copy, known: Mapping[Name, Mapping[str, Sequence[str]]]) -> tuple[dict[System, str], dict[Name, str]]:
    """Return the system that each letter stands for, and segments in which one stands for none."""
    names: dict[System, str] = {}
    unknown: dict[Name, str] = {}
    for name, texts in _texts(part).items():
        taken = Counter[str]()
        for letter, text in texts.items():
            systems = known.get(name, {}).get(text, ())
            if taken[text] < len(systems):
                names[name, letter] = systems[taken[text]]
                taken[text] += 1
            else:
                unknown.setdefault(name, letter)
    return names, unknown


def _renamed(part: Copy, names: Mapping[System, str], without: Iterable[Name]) -> Copy:
    """Return a part with names for letters; what was proposed to its annotator is no work, and left out."""
    left_out, owner = set(without), part.settings.get(OWNER)
    proposing = set(part.parsed_rules.suggestions) - {owner}

    def system(name: Name, letter: str, reference: str) -> Subject | None:
        return None if name in left_out else (name, names.get((name, letter), letter), reference)

    settings = {name: value for name, value in part.settings.items() if name != CODED}
    named = replace(part, settings=settings, lists={**part.lists, "systems": {}}).moved(system)
    work = {key: own for key, own in named.histories.items() if own.edits or key[-1] not in proposing}
    return replace(named, histories=work)
