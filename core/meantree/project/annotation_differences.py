"""Where annotators of one translation differ, predicate by predicate, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import frames_of, span_of
from meantree.analysis.corrections import NO_FIXED_LINKS, FixedLinks
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Span, overlap
from meantree.corpus.corpus import SIDES, Side
from meantree.project.adjudication import Contested, FrameView, contested, frame_at, overruled
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.kinds import FRAMES, LINKS, REFERENCES, TREES, Key, kind_of
from meantree.project.reference_frames import ReferenceFrames, ReferenceKey, with_its_reference, with_reference
from meantree.project.stored_corrections import Arcs, TreeKey

Tokens = Mapping[Side, Sequence[str]]
Said = tuple[str | None, ...]
NOTHING = ""
"""What somebody says who has no such frame, filler or link; None stands for who was not asked."""
NO_FRAME, NOT_LINKED = "no frame", "not linked"
SEPARATOR = " · "
OTHERWISE = "something else"
GOLD = ""
"""Whose the gold standard is among annotators, all of whom have names."""
NO_RECORD, UNREADABLE = "nothing is kept", "cannot be read"
KIND_NAMES = {
    FRAMES.name: "frames and links",
    REFERENCES.name: "frames of the reference",
    TREES.name: "corrected tree",
    LINKS.name: "corrected word links",
}
"""Kinds of records as people call them."""
MINE, THEIRS = "version", "shown"
DECIDED = "rejected, has no frame", "not decided"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that not all of them say the same of.

    Attributes:
        side: in which text.
        predicate: whose frame it is in.
        what: ``frame``, ``filler``, ``frame link`` or ``filler link``.
        about: the words it is about: the predicate's, or a filler's.
        said: by each annotator, :data:`NOTHING` for who has no such thing, None for who could have none.
    """

    side: Side
    predicate: Span
    what: str
    about: str
    said: Said


@dataclass(frozen=True, slots=True)
class ContestedRow:
    """One contested predicate.

    Attributes:
        contested: the predicate, with who says what.
        words: of the predicate.
        what: the kinds of things that differ, each once: ``frame``, ``filler``, ``frame link``, ``filler link``.
        said: by annotator, what they say of these things.
        gold: what the gold standard says of them where it differs from what all say; else empty.
    """

    contested: Contested
    words: str
    what: tuple[str, ...]
    said: Mapping[str, str]
    gold: str = ""


def differences(annotations: Sequence[Annotation], tokens: Tokens) -> Iterator[Difference]:
    """All of them, in the order of both texts; nothing where all say the same.

    What only some found is told as a frame; of its fillers and links only those who found it are asked. Fillers that
    overlap, whoever found them, are one thing.

    Args:
        annotations: of the same translation beside the same reference, by different people.
        tokens: of both texts.
    """
    for side in SIDES:
        spans = sorted({frame.predicate for one in annotations for frame in frames_of(one, side)})
        for predicate in spans:
            yield from _of_predicate(annotations, tokens, side, predicate)


def contested_rows(work: Mapping[str, Annotation], tokens: Tokens) -> tuple[ContestedRow, ...]:
    """All contested predicates of one translation, in the order of both texts.

    Args:
        work: annotations of it beside one reference, by annotator.
        tokens: of both texts.
    """
    found = list(differences(list(work.values()), tokens))
    return tuple(_told(one, list(work), found, tokens) for one in contested(work))


def overruled_rows(work: Mapping[str, Annotation], gold: Annotation, tokens: Tokens) -> tuple[ContestedRow, ...]:
    """The predicates of which the gold standard says something else than all annotators, in the order of both texts.

    Args:
        work: annotations of one translation beside one reference, by annotator.
        gold: the adjudicated annotation.
        tokens: of both texts.
    """
    found = {one.place: one for one in overruled(work, gold)}
    beside = contested_rows({**work, GOLD: gold}, tokens) if found else ()
    return tuple(
        replace(
            told,
            contested=found[told.contested.place],
            said={name: told.said[name] for name in work},
            gold=told.said[GOLD] or OTHERWISE,
        )
        for told in beside
        if told.contested.place in found
    )


def version_lines(
    key: Key, version: str | None, shown: str | None, tokens: Tokens, reference: ReferenceFrames | None = None
) -> tuple[str, ...]:
    """One line for each thing that a version says otherwise; at least one.

    Args:
        key: whose versions they are.
        version, shown: contents, as the project has them; None is no record.
        tokens: of the texts of the key's segment, empty where they are unknown.
        reference: the frames of the reference, for translations that share them.
    """
    if version is None:
        return (NO_RECORD,)
    try:
        return tuple(_lines(key, version, shown, tokens, reference or ReferenceFrames())) or ("says the same",)
    except ValueError:  # a content of another program
        return (UNREADABLE,)


def name_of(key: Key) -> str:
    """What kind of record it is, as people call it."""
    return KIND_NAMES[kind_of(key)]


def _of_predicate(
    annotations: Sequence[Annotation], tokens: Tokens, side: Side, predicate: Span
) -> Iterator[Difference]:
    places = [frame_at(one, side, predicate) for one in annotations]
    frames = [
        None if place is None else frames_of(one, side)[place] for one, place in zip(annotations, places, strict=True)
    ]
    words = _words(tokens[side], predicate)
    if None in frames:
        said = tuple(NOTHING if frame is None else "frame" for frame in frames)
        yield Difference(side, predicate, "frame", words, said)
    for group in _groups([filler for frame in frames if frame is not None for filler in frame.fillers]):
        said_of = tuple(None if frame is None else _fillers(frame, group, tokens[side]) for frame in frames)
        if _differ(said_of):
            yield Difference(side, predicate, "filler", words, said_of)
    if side == "hypothesis":
        yield from _links(annotations, tokens, predicate, places, frames)


def _links(
    annotations: Sequence[Annotation],
    tokens: Tokens,
    predicate: Span,
    places: Sequence[int | None],
    frames: Sequence[Frame | None],
) -> Iterator[Difference]:
    """Of frames and fillers of the translation; those of the reference are the same from the other end."""
    words = _words(tokens["hypothesis"], predicate)
    ends = [
        None if place is None else _frame_link(one, place, tokens["reference"])
        for one, place in zip(annotations, places, strict=True)
    ]
    if _differ(ends):
        yield Difference("hypothesis", predicate, "frame link", words, tuple(ends))
    for span in sorted({filler.span for frame in frames if frame is not None for filler in frame.fillers}):
        said = [
            None if place is None or frame is None else _filler_link(one, place, frame, span, tokens["reference"])
            for one, place, frame in zip(annotations, places, frames, strict=True)
        ]
        if _differ(said):
            about = f"{words}: {_words(tokens['hypothesis'], span)}"
            yield Difference("hypothesis", predicate, "filler link", about, tuple(said))


def _differ(said: Sequence[str | None]) -> bool:
    return len({one for one in said if one is not None}) > 1


def _groups(fillers: Sequence[Filler]) -> list[list[Span]]:
    """Their spans, those that overlap together, in the order of the text."""
    found: list[list[Span]] = []
    for span in sorted({filler.span for filler in fillers}):
        if found and any(overlap(span, other) for other in found[-1]):
            found[-1].append(span)
        else:
            found.append([span])
    return found


def _fillers(frame: Frame, spans: Sequence[Span], words: Sequence[str]) -> str:
    chosen = sorted(filler for filler in frame.fillers if filler.span in spans)
    return "; ".join(f"{filler.role.value}: {_words(words, filler.span)}" for filler in chosen)


def _frame_link(annotation: Annotation, place: int, words: Sequence[str]) -> str:
    links = annotation.alignment.frames.items()
    found = [(two, kind) for (one, two), kind in links if one == place and kind is not LinkKind.UNDECIDED]
    return "; ".join(f"{_words(words, annotation.reference[two].predicate)} ({kind.value})" for two, kind in found)


def _filler_link(annotation: Annotation, place: int, frame: Frame, span: Span, words: Sequence[str]) -> str | None:
    number = next((number for number, filler in enumerate(frame.fillers) if filler.span == span), None)
    if number is None:
        return None
    found = _filler_partners(annotation.alignment, (place, number))
    texts = ((annotation.reference[frame_].fillers[filler].span, kind) for (frame_, filler), kind in found)
    return "; ".join(f"{_words(words, partner)} ({kind.value})" for partner, kind in texts)


def _filler_partners(alignment: FrameAlignment, filler: tuple[int, int]) -> Iterator[tuple[tuple[int, int], LinkKind]]:
    for (one, two), kind in alignment.fillers.items():
        if one == filler and kind is not LinkKind.UNDECIDED:
            yield two, kind


def _words(tokens: Sequence[str], span: Span) -> str:
    return " ".join(tokens[slice(*span)])


def _told(one: Contested, names: Sequence[str], found: Sequence[Difference], tokens: Tokens) -> ContestedRow:
    mine = [each for each in found if (each.side, each.predicate) == (one.side, one.predicate)]
    words = _words_of(tokens, one)
    cells = {
        name: NO_FRAME
        if one.views[name] is None
        else SEPARATOR.join(_cell(one, each, place, tokens, one.views[name]) for each in mine if _is_asked(each, place))
        for place, name in enumerate(names)
    }
    return ContestedRow(one, words, tuple(dict.fromkeys(each.what for each in mine)), cells)


def _is_asked(difference: Difference, place: int) -> bool:
    return difference.said[place] is not None


def _cell(one: Contested, difference: Difference, place: int, tokens: Tokens, view: FrameView | None) -> str:
    """What one annotator, who has the frame, says of one difference."""
    said = difference.said[place] or NOTHING
    if difference.what == "frame":
        return SEPARATOR.join(_fillers_in_words(one, view, tokens)) or "frame without fillers"
    if difference.what == "filler":
        return said or "no filler"
    about = difference.about.removeprefix(f"{_words_of(tokens, one)}: ")
    partner = f"linked with {said}" if said else NOT_LINKED
    return partner if difference.what == "frame link" else f"{about}: {partner}"


def _fillers_in_words(one: Contested, view: FrameView | None, tokens: Tokens) -> Iterator[str]:
    words = tokens[one.side]
    for filler in sorted(view[0]) if view is not None else ():
        yield f"{filler.role.value}: {' '.join(words[slice(*filler.span)])}"


def _words_of(tokens: Tokens, one: Contested) -> str:
    return " ".join(tokens[one.side][slice(*one.predicate)])


def _lines(key: Key, version: str, shown: str | None, tokens: Tokens, reference: ReferenceFrames) -> Iterator[str]:
    if isinstance(key, AnnotationKey | ReferenceKey):
        one, two = (_annotation(key, content, reference) for content in (version, shown))
        yield from _of_frames(one, two, tokens)
    elif isinstance(key, TreeKey):
        yield from _of_trees(TREES.read(version), {} if shown is None else TREES.read(shown), tokens[key.side])
    else:
        yield from _of_links(LINKS.read(version), NO_FIXED_LINKS if shown is None else LINKS.read(shown), tokens)


def _annotation(key: AnnotationKey | ReferenceKey, content: str | None, reference: ReferenceFrames) -> Annotation:
    """A version of frames; those of a reference stand alone."""
    if content is None:
        return Annotation()
    if isinstance(key, ReferenceKey):
        return with_reference(Annotation(), REFERENCES.read(content))
    return with_its_reference(FRAMES.read(content), reference)


def _of_frames(version: Annotation, shown: Annotation, tokens: Tokens) -> Iterator[str]:
    if version.state is not shown.state:
        yield f"{version.state.value} (shown: {shown.state.value})"
    if version.finalized_by != shown.finalized_by:
        yield f"settled by {version.finalized_by}" if version.finalized_by else "not settled"
    for told in contested_rows({MINE: version, THEIRS: shown}, tokens):
        yield f"“{told.words}” of the {told.contested.side}: {told.said[MINE]} (shown: {told.said[THEIRS]})"
    for side, span in sorted(version.rejected ^ shown.rejected):
        said = DECIDED if (side, span) in version.rejected else reversed(DECIDED)
        yield f"“{' '.join(tokens[side][slice(*span)])}” of the {side}: {' (shown: '.join(said)})"
    if version.comment != shown.comment:
        yield f"remark: {version.comment or 'none'} (shown: {shown.comment or 'none'})"
    mine, theirs = (dict(_remarks(one, tokens)) for one in (version, shown))
    for about in dict.fromkeys((*mine, *theirs)):
        if mine.get(about) != theirs.get(about):
            yield f"remark on {about}: {mine.get(about, 'none')} (shown: {theirs.get(about, 'none')})"


def _remarks(annotation: Annotation, tokens: Tokens) -> Iterator[tuple[str, str]]:
    """What was said, by the words it was said of."""
    for (side, part), text in annotation.part_comments.items():
        frame = frames_of(annotation, side)[part[0]]
        name = "frame" if part[1] is None else frame.fillers[part[1]].role.value
        yield f"{name} “{' '.join(tokens[side][slice(*span_of(annotation, side, part))])}” of the {side}", text


def _of_trees(version: Arcs, shown: Arcs, words: Sequence[str]) -> Iterator[str]:
    for token in sorted({*version, *shown}):
        if version.get(token) != shown.get(token):
            yield f"“{_token(words, token)}”: {_arc(version, token, words)} (shown: {_arc(shown, token, words)})"


def _arc(arcs: Arcs, token: int, words: Sequence[str]) -> str:
    if token not in arcs:
        return "not corrected"
    head, label = arcs[token]
    return f"{label}, a root" if head < 0 else f"{label} of “{_token(words, head)}”"


def _of_links(version: FixedLinks, shown: FixedLinks, tokens: Tokens) -> Iterator[str]:
    for one, two in sorted(version.pairs | shown.pairs):
        now, before = _link_status(version, (one, two)), _link_status(shown, (one, two))
        if now != before:
            yield f"{_token(tokens['hypothesis'], one)} – {_token(tokens['reference'], two)}: {now} (shown: {before})"


def _token(words: Sequence[str], place: int) -> str:
    return words[place] if place < len(words) else f"token {place + 1}"


def _link_status(fixed: FixedLinks, pair: tuple[int, int]) -> str:
    return "linked" if pair in fixed.linked else "not linked" if pair in fixed.unlinked else "not corrected"
