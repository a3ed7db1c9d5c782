"""The kinds of records that annotators make, with their keys and their JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from meantree.analysis.corrections import FixedLinks
from meantree.annotation.annotation_json import from_json, reference_from_json, reference_to_json, to_json
from meantree.annotation.corrections import (
    Arcs,
    LinksKey,
    TreeKey,
    arcs_from_json,
    arcs_to_json,
    links_from_json,
    links_to_json,
    tree_key,
)
from meantree.annotation.error_annotation import (
    Answers,
    AnswersKey,
    ErrorAnnotation,
    ErrorKey,
    answers_from_json,
    answers_to_json,
    errors_from_json,
    errors_to_json,
)
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.annotation.reference_frames import ReferenceFrames, ReferenceKey


@dataclass(frozen=True, slots=True, order=True)
class MarkKey:
    """Identifies a mark by segment and annotator; no translation and no reference takes part in it."""

    segment: str
    annotator: str
    system: ClassVar[str] = ""
    reference: ClassVar[str] = ""


Key = AnnotationKey | ReferenceKey | TreeKey | LinksKey | ErrorKey | MarkKey | AnswersKey
KeyOfKind = TypeVar("KeyOfKind", bound=Key)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Kind(Generic[KeyOfKind, Value]):
    """One kind of record.

    Attributes:
        title: in users' words.
        read: content to value; raises ValueError for something else.
        write: value to content, a line of JSON.
    """

    name: str
    title: str
    key: type[KeyOfKind]
    read: Callable[[str], Value]
    write: Callable[[Value], str]


FRAMES: Kind[AnnotationKey, Annotation] = Kind("frames", "frames and links", AnnotationKey, from_json, to_json)
REFERENCES: Kind[ReferenceKey, ReferenceFrames] = Kind(
    "reference", "frames of the reference", ReferenceKey, reference_from_json, reference_to_json
)
TREES: Kind[TreeKey, Arcs] = Kind("tree", "corrected tree", TreeKey, arcs_from_json, arcs_to_json)
LINKS: Kind[LinksKey, FixedLinks] = Kind("links", "corrected word links", LinksKey, links_from_json, links_to_json)
ERRORS: Kind[ErrorKey, ErrorAnnotation] = Kind("errors", "error spans", ErrorKey, errors_from_json, errors_to_json)
MARKED: Final = "marked"
MARKS: Kind[MarkKey, str] = Kind("mark", "mark for the report", MarkKey, str, str)
"""Segments that an annotator added to the report; the content is :data:`MARKED`."""
ANSWERS: Kind[AnswersKey, Answers] = Kind(
    "answer", "answers to findings", AnswersKey, answers_from_json, answers_to_json
)
KINDS: tuple[Kind[Any, Any], ...] = (FRAMES, REFERENCES, TREES, LINKS, ERRORS, MARKS, ANSWERS)
REMARKS: Final = frozenset({MARKS.name, ANSWERS.name})
"""The kinds that are no annotation: nobody becomes an annotator by them."""


def kind_of(key: Key) -> Kind[Any, Any]:
    """Return the kind of a key."""
    return next(kind for kind in KINDS if isinstance(key, kind.key))


def key_of(kind: str, segment: str, system: str, reference: str, annotator: str) -> Key:
    """Return the key of a record of the kind with that name."""
    key: type[Any] = next(item.key for item in KINDS if item.name == kind)
    if key is TreeKey:
        return tree_key(segment, system, reference, annotator)
    values = {"segment": segment, "system": system, "reference": reference, "annotator": annotator}
    made: Key = key(**{name: values[name] for name in key.__slots__})
    return made
