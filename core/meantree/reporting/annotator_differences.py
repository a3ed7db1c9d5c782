"""Where annotators of one translation differ: their scores, and what each says of contested frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from meantree.alignment.linked_frames import frames_of
from meantree.analysis.frames import Filler, Span, phrase
from meantree.annotation.adjudication import Contested, FrameView, contested
from meantree.annotation.annotation_scores import score_of
from meantree.annotation.differences import NOT_LINKED
from meantree.annotation.frame_annotation import Annotation, Predicate, State
from meantree.corpus.corpus import SIDES, Side

if TYPE_CHECKING:
    from meantree.metrics.hmeant import Hmeant

    Measures = Mapping[str, Hmeant]
    """Metrics over frames made by hand, by what they are called."""

Tokens = Mapping[Side, tuple[str, ...]]
FIRST, LAST = 4, 3
"""Words at the beginning and at the end of long phrases, which are printed in full elsewhere."""
NO_FRAME: Final = "–"
"""The answer of who did not mark the predicate."""
NO_FILLER, WITHOUT_FILLERS = "no such filler", "no fillers"
NOT_ALL, OTHER_FILLERS, OTHER_LINKS = KINDS = (
    "not marked by all",
    "with other fillers or roles",
    "with other links alone",
)
"""How annotators differ on frames."""


@dataclass(frozen=True, slots=True)
class Differing:
    """What annotators answered differently, each by name: on the frame of ``words`` of one text, or on the state."""

    side: Side
    words: str
    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AnnotatorDifferences:
    """Where annotators of one translation beside one reference differ.

    Attributes:
        reference: its name, empty if there is one alone.
        scores: by metric and annotator.
        frames: what differs, in the translation first.
    """

    reference: str
    scores: Mapping[str, Mapping[str, float | None]]
    frames: tuple[Differing, ...]


def annotator_differences(
    compared: Mapping[str, Annotation], tokens: Tokens, measures: Callable[[str], Measures], reference: str
) -> AnnotatorDifferences:
    """Return the scores by annotator, and each frame on which annotators differ.

    Args:
        compared: annotations of one translation beside one reference, by annotator.
        tokens: of both texts.
        measures: the metrics that score an annotator's frames.
        reference: its name; empty if there is one alone.
    """
    scores = {
        name: {who: score_of(item, tokens, measures(who)[name]) for who, item in compared.items()}
        for name in measures(next(iter(compared)))
    }
    return AnnotatorDifferences(reference, scores, tuple(_differing(compared, tokens)))


def compared_frames(compared: Mapping[str, Annotation]) -> dict[Predicate, str]:
    """Return how annotators differ on each predicate that any marked, empty where they agree.

    None are compared if fewer than two could annotate the translation.
    """
    able = _able(compared)
    marked = {(side, frame.predicate) for one in able.values() for side in SIDES for frame in frames_of(one, side)}
    return {**dict.fromkeys(marked, ""), **{one.place: _kind(one) for one in contested(able)}} if len(able) > 1 else {}


def _kind(frame: Contested) -> str:
    views = [view for view in frame.views.values() if view is not None]
    if len(views) < len(frame.views):
        return NOT_ALL
    return OTHER_LINKS if len({frozenset(view[0]) for view in views}) == 1 else OTHER_FILLERS


def _able(compared: Mapping[str, Annotation]) -> dict[str, Annotation]:
    """Return the annotations of those who could annotate the translation."""
    return {name: item for name, item in compared.items() if item.state is not State.CANNOT}


def _differing(compared: Mapping[str, Annotation], tokens: Tokens) -> Iterator[Differing]:
    """Yield the state if it differs, then each contested frame, those of the translation first."""
    if len({item.state for item in compared.values()}) > 1:
        yield Differing("hypothesis", "state", {who: item.state.value for who, item in compared.items()})
    for frame in contested(_able(compared)):
        yield Differing(frame.side, phrase(tokens[frame.side], (frame.predicate,)), _answers(frame, tokens))


def _answers(frame: Contested, tokens: Tokens) -> dict[str, str]:
    """Return how each annotator annotated what differs of a frame; all fillers where not all marked it."""
    views = [view for view in frame.views.values() if view is not None]
    is_marked = len(views) == len(frame.views)
    same = set(views[0][0]).intersection(*(view[0] for view in views[1:])) if is_marked else set[Filler]()
    nothing = WITHOUT_FILLERS if not is_marked else NO_FILLER if any(set(view[0]) - same for view in views) else ""
    answers = dict[str, str]()
    for name, view in frame.views.items():
        parts = [NO_FRAME]
        if view is not None:
            words = tokens[frame.side]
            own = (f"{filler.role.value}: {_brief(words, filler.spans)}" for filler in view[0] if filler not in same)
            parts = ["; ".join(own) or nothing, *_links(view, views, tokens, is_marked=is_marked)]
        answers[name] = "; ".join(filter(None, parts))
    return answers


def _links(view: FrameView, views: Sequence[FrameView], tokens: Tokens, *, is_marked: bool) -> Iterator[str]:
    """Yield the link of a frame, and those of fillers as far as others marked and linked them, too.

    Links in which all views agree are left out if all annotators marked the frame.
    """
    _, partner, kind, _ = view
    if any(other[1:3] != (partner, kind) for other in views):
        yield NOT_LINKED if partner is None or kind is None else _linked(tokens, partner, kind.value)
    elif not is_marked and partner is not None and kind is not None:
        yield _linked(tokens, partner, kind.value)
    linked = [other for other in views if other[1] is not None]
    for filler in view[0] if view in linked else ():
        own = _ends(view, filler)
        ends = [_ends(other, one) for other in linked for one in other[0] if one.spans == filler.spans]
        if any(other != own for other in ends):
            is_same = len({tuple(span for span, _ in end) for end in ends if end}) == 1
            links = (f"{kind} link" if is_same else _linked(tokens, span, kind) for span, kind in own)
            yield f"“{_brief(tokens['hypothesis'], filler.spans)}”: {', '.join(links) or NOT_LINKED}"


def _ends(view: FrameView, filler: Filler) -> list[tuple[Span, str]]:
    """Return the fillers of the reference that a filler is linked with, and how well."""
    return sorted((partner, kind.value) for span, partner, kind in view[3] if span == filler.span)


def _linked(tokens: Tokens, partner: Span, kind: str) -> str:
    return f"linked with {_brief(tokens['reference'], (partner,))} ({kind})"


def _brief(words: Sequence[str], spans: Sequence[Span]) -> str:
    """Return the words of spans; of many, where they begin and end."""
    said = phrase(words, spans).split()
    is_long = len(said) > FIRST + LAST + 1
    return " ".join([*said[:FIRST], "…", *said[-LAST:]] if is_long else said)
