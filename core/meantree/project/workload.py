"""Assigning a project's segments to annotators in runs of a document, their progress, and their pace."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Final

from meantree.analysis.frames import spans_of
from meantree.annotation.error_annotation import is_tool
from meantree.annotation.frame_annotation import FINISHED, TO_DO, State
from meantree.annotation.record_kinds import Key
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import CHECK, Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, quoted
from meantree.grouping import grouped
from meantree.project.comments import list_comments
from meantree.project.file import Project
from meantree.project.gold_standard import compared_annotators
from meantree.project.teamwork import WorkTime

NAMED: Final = 5
"""The number of translations named in a message; the others are counted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One annotator's work, counted in translations.

    Attributes:
        assigned: translations of the assigned segments; None if nothing was ever assigned to the annotator.
        done, nothing, cannot, open: counts of started translations: finished with frames, finished without any,
            impossible to annotate, and unfinished.
        review: translations done before linked frames or fillers of the reference were deleted.
        left: assigned translations that are unfinished or to review.
        remarks: comments on translations, frames and fillers; the name is a key of JSON output.
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


@dataclass(frozen=True, slots=True)
class Plan:
    """Who is to annotate which segments.

    Attributes:
        segments: 1-based places of the segments by annotator, those who keep what they have started last.
        shared: the places that several have.
        checks: the places with an attention check.
        work: the keys of the segments by annotator.
    """

    segments: Mapping[str, Sequence[int]]
    shared: Set[int]
    checks: Set[int]
    work: Mapping[str, Sequence[str]]

    @property
    def lines(self) -> tuple[str, ...]:
        """What each annotator gets, in words."""
        return tuple(self._line(name, places) for name, places in self.segments.items())

    def _line(self, name: str, places: Sequence[int]) -> str:
        shared, checks = len(self.shared & {*places}), len(self.checks & {*places})
        parts = [counted(len(places), "segment") + (f" ({_runs(places)})" if places else ""), f"{shared:,} shared"]
        parts += [counted(checks, "check")] if self.checks else []
        return f"{escaped(name)}: {', '.join(parts)}"


def planned(
    project: Project, annotators: Sequence[str], overlap: float = 0.0, together: int = 2, rules: Rules | None = None
) -> Plan:
    """Divide the segments with a translation by :func:`divide_segments`; :meth:`Project.assign` stores that.

    Where frames are annotated, segments without a reference are left out.

    Args:
        annotators: who share the segments. Others keep the segments that they have started.
        overlap: the share of segments that several annotate, in [0, 1].
        together: how many annotate each of these.
        rules: of annotation; by default those of the project.

    Raises:
        UsageError: if the project is a part, names or numbers are invalid, or there is nothing to annotate.
    """
    if project.owner:
        whose = f"{project.path} is the part of {quoted(project.owner)}"
        raise UsageError(f"{whose}: segments can only be assigned in the whole project")
    for name in filter(is_tool, annotators):
        raise UsageError(f"{quoted(name)} is no person; expected names of people")
    needs_reference = (rules or project.rules).has_frames
    corpus = project.corpus()
    segments = [item for item in corpus.segments if item.hypotheses]
    segments = [item for item in segments if item.references or not needs_reference]
    if not segments:
        also = " and a reference" if needs_reference else ""
        raise UsageError(f"{project.path}: no segment has a translation{also}, so there is nothing to assign")
    keys, documents = [item.key for item in segments], [item.document for item in segments]
    begun = {name: segments_begun(project, name) for name in project.people}
    others = {item.annotator for item in project.assignments() if item.annotator not in annotators}
    work = divide_segments(keys, annotators, overlap, together, begun, documents)
    work |= {name: sorted(begun.get(name, ())) for name in sorted(others)}
    numbers = {name: sorted(corpus.places[key] + 1 for key in own) for name, own in work.items()}
    counts = Counter(place for places in numbers.values() for place in places)
    checks = {corpus.places[key.segment] + 1 for key in project.error_annotations(CHECK)}
    return Plan(numbers, {place for place, count in counts.items() if count > 1}, checks, work)


def _runs(places: Sequence[int]) -> str:
    """Return numbers in order as runs: ``1–4, 9``."""
    runs = ((start, end - 1) for start, end in spans_of(places))
    return ", ".join(f"{first}–{last}" if first < last else str(first) for first, last in runs)


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

    Attention checks count in an annotator's part of a project alone, where nothing must tell them apart; elsewhere
    the translations that an annotator has checks in place of do not count.
    """
    hidden = None if project.owner else CHECK
    states = {item: state for item, state in project.translation_states(annotator).items() if item[1] != hidden}
    counts = Counter(states.values())
    assignments = project.assignments(annotator)
    work = project.work_of(annotator, corpus) if any(item.given for item in assignments) else []
    translations = [item for item in work if item[1] != hidden]
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
        sum(comment.key.system != hidden for comment in list_comments(project, corpus, annotator)),
        sum(item.seconds for item in project.times(annotator) if item.system != hidden),
    )


def review_note(project: Project, annotator: str) -> str:
    """Return a note on an annotator's translations to review, which are scored without some links; empty if none."""
    states = project.translation_states(annotator)
    to_review = [place for place, state in states.items() if state is State.REVIEW]
    verb, pronoun = ("is", "its") if len(to_review) == 1 else ("are", "their")
    said = f"; {pronoun} links to deleted frames or fillers do not count"
    return _note(annotator, to_review, f"{verb} to review", said)


def finished_alone(project: Project, annotator: str) -> list[tuple[str, str]]:
    """Return what the gold standard lacks as one person alone finished it; nothing for another annotator."""
    gold = project.rules.gold
    if annotator != gold:
        return []
    states = [project.translation_states(name) for name in compared_annotators(project)]
    finished = Counter(place for one in states for place, state in one.items() if state in FINISHED)
    decided = project.translation_states(gold)
    return [place for place, count in finished.items() if count == 1 and place not in decided and place[1] != CHECK]


def alone_note(project: Project, annotator: str) -> str:
    """Return a note on :func:`finished_alone`; empty if that is nothing."""
    alone = finished_alone(project, annotator)
    verb, pronoun = ("was", "it is") if len(alone) == 1 else ("were", "they are")
    said = f", so {pronoun} not in the gold standard"
    return _note(annotator, alone, f"{verb} finished by one person alone", said)


def _note(annotator: str, places: Sequence[tuple[str, str]], what: str, and_so: str) -> str:
    """Return what is said of an annotator's translations, the first of which are named; empty without any."""
    more = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
    named = ", ".join(" ".join(map(escaped, place)) for place in places[:NAMED]) + more
    return f"{escaped(annotator)}: {counted(len(places), 'translation')} {what} ({named}){and_so}" if places else ""


LONGEST_RUN: Final = 10
"""The largest number of consecutive segments that the same annotators share; more runs are spread more evenly."""
UNEVEN: Final = 0.1
"""The part of an equal share by which one annotator may have more so that a document is not split."""


def divide_segments(
    segments: Sequence[str],
    annotators: Sequence[str],
    overlap: float = 0.0,
    together: int = 2,
    begun: Mapping[str, Set[str]] | None = None,
    documents: Sequence[str] = (),
) -> dict[str, list[str]]:
    """Assign each segment to one annotator, and shared segments to several, so that all have about as many.

    An annotator's segments follow each other, so that they can be read in their context; a document is split only where
    the numbers would become uneven. The shared ones are short runs at equal distances, within a document where there is
    room; all pairs of annotators meet about as often, and where possible one of them has what is around.

    Args:
        segments: their keys, in order; ``overlap`` and ``together`` are those of :func:`planned`.
        begun: the segments that annotators have started, which they keep.
        documents: the document of each segment; by default all are of one.

    Raises:
        UsageError: if a name is repeated or empty, the overlap is not in [0, 1], or there are too few annotators.
    """
    _check(annotators, overlap, together)
    places = {segment: place for place, segment in enumerate(segments)}
    chosen: list[list[str]] = [[] for _ in segments]
    for name in annotators:
        for place in sorted(places[key] for key in (begun or {}).get(name, ()) if key in places):
            chosen[place].append(name)
    ends = _document_ends(documents or [""] * len(segments))
    shared = _shared_runs(ends, round(overlap * len(segments)), math.comb(len(annotators), together))
    _share(shared, annotators, together, chosen)
    _divide_rest(annotators, chosen, ends)
    return {
        name: [segment for segment, names in zip(segments, chosen, strict=True) if name in names] for name in annotators
    }


def _check(annotators: Sequence[str], overlap: float, together: int) -> None:
    if not annotators or len(set(annotators)) < len(annotators) or not all(name.strip() for name in annotators):
        raise UsageError("expected the names of annotators, each only once, as in ana,ben,eva")
    if not 0 <= overlap <= 1:
        raise UsageError(f"an overlap lies between 0% and 100%; found {overlap:.0%}")
    if overlap and not 2 <= together <= len(annotators):
        annotator_count = counted(len(annotators), "annotator")
        raise UsageError(f"shared segments need at least two annotators; found {together} of {annotator_count}")


def _document_ends(documents: Sequence[str]) -> list[int]:
    """Return the end of each segment's document: the 0-based place after its last consecutive segment."""
    ends = [len(documents)] * len(documents)
    for place in range(len(documents) - 2, -1, -1):
        ends[place] = ends[place + 1] if documents[place] == documents[place + 1] else place + 1
    return ends


def _shared_runs(ends: Sequence[int], count: int, groups: int) -> list[range]:
    """Return runs of ``count`` places in all: one in each of equal windows, in one document if one has room there.

    Args:
        ends: the end of each place's document.
        count: how many places are shared.
        groups: of annotators who can meet; there are as many runs at least, if there are as many places.
    """
    if not count:
        return []
    size = len(ends)
    windows = -(-count // max(1, min(LONGEST_RUN, count // max(1, groups))))
    bounds = [number * size // windows for number in range(windows + 1)]
    runs: list[range] = []
    for start, stop in pairwise(bounds):
        length = stop * count // size - start * count // size
        fitting = (place for place in range(start, stop - length + 1) if length and place + length <= ends[place])
        first = next(fitting, start)
        runs.append(range(first, first + length))
    return [run for run in runs if run]


def _share(runs: Sequence[range], annotators: Sequence[str], together: int, chosen: list[list[str]]) -> None:
    """Choose the annotators of the shared runs: who have met least, and among these the one who has what is around."""
    met = {name: Counter[str]() for name in annotators}
    load = Counter[str]({name: sum(name in names for names in chosen) for name in annotators})
    at_home = grouped((run.start * len(annotators) // len(chosen), run) for run in runs)
    turns = [(turn, home, run) for home, own in at_home.items() for turn, run in enumerate(own)]
    for _, home, run in sorted(turns, key=lambda turn: turn[:2]):  # everybody in turn, so that the numbers stay even
        met_least = {name: min((met[name][one] for one in annotators if one != name), default=0) for name in annotators}
        group = [min(annotators, key=lambda name: (met_least[name], name != annotators[home], load[name]))]
        while len(group) < together:
            others = [name for name in annotators if name not in group]
            group.append(min(others, key=lambda name: (sum(met[name][one] for one in group), load[name])))
        for name in group:
            met[name].update(group)
        for place in run:
            before = list(chosen[place])  # who has begun it keeps it
            chosen[place] += [name for name in group if name not in before][: max(0, together - len(before))]
            load.update(name for name in chosen[place] if name not in before)


def _divide_rest(annotators: Sequence[str], chosen: list[list[str]], ends: Sequence[int]) -> None:
    """Give everybody in turn as many of the places without annotators as make the numbers even."""
    rest = [place for place, names in enumerate(chosen) if not names]
    load = {name: sum(name in names for names in chosen) for name in annotators}
    wanted = dict.fromkeys(annotators, 0)
    for _ in rest:
        wanted[min(annotators, key=lambda name: load[name] + wanted[name])] += 1
    tolerance = UNEVEN * (sum(load.values()) + len(rest)) / len(annotators)
    starts = [0, *(number for number in range(1, len(rest)) if ends[rest[number - 1]] <= rest[number]), len(rest)]
    first, target = 0, 0
    for name, count in wanted.items():
        target += count
        nearest = min(starts, key=lambda start: abs(start - target))
        last = max(first, nearest if abs(nearest - target) <= tolerance else target)
        for place in rest[first:last]:
            chosen[place].append(name)
        first = last


Translation = tuple[str, str]
"""A segment and a system."""


@dataclass(frozen=True, slots=True)
class Pace:
    """One annotator's work, counted in translations.

    Attributes:
        assigned: translations of the assigned segments; of all segments if nothing is assigned to anybody.
        finished: how many of these need no more work.
        today: how many were finished today, by the time of their last change.
        seconds: mean time of the finished translations with a recorded time; None if there are none.
        keys: mean number of keys of the finished translations whose keys were counted; None if there are none.
        layers: what each must be finished in, in words, where that is more than one thing.
    """

    assigned: int
    finished: int
    today: int = 0
    seconds: float | None = None
    keys: float | None = None
    layers: str = ""

    @property
    def left(self) -> int:
        """Translations that need work."""
        return self.assigned - self.finished

    @property
    def line(self) -> str:
        """One line for the annotator."""
        if not self.assigned:
            return "No segment is assigned to you."
        done = f"{self.finished:,} of {counted(self.assigned, 'translation')} done{self.layers}"
        parts = [done, f"{self.today:,} today"]
        if self.left:
            parts.append(f"{self.left:,} left")
        effort = [counted(round(self.keys), "key")] if self.keys is not None else []
        effort += [in_minutes(self.seconds)] if self.seconds is not None else []
        return " · ".join([*parts, *([f"{', '.join(effort)} each"] if effort else [])])


def in_minutes(seconds: float) -> str:
    """Return a short time: ``48 s``, ``1.5 min``."""
    return f"{seconds:.0f} s" if round(seconds) < 60 else f"{seconds / 60:.1f} min"


def pace_of(
    project: Project,
    annotator: str,
    corpus: Corpus,
    today: date,
    states: Mapping[Translation, State] | None = None,
    *,
    checks: bool = True,
) -> Pace:
    """Return the pace of an annotator on a local day.

    Args:
        states: of their translations, where these are known.
        checks: whether attention checks count.
    """
    states = project.translation_states(annotator) if states is None else states
    states = {item: state for item, state in states.items() if checks or item[1] != CHECK}
    work = [item for item in project.work_of(annotator, corpus) if checks or item[1] != CHECK]
    done = [item for item in work if states.get(item, State.OPEN) not in TO_DO]
    last = project.last_changes(annotator)
    finished_today = sum(_day(last.get(item, "")) == today for item in done)
    seconds, keys = _effort(project.times(annotator), {item for item, state in states.items() if state in FINISHED})
    layers = " in frames and error spans" if project.rules.has_frames and project.rules.has_errors else ""
    return Pace(len(work), len(done), finished_today, seconds, keys, layers)


def _day(time: str) -> date | None:
    """Return the local day of a time in ISO format, None of another text."""
    with suppress(ValueError):
        return datetime.fromisoformat(time).astimezone().date()
    return None


def _effort(times: Iterable[WorkTime], done: Set[Translation]) -> tuple[float | None, float | None]:
    """Return the mean seconds and keys of finished translations; keys only where all visits counted them."""
    visits = grouped(((one.segment, one.system), one) for one in times if (one.segment, one.system) in done)
    counts = ([one.keys for one in own] for own in visits.values())
    keys = [sum(filter(None, own)) for own in counts if None not in own]
    return _mean([sum(one.seconds for one in own) for own in visits.values()]), _mean(keys)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
