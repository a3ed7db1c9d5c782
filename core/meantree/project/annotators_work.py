"""What annotators did, in the tables of a project: frames, corrected trees and links, states, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from meantree.analysis.fixed_links import NOTHING_FIXED, Fixed
from meantree.corpus.model import Side, segment_key
from meantree.errors import Problem, UsageError
from meantree.project import records
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.corrected_links import LinksKey
from meantree.project.corrected_trees import Arcs, TreeKey
from meantree.project.database import telling
from meantree.project.kinds import FRAMES, LINKS, TREES, Key, KeyOfKind, Kind, Value
from meantree.project.stored_corpus import settle_tokens
from meantree.project.tables import Tables
from meantree.shown import listed, misnamed, quoted, shortened

Anything = Literal["anything"]
ANYTHING: Anything = "anything"
"""Whatever is kept may be replaced."""


REMARKS_APART = "; "
"""Between the remarks on one translation."""


class Conflict(UsageError):
    """An edit of something that is no longer what the annotator saw."""


class Locked(UsageError):
    """An edit of an adjudicated annotation that somebody settled."""


class AnnotatorsWork(Tables):
    """The part of a project that annotators make; each of them undoes what is their own."""

    def __init__(self) -> None:
        self._unreadable: dict[Key, Problem] = {}

    @property
    @telling
    def annotators(self) -> tuple[str, ...]:
        """Names in order of first appearance."""
        return tuple(name for (name,) in self._connection.execute("SELECT name FROM annotators ORDER BY id"))

    @telling
    def annotations(self, annotator: str) -> dict[AnnotationKey, Annotation]:
        """The frames that one annotator found, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._by(FRAMES, annotator)

    @telling
    def trees(self, annotator: str) -> dict[TreeKey, Arcs]:
        """The heads and labels that one annotator corrected, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._by(TREES, annotator)

    @telling
    def links(self, annotator: str) -> dict[LinksKey, Fixed]:
        """The links between words that one annotator corrected, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._by(LINKS, annotator)

    def all_annotations(self) -> dict[AnnotationKey, Annotation]:
        """The frames that anybody found, annotator by annotator."""
        return {key: one for name in self.annotators for key, one in self.annotations(name).items()}

    def all_trees(self) -> dict[TreeKey, Arcs]:
        """The heads and labels that anybody corrected, annotator by annotator."""
        return {key: arcs for name in self.annotators for key, arcs in self.trees(name).items()}

    def all_links(self) -> dict[LinksKey, Fixed]:
        """The links between words that anybody corrected, annotator by annotator."""
        return {key: fixed for name in self.annotators for key, fixed in self.links(name).items()}

    @telling
    def annotation(self, key: AnnotationKey) -> Annotation | None:
        """What is kept under one key, None if nothing is.

        Raises:
            UsageError: if there is no such segment.
        """
        return self._one(FRAMES, key)

    @telling
    def tree(self, key: TreeKey) -> Arcs:
        """The arcs that are corrected in one text.

        Raises:
            UsageError: if there is no such segment.
        """
        return self._one(TREES, key) or {}

    @telling
    def links_of(self, key: LinksKey) -> Fixed:
        """The links that are corrected between two texts.

        Raises:
            UsageError: if there is no such segment.
        """
        return self._one(LINKS, key) or NOTHING_FIXED

    def is_unreadable(self, key: AnnotationKey) -> bool:
        """Whether what is kept under a key was found to be damaged."""
        return key in self._unreadable

    @telling
    def beside(self, key: AnnotationKey) -> list[tuple[AnnotationKey, Annotation]]:
        """What the same annotator did of the same segment, the last change first."""
        return list(self._in(FRAMES, key.segment, key.annotator).items())

    @telling
    def states(self, annotator: str) -> dict[AnnotationKey, State]:
        """How far each annotation of somebody is, in the order of the segments; empty for somebody unknown."""
        rows = self._connection.execute(
            "SELECT s.document, s.name, a.system, a.reference, json_extract(a.content, '$.state') FROM annotations a"
            " JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator"
            " WHERE n.name = ? AND a.kind = 'frames' AND json_valid(a.content) ORDER BY s.id, a.id",
            (annotator,),
        )
        return {
            AnnotationKey(segment_key(document, name), system, reference, annotator): State(state)
            for document, name, system, reference, state in rows
            if state in tuple(State)
        }

    @telling
    def changed(self, annotator: str) -> dict[AnnotationKey, str]:
        """When each annotation of somebody was last changed, in UTC; empty for somebody unknown."""
        rows = self._connection.execute(
            "SELECT s.document, s.name, a.system, a.reference, a.changed FROM annotations a"
            " JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator"
            " WHERE n.name = ? AND a.kind = 'frames' AND a.content IS NOT NULL ORDER BY s.id, a.id",
            (annotator,),
        )
        return {
            AnnotationKey(segment_key(document, name), system, reference, annotator): time
            for document, name, system, reference, time in rows
        }

    @telling
    def remarks(self, annotator: str) -> dict[tuple[str, str], str]:
        """What somebody wrote beside annotations, by segment and system, one after the other.

        That on a whole annotation comes first, then what was said of its frames and fillers.
        """
        rows = self._connection.execute(
            "SELECT s.document, s.name, a.system, a.content FROM annotations a"
            " JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator"
            " WHERE n.name = ? AND a.kind = 'frames' AND json_valid(a.content)"
            " AND (json_extract(a.content, '$.comment') <> '' OR json_extract(a.content, '$.remarks') IS NOT NULL)"
            " ORDER BY s.id, a.id",
            (annotator,),
        )
        found: dict[tuple[str, str], list[str]] = {}
        for document, name, system, content in rows:
            with suppress(ValueError):  # what cannot be read is told where annotations are
                found.setdefault((segment_key(document, name), system), []).extend(FRAMES.read(content).said)
        return {key: REMARKS_APART.join(said) for key, said in found.items() if said}

    def begin(
        self,
        segment: str,
        tokens: Mapping[tuple[Side, str], Sequence[str]],
        automatic: Mapping[AnnotationKey, Annotation] | None = None,
    ) -> None:
        """Keep what the annotators of one segment begin with; no edit, so it is not in the history.

        Args:
            segment: its key.
            tokens: what annotations count in, by side and name of the text; settled once and for all.
            automatic: annotations by the labeller; what is there already stays.

        Raises:
            UsageError: if there is no such segment, or the file cannot be written to.
        """
        with self._transaction() as connection:
            number = self._segment(segment)
            settle_tokens(connection, number, tokens)
            for key, annotation in (automatic or {}).items():
                if records.record(connection, number, key) is None:
                    records.put(connection, number, key, FRAMES.write(annotation))

    def save(
        self, key: AnnotationKey, annotation: Annotation, what: str, *, known: Annotation | Anything | None = ANYTHING
    ) -> None:
        """Keep changed frames, and in the history what they were before; on the disk when this returns.

        What this annotator had undone can no longer be done again.

        Args:
            key: of what is kept.
            annotation: the frames.
            what: the edit in words.
            known: what the annotator saw before the edit, None for no record.

        Raises:
            Conflict: if something else is kept than what is ``known``.
            Locked: if it is settled; what it says may not change before it is unlocked.
            UsageError: if there is no such segment, or the file cannot be written to.
        """
        self._save(FRAMES, key, annotation, what, known)

    def save_tree(self, key: TreeKey, arcs: Arcs, what: str, *, known: Arcs | Anything = ANYTHING) -> None:
        """Keep the corrected arcs of a text in the same way; none at all are no record.

        Raises:
            Conflict, UsageError: as :meth:`save`.
        """
        self._save(TREES, key, arcs or None, what, known or None)

    def save_links(self, key: LinksKey, fixed: Fixed, what: str, *, known: Fixed | Anything = ANYTHING) -> None:
        """Keep the corrected links of two texts in the same way; none at all are no record.

        Raises:
            Conflict, UsageError: as :meth:`save`.
        """
        self._save(LINKS, key, fixed or None, what, known or None)

    def undo(self, annotator: str) -> tuple[Key, str] | None:
        """Take back the last edit of an annotator, whichever segment it was in: what was it, or None if there is none.

        Raises:
            UsageError: if the file cannot be written to.
        """
        with self._transaction() as connection:
            return records.undo(connection, annotator)

    def redo(self, annotator: str) -> tuple[Key, str] | None:
        """Do again what was taken back last.

        Raises:
            UsageError: if the file cannot be written to.
        """
        with self._transaction() as connection:
            return records.redo(connection, annotator)

    def _save(
        self,
        kind: Kind[KeyOfKind, Value],
        key: KeyOfKind,
        value: Value | None,
        what: str,
        known: Value | Anything | None,
    ) -> None:
        content = None if value is None else kind.write(value)
        with self._transaction() as connection:
            before, time = records.put(connection, self._segment(key.segment), key, content)
            if known != ANYTHING and not _is_known(before.content, known, kind.read):
                raise Conflict("another window changed this meanwhile; look again before you edit")
            if settler := _settler(before.content, content):
                raise Locked(f"{quoted(settler)} settled this; unlock it before you edit")
            records.forget_undone(connection, key.annotator)
            records.tell(connection, before, what, content, "done", time)

    def _by(self, kind: Kind[KeyOfKind, Value], annotator: str) -> dict[KeyOfKind, Value]:
        """Everything of one kind by one annotator."""
        if annotator not in self.annotators:
            there = listed(self.annotators) or "none"
            raise UsageError(f"there is no annotator {misnamed(annotator, self.annotators)}; there are {there}")
        return self._by_key(kind, records.records_of(self._connection, annotator, kind.name))

    def _in(self, kind: Kind[KeyOfKind, Value], segment: str, annotator: str) -> dict[KeyOfKind, Value]:
        """The same of one segment, the last change first."""
        there = records.records_beside(self._connection, self._segment(segment), annotator, kind.name)
        return self._by_key(kind, there)

    def _one(self, kind: Kind[KeyOfKind, Value], key: KeyOfKind) -> Value | None:
        found = records.record(self._connection, self._segment(key.segment), key)
        return self._by_key(kind, [found] if found else []).get(key)

    def _by_key(self, kind: Kind[KeyOfKind, Value], found: Iterable[records.Record]) -> dict[KeyOfKind, Value]:
        values = self._read_all(found, kind.read)
        return {key: value for key, value in values if isinstance(key, kind.key)}

    def _read_all(self, found: Iterable[records.Record], read: Callable[[str], Value]) -> Iterator[tuple[Key, Value]]:
        """Contents as values; one that cannot be read is told, and the others stay."""
        for one in found:
            if one.content is None:
                continue
            try:
                yield one.key, read(one.content)
            except ValueError:
                names = (f"segment {one.key.segment}", one.key.system or one.key.reference, one.key.annotator)
                what = f"{', '.join(map(shortened, names))}: this annotation cannot be read; left out"
                self._unreadable[one.key] = Problem(self.path, None, what, one.key.segment)


def _is_known(content: str | None, known: object, read: Callable[[str], object]) -> bool:
    """Whether this is what an edit builds on; what cannot be read was left out, so nothing was seen there."""
    try:
        return (None if content is None else read(content)) == known
    except ValueError:
        return known is None


def _settler(before: str | None, after: str | None) -> str:
    """Who settled an annotation that is to stay settled and yet to change; empty if the change is allowed."""
    return _settled_by(before) if before != after and _settled_by(after) else ""


def _settled_by(content: str | None) -> str:
    try:
        return FRAMES.read(content).settled_by if content else ""
    except ValueError:  # another kind of record, or one that cannot be read
        return ""
