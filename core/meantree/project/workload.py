"""Assigning a project's segments to annotators, and the annotators' progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from meantree.annotation.error_annotation import CHECK, is_tool
from meantree.annotation.frame_annotation import TO_DO, State
from meantree.annotation.record_kinds import Key
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, quoted
from meantree.project.comments import list_comments
from meantree.project.division import divide_segments
from meantree.project.file import Project

NAMED: Final = 5
"""The number of translations named in a message; the others are counted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One annotator's work, counted in translations.

    Attributes:
        annotator: their name.
        assigned: translations of the assigned segments; None if nothing was ever assigned to the annotator.
        done, nothing, cannot, open: counts of started translations: finished with frames, finished without any,
            impossible to annotate, and unfinished.
        review: translations done before linked frames or fillers of the reference were deleted.
        left: assigned translations that are unfinished or to review.
        remarks: comments on translations, frames and fillers; the name is a key of JSON output.
        seconds: of work.
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


def assign_segments(
    project: Project,
    annotators: Sequence[str],
    overlap: float = 0.0,
    together: int = 2,
    rules: Rules | None = None,
) -> None:
    """Divide the segments with a translation among annotators, replacing earlier assignments.

    Everybody gets runs of consecutive segments; documents are split only where the numbers would become uneven. Where
    frames are annotated, segments without a reference are left out.

    Args:
        annotators: who share the segments. Others keep the segments that they have started.
        overlap: the share of segments that several annotate, in [0, 1].
        together: how many annotate each of these.
        rules: of annotation; by default those of the project.

    Raises:
        UsageError: if names or numbers are invalid, the project is a part and has other rules, or the file cannot be
            written to.
    """
    for name in filter(is_tool, annotators):
        raise UsageError(f"{quoted(name)} is no person; expected names of people")
    needs_reference = (rules or project.rules).has_frames
    segments = [item for item in project.corpus().segments if item.hypotheses]
    segments = [item for item in segments if item.references or not needs_reference]
    keys, documents = [item.key for item in segments], [item.document for item in segments]
    begun = {name: segments_begun(project, name) for name in project.people}
    others = {item.annotator for item in project.assignments() if item.annotator not in annotators}
    work = divide_segments(keys, annotators, overlap, together, begun, documents)
    if rules is not None:
        project.set_rules(rules)
    project.assign({**{name: sorted(begun.get(name, ())) for name in others}, **work})


def segments_begun(project: Project, annotator: str) -> frozenset[str]:
    """Return the keys of segments in which an annotator annotated a translation, or corrected trees or links."""
    keys: list[Key] = [*project.annotations(annotator), *project.error_annotations(annotator)]
    keys += [*project.trees(annotator), *project.links(annotator)]
    return frozenset(key.segment for key in keys)


def parse_share(text: str) -> float:
    """Return the share written as ``20%`` or ``.2``; raise UsageError if it is no number in [0, 1]."""
    number, percent, _ = text.strip().partition("%")
    try:
        share = float(number) / (100 if percent else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UsageError(f"expected a part between 0% and 100%, as in 20%; found {quoted(text)}")
    return share


def progress_of(project: Project, annotator: str, corpus: Corpus) -> Progress:
    """Return an annotator's progress, all zero for an unknown one; ``corpus`` is that of the project.

    Attention checks count in an annotator's part of a project alone, where nothing must tell them apart.
    """
    hidden = None if project.owner else CHECK
    states = {item: state for item, state in project.translation_states(annotator).items() if item[1] != hidden}
    counts = Counter(states.values())
    assignments = project.assignments(annotator)
    assigned = [corpus.segments[corpus.places[item.segment]] for item in assignments if item.given]
    translations = [(segment.key, system) for segment in assigned for system in segment.hypotheses if system != hidden]
    left = sum(states.get(item, State.OPEN) in TO_DO for item in translations)
    return Progress(
        annotator,
        len(translations) if assignments else None,
        counts[State.DONE],
        counts[State.NOTHING],
        counts[State.CANNOT],
        counts[State.OPEN],
        counts[State.REVIEW],
        left,
        len(list_comments(project, corpus, annotator)),
        sum(item.seconds for item in project.times(annotator)),
    )


def review_note(project: Project, annotator: str) -> str:
    """Return a note on an annotator's translations to review, which are scored without some links; empty if none."""
    states = project.translation_states(annotator)
    to_review = [place for place, state in states.items() if state is State.REVIEW]
    if not to_review:
        return ""
    verb, pronoun = ("is", "its") if len(to_review) == 1 else ("are", "their")
    named = ", ".join(" ".join(map(escaped, place)) for place in to_review[:NAMED])
    more = f" and {len(to_review) - NAMED} more" if len(to_review) > NAMED else ""
    count = counted(len(to_review), "translation")
    listed = f"{escaped(annotator)}: {count} {verb} to review ({named}{more})"
    return f"{listed}; {pronoun} links to deleted frames or fillers do not count"
