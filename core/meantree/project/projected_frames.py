"""The frames of an earlier annotation in the words that another translation has in their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final, NamedTuple

from meantree.alignment.corresponding_words import corresponding_words
from meantree.alignment.linked_frames import links, span_of
from meantree.alignment.similarity import plain_words
from meantree.analysis.frames import Filler, Frame, LinkKind, Role, Span, overlap
from meantree.analysis.role_labeller import CORE
from meantree.annotation.alike_fillers import are_opposed
from meantree.annotation.edits import Words
from meantree.annotation.filler_links import exchanged
from meantree.annotation.frame_annotation import FINISHED, ReferencePart
from meantree.annotation.proposals import StartingFrames
from meantree.corpus.corpus import SIDES, Side
from meantree.project.earlier_annotations import EarlierAnnotation

EQUAL: Final = 0.5
"""Smallest share of equal words in frames that are projected."""


class Link(NamedTuple):
    """A link of a part of a projected frame.

    Attributes:
        part: of the reference.
        is_sure: whether it has the words that were linked so; else what the automatic annotation has as correct holds.
    """

    part: ReferencePart
    kind: LinkKind
    is_sure: bool


@dataclass(frozen=True, slots=True)
class ProjectedFrame:
    """A frame of the hypothesis that was projected.

    Attributes:
        frame: its words in the hypothesis.
        links: by part of the frame; ``None`` is the predicate.
        equal: how many of its words are equal in both texts, in [0, 1].
        origin: the name of the earlier annotation.
        is_own: whether nothing but links comes from there.
    """

    frame: Frame
    links: Mapping[int | None, Link]
    equal: float
    origin: str
    is_own: bool


@dataclass(frozen=True)
class Transfer:
    """Projects the frames of an earlier annotation, the source; other attributes as arguments of ``project``."""

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

    def frames(self) -> Iterator[ProjectedFrame]:
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

    def _projected(self, place: int, predicate: Span, own: Frame) -> ProjectedFrame:
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
        return ProjectedFrame(own if is_own else made, links, share, self.source.name, is_own)

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
            found += [one.spans for one in same_role if forms(one.tokens, new) == forms(filler.tokens, old)]
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

        One with other words that is cut in mid-phrase, as “the boy that the dog” is, gives way to automatic fillers,
        and to none where there is no automatic frame.
        """
        image, known = self._whole_image(span), self._maps["hypothesis"]
        if image is None or self.starting is None or image in _spans(own.fillers):
            return image
        words, around = {*range(*image)}, self.starting.phrase(image)
        has_predicate = overlap(around, predicate)
        if not has_predicate and ({*range(*around)} - words).isdisjoint(known.values()):
            return around
        is_own = around == image or words <= {known[word] for word in range(*span) if word in known}
        is_automatic = not has_predicate and any(one.overlaps([image]) for one in own.fillers)
        return None if not is_own and (is_automatic or own not in self.automatic) else image

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

    def _links(self, place: int, made: Frame, order: Sequence[int]) -> dict[int | None, Link]:
        """Return the links of an earlier frame, by part of the projected one.

        Args:
            order: the numbers that the fillers of the projected frame have in the earlier one.
        """
        annotation, frame = self.source.annotation, self.source.annotation.hypothesis[place]
        found: dict[int | None, Link] = {}
        for (own, number), part, kind in links(annotation, "hypothesis"):
            predicate = _image(annotation.reference[part[0]].predicate, self._maps["reference"])
            span = _image(span_of(annotation, "reference", part), self._maps["reference"])
            if own != place or predicate is None or span is None or number not in (None, *order):
                continue
            at = None if number is None else order.index(number)
            here = forms(_tokens(made, at), self.words["hypothesis"])
            before = forms(_tokens(frame, number), self.source.words["hypothesis"])
            there = forms(range(*span), self.words["reference"])
            brought = _brought(kind, here, before, there, of_frames=at is None)
            if brought is not None:
                found[at] = Link((predicate, None if at is None else span), *brought)
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


def forms(tokens: Iterable[int], words: Sequence[str]) -> list[str]:
    """Return the words at some places without punctuation, in lower case."""
    return [words[token].casefold() for token in tokens if any(map(str.isalnum, words[token]))]
