"""What an annotator decided in an earlier annotation, about the words that another translation shares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from meantree.alignment.equal_words import equal_words
from meantree.alignment.linked_frames import links, partner_of
from meantree.analysis.frames import Filler, Frame, LinkKind, Part, Role, Span, overlap
from meantree.analysis.role_labeller import CORE
from meantree.annotation import edits
from meantree.annotation.edits import Words
from meantree.annotation.filler_links import link_equal_role
from meantree.annotation.frame_annotation import Annotation, ReferencePart
from meantree.annotation.proposals import StartingFrames
from meantree.annotation.reference_frames import parts_by_words
from meantree.corpus.corpus import SIDES, Side
from meantree.project.earlier_annotations import EarlierAnnotation

LinkEnds = tuple[Span, Filler | None, ReferencePart]
"""The predicate of a frame of the hypothesis, its filler or None, and the part of the reference that is linked."""


@dataclass(frozen=True)
class Decisions:
    """The differences between an earlier annotation and the automatic one from which the annotator started.

    Attributes:
        source: the earlier annotation.
        words: of both texts here, to which they are applied.
        starting: knows the phrases of the hypothesis here; None if they are unknown.
    """

    source: EarlierAnnotation
    words: Words
    starting: StartingFrames | None = None

    @property
    def shared(self) -> int:
        """How many words both hypotheses share."""
        return len(self._equal["hypothesis"])

    @cached_property
    def _equal(self) -> dict[Side, dict[int, int]]:
        """The words here that are those of the earlier texts, by the words there."""
        return {side: equal_words(self.source.words[side], self.words[side]) for side in SIDES}

    def applied(self, annotation: Annotation) -> Annotation:
        """Return an annotation of the texts here with what was decided about words that they share.

        A frame or filler that the annotator added is added, and one that they deleted or changed is deleted or changed,
        if its words are here. Links between equal words that they made, removed or gave another kind are as they left
        them. Everything else stays as it is.
        """
        before = {(frame.predicate, filler) for frame in annotation.hypothesis for filler in frame.fillers}
        annotation = self._with_frames(self._without_deleted(annotation))
        annotation = self._with_links(annotation, of_frames=True)
        for place, frame in enumerate(annotation.hypothesis):
            for number, filler in enumerate(frame.fillers):
                if (frame.predicate, filler) not in before:
                    annotation = link_equal_role(annotation, "hypothesis", (place, number), self.words)
        return self._with_links(annotation, of_frames=False)

    # Frames

    def _without_deleted(self, annotation: Annotation) -> Annotation:
        """Return an annotation without the frames on predicates that the annotator deleted."""
        before, after = (one.hypothesis for one in (self.source.automatic, self.source.annotation))
        deleted = (frame.predicate for frame in before if _at(frame.predicate, after) is None)
        gone = {self._equal["hypothesis"].get(word) for predicate in deleted for word in range(*predicate)}
        frames = enumerate(annotation.hypothesis)
        kept = [place for place, frame in frames if not gone.issuperset(range(*frame.predicate))]
        return edits.keep_frames(annotation, "hypothesis", kept)

    def _with_frames(self, annotation: Annotation) -> Annotation:
        """Return an annotation with the frames that the annotator added, and what they changed in others."""
        before = self.source.automatic.hypothesis
        for number, frame in enumerate(self.source.annotation.hypothesis):
            old = _at(frame.predicate, before)
            if old is not None and frame == before[old]:
                continue
            predicate = self._exact(frame.predicate, "hypothesis")
            if predicate is None:
                place = self._with_its_link(annotation, number)
            else:
                place = _at(predicate, annotation.hypothesis)
            if place is None and predicate is not None and old is None and self._admits(Frame(predicate)):
                place = len(annotation.hypothesis)
                annotation = edits.add_frame(annotation, "hypothesis", predicate)
                annotation = edits.change_frame(annotation, "hypothesis", place, roleset=frame.roleset)
            if place is not None:
                started = Frame(frame.predicate) if old is None else before[old]
                annotation = self._with_predicate(annotation, place, started, frame)
                annotation = self._with_fillers(annotation, place, started, frame)
        return annotation

    def _admits(self, frame: Frame) -> bool:
        """Whether a frame can be added: a verb of the reference may be a noun or an auxiliary in the hypothesis."""
        is_of_reference = self.source.words["hypothesis"] == self.source.words["reference"]
        return not is_of_reference or self.starting is None or self.starting.admits(frame)

    def _with_its_link(self, annotation: Annotation, number: int) -> int | None:
        """Return the place of the frame here that is linked with the same frame of the reference as an earlier one."""
        partner = partner_of(self.source.annotation, "hypothesis", (number, None))
        there = None if partner is None else self.source.annotation.reference[partner[0][0]].predicate
        part = None if there is None else self._of_reference(annotation, (there, None))
        here = None if part is None else partner_of(annotation, "reference", part)
        return None if here is None else here[0][0]

    def _with_predicate(self, annotation: Annotation, place: int, old: Frame, new: Frame) -> Annotation:
        """Return an annotation in which the predicate of a frame has other words if the annotator changed them."""
        here, predicate = annotation.hypothesis[place], self._exact(new.predicate, "hypothesis")
        is_same = old.predicate == new.predicate or here.predicate != self._exact(old.predicate, "hypothesis")
        if is_same or predicate is None or any(filler.overlaps([predicate]) for filler in here.fillers):
            return annotation
        with suppress(edits.EditRefused):  # another frame has these words here
            size = len(self.words["hypothesis"])
            annotation = edits.set_span(annotation, "hypothesis", (place, None), predicate, size)
            annotation = edits.change_frame(annotation, "hypothesis", place, roleset=new.roleset)
        return annotation

    # Fillers

    def _with_fillers(self, annotation: Annotation, place: int, old: Frame, new: Frame) -> Annotation:
        """Return an annotation in which a frame has the fillers that the annotator added, not those they deleted.

        Args:
            place: of the frame here.
            old, new: the frame from which the annotator started, and what they made of it.
        """
        own = annotation.hypothesis[place]
        fillers, deleted = own.fillers, [one for one in old.fillers if one not in new.fillers]
        added = [one for one in new.fillers if one not in old.fillers]
        for one in added:
            moved = self._moved(one, new.predicate, own.predicate)
            if moved is not None and moved not in fillers:
                fillers = self._with_filler(fillers, moved, deleted, new)
        spans = [span for one in added for span in one.spans]
        contents = [self._content(one) for one in deleted if not one.overlaps(spans)]
        fillers = tuple(one for one in fillers if self._content_here(one) not in contents)
        gone = [number for number, one in enumerate(own.fillers) if one not in fillers]
        annotation = edits.delete_fillers(annotation, "hypothesis", place, gone)
        for one in fillers:
            if one not in own.fillers:
                annotation = edits.add_filler(annotation, "hypothesis", place, one)
        return annotation

    def _with_filler(
        self, fillers: tuple[Filler, ...], added: Filler, deleted: Sequence[Filler], new: Frame
    ) -> tuple[Filler, ...]:
        """Return fillers here with one that was added in place of its rivals, or as they are if one is in its way.

        Rivals have some of its words, or its core role in a frame of which the annotator left none such. Those with
        further words of this text alone do not give way, nor those with another core role, of which the annotator
        deleted none. A filler with just its words gets its role even then.
        """
        left = [self._content(one) for one in new.fillers]
        known = {*self._equal["hypothesis"].values(), *added.tokens}
        given_up = {added.role, *(one.role for one in deleted)}

        def is_rival(one: Filler) -> bool:
            is_double = one.role is added.role and one.role in CORE and self._content_here(one) not in left
            return is_double or one.overlaps(added.spans)

        def gives_way(one: Filler) -> bool:
            return known.issuperset(self._plain_here(one)) and (one.role not in CORE or one.role in given_up)

        rivals = [one for one in fillers if is_rival(one)]
        gone = rivals if all(map(gives_way, rivals)) else [one for one in rivals if one.tokens == added.tokens]
        if not all(map(gives_way, gone)) or (rivals and not gone):
            return fillers
        return *(one for one in fillers if one not in gone), added

    def _content(self, filler: Filler) -> tuple[Role, set[int]]:
        """Return the role of an earlier filler and its words here; −1 stands for those that are not here."""
        words = _plain(filler.tokens, self.source.words["hypothesis"])
        return filler.role, {self._equal["hypothesis"].get(word, -1) for word in words}

    def _content_here(self, filler: Filler) -> tuple[Role, set[int]]:
        """Return the role of a filler here and its words that both texts share."""
        return filler.role, self._plain_here(filler).intersection(self._equal["hypothesis"].values())

    def _plain_here(self, filler: Filler) -> set[int]:
        return {*_plain(filler.tokens, self.words["hypothesis"])}

    def _moved(self, filler: Filler, old: Span, predicate: Span) -> Filler | None:
        """Return an earlier filler with its words here; None if they are not whole here.

        Nor does a core role come along to the other side of the predicate: in a passive, it is another one's.
        """
        spans = [span for one in filler.spans if (span := self._phrase(one, predicate)) is not None]
        if len(spans) < len(filler.spans) or (filler.role in CORE and (filler.span < old) != (spans[0] < predicate)):
            return None
        with suppress(ValueError):  # its parts overlap here
            moved = filler.with_spans(spans)
            return None if moved.overlaps([predicate]) else moved
        return None

    def _phrase(self, span: Span, predicate: Span) -> Span | None:
        """Return the words of a span here with what this text alone adds before them to their phrase, and between them.

        None if words are not here, if others of both texts are between them, or if this text adds words behind them:
        they may be a filler of their own ("developing industries with one mind").
        """
        equal, here = self._equal["hypothesis"], self.words["hypothesis"]
        found = {equal.get(word, -1) for word in _plain(range(*span), self.source.words["hypothesis"])}
        if not found or -1 in found:
            return None
        image, shared = (min(found), max(found) + 1), {*_plain(equal.values(), here)}
        inner = {*_plain(range(*image), here)} - found
        around = image if self.starting is None else self.starting.phrase(image)
        outer = {*range(*around)} - {*range(*image)}
        if inner & shared:
            return None
        if outer.isdisjoint(shared) and not overlap(around, predicate):
            return None if _plain(range(image[1], around[1]), here) else self._with_marks_of(span, around)
        return None if inner and outer else self._with_marks_of(span, image)

    def _with_marks_of(self, span: Span, image: Span) -> Span:
        """Return the words here with those marks at their ends that an earlier span has there, too."""
        old, here = self.source.words["hypothesis"], self.words["hypothesis"]
        own, kept = _plain(range(*span), old), _plain(range(*image), here)
        start, end = kept[0], kept[-1] + 1
        for mark in old[own[-1] + 1 : span[1]]:
            end += end < len(here) and here[end] == mark
        for mark in reversed(old[span[0] : own[0]]):
            start -= start > 0 and here[start - 1] == mark
        return start, end

    # Links

    def _with_links(self, annotation: Annotation, *, of_frames: bool) -> Annotation:
        """Return an annotation with the links of frames, or of fillers, as the annotator left those that changed."""
        before, after = _links(self.source.automatic), _links(self.source.annotation)
        left = {(frame.predicate, one) for frame in self.source.annotation.hypothesis for one in (None, *frame.fillers)}
        left_there = dict(parts_by_words(self.source.annotation.reference))
        for ends in before | after:
            kind, predicate, filler = after.get(ends), *ends[:2]
            is_decided = before.get(ends) is not kind and (predicate, filler) in left and ends[2] in left_there
            other = self._of_reference(annotation, ends[2]) if (filler is None) is of_frames and is_decided else None
            own = None if other is None else self._part(annotation, predicate, filler, other)
            if other is None or own is None:
                continue
            if kind is not None:
                with suppress(edits.EditRefused):  # their frames are linked with others here
                    annotation = edits.link(annotation, own, other, kind)
            elif other in {partner for part, partner, _ in links(annotation, "hypothesis") if part == own}:
                annotation = edits.unlink(annotation, "hypothesis", own)
        return annotation

    def _part(self, annotation: Annotation, predicate: Span, filler: Filler | None, other: Part) -> Part | None:
        """Return the part here with the words of an earlier one that is linked, or not, with another of the reference.

        The frame of a filler is the one that is linked with the frame of the reference.
        """
        earlier, here = self.source.words["hypothesis"], self.words["hypothesis"]
        partner = partner_of(annotation, "reference", (other[0], None))
        if filler is None:
            frames, span = annotation.hypothesis, self._exact(predicate, "hypothesis")
            forms = _forms(range(*predicate), earlier)
            if partner is not None and _forms(range(*frames[partner[0][0]].predicate), here) == forms:
                return partner[0]
            return next(((place, None) for place, one in enumerate(frames) if one.predicate == span), None)
        if partner is not None:
            place, forms = partner[0][0], _forms(filler.tokens, earlier)
            for number, one in enumerate(annotation.hypothesis[place].fillers):
                if one.role is filler.role and _forms(one.tokens, here) == forms:
                    return place, number
        return None

    def _of_reference(self, annotation: Annotation, words: ReferencePart) -> Part | None:
        """Return the part of the reference here that has the words of one of the earlier reference."""
        predicate, filler = (None if span is None else self._exact(span, "reference") for span in words)
        if predicate is None or (filler is None) is not (words[1] is None):
            return None
        return dict(parts_by_words(annotation.reference)).get((predicate, filler))

    def _exact(self, span: Span, side: Side) -> Span | None:
        """Return the words here that are those of a span, without others between them; None if there are none."""
        words = [self._equal[side].get(word, -1) for word in range(*span)]
        image = words[0], words[0] + len(words)
        return image if words == [*range(*image)] and words[0] >= 0 else None


def _at(predicate: Span, frames: Sequence[Frame]) -> int | None:
    """Return the place of the frame whose predicate has one of these words; None if there is none."""
    return next((place for place, frame in enumerate(frames) if overlap(frame.predicate, predicate)), None)


def _links(annotation: Annotation) -> dict[LinkEnds, LinkKind]:
    """Return the links of an annotation by the words of their ends."""
    names, frames = {part: words for words, part in parts_by_words(annotation.reference)}, annotation.hypothesis
    return {
        (frames[place].predicate, None if number is None else frames[place].fillers[number], names[other]): kind
        for (place, number), other, kind in links(annotation, "hypothesis")
    }


def _plain(tokens: Iterable[int], words: Sequence[str]) -> list[int]:
    """Return tokens without those of punctuation."""
    return [token for token in tokens if any(map(str.isalnum, words[token]))]


def _forms(tokens: Iterable[int], words: Sequence[str]) -> list[str]:
    """Return the words at some places without punctuation, in lower case."""
    return [words[token].casefold() for token in _plain(tokens, words)]
