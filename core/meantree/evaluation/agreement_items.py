"""What two annotators label: the items of kappa and alpha, the confusion of roles, and agreement role by role.

An item is something that an annotator had to decide on. Both must have decided on it to be compared, so each measure is
of what they agree upon one layer below: labels of fillers that both found, links between frames that both have. Of the
spans themselves there is F alone, as Lo & Wu (2011) and Birch et al. (2013) give it for all layers: what nobody marked
cannot be counted, so chance cannot be told (Hripcsak & Rothschild 2005).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.linked_frames import frames_of
from meantree.analysis.frames import Frame, LinkKind, Role, Span
from meantree.corpus.corpus import SIDES, Side
from meantree.evaluation.agreement import LayerAgreement
from meantree.project.annotation import Annotation

Counts = NDArray[np.intp]
Item = tuple[object, ...]
Lengths = Mapping[Side, int]
"""How many tokens each text has."""
NO_ROLE, NOT_LINKED, LINKED = "no role", "not linked", "linked"


@dataclass(frozen=True, slots=True)
class LabelMeasure:
    """One thing that annotators label.

    Attributes:
        name: in words.
        told: what an item is, and which labels there are.
        labels: what somebody says of each item that they decided on.
    """

    name: str
    explanation: str
    labels: Callable[[Annotation, Lengths], Mapping[Item, str]]


def _frames(annotation: Annotation, side: Side) -> dict[Span, Frame]:
    """By their predicates; of two frames with the same one the first."""
    found: dict[Span, Frame] = {}
    for frame in frames_of(annotation, side):
        found.setdefault(frame.predicate, frame)
    return found


def _roles(frame: Frame) -> dict[Span, str]:
    found: dict[Span, str] = {}
    for filler in frame.fillers:
        found.setdefault(filler.span, filler.role.value)
    return found


def _filler_labels(annotation: Annotation, lengths: Lengths) -> dict[Item, str]:  # noqa: ARG001  # as all measures
    return {
        (side, predicate, span): role
        for side in SIDES
        for predicate, frame in _frames(annotation, side).items()
        for span, role in _roles(frame).items()
    }


def _word_labels(annotation: Annotation, lengths: Lengths) -> dict[Item, str]:
    found: dict[Item, str] = {}
    for side in SIDES:
        for predicate, frame in _frames(annotation, side).items():
            for token in range(lengths.get(side, 0)):
                if not predicate[0] <= token < predicate[1]:
                    within = (filler.role.value for filler in frame.fillers if filler.span[0] <= token < filler.span[1])
                    found[side, predicate, token] = next(within, NO_ROLE)
    return found


def _frame_links(annotation: Annotation, *, kinds: bool) -> dict[Item, str]:
    found: dict[Item, str] = {
        (one, two): NOT_LINKED for one in _frames(annotation, "hypothesis") for two in _frames(annotation, "reference")
    }
    for (one_place, two_place), kind in annotation.alignment.frames.items():
        ends = annotation.hypothesis[one_place].predicate, annotation.reference[two_place].predicate
        if kind is not LinkKind.UNDECIDED:
            found[ends] = kind.value if kinds else LINKED
    return found


def _filler_links(annotation: Annotation, *, kinds: bool) -> dict[Item, str]:
    """Between fillers of linked frames alone: elsewhere a link cannot count."""
    found: dict[Item, str] = {}
    for (one, two), kind in annotation.alignment.frames.items():
        if kind is not LinkKind.UNDECIDED:
            mine, theirs = annotation.hypothesis[one], annotation.reference[two]
            for filler in mine.fillers:
                for other in theirs.fillers:
                    found[mine.predicate, filler.span, theirs.predicate, other.span] = NOT_LINKED
    for ((one, number), (two, other_number)), kind in annotation.alignment.fillers.items():
        mine, theirs = annotation.hypothesis[one], annotation.reference[two]
        ends = mine.predicate, mine.fillers[number].span, theirs.predicate, theirs.fillers[other_number].span
        if kind is not LinkKind.UNDECIDED and ends in found:
            found[ends] = kind.value if kinds else LINKED
    return found


_FRAME_PAIRS = "every predicate of the translation with every one of the reference, where both annotators have both"
_FILLER_PAIRS = "fillers with the same words in both annotators' frames, where both linked the frames"
LABEL_MEASURES: tuple[LabelMeasure, ...] = (
    LabelMeasure(
        "labels of fillers",
        "fillers that both found, with the same words, of a predicate that both found; one of the 11 roles",
        _filler_labels,
    ),
    LabelMeasure(
        "labels of words",
        "all words but the predicate's own, for every predicate that both found; one of the 11 roles, or no role",
        _word_labels,
    ),
    LabelMeasure(
        "frame links, either type",
        f"{_FRAME_PAIRS}; linked or not",
        lambda annotation, _: _frame_links(annotation, kinds=False),
    ),
    LabelMeasure(
        "frame links, same type",
        f"{_FRAME_PAIRS}; correct, partial or not linked",
        lambda annotation, _: _frame_links(annotation, kinds=True),
    ),
    LabelMeasure(
        "filler links, either type",
        f"{_FILLER_PAIRS}; linked or not",
        lambda annotation, _: _filler_links(annotation, kinds=False),
    ),
    LabelMeasure(
        "filler links, same type",
        f"{_FILLER_PAIRS}; correct, partial or not linked",
        lambda annotation, _: _filler_links(annotation, kinds=True),
    ),
)
"""Of what there is kappa; an undecided link counts as none."""


def contingency(measure: LabelMeasure, one: Annotation, two: Annotation, lengths: Lengths) -> Counter[tuple[str, str]]:
    """How often the first says this where the second says that, of the items that both decided on."""
    mine, theirs = measure.labels(one, lengths), measure.labels(two, lengths)
    return Counter((label, theirs[item]) for item, label in mine.items() if item in theirs)


ROLES: tuple[str, ...] = tuple(role.value for role in Role)
NO_FILLER = "no filler"


def confusion(one: Annotation, two: Annotation) -> Counts:
    """Roles of the first by roles of the second, shape (12, 12), for the predicates that both have.

    The last row and column are for what is no filler of the one; both at once cannot be counted, and is 0.
    """
    counts = np.zeros((len(ROLES) + 1,) * 2, dtype=np.intp)
    for side in SIDES:
        mine, theirs = _frames(one, side), _frames(two, side)
        for predicate in mine.keys() & theirs.keys():
            first, second = _roles(mine[predicate]), _roles(theirs[predicate])
            for span in first.keys() | second.keys():
                counts[_place(first.get(span)), _place(second.get(span))] += 1
    return counts


def _place(role: str | None) -> int:
    return len(ROLES) if role is None else ROLES.index(role)


def role_layers(both: Iterable[tuple[Annotation, Annotation]]) -> tuple[LayerAgreement, ...]:
    """Agreement role by role: fillers of that role with the same words and the same predicate, over all pairs."""
    common, first, second = Counter[str](), Counter[str](), Counter[str]()
    for one, two in both:
        mine, theirs = Counter(_labelled(one)), Counter(_labelled(two))
        common.update(item[-1] for item in (mine & theirs).elements())
        first.update(item[-1] for item in mine.elements())
        second.update(item[-1] for item in theirs.elements())
    return tuple(LayerAgreement(role, common[role], first[role], second[role]) for role in ROLES)


def _labelled(annotation: Annotation) -> Iterator[tuple[Side, Span, Span, str]]:
    for side in SIDES:
        for frame in frames_of(annotation, side):
            for filler in frame.fillers:
                yield side, frame.predicate, filler.span, filler.role.value
