"""The kinds of records that annotators make: what each is filed under, and how its content is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from meantree.analysis.corrections import FixedLinks
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.annotation_json import from_json, reference_from_json, reference_to_json, to_json
from meantree.project.reference_frames import ReferenceFrames, ReferenceKey
from meantree.project.stored_corrections import (
    Arcs,
    LinksKey,
    TreeKey,
    arcs_from_json,
    arcs_to_json,
    links_from_json,
    links_to_json,
    tree_key,
)

Key = AnnotationKey | ReferenceKey | TreeKey | LinksKey
KeyOfKind = TypeVar("KeyOfKind", bound=Key)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Kind(Generic[KeyOfKind, Value]):
    """One kind of record.

    Attributes:
        name: what the table calls it.
        key: the class of its keys.
        key_of: the key of segment, system, reference and annotator, as the table has them.
        read: a content as a value; raises ValueError if it is none.
        write: a value as a line of text.
    """

    name: str
    key: type[KeyOfKind]
    key_of: Callable[[str, str, str, str], KeyOfKind]
    read: Callable[[str], Value]
    write: Callable[[Value], str]


FRAMES: Kind[AnnotationKey, Annotation] = Kind("frames", AnnotationKey, AnnotationKey, from_json, to_json)
REFERENCES: Kind[ReferenceKey, ReferenceFrames] = Kind(
    "reference",
    ReferenceKey,
    lambda segment, _system, reference, annotator: ReferenceKey(segment, reference, annotator),
    reference_from_json,
    reference_to_json,
)
TREES: Kind[TreeKey, Arcs] = Kind("tree", TreeKey, tree_key, arcs_from_json, arcs_to_json)
LINKS: Kind[LinksKey, FixedLinks] = Kind("links", LinksKey, LinksKey, links_from_json, links_to_json)
KINDS: tuple[Kind[Any, Any], ...] = (FRAMES, REFERENCES, TREES, LINKS)


def kind_of(key: Key) -> str:
    """The name of the kind that a key is of."""
    return next(kind.name for kind in KINDS if isinstance(key, kind.key))


def key_of(kind: str, segment: str, system: str, reference: str, annotator: str) -> Key:
    """The key of a record of the kind of that name."""
    found: Key = next(one for one in KINDS if one.name == kind).key_of(segment, system, reference, annotator)
    return found
