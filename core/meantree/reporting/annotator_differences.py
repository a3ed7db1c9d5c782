"""Where annotators of one translation differ: a row for each contested frame, a column for each annotator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from meantree.alignment.linked_frames import frames_of
from meantree.analysis.frames import Filler, Span, phrase
from meantree.annotation.adjudication import Contested, FrameView, contested
from meantree.annotation.annotation_scores import score_of
from meantree.annotation.differences import NOT_LINKED
from meantree.annotation.frame_annotation import Annotation, Predicate, State
from meantree.corpus.corpus import SIDES, Side
from meantree.evaluation.value_table import Value, ValueTable

if TYPE_CHECKING:
    from meantree.metrics.hmeant import Hmeant

    Measures = Mapping[str, Hmeant]
    """Metrics over frames made by hand, by what they are called."""

Tokens = Mapping[Side, tuple[str, ...]]
Row = tuple[Value, ...]
DIFFERENCES: Final = "Differences between annotators"
"""The title of tables of differences."""
ON_REFERENCE: Final = "reference: "
"""Stands before the predicates of references, in tables of differences."""
WHAT: Final = "what"
"""The head of the column of what differs."""
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


def differences_table(
    compared: Mapping[str, Annotation], tokens: Tokens, measures: Callable[[str], Measures], reference: str
) -> ValueTable:
    """Return the scores by annotator, then a row for each frame on which annotators differ.

    Args:
        compared: annotations of one translation beside one reference, by annotator.
        tokens: of both texts.
        measures: the metrics that score an annotator's frames.
        reference: its name, for the title; empty if there is one alone.
    """
    scores: list[Row] = [
        (name, *(score_of(item, tokens, measures(annotator)[name]) for annotator, item in compared.items()))
        for name in measures(next(iter(compared)))
    ]
    rows = list(_rows(compared, tokens))
    title = DIFFERENCES + (f", reference {reference}" if reference else "")
    note = "" if rows else "All of them have the same frames and links."
    return ValueTable("differences", title, note, (WHAT, *compared), (*scores, *rows))


def is_score(row: Row) -> bool:
    """Return whether a row of a table of differences has scores."""
    return not any(isinstance(value, str) for value in row[1:])


def is_on_reference(row: Row) -> bool:
    """Return whether a row of a table of differences is on the reference, which other translations share."""
    return str(row[0]).startswith(ON_REFERENCE)


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


def _rows(compared: Mapping[str, Annotation], tokens: Tokens) -> Iterator[Row]:
    """Yield the state if it differs, then each contested frame, those of the translation first."""
    if len({item.state for item in compared.values()}) > 1:
        yield "state", *(item.state.value for item in compared.values())
    for frame in contested(_able(compared)):
        of = "" if frame.side == "hypothesis" else ON_REFERENCE
        answers = _answers(frame, tokens)
        yield f"{of}{phrase(tokens[frame.side], (frame.predicate,))}", *(answers.get(name, "") for name in compared)


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
