"""What the annotator has done, what is left, and what a blind one may not see of others and of systems. No widgets."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from meantree.annotation.frame_annotation import FINISHED, AnnotationKey, State
from meantree.annotation.work_order import Translation, open_translations, stood_for
from meantree.corpus.corpus import CHECK, ESA_KIND, MQM_KIND, Side

if TYPE_CHECKING:
    from meantree.annotation.record_kinds import Key
    from meantree.project.file import Project
    from meantree.queries.filter_columns import Measure
    from meantree_gui.state.open_corpus import OpenCorpus


class AnnotationStates(QObject):
    """Follows the open project.

    Attributes:
        states: of the annotations, by segment and system.
        are_of_errors: whether these are of error spans alone.
        comments: all comments on an annotation as one text, by segment and system.
        marked: the keys of the segments that were added to the report, by anybody.
        gold: in adjudication, HMEANT or the ratings of finished annotations, by segment and system; else empty.
        unlocked: in adjudication, 1 for each finished annotation that is not finalized, likewise.

    Signals:
        changed: the 0-based places of segments of which the mark, or the state, comment or ``gold`` of an annotation,
            changed.
        marked_changed: segments were added to the report, or taken out.
    """

    changed = Signal(object)
    marked_changed = Signal()

    def __init__(self, workspace: OpenCorpus) -> None:
        super().__init__()
        self.workspace = workspace
        self.states: dict[tuple[str, str], State] = {}
        self.are_of_errors = False
        self.comments: dict[tuple[str, str], str] = {}
        self.marked: frozenset[str] = frozenset()
        self.gold: dict[Measure, dict[tuple[str, str], float]] = {}
        self.unlocked: dict[tuple[str, str], float] = {}

    @property
    def own_segments(self) -> frozenset[str]:
        """The keys of the segments assigned to the annotator whose work is edited."""
        return self._project.assigned_to(self.workspace.edited_name) if self._project is not None else frozenset()

    def read(self) -> None:
        """Read the states, comments and marks, before anybody follows another project."""
        project, name = self._project, self.workspace.edited_name
        self.states = {} if project is None else project.translation_states(name)
        self.are_of_errors = project is not None and not project.rules.has_frames
        self.comments = {} if project is None else project.comments(name)
        self.marked = frozenset() if project is None else project.marked()
        self.unlocked = {}
        self.gold = self._read_gold()

    def read_again(self) -> None:
        """Read the states, comments and marks, and report what changed."""
        before, marked = set(self._values()), self.marked
        self.read()
        changed = {segment for (segment, _), _ in before.symmetric_difference(self._values())}
        self._report(changed | (marked ^ self.marked))
        if marked != self.marked:
            self.marked_changed.emit()

    def follow(self, key: Key) -> None:
        """Update the state of an annotation and of those that share the frames of its reference."""
        project, name = self._project, self.workspace.edited_name
        states = project.translation_states(name, key.segment) if project is not None else {}
        place, is_changed = (key.segment, key.system), bool(states.items() - self.states.items())
        self.states |= states
        before = [values.pop(place, None) for values in (self.unlocked, *self.gold.values())]
        for measure, numbers in self._read_gold(key.segment).items():
            self.gold.setdefault(measure, {}).update(numbers)
        if is_changed or before != [values.get(place) for values in (self.unlocked, *self.gold.values())]:
            self._report([key.segment])

    def set_comment(self, segment: str, system: str, comment: str) -> None:
        """Set the comment on an annotation."""
        if self.comments.get((segment, system), "") != comment:
            self.comments[segment, system] = comment
            self._report([segment])

    def open_translations(
        self, start: Translation | None = None, step: int = 1, *, finished: bool = False
    ) -> Iterator[Translation]:
        """Yield the translations that the annotator has not finished, by the project's rule on the order of work.

        If segments are assigned to the annotator, only these count.

        Args:
            start: the system and the 0-based place from which to search, itself excluded; by default all are searched.
            step: 1 for those after ``start``, -1 for those before it, from the nearest on.
            finished: whether finished translations come, too.
        """
        corpus = self.workspace.corpus
        if corpus is None or self._project is None:
            return iter(())
        rules = self._project.rules
        return open_translations(
            corpus,
            {} if finished else self.states,
            self.own_segments,
            by_segment=rules.by_segment,
            shuffled=self.workspace.annotator if rules.shuffled else "",
            needs_reference=rules.has_frames,
            start=start,
            step=step,
        )

    def _values(self) -> Iterator[tuple[tuple[str, str], object]]:
        yield from itertools.chain(self.states.items(), self.comments.items())
        for numbers in (self.unlocked, *self.gold.values()):
            yield from numbers.items()

    def _read_gold(self, segment: str | None = None) -> dict[Measure, dict[tuple[str, str], float]]:
        """Return ``gold`` of one segment, by default of all: what the rules ask for, where it is defined.

        What is finished, but not finalized, is added to ``unlocked``.
        """
        project = self._project
        if project is None or not self.workspace.is_adjudicating:
            return {}
        from meantree.annotation.annotation_scores import NAME, score_of
        from meantree.annotation.error_annotation import ratings_of
        from meantree.annotation.rules import ESA
        from meantree.queries.filter_columns import Measure

        rules, hmeant = project.rules, Measure("score", NAME)
        rating = Measure("rating", ESA_KIND if rules.protocol == ESA else MQM_KIND)
        asked = (hmeant,) * rules.has_frames + (rating,) * rules.has_errors
        found: dict[Measure, dict[tuple[str, str], float]] = {measure: {} for measure in asked}
        annotations = project.annotations(rules.gold, segment) if rules.has_frames else {}
        spans = project.error_annotations(rules.gold, segment) if rules.has_errors else {}
        work: list[tuple[Key, Any]] = [*annotations.items(), *spans.items()]
        left = (key for key, one in work if one.state in FINISHED and not one.finalized_by)
        self.unlocked |= {(key.segment, key.system): 1 for key in left}
        for key, frames in sorted(annotations.items(), key=itemgetter(0)):  # by one reference, whatever changed last
            words = _words(self.workspace, key) if frames.state in FINISHED else {}
            with suppress(ValueError):  # spans beyond the words, in a file from elsewhere
                if words and (score := score_of(frames, words)) is not None:
                    found[hmeant].setdefault((key.segment, key.system), score)
        for place, errors in spans.items():
            for made in (one for one in ratings_of(place, errors) if one.kind == rating.of):
                found[rating][place.segment, place.system] = made.value
        return found

    @property
    def _project(self) -> Project | None:
        return self.workspace.project

    def _report(self, segments: Iterable[str]) -> None:
        found = {self.workspace.place_of(segment) for segment in segments}
        if places := sorted(place for place in found if place is not None):
            self.changed.emit(places)


def _words(workspace: OpenCorpus, key: AnnotationKey) -> Mapping[Side, tuple[str, ...]]:
    """Return the tokens of the texts of an annotation; empty if one is missing."""
    place = workspace.place_of(key.segment)
    if place is None or workspace.corpus is None:
        return {}
    segment = workspace.corpus.segments[place]
    hypothesis, reference = segment.hypotheses.get(key.system), segment.references.get(key.reference)
    if hypothesis is None or reference is None or hypothesis.tokens is None or reference.tokens is None:
        return {}
    return {"hypothesis": hypothesis.tokens, "reference": reference.tokens}


class Naming(QObject):
    """Follows the rules, assignments and states of the open project.

    Attributes:
        why_not: why the annotator must not see which system a translation is of; empty if they may.
        hides_others: whether the annotator must finish before seeing the work of others.
        has_letters: whether letters stand for the systems, which all may see.
        shows_checks: whether attention checks are named: to who leads, may name systems, and does not annotate now.
        is_unassigned: whether segments of a blind project are assigned, but none to the present annotator.

    Signals:
        changed: systems may be named from now on, or no longer.
    """

    changed = Signal()

    def __init__(self, workspace: OpenCorpus, annotations: AnnotationStates) -> None:
        super().__init__()
        self.annotations = annotations
        self.workspace, self.why_not, self._reported = workspace, "", ""
        self.hides_others = self.is_unassigned = self.has_letters = self.shows_checks = False
        for signal in (workspace.annotator_changed, workspace.adjudication_changed, annotations.changed):
            signal.connect(lambda *_what: self.follow())

    def follow(self) -> None:
        """Find out whether systems may be named now, and report a change."""
        self.read()
        if self._reported != self.why_not:
            self._reported = self.why_not
            self.changed.emit()

    def read(self) -> None:
        """Find out whether systems and checks may be named now, before anybody follows another project."""
        from meantree.project.blindness import leads, unfinished_if_blind, why_unnamed

        workspace, self.why_not = self.workspace, ""
        self.hides_others = self.is_unassigned = self.has_letters = self.shows_checks = False
        project, corpus, name = workspace.project, workspace.corpus, workspace.annotator
        if project is None or corpus is None:
            return
        self.has_letters = project.is_coded
        if not workspace.is_adjudicating:  # who decides the gold standard sees what it is of
            self.why_not = why_unnamed(project, name, corpus, self.annotations.states)
            is_assigned = project.rules.blind and any(item.given for item in project.assignments())
            self.is_unassigned = is_assigned and name != project.rules.gold and not project.assigned_to(name)
        self.hides_others = unfinished_if_blind(project, name, corpus) > 0
        looker = name if workspace.is_adjudicating else workspace.visitor  # None: the annotator, who has no visitor
        if looker is not None and CHECK in project.annotators and not (self.why_not or self.has_letters):
            self.shows_checks = leads(project, looker)

    def require_finished(self, what: str) -> None:
        """Refuse to show ``what`` of other annotators' work to one who has not finished in a blind project.

        Raises:
            UsageError: if others' work is hidden from the annotator.
        """
        from meantree.project.blindness import require_finished

        project, corpus = self.workspace.project, self.workspace.corpus
        if project is not None and corpus is not None:
            require_finished(project, self.workspace.annotator, corpus, what)

    def name(self, system: str, segment: str = "") -> str:
        """Return the name of a system, or its letter; empty if the annotator must not see it.

        An attention check is called so for who leads; else it has the name of what it was made of in the segment of
        that key. In a blind project, annotators without segments, while others have some, see no name on Annotate,
        since they may annotate, too.
        """
        is_asked = self.is_unassigned and self.workspace.is_annotating
        if (self.why_not and not self.has_letters) or is_asked:
            return ""
        if system != CHECK:
            return system
        corpus, place = self.workspace.corpus, self.workspace.place_of(segment)
        of = "" if corpus is None or place is None else stood_for(corpus.segments[place], corpus.systems)
        return " of ".join(filter(None, (CHECK, of))) if self.shows_checks else of
