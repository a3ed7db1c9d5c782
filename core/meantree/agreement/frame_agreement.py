"""Agreement of annotators of frames: F1 by layer (Lo & Wu 2011; Birch et al. 2013), κ (Cohen) and α (Krippendorff)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from meantree.analysis.frames import Filler, Frame, LinkKind, Role, Span
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import SIDES, Side

Annotations = Mapping[AnnotationKey, Annotation]
TranslationKey = tuple[str, str, str]
"""Segment, system and reference."""
Unit = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class LayerAgreement:
    """Agreement of two annotators in one layer.

    Attributes:
        common: units that both annotators have.
    """

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


def _sides(annotation: Annotation) -> Iterator[tuple[str, Frame]]:
    yield from (("hypothesis", frame) for frame in annotation.hypothesis)
    yield from (("reference", frame) for frame in annotation.reference)


def _predicates(annotation: Annotation) -> Iterator[Unit]:
    return ((side, frame.predicate) for side, frame in _sides(annotation))


def _fillers(annotation: Annotation) -> Iterator[tuple[str, Span, Filler]]:
    return ((side, frame.predicate, filler) for side, frame in _sides(annotation) for filler in frame.fillers)


def _spans(annotation: Annotation) -> Iterator[Unit]:
    return ((side, predicate, filler.spans) for side, predicate, filler in _fillers(annotation))


def _tokens(annotation: Annotation) -> Iterator[Unit]:
    return ((side, predicate, token) for side, predicate, filler in _fillers(annotation) for token in filler.tokens)


def filler_roles(annotation: Annotation) -> Iterator[tuple[str, Span, tuple[Span, ...], Role]]:
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
    "predicates": _predicates,
    "filler spans, exact": _spans,
    "filler spans, by tokens": _tokens,
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
