"""Annotations of semantic frames in a project, and the frames of references that translations share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from meantree.annotation.annotation_json import digest, finalized_over
from meantree.annotation.frame_annotation import (
    Annotation,
    AnnotationKey,
    State,
    differ_only_in_comments,
    have_same_content,
)
from meantree.annotation.record_kinds import FRAMES, REFERENCES, Key
from meantree.annotation.reference_frames import (
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
from meantree.corpus.corpus import Side
from meantree.errors import UsageError
from meantree.escaping import quoted, shortened
from meantree.project.records import ANYTHING, Anything, Conflict, Locked, RecordAccess, require_unlocked
from meantree.project.stored_corpus import fix_tokens

START: Final = "start"
"""The name in the history of what an annotator started from; it is no edit."""


class FrameAnnotations(RecordAccess):
    """The part of a project with semantic frames.

    A translation's record holds its own frames and its links; the frames of the reference are stored once for each
    annotator. Annotations are read and saved whole, with the frames of both texts.
    """

    def annotations(self, annotator: str | None = None, segment: str | None = None) -> dict[AnnotationKey, Annotation]:
        """Return the annotations of one annotator, or of all, annotator by annotator, in the order of the segments.

        Of one segment alone, the latest change comes first.
        """
        return self._completed(self._by(FRAMES, annotator, segment), self._by(REFERENCES, annotator, segment))

    def annotation(self, key: AnnotationKey) -> Annotation | None:
        """Return the annotation stored under a key; None if there is none."""
        annotation = self._one(FRAMES, key)
        has_own = annotation is None or annotation.own_reference
        reference = None if has_own else self._one(REFERENCES, reference_key(key))
        references = {} if reference is None else {reference_key(key): reference}
        return self._completed({} if annotation is None else {key: annotation}, references).get(key)

    def reference_frames(self, key: AnnotationKey) -> ReferenceFrames | None:
        """Return the frames of the reference that an annotator's translations of a segment share; None without any."""
        return self._one(REFERENCES, reference_key(key))

    def references(self, annotator: str, segment: str | None = None) -> dict[ReferenceKey, ReferenceFrames]:
        """Return one annotator's shared frames of all references, or those of one segment."""
        return self._by(REFERENCES, annotator, segment)

    def sharing(self, key: AnnotationKey) -> dict[AnnotationKey, Annotation]:
        """Return the annotator's other annotations that share the reference's frames of this one, sorted by system."""
        return {
            other: annotation
            for other, annotation in sorted(self.annotations(key.annotator, key.segment).items())
            if other != key and other.system and other.reference == key.reference and not annotation.own_reference
        }

    def is_unreadable(self, key: AnnotationKey) -> bool:
        """Return whether the record of a key turned out to be damaged when it was read."""
        return key in self._unreadable

    def changed(self, annotator: str) -> dict[AnnotationKey, str]:
        """Return when each annotation was last changed, in UTC; empty for an unknown annotator."""
        return self._changed(FRAMES, annotator)

    def begin(
        self,
        segment: str,
        tokens: Mapping[tuple[Side, str], Sequence[str]],
        automatic: Mapping[AnnotationKey, Annotation] | None = None,
    ) -> None:
        """Store the tokens and automatic annotations that annotation of a segment starts from.

        This is no edit, so it is not in the history.

        Args:
            tokens: that annotations refer to, by side and name of the text; once stored they are never replaced.
            automatic: annotations by the labeller; existing ones stay. Each has its own frames of the reference, as the
                analysers of several annotators may differ.
        """
        with self._transaction() as connection:
            fix_tokens(connection, self._segment(segment), tokens)
            for key, annotation in (automatic or {}).items():
                if self._find(key) is None:
                    self._put_record(key, FRAMES.write(replace(annotation, own_reference=True)))

    def save(
        self,
        key: AnnotationKey,
        annotation: Annotation,
        what: str,
        *,
        known: Annotation | Anything | None = ANYTHING,
        initial: Annotation | None = None,
        step: str = "",
    ) -> str:
        """Store an annotation, and its content before the edit in the history; on the disk when this returns.

        Changed frames of the reference change for all translations that share them: links follow parts that move, and
        links to deleted parts become inactive. All of it is one step of undo. Edits that this annotator had undone can
        no longer be redone.

        Args:
            what: a description of the edit, stored in the history.
            known: the annotation that the annotator saw before the edit, None for no record.
            initial: the annotation that the edit started from if there is no record yet; it is kept.
            step: the step of undo that the edit continues; empty for a new one.

        Returns:
            the step of undo that the edit belongs to.

        Raises:
            Conflict: if the stored annotation is not the ``known`` one.
            Locked: if it is finalized, or if frames of the reference change that a finalized translation shares.
        """
        with self._transaction():
            present = self.annotation(key)
            self._require_readable(key)
            if known != ANYTHING:
                self._require_known(key, present, known, initial)
            if annotation.finalized_by and not differ_only_in_comments(present, annotation):
                require_unlocked(present)
            own = not (key.system and key.reference and reference_of(annotation).is_shareable)
            own = own or (present is not None and present.own_reference)
            annotation = replace(annotation, own_reference=own)
            contents: dict[Key, str] = {key: FRAMES.write(annotation)}
            if not own:
                contents |= self._changed_reference(key, reference_of(annotation))
            step = self._put(contents, what, step)
            if present is None and initial is not None and (record := self._find(key)) is not None:
                start = FRAMES.write(replace(initial, own_reference=True))
                self._add_to_history(replace(record, content=None), START, start, "imported", record.changed)
            return step

    def started_with(self, key: AnnotationKey) -> Annotation | None:
        """Return what an annotator started from, with the frames of the reference; None if the file does not say it."""
        query = "SELECT after FROM history WHERE annotation = ? AND what = ? AND state = 'imported' ORDER BY id DESC"
        record = self._find(key)
        rows = [] if record is None else self._rows(query, record.number, START)
        with suppress(ValueError):  # damaged
            return FRAMES.read(rows[0][0]) if rows else None
        return None

    def share_reference(self, key: AnnotationKey) -> None:
        """Make all translations of a segment share one translation's frames of the reference; one step of undo.

        Raises:
            Locked: if one of the others is finalized.
            UsageError: if two of its parts have the same words, or the file cannot be written to.
        """
        with self._transaction():
            self._require_readable(key)
            chosen = self.annotation(key)
            chosen_reference = reference_of(chosen or Annotation())
            if chosen is None or not chosen_reference.is_shareable:
                raise UsageError("two frames or fillers of this reference have the same words; delete one first")
            others = {
                other: annotation
                for other, annotation in self.annotations(key.annotator, key.segment).items()
                if other != key and other.system and other.reference == key.reference and annotation.own_reference
            }
            _require_all_unlocked(others)
            contents: dict[Key, str] = {key: FRAMES.write(replace(chosen, own_reference=False))}
            contents |= self._changed_reference(key, chosen_reference)
            contents |= {other: FRAMES.write(without_reference(annotation)) for other, annotation in others.items()}
            self._put(contents, "reference frames for all translations")

    def _changed_reference(self, key: AnnotationKey, reference: ReferenceFrames) -> dict[Key, str]:
        """Return the records to write if the reference changed: its frames, and translations whose links follow."""
        content, present = REFERENCES.write(reference), self._one(REFERENCES, reference_key(key))
        if present is not None and REFERENCES.write(present) == content:
            return {}
        contents: dict[Key, str] = {reference_key(key): content}
        others = self.sharing(key)
        if present is None or digest(REFERENCES.write(present)) != digest(content):
            _require_all_unlocked(others)
        moved = moved_parts(() if present is None else present.frames, reference.frames)
        for other, annotation in others.items() if moved else ():
            if (followed := with_moved_links(annotation, moved)) != without_reference(annotation):
                contents[other] = FRAMES.write(followed)
        return contents

    def _require_readable(self, key: AnnotationKey) -> None:
        """Refuse to overwrite frames of a reference that cannot be read, as other translations share them."""
        self._one(REFERENCES, reference_key(key))
        if reference_key(key) in self._unreadable:
            raise UsageError("the frames of this reference cannot be read; they are kept in the file unchanged")

    def _require_known(
        self, key: AnnotationKey, present: Annotation | None, known: Annotation | None, initial: Annotation | None
    ) -> None:
        """Refuse an edit of an outdated annotation, or one that started from other frames of the reference."""
        if not have_same_content(present, known):
            raise Conflict
        reference = self._one(REFERENCES, reference_key(key)) if present is None else None
        if reference is None or initial is None:
            return
        if REFERENCES.write(reference) != REFERENCES.write(reference_of(initial)):
            raise Conflict

    def _require_finalized_over_same(self, contents: Mapping[Key, str | None]) -> None:
        """Refuse contents that separate a finalized translation from the frames of the reference that it was over."""
        for key, content in contents.items():
            if isinstance(key, ReferenceKey):
                sharing = self.sharing(AnnotationKey(key.segment, "", key.reference, key.annotator))
                wanted, unchanged = digest(content or ""), [other for other in sharing if other not in contents]
                separated = (other for other in unchanged if finalized_over(self.content(other) or "") != wanted)
                _require_all_unlocked({other: sharing[other] for other in separated})
            elif isinstance(key, AnnotationKey):
                over, shared = finalized_over(content or ""), reference_key(key)
                if over and over != digest(contents.get(shared, self.content(shared)) or ""):
                    raise Locked(
                        "this version was finalized with other frames of the reference; select those frames first"
                    )

    def _completed(
        self, annotations: Mapping[AnnotationKey, Annotation], references: Mapping[ReferenceKey, ReferenceFrames]
    ) -> dict[AnnotationKey, Annotation]:
        """Add the frames of their references to annotations; where these cannot be read, the annotation is open."""
        completed: dict[AnnotationKey, Annotation] = {}
        for key, annotation in annotations.items():
            shared_key = reference_key(key)
            completed[key] = with_its_reference(annotation, references.get(shared_key, ReferenceFrames()))
            if shared_key in self._unreadable and not annotation.own_reference:
                completed[key] = replace(completed[key], state=State.OPEN)
        return completed


def records_to_import(annotations: Mapping[AnnotationKey, Annotation]) -> dict[Key, str]:
    """Return the records of annotations that each bring their own frames of the reference."""
    references, annotations_alone = share_references(annotations)
    return {
        **{key: REFERENCES.write(frames) for key, frames in references.items()},
        **{key: FRAMES.write(annotation) for key, annotation in annotations_alone.items()},
    }


def _require_all_unlocked(others: Mapping[AnnotationKey, Annotation]) -> None:
    for key, annotation in others.items():
        if annotation.finalized_by:
            fault = f"{quoted(annotation.finalized_by)} finalized the translation of {shortened(key.system)}"
            raise Locked(f"{fault}, which has the same reference frames; unlock it before you change them")
