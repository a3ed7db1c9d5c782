"""What several annotators of one translation all found, and the predicates that an adjudicator has to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import frames_of
from meantree.analysis.frames import Span
from meantree.corpus.corpus import SIDES, Side
from meantree.project import edits
from meantree.project.adjudication import FrameView, frame_at, other_side, view_of
from meantree.project.annotation import Annotation, Predicate, State


@dataclass(frozen=True, slots=True)
class Contested:
    """A predicate of which not all say the same; :mod:`meantree.project.differences` says in words what differs.

    Attributes:
        side: of the text that it stands in.
        predicate: its tokens.
        views: by annotator, the fillers, the link, and the links of the fillers; None where somebody has no such frame.
            Links are decided at the translation's end: of a predicate of the reference, views have the fillers alone.
    """

    side: Side
    predicate: Span
    views: Mapping[str, FrameView | None]

    @property
    def place(self) -> Predicate:
        """Its side and tokens."""
        return self.side, self.predicate

    def whose(self, gold: Annotation) -> tuple[str, ...]:
        """The annotators who say of it what the gold standard says now; none where that is edited."""
        now = _stance(gold, self.side, self.predicate)
        return tuple(name for name, view in self.views.items() if view == now)


def contested(work: Mapping[str, Annotation]) -> tuple[Contested, ...]:
    """The predicates that are to be decided, in the order of the texts, those of the translation first.

    Args:
        work: annotations of one translation beside one reference, by annotator.
    """
    found = []
    for side in SIDES:
        predicates = sorted({frame.predicate for one in work.values() for frame in frames_of(one, side)})
        for predicate in predicates:
            views = {name: _stance(one, side, predicate) for name, one in work.items()}
            if any(view != next(iter(views.values())) for view in views.values()):
                found.append(Contested(side, predicate, views))
    return tuple(found)


def overruled(work: Mapping[str, Annotation], gold: Annotation) -> tuple[Contested, ...]:
    """The predicates of which all annotators say the same, and the gold standard something else.

    A frame that is linked with one which is still to be decided has no link until then, and is not among them.

    Args:
        work: annotations of one translation beside one reference, by annotator.
        gold: the adjudicated annotation.
    """
    disputed = {one.place for one in contested(work)}
    found = []
    for side in SIDES:
        predicates = {frame.predicate for one in (gold, *work.values()) for frame in frames_of(one, side)}
        for predicate in sorted(predicates - {span for where, span in disputed if where == side}):
            views = {name: _stance(one, side, predicate) for name, one in work.items()}
            common = next(iter(views.values()), None)
            partner = None if common is None or common[1] is None else (other_side(side), common[1])
            if common is not None and partner in disputed and frame_at(gold, *partner) is None:
                common = common[0], None, None, frozenset()
            if _stance(gold, side, predicate) != common:
                found.append(Contested(side, predicate, views))
    return tuple(found)


def _stance(annotation: Annotation, side: Side, predicate: Span) -> FrameView | None:
    """What an annotation says of a predicate, as far as it is decided there; None if it has no such frame."""
    view = view_of(annotation, side, predicate)
    return view if view is None or side == "hypothesis" else (view[0], None, None, frozenset())


def agreed(work: Mapping[str, Annotation]) -> Annotation:
    """The frames of which all annotators say the same, with their links; open, and without remarks."""
    first = next(iter(work.values()), Annotation())
    common = replace(first, state=State.OPEN, comment="", remarks={}, settled_by="", rejected=frozenset())
    for one in contested(work):
        place = frame_at(common, one.side, one.predicate)
        if place is not None:
            common = edits.delete_frame(common, one.side, place)
    return common
