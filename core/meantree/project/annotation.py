"""What one annotator says of one translation and one reference."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Part, Role, Span
from meantree.corpus.model import SIDES, Side

End = TypeVar("End", int, tuple[int, int])


Place = tuple[Side, Part]
"""A frame or filler of an annotation."""
Predicate = tuple[Side, Span]
"""The tokens of a predicate, in one of the texts."""
MOST_TOKENS = 1_000_000
"""No text has more."""


class State(StrEnum):
    """How far an annotation is."""

    OPEN = "open"
    DONE = "done"
    NOTHING = "nothing to annotate"
    CANNOT = "cannot annotate"


@dataclass(frozen=True, slots=True, order=True)
class AnnotationKey:
    """Which translation of which segment, against which reference, by whom.

    Without system the reference alone is meant, without reference the translation alone.
    """

    segment: str
    system: str
    reference: str
    annotator: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """Frames of both texts, how they are aligned, and what is to be said of them.

    Attributes:
        hypothesis, reference: frames of the texts; spans count the tokens of the corpus.
        alignment: links between them.
        state: how far it is; ``CANNOT`` is never scored.
        comment: a remark on the whole of it.
        remarks: remarks on frames and fillers, by the side and the part; they follow it through every edit.
        settled_by: who settled it, if it is an adjudicated annotation that is locked; empty otherwise.
        rejected: predicates of which an adjudicator decided that they have no frame, though annotators found one.
    """

    hypothesis: tuple[Frame, ...] = ()
    reference: tuple[Frame, ...] = ()
    alignment: FrameAlignment = field(default_factory=FrameAlignment)
    state: State = State.OPEN
    comment: str = ""
    remarks: Mapping[Place, str] = field(default_factory=dict)
    settled_by: str = ""
    rejected: frozenset[Predicate] = frozenset()

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with it, in words: links to nothing, double links, overlapping fillers."""
        return tuple(_faults(self))

    @property
    def said(self) -> tuple[str, ...]:
        """All remarks: on the whole of it, then on frames and fillers of the hypothesis, then of the reference."""
        texts = (self.comment, *(text for _, text in sorted(self.remarks.items(), key=_in_order)))
        return tuple(text for text in texts if text.strip())


def _faults(annotation: Annotation) -> Iterator[str]:
    for name, frames in zip(("hypothesis", "reference"), (annotation.hypothesis, annotation.reference), strict=True):
        for place, frame in enumerate(frames, start=1):
            for one, two in _overlapping(frame):
                yield f"{name}: frame {place}: fillers at tokens {one.span} and {two.span} overlap"
    yield from _loose_ends(annotation)
    for side in (0, 1):
        yield from _doubled([pair[side] for pair in annotation.alignment.frames], _named_frame)
        yield from _doubled([pair[side] for pair in annotation.alignment.fillers], _named_filler)


def _loose_ends(annotation: Annotation) -> Iterator[str]:
    """Links to frames and fillers that are not there."""
    for side, frames in enumerate((annotation.hypothesis, annotation.reference)):
        fillers = {(place, number) for place, frame in enumerate(frames) for number in range(len(frame.fillers))}
        linked = [pair[side] for pair in annotation.alignment.frames]
        yield from _unknown(linked, set(range(len(frames))), _named_frame)
        yield from _unknown([pair[side] for pair in annotation.alignment.fillers], fillers, _named_filler)
    yield from _loose_remarks(annotation)


def _loose_remarks(annotation: Annotation) -> Iterator[str]:
    for side, (place, number) in annotation.remarks:
        frames = annotation.hypothesis if side == "hypothesis" else annotation.reference
        if not (place < len(frames) and (number is None or number < len(frames[place].fillers))):
            part = _named_frame(place) if number is None else _named_filler((place, number))
            yield f"a remark on {part} of the {side}, which is not there"


def _unknown(ends: Sequence[End], known: Set[End], named: Callable[[End], str]) -> Iterator[str]:
    return (f"a link to {named(end)}, which is not there" for end in dict.fromkeys(ends) if end not in known)


def _doubled(ends: Sequence[End], named: Callable[[End], str]) -> Iterator[str]:
    return (f"{named(end)} is linked {count} times" for end, count in Counter(ends).items() if count > 1)


def _named_frame(place: int) -> str:
    return f"frame {place + 1}"


def _named_filler(end: tuple[int, int]) -> str:
    return f"filler {end[1] + 1} of frame {end[0] + 1}"


def _overlapping(frame: Frame) -> Iterator[tuple[Filler, Filler]]:
    ordered = sorted(frame.fillers)
    for place, one in enumerate(ordered):
        for two in ordered[place + 1 :]:
            if two.span[0] < one.span[1]:
                yield one, two


def to_json(annotation: Annotation) -> str:
    """The annotation as one line of JSON; what few annotations have is left out where there is none."""
    remarks = [[side, *part, text] for (side, part), text in sorted(annotation.remarks.items(), key=_in_order)]
    rejected = [[side, *span] for side, span in sorted(annotation.rejected)]
    more = {"remarks": remarks, "settled_by": annotation.settled_by, "rejected": rejected}
    return json.dumps(
        {
            "hypothesis": [_frame(frame) for frame in annotation.hypothesis],
            "reference": [_frame(frame) for frame in annotation.reference],
            "frame_links": [[*pair, kind.value] for pair, kind in annotation.alignment.frames.items()],
            "filler_links": [[*one, *two, kind.value] for (one, two), kind in annotation.alignment.fillers.items()],
            "state": annotation.state.value,
            "comment": annotation.comment,
            **{name: value for name, value in more.items() if value},
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def from_json(text: str) -> Annotation:
    """Read back what :func:`to_json` wrote.

    Raises:
        ValueError: if it is none.
    """
    try:
        read = json.loads(text)
        annotation = Annotation(
            hypothesis=tuple(map(_read_frame, read["hypothesis"])),
            reference=tuple(map(_read_frame, read["reference"])),
            alignment=FrameAlignment(
                {(int(one), int(two)): LinkKind(kind) for one, two, kind in read["frame_links"]},
                {((int(a), int(b)), (int(c), int(d))): LinkKind(kind) for a, b, c, d, kind in read["filler_links"]},
            ),
            state=State(read["state"]),
            comment=_text(read["comment"]),
            remarks={_place(*place): _text(text) for *place, text in read.get("remarks", ())},
            settled_by=_text(read.get("settled_by", "")),
            rejected=frozenset((_side(side), _span(span)) for side, *span in read.get("rejected", ())),
        )
    except (KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(f"no annotation: {text[:80]}") from error
    if loose := next(_loose_ends(annotation), None):
        raise ValueError(f"no annotation: {loose}")
    return annotation


def _in_order(remark: tuple[Place, str]) -> tuple[Side, int, int]:
    (side, (place, number)), _ = remark
    return side, place, -1 if number is None else number


def _place(side: str, place: int, number: int | None) -> Place:
    if side not in SIDES or int(place) < 0 or (number is not None and int(number) < 0):
        raise ValueError(f"a remark on part {place}, {number} of {side!r}")
    return _side(side), (int(place), None if number is None else int(number))


def _side(name: str) -> Side:
    if name not in SIDES:
        raise ValueError(f"{name!r} is no side of a translation")
    return "hypothesis" if name == "hypothesis" else "reference"


def _text(value: object) -> str:
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _frame(frame: Frame) -> dict[str, Any]:
    fillers = [[*one.span, one.role.value, *([one.label] if one.label else [])] for one in frame.fillers]
    roleset = {"roleset": frame.roleset} if frame.roleset else {}
    return {"predicate": list(frame.predicate), "fillers": fillers, **roleset}


def _read_frame(read: Any) -> Frame:
    fillers = tuple(
        Filler(_span((start, end)), Role(role), *map(_text, label)) for start, end, role, *label in read["fillers"]
    )
    return Frame(_span(read["predicate"]), fillers, _text(read.get("roleset", "")))


def _span(read: Any) -> Span:
    start, end = read
    if not 0 <= int(start) < int(end) <= MOST_TOKENS:
        raise ValueError(f"a span from token {start} to {end}")
    return int(start), int(end)
