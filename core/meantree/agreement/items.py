"""Items that annotators label: for κ and α, for the confusion of roles, and for agreement by role.

An item is something that an annotator had to decide on. Only items on which both decided are compared, so each measure
rests on agreement one layer below: labels of fillers that both found, links between frames that both have. Spans
themselves have F1 only, as in Lo & Wu (2011) and Birch et al. (2013): spans that nobody marked cannot be counted, so
chance agreement is unknown (Hripcsak & Rothschild 2005).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.agreement.frame_agreement import LayerAgreement, filler_links, filler_roles, frame_links, is_of
from meantree.alignment.linked_frames import frames_of
from meantree.analysis.frames import Frame, LinkKind, Role, Span
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import SIDES, Side

Counts = NDArray[np.intp]
Item = tuple[object, ...]
Lengths = Mapping[Side, int]
"""Number of tokens of each text."""
NO_ROLE, NOT_LINKED, LINKED = "no role", "not linked", "linked"


@dataclass(frozen=True, slots=True)
class LabelMeasure:
    """A kind of label that annotators give.

    Attributes:
        name: for people.
        explanation: what an item is, and which labels it can have.
        labels: returns one annotator's label of each item, given their annotation and the lengths of the texts.
    """

    name: str
    explanation: str
    labels: Callable[[Annotation, Lengths], Mapping[Item, str]]


def _frames(annotation: Annotation, side: Side) -> dict[Span, Frame]:
    """Return frames by predicate; of two frames with the same predicate, the first."""
    frames: dict[Span, Frame] = {}
    for frame in frames_of(annotation, side):
        frames.setdefault(frame.predicate, frame)
    return frames


def _roles(frame: Frame) -> dict[tuple[Span, ...], str]:
    roles: dict[tuple[Span, ...], str] = {}
    for filler in frame.fillers:
        roles.setdefault(filler.spans, filler.role.value)
    return roles


def _filler_labels(annotation: Annotation, lengths: Lengths) -> dict[Item, str]:  # noqa: ARG001  # as all measures
    return {
        (side, predicate, spans): role
        for side in SIDES
        for predicate, frame in _frames(annotation, side).items()
        for spans, role in _roles(frame).items()
    }


def _word_labels(annotation: Annotation, lengths: Lengths) -> dict[Item, str]:
    labels: dict[Item, str] = {}
    for side in SIDES:
        for predicate, frame in _frames(annotation, side).items():
            for token in range(lengths.get(side, 0)):
                if not predicate[0] <= token < predicate[1]:
                    covering = (filler.role.value for filler in frame.fillers if token in filler.tokens)
                    labels[side, predicate, token] = next(covering, NO_ROLE)
    return labels


def _frame_links(annotation: Annotation, *, kinds: bool) -> dict[Item, str]:
    labels: dict[Item, str] = {
        (hyp, ref): NOT_LINKED for hyp in _frames(annotation, "hypothesis") for ref in _frames(annotation, "reference")
    }
    return labels | {link[:2]: link[2].value if kinds else LINKED for link in frame_links(annotation)}


def _filler_links(annotation: Annotation, *, kinds: bool) -> dict[Item, str]:
    """Label pairs of fillers of linked frames only: other links of fillers do not count."""
    labels: dict[Item, str] = {}
    for (hyp_place, ref_place), kind in annotation.alignment.frames.items():
        if kind is not LinkKind.UNDECIDED:
            hyp_frame, ref_frame = annotation.hypothesis[hyp_place], annotation.reference[ref_place]
            for filler in hyp_frame.fillers:
                for ref_filler in ref_frame.fillers:
                    labels[hyp_frame.predicate, filler.spans, ref_frame.predicate, ref_filler.spans] = NOT_LINKED
    found = {(*one, *other): kind.value if kinds else LINKED for one, other, kind in filler_links(annotation)}
    return labels | {ends: label for ends, label in found.items() if ends in labels}


_FRAME_PAIRS = "all pairs of predicates of the translation and the reference that both annotators marked"
_FILLER_PAIRS = "all pairs of fillers with the same words in both annotators' work, in frames that both linked"
LABEL_MEASURES: tuple[LabelMeasure, ...] = (
    LabelMeasure(
        "labels of fillers",
        "fillers with the same words and the same predicate in the work of both; one of the 11 roles",
        _filler_labels,
    ),
    LabelMeasure(
        "labels of words",
        "all words except the predicate's own, for every predicate that both marked; one of the 11 roles, or no role",
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
"""The measures that have κ; an undecided link counts as no link."""


def contingency(
    measure: LabelMeasure, first: Annotation, second: Annotation, lengths: Lengths, sides: Sequence[Side] = SIDES
) -> Counter[tuple[str, str]]:
    """Count pairs of labels (of the first, of the second) of the items in these texts on which both decided."""
    first_labels, second_labels = measure.labels(first, lengths), measure.labels(second, lengths)
    return Counter(
        (label, second_labels[item])
        for item, label in first_labels.items()
        if item in second_labels and is_of(item, sides)
    )


ROLES: tuple[str, ...] = tuple(role.value for role in Role)
NO_FILLER = "no filler"


def confusion(first: Annotation, second: Annotation, sides: Sequence[Side] = SIDES) -> Counts:
    """Count roles of the first annotator (rows) by those of the second (columns), for predicates that both have.

    Shape (12, 12). The last row and column count what is not a filler for that annotator; their common cell is 0, as
    what is a filler for neither cannot be counted.
    """
    counts = np.zeros((len(ROLES) + 1,) * 2, dtype=np.intp)
    for side in sides:
        first_frames, second_frames = _frames(first, side), _frames(second, side)
        for predicate in first_frames.keys() & second_frames.keys():
            first_roles, second_roles = _roles(first_frames[predicate]), _roles(second_frames[predicate])
            for spans in first_roles.keys() | second_roles.keys():
                counts[_place(first_roles.get(spans)), _place(second_roles.get(spans))] += 1
    return counts


def _place(role: str | None) -> int:
    return len(ROLES) if role is None else ROLES.index(role)


def role_layers(pairs: Iterable[tuple[Annotation, Annotation, Sequence[Side]]]) -> tuple[LayerAgreement, ...]:
    """Return agreement by role over all pairs: fillers with that role, the same words and the same predicate.

    The third of a pair are the texts in which they are counted.
    """
    common, first, second = Counter[str](), Counter[str](), Counter[str]()
    for one, other, sides in pairs:
        fillers = (Counter(unit for unit in filler_roles(own) if unit[0] in sides) for own in (one, other))
        first_fillers, second_fillers = fillers
        for counts, found in (
            (common, first_fillers & second_fillers),
            (first, first_fillers),
            (second, second_fillers),
        ):
            counts.update(unit[-1].value for unit in found.elements())
    return tuple(LayerAgreement(role, common[role], first[role], second[role]) for role in ROLES)
