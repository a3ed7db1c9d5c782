"""Divide a project among annotators; what somebody has begun stays theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, quoted
from meantree.project.annotation import AUTOMATIC, TO_DO, State, translation_states
from meantree.project.annotation_rules import Rules
from meantree.project.file import Project
from meantree.project.kinds import Key
from meantree.project.reference_frames import reference_key

NAMED: Final = 5
"""As many translations are named in a message; the others are counted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One annotator's work, counted in translations.

    Attributes:
        annotator: their name.
        assigned: translations of the segments that are theirs; None if nothing was ever assigned to them.
        done, nothing, cannot, open: how far those are that they began: finished with frames, without any, left as they
            cannot be annotated, and not finished.
        review: translations that were done before linked frames or fillers of the reference were deleted.
        left: assigned translations that are not finished, or to be reviewed.
        remarks: on translations, frames and fillers.
        seconds: they were at work.
    """

    annotator: str
    assigned: int | None
    done: int
    nothing: int
    cannot: int
    open: int
    review: int
    left: int
    remarks: int
    seconds: float

    @property
    def finished(self) -> int:
        """Translations that need no more work."""
        return self.done + self.nothing + self.cannot


def assign_segments(
    project: Project,
    annotators: Sequence[str],
    overlap: float = 0.0,
    together: int = 2,
    rules: Rules | None = None,
) -> None:
    """Divide the segments that have a translation and a reference, in place of what was assigned before.

    Args:
        project: the project.
        annotators: who shares the segments. Others keep those that they have begun.
        overlap: which part of the segments several annotate, in [0, 1].
        together: how many annotate each of these.
        rules: by which they work; by default those of the project.

    Raises:
        UsageError: if the names or numbers cannot be, the project is a part and has other rules, or the file cannot be
            written to.
    """
    if AUTOMATIC in annotators:
        raise UsageError(f"{quoted(AUTOMATIC)} is the labeller; expected the names of people")
    segments = [one.key for one in project.corpus().segments if one.references and one.hypotheses]
    begun = {name: segments_begun(project, name) for name in project.annotators if name != AUTOMATIC}
    others = {one.annotator for one in project.assignments() if one.annotator not in annotators}
    work = divide_segments(segments, annotators, overlap, together, begun)
    if rules is not None:
        project.set_rules(rules)
    project.assign({**{name: sorted(begun.get(name, ())) for name in others}, **work})


def segments_begun(project: Project, annotator: str) -> frozenset[str]:
    """The segments of which somebody annotated a translation, corrected a tree, or links."""
    keys: list[Key] = [*project.annotations(annotator), *project.trees(annotator), *project.links(annotator)]
    return frozenset(key.segment for key in keys)


def divide_segments(
    segments: Sequence[str],
    annotators: Sequence[str],
    overlap: float = 0.0,
    together: int = 2,
    begun: Mapping[str, Set[str]] | None = None,
) -> dict[str, list[str]]:
    """Give every segment to the annotator who has least, and those that are shared to several.

    Shared segments are spread evenly over the corpus, and so are the pairs of annotators over them.

    Args:
        segments: their keys, in order.
        annotators: names.
        overlap: which part of the segments several annotate, in [0, 1].
        together: how many annotate each of these.
        begun: what annotators have begun already, which stays theirs.

    Returns:
        by annotator, keys in the order of the segments.

    Raises:
        UsageError: if a name stands there twice, or there are fewer annotators than are to work together.
    """
    if not annotators or len(set(annotators)) < len(annotators) or not all(name.strip() for name in annotators):
        raise UsageError("expected the names of annotators, each once, as in ana,ben,eva")
    if not 0 <= overlap <= 1:
        raise UsageError(f"an overlap lies between 0% and 100%; found {overlap:.0%}")
    if overlap and not 2 <= together <= len(annotators):
        found = counted(len(annotators), "annotator")
        raise UsageError(f"shared segments are for two or more of the annotators; found {together} of {found}")
    shared = _spread(len(segments), round(overlap * len(segments)))
    work: dict[str, list[int]] = {name: [] for name in annotators}
    met = {name: Counter[str]() for name in annotators}
    # The shared ones first: then the others even out what everybody has.
    for place in (*sorted(shared), *(place for place in range(len(segments)) if place not in shared)):
        chosen = [name for name in annotators if segments[place] in (begun or {}).get(name, ())]
        while len(chosen) < (together if place in shared else 1):
            others = [name for name in annotators if name not in chosen]
            chosen.append(min(others, key=lambda name: (sum(met[name][one] for one in chosen), len(work[name]))))
        for name in chosen:
            work[name].append(place)
            met[name].update(chosen)
    return {name: [segments[place] for place in sorted(places)] for name, places in work.items()}


def parse_share(text: str) -> float:
    """A part of a whole, as in ``20%`` or ``.2``.

    Raises:
        UsageError: if it is none.
    """
    number, percent, _ = text.strip().partition("%")
    try:
        share = float(number) / (100 if percent else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UsageError(f"expected a part between 0% and 100%, as in 20%; found {quoted(text)}")
    return share


def progress_of(project: Project, annotator: str, corpus: Corpus) -> Progress:
    """How far somebody is; ``corpus`` is that of the project.

    Nobody who is unknown has done anything.
    """
    states = translation_states(project.states(annotator))
    counts = Counter(states.values())
    mine = project.assignments(annotator)
    given = [corpus.segments[corpus.places[one.segment]] for one in mine if one.given]
    theirs = [(segment.key, system) for segment in given for system in segment.hypotheses]
    left = sum(states.get(one, State.OPEN) in TO_DO for one in theirs)
    return Progress(
        annotator,
        len(theirs) if mine else None,
        counts[State.DONE],
        counts[State.NOTHING],
        counts[State.CANNOT],
        counts[State.OPEN],
        counts[State.REVIEW],
        left,
        _remarks(project, annotator),
        sum(one.seconds for one in project.times(annotator)),
    )


def unfinished_if_blind(project: Project, annotator: str, corpus: Corpus) -> int:
    """How many assigned translations somebody must finish before they may see what others did; 0 if they may.

    Nothing is hidden where the project is not blind, and from nobody who annotates in the name of the gold standard.
    """
    rules = project.rules
    if not rules.blind or annotator in ("", rules.gold):
        return 0
    return progress_of(project, annotator, corpus).left


def review_note(project: Project, annotator: str) -> str:
    """Say which translations of somebody are scored although they are to review, and how; empty if none is."""
    states = translation_states(project.states(annotator))
    found = [place for place, state in states.items() if state is State.REVIEW]
    if not found:
        return ""
    are, their = ("is", "its") if len(found) == 1 else ("are", "their")
    named = ", ".join(" ".join(map(escaped, place)) for place in found[:NAMED])
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    count = counted(len(found), "translation")
    listed = f"{escaped(annotator)}: {count} {are} to review ({named}{more})"
    return f"{listed}; {their} links to deleted frames or fillers do not count"


def _spread(count: int, chosen: int) -> frozenset[int]:
    """So many places of ``count``, at equal distances."""
    return frozenset(place * count // chosen for place in range(chosen))


def _remarks(project: Project, annotator: str) -> int:
    if annotator not in project.annotators:
        return 0
    found = project.annotations(annotator)
    said: dict[tuple[object, ...], str] = {(key,): one.comment for key, one in found.items()}
    for key, one in found.items():
        for (side, part), text in one.part_comments.items():
            is_shared = side == "reference" and not one.own_reference
            said[reference_key(key) if is_shared else key, side, part] = text
    return sum(bool(text.strip()) for text in said.values())
