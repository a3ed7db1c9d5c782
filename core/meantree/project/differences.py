"""Where annotators of one translation differ, predicate by predicate, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from meantree.alignment.linked_frames import frames_of
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Span, overlap
from meantree.corpus.corpus import SIDES, Side
from meantree.project.adjudication import frame_at
from meantree.project.annotation import Annotation

Tokens = Mapping[Side, Sequence[str]]
Said = tuple[str | None, ...]
NOTHING = ""
"""What somebody says who has no such frame, filler or link; None stands for who was not asked."""


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
