"""The predicates on which annotators of one translation differ, their parts that differ, and taking an answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.alignment.linked_frames import frames_of, partner_of, spans_of
from meantree.analysis.frames import Filler, Part, Span, overlap, phrase
from meantree.annotation.adjudication import frame_at, take_fillers, take_links, with_frame_of
from meantree.annotation.edits import delete_frame, other_side
from meantree.annotation.frame_annotation import Annotation, Predicate, State
from meantree.annotation.reference_frames import ReferenceFrames, reference_of, with_reference
from meantree.corpus.corpus import SIDES, Side
from meantree.grouping import clusters

Tokens = Mapping[Side, Sequence[str]]
FRAME, FILLER, FRAME_LINK, FILLER_LINK = "frame", "filler", "frame link", "filler link"
"""In what annotators differ."""
Answer = tuple[tuple[str, tuple[Span, ...]], ...] | None
"""What an annotator has: roles with the spans of their fillers, or kinds of links with those of what is linked.

It is empty for an annotator who has none, and None for one who could have none.
"""
NO_FRAME, NO_FILLERS, NO_FILLER, NOT_LINKED = "no frame", "frame without fillers", "no filler", "not linked"
SEPARATOR = " · "
"""Between the parts of an annotator's answer."""
HEAD_WORDS, TAIL_WORDS = 4, 3
"""Words at the start and the end of a long filler that a row shows."""
OTHERWISE = "something else"
GOLD = ""
"""Stands for the gold standard among the names of annotators, none of which is empty."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something of a predicate in which annotators differ.

    Attributes:
        of: the side and the tokens of the predicate.
        kind: :data:`FRAME`, :data:`FILLER`, :data:`FRAME_LINK` or :data:`FILLER_LINK`.
        fillers: the spans of the fillers that are compared, or of the one whose link is.
        answers: by annotator.
    """

    of: Predicate
    kind: str
    fillers: tuple[tuple[Span, ...], ...] = ()
    answers: Mapping[str, Answer] = field(default_factory=dict)

    def answer_of(self, annotation: Annotation) -> Answer:
        """Return what an annotation has of it."""
        (side, predicate), place = self.of, frame_at(annotation, *self.of)
        if self.kind == FRAME:
            return () if place is None else ((FRAME, (predicate,)),)
        if place is None:
            return None
        fillers = frames_of(annotation, side)[place].fillers
        if self.kind == FILLER:
            return _in_order(filler for filler in fillers if any(map(filler.overlaps, self.fillers)))
        if self.kind == FRAME_LINK:
            return _partner(annotation, side, (place, None))
        number = next((number for number, filler in enumerate(fillers) if filler.spans == self.fillers[0]), None)
        return None if number is None else _partner(annotation, side, (place, number))

    def in_words(self, answer: Answer, tokens: Tokens) -> str:
        """Return an answer to a filler or a link in words; empty if there could be none."""
        if answer is None:
            return ""
        if self.kind == FILLER:
            return "; ".join(_in_roles(answer, tokens[self.of[0]])) or NO_FILLER
        linked = (f"{phrase(tokens[other_side(self.of[0])], spans)} ({kind})" for kind, spans in answer)
        return f"linked with {'; '.join(linked)}" if answer else NOT_LINKED

    def kind_alone(self, answer: Answer) -> str:
        """Return how good a link is if all annotators who linked the filler chose the same words; else nothing."""
        partners = {spans for linked in self.answers.values() for _, spans in linked or ()}
        return f"{answer[0][0]} link" if answer and len(partners) == 1 else ""


@dataclass(frozen=True, slots=True)
class ContestedFrames:
    """A predicate on which annotators differ, or several that share words and of which one is chosen; or one part.

    Attributes:
        work: the annotations by annotator; that of the gold standard, as of :data:`GOLD`, where it overrules all.
        predicates: those that are contested.
        differences: in what annotators differ.
        part: the filler or link that alone is decided; None for all of the frame.
    """

    work: Mapping[str, Annotation]
    predicates: tuple[Predicate, ...]
    differences: tuple[Difference, ...]
    part: Difference | None = None

    @property
    def place(self) -> Predicate:
        """The side and the tokens of the first predicate."""
        return self.predicates[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The annotators."""
        return tuple(name for name in self.work if name != GOLD)

    @property
    def is_overruled(self) -> bool:
        """Whether the annotators agree, and the gold standard differs from them."""
        return GOLD in self.work

    @property
    def kinds(self) -> tuple[str, ...]:
        """In what the annotators differ, each once."""
        kinds = dict.fromkeys(difference.kind for difference in self.differences)
        if len(self.predicates) > 1:
            kinds = dict.fromkeys(("predicate", *(kind for kind in kinds if kind != FRAME)))
        return tuple(kinds)

    @property
    def parts(self) -> tuple[ContestedFrames, ...]:
        """The fillers and links that differ, each to be decided on its own; none of several predicates."""
        if self.part is not None or len(self.predicates) > 1:
            return ()
        return tuple(replace(self, part=difference) for difference in self.differences if difference.kind != FRAME)

    def frame_of(self, name: str) -> Predicate | None:
        """Return the first of the predicates of which an annotator has a frame; None without one."""
        return next((place for place in self.predicates if frame_at(self.work[name], *place) is not None), None)

    def words(self, tokens: Tokens) -> str:
        """Return the words of the predicates."""
        return " / ".join(phrase(tokens[side], [predicate]) for side, predicate in self.predicates)

    def answers(self, tokens: Tokens) -> dict[str, str]:
        """Return in words, by annotator, how they annotated what differs, or the part."""
        if self.part is not None:
            return {name: self.part.in_words(self.part.answers[name], tokens) for name in self.work}
        return {name: self._answer(name, tokens) for name in self.work}

    def _answer(self, name: str, tokens: Tokens) -> str:
        place = self.frame_of(name)
        if place is None:
            return NO_FRAME
        named = [phrase(tokens[place[0]], [place[1]])] if len(self.predicates) > 1 else []
        return SEPARATOR.join((*named, *self._cells(name, *place, tokens)))

    def _cells(self, name: str, side: Side, predicate: Span, tokens: Tokens) -> Iterator[str]:
        """Yield what differs of a frame that an annotator has, and the whole frame if others lack it."""
        annotation, words = self.work[name], tokens[side]
        own = [difference for difference in self.differences if difference.of == (side, predicate)]
        kinds = {difference.kind for difference in own}
        if FRAME in kinds:
            place = frame_at(annotation, side, predicate)
            fillers = () if place is None else _in_order(frames_of(annotation, side)[place].fillers)
            yield SEPARATOR.join(_in_roles(fillers, words)) or NO_FILLERS
            link = Difference((side, predicate), FRAME_LINK)
            if side == "hypothesis" and FRAME_LINK not in kinds and (linked := link.answer_of(annotation)):
                yield link.in_words(linked, tokens)
        for part in own:
            answer = part.answers[name]
            if part.kind == FRAME or (part.kind == FILLER and FRAME in kinds) or answer is None:
                continue
            said = part.in_words(answer, tokens)
            if part.kind == FILLER_LINK:
                said = f"{phrase(words, part.fillers[0])}: {part.kind_alone(answer) or said}"
            elif part.kind == FILLER and not answer:  # of which words, as the frame may have other fillers
                said = f"{said}: {phrase(words, part.fillers[0])}"
            yield said

    def is_undecided(self, gold: Annotation) -> bool:
        """Return whether one of the predicates neither has a frame in the gold standard nor is rejected."""
        return any(
            frame_at(gold, *predicate) is None and predicate not in gold.rejected for predicate in self.predicates
        )

    def supporters(self, gold: Annotation) -> tuple[str, ...]:
        """Return the annotators whose answer the gold standard has; none if it was edited.

        Links to what the reference of the gold standard lacks are not looked at.
        """
        if self.part is not None:
            now = self.part.answer_of(gold)
            return tuple(name for name in self.names if self.part.answers[name] == now)
        return tuple(name for name in self.names if not _differ(self.work[name], gold, self.predicates))

    def taken(self, gold: Annotation, name: str) -> Annotation:
        """Return the gold standard with the answer of an annotator, or without a frame, filler or link for ``""``.

        Of a predicate without a decision, the first filler or link that is taken brings all of its frame.

        Raises:
            EditRefused: if the answer cannot be taken.
        """
        source, part = self.work[name] if name else None, self.part
        is_decided = frame_at(gold, *self.place) is not None
        if part is None or (name and not is_decided):
            return self._with_frame(gold, source or Annotation())
        if not is_decided and len(replace(self, part=None).parts) == 1:
            # All who have the frame agree on the rest of it, so that comes from any of them.
            gold = self._with_frame(gold, self.work[next(filter(self.frame_of, self.names))])
        if part.kind == FILLER:
            return take_fillers(gold, source, *part.of, part.fillers)
        return take_links(gold, source, part.of[1], part.fillers[0] if part.fillers else None)

    def _with_frame(self, gold: Annotation, source: Annotation) -> Annotation:
        """Take the frame that an annotator has; alternatives are rejected, so that both are never in the gold."""
        for place in sorted(self.predicates, key=lambda place: frame_at(source, *place) is not None):
            gold = with_frame_of(gold, source, place)
        return gold


def contested(work: Mapping[str, Annotation]) -> tuple[ContestedFrames, ...]:
    """Return the predicates to decide, in the order of the texts, those of the translation first.

    Links are decided at the translation's end.

    Args:
        work: annotations of one translation beside one reference, by annotator.
    """
    found = ((place, differences(work, place)) for place in _predicates(work.values()))
    return tuple(ContestedFrames(work, (place,), differing) for place, differing in found if differing)


def joined(rows: Sequence[ContestedFrames]) -> tuple[ContestedFrames, ...]:
    """Join contested predicates that share words, as “broke” and “broke out”, so that one of them is chosen.

    Predicates stay apart if any annotator has frames of two of them.

    Args:
        rows: as :func:`contested` returns them.
    """
    found: list[ContestedFrames] = []
    for row in rows:
        if found and _is_alternative(row, found[-1]):
            last = found[-1]
            predicates, differing = last.predicates + row.predicates, last.differences + row.differences
            found[-1] = replace(last, predicates=predicates, differences=differing)
        else:
            found.append(row)
    return tuple(found)


def _is_alternative(row: ContestedFrames, other: ContestedFrames) -> bool:
    side, predicate = row.place
    if not any(where == side and overlap(span, predicate) for where, span in other.predicates):
        return False
    return not any(row.frame_of(name) and other.frame_of(name) for name in row.work)


def overruled(work: Mapping[str, Annotation], gold: Annotation) -> tuple[ContestedFrames, ...]:
    """Return the predicates on which all annotators agree, but the gold standard differs.

    A part without its link is not among them where the gold standard lacks the part that it is linked with.

    Args:
        work: annotations of one translation beside one reference, by annotator.
    """
    first, everybody = next(iter(work.values())), {**work, GOLD: gold}
    agreed = (place for place in _predicates(everybody.values()) if not differences(work, place))
    places = [place for place in agreed if _differ(first, gold, [place])]
    return tuple(ContestedFrames(everybody, (place,), differences(everybody, place)) for place in places)


def agreed_frames(work: Mapping[str, Annotation]) -> Annotation:
    """Return the frames on which all annotators agree, with their links; open, and without comments.

    Links to frames of the reference that are contested wait, as inactive ones, for the decision.
    """
    first = next(iter(work.values()), Annotation())
    bare = replace(first, state=State.OPEN, comment="", part_comments={}, finalized_by="", rejected=frozenset())
    common, disputed = replace(bare, inactive={}), {item.place for item in contested(work)}
    agreed = tuple(frame for frame in common.reference if ("reference", frame.predicate) not in disputed)
    if agreed != common.reference:
        common = replace(with_reference(common, ReferenceFrames(agreed)), own_reference=first.own_reference)
    for side, predicate in disputed:
        place = frame_at(common, side, predicate)
        if place is not None:
            common = delete_frame(common, side, place)
    return common


def differs(first: Annotation, second: Annotation, side: Side, predicate: Span) -> bool:
    """Return whether two annotations differ on a predicate: on its fillers, its link, or their links."""
    return bool(_all_differences({"first": first, "second": second}, (side, predicate)))


def differences(work: Mapping[str, Annotation], of: Predicate) -> tuple[Difference, ...]:
    """Return in what annotators differ on a predicate; links are those of the translation.

    A frame that only some annotators have is one difference; on its fillers and links only they are compared.
    Overlapping fillers of different annotators are compared with each other.

    Args:
        work: annotations of one translation beside one reference, by annotator.
    """
    found = _all_differences(work, of)
    return tuple(one for one in found if of[0] == "hypothesis" or one.kind in (FRAME, FILLER))


def _all_differences(work: Mapping[str, Annotation], of: Predicate) -> list[Difference]:
    answered = (
        replace(one, answers={name: one.answer_of(annotation) for name, annotation in work.items()})
        for one in _comparable(work.values(), of)
    )
    return [one for one in answered if len({*one.answers.values()} - {None}) > 1]


def _comparable(annotations: Collection[Annotation], of: Predicate) -> Iterator[Difference]:
    """Yield what can differ of a predicate, without answers."""
    places = [(annotation, frame_at(annotation, *of)) for annotation in annotations]
    frames = (frames_of(annotation, of[0])[place] for annotation, place in places if place is not None)
    fillers = [filler for frame in frames for filler in frame.fillers]
    yield Difference(of, FRAME)
    distinct = sorted({filler.spans: filler for filler in fillers}.values())
    for cluster in clusters(distinct, lambda one, other: one.overlaps(other.spans)):
        yield Difference(of, FILLER, tuple(filler.spans for filler in cluster))
    yield Difference(of, FRAME_LINK)
    yield from (Difference(of, FILLER_LINK, (spans,)) for spans in sorted(filler.spans for filler in distinct))


def _predicates(annotations: Iterable[Annotation]) -> list[Predicate]:
    """Return the predicates that any annotation has a frame of, in the order of the texts."""
    found = {(side, frame.predicate) for one in annotations for side in SIDES for frame in frames_of(one, side)}
    return sorted(found)


def _differ(annotation: Annotation, gold: Annotation, predicates: Iterable[Predicate]) -> bool:
    """Return whether the gold standard differs from an annotation in more than links that its reference cannot have."""
    over = with_reference(replace(annotation, inactive={}), reference_of(gold))
    own = {"hypothesis": over, "reference": annotation}
    return any(differences({"own": own[place[0]], GOLD: gold}, place) for place in predicates)


def _in_order(fillers: Iterable[Filler]) -> tuple[tuple[str, tuple[Span, ...]], ...]:
    return tuple((filler.role.value, filler.spans) for filler in sorted(fillers))


def _in_roles(answer: Iterable[tuple[str, tuple[Span, ...]]], words: Sequence[str]) -> list[str]:
    return [f"{role}: {phrase(words, spans)}" for role, spans in answer]


def _partner(annotation: Annotation, side: Side, part: Part) -> Answer:
    """Return what a part is linked with; links to fillers of frames that its frame is not linked with are ignored."""
    partner, of_frame = partner_of(annotation, side, part), partner_of(annotation, side, (part[0], None))
    if partner is None or of_frame is None or partner[0][0] != of_frame[0][0]:
        return ()
    return ((partner[1].value, spans_of(annotation, other_side(side), partner[0])),)


def shortened_answer(answer: str) -> str:
    """Return an answer with long fillers shortened in the middle."""
    return "".join(map(_shortened, re.split(f"({SEPARATOR}|; |: |linked with )", answer)))


def _shortened(part: str) -> str:
    words = part.split()
    if len(words) <= HEAD_WORDS + TAIL_WORDS + 1:
        return part
    return f"{' '.join(words[:HEAD_WORDS])} … {' '.join(words[-TAIL_WORDS:])}"
