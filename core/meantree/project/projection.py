"""An annotator's earlier frames, projected on another translation through the words that both have."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rapidfuzz.distance import Indel

from meantree.alignment.frame_matching import match_frames
from meantree.alignment.linked_frames import partner_of, span_of
from meantree.alignment.similarity import Word, similarities
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Span, overlap
from meantree.corpus.corpus import Side
from meantree.project.annotation import Annotation, State
from meantree.project.edits import Words, link_equal_roles

SIMILAR: Final = 0.6
"""Smallest similarity of words that correspond although their forms differ."""
EQUAL: Final = 0.5
"""Smallest share of equal words in frames that are projected."""
LONGEST: Final = 1.5
"""The most words, as a multiple, that a projected filler may have of those that it has in the earlier text."""
FINISHED: Final = frozenset({State.DONE, State.REVIEW, State.NOTHING})
"""States in which an annotation tells which words are no predicates."""


@dataclass(frozen=True, slots=True)
class EarlierAnnotation:
    """An annotation that the annotator made of another translation.

    Attributes:
        name: of the system, or of segment and system for another segment; the annotator reads it.
        words: of both texts, which the spans of the annotation count.
        annotation: the annotation.
    """

    name: str
    words: Words
    annotation: Annotation


@dataclass(frozen=True, slots=True)
class Projection:
    """An annotation to start from, with frames of earlier annotations.

    Attributes:
        annotation: the projected frames and, where nothing corresponds, the automatic ones.
        origins: the name of the earlier annotation by projected frame: side and predicate.
    """

    annotation: Annotation
    origins: Mapping[tuple[Side, Span], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Projected:
    """A frame of the hypothesis that was projected.

    Attributes:
        frame: its words in the hypothesis.
        links: by part of the frame (``None`` is the predicate), the linked words of the reference: the predicate of
            their frame, and their own span, with the kind of link.
        equal: how many of its words are equal in both texts, in [0, 1].
        origin: the name of the earlier annotation.
    """

    frame: Frame
    links: Mapping[int | None, tuple[Span, Span, LinkKind]]
    equal: float
    origin: str


def project(automatic: Annotation, words: Words, earlier: Sequence[EarlierAnnotation]) -> Projection:
    """Return the annotation that an annotator starts from, given what they annotated before.

    Equal texts bring all frames and links along. Otherwise each frame comes from the earlier annotation with the most
    equal words, if its predicate corresponds to words here. Automatic frames remain where nothing is projected, unless
    their predicate corresponds to a word that the annotator left without a frame in a finished annotation.

    Args:
        automatic: the automatic annotation; its reference frames are those of the annotator, if there are any.
        words: of both texts.
        earlier: the annotator's annotations of other translations of the segment, or of nearly equal segments.
    """
    usable = [source for source in earlier if source.annotation.state is not State.CANNOT]
    for source in usable:
        if _is_equal(source, words, automatic):
            return _copied(source, automatic)
    maps = [corresponding_words(source.words["hypothesis"], words["hypothesis"]) for source in usable]
    projected = _best(
        [
            frame
            for source, word_map in zip(usable, maps, strict=True)
            for frame in _projected_frames(source, word_map, words)
        ]
    )
    if not usable:
        return Projection(automatic)
    rejected = {
        target
        for source, word_map in zip(usable, maps, strict=True)
        if source.annotation.state in FINISHED
        for word, target in word_map.items()
        if source.words["hypothesis"][word].casefold() == words["hypothesis"][target].casefold()
        and not any(_covers(frame.predicate, word) for frame in source.annotation.hypothesis)
    }
    kept = [
        frame
        for frame in automatic.hypothesis
        if not any(overlap(frame.predicate, other.frame.predicate) for other in projected)
        and not rejected.issuperset(range(*frame.predicate))
    ]
    frames = (*(other.frame for other in projected), *kept)
    annotation = _linked(replace(automatic, hypothesis=frames, alignment=FrameAlignment()), projected, words)
    return Projection(annotation, {("hypothesis", other.frame.predicate): other.origin for other in projected})


def _is_equal(source: EarlierAnnotation, words: Words, automatic: Annotation) -> bool:
    return (
        source.annotation.state in FINISHED
        and all(source.words[side] == words[side] for side in ("hypothesis", "reference"))
        and source.annotation.reference == automatic.reference
    )


def _copied(source: EarlierAnnotation, automatic: Annotation) -> Projection:
    """Return all frames and links of an annotation of equal texts; comments and state remain with their annotation."""
    frames, alignment = source.annotation.hypothesis, source.annotation.alignment
    annotation = replace(automatic, hypothesis=frames, reference=source.annotation.reference, alignment=alignment)
    return Projection(annotation, {("hypothesis", frame.predicate): source.name for frame in frames})


# Frames


def _projected_frames(source: EarlierAnnotation, word_map: Mapping[int, int], words: Words) -> Iterator[_Projected]:
    """Yield the frames of an earlier hypothesis whose predicates correspond to words of this one."""
    annotation, old, new = source.annotation, source.words["hypothesis"], words["hypothesis"]
    for place, frame in enumerate(annotation.hypothesis):
        predicate = _image(frame.predicate, word_map)
        if predicate is None or predicate[1] - predicate[0] > frame.predicate[1] - frame.predicate[0]:
            continue
        fillers: dict[int, Filler] = {}
        for number, filler in enumerate(frame.fillers):
            span = _image(filler.span, word_map)
            taken = [predicate, *(other.span for other in fillers.values())]
            if span is not None and not any(overlap(span, other) for other in taken):
                fillers[number] = replace(filler, span=span, probability=None)
        order = sorted(fillers, key=lambda number: fillers[number].span)
        ends = _link_ends(annotation, place, [None, *order])
        places: dict[int | None, int | None] = {None: None, **{number: new for new, number in enumerate(order)}}
        equal = [
            word in word_map and old[word].casefold() == new[word_map[word]].casefold() for word in sorted(frame.tokens)
        ]
        made = replace(frame, predicate=predicate, fillers=tuple(fillers[number] for number in order), probability=None)
        links = {places[number]: end for number, end in ends.items()}
        yield _Projected(made, links, sum(equal) / len(equal), source.name)


def _image(span: Span, word_map: Mapping[int, int]) -> Span | None:
    """Return the words from the first to the last that correspond to a span; None if they are far apart or missing."""
    words = [word_map[word] for word in range(*span) if word in word_map]
    if not words:
        return None
    image = min(words), max(words) + 1
    return image if image[1] - image[0] <= LONGEST * (span[1] - span[0]) + 1 else None


def _link_ends(
    annotation: Annotation, place: int, numbers: Sequence[int | None]
) -> dict[int | None, tuple[Span, Span, LinkKind]]:
    """Return by part of a frame what it is linked with: predicate and own words of the part, and the kind."""
    ends: dict[int | None, tuple[Span, Span, LinkKind]] = {}
    for number in numbers:
        partner = partner_of(annotation, "hypothesis", (place, number))
        if partner is not None:
            part, kind = partner
            ends[number] = annotation.reference[part[0]].predicate, span_of(annotation, "reference", part), kind
    return ends


def _best(frames: Sequence[_Projected]) -> list[_Projected]:
    """Return the frames with the most equal words, one for each predicate, in the order of the text."""
    best: list[_Projected] = []
    for frame in sorted(frames, key=lambda frame: -frame.equal):
        if frame.equal >= EQUAL and not any(overlap(frame.frame.predicate, other.frame.predicate) for other in best):
            best.append(frame)
    return sorted(best, key=lambda frame: frame.frame.predicate)


# Links


def _linked(annotation: Annotation, projected: Sequence[_Projected], words: Words) -> Annotation:
    """Return an annotation with the projected links, then with those of other frames that match."""
    places = {frame.predicate: place for place, frame in enumerate(annotation.reference)}
    frames: dict[tuple[int, int], LinkKind] = {}
    fillers: dict[tuple[tuple[int, int], tuple[int, int]], LinkKind] = {}
    for place, frame in enumerate(projected):
        predicate, _, kind = frame.links.get(None, ((-1, -1), (-1, -1), LinkKind.UNDECIDED))
        partner = places.get(predicate)
        if partner is None or partner in {reference for _, reference in frames}:
            continue
        frames[place, partner] = kind
        spans = {filler.span: number for number, filler in enumerate(annotation.reference[partner].fillers)}
        for number, (its_predicate, span, filler_kind) in frame.links.items():
            if number is not None and its_predicate == predicate and span in spans:
                fillers[(place, number), (partner, spans[span])] = filler_kind
    annotation = replace(annotation, alignment=FrameAlignment(frames, fillers))
    annotation = _with_matches(annotation, words)
    for pair in annotation.alignment.frames:
        annotation = link_equal_roles(annotation, pair, words)
    return annotation


def _with_matches(annotation: Annotation, words: Words) -> Annotation:
    """Link frames without a partner whose predicates are similar, and their fillers."""
    alignment = annotation.alignment
    open_places = [
        [place for place in range(len(frames)) if place not in {pair[side] for pair in alignment.frames}]
        for side, frames in enumerate((annotation.hypothesis, annotation.reference))
    ]
    hyp, ref = open_places
    matches = match_frames(
        [annotation.hypothesis[place] for place in hyp],
        [annotation.reference[place] for place in ref],
        similarities(_comparable(words["hypothesis"]), _comparable(words["reference"])),
    ).links()
    frames = {(hyp[first], ref[second]): kind for (first, second), kind in matches.frames.items()}
    fillers = {
        ((hyp[first[0]], first[1]), (ref[second[0]], second[1])): kind
        for (first, second), kind in matches.fillers.items()
    }
    both = FrameAlignment({**alignment.frames, **frames}, {**alignment.fillers, **fillers})
    return replace(annotation, alignment=both)


# Words


def corresponding_words(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return for words of one text the words of another that stand for them, 0-based.

    Equal words in the same order correspond. Between them, similar words do, else as many as there are in both, by
    their places; what is left over corresponds if it is equal.
    """
    forms = [[word.casefold() for word in text] for text in (old, new)]
    blocks = Indel.opcodes(*forms).as_matching_blocks()
    result = {block.a + place: block.b + place for block in blocks for place in range(block.size)}
    begin = 0, 0
    for block in blocks:
        changed = range(begin[0], block.a), range(begin[1], block.b)
        result |= _changed_words(old, new, *changed)
        begin = block.a + block.size, block.b + block.size
    left = {forms[1][word]: word for word in range(len(new)) if word not in set(result.values())}
    for word, form in enumerate(forms[0]):
        if word not in result and form in left:
            result[word] = left.pop(form)
    return result


def _changed_words(old: Sequence[str], new: Sequence[str], before: range, after: range) -> dict[int, int]:
    if not before or not after:
        return {}
    table = similarities(_comparable([old[word] for word in before]), _comparable([new[word] for word in after]))
    pairs = sorted(
        (-table[row, column], abs(row - column), row, column)
        for row, column in itertools.product(range(len(before)), range(len(after)))
        if table[row, column] >= SIMILAR
    )
    result: dict[int, int] = {}
    for _, _, row, column in pairs:
        if before[row] not in result and after[column] not in result.values():
            result[before[row]] = after[column]
    if len(before) == len(after):
        free = [word for word in after if word not in result.values()]
        result |= dict(zip((word for word in before if word not in result), free, strict=True))
    return result


def _comparable(words: Sequence[str]) -> list[Word]:
    return [(word.casefold(), word.casefold(), None) for word in words]


def _covers(span: Span, word: int) -> bool:
    return span[0] <= word < span[1]
