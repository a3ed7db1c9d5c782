"""Where annotators of one translation differ: their scores, and what each says of contested frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meantree.alignment.linked_frames import frames_of
from meantree.annotation.annotation_scores import score_of
from meantree.annotation.contested_frames import FILLER, FRAME, ContestedFrames, contested, shortened_answer
from meantree.annotation.frame_annotation import Annotation, Predicate, State
from meantree.corpus.corpus import SIDES, Side

if TYPE_CHECKING:
    from meantree.metrics.hmeant import Hmeant

    Measures = Mapping[str, Hmeant]
    """Metrics over frames made by hand, by what they are called."""

Tokens = Mapping[Side, tuple[str, ...]]
NOT_ALL, OTHER_FILLERS, OTHER_LINKS = KINDS = (
    "not marked by all",
    "with other fillers or roles",
    "with other links alone",
)
"""How annotators differ on frames."""


@dataclass(frozen=True, slots=True)
class DifferentAnswers:
    """The answers of annotators who do not agree on one frame, or on the state of the annotation.

    Attributes:
        side: the text of the frame.
        words: of the frame's predicate; ``state`` if the state differs.
        answers: by annotator.
    """

    side: Side
    words: str
    answers: Mapping[str, str]

    def shortened(self, name: str) -> str:
        """Return an annotator's answer with long fillers shortened; empty if they did not annotate the translation."""
        return shortened_answer(self.answers.get(name, ""))


@dataclass(frozen=True, slots=True)
class AnnotatorDifferences:
    """Where annotators of one translation beside one reference differ.

    Attributes:
        reference: its name, empty if there is one alone.
        scores: by metric and annotator.
        frames: on what they do not agree, that in the translation first.
    """

    reference: str
    scores: Mapping[str, Mapping[str, float | None]]
    frames: tuple[DifferentAnswers, ...]


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
    return AnnotatorDifferences(reference, scores, tuple(_different_answers(compared, tokens)))


def compared_frames(compared: Mapping[str, Annotation]) -> dict[Predicate, str]:
    """Return how annotators differ on each predicate that any marked, empty where they agree.

    None are compared if fewer than two could annotate the translation.
    """
    able = _able(compared)
    marked = {(side, frame.predicate) for one in able.values() for side in SIDES for frame in frames_of(one, side)}
    return {**dict.fromkeys(marked, ""), **{one.place: _kind(one) for one in contested(able)}} if len(able) > 1 else {}


def _kind(row: ContestedFrames) -> str:
    return NOT_ALL if FRAME in row.kinds else OTHER_FILLERS if FILLER in row.kinds else OTHER_LINKS


def _able(compared: Mapping[str, Annotation]) -> dict[str, Annotation]:
    """Return the annotations of those who could annotate the translation."""
    return {name: item for name, item in compared.items() if item.state is not State.CANNOT}


def _different_answers(compared: Mapping[str, Annotation], tokens: Tokens) -> Iterator[DifferentAnswers]:
    """Yield the state if it differs, then each contested frame, those of the translation first."""
    if len({item.state for item in compared.values()}) > 1:
        yield DifferentAnswers("hypothesis", "state", {who: item.state.value for who, item in compared.items()})
    for row in contested(_able(compared)):
        yield DifferentAnswers(row.place[0], row.words(tokens), row.answers(tokens))
