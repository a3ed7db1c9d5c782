"""Proposes the fillers of predicates that an annotator names, and decides again what the annotator left untouched.

A filler is untouched if the labeller proposes it, or words around it, in the same role for the same predicate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from meantree.alignment.frame_matching import SIMILAR
from meantree.alignment.linked_frames import frames_of, partner_of
from meantree.alignment.similarity import comparable_words, phrase_similarity, similarities
from meantree.analysis.frames import Filler, FillerPlace, Frame, LinkKind, Part, Role, Span
from meantree.analysis.role_labeller import BY_NUMBER, CORE, LabelPredicate
from meantree.analysis.sentences import Analysis
from meantree.annotation import edits
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.rules import Rules
from meantree.annotation.starting_frames import StartingFrames
from meantree.corpus.corpus import SIDES, Side


class Proposals:
    """Knows which frame the labeller gives any predicate of two texts, by the rules of a project.

    Args:
        label: labels a word; see :func:`~meantree.analysis.role_labeller.load_predicate_labeller`.
    """

    def __init__(self, texts: Sequence[Analysis], rules: Rules, label: LabelPredicate) -> None:
        self._texts: dict[Side, Analysis] = dict(zip(SIDES, texts, strict=True))
        self._words = {side: comparable_words(text.tokens) for side, text in self._texts.items()}
        self._rules, self._label = rules, label
        self._known: dict[tuple[Side, Span], Frame | None] = {}
        self._by_rules: dict[Side, StartingFrames] = {}

    def frame(self, side: Side, predicate: Span) -> Frame | None:
        """Return the frame that a predicate gets, without fillers in its words; None in a sentence that is too long."""
        if (side, predicate) not in self._known:
            self._known[side, predicate] = self._proposed(side, predicate)
        return self._known[side, predicate]

    def _proposed(self, side: Side, predicate: Span) -> Frame | None:
        text = self._texts[side]
        labelled = self._label(text, self.head(side, predicate))
        if labelled is None:
            return None
        if side not in self._by_rules:
            self._by_rules[side] = StartingFrames(text, self._rules)
        frame = self._by_rules[side].adapted(replace(labelled, predicate=predicate))
        return replace(frame, fillers=tuple(f for f in frame.fillers if not f.overlaps([predicate])))

    def head(self, side: Side, predicate: Span) -> int:
        """Return the word of a predicate that governs the others, 0-based; a verb, if there is one."""
        heads, tokens = self._texts[side].tree().heads, self._texts[side].tokens
        words = [word for word in range(*predicate) if not predicate[0] <= heads[word] < predicate[1]]
        return next((word for word in words if tokens[word].upos == "VERB"), words[0])

    def proposes(self, side: Side, predicate: Span, filler: Filler) -> bool:
        """Return whether a filler of a predicate is untouched: proposed, or what is left of a proposed one."""
        frame = self.frame(side, predicate) if not filler.further else None  # what has parts was joined by hand
        return frame is not None and any(
            filler.role is other.role and other.span[0] <= filler.span[0] and filler.span[1] <= other.span[1]
            for other in frame.fillers
        )

    def is_other_verb(self, side: Side, frame: Frame, predicate: Span) -> bool:
        """Return whether a predicate governs other fillers than those that a frame has, all of them untouched."""
        if not 0 <= predicate[0] < predicate[1] <= len(self._words[side]):
            return False
        proposed = self.frame(side, frame.predicate)
        is_other = self.head(side, frame.predicate) != self.head(side, predicate)
        return is_other and proposed is not None and set(frame.fillers) == set(proposed.fillers)

    def partner(self, annotation: Annotation, side: Side, predicate: Span) -> int | None:
        """Return the frame of the other text, without a partner yet, whose predicate is most similar; None if none is.

        The frame is given by its 0-based place.
        """
        other, own = edits.other_side(side), self._words[side][slice(*predicate)]
        similar = {
            place: phrase_similarity(similarities(own, self._words[other][slice(*frame.predicate)]))
            for place, frame in enumerate(frames_of(annotation, other))
            if partner_of(annotation, other, (place, None)) is None
        }
        best = max(similar, key=lambda place: similar[place], default=None)
        return best if best is not None and similar[best] >= SIMILAR else None


# Edits


def add_frame(
    annotation: Annotation, side: Side, predicate: Span, proposals: Proposals | None, words: edits.Words
) -> Annotation:
    """Add a frame after the others, with proposed fillers, linked with a similar frame of the other text.

    Raises:
        EditRefused: if a frame already has that predicate.
    """
    annotation = edits.add_frame(annotation, side, predicate)
    place = len(frames_of(annotation, side)) - 1
    return annotation if proposals is None else _filled(annotation, side, place, proposals, words)


def drop_or_propose(
    annotation: Annotation, side: Side, place: int, proposals: Proposals, words: edits.Words
) -> Annotation:
    """Delete the untouched fillers of a frame; propose fillers for a frame without any.

    Raises:
        EditRefused: if there is nothing to delete or to propose.
    """
    frame = frames_of(annotation, side)[place]
    if not frame.fillers:
        filled = _filled(annotation, side, place, proposals, words)
        if not frames_of(filled, side)[place].fillers:
            raise edits.EditRefused("the labeller finds no filler for this predicate")
        return filled
    untouched = [
        number for number, filler in enumerate(frame.fillers) if proposals.proposes(side, frame.predicate, filler)
    ]
    if not untouched:
        raise edits.EditRefused("all fillers of this frame are edited; delete them one by one")
    return _without(annotation, side, place, untouched)


def set_span(
    annotation: Annotation,
    side: Side,
    part: Part,
    span: Span,
    proposals: Proposals | None,
    words: edits.Words,
    old: Span | None = None,
) -> Annotation:
    """Change the span of a predicate or filler; untouched fillers make room for it.

    Of a filler in several parts, the part at ``old`` changes, by default the first.

    A predicate that moves to another verb gets the fillers of that verb, unless some of its fillers were touched.

    Raises:
        EditRefused: as :func:`~meantree.annotation.edits.set_span`.
    """
    place, number = part
    frame = frames_of(annotation, side)[place]
    if proposals is None:
        return edits.set_span(annotation, side, part, span, len(words[side]), old)
    if number is None and proposals.is_other_verb(side, frame, span):
        moved = edits.set_span(annotation, side, part, span, len(words[side]))
        return _filled(_without(moved, side, place, range(len(frame.fillers))), side, place, proposals, words)
    own = None if number is None else frame.fillers[number]
    annotation = _with_room(annotation, side, place, span, proposals, own)
    if own is not None:
        part = place, frames_of(annotation, side)[place].fillers.index(own)
    annotation = edits.set_span(annotation, side, part, span, len(words[side]), old)
    return annotation if number is not None else _with_sense(annotation, side, place, proposals)


def add_filler(
    annotation: Annotation, side: Side, place: int, filler: Filler, proposals: Proposals | None, words: edits.Words
) -> Annotation:
    """Add a filler, link it with an equal one, and decide again on untouched ones with the same words or core role.

    Raises:
        EditRefused: as :func:`~meantree.annotation.edits.add_filler`.
    """
    if proposals is not None:
        annotation = _with_room(annotation, side, place, filler.span, proposals)
    annotation = edits.add_filler(annotation, side, place, filler)
    number = frames_of(annotation, side)[place].fillers.index(filler)
    return set_role(annotation, side, (place, number), filler.role, proposals, words)


def add_part(
    annotation: Annotation, side: Side, part: FillerPlace, span: Span, proposals: Proposals | None
) -> Annotation:
    """Add tokens to a filler as a further part; untouched fillers make room for them.

    Raises:
        EditRefused: as :func:`~meantree.annotation.edits.add_part`.
    """
    place, number = part
    if proposals is not None:
        own = frames_of(annotation, side)[place].fillers[number]
        annotation = _with_room(annotation, side, place, span, proposals, own)
        number = frames_of(annotation, side)[place].fillers.index(own)
    return edits.add_part(annotation, side, (place, number), span)


def set_role(
    annotation: Annotation, side: Side, part: FillerPlace, role: Role, proposals: Proposals | None, words: edits.Words
) -> Annotation:
    """Give a filler a role and link it with an equal one; an untouched filler with the same core role gets another.

    That filler takes the core role that the first one had, else the role of its number. If neither is free, both have
    the same role, as some annotators want.
    """
    place, number = part
    before = frames_of(annotation, side)[place].fillers[number].role
    annotation = edits.relabel(annotation, side, part, role)
    frame = frames_of(annotation, side)[place]
    for other, filler in enumerate(frame.fillers):
        is_double = other != number and filler.role is role and role in CORE
        if proposals is not None and is_double and proposals.proposes(side, frame.predicate, filler):
            used = {one.role for one in frame.fillers}
            wanted = (before if before in CORE else role, BY_NUMBER.get(filler.label, role))
            free = next((one for one in wanted if one not in used), role)
            annotation = edits.relabel(annotation, side, (place, other), free)
            annotation = edits.link_equal_role(annotation, side, (place, other), words)
    return edits.link_equal_role(annotation, side, part, words, takes_over=True)


def _with_sense(annotation: Annotation, side: Side, place: int, proposals: Proposals) -> Annotation:
    """Give a frame the sense of its present predicate: "broke out" has another one than "broke"."""
    frames = frames_of(annotation, side)
    proposed = proposals.frame(side, frames[place].predicate)
    if proposed is None or frames[place].roleset == proposed.roleset:
        return annotation
    frame = replace(frames[place], roleset=proposed.roleset)
    return edits.with_frames(annotation, side, (*frames[:place], frame, *frames[place + 1 :]))


def _filled(annotation: Annotation, side: Side, place: int, proposals: Proposals, words: edits.Words) -> Annotation:
    """Give a frame without fillers those proposed, and link it, and them, if it has or finds a partner."""
    predicate = frames_of(annotation, side)[place].predicate
    proposed = proposals.frame(side, predicate)
    if proposed is not None:
        frames = frames_of(annotation, side)
        made = replace(frames[place], fillers=proposed.fillers, roleset=proposed.roleset)
        annotation = edits.with_frames(annotation, side, (*frames[:place], made, *frames[place + 1 :]))
    linked = partner_of(annotation, side, (place, None))
    partner = linked[0][0] if linked is not None else proposals.partner(annotation, side, predicate)
    if partner is None:
        return annotation
    pair = (place, partner) if side == "hypothesis" else (partner, place)
    if linked is None:
        annotation = edits.link(annotation, (pair[0], None), (pair[1], None), LinkKind.CORRECT)
    return edits.link_equal_roles(annotation, pair, words)


def _with_room(
    annotation: Annotation, side: Side, place: int, span: Span, proposals: Proposals, own: Filler | None = None
) -> Annotation:
    """Cut a span off the untouched fillers of a frame, but for ``own``; of what is left, the longer part stays."""
    frame = frames_of(annotation, side)[place]
    for number in reversed(range(len(frame.fillers))):
        filler = frame.fillers[number]
        is_in_the_way = filler != own and filler.overlaps([span])
        if not is_in_the_way or not proposals.proposes(side, frame.predicate, filler):
            continue
        left, right = (filler.span[0], span[0]), (span[1], filler.span[1])
        rest = max(left, right, key=lambda part: part[1] - part[0])
        if rest[0] < rest[1]:
            annotation = edits.set_span(annotation, side, (place, number), rest, rest[1])
        else:
            annotation = edits.delete_filler(annotation, side, (place, number))
    return annotation


def _without(annotation: Annotation, side: Side, place: int, numbers: Iterable[int]) -> Annotation:
    for number in sorted(numbers, reverse=True):
        annotation = edits.delete_filler(annotation, side, (place, number))
    return annotation
