"""Agreement of annotators of frames: F1 by layer (Lo & Wu 2011; Birch et al. 2013), κ (Cohen) and α (Krippendorff).

An item of κ and α is something that an annotator had to decide on. Only items on which both decided are compared, so
each measure rests on agreement one layer below: labels of fillers that both found, links between frames that both have.
Spans themselves have F1 only, as in Lo & Wu (2011) and Birch et al. (2013): spans that nobody marked cannot be counted,
so chance agreement is unknown (Hripcsak & Rothschild 2005).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.linked_frames import frames_of
from meantree.analysis.frames import Filler, Frame, LinkKind, Role, Span
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import SIDES, Side

Annotations = Mapping[AnnotationKey, Annotation]
TranslationKey = tuple[str, str, str]
"""Segment, system and reference."""
Unit = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class LayerAgreement:
    """Agreement of two annotators in one layer: how many units each has, and both have in common."""

    name: str
    common: float
    first: float
    second: float

    @property
    def f(self) -> float | None:
        """F1 = 2·common / (first + second), in [0, 1]; None if neither has a unit."""
        return 2 * self.common / (self.first + self.second) if self.first + self.second else None


def finished_annotations(work: Annotations) -> dict[TranslationKey, Annotation]:
    """Return the finished annotations of translations, by segment, system and reference.

    Annotations of a reference alone are left out, as each of its translations has a copy of them; so are translations
    that cannot be annotated, as in HMEANT.
    """
    return {
        (key.segment, key.system, key.reference): annotation
        for key, annotation in work.items()
        if key.system and annotation.state not in (State.OPEN, State.CANNOT)
    }


def layer_agreement(name: str, first: Annotation, second: Annotation, sides: Sequence[Side] = SIDES) -> LayerAgreement:
    """Compare two annotations of a translation in one of the :data:`LAYERS`, and in these texts; links are in both."""
    units = ((unit for unit in LAYERS[name](one) if is_of(unit, sides)) for one in (first, second))
    first_units, second_units = map(Counter, units)
    return LayerAgreement(name, (first_units & second_units).total(), first_units.total(), second_units.total())


def is_of(unit: Unit, sides: Sequence[Side]) -> bool:
    """Whether a unit or item is a link, or of one of these texts, by which those of one text begin."""
    return unit[0] not in SIDES or unit[0] in sides


def summed_agreement(name: str, layers: Iterable[LayerAgreement]) -> LayerAgreement:
    """Add up the counts of several layers, or of one layer in several translations."""
    parts = list(layers)
    return LayerAgreement(
        name, *(sum(getattr(part, count) for part in parts) for count in ("common", "first", "second"))
    )


def _fillers(annotation: Annotation) -> Iterator[tuple[Side, Span, Filler]]:
    for side in SIDES:
        yield from (
            (side, frame.predicate, filler) for frame in frames_of(annotation, side) for filler in frame.fillers
        )


def filler_roles(annotation: Annotation) -> Iterator[tuple[Side, Span, tuple[Span, ...], Role]]:
    """Yield the text, predicate, words and role of each filler."""
    return ((side, predicate, filler.spans, filler.role) for side, predicate, filler in _fillers(annotation))


def frame_links(annotation: Annotation) -> Iterator[tuple[Span, Span, LinkKind]]:
    """Yield the decided links between frames: the predicates of both ends, and the kind."""
    for (hyp_place, ref_place), kind in annotation.alignment.frames.items():
        if kind is not LinkKind.UNDECIDED:
            yield annotation.hypothesis[hyp_place].predicate, annotation.reference[ref_place].predicate, kind


FillerEnd = tuple[Span, tuple[Span, ...]]
"""The predicate of a filler, and its words."""


def filler_links(annotation: Annotation) -> Iterator[tuple[FillerEnd, FillerEnd, LinkKind]]:
    """Yield the decided links between fillers: both ends, and the kind."""
    sides = annotation.hypothesis, annotation.reference
    for link, kind in annotation.alignment.fillers.items():
        if kind is not LinkKind.UNDECIDED:
            one, other = (
                (frames[place].predicate, frames[place].fillers[number].spans)
                for frames, (place, number) in zip(sides, link, strict=True)
            )
            yield one, other, kind


LAYERS: Mapping[str, Callable[[Annotation], Iterable[Unit]]] = {
    "predicates": lambda annotation: (
        (side, frame.predicate) for side in SIDES for frame in frames_of(annotation, side)
    ),
    "filler spans, exact": lambda annotation: (unit[:3] for unit in filler_roles(annotation)),
    "filler spans, by tokens": lambda annotation: (
        (side, predicate, token) for side, predicate, filler in _fillers(annotation) for token in filler.tokens
    ),
    "filler spans and roles": filler_roles,
    "frame links, either type": lambda annotation: (link[:2] for link in frame_links(annotation)),
    "frame links, same type": frame_links,
    "filler links, either type": lambda annotation: (link[:2] for link in filler_links(annotation)),
    "filler links, same type": filler_links,
}
"""The units that each layer compares. A filler belongs to its predicate, so agreement falls from layer to layer. Links
are correct or partial: "either type" compares what they join, "same type" also which of both they are."""


Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's κ (1960) of two people who labelled the same items.

    Attributes:
        observed: share of items that both labelled alike, in [0, 1]; None without items.
        expected: share expected by chance, given how often each of them used each label.
        alpha: Krippendorff's α of the same labels, whose chance agreement pools the labels of both.
    """

    items: int
    observed: float | None
    expected: float | None
    alpha: float | None = None

    @property
    def value(self) -> float | None:
        """κ = (observed − expected) / (1 − expected), at most 1; 0 is chance.

        None without items, and where both gave every item the same label: chance alone explains that.
        """
        if self.observed is None or self.expected is None or self.expected >= 1:
            return None
        return (self.observed - self.expected) / (1 - self.expected)


def kappa(counts: Mapping[tuple[Label, Label], int]) -> Kappa:
    """Return κ of a contingency table: counts by (label of the first, label of the second)."""
    total = sum(counts.values())
    if not total:
        return Kappa(0, None, None)
    first, second = Counter[Label](), Counter[Label]()
    for (first_label, second_label), count in counts.items():
        first[first_label] += count
        second[second_label] += count
    agreed = sum(count for (first_label, second_label), count in counts.items() if first_label == second_label)
    by_chance = sum(count * second[label] for label, count in first.items())
    labelled_items = (labels for labels, count in counts.items() for _ in range(count))
    return Kappa(total, agreed / total, by_chance / total**2, alpha(labelled_items))


def alpha(units: Iterable[Sequence[Label]]) -> float | None:
    """Return Krippendorff's α (2004) for nominal labels.

    Args:
        units: the labels of each item, one for each person who labelled it; items with a single label are ignored.

    Returns:
        1 − observed / expected disagreement, at most 1; None if all labels are the same, or nothing can be compared.
    """
    totals = Counter[Label]()
    differing = 0.0
    for labels in units:
        size = len(labels)
        if size < 2:
            continue
        counts = Counter(labels)
        totals.update(counts)
        differing += (size**2 - sum(count**2 for count in counts.values())) / (size - 1)
    number = totals.total()
    expected = number**2 - sum(count**2 for count in totals.values())
    return 1 - (number - 1) * differing / expected if expected else None


MIN_SCORES = 4
"""Minimum number of translations for a correlation: two points always lie on a line, three say hardly more."""


@dataclass(frozen=True, slots=True)
class EndScores:
    """The scores of two annotators for the same translations.

    Attributes:
        translations: number of translations that both have scores for.
        pearson: correlation, in [-1, 1]; None for fewer than :data:`MIN_SCORES`, or if all scores of one are equal.
        mean_difference: mean absolute difference; None without translations.
    """

    translations: int
    pearson: float | None
    mean_difference: float | None


def end_scores(scores: Iterable[tuple[float | None, float | None]]) -> EndScores:
    """Compare two annotators' scores where both are defined."""
    both = np.array([pair for pair in scores if None not in pair], dtype=np.float64).reshape(-1, 2)
    if not len(both):
        return EndScores(0, None, None)
    varied = len(both) >= MIN_SCORES and bool((both.std(axis=0) > 0).all())
    pearson = round(float(np.corrcoef(both[:, 0], both[:, 1])[0, 1]), 12) + 0.0 if varied else None  # no -0
    return EndScores(len(both), pearson, float(np.abs(both[:, 0] - both[:, 1]).mean()))


Counts = NDArray[np.intp]
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
    labels: Callable[[Annotation, Lengths], Mapping[Unit, str]]


def _frames(annotation: Annotation, side: Side) -> dict[Span, Frame]:
    """Return frames by predicate; of two frames with the same predicate, the first."""
    frames: dict[Span, Frame] = {}
    for frame in frames_of(annotation, side):
        frames.setdefault(frame.predicate, frame)
    return frames


def _filler_labels(annotation: Annotation, _lengths: Lengths) -> dict[Unit, str]:
    labels: dict[Unit, str] = {}
    for side in SIDES:
        for predicate, frame in _frames(annotation, side).items():
            for filler in frame.fillers:
                labels.setdefault((side, predicate, filler.spans), filler.role.value)
    return labels


def _word_labels(annotation: Annotation, lengths: Lengths) -> dict[Unit, str]:
    labels: dict[Unit, str] = {}
    for side in SIDES:
        for predicate, frame in _frames(annotation, side).items():
            for token in range(lengths.get(side, 0)):
                if not predicate[0] <= token < predicate[1]:
                    covering = (filler.role.value for filler in frame.fillers if token in filler.tokens)
                    labels[side, predicate, token] = next(covering, NO_ROLE)
    return labels


def _frame_links(annotation: Annotation, _lengths: Lengths, *, kinds: bool) -> dict[Unit, str]:
    labels: dict[Unit, str] = {
        (hyp, ref): NOT_LINKED for hyp in _frames(annotation, "hypothesis") for ref in _frames(annotation, "reference")
    }
    return labels | {link[:2]: link[2].value if kinds else LINKED for link in frame_links(annotation)}


def _filler_links(annotation: Annotation, _lengths: Lengths, *, kinds: bool) -> dict[Unit, str]:
    """Label pairs of fillers of linked frames only: other links of fillers do not count."""
    labels: dict[Unit, str] = {}
    for (hyp_place, ref_place), kind in annotation.alignment.frames.items():
        if kind is not LinkKind.UNDECIDED:
            hyp_frame, ref_frame = annotation.hypothesis[hyp_place], annotation.reference[ref_place]
            for filler, ref_filler in itertools.product(hyp_frame.fillers, ref_frame.fillers):
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
    *(
        LabelMeasure(f"{ends} links, {which} type", f"{pairs}; {labels}", partial(links, kinds=which == "same"))
        for ends, pairs, links in (("frame", _FRAME_PAIRS, _frame_links), ("filler", _FILLER_PAIRS, _filler_links))
        for which, labels in (("either", "linked or not"), ("same", "correct, partial or not linked"))
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
    names = (*ROLES, NO_FILLER)
    counts = np.zeros((len(names), len(names)), dtype=np.intp)
    first_roles, second_roles = _filler_labels(first, {}), _filler_labels(second, {})
    frames = ({(side, predicate) for side in sides for predicate in _frames(one, side)} for one in (first, second))
    common = set.intersection(*frames)
    for item in first_roles.keys() | second_roles.keys():
        if item[:2] in common:
            row, column = (names.index(roles.get(item, NO_FILLER)) for roles in (first_roles, second_roles))
            counts[row, column] += 1
    return counts


def role_layers(pairs: Iterable[tuple[Annotation, Annotation, Sequence[Side]]]) -> tuple[LayerAgreement, ...]:
    """Return agreement by role over all pairs: fillers with that role, the same words and the same predicate.

    The third of a pair are the texts in which they are counted.
    """
    totals = Counter[str](), Counter[str](), Counter[str]()
    for one, other, sides in pairs:
        first, second = (Counter(unit for unit in filler_roles(own) if unit[0] in sides) for own in (one, other))
        for total, found in zip(totals, (first & second, first, second), strict=True):
            total.update(unit[-1].value for unit in found.elements())
    return tuple(LayerAgreement(role, *(total[role] for total in totals)) for role in ROLES)
