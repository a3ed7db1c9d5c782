"""Annotations of frames as JSON, one line each, as projects store them.

The stored words are older than the code's: comments on parts are ``remarks``, and finalized is ``settled``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Part, Role, Span
from meantree.annotation.frame_annotation import (
    Annotation,
    Place,
    Predicate,
    ReferencePart,
    State,
    comment_order,
    dangling_links,
)
from meantree.annotation.reference_frames import ReferenceFrames, reference_of, without_reference
from meantree.corpus.corpus import SIDES, Side
from meantree.untrusted_json import as_integer, reading

MAX_TOKENS = 1_000_000
"""The largest token number accepted in a file."""


def to_json(annotation: Annotation) -> str:
    """Return an annotation as JSON; rare properties are left out if empty.

    Shared frames of a reference are not part of it, and its links contain the words at their other end. A finalized
    translation states over which frames of the reference it was finalized.
    """
    own = annotation if annotation.own_reference else without_reference(annotation)
    content: dict[str, Any] = {"hypothesis": list(map(_frame, own.hypothesis))}
    if own.own_reference:
        frames, fillers = own.alignment.frames.items(), own.alignment.fillers.items()
        content["reference"] = list(map(_frame, own.reference))
        content["frame_links"] = [[*pair, kind.value] for pair, kind in frames]
        content["filler_links"] = [[*hyp_end, *ref_end, kind.value] for (hyp_end, ref_end), kind in fillers]
    else:
        content["links"] = [[*part, *other, kind.value] for (part, other), kind in own.inactive.items()]
    content["state"] = State.DONE.value if own.state is State.REVIEW else own.state.value
    content["comment"] = own.comment
    content |= _optional(own.part_comments, own.rejected)
    if own.finalized_by:
        content["settled_by"] = own.finalized_by
        if not own.own_reference:
            content["settled_over"] = digest(reference_to_json(reference_of(annotation)))
    return _written(content)


@reading("an annotation")
def from_json(text: str) -> Annotation:
    """Read what :func:`to_json` wrote, or raise ValueError; without frames of the reference links are inactive."""
    read = json.loads(text)
    has_reference = "reference" in read
    annotation = Annotation(
        hypothesis=tuple(map(_read_frame, read["hypothesis"])),
        reference=tuple(map(_read_frame, read["reference"])) if has_reference else (),
        alignment=_alignment(read) if has_reference else FrameAlignment(),
        state=State(read["state"]),
        comment=_text(read["comment"]),
        part_comments=_part_comments(read),
        finalized_by=_text(read.get("settled_by", "")),
        rejected=_rejected(read),
        inactive={} if has_reference else dict(_read_link(*link) for link in read["links"]),
        own_reference=has_reference,
    )
    if dangling := next(dangling_links(annotation), None):
        raise ValueError(f"not a valid annotation: {dangling}")
    return annotation


def reference_to_json(reference: ReferenceFrames) -> str:
    """Return the frames of a reference with their comments as JSON."""
    return _written(
        {"frames": list(map(_frame, reference.frames)), **_optional(reference.part_comments, reference.rejected)}
    )


@reading("the frames of a reference")
def reference_from_json(text: str) -> ReferenceFrames:
    """Read what :func:`reference_to_json` wrote; raise ValueError if it is something else."""
    read = json.loads(text)
    reference = ReferenceFrames(tuple(map(_read_frame, read["frames"])), _part_comments(read), _rejected(read))
    alone = Annotation(reference=reference.frames, part_comments=reference.part_comments)
    if dangling := next(dangling_links(alone), None):
        raise ValueError(f"not valid frames of a reference: {dangling}")
    if not reference.is_shareable:
        raise ValueError("not valid frames of a reference: two frames or fillers have the same words")
    return reference


def digest(reference: str) -> str:
    """Return a digest that identifies the frames of a reference, given as JSON; comments are ignored."""
    if '"remarks"' in reference:
        with suppress(ValueError, AttributeError, RecursionError):  # what cannot be read is digested as it is
            reference = _written({name: value for name, value in json.loads(reference).items() if name != "remarks"})
    return hashlib.sha256(reference.encode("utf-8", "replace")).hexdigest()[:16]


def finalized_over(text: str) -> str | None:
    """Return the digest of the shared frames of the reference that a translation was finalized over.

    It is empty if the content does not say, and None if it is not finalized or does not share the frames.
    """
    if '"settled_by"' not in text:
        return None
    try:
        read = json.loads(text)
        return None if "reference" in read or not read.get("settled_by") else str(read.get("settled_over", ""))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def _written(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _optional(comments: Mapping[Place, str], rejected: Iterable[Predicate]) -> dict[str, Any]:
    values = {
        "remarks": [[side, *part, text] for (side, part), text in sorted(comments.items(), key=comment_order)],
        "rejected": [[side, *span] for side, span in sorted(rejected)],
    }
    return {name: value for name, value in values.items() if value}


def _part_comments(read: Any) -> dict[Place, str]:
    return {(_side(side), _part(*part)): _text(text) for side, *part, text in read.get("remarks", ())}


def _rejected(read: Any) -> frozenset[Predicate]:
    return frozenset((_side(side), _span(span)) for side, *span in read.get("rejected", ()))


def _alignment(read: Any) -> FrameAlignment:
    return FrameAlignment(
        {
            (as_integer(hyp_frame), as_integer(ref_frame)): LinkKind(kind)
            for hyp_frame, ref_frame, kind in read["frame_links"]
        },
        {(_pair(ends[:2]), _pair(ends[2:])): LinkKind(kind) for *ends, kind in read["filler_links"]},
    )


def _read_link(
    place: Any, number: Any, predicate: Any, filler: Any, kind: Any
) -> tuple[tuple[Part, ReferencePart], LinkKind]:
    if (number is None) != (filler is None):
        raise ValueError("a link of a predicate and a filler")
    return (_part(place, number), (_span(predicate), None if filler is None else _span(filler))), LinkKind(kind)


def _part(place: Any, number: Any) -> Part:
    return as_integer(place), None if number is None else as_integer(number)


def _side(name: str) -> Side:
    if name not in SIDES:
        raise ValueError(f"{name!r} is not a side of a translation")
    return "hypothesis" if name == "hypothesis" else "reference"


def _text(value: object) -> str:
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _frame(frame: Frame) -> dict[str, Any]:
    fillers = [_filler(filler) for filler in frame.fillers]
    roleset = {"roleset": frame.roleset} if frame.roleset else {}
    return {"predicate": list(frame.predicate), "fillers": fillers, **roleset}


def _filler(filler: Filler) -> list[Any]:
    if filler.further:
        return [*filler.span, filler.role.value, filler.label, [list(span) for span in filler.further]]
    return [*filler.span, filler.role.value, *([filler.label] if filler.label else [])]


def _read_frame(read: Any) -> Frame:
    fillers = tuple(_read_filler(*filler) for filler in read["fillers"])
    return Frame(_span(read["predicate"]), fillers, _text(read.get("roleset", "")))


def _read_filler(start: Any, end: Any, role: str, label: object = "", further: Any = ()) -> Filler:
    return Filler(_span((start, end)), Role(role), _text(label), further=tuple(map(_span, further)))


def _span(read: Any) -> Span:
    start, end = _pair(read)
    if not 0 <= start < end <= MAX_TOKENS:
        raise ValueError(f"a span from token {start} to {end}")
    return start, end


def _pair(read: Any) -> tuple[int, int]:
    first, second = map(as_integer, read)
    return first, second
