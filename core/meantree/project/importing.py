"""Importing annotations of the same texts into an open project, from a project, HMEANT-WMT13 tables or brat folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from meantree.analysis.frames import Frame, contents_of
from meantree.annotation.adjudication import frame_at, take_all
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey
from meantree.annotation.record_kinds import FRAMES, REFERENCES
from meantree.annotation.reference_frames import ReferenceFrames, reference_of, share_references, with_its_reference
from meantree.corpus.corpus import SIDES, segment_key
from meantree.errors import InputError, Problem
from meantree.escaping import counted, shortened
from meantree.files import PROJECT
from meantree.grouping import grouped, nested
from meantree.project.conversion import convert_file, representable_in
from meantree.project.copies import (
    CODED,
    Content,
    Copy,
    History,
    Places,
    RecordKey,
    Row,
    reference_record,
    versions_in,
)
from meantree.project.file import Project
from meantree.project.merging import Merged, joined, require_same_rules
from meantree.project.schema import list_to_json
from meantree.project.splitting import with_names
from meantree.project.teamwork import NO_KEY

EXPECTED = "only annotations of the same texts can be imported"
SAME, OLDER = "the same", "older than in the project"
FINALIZED, OF_LABELLER = "different from the finalized one", "not the automatic frames of the project"
Represent = Callable[[Annotation], Annotation]
"""From an annotation to what a folder can represent of it."""


def import_annotations(project: Project, path: Path) -> Merged:
    """Merge the annotations of another file or folder into a project, in one transaction.

    Args:
        project: open; its texts do not change.
        path: a project, a folder of HMEANT-WMT13 tables, or a brat folder.

    Returns:
        the new contents of the project, and the annotations with several versions.

    Raises:
        InputError: if it cannot be read, or has different texts.
        UsageError: if it does not exist, or the project cannot be written to.
    """
    imported, problems = _read(path)
    is_project = path.suffix == PROJECT and path.is_file()
    reasons: list[str] = []

    def joined_with_found(own: Copy) -> Copy:
        if is_project:
            require_same_rules({project.path: own, path: imported})
            if CODED in own.settings and CODED not in imported.settings:
                raise InputError(project.path, NO_KEY)
        named, _ = with_names({project.path: own, path: imported})
        copy = _as_in(own, named[path])
        if unknown := copy.segments.keys() - own.segments.keys():
            message = f"{len(unknown):,} of its {counted(len(copy.segments), 'segment')} not in {project.path.name}"
            raise InputError(path, f"{message}; {EXPECTED}")
        for _, side, title in sorted(copy.texts.keys() - own.texts.keys()):
            name = f"{'system' if side == 'hypothesis' else side} {shortened(title)}"
            raise InputError(path, f"{name} has texts that are not in {project.path.name}; {EXPECTED}")
        if is_project:
            copy, reasons[:] = _without_automatic(own, copy)
            return joined({project.path: own, path: copy})
        copy, reasons[:] = _news(own, copy, representable_in(path))
        return _within(own, copy, joined({project.path: own, path: copy}))

    merged = project.rewrite(joined_with_found)
    for why, count in sorted(Counter(reasons).items()):
        verb = "is" if count == 1 else "are"
        problems.append(Problem(path, None, f"{counted(count, 'annotation')} {verb} {why}; the stored one is kept"))
    return Merged.of(merged, problems)


def _read(path: Path) -> tuple[Copy, list[Problem]]:
    """Return the contents of a project, or of a folder converted to one."""
    if path.suffix == PROJECT and path.is_file():
        with Project(path, passing=True) as project:
            return project.contents(), list(project.problems)
    with TemporaryDirectory() as folder:
        project_path = Path(folder) / f"imported{PROJECT}"
        _, problems = convert_file(path, project_path)
        with Project(project_path, passing=True) as project:
            return project.contents(), problems


def _without_automatic(own: Copy, copy: Copy) -> tuple[Copy, list[str]]:
    """Return a copy without automatic frames that differ from the project's, and the reason for each of these."""
    differing = {
        key
        for key, history in copy.histories.items()
        if key[-1] == AUTOMATIC
        and key in own.histories
        and not history.versions.keys() <= own.histories[key].versions.keys()
    }
    remaining = {key: history for key, history in copy.histories.items() if key not in differing}
    return replace(copy, histories=remaining), [OF_LABELLER] * len(differing)


def _news(own: Copy, copy: Copy, represent: Represent) -> tuple[Copy, list[str]]:
    """Return a folder's annotations that the project never had, and the reasons why others are left out.

    Folders do not record when something was annotated, so an annotation that was exported and edited since would
    return as a version of now; nor do they represent all of an annotation. So annotations are compared as such a folder
    represents them.
    """
    of_frames = FRAMES.name, REFERENCES.name
    histories = {key: history for key, history in copy.histories.items() if key[1] not in of_frames}
    reasons, shown = list[str](), _shown(own)
    present, imported = _annotations(shown), _annotations(_shown(copy))
    for its_reference, keys in grouped((reference_record(key), key) for key in imported).items():
        news: dict[RecordKey, Annotation] = {}
        for key in keys:
            reason = _why_left_out(own, key, imported[key], represent)
            reasons += [reason] if reason and reason != SAME else []
            if not reason:
                news[key] = completed(imported[key], present[key], represent) if key in present else imported[key]
        common = next(_read_references([shown.get(its_reference)]), None)
        records = _records(own, its_reference, common, news, {key: imported[key] for key in keys}, represent)
        histories |= {key: _of(copy.histories[source], content) for key, (source, content) in records.items()}
    lists = {name: _after(own.lists[name], copy.lists[name]) for name in own.lists}
    return replace(copy, histories=histories, lists=lists), reasons


def _records(
    own: Copy,
    name: RecordKey,
    common: ReferenceFrames | None,
    news: Mapping[RecordKey, Annotation],
    imported: Mapping[RecordKey, Annotation],
    represent: Represent,
) -> dict[RecordKey, tuple[RecordKey, str]]:
    """Return the records to write for one reference: each with the record whose times it gets, and its content.

    They share the reference's frames if these are or were the project's, or if all imported translations have the same.
    """
    if common is None:
        references, annotations = share_references({_as_key(key): annotation for key, annotation in news.items()})
        records_to_write = {key: (key, FRAMES.write(annotations[_as_key(key)])) for key in news}
        for common in references.values():  # at most one
            records_to_write[name] = next(iter(news)), REFERENCES.write(common)
        return records_to_write
    history = own.histories.get(name, History())
    known = {
        contents_of(represent(Annotation(reference=frames.frames)).reference)
        for frames in _read_references([*history.versions, *_contents(history)])
    }
    others = {contents_of(annotation.reference) for annotation in imported.values()}
    is_changed = len(others) == 1 and others.isdisjoint(known)
    records: dict[RecordKey, tuple[RecordKey, str]] = {}
    for key, annotation in news.items():
        reference = reference_of(annotation)
        is_known = contents_of(represent(annotation).reference) in known
        shares = key[2] != "" and reference.is_shareable and (is_changed or is_known)
        if shares and is_changed:
            records[name] = key, REFERENCES.write(reference)
        records[key] = key, FRAMES.write(replace(annotation, own_reference=not shares))
    return records


def _as_key(key: RecordKey) -> AnnotationKey:
    name, _, system, reference, annotator = key
    return AnnotationKey(segment_key(*name), system, reference, annotator)


def _shown(copy: Copy) -> dict[RecordKey, Content]:
    """Return the shown version of each record."""
    return {key: versions[0][0] for key, versions in versions_in(copy).items()}


def _annotations(shown: Mapping[RecordKey, Content]) -> dict[RecordKey, Annotation]:
    """Return all shown annotations of frames, with those of their references."""
    return {
        key: annotation
        for key, content in shown.items()
        if key[1] == FRAMES.name
        for annotation in _read_all([content], [shown.get(reference_record(key))])
    }


def _why_left_out(own: Copy, key: RecordKey, imported: Annotation, represent: Represent) -> str:
    """Return why an annotation of a folder is not imported; empty if it is."""
    if key not in own.histories:
        return ""
    history, reference = own.histories[key], own.histories.get(reference_record(key), History())
    edits, references = ([*_contents(version), *version.versions] for version in (history, reference))
    current = [content for content, _ in history.current]
    # With several current versions, an earlier import may refer to older frames of the reference.
    versions = list(_read_all(current, references if len(current) > 1 else reference.versions))
    if imported in map(represent, versions):
        return SAME
    if imported in map(represent, _read_all(edits, references)):
        return OLDER
    if any(version.finalized_by for version in versions):
        return FINALIZED
    return OF_LABELLER if key[-1] == AUTOMATIC and any(history.versions) else ""


def _contents(history: History) -> list[Content]:
    return [content for edit in history.edits for content in (edit.before, edit.after)]


def _read_all(contents: Iterable[Content], references: Iterable[Content]) -> Iterator[Annotation]:
    """Yield annotations, each with all the frames that their reference ever had; not those missing or damaged."""
    over = list(_read_references(references)) or [ReferenceFrames()]
    for content in dict.fromkeys(contents):
        with suppress(ValueError):
            annotation = FRAMES.read(content or "")
            yield from (with_its_reference(annotation, reference) for reference in over)


def _read_references(contents: Iterable[Content]) -> Iterator[ReferenceFrames]:
    for content in dict.fromkeys(contents):
        with suppress(ValueError):  # missing or damaged
            yield REFERENCES.read(content or "")


def _of(history: History, content: str) -> History:
    """Return a history with that content instead of the one that was read."""
    edits = {replace(edit, after=content): state for edit, state in history.edits.items()}
    return History({content: history.current[0][1]}, edits)


def _within(own: Copy, copy: Copy, whole: Copy) -> Copy:
    """Restore the project's segments, and texts without imports, as a folder numbers and tokenizes them anew."""
    imported_segments = {name for name, *_ in copy.histories}
    texts = {key: row if key[0] in imported_segments else own.texts[key] for key, row in whole.texts.items()}
    return replace(whole, segments=own.segments, texts=texts)


def _after(own: Places, imported: Places) -> Places:
    """Put new names after the project's own, which keep their order, as folders list names alphabetically."""
    last = max(own.values(), default=-1) + 1
    return {name: own.get(name, last + place) for name, place in imported.items()}


def _as_in(own: Copy, copy: Copy) -> Copy:
    """Give segments and texts the project's names and spelling, as folders only have keys and tokens."""
    by_key = {segment_key(*name): name for name in own.segments}
    named = copy.moved(lambda name, *titles: (by_key.get(segment_key(*name), name), *titles))
    systems, references = (_titles(own, named, side) for side in SIDES)
    titled = named.moved(
        lambda name, system, reference: (name, systems.get(system, system), references.get(reference, reference))
    )
    lists = {
        name: {titles.get(title, title): place for title, place in named.lists[name].items()}
        for name, titles in {"systems": systems, "references": references, "annotators": {}}.items()
    }
    texts = {key: _spelled(own.texts.get(key), row) for key, row in titled.texts.items()}
    return replace(titled, lists=lists, texts=texts)


def _titles(own: Copy, copy: Copy, side: str) -> dict[str, str]:
    """Return the project's names of systems, or references, with the same texts, as some tables number them."""
    known, imported = (
        nested((title, name, row) for (name, where, title), row in either.texts.items() if where == side)
        for either in (own, copy)
    )
    unique: dict[str, str] = {}
    for title in sorted(imported.keys() - known.keys()):
        texts, candidates = imported[title], sorted(known.keys() - imported.keys())
        same = [one for one in candidates if all(_is_same(known[one].get(name), row) for name, row in texts.items())]
        if len(same) == 1:
            unique[title] = same[0]
    return unique if len(set(unique.values())) == len(unique) else {}


def _is_same(own: Row | None, row: Row) -> bool:
    return own is not None and bool(_spelled(own, row)[0] == own[0])


def _spelled(own: Row | None, row: Row) -> Row:
    """Return a text with the project's spaces if the tokens are the same."""
    if own is None or row[1] is None:
        return row
    tokens = own[1] if own[1] is not None else list_to_json(own[0].split())
    return (own[0], *row[1:]) if tokens == row[1] else row


def completed(imported: Annotation, present: Annotation, represent: Callable[[Annotation], Annotation]) -> Annotation:
    """Complete an imported annotation by what its file cannot represent.

    Args:
        represent: what such a file can represent of an annotation.

    Returns:
        the imported annotation with the present state and comment if the file represents them as equal, and with
        rolesets, labels, comments and rejected predicates of equal parts.
    """
    shown = represent(present)
    adopted = take_all(present, imported)  # the comments on parts that still exist
    return replace(
        adopted,
        hypothesis=tuple(_labelled(imported.hypothesis, present.hypothesis)),
        reference=tuple(_labelled(imported.reference, present.reference)),
        state=present.state if imported.state is shown.state else imported.state,
        comment=present.comment if imported.comment == shown.comment else imported.comment,
        rejected=frozenset(predicate for predicate in present.rejected if frame_at(imported, *predicate) is None),
    )


def _labelled(frames: Iterable[Frame], known: Iterable[Frame]) -> Iterator[Frame]:
    """Yield frames with the rolesets and labels of those with the same predicate."""
    known_frames = {frame.predicate: frame for frame in known}
    for frame in frames:
        like = known_frames.get(frame.predicate, frame)
        labels = {(filler.span, filler.role): filler.label for filler in like.fillers}
        labelled = (replace(one, label=one.label or labels.get((one.span, one.role), "")) for one in frame.fillers)
        yield replace(frame, fillers=tuple(labelled), roleset=frame.roleset or like.roleset)
