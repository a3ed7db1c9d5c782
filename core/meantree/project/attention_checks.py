"""Attention checks: translations with a known error among those that people annotate, and who marked it.

A check is a translation by a system of its own, and its error is that system's only annotation by an annotator of the
same name; so checks are stored, split and merged like all else. Scores, agreement and exports leave them out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from meantree.analysis.store import AnalysisStore
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import FINISHED, State
from meantree.annotation.work_order import original_of
from meantree.corpus.analyses import analysis_of
from meantree.corpus.corpus import CHECK, Corpus, Text
from meantree.errors import UsageError
from meantree.lexicon.frequencies import is_not_english
from meantree.project.file import Project
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.phenomena.planting.faults import Fault

STAGE: Final = "Planting errors"
CHECKS: Final = "checks noticed"
CHECKS_NOTE: Final = (
    "Checks noticed: attention checks whose planted error was marked, of those that are finished; "
    "no other count has them."
)


@dataclass(frozen=True, slots=True)
class Checked:
    """How attentive an annotator was.

    Attributes:
        passed: checks whose error was marked.
        finished: checks that were annotated at all.
    """

    passed: int
    finished: int


def with_checks(
    corpus: Corpus, share: float, seed: int, store: AnalysisStore, work: Work
) -> tuple[Corpus, dict[ErrorKey, ErrorAnnotation]]:
    """Return a corpus with checks in some segments, and the errors that were planted in them.

    Args:
        share: of the segments that get a check, in (0, 1].
        seed: of the choice of segments, systems and errors.

    Raises:
        UsageError: if there are checks already, the translations are not English, or none allows a check.
    """
    if not corpus.systems:
        raise UsageError("; ".join(("there are no translations to plant errors in", *map(str, corpus.problems))))
    if CHECK in corpus.systems:
        raise UsageError(f"there is a system “{CHECK}” already; expected texts without checks")
    if is_not_english(text.text for segment in corpus.segments for text in segment.hypotheses.values()):
        raise UsageError("errors are planted in English translations; these are in another language")
    wanted = max(1, round(share * len(corpus.segments)))
    planted: dict[int, Fault] = {}
    for place, fault in _faults(corpus, seed, store):
        work.step(STAGE, len(planted), wanted)
        planted[place] = fault
        if len(planted) == wanted:
            break
    if not planted:
        raise UsageError("none of the translations allows an error that nobody could overlook")
    segments, errors = list(corpus.segments), dict[ErrorKey, ErrorAnnotation]()
    for place, fault in sorted(planted.items()):
        with_check = {**segments[place].hypotheses, CHECK: Text(fault.faulty)}
        segments[place] = replace(segments[place], hypotheses=with_check)
        places = tuple(Place("hypothesis", start, end) for start, end in fault.faulty_spans)
        known = ErrorAnnotation((MarkedError(places, "major", fault.kind),), state=State.DONE)
        errors[ErrorKey(segments[place].key, CHECK, CHECK)] = known
    return replace(corpus, segments=tuple(segments), systems=(*corpus.systems, CHECK)), errors


def _faults(corpus: Corpus, seed: int, store: AnalysisStore) -> Iterator[tuple[int, Fault]]:
    """Yield segments in random order, each with a translation in which an error was planted."""
    from meantree.phenomena.planting.faults import LAYERS, attention_check  # reports read checks, and plant none

    chooser, planted = random.Random(seed), Counter[str]()  # the command keeps the seed to itself
    places = list(range(len(corpus.segments)))
    chooser.shuffle(places)
    for place in places:
        everything = corpus.segments[place].hypotheses
        words = {system: text.text for system, text in everything.items()}
        counts = Counter(words.values())  # beside its original a check is seen at once
        texts = [(name, text) for name, text in everything.items() if text.text.strip() and counts[text.text] == 1]
        chooser.shuffle(texts)
        for system, text in texts:
            fault = attention_check(analysis_of(replace(text, tokens=None), store, LAYERS), seed, store, planted)
            if fault is None or fault.faulty in counts:
                continue
            if original_of({**words, CHECK: fault.faulty}) == system:  # else another one would give it its place
                planted[fault.kind] += 1
                yield place, fault
                break


def checked(project: Project) -> dict[str, Checked]:
    """Return how many checks each annotator met and passed, for those who finished one.

    Empty without checks, and in an annotator's part of a project, as the lead alone learns them.
    """
    if CHECK not in project.annotators or project.owner:
        return {}
    known = project.error_annotations(CHECK)
    found: dict[str, Checked] = {}
    for name in project.annotators:
        work = project.error_annotations(name) if name != CHECK else {}
        own = {key: work.get(replace(key, annotator=name), ErrorAnnotation()) for key in known}
        passed = [is_noticed(known[key], annotation) for key, annotation in own.items() if annotation.state in FINISHED]
        if passed:
            found[name] = Checked(sum(passed), len(passed))
    return found


def in_words(checked: Checked | None) -> str | None:
    """Return how many checks were passed, as in ``1 of 2``; None without any."""
    return None if checked is None else f"{checked.passed} of {checked.finished}"


def is_noticed(known: ErrorAnnotation, own: ErrorAnnotation) -> bool:
    """Return whether an annotation has an error on planted words."""
    planted = [place for error in known.errors for place in error.places]
    marked = [place for error in own.errors for place in error.in_side("hypothesis")]
    return any(first.overlaps(second) for first in planted for second in marked)
