"""Fillers of linked frames: edits that link similar ones or split one, and fillers that exchanged their places."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from meantree.alignment.linked_frames import frames_of, is_counted, linked_frame, partner_of
from meantree.alignment.relations.function_words import FUNCTION_WORDS
from meantree.alignment.similarity import Word, plain_words
from meantree.analysis.frames import Filler, FillerPlace, Frame, LinkKind, Part, Role, spans_of
from meantree.analysis.role_labeller import CORE
from meantree.annotation.alike_fillers import NOT_ALIKE, Likeness, filler_link
from meantree.annotation.edits import EditRefused, Words, divided, filler_at, link, other_side
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side
from meantree.lexicon.word_lists import groups

Compared = Mapping[Side, Sequence[str | Word]]
"""The tokens of both texts, or the words of analyses, whose lemmas and parts of speech are known."""
SEPARATING = frozenset((",", ";", ":", "–", "—"))
"""Marks that belong to neither half where they stand between the halves of a filler that is split."""
SUBJECT_FORMS = {"me": "i", "us": "we", "him": "he", "her": "she", "them": "they", "whom": "who"}


def split_filler(annotation: Annotation, side: Side, part: FillerPlace, word: int, words: Words) -> Annotation:
    """Make the words of a filler from one on a filler of its own, with the same role and linked with an equal one.

    The link stays with the first half, correct or partial as its words are, unless only the second one is similar.

    Raises:
        EditRefused: if the filler has no word before that one, or does not contain it.
    """
    filler = filler_at(annotation, side, part)
    if word not in filler.tokens[1:]:
        raise EditRefused("put the cursor on the word with which the second filler begins")
    first = [token for token in filler.tokens if token < word]
    while len(first) > 1 and words[side][first[-1]] in SEPARATING:
        first.pop()
    before = spans_of(first)
    after = [(max(start, word), end) for start, end in filler.spans if end > word]
    annotation = divided(annotation, side, part, before, after)
    fillers = frames_of(annotation, side)[part[0]].fillers
    partner, kind = partner_of(annotation, side, part) or (part, LinkKind.UNDECIDED)
    if kind is not LinkKind.UNDECIDED:
        found = _equal_roles(annotation, side, part, words).items()
        ends: tuple[Part, Part] = (part, partner) if side == "hypothesis" else (partner, part)
        alike = next((likeness[1] for other, likeness in found if other == partner), None)
        annotation = link(annotation, *ends, alike or kind)
    number = next(number for number, other in enumerate(fillers) if other.span == after[0])
    return link_equal_role(annotation, side, (part[0], number), words, takes_over=True)


def link_equal_roles(annotation: Annotation, frames: tuple[int, int], words: Compared) -> Annotation:
    """Link the fillers of two linked frames that have the same role and no link that counts, if they are alike.

    Of several fillers with one role, the most similar ones are linked. The frames are given by their places, from 0.
    """
    for number in range(len(annotation.hypothesis[frames[0]].fillers)):
        annotation = link_equal_role(annotation, "hypothesis", (frames[0], number), words)
    return annotation


def link_equal_role(
    annotation: Annotation, side: Side, part: FillerPlace, words: Compared, *, takes_over: bool = False
) -> Annotation:
    """Link a filler with the most similar one of the same role in the linked frame, if neither has a link that counts.

    Their words decide whether the link is correct or partial. Without a similar filler, the filler keeps its link.

    Args:
        takes_over: whether an equal filler is taken from a linked one that is not similar to it, as when a filler
            is split; that one is linked anew.
    """
    linked = _linked_filler(annotation, side, part)
    if linked is not None and is_counted(annotation, side, part, linked):
        return annotation
    found = counterpart(annotation, side, part, words, takes_over=takes_over)
    if found is None or (kind := found[2]) is None:
        return annotation
    left = _linked_filler(annotation, other_side(side), found[0])
    annotation = link(annotation, *((part, found[0]) if side == "hypothesis" else (found[0], part)), kind)
    return annotation if left is None else link_equal_role(annotation, side, left, words)


def counterpart(
    annotation: Annotation, side: Side, part: FillerPlace, words: Compared, *, takes_over: bool = False
) -> tuple[FillerPlace, float, LinkKind | None] | None:
    """Return the most similar filler of the same role in the linked frame without a link that counts, and how similar.

    The similarity is in [0, 1], and the kind of link as :func:`~meantree.annotation.alike_fillers.filler_link` says;
    None if the frames are not linked, or there is no such filler.

    Args:
        takes_over: whether an equal filler may have a link with a filler that is not similar to it.
    """

    def is_free(other: FillerPlace, kind: LinkKind | None) -> bool:
        linked = _linked_filler(annotation, other_side(side), other)
        if linked is None or not is_counted(annotation, other_side(side), other, linked):
            return True
        is_equal = takes_over and kind is LinkKind.CORRECT
        return is_equal and _equal_roles(annotation, side, linked, words).get(other, NOT_ALIKE)[1] is None

    similar = (
        (other, similarity, kind)
        for other, (similarity, kind) in _equal_roles(annotation, side, part, words).items()
        if is_free(other, kind)
    )
    return max(similar, key=itemgetter(1), default=None)


def _equal_roles(annotation: Annotation, side: Side, part: FillerPlace, words: Compared) -> dict[FillerPlace, Likeness]:
    """Return the fillers of the same role in the linked frame with similarity and kind of link; none without a frame.

    A filler whose words have another role there, or that exchanged its place, has none; one that contains such a filler
    is partial at most, as are two between which a word changed its place. Fillers there whose very words have another
    role here are left out.
    """
    place, own, other = _place_there(annotation, side, part), filler_at(annotation, side, part), other_side(side)
    there = [(at, filler) for at, filler in _fillers(frames_of(annotation, other)) if (at[0], filler.role) == place]
    if place is None or not there:
        return {}
    inner = [at for at, filler in _fillers(frames_of(annotation, side)) if {*filler.tokens} < {*own.tokens}]
    is_partial = any(exchanged(annotation, side, at, words) for at in inner)
    is_elsewhere = any(at[0] == place[0] for at in _moved(annotation, side, part, words))
    if not is_partial and (is_elsewhere or exchanged(annotation, side, part, words)):
        return {}
    compared, found = _compared(words[side], own), dict[FillerPlace, Likeness]()
    for at, filler in there:
        if all(one[0] != part[0] for one in _moved(annotation, other, at, words, by_heads=False)):
            similarity, kind = filler_link(compared, _compared(words[other], filler))
            differs = is_partial or _differ_in_place(annotation, side, part, at, words)
            found[at] = similarity, kind and (LinkKind.PARTIAL if differs else kind)
    return found


def _differ_in_place(annotation: Annotation, side: Side, part: FillerPlace, at: FillerPlace, words: Compared) -> bool:
    """Return whether a content word that one of two fillers alone has is in another core filler beside the other one.

    A word that such a filler beside the first one has, too, did not change its place.
    """
    here, there = (_contents(annotation, *end, words) for end in ((side, part), (other_side(side), at)))
    both = (here, there), (there, here)
    return any((own - other) & (around - beside) for (own, beside), (other, around) in both)


def _contents(annotation: Annotation, side: Side, part: FillerPlace, words: Compared) -> tuple[set[str], set[str]]:
    """Return the content words of a filler, and those of the other agents, patients and benefactives of its frame."""
    known = _words_and_heads(tuple(words[side]), frames_of(annotation, side))
    contents = {at: forms - FUNCTION_WORDS for at, (forms, _) in known.items() if at[0] == part[0]}
    others = (forms for at, forms in contents.items() if at != part and filler_at(annotation, side, at).role in CORE)
    return {*contents[part]}, set().union(*others)


def exchanged(
    annotation: Annotation, side: Side, part: FillerPlace, words: Compared | None = None
) -> tuple[FillerPlace, FillerPlace] | None:
    """Return the filler with which one exchanged its place, and where that one is in the other text; None without one.

    There each has the role and the frame of the other one, by links and, if they are given, by words.
    """
    other = other_side(side)
    for at in _moved(annotation, side, part, words):
        for one, filler in _fillers(frames_of(annotation, side)):
            if _place_there(annotation, other, at) == (one[0], filler.role) and any(
                _is_in_place(annotation, side, part, there) for there in _moved(annotation, side, one, words)
            ):
                return one, at
    return None


def _moved(
    annotation: Annotation, side: Side, part: FillerPlace, words: Compared | None, *, by_heads: bool = True
) -> list[FillerPlace]:
    """Return the fillers of the other text that say what a filler says, if all have other frames or roles than here."""
    other, found = other_side(side), _equivalents(annotation, side, part, words, by_heads=by_heads)
    if any(_is_in_place(annotation, side, part, at) for at in found):
        return []
    return [
        at
        for at in found
        if not any(_is_in_place(annotation, other, at, one) for one in _equivalents(annotation, other, at, words))
    ]


def _is_in_place(annotation: Annotation, side: Side, part: FillerPlace, at: FillerPlace) -> bool:
    """Return whether a filler of the other text has the role of a filler in the frame linked with its frame."""
    return _place_there(annotation, side, part) == (at[0], filler_at(annotation, other_side(side), at).role)


def _equivalents(
    annotation: Annotation, side: Side, part: FillerPlace, words: Compared | None, *, by_heads: bool = True
) -> list[FillerPlace]:
    """Return the fillers of the other text that say what a filler of a linked frame says.

    These are the fillers with the same words, else the linked one, else by heads those with the same head.
    """
    place, linked = _place_there(annotation, side, part), _linked_filler(annotation, side, part)
    if place is None:
        return []
    found = [] if linked is None or linked[0] != place[0] else [linked]
    if words is not None:
        forms, head = _words_and_heads(tuple(words[side]), frames_of(annotation, side))[part]
        other = other_side(side)
        others = _words_and_heads(tuple(words[other]), frames_of(annotation, other))
        same = [at for at, (there, _) in others.items() if there == forms]
        heads = (at for at, (_, there) in others.items() if by_heads and head is not None and there == head)
        found = same or found or [*heads]
    return found


@lru_cache(maxsize=64)
def _words_and_heads(
    words: Sequence[str | Word], frames: tuple[Frame, ...]
) -> Mapping[FillerPlace, tuple[frozenset[str], str | None]]:
    """Return for each filler by what it is found in the other text: its words, Ann for "by Ann", and its head."""
    compared = {at: _compared(words, filler) for at, filler in _fillers(frames)}
    return {at: (_forms(phrase), _head(phrase)) for at, phrase in compared.items()}


def _linked_filler(annotation: Annotation, side: Side, part: FillerPlace) -> FillerPlace | None:
    """Return the filler of the other text that one is linked with; None without a link."""
    partner = partner_of(annotation, side, part)
    return None if partner is None or partner[0][1] is None else (partner[0][0], partner[0][1])


def _place_there(annotation: Annotation, side: Side, part: FillerPlace) -> tuple[int, Role] | None:
    """Return the frame and the role that a filler should have in the other text; None without a linked frame."""
    frame = linked_frame(annotation, side, part[0])
    return None if frame is None else (frame, filler_at(annotation, side, part).role)


def _fillers(frames: Sequence[Frame]) -> list[tuple[FillerPlace, Filler]]:
    """Return all fillers of a text with their places."""
    return [((place, number), one) for place, frame in enumerate(frames) for number, one in enumerate(frame.fillers)]


def in_other_role(annotation: Annotation, place: int, words: Compared) -> Iterator[tuple[int, FillerPlace]]:
    """Yield the unlinked fillers of a frame that have another role in the linked frame, with those there.

    An unlinked filler there has words so alike that a link would be correct. The frame is one of the hypothesis; it and
    the fillers are given by numbers from 0.
    """
    frame = linked_frame(annotation, "hypothesis", place)
    there = [] if frame is None else _unlinked(annotation, "reference", frame)
    for (_, number), filler in _unlinked(annotation, "hypothesis", place):
        own = _compared(words["hypothesis"], filler)
        same = _equal_roles(annotation, "hypothesis", (place, number), words)
        others = ((at, other) for at, other in there if at in same or other.role is not filler.role)
        kinds = ((at, filler_link(own, _compared(words["reference"], other))[1]) for at, other in others)
        alike = [at for at, kind in kinds if kind is LinkKind.CORRECT]
        if alike and same.keys().isdisjoint(alike):
            yield number, alike[0]


def _unlinked(annotation: Annotation, side: Side, place: int) -> list[tuple[FillerPlace, Filler]]:
    """Return the fillers of a frame without a link, with their places."""
    fillers = _fillers(frames_of(annotation, side))
    return [(at, filler) for at, filler in fillers if at[0] == place and partner_of(annotation, side, at) is None]


def _head(words: Sequence[Word]) -> str | None:
    """Return the lemma of the last word of the first noun phrase: on the two big islands of Japan."""
    phrases = itertools.groupby(
        words, lambda word: word[0][0].isalnum() and (word[2] == "n" or word[0] not in FUNCTION_WORDS)
    )
    phrase = next((list(phrase) for is_content, phrase in phrases if is_content), [])
    return next((lemma for _, lemma, pos in reversed(phrase) if pos == "n"), phrase[-1][1] if phrase else None)


def _forms(words: Sequence[Word]) -> frozenset[str]:
    """Return words without prepositions, articles and the like, if there are others."""
    forms = frozenset(form if form.isupper() else form.casefold() for form, *_ in words if form[0].isalnum())
    return frozenset(one for one in forms if one not in FUNCTION_WORDS or one in groups("phenomena/pronouns")) or forms


def _compared(words: Sequence[str | Word], filler: Filler) -> list[Word]:
    """Return the words of a filler, names with a capital letter, and pronouns as subjects: "him" is "he"."""
    found = zip(filler.tokens, plain_words([words[token] for token in filler.tokens]), strict=True)
    named = ((_name_at(words, token) or form, lemma, pos) for token, (form, lemma, pos) in found)
    return [(SUBJECT_FORMS.get(form, form), SUBJECT_FORMS.get(lemma, lemma), pos) for form, lemma, pos in named]


def _name_at(words: Sequence[str | Word], token: int) -> str:
    """Return an unanalysed word that is written with a capital letter within a sentence, or in capitals."""
    word, before = words[token], words[token - 1] if token else ""
    if not isinstance(word, str) or not isinstance(before, str) or not word[0].isupper():
        return ""
    return word if before[:1].isalnum() or before == "," or (word.isupper() and len(word) > 1) else ""
