"""Automatic frames: what annotators start from, and what predicates that they name are given.

Annotators start from the labeller's frames, aligned by words (Lo & Wu 2013). The frames follow the rules of a project,
and HMEANT's question “who did what?”; what MEANT scores stays as the labeller gave it. The rules on fillers were chosen
by linguistics and by looking at the even segments of HMEANT-WMT13 (Birch et al. 2013); ``tests/benchmarks/start.py``
measures them.

A predicate that an annotator names gets its fillers by the same rules, and what the annotator left untouched is decided
again. A filler is untouched if the labeller proposes it, or words around it, in the same role for the same predicate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from meantree.alignment.frame_matching import SIMILAR, match_frames
from meantree.alignment.linked_frames import frames_of, partner_of
from meantree.alignment.similarity import between, comparable_words, phrase_similarity, similarities
from meantree.alignment.word_facts import DENIALS
from meantree.analysis.frames import (
    Filler,
    FillerPlace,
    Frame,
    FrameAlignment,
    LinkKind,
    Part,
    Role,
    Span,
    overlap,
    spans_of,
)
from meantree.analysis.role_labeller import BY_NUMBER, CORE, LabelPredicate
from meantree.analysis.roles import rolesets
from meantree.analysis.sentences import Analysis, is_auxiliary, phrases
from meantree.analysis.tree import subtree_spans
from meantree.annotation import edits
from meantree.annotation.alike_fillers import likeness_of_frames, named_words, with_links_by_fillers
from meantree.annotation.edits import with_frames
from meantree.annotation.filler_links import link_equal_role, link_equal_roles
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import SIDES, Side

CONNECTION = "ARGM-DIS"
"""PropBank's label of "but" and "however", which belong to no event."""
VERBAL = frozenset(
    ("obj", "dobj", "iobj", "nsubj", "nsubj:pass", "nsubjpass", "aux", "aux:pass", "auxpass", "ccomp", "xcomp", "expl")
)
"""Dependents that only verbs have, and words with a copula."""
CLAUSAL = frozenset(("cop", "parataxis", "ccomp", "csubj"))
"""Dependents of words that are said of something by a verb, or stand beside a clause with one."""
PARTICLES = frozenset(("compound:prt", "prt"))
TIMES = frozenset(("second", "minute", "hour", "day", "night", "week", "month", "year", "decade", "century"))
QUANTITIES = frozenset(("a", "an", "most", "many", "several", "some"))
"""With a numeral or one of these words before it, a noun of time says how long something takes: "took an hour"."""
CONNECTING = frozenset(("however", "though", "moreover", "furthermore", "therefore", "nevertheless"))
"""Adverbs that connect sentences, and belong to no event."""


def preannotate(
    hyp: Analysis, ref: Analysis, reference: Sequence[Frame] | None = None, rules: Rules | None = None
) -> Annotation:
    """Return the automatic annotation of a translation and a reference.

    Args:
        hyp, ref: analyses with labelled frames; without them the annotation has no frames.
        reference: the frames that the annotator already gave this reference with another translation.
        rules: of the project, which say what is a predicate; by default those of a new project.
    """
    hyp_frames = frames_by_rules(hyp, rules or Rules())
    ref_frames = tuple(reference) if reference is not None else frames_by_rules(ref, rules or Rules())
    texts = comparable_words(hyp.tokens), comparable_words(ref.tokens)
    named = named_words(hyp.tokens), named_words(ref.tokens)
    alike = partial(likeness_of_frames, words=named)
    similar = match_frames(hyp_frames, ref_frames, between(*texts, strict=True), alike).links().frames
    linked = with_links_by_fillers(hyp_frames, ref_frames, similar, named)
    annotation, words = Annotation(hyp_frames, ref_frames, FrameAlignment(linked)), dict(zip(SIDES, named, strict=True))
    for pair in linked:
        annotation = link_equal_roles(annotation, pair, words)
    return annotation


def with_probabilities(annotation: Annotation, automatic: Annotation, sides: Sequence[Side] = SIDES) -> Annotation:
    """Return a stored annotation with the automatic one's probabilities of equal parts, in the texts of ``sides``."""
    for side in sides:
        known = {frame.predicate: frame for frame in frames_of(automatic, side)}
        frames = tuple(_with_probabilities(frame, known.get(frame.predicate)) for frame in frames_of(annotation, side))
        annotation = with_frames(annotation, side, frames)
    return annotation


def _with_probabilities(frame: Frame, automatic: Frame | None) -> Frame:
    if automatic is None:
        return frame
    known = {filler: filler.probability for filler in automatic.fillers}
    fillers = tuple(replace(filler, probability=known.get(filler)) for filler in frame.fillers)
    return replace(frame, fillers=fillers, probability=automatic.probability)


def frames_by_rules(text: Analysis, rules: Rules) -> tuple[Frame, ...]:
    """Return the frames that annotators of a text start from; none without labelled frames."""
    if text.labelled is None:
        return ()
    start = StartingFrames(text, rules)
    return tuple(start.adapted(frame) for frame in text.labelled.frames if start.admits(frame))


class StartingFrames:
    """Knows which frames of a text annotators start from, and with which fillers."""

    def __init__(self, text: Analysis, rules: Rules) -> None:
        self._text = text
        self._tokens, self._tree, self._rules = text.tokens, text.tree(), rules
        self._children = self._tree.children()

    def admits(self, frame: Frame) -> bool:
        """Return whether the project's rules allow the predicate of a frame.

        One verb among its words is enough: "be able" is no auxiliary. Words without a part of speech count as verbs.
        """
        words = range(*frame.predicate)
        is_modal = any(word in self._have_to(child) for word in words for child in self._children[word])
        if (is_modal or is_auxiliary(self._tokens[slice(*frame.predicate)])) and not self._rules.auxiliaries:
            return self._rules.copulas and any(
                self._tokens[word].lemma == "be" and not self._label(word).startswith("aux") for word in words
            )
        if self._rules.nouns or any(self._is_verb(word) for word in words) or self._acts_as_verb(frame):
            return True
        return self._rules.verbless and any(self._heads_verbless_clause(word) for word in words)

    @cached_property
    def _phrases(self) -> list[Span]:
        return sorted({*phrases(self._text), *subtree_spans(self._tree)})

    def phrase(self, span: Span) -> Span:
        """Return the smallest phrase with these words; a word that governs none is one."""
        around = [one for one in self._phrases if one[0] <= span[0] and span[1] <= one[1]]
        return min(around, key=lambda one: one[1] - one[0], default=span)

    def adapted(self, frame: Frame) -> Frame:
        """Return a frame with the fillers that annotators give it."""
        kept = (filler for filler in frame.fillers if not self._only_connects(filler))
        fillers: Iterable[Filler] = (replace(filler, role=self._role(frame, filler)) for filler in kept)
        if self._rules.helpers or not self._rules.auxiliaries:
            fillers = self._with_helpers(frame.predicate, list(fillers))
        return replace(frame, fillers=joined(self._with_agent(frame.predicate, tuple(fillers))))

    def _label(self, word: int) -> str:
        return self._tree.labels[word]

    def _is_verb(self, word: int) -> bool:
        return self._tokens[word].upos in ("VERB", "AUX", "") or self._tokens[word].xpos.startswith("VB")

    def _acts_as_verb(self, frame: Frame) -> bool:
        """Return whether a word tagged as a noun or adjective is used as a verb: "three people injured"."""
        roleset = rolesets().get(frame.roleset)
        if roleset is None or not any(alias.endswith(".v") for alias in roleset.aliases):
            return False
        labels = {self._label(child) for word in range(*frame.predicate) for child in self._children[word]}
        return "cop" not in labels and not labels.isdisjoint(VERBAL)

    def _heads_verbless_clause(self, word: int) -> bool:
        """Return whether no word governs this one, and neither a copula nor a clause depends on it."""
        labels = {self._label(child) for child in self._children[word]}
        return self._tree.heads[word] < 0 and labels.isdisjoint(CLAUSAL)

    def _only_connects(self, filler: Filler) -> bool:
        start, end = filler.span
        word = self._tokens[start]
        connects = word.upos in ("CCONJ", "SCONJ") or word.xpos == "WRB"
        connects = connects or word.text.lower() in CONNECTING
        return filler.label == CONNECTION or (end - start == 1 and connects)

    def _role(self, frame: Frame, filler: Filler) -> Role:
        """Return the role by the roleset: what something becomes is a patient, how long it takes is temporal.

        A second argument that the roleset lacks is mostly a reason: "rejected him for his views".
        """
        roleset = rolesets().get(frame.roleset)
        meaning = roleset.role(filler.label) if roleset is not None else None
        if filler.role is Role.PATIENT and self._is_time(filler.span):
            return Role.TEMPORAL
        if meaning is not None and (meaning.tag, meaning.verbnet) == ("PRD", "result"):
            return Role.PATIENT
        is_lacking = roleset is not None and meaning is None and filler.label == "ARG2"
        return Role.PURPOSE if is_lacking else filler.role

    def _is_time(self, span: Span) -> bool:
        """Return whether words are a length of time, as "four hours" and "most of his days", not "a 19-year-old"."""
        first, heads = self._tokens[span[0]], self._tree.heads
        head = next(word for word in range(*span) if not span[0] <= heads[word] < span[1])
        governed = {head, *(word for word in range(head, span[1]) if heads[word] == head)}
        is_quantity = first.upos == "NUM" or first.text.lower() in QUANTITIES
        return is_quantity and any(self._tokens[word].lemma in TIMES for word in governed)

    def _have_to(self, word: int) -> tuple[int, ...]:
        """Return the words of “have to” before a verb, or before what a copula says; empty without them."""
        have = self._tree.heads[word]
        is_modal = self._label(word) == "xcomp" and have + 1 < word and self._tokens[have].lemma == "have"
        return (have, have + 1) if is_modal and self._tokens[have + 1].text == "to" else ()

    def _with_helpers(self, predicate: Span, fillers: Sequence[Filler]) -> Iterator[Filler]:
        """Yield the fillers, with helping words as modal ones: "has been" together, "will … have" apart.

        These are modal verbs and “have to”, or by a rule all auxiliaries and particles: of “have to” the first, as the
        annotators of HMEANT-WMT13 mark it. Those of a copula depend on what it says; those of “have to”, and what
        negates it, help its verb.
        """
        word, all_help = predicate[0], self._rules.helpers
        head = self._tree.heads[word] if self._label(word) == "cop" else word
        have_to = self._have_to(head)
        children = (child for governor in (head, *have_to[:1]) for child in self._children[governor])
        auxiliaries = (child for child in children if self._label(child).startswith("aux"))
        helpers = {
            *(have_to[:1] if all_help else have_to),
            *(one for one in auxiliaries if all_help or self._tokens[one].xpos == "MD"),
            *(one for one in self._children[word] if all_help and self._label(one) in PARTICLES),
        }.difference(range(*predicate))
        negations = {one for have in have_to[:1] for one in self._children[have] if self._tokens[one].lemma in DENIALS}
        kept = [one for one in fillers if one.role is not Role.MODAL or helpers.isdisjoint(range(*one.span))]
        yield from kept
        for role, words in ((Role.MODAL, helpers), (Role.NEGATION, negations)):
            for span in spans_of(words):
                if not any(overlap(span, filler.span) for filler in kept):
                    labelled = next((filler for filler in fillers if overlap(span, filler.span)), Filler(span, role))
                    yield replace(labelled, span=span)

    def _with_agent(self, predicate: Span, fillers: Sequence[Filler]) -> Iterator[Filler]:
        """Yield the fillers; without an agent, what an active verb is said of is one: "prices rise"."""
        is_missing = self._is_active(predicate[0]) and all(filler.role is not Role.AGENT for filler in fillers)
        for filler in fillers:
            is_subject = filler.label == "ARG1" and filler.span[1] <= predicate[0]
            if is_missing and is_subject:
                is_missing = False
                yield replace(filler, role=Role.AGENT)
            else:
                yield filler

    def _is_active(self, word: int) -> bool:
        labels = {self._label(child) for child in self._children[word]}
        is_participle = self._tokens[word].xpos == "VBN" and "aux" not in labels
        return labels.isdisjoint(("aux:pass", "auxpass")) and not is_participle


def joined(fillers: Iterable[Filler]) -> tuple[Filler, ...]:
    """Return fillers in the order of the text, neighbours of one role as one: "here" and "under one roof".

    Agents, patients and benefactives stay apart.
    """
    result: list[Filler] = []
    for filler in sorted(fillers):
        before = result[-1] if result else None
        if before and before.role is filler.role not in CORE and before.span[1] == filler.span[0]:
            result[-1] = replace(before, span=(before.span[0], filler.span[1]), probability=None)
        else:
            result.append(filler)
    return tuple(result)


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
            place: phrase_similarity(similarities(own, self._words[other][slice(*frame.predicate)], strict=True))
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
    """Delete the untouched fillers of a frame, or propose some if it has none; raise EditRefused if there are none."""
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
    return edits.delete_fillers(annotation, side, place, untouched)


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
    if number is None and proposals is not None and proposals.is_other_verb(side, frame, span):
        moved = edits.set_span(annotation, side, part, span, len(words[side]))
        bare = edits.delete_fillers(moved, side, place, range(len(frame.fillers)))
        return _filled(bare, side, place, proposals, words)
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
    annotation = _with_room(annotation, side, place, filler.span, proposals)
    annotation = edits.add_filler(annotation, side, place, filler)
    number = frames_of(annotation, side)[place].fillers.index(filler)
    return set_role(annotation, side, (place, number), filler.role, proposals, words)


def add_part(
    annotation: Annotation, side: Side, part: FillerPlace, span: Span, proposals: Proposals | None
) -> Annotation:
    """Add tokens to a filler as :func:`meantree.annotation.edits.add_part`; untouched fillers make room for them."""
    own = edits.filler_at(annotation, side, part)
    annotation = _with_room(annotation, side, part[0], span, proposals, own)
    number = frames_of(annotation, side)[part[0]].fillers.index(own)
    return edits.add_part(annotation, side, (part[0], number), span)


def set_role(
    annotation: Annotation, side: Side, part: FillerPlace, role: Role, proposals: Proposals | None, words: edits.Words
) -> Annotation:
    """Give a filler a role and link it with an equal one; an untouched filler with the same core role gets another.

    That filler takes the core role that the first one had, else the role of its number. If neither is free, both have
    the same role, as some annotators want.
    """
    place, number = part
    before = edits.filler_at(annotation, side, part).role
    annotation = edits.relabel(annotation, side, part, role)
    frame = frames_of(annotation, side)[place]
    for other, filler in enumerate(frame.fillers):
        is_double = other != number and filler.role is role and role in CORE
        if proposals is not None and is_double and proposals.proposes(side, frame.predicate, filler):
            used = {one.role for one in frame.fillers}
            wanted = (before if before in CORE else role, BY_NUMBER.get(filler.label, role))
            free = next((one for one in wanted if one not in used), None)
            if free is not None:
                annotation = edits.relabel(annotation, side, (place, other), free)
                annotation = link_equal_role(annotation, side, (place, other), words)
    return link_equal_role(annotation, side, part, words, takes_over=True)


def _with_sense(annotation: Annotation, side: Side, place: int, proposals: Proposals | None) -> Annotation:
    """Give a frame the sense of its present predicate: "broke out" has another one than "broke"."""
    frame = frames_of(annotation, side)[place]
    proposed = proposals.frame(side, frame.predicate) if proposals is not None else None
    if proposed is None or frame.roleset == proposed.roleset:
        return annotation
    return edits.change_frame(annotation, side, place, roleset=proposed.roleset)


def _filled(annotation: Annotation, side: Side, place: int, proposals: Proposals, words: edits.Words) -> Annotation:
    """Give a frame without fillers those proposed, and link it, and them, if it has or finds a partner."""
    predicate = frames_of(annotation, side)[place].predicate
    proposed = proposals.frame(side, predicate)
    if proposed is not None:
        annotation = edits.change_frame(annotation, side, place, fillers=proposed.fillers, roleset=proposed.roleset)
    linked = partner_of(annotation, side, (place, None))
    partner = linked[0][0] if linked is not None else proposals.partner(annotation, side, predicate)
    if partner is None:
        return annotation
    pair = (place, partner) if side == "hypothesis" else (partner, place)
    if linked is None:
        annotation = edits.link(annotation, (pair[0], None), (pair[1], None), LinkKind.CORRECT)
    return link_equal_roles(annotation, pair, words)


def _with_room(
    annotation: Annotation, side: Side, place: int, span: Span, proposals: Proposals | None, own: Filler | None = None
) -> Annotation:
    """Cut a span off the untouched fillers of a frame, but for ``own``; of what is left, the longer part stays."""
    frame = frames_of(annotation, side)[place]
    for number in reversed(range(len(frame.fillers))):
        filler = frame.fillers[number]
        is_in_the_way = filler != own and filler.overlaps([span])
        if proposals is None or not is_in_the_way or not proposals.proposes(side, frame.predicate, filler):
            continue
        left, right = (filler.span[0], span[0]), (span[1], filler.span[1])
        rest = max(left, right, key=lambda part: part[1] - part[0])
        if rest[0] < rest[1]:
            annotation = edits.set_span(annotation, side, (place, number), rest, rest[1])
        else:
            annotation = edits.delete_filler(annotation, side, (place, number))
    return annotation
