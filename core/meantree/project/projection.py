"""An annotator's earlier frames, projected on another translation through the words that both have."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from rapidfuzz.fuzz import ratio

from meantree.alignment.corresponding_words import corresponding_words
from meantree.alignment.linked_frames import aligned, links, parts_of, span_of
from meantree.alignment.similarity import plain_words
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Part, Role, Span, overlap
from meantree.analysis.role_labeller import CORE
from meantree.annotation.alike_fillers import are_opposed
from meantree.annotation.edits import Words, exchanged, keep_frames, link_equal_roles
from meantree.annotation.frame_annotation import AUTOMATIC, FINISHED, Annotation, AnnotationKey, ReferencePart, State
from meantree.annotation.proposals import StartingFrames
from meantree.annotation.reference_frames import ReferenceFrames, reference_of, with_reference, without_reference
from meantree.corpus.corpus import SIDES, Segment, Side

if TYPE_CHECKING:
    from meantree.project.file import Project

EQUAL: Final = 0.5
"""Smallest share of equal words in frames that are projected."""
NEARLY_EQUAL: Final = 90.0
"""Smallest similarity of both texts of segments that count as nearly equal, in percent of their letters."""
MOST_SEGMENTS: Final = 3
"""The most nearly equal segments from which frames are projected."""


@dataclass(frozen=True, slots=True)
class EarlierAnnotation:
    """An annotation that the annotator made of another translation.

    Attributes:
        name: of the system, or of segment and system for another segment; the annotator reads it.
        words: of both texts, which the spans of the annotation count.
        automatic: the automatic frames of the hypothesis, where they are known: equal ones were only accepted.
    """

    name: str
    words: Words
    annotation: Annotation
    automatic: Sequence[Frame] = ()


@dataclass(frozen=True, slots=True)
class Projection:
    """An annotation to start from, with frames of earlier annotations.

    Attributes:
        annotation: the projected frames and, where nothing corresponds, the automatic ones.
        origins: the name of the earlier annotation by projected frame of the hypothesis.
    """

    annotation: Annotation
    origins: Mapping[Frame, str] = field(default_factory=dict)

    def untouched(self, annotation: Annotation) -> dict[Frame, str]:
        """Return the origins of the projected frames that an annotation has as they are here, with their links."""
        own, made = links_by_frame(annotation), links_by_frame(self.annotation)
        return {frame: name for frame, name in self.origins.items() if frame in own and own[frame] == made[frame]}


class _Link(NamedTuple):
    """A link of a part of a projected frame.

    Attributes:
        part: of the reference.
        is_sure: whether it has the words that were linked so; else what the automatic annotation has as correct holds.
    """

    part: ReferencePart
    kind: LinkKind
    is_sure: bool


@dataclass(frozen=True, slots=True)
class _Projected:
    """A frame of the hypothesis that was projected.

    Attributes:
        frame: its words in the hypothesis.
        links: by part of the frame; ``None`` is the predicate.
        equal: how many of its words are equal in both texts, in [0, 1].
        origin: the name of the earlier annotation.
        is_own: whether nothing but links comes from there.
    """

    frame: Frame
    links: Mapping[int | None, _Link]
    equal: float
    origin: str
    is_own: bool


def project(
    automatic: Annotation, words: Words, earlier: Sequence[EarlierAnnotation], starting: StartingFrames | None = None
) -> Projection:
    """Return the annotation that an annotator starts from, given what they annotated before.

    Equal texts bring all frames and links along. Otherwise each frame comes from the earlier annotation with the most
    equal words, if its predicate corresponds to words here. It decides about words that both translations share; other
    words and fillers of the automatic frame remain, unless the annotator deleted a filler of that role with words of
    theirs. If the predicate stands among other words, as in a passive, roles of fillers that the annotator left as they
    were are those here, and others where agent and patient are exchanged. An automatic frame that was accepted as it
    stood only adds to the automatic one here. Automatic frames remain where nothing is projected, unless their
    predicate corresponds to a word that the annotator left without a frame in a finished annotation.

    Args:
        automatic: the automatic annotation; its reference frames are those of the annotator, if there are any.
        earlier: the annotator's annotations of other translations of the segment, or of nearly equal segments.
        starting: what the syntax of the hypothesis and the project's rules allow; without it, everything.
    """
    usable = [source for source in earlier if source.annotation.state is not State.CANNOT]
    for source in usable:
        own = source.annotation
        is_equal = all(source.words[side] == words[side] for side in SIDES) and own.reference == automatic.reference
        if is_equal and own.state in FINISHED:  # comments and state stay with the earlier one
            made = replace(automatic, hypothesis=own.hypothesis, reference=own.reference, alignment=own.alignment)
            return Projection(made, dict.fromkeys(own.hypothesis, source.name))
    automatic = _with_reference_of(usable, automatic, words)
    if not usable:
        return Projection(automatic)
    transfers = [_Transfer(source, words, automatic.hypothesis, starting) for source in usable]
    projected = _best([frame for transfer in transfers for frame in transfer.frames()])
    rejected = {word for transfer in transfers for word in transfer.rejected()}
    kept = [
        frame
        for frame in automatic.hypothesis
        if not any(overlap(frame.predicate, other.frame.predicate) for other in projected)
        and not rejected.issuperset(range(*frame.predicate))
    ]
    frames = (*(other.frame for other in projected), *kept)
    annotation = _linked(automatic, frames, projected, words)
    before, after = links_by_frame(automatic), links_by_frame(annotation)
    brought = (other for other in projected if not other.is_own or before.get(other.frame) != after[other.frame])
    return Projection(annotation, {other.frame: other.origin for other in brought})


def reference_as_earlier(annotation: Annotation, words: Words, *, finished: bool) -> EarlierAnnotation:
    """Return the reference's own frames as an annotation to project from: each frame is linked with itself.

    If the annotator has ``finished`` these frames, words without one are no predicates.
    """
    frames = annotation.reference
    parts = [part for place, frame in enumerate(frames) for part in parts_of(place, len(frame.fillers))]
    alignment = aligned((part, part, LinkKind.CORRECT) for part in parts)
    both: Words = {"hypothesis": words["reference"], "reference": words["reference"]}
    state = State.DONE if finished else State.OPEN
    return EarlierAnnotation("the reference", both, Annotation(frames, frames, alignment, state))


def _with_reference_of(sources: Sequence[EarlierAnnotation], automatic: Annotation, words: Words) -> Annotation:
    """Return the automatic annotation with reference frames of earlier annotations of nearly equal references.

    Equal references have their annotator's frames already.
    """
    if not sources or any(source.words["reference"] == words["reference"] for source in sources):
        return automatic
    swapped = [
        EarlierAnnotation(
            source.name,
            {"hypothesis": source.words["reference"], "reference": ()},
            Annotation(source.annotation.reference, state=source.annotation.state),
        )
        for source in sources
    ]
    start = Annotation(automatic.reference)
    made = project(start, {"hypothesis": words["reference"], "reference": ()}, swapped).annotation
    return replace(with_reference(automatic, ReferenceFrames(made.hypothesis)), inactive={})


def swapped(annotation: Annotation, old: Annotation, new: Annotation) -> Annotation:
    """Return an annotation whose untouched frames of the hypothesis are those of ``new`` in place of those of ``old``.

    Frames that the annotator touched stay, behind the others, and no frame comes whose predicate they contain. Frames
    that both have with the same links stay as they are; one that the annotator deleted does not come back.
    """
    own, before, after = map(links_by_frame, (annotation, old, new))
    left_out = [
        frame
        for frame, links in own.items()
        if frame in before and (frame not in after or links == before[frame] != after[frame])
    ]
    kept = [place for place, frame in enumerate(annotation.hypothesis) if frame not in left_out]
    annotation = keep_frames(annotation, "hypothesis", kept)
    for place, frame in enumerate(new.hypothesis):
        is_taken = any(overlap(frame.predicate, other.predicate) for other in annotation.hypothesis)
        if (frame not in before or frame in left_out) and not is_taken:
            frames = (*annotation.hypothesis, frame)
            annotation = _with_links_of(replace(annotation, hypothesis=frames), new, place)
    order = {frame: place for place, frame in enumerate(new.hypothesis)}
    frames = annotation.hypothesis
    places = sorted(range(len(frames)), key=lambda place: order.get(frames[place], len(order)))
    return keep_frames(annotation, "hypothesis", places)


def links_by_frame(annotation: Annotation) -> dict[Frame, dict[tuple[int | None, ReferencePart], LinkKind]]:
    """Return the links of each frame of the hypothesis, by number of the filler and part of the reference."""
    known = without_reference(annotation).inactive.items()
    return {
        frame: {(part[1], other): kind for (part, other), kind in known if part[0] == place}
        for place, frame in enumerate(annotation.hypothesis)
    }


def _with_links_of(annotation: Annotation, new: Annotation, place: int) -> Annotation:
    """Link the last frame of the hypothesis as a frame of ``new`` is, where the reference has the same free parts."""
    links = (
        (((len(annotation.hypothesis) - 1, number), other), kind)
        for ((frame, number), other), kind in without_reference(new).inactive.items()
        if frame == place
    )
    return _linked_by_words(annotation, links)


def _linked_by_words(
    annotation: Annotation, links: Iterable[tuple[tuple[Part, ReferencePart], LinkKind]]
) -> Annotation:
    """Add links to parts of the reference with these words, frames first, if both parts are free in linked frames."""
    found = dict(without_reference(annotation).inactive)
    for (part, other), kind in sorted(links, key=lambda link: link[0][0][1] is not None):
        is_free = not any(part == own or other == reference for own, reference in found)
        kind_of_frames = found.get(((part[0], None), (other[0], None)), LinkKind.UNDECIDED)
        if is_free and (part[1] is None or kind_of_frames is not LinkKind.UNDECIDED):
            found[part, other] = kind
    linked = with_reference(replace(annotation, inactive=found), reference_of(annotation))
    return replace(annotation, alignment=linked.alignment)


# What the annotator did before


def earlier_annotations(
    project: Project, key: AnnotationKey, segment_of: Callable[[str], Segment | None]
) -> list[EarlierAnnotation]:
    """Return the annotator's annotations of other translations of a segment, or else of nearly equal segments.

    Args:
        segment_of: returns a segment by its key, with the tokens that annotations count; None if it is unknown.
    """
    own = project.annotations(key.annotator, key.segment)
    names = {other: other.system for other in own if other.reference == key.reference}
    if not any(other.system and other != key for other in names):
        names = {other: f"{other.segment}, {other.system}" for other in _nearly_equal(project, key, segment_of)}
    found = []
    for other, name in names.items():
        segment, annotation = segment_of(other.segment), project.annotation(other)
        if segment is None or annotation is None or other == key or not other.system:
            continue
        hypothesis, reference = segment.hypotheses.get(other.system), segment.references.get(other.reference)
        if hypothesis is not None and reference is not None and hypothesis.tokens and reference.tokens:
            words: Words = {"hypothesis": hypothesis.tokens, "reference": reference.tokens}
            automatic = project.annotation(replace(other, annotator=AUTOMATIC)) or Annotation()
            found.append(EarlierAnnotation(name, words, annotation, automatic.hypothesis))
    return found


def _nearly_equal(
    project: Project, key: AnnotationKey, segment_of: Callable[[str], Segment | None]
) -> list[AnnotationKey]:
    """Return the annotator's annotations of other segments with nearly equal texts, the most similar ones first."""
    opened = segment_of(key.segment)
    if opened is None:
        return []
    texts = opened.hypotheses[key.system].text, opened.references[key.reference].text
    similar: list[tuple[float, AnnotationKey]] = []
    for other in project.changed(key.annotator):
        segment = segment_of(other.segment) if other.system and other.segment != key.segment else None
        if segment is None or other.system not in segment.hypotheses or other.reference not in segment.references:
            continue
        others = segment.hypotheses[other.system].text, segment.references[other.reference].text
        least = min(
            ratio(text, other_text, score_cutoff=NEARLY_EQUAL) for text, other_text in zip(texts, others, strict=True)
        )
        if least >= NEARLY_EQUAL:
            similar.append((least, other))
    return [other for _, other in sorted(similar, key=lambda item: -item[0])[:MOST_SEGMENTS]]


# Frames


@dataclass(frozen=True)
class _Transfer:
    """Projects the frames of an earlier annotation, the source; other attributes as arguments of :func:`project`."""

    source: EarlierAnnotation
    words: Words
    automatic: Sequence[Frame]
    starting: StartingFrames | None

    @cached_property
    def _maps(self) -> Mapping[Side, Mapping[int, int]]:
        """The words here that correspond to those of the earlier texts."""
        return {side: corresponding_words(self.source.words[side], self.words[side]) for side in SIDES}

    @cached_property
    def _equal(self) -> Mapping[int, int]:
        """The words of the hypothesis that correspond to equal ones."""
        old, new = self.source.words["hypothesis"], self.words["hypothesis"]
        pairs = self._maps["hypothesis"].items()
        return {word: here for word, here in pairs if old[word].casefold() == new[here].casefold()}

    def rejected(self) -> Iterator[int]:
        """Yield the words here that the annotator left without a frame in a finished annotation."""
        if self.source.annotation.state in FINISHED:
            predicates = _predicates(self.source.annotation.hypothesis)
            yield from (here for word, here in self._equal.items() if word not in predicates)

    def frames(self) -> Iterator[_Projected]:
        """Yield the frames of the earlier hypothesis whose predicates correspond to words of this one.

        Their verbs, or else first words, have the same form, or they are automatic predicates: by its place alone, any
        word may correspond, and a particle says little without its verb. Fillers that are linked with each other's core
        role are mostly a mistake.
        """
        verbs = _predicates(self.source.automatic)
        for place, frame in enumerate(self.source.annotation.hypothesis):
            predicate = _image(frame.predicate, self._maps["hypothesis"])
            if predicate is None or predicate[1] - predicate[0] > frame.predicate[1] - frame.predicate[0]:
                continue
            own = next((other for other in self.automatic if overlap(other.predicate, predicate)), None)
            verb = verbs.intersection(range(*frame.predicate)) or frame.predicate[:1]
            is_known = own is not None or not self._equal.keys().isdisjoint(verb)
            if own is None and self.starting is not None and self._before(frame) is not None:
                is_known = is_known and self.starting.admits(Frame(predicate, roleset=frame.roleset))
            fillers = ((place, number) for number in range(len(frame.fillers)))
            if is_known and not any(exchanged(self.source.annotation, "hypothesis", one) for one in fillers):
                yield self._projected(place, predicate, own or Frame(predicate))

    def _projected(self, place: int, predicate: Span, own: Frame) -> _Projected:
        """Return an earlier frame with a predicate here, and with what only the automatic frame here has."""
        frame = self.source.annotation.hypothesis[place]
        fillers = self._fillers(frame, predicate, own)
        if _around(frame.predicate, self.source.words["hypothesis"]) != _around(predicate, self.words["hypothesis"]):
            fillers = _by_syntax(fillers, own, self._untouched(frame))
        shared = {word for word in self._maps["hypothesis"].values() if self.words["hypothesis"][word].isalnum()}
        fillers = _whole(fillers, own, predicate, shared)
        fillers = self._with_core(fillers, frame, own)
        taken = [predicate, *_spans(fillers.values())]
        lost = {filler.role for number, filler in enumerate(frame.fillers) if number not in fillers}
        free = (one for one in own.fillers if not one.overlaps(taken))
        only_here = [one for one in free if one.role in lost or self._left_out(frame, one.role).isdisjoint(one.tokens)]
        fillers = {
            n: filler
            for n, filler in fillers.items()
            if not self._is_of_others(filler, frame.fillers[n], own, only_here)
        }
        fillers |= enumerate(only_here, len(frame.fillers))
        order = sorted(fillers, key=lambda number: fillers[number].span)
        is_same = [self._equal.get(word) for word in range(*frame.predicate)] == [*range(*predicate)]
        sense = frame.roleset if is_same else own.roleset  # another verb has other senses
        made = Frame(predicate, tuple(fillers[number] for number in order), sense)
        share = len(self._equal.keys() & frame.tokens) / len(frame.tokens)
        is_own = made == own and own in self.automatic and frame in self.source.automatic
        links = self._links(place, made, order)
        return _Projected(own if is_own else made, links, share, self.source.name, is_own)

    def _with_core(self, fillers: Mapping[int, Filler], frame: Frame, own: Frame) -> dict[int, Filler]:
        """Return fillers without those in the place of the automatic agent or patient that the annotator did not touch.

        They are in its place if they have its words, and none has its role.
        """
        roles = {one.role for one in fillers.values()}
        lacking = [one for one in own.fillers if one.role in (Role.AGENT, Role.PATIENT) and one.role not in roles]
        replaced = _spans(one for one in lacking if self._left_out(frame, one.role).isdisjoint(one.tokens))
        before = self._untouched(frame)
        return {number: one for number, one in fillers.items() if number not in before or not one.overlaps(replaced)}

    def _untouched(self, frame: Frame) -> set[int]:
        """Return the numbers of the fillers of an earlier frame that are automatic ones."""
        before = self._before(frame)
        return {number for number, one in enumerate(frame.fillers) if before and one in before.fillers}

    def _before(self, frame: Frame) -> Frame | None:
        """Return the automatic frame that the annotator made an earlier frame of; None if it is their own."""
        return next((one for one in self.source.automatic if overlap(one.predicate, frame.predicate)), None)

    def _left_out(self, frame: Frame, role: Role) -> set[int]:
        """Return the words here that cannot have a role, since the annotator left them out of a finished frame.

        They are those of deleted automatic fillers with the role; of a frame of the annotator's own, all others.
        """
        if self.source.annotation.state not in FINISHED:
            return set()
        before = self._before(frame)
        if before is None:
            return {self._equal[word] for word in self._equal.keys() - frame.tokens}
        gone = [one for one in before.fillers if one.role is role and not one.overlaps(_spans(frame.fillers))]
        return {self._equal[word] for one in gone for word in self._equal.keys() & {*one.tokens}}

    def _fillers(self, frame: Frame, predicate: Span, own: Frame) -> dict[int, Filler]:
        """Return the fillers of an earlier frame that have words here, by their numbers.

        Of the words that correspond, and equal ones with this role in the automatic frame, those nearest to the
        predicate are taken: a text may have several “we”. They do not stretch over automatic predicates of this text
        alone. If the earlier frame was only accepted, the fillers of the automatic one with these words or this core
        role take their places.
        """
        old, new = self.source.words["hypothesis"], self.words["hypothesis"]
        others = _predicates(one for one in self.automatic if one is not own)
        only_new = others.difference(self._maps["hypothesis"].values())
        fillers: dict[int, Filler] = {}
        for number, filler in enumerate(frame.fillers):
            images = [image for span in filler.spans if (image := self._phrase(span, predicate, own)) is not None]
            tokens = [word for image in images for word in range(*image)]
            is_image = len(images) == len(filler.spans) and len({*tokens} - only_new) == len(tokens)
            same_role = [one for one in own.fillers if one.role is filler.role]
            is_elsewhere = same_role and not any(one.overlaps(images) for one in same_role)
            is_other = is_elsewhere and self._equal.keys().isdisjoint(filler.tokens)
            if is_other and filler.role in (Role.MODAL, Role.NEGATION):  # must not, does not have to
                is_image = False
            found = [tuple(images)] if is_image else []
            better = [one for one in own.fillers if one.overlaps(images) or (one in same_role and one.role in CORE)]
            if better and frame in self.source.automatic:
                found = [one.spans for one in better if one in same_role]
            found += [one.spans for one in same_role if _forms(one.tokens, new) == _forms(filler.tokens, old)]
            nearest = min(found, key=partial(_distance, predicate), default=None)
            taken = [predicate, *_spans(fillers.values())]
            if nearest is not None and not (moved := filler.with_spans(nearest)).overlaps(taken):
                fillers[number] = moved
        return fillers

    def _is_of_others(self, filler: Filler, earlier: Filler, own: Frame, only_here: Sequence[Filler]) -> bool:
        """Whether a projected filler that the automatic frame lacks is that of another clause in this translation.

        So is one with a core role that words of this translation alone have, nearer to the predicate, as in “you can …
        and I still do”. Of what other automatic frames have, so is a filler with few of its earlier words, “experts” of
        “according to experts”; and a modal or negation, if this one has its own, or if that one's verb or a core role
        of this one is between, in words of this translation alone.
        """
        if any(other.overlaps(filler.spans) for other in own.fillers):
            return False
        if filler.role in CORE:
            far = _distance(own.predicate, filler.spans)
            return any(one.role is filler.role and _distance(own.predicate, one.spans) < far for one in only_here)
        others = [one for frame in self.automatic for one in frame.fillers if one.overlaps(filler.spans)]
        if others and len(self._equal.keys() & earlier.tokens) < EQUAL * len(earlier.tokens):
            return True
        if filler.role not in (Role.MODAL, Role.NEGATION) or all(one.role is not filler.role for one in others):
            return False
        if any(one.role is filler.role for one in own.fillers):
            return True
        (_, begin), (end, _) = sorted((filler.span, own.predicate))
        of_clauses = _predicates(self.automatic).union(*(one.tokens for one in own.fillers if one.role in CORE))
        return bool(of_clauses.intersection(range(begin, end)).difference(self._maps["hypothesis"].values()))

    def _phrase(self, span: Span, predicate: Span, own: Frame) -> Span | None:
        """Return the image of a filler with what only this translation adds to the phrase; None if there is none.

        One with other words that is cut in mid-phrase, as “the boy that the dog” is, gives way to automatic fillers.
        """
        image, known = self._whole_image(span), self._maps["hypothesis"]
        if image is None or self.starting is None or image in _spans(own.fillers):
            return image
        words, around = {*range(*image)}, self.starting.phrase(image)
        if around == image or overlap(around, predicate):
            return image
        if ({*range(*around)} - words).isdisjoint(known.values()):
            return around
        is_own = words <= {known[word] for word in range(*span) if word in known}
        return image if is_own or not any(one.overlaps([image]) for one in own.fillers) else None

    def _whole_image(self, span: Span) -> Span | None:
        """Return the image of a filler with all words that stand in the place of its first, or of its last one.

        So “for assault” becomes “for bodily injury” if the words around it correspond, not “for” alone.
        """
        word_map, new = self._maps["hypothesis"], self.words["hypothesis"]
        if (image := _image(span, word_map)) is None:
            return None
        known = {-1: -1, **word_map, len(self.source.words["hypothesis"]): len(new)}
        first = image[0] if span[0] in word_map else known.get(span[0] - 1, image[0] - 1) + 1
        last = image[1] if span[1] - 1 in word_map else known.get(span[1], image[1])
        added = {word for word in (*range(first, image[0]), *range(image[1], last)) if any(map(str.isalnum, new[word]))}
        start, end = min(added | {image[0]}), max(added | {image[1] - 1}) + 1
        return (start, end) if added.isdisjoint(word_map.values()) else image

    def _links(self, place: int, made: Frame, order: Sequence[int]) -> dict[int | None, _Link]:
        """Return the links of an earlier frame, by part of the projected one.

        Args:
            order: the numbers that the fillers of the projected frame have in the earlier one.
        """
        annotation, frame = self.source.annotation, self.source.annotation.hypothesis[place]
        found: dict[int | None, _Link] = {}
        for (own, number), part, kind in links(annotation, "hypothesis"):
            predicate = _image(annotation.reference[part[0]].predicate, self._maps["reference"])
            span = _image(span_of(annotation, "reference", part), self._maps["reference"])
            if own != place or predicate is None or span is None or number not in (None, *order):
                continue
            at = None if number is None else order.index(number)
            here = _forms(_tokens(made, at), self.words["hypothesis"])
            before = _forms(_tokens(frame, number), self.source.words["hypothesis"])
            there = _forms(range(*span), self.words["reference"])
            brought = _brought(kind, here, before, there, of_frames=at is None)
            if brought is not None:
                found[at] = _Link((predicate, None if at is None else span), *brought)
        return found


def _brought(
    kind: LinkKind, here: Sequence[str], before: Sequence[str], there: Sequence[str], *, of_frames: bool
) -> tuple[LinkKind, bool] | None:
    """Return the kind of a link that is brought along, and whether it is sure; None if the link is not.

    The same words are linked as before; a filler with the words of the reference is correct. Other words may say
    something else: they bring partial links of fillers, and of predicates that are no opposites.

    Args:
        here, before, there: the words of the part here, of that in the earlier translation, and in the reference.
    """
    if kind is LinkKind.UNDECIDED or (here == before and (of_frames or here != there)):
        return kind, True
    if here == there:
        return LinkKind.CORRECT, True
    is_other = are_opposed(plain_words(here), plain_words(there)) if of_frames else kind is LinkKind.CORRECT
    return None if is_other else (LinkKind.PARTIAL, False)


def _tokens(frame: Frame, number: int | None) -> Iterable[int]:
    """Return the words of a filler, or of the predicate."""
    return range(*frame.predicate) if number is None else frame.fillers[number].tokens


def _predicates(frames: Iterable[Frame]) -> set[int]:
    """Return the words of the predicates of frames."""
    return {word for frame in frames for word in range(*frame.predicate)}


def _distance(predicate: Span, spans: Sequence[Span]) -> int:
    """Return how many words lie between a predicate and the nearest of the spans."""
    return min(max(start - predicate[1], predicate[0] - end) for start, end in spans)


def _around(predicate: Span, words: Sequence[str]) -> tuple[str, ...]:
    """Return the words before, in and after a predicate."""
    return tuple(word.casefold() for word in words[max(0, predicate[0] - 1) : predicate[1] + 1])


def _by_syntax(fillers: Mapping[int, Filler], automatic: Frame, untouched: Set[int]) -> dict[int, Filler]:
    """Return fillers with the core roles that their words have in the automatic frame.

    Those of ``untouched`` fillers are always taken; others that the annotator gave only give way to an exchange.
    """
    result = dict(fillers)
    for number, filler in fillers.items():
        own = next((other for other in automatic.fillers if other.overlaps(filler.spans)), filler)
        if {own.role, filler.role} <= set(CORE):
            result[number] = replace(filler, role=own.role, label=own.label)
    exchanged = sorted(filler.role for filler in result.values()) == sorted(filler.role for filler in fillers.values())
    return {
        number: result[number] if exchanged or number in untouched else filler for number, filler in fillers.items()
    }


def _whole(fillers: Mapping[int, Filler], automatic: Frame, predicate: Span, shared: Set[int]) -> dict[int, Filler]:
    """Return fillers with all words that they have in the automatic frame, if no further one is ``shared`` by both."""
    result = dict(fillers)
    for number, filler in fillers.items():
        taken = [predicate, *_spans(other for other in result.values() if other is not filler)]
        for own in automatic.fillers:
            is_longer = own.role is filler.role and {*filler.tokens} < {*own.tokens}
            if is_longer and shared.isdisjoint({*own.tokens} - {*filler.tokens}) and not own.overlaps(taken):
                result[number] = filler.with_spans(own.spans)
    return result


def _spans(fillers: Iterable[Filler]) -> list[Span]:
    return [span for filler in fillers for span in filler.spans]


def _image(span: Span, word_map: Mapping[int, int]) -> Span | None:
    """Return the words from the first to the last that correspond to a span; None if there are none."""
    words = [word_map[word] for word in range(*span) if word in word_map]
    return (min(words), max(words) + 1) if words else None


def _best(frames: Sequence[_Projected]) -> list[_Projected]:
    """Return the frames with the most equal words, one for each predicate, in the order of the text."""
    best: list[_Projected] = []
    for frame in sorted(frames, key=lambda frame: -frame.equal):
        if frame.equal >= EQUAL and not any(overlap(frame.frame.predicate, other.frame.predicate) for other in best):
            best.append(frame)
    return sorted(best, key=lambda frame: frame.frame.predicate)


# Links


def _linked(
    automatic: Annotation, frames: tuple[Frame, ...], projected: Sequence[_Projected], words: Words
) -> Annotation:
    """Return an annotation with sure projected links, then correct automatic ones, then the others of both."""
    brought = [
        (((place, number), link.part), link)
        for place, frame in enumerate(projected)
        for number, link in _consistent(automatic, frame, words)
    ]
    sure = [(ends, link.kind) for ends, link in brought if link.is_sure]
    likely = [(ends, link.kind) for ends, link in brought if not link.is_sure]
    parts, known = _same_parts(automatic.hypothesis, frames), without_reference(automatic).inactive
    own_links = [((parts[part], other), kind) for (part, other), kind in known.items() if part in parts]
    correct = [(ends, kind) for ends, kind in own_links if kind is LinkKind.CORRECT]
    annotation = replace(automatic, hypothesis=frames, alignment=FrameAlignment())
    annotation = _linked_by_words(annotation, [*sure, *correct, *likely, *own_links])
    for pair in annotation.alignment.frames:
        annotation = link_equal_roles(annotation, pair, words)
    return annotation


def _consistent(automatic: Annotation, made: _Projected, words: Words) -> Iterator[tuple[int | None, _Link]]:
    """Yield the links of a projected frame that equal words here do not contradict.

    No frame is linked with one that has fewer of its fillers than that of a correct automatic link, and no filler with
    one whose frame has its words in another role, unless the annotator linked these words.
    """
    by_predicate = {frame.predicate: _with_equal_words(made.frame, frame, words) for frame in automatic.reference}
    own = (
        by_predicate[automatic.reference[ref].predicate]
        for (hyp, ref), kind in automatic.alignment.frames.items()
        if automatic.hypothesis[hyp].predicate == made.frame.predicate and kind is LinkKind.CORRECT
    )
    most = sum(next(own, {}).values())
    for number, link in made.links.items():
        equal = by_predicate.get(link.part[0], {})
        if sum(equal.values()) >= most and (link.is_sure or number is None or equal.get(number, True)):
            yield number, link


def _with_equal_words(frame: Frame, reference: Frame, words: Words) -> dict[int, bool]:
    """Return the numbers of fillers with the words of one of the reference, and whether one of these has their role."""
    here = [(filler.role, _forms(filler.tokens, words["hypothesis"])) for filler in frame.fillers]
    there = [(filler.role, _forms(filler.tokens, words["reference"])) for filler in reference.fillers]
    equal = (number for number, (_, forms) in enumerate(here) if any(forms == other for _, other in there))
    return {number: here[number] in there for number in equal}


def _same_parts(before: Sequence[Frame], here: Sequence[Frame]) -> dict[Part, Part]:
    """Return by part of some frames that of others of the same text with its role and words, or its predicate."""
    parts: dict[Part, Part] = {}
    for (old, own), (new, frame) in itertools.product(enumerate(before), enumerate(here)):
        if overlap(own.predicate, frame.predicate):
            parts[old, None] = new, None
            for (number, one), (other, filler) in itertools.product(enumerate(own.fillers), enumerate(frame.fillers)):
                if (one.role, one.spans) == (filler.role, filler.spans):
                    parts[old, number] = new, other
    return parts


def _forms(tokens: Iterable[int], words: Sequence[str]) -> list[str]:
    """Return the words at some places without punctuation, in lower case."""
    return [words[token].casefold() for token in tokens if any(map(str.isalnum, words[token]))]
