"""Annotated pairs of texts, by hand and at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from meantree.analysis.frames import Filler, Frame, FrameAlignment, FrameLayer, LinkKind, Role
from meantree.analysis.sentences import Analysis
from meantree.annotation.frame_annotation import Annotation, State
from meantree.metrics.pair import Pair


def frame(text: str) -> Frame:
    """``3 agent=0-2 patient=4,6-7``: the predicate, then fillers with the first and last token of each part."""
    predicate, *fillers = text.split()
    return Frame(_span(predicate), tuple(_filler(*pair) for pair in map(_pair, fillers)))


def _filler(role: str, spans: str) -> Filler:
    first, *further = map(_span, spans.split(","))
    return Filler(first, Role(role), further=tuple(further))


def _pair(item: str) -> tuple[str, str]:
    role, _, span = item.partition("=")
    return role, span


def _span(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first) + 1


# Frames stand in another order than in the text, and places differ between the texts.
LINKED = Annotation(
    hypothesis=(frame("5 agent=6"), frame("1 agent=0 patient=2"), frame("3")),
    reference=(frame("7"), frame("4"), frame("2 patient=3 agent=1")),
    alignment=FrameAlignment(
        {(1, 2): LinkKind.CORRECT, (2, 0): LinkKind.PARTIAL, (0, 1): LinkKind.UNDECIDED},
        {((1, 0), (2, 1)): LinkKind.CORRECT, ((1, 1), (2, 1)): LinkKind.PARTIAL},
    ),
)


def links(text: str) -> FrameAlignment:
    """Links of frames and of their fillers, as in ``0=0 1~2 0.0=0.1``; ``~`` is partial."""
    found = [_link(one) for one in text.split()]
    return FrameAlignment(
        {(int(one), int(two)): kind for one, two, kind in found if "." not in one},
        {(_place(one), _place(two)): kind for one, two, kind in found if "." in one},
    )


def annotation_of(text: str, state: State = State.OPEN) -> Annotation:
    """Frames of both texts and their links, as in ``1 agent=0; 6 / 2 agent=0-1 / 0=0 0.0=0.0``."""
    hypothesis, reference, linked = (*text.split("/"), "", "")[:3]
    mine, theirs = (
        tuple(map(frame, filter(None, map(str.strip, side.split(";"))))) for side in (hypothesis, reference)
    )
    return Annotation(mine, theirs, links(linked), state)


def annotated(size: int, hyp: Sequence[str], ref: Sequence[str], frames: str = "", fillers: str = "") -> Pair:
    """Two texts of ``size`` words with frames, and links as :func:`links` reads them."""
    words = tuple(f"w{place}" for place in range(size))
    return _annotated(words, tuple(map(frame, hyp)), tuple(map(frame, ref)), links(f"{frames} {fillers}"))


def _annotated(
    words: tuple[str, ...], hyp: tuple[Frame, ...], ref: tuple[Frame, ...], alignment: FrameAlignment
) -> Pair:
    mine, theirs = (Analysis(" ".join(words), frames=FrameLayer(words, found)) for found in (hyp, ref))
    return Pair(mine, (theirs,), ("A",), (alignment,))


def _link(text: str) -> tuple[str, str, LinkKind]:
    for sign, kind in (("=", LinkKind.CORRECT), ("~", LinkKind.PARTIAL), ("?", LinkKind.UNDECIDED)):
        if sign in text:
            one, _, two = text.partition(sign)
            return one, two, kind
    raise ValueError(text)


def _place(text: str) -> tuple[int, int]:
    frame_, _, filler = text.partition(".")
    return int(frame_), int(filler)


SIZE = 12


@st.composite
def some_frames(draw: st.DrawFn, *, in_parts: bool = False) -> tuple[Frame, ...]:
    """Up to three frames over :data:`SIZE` words, their fillers apart; ``in_parts`` lets the first have several."""
    frames = []
    for _ in range(draw(st.integers(0, 3))):
        cuts = sorted(draw(st.sets(st.integers(0, SIZE), max_size=7)))
        spans = list(zip(cuts[0::2], cuts[1::2], strict=False))
        further = tuple(spans.pop() for _ in range(draw(st.integers(0, len(spans) - 1)))) if in_parts and spans else ()
        fillers = tuple(Filler(span, draw(st.sampled_from(list(Role)))) for span in spans)
        if further:
            fillers = (replace(fillers[0], further=further[::-1]), *fillers[1:])
        place = draw(st.integers(0, SIZE - 1))
        frames.append(Frame((place, place + 1), fillers))
    return tuple(frames)


@st.composite
def annotated_pairs(draw: st.DrawFn, *, in_parts: bool = False) -> Pair:
    """Two texts with frames and links one to one, of any kind."""
    hyp, ref = draw(some_frames(in_parts=in_parts)), draw(some_frames(in_parts=in_parts))
    kinds = st.sampled_from(list(LinkKind))
    partners = draw(st.permutations(range(len(ref))))
    frames = {pair: draw(kinds) for pair in zip(range(len(hyp)), partners, strict=False) if draw(st.booleans())}
    mine = [(place, number) for place, one in enumerate(hyp) for number in range(len(one.fillers))]
    theirs = draw(st.permutations([(place, n) for place, one in enumerate(ref) for n in range(len(one.fillers))]))
    fillers = {pair: draw(kinds) for pair in zip(mine, theirs, strict=False) if draw(st.booleans())}
    words = tuple(f"w{place}" for place in range(SIZE))
    return _annotated(words, hyp, ref, FrameAlignment(frames, fillers))


@st.composite
def finished_annotations(draw: st.DrawFn) -> Annotation:
    """What somebody finished of two texts."""
    pair = draw(annotated_pairs())
    hyp, ref = (text.frames for text in pair.sides(0))
    assert hyp is not None
    assert ref is not None
    return Annotation(hyp.frames, ref.frames, pair.frame_links(0), State.DONE)
