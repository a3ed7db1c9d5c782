"""Agreement between annotators of frames, layer by layer (Lo & Wu 2011, section 5; Birch et al. 2013, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from meantree.analysis.frames import Filler, Frame, LinkKind, Span
from meantree.project.annotation import Annotation, AnnotationKey, State

Annotations = Mapping[AnnotationKey, Annotation]
TranslationKey = tuple[str, str, str]
"""Segment, system and reference."""
Unit = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class LayerAgreement:
    """Agreement of two people in one layer.

    Attributes:
        name: of the layer.
        common: how many things both have.
        first, second: how many each of them has.
    """

    name: str
    common: float
    first: float
    second: float

    @property
    def f(self) -> float | None:
        """2·common / (first + second), in [0, 1]; None if neither has any."""
        return 2 * self.common / (self.first + self.second) if self.first + self.second else None


def finished_annotations(work: Annotations) -> dict[TranslationKey, Annotation]:
    """What is finished, by what it is of; the reference alone was copied to its translations.

    What cannot be annotated says nothing of frames, as HMEANT leaves it out.
    """
    return {
        (key.segment, key.system, key.reference): annotation
        for key, annotation in work.items()
        if key.system and annotation.state not in (State.OPEN, State.CANNOT)
    }


def layer_agreement(name: str, one: Annotation, two: Annotation) -> LayerAgreement:
    """What two people have in common in one of the :data:`LAYERS`."""
    mine, theirs = Counter(LAYERS[name](one)), Counter(LAYERS[name](two))
    return LayerAgreement(name, (mine & theirs).total(), mine.total(), theirs.total())


def summed_agreement(name: str, layers: Iterable[LayerAgreement]) -> LayerAgreement:
    """Several layers, or one of several translations, counted together."""
    found = list(layers)
    return LayerAgreement(name, *(sum(getattr(one, count) for one in found) for count in ("common", "first", "second")))


def _sides(annotation: Annotation) -> Iterator[tuple[str, Frame]]:
    yield from (("hypothesis", frame) for frame in annotation.hypothesis)
    yield from (("reference", frame) for frame in annotation.reference)


def _predicates(annotation: Annotation) -> Iterator[Unit]:
    return ((side, frame.predicate) for side, frame in _sides(annotation))


def _fillers(annotation: Annotation) -> Iterator[tuple[str, Span, Filler]]:
    return ((side, frame.predicate, filler) for side, frame in _sides(annotation) for filler in frame.fillers)


def _spans(annotation: Annotation) -> Iterator[Unit]:
    return ((side, predicate, filler.span) for side, predicate, filler in _fillers(annotation))


def _tokens(annotation: Annotation) -> Iterator[Unit]:
    return (
        (side, predicate, token) for side, predicate, filler in _fillers(annotation) for token in range(*filler.span)
    )


def _roles(annotation: Annotation) -> Iterator[Unit]:
    return ((side, predicate, filler.span, filler.role) for side, predicate, filler in _fillers(annotation))


def _frame_links(annotation: Annotation, *, kinds: bool) -> Iterator[Unit]:
    for (one, two), kind in annotation.alignment.frames.items():
        if kind is not LinkKind.UNDECIDED:
            ends = annotation.hypothesis[one].predicate, annotation.reference[two].predicate
            yield (*ends, kind) if kinds else ends


def _filler_links(annotation: Annotation, *, kinds: bool) -> Iterator[Unit]:
    sides = annotation.hypothesis, annotation.reference
    for link, kind in annotation.alignment.fillers.items():
        if kind is not LinkKind.UNDECIDED:
            ends = tuple(
                (frames[place].predicate, frames[place].fillers[number].span)
                for frames, (place, number) in zip(sides, link, strict=True)
            )
            yield (*ends, kind) if kinds else ends


LAYERS: Mapping[str, Callable[[Annotation], Iterable[Unit]]] = {
    "predicates": _predicates,
    "filler spans, exact": _spans,
    "filler spans, by tokens": _tokens,
    "filler spans and roles": _roles,
    "frame links, either type": lambda annotation: _frame_links(annotation, kinds=False),
    "frame links, same type": lambda annotation: _frame_links(annotation, kinds=True),
    "filler links, either type": lambda annotation: _filler_links(annotation, kinds=False),
    "filler links, same type": lambda annotation: _filler_links(annotation, kinds=True),
}
"""What is compared in each layer; a filler belongs to its predicate, so agreement falls from layer to layer. A link is
correct or partial: of either type, it joins the same two things; of the same type, it is also called the same."""


Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's kappa of two people who labelled the same items.

    Attributes:
        items: how many.
        observed: the share of them, in [0, 1], that both labelled alike; None without items.
        expected: the share that two would label alike by chance, each with their own frequencies of labels.
        alpha: Krippendorff's alpha of the same labels, for which chance is that of both together.
    """

    items: int
    observed: float | None
    expected: float | None
    alpha: float | None = None

    @property
    def value(self) -> float | None:
        """(observed − expected) / (1 − expected), at most 1, 0 for chance.

        None without items, and where both gave all items the same one label, which chance explains wholly.
        """
        if self.observed is None or self.expected is None or self.expected >= 1:
            return None
        return (self.observed - self.expected) / (1 - self.expected)


def kappa(counts: Mapping[tuple[Label, Label], int]) -> Kappa:
    """Kappa of a table of contingency: how often the first said this where the second said that."""
    total = sum(counts.values())
    if not total:
        return Kappa(0, None, None)
    first, second = Counter[Label](), Counter[Label]()
    for (one, two), count in counts.items():
        first[one] += count
        second[two] += count
    agreed = sum(count for (one, two), count in counts.items() if one == two)
    by_chance = sum(count * second[label] for label, count in first.items())
    units = (labels for labels, count in counts.items() for _ in range(count))
    return Kappa(total, agreed / total, by_chance / total**2, alpha(units))


def alpha(units: Iterable[Sequence[Label]]) -> float | None:
    """Krippendorff's alpha for labels without an order.

    Args:
        units: the labels that each item was given, by whoever labelled it; an item with one label says nothing.

    Returns:
        1 − observed / expected disagreement, at most 1; None where there is but one label, or nothing to compare.
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
