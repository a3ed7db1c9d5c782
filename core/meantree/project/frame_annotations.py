"""The frames that annotators found in the translations of a project, and the frames of references that these share."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from meantree.corpus.corpus import Side, segment_key
from meantree.errors import UsageError
from meantree.escaping import quoted, shortened
from meantree.project.annotation import (
    COMMENT_SEPARATOR,
    Annotation,
    AnnotationKey,
    State,
    differ_only_in_comments,
    have_same_content,
)
from meantree.project.annotation_json import digest, finalized_over
from meantree.project.database import translates_sqlite_errors
from meantree.project.kinds import FRAMES, REFERENCES, Key
from meantree.project.records import (
    ANYTHING,
    Anything,
    Conflict,
    RecordAccess,
    add_to_history,
    drop_undone,
    find_record,
    last_edit_time,
    new_step,
    put_record,
)
from meantree.project.reference_frames import (
    ReferenceFrames,
    ReferenceKey,
    moved_parts,
    reference_key,
    reference_of,
    share_references,
    with_its_reference,
    with_moved_links,
    without_reference,
)
from meantree.project.stored_corpus import fix_tokens


class Locked(UsageError):
    """An edit of an adjudicated annotation that somebody settled."""


class FrameAnnotations(RecordAccess):
    """The part of a project with semantic frames.

    What is kept of a translation are its own frames and its links; those of the reference are kept once for each
    annotator. Annotations are read and saved whole, with the frames of both texts.
    """

    @translates_sqlite_errors
    def annotations(self, annotator: str) -> dict[AnnotationKey, Annotation]:
        """The frames that one annotator found, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._whole(self._by(FRAMES, annotator), self._by(REFERENCES, annotator))

    def all_annotations(self) -> dict[AnnotationKey, Annotation]:
        """The frames that anybody found, annotator by annotator."""
        return {key: one for name in self.annotators for key, one in self.annotations(name).items()}

    @translates_sqlite_errors
    def annotation(self, key: AnnotationKey) -> Annotation | None:
        """What is kept under one key, None if nothing is.

        Raises:
            UsageError: if there is no such segment.
        """
        found = self._one(FRAMES, key)
        reference = None if found is None or found.own_reference else self._one(REFERENCES, reference_key(key))
        references = {} if reference is None else {reference_key(key): reference}
        return self._whole({} if found is None else {key: found}, references).get(key)

    @translates_sqlite_errors
    def reference_frames(self, key: AnnotationKey) -> ReferenceFrames | None:
        """The frames of the reference that all translations of a segment by one annotator share; None before any.

        Raises:
            UsageError: if there is no such segment.
        """
        return self._one(REFERENCES, reference_key(key))

    @translates_sqlite_errors
    def references(self, annotator: str) -> dict[ReferenceKey, ReferenceFrames]:
        """The shared frames of all references by one annotator, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._by(REFERENCES, annotator)

    @translates_sqlite_errors
    def sharing(self, key: AnnotationKey) -> dict[AnnotationKey, Annotation]:
        """The annotator's other translations that share the reference of this one, by system.

        Raises:
            UsageError: if there is no such segment.
        """
        return {
            one: annotation
            for one, annotation in sorted(self._of_segment(key.segment, key.annotator).items())
            if one != key and one.system and one.reference == key.reference and not annotation.own_reference
        }

    def is_unreadable(self, key: AnnotationKey) -> bool:
        """Whether what is kept under a key was found to be damaged."""
        return key in self._unreadable

    @translates_sqlite_errors
    def beside(self, key: AnnotationKey) -> list[tuple[AnnotationKey, Annotation]]:
        """What the same annotator did of the same segment, the last change first."""
        return list(self._of_segment(key.segment, key.annotator).items())

    @translates_sqlite_errors
    def states(self, annotator: str) -> dict[AnnotationKey, State]:
        """How far each annotation of somebody is, in the order of the segments; empty for somebody unknown."""
        if annotator not in self.annotators:
            return {}
        return {key: annotation.state for key, annotation in self.annotations(annotator).items()}

    @translates_sqlite_errors
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

    @translates_sqlite_errors
    def remarks(self, annotator: str) -> dict[tuple[str, str], str]:
        """The remarks on each translation, by segment and system, one after the other; empty for somebody unknown.

        Beside each reference in the order of their names, that on the whole annotation comes first, then those on
        frames and fillers of both texts.
        """
        if annotator not in self.annotators:
            return {}
        found: dict[tuple[str, str], list[str]] = {}
        for key, annotation in sorted(self.annotations(annotator).items(), key=lambda one: one[0].reference):
            found.setdefault((key.segment, key.system), []).extend(annotation.said)
        return {key: COMMENT_SEPARATOR.join(said) for key, said in found.items() if said}

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
            automatic: annotations by the labeller; what is there already stays. Each keeps the frames of its reference,
                as the analysers of several annotators may differ.

        Raises:
            UsageError: if there is no such segment, or the file cannot be written to.
        """
        with self._transaction() as connection:
            number = self._segment(segment)
            fix_tokens(connection, number, tokens)
            for key, annotation in (automatic or {}).items():
                if find_record(connection, number, key) is None:
                    put_record(connection, number, key, FRAMES.write(replace(annotation, own_reference=True)))

    def save(
        self,
        key: AnnotationKey,
        annotation: Annotation,
        what: str,
        *,
        known: Annotation | Anything | None = ANYTHING,
        began: Annotation | None = None,
        step: str = "",
    ) -> str:
        """Keep changed frames, and in the history what they were before; on the disk when this returns.

        Changed frames of the reference change for all translations that share them: links follow parts that move, and
        those to parts that are gone become inactive. All of it is one step of undo. What this annotator had undone can
        no longer be done again.

        Args:
            key: of what is kept.
            annotation: the frames.
            what: the edit in words.
            known: what the annotator saw before the edit, None for no record.
            began: what an edit of something that has no record yet was made of.
            step: the step of undo that the edit goes on with; empty for a new one.

        Returns:
            the step of undo that the edit belongs to.

        Raises:
            Conflict: if something else is kept than what is ``known``.
            Locked: if it is settled, or shares frames of the reference that change with a settled translation.
            UsageError: if there is no such segment, or the file cannot be written to.
        """
        with self._transaction() as connection:
            present = self.annotation(key)
            self._require_readable(key)
            if known != ANYTHING:
                self._require_known(key, present, known, began)
            if annotation.finalized_by and not differ_only_in_comments(present, annotation):
                require_unlocked(present)
            own = not (key.system and key.reference and reference_of(annotation).is_shareable)
            own = own or (present is not None and present.own_reference)
            annotation = replace(annotation, own_reference=own)
            contents: dict[Key, str] = {key: FRAMES.write(annotation)}
            if not own:
                contents |= self._changed_reference(key, reference_of(annotation))
            return self._put(connection, contents, what, step)

    def share_reference(self, key: AnnotationKey) -> None:
        """Let all translations of a segment share the frames of the reference that one of them has; one step of undo.

        Raises:
            Locked: if one of the others is settled.
            UsageError: if its words do not tell its parts apart, or the file cannot be written to.
        """
        with self._transaction() as connection:
            self._require_readable(key)
            chosen = self.annotation(key)
            found = reference_of(chosen or Annotation())
            if chosen is None or not found.is_shareable:
                raise UsageError("two frames or fillers of this reference have the same words; delete one first")
            others = {
                one: annotation
                for one, annotation in self._of_segment(key.segment, key.annotator).items()
                if one != key and one.system and one.reference == key.reference and annotation.own_reference
            }
            _require_all_unlocked(others)
            contents: dict[Key, str] = {key: FRAMES.write(replace(chosen, own_reference=False))}
            contents |= self._changed_reference(key, found)
            contents |= {one: FRAMES.write(without_reference(annotation)) for one, annotation in others.items()}
            self._put(connection, contents, "reference frames for all translations")

    def _changed_reference(self, key: AnnotationKey, reference: ReferenceFrames) -> dict[Key, str]:
        """What else changes where the frames of a reference do: these, and the translations whose links follow them."""
        content, present = REFERENCES.write(reference), self._one(REFERENCES, reference_key(key))
        if present is not None and REFERENCES.write(present) == content:
            return {}
        contents: dict[Key, str] = {reference_key(key): content}
        others = self.sharing(key)
        if present is None or digest(REFERENCES.write(present)) != digest(content):
            _require_all_unlocked(others)
        moved = moved_parts(() if present is None else present.frames, reference.frames)
        for one, annotation in others.items() if moved else ():
            if (followed := with_moved_links(annotation, moved)) != without_reference(annotation):
                contents[one] = FRAMES.write(followed)
        return contents

    def _put(self, connection: sqlite3.Connection, contents: Mapping[Key, str], what: str, step: str = "") -> str:
        """Keep several records in one step of undo; the first says where it was made."""
        step, time = step or new_step(), last_edit_time(connection, next(iter(contents)).annotator)
        for place, (key, content) in enumerate(contents.items()):
            before, time = put_record(connection, self._segment(key.segment), key, content, time)
            self._unreadable.pop(key, None)
            if not place:
                drop_undone(connection, key.annotator)
            add_to_history(connection, before, what, content, "done", time, step)
        return step

    def _require_readable(self, key: AnnotationKey) -> None:
        """Refuse to put frames over those of a reference that cannot be read: other translations share these."""
        self._one(REFERENCES, reference_key(key))
        if reference_key(key) in self._unreadable:
            raise UsageError("the frames of this reference cannot be read; they stay in the file unchanged")

    def _require_known(
        self, key: AnnotationKey, present: Annotation | None, known: Annotation | None, began: Annotation | None
    ) -> None:
        """Refuse an edit of something else than what is kept, or one begun over other frames of the reference."""
        if not have_same_content(present, known):
            raise Conflict
        reference = self._one(REFERENCES, reference_key(key)) if present is None else None
        if reference is None or began is None:
            return
        if REFERENCES.write(reference) != REFERENCES.write(reference_of(began)):
            raise Conflict

    def _require_reference_unlocked(
        self, key: ReferenceKey, content: str | None, changed: Collection[Key] = ()
    ) -> None:
        """Refuse other frames of a reference under a translation settled over these, unless that changes with them."""
        sharing, now = self.sharing(AnnotationKey(key.segment, "", key.reference, key.annotator)), digest(content or "")
        parted = (one for one in sharing if one not in changed and finalized_over(self.content(one) or "") != now)
        _require_all_unlocked({one: sharing[one] for one in parted})

    def _require_settled_over_shown(self, key: AnnotationKey, content: str | None) -> None:
        """Refuse a settled version of a translation over other frames of the reference than are shown now."""
        over = finalized_over(content or "")
        if over and over != digest(self.content(reference_key(key)) or ""):
            raise Locked("this version was settled over other frames of the reference; first choose those")

    def _of_segment(self, segment: str, annotator: str) -> dict[AnnotationKey, Annotation]:
        """What somebody did of one segment, the last change first."""
        place = segment, annotator
        return self._whole(self._in(FRAMES, *place), self._in(REFERENCES, *place))

    def _whole(
        self, found: Mapping[AnnotationKey, Annotation], references: Mapping[ReferenceKey, ReferenceFrames]
    ) -> dict[AnnotationKey, Annotation]:
        """Annotations with the frames of their references; open, and without these, where they cannot be read."""
        whole: dict[AnnotationKey, Annotation] = {}
        for key, annotation in found.items():
            name = reference_key(key)
            whole[key] = with_its_reference(annotation, references.get(name, ReferenceFrames()))
            if name in self._unreadable and not annotation.own_reference:
                whole[key] = replace(whole[key], state=State.OPEN)
        return whole


def records_to_import(annotations: Mapping[AnnotationKey, Annotation]) -> dict[Key, str]:
    """The records of annotations that each bring frames of their reference."""
    references, own = share_references(annotations)
    return {
        **{key: REFERENCES.write(found) for key, found in references.items()},
        **{key: FRAMES.write(annotation) for key, annotation in own.items()},
    }


def require_unlocked(annotation: Annotation | None) -> None:
    """Refuse an edit of what somebody settled.

    Raises:
        Locked: if it is settled.
    """
    if annotation is not None and annotation.finalized_by:
        raise Locked(f"{quoted(annotation.finalized_by)} settled this; unlock it before you edit")


def _require_all_unlocked(others: Mapping[AnnotationKey, Annotation]) -> None:
    for key, annotation in others.items():
        if annotation.finalized_by:
            told = f"{quoted(annotation.finalized_by)} settled the translation of {shortened(key.system)}"
            raise Locked(f"{told}, which has the same reference frames; unlock it before you change them")
