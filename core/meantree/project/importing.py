"""Annotations of the same texts into an open project: from another project, HMEANT-WMT13 tables, or brat's folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from meantree.analysis.frames import Frame
from meantree.corpus.corpus import SIDES, segment_key
from meantree.errors import InputError, Problem
from meantree.escaping import counted, shortened
from meantree.files import PROJECT
from meantree.project.adjudication import frame_at, take_all
from meantree.project.annotation import AUTOMATIC, Annotation, AnnotationKey
from meantree.project.conversion import convert_file, representable_in
from meantree.project.copies import Copy, Name, Places, RecordKey, Row, reference_record, versions_in
from meantree.project.file import Project
from meantree.project.histories import Content, History
from meantree.project.kinds import FRAMES, REFERENCES
from meantree.project.merging import Merged, joined, require_same_rules
from meantree.project.reference_frames import ReferenceFrames, reference_of, share_references, with_its_reference
from meantree.project.schema import list_to_json

EXPECTED = "only annotations of the same texts can be imported"
SAME, OLDER = "the same", "older than in the project"
SETTLED, OF_LABELLER = "not what was settled", "not the automatic frames of the project"
Held = Callable[[Annotation], Annotation]
"""From an annotation to what a folder can hold of it."""


def import_annotations(project: Project, path: Path) -> Merged:
    """Join what another file or folder holds into a project, as a merge does, in one transaction.

    Args:
        project: open; its texts stay what they are.
        path: a project, a folder of HMEANT-WMT13 tables, or one of brat's files.

    Returns:
        what the project holds now, and the annotations of which there are several versions.

    Raises:
        InputError: if it cannot be read, or is not of the same texts.
        UsageError: if it does not exist, or the project cannot be written to.
    """
    found, problems = _read(path)
    is_project = path.suffix == PROJECT and path.is_file()
    left: list[str] = []

    def joined_with_found(own: Copy) -> Copy:
        copy = _as_in(own, found)
        strange = copy.segments.keys() - own.segments.keys()
        if strange:
            told = f"{len(strange):,} of its {counted(len(copy.segments), 'segment')} not in {project.path.name}"
            raise InputError(path, f"{told}; {EXPECTED}")
        for _, side, title in sorted(copy.texts.keys() - own.texts.keys()):
            what = f"{'system' if side == 'hypothesis' else side} {shortened(title)}"
            raise InputError(path, f"{what} has texts that are not in {project.path.name}; {EXPECTED}")
        if is_project:
            copy, left[:] = _without_automatic(own, copy)
            whole = joined({project.path: own, path: copy})
            require_same_rules({project.path: own, path: copy})
            return whole
        copy, left[:] = _news(own, copy, representable_in(path))
        return _within(own, copy, joined({project.path: own, path: copy}))

    whole = project.rewrite(joined_with_found)
    for why, count in sorted(Counter(left).items()):
        verb = "is" if count == 1 else "are"
        problems.append(Problem(path, None, f"{counted(count, 'annotation')} {verb} {why}; what is there stays"))
    return Merged.of(whole, problems)


def _read(path: Path) -> tuple[Copy, list[Problem]]:
    """What a project, or a folder made one, holds."""
    if path.suffix == PROJECT and path.is_file():
        with Project(path, passing=True) as project:
            return project.contents(), list(project.problems)
    with TemporaryDirectory() as folder:
        made = Path(folder) / f"imported{PROJECT}"
        _, problems = convert_file(path, made)
        with Project(made, passing=True) as project:
            return project.contents(), problems


def _without_automatic(own: Copy, copy: Copy) -> tuple[Copy, list[str]]:
    """A copy without automatic frames that are not those of the project, and why each of them is left out."""
    left = {
        key
        for key, history in copy.histories.items()
        if key[-1] == AUTOMATIC
        and key in own.histories
        and not history.versions.keys() <= own.histories[key].versions.keys()
    }
    kept = {key: history for key, history in copy.histories.items() if key not in left}
    return replace(copy, histories=kept), [OF_LABELLER] * len(left)


def _news(own: Copy, copy: Copy, held: Held) -> tuple[Copy, list[str]]:
    """What a folder says that the project never said, and why each other annotation that differs is left out.

    Folders do not say when something was annotated, so what was exported once and edited since would come back as a
    version of now; nor do they hold all of an annotation. So they are compared as such a folder holds them.
    """
    of_frames = FRAMES.name, REFERENCES.name
    kept = {key: history for key, history in copy.histories.items() if key[1] not in of_frames}
    left, shown = list[str](), _shown(own)
    present, found = _annotations(shown), _annotations(_shown(copy))
    groups: dict[RecordKey, list[RecordKey]] = {}
    for key in found:
        groups.setdefault(reference_record(key), []).append(key)
    for name, keys in groups.items():
        news: dict[RecordKey, Annotation] = {}
        for key in keys:
            why = _why_left(own, key, found[key], held)
            left += [why] if why and why != SAME else []
            if not why:
                news[key] = completed(found[key], present[key], held) if key in present else found[key]
        common = _shared_reference(shown, name)
        records = _records(own, name, common, news, {key: found[key] for key in keys}, held)
        kept |= {key: _of(copy.histories[whose], content) for key, (whose, content) in records.items()}
    lists = {name: _after(own.lists[name], copy.lists[name]) for name in own.lists}
    return replace(copy, histories=kept, lists=lists), left


def _records(
    own: Copy,
    name: RecordKey,
    common: ReferenceFrames | None,
    news: Mapping[RecordKey, Annotation],
    found: Mapping[RecordKey, Annotation],
    held: Held,
) -> dict[RecordKey, tuple[RecordKey, str]]:
    """What is to be kept of new annotations beside one reference: by record, whose times it gets, and its content.

    They share the reference's frames where these are or were the project's, or others in all translations found.
    """
    if common is None:
        references, whole = share_references({_as_key(key): annotation for key, annotation in news.items()})
        kept = {key: (key, FRAMES.write(whole[_as_key(key)])) for key in news}
        for common in references.values():  # one at most
            kept[name] = next(iter(news)), REFERENCES.write(common)
        return kept
    known = {frozenset(held(Annotation(reference=one.frames)).reference) for one in _all_references(own, name)}
    others = {frozenset(annotation.reference) for annotation in found.values()}
    is_changed = len(others) == 1 and others.isdisjoint(known)
    records: dict[RecordKey, tuple[RecordKey, str]] = {}
    for key, annotation in news.items():
        mine = reference_of(annotation)
        is_known = frozenset(held(annotation).reference) in known
        shares = key[2] != "" and mine.is_shareable and (is_changed or is_known)
        if shares and is_changed:
            records[name] = key, REFERENCES.write(mine)
        records[key] = key, FRAMES.write(replace(annotation, own_reference=not shares))
    return records


def _as_key(key: RecordKey) -> AnnotationKey:
    name, _, system, reference, who = key
    return AnnotationKey(segment_key(*name), system, reference, who)


def _shown(copy: Copy) -> dict[RecordKey, Content]:
    """What a project shows of each record."""
    return {key: versions[0][0] for key, versions in versions_in(copy).items()}


def _shared_reference(shown: Mapping[RecordKey, Content], name: RecordKey) -> ReferenceFrames | None:
    return next(_read_references([shown.get(name)]), None)


def _annotations(shown: Mapping[RecordKey, Content]) -> dict[RecordKey, Annotation]:
    """All annotations of frames that a project shows, whole."""
    found: dict[RecordKey, Annotation] = {}
    for key, content in shown.items():
        if key[1] == FRAMES.name:
            reference = _shared_reference(shown, reference_record(key)) or ReferenceFrames()
            annotation = _read_content(content, reference)
            if annotation is not None:
                found[key] = annotation
    return found


def _why_left(own: Copy, key: RecordKey, found: Annotation, held: Held) -> str:
    """Why an annotation of a folder does not come in, in words; empty if it does."""
    if key not in own.histories:
        return ""
    mine, reference = own.histories[key], own.histories.get(reference_record(key), History())
    edits, references = ([*_contents(one), *one.versions] for one in (mine, reference))
    standing = [content for content, _ in mine.current]
    # Where several versions stand, what was imported before may have been so over older frames of the reference.
    versions = list(_read_all(standing, references if len(standing) > 1 else reference.versions))
    if found in map(held, versions):
        return SAME
    if found in map(held, _read_all(edits, references)):
        return OLDER
    if any(one.finalized_by for one in versions):
        return SETTLED
    return OF_LABELLER if key[-1] == AUTOMATIC and any(mine.versions) else ""


def _contents(history: History) -> list[Content]:
    return [content for edit in history.edits for content in (edit.before, edit.after)]


def _read_all(contents: Iterable[Content], references: Iterable[Content]) -> Iterator[Annotation]:
    """Whole annotations, each over all the frames that their reference ever had."""
    over = list(_read_references(references)) or [ReferenceFrames()]
    for content in dict.fromkeys(contents):
        for reference in over:
            annotation = _read_content(content, reference)
            if annotation is not None:
                yield annotation


def _read_references(contents: Iterable[Content]) -> Iterator[ReferenceFrames]:
    for content in dict.fromkeys(contents):
        with suppress(ValueError):  # none, or a damaged one
            yield REFERENCES.read(content or "")


def _all_references(copy: Copy, name: RecordKey) -> Iterator[ReferenceFrames]:
    """The frames that a reference has and had, the present ones first."""
    history = copy.histories.get(name, History())
    present = [content for content, _ in history.current]
    return _read_references([*present, *history.versions, *_contents(history)])


def _read_content(content: Content, reference: ReferenceFrames) -> Annotation | None:
    """An annotation over the frames of its reference; None where there is none, or a damaged one."""
    try:
        annotation = FRAMES.read(content or "")
    except ValueError:
        return None
    return with_its_reference(annotation, reference)


def _of(history: History, content: str) -> History:
    """With that content instead of the one that was read."""
    edits = {replace(edit, after=content): state for edit, state in history.edits.items()}
    return History({content: history.current[0][1]}, edits)


def _within(own: Copy, copy: Copy, whole: Copy) -> Copy:
    """The joined project with its own segments, and texts where nothing comes in: a folder numbers and cuts anew."""
    begun = {name for name, *_ in copy.histories}
    texts = {key: row if key[0] in begun else own.texts[key] for key, row in whole.texts.items()}
    return replace(whole, segments=own.segments, texts=texts)


def _after(own: Places, found: Places) -> Places:
    """New names stand behind the project's own, which keep their order: folders list theirs by the alphabet."""
    last = max(own.values(), default=-1) + 1
    return {name: own.get(name, last + place) for name, place in found.items()}


def _as_in(own: Copy, copy: Copy) -> Copy:
    """Segments named, and texts spelled, as in the project: tables and folders keep keys and tokens alone."""
    by_key = {segment_key(*name): name for name in own.segments}
    named = copy.renamed({name: by_key.get(segment_key(*name), name) for name in copy.segments})
    named = named.retitled(*(_titles(own, named, side) for side in SIDES))
    return replace(named, texts={key: _spelled(own.texts.get(key), row) for key, row in named.texts.items()})


def _titles(own: Copy, copy: Copy, side: str) -> dict[str, str]:
    """The project's names of systems, or references, whose texts are those of others: some tables number them."""
    known, found = ({title for _, where, title in one.texts if where == side} for one in (own, copy))
    rows: dict[str, list[tuple[Name, Row]]] = {title: [] for title in sorted(found - known)}
    for (name, where, title), row in copy.texts.items():
        if where == side and title in rows:
            rows[title].append((name, row))
    same = {
        title: [
            one
            for one in sorted(known - found)
            if all(_is_same(own.texts.get((name, side, one)), row) for name, row in texts)
        ]
        for title, texts in rows.items()
    }
    only = {title: alike[0] for title, alike in same.items() if len(alike) == 1}
    return only if len(set(only.values())) == len(only) else {}


def _is_same(own: Row | None, row: Row) -> bool:
    return own is not None and bool(_spelled(own, row)[0] == own[0])


def _spelled(own: Row | None, row: Row) -> Row:
    """The same text with its own blanks, if the tokens are the same."""
    if own is None or row[1] is None:
        return row
    tokens = own[1] if own[1] is not None else list_to_json(own[0].split())
    return (own[0], *row[1:]) if tokens == row[1] else row


def completed(found: Annotation, present: Annotation, held: Callable[[Annotation], Annotation]) -> Annotation:
    """A version of an annotation that a file tells in part.

    Args:
        found: what the file says.
        present: what is there.
        held: what such a file can hold of an annotation.

    Returns:
        what was found, with state and comment of the present one where the file shows them as the same, and with
        rolesets, labels, remarks and rejected predicates where their parts are the same.
    """
    shown = held(present)
    taken = take_all(present, found)  # the remarks on parts that are still there
    return replace(
        taken,
        hypothesis=_labelled(found.hypothesis, present.hypothesis),
        reference=_labelled(found.reference, present.reference),
        state=present.state if found.state is shown.state else found.state,
        comment=present.comment if found.comment == shown.comment else found.comment,
        rejected=frozenset(one for one in present.rejected if frame_at(found, *one) is None),
    )


def _labelled(frames: Iterable[Frame], known: Iterable[Frame]) -> tuple[Frame, ...]:
    """Frames with the rolesets and labels of those with the same predicate."""
    before = {frame.predicate: frame for frame in known}
    return tuple(_like(frame, before[frame.predicate]) if frame.predicate in before else frame for frame in frames)


def _like(frame: Frame, known: Frame) -> Frame:
    labels = {(one.span, one.role): one.label for one in known.fillers}
    fillers = tuple(replace(one, label=one.label or labels.get((one.span, one.role), "")) for one in frame.fillers)
    return replace(frame, fillers=fillers, roleset=frame.roleset or known.roleset)
