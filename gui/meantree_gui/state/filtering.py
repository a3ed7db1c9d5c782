"""The filter: which segments it accepts, by scores, annotators, certainties, findings and requests. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import certainty
from meantree.corpus.corpus import CHECK, Corpus, Segment, Text
from meantree.errors import Cancelled
from meantree_gui.background import LatestResult
from meantree_gui.state.selection import Selection
from meantree_gui.state.visible_results import jobs_for
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.analysis.store import AnalysisStore
    from meantree.metrics.evidence import Place
    from meantree.phenomena.search import Finding
    from meantree.queries.compared_units import UnitCache
    from meantree.queries.filter_columns import Columns, Measure, Segments
    from meantree.queries.filters import Filter, Places
    from meantree.queries.matches import Match, Matches
    from meantree.work import Work


Shown = Mapping[str, "tuple[Finding, ...]"]
"""Shown findings by the key of the segment, the most important first; segments that cannot be searched are absent."""
Known = dict[tuple[str, str, str | None], tuple["Segment", "tuple[Finding, ...] | None"]]
"""By system, key of the segment and selected reference: the segment searched, and its findings if it could be."""
WAIT = 0.1
"""Seconds between two checks whether the user stopped a search that waits for another one."""


class KnownFindings:
    """Findings by system, segment and selected reference; those of an edited segment are searched for again."""

    def __init__(self, selection: Selection) -> None:
        self._selection, self._workspace = selection, selection.workspace
        self._known: Known = {}
        self._lock = Lock()
        self._workspace.opened.connect(lambda _again: self._forget())

    def unknown(self, systems: Sequence[str]) -> int:
        """Return how many translations of these systems have not been searched."""
        corpus, reference = self._workspace.corpus, self._selection.reference
        translations = ((each, system) for each in (corpus.segments if corpus else ()) for system in systems)
        return sum(
            system in segment.hypotheses and not _is_known(self._known, segment, system, reference)
            for segment, system in translations
        )

    def search(self, systems: Sequence[str]) -> Callable[[Work], Mapping[str, Shown]]:
        """Return an operation that searches what is not known, and returns the findings by system.

        It is made on the main thread and may run in any other one. What it found before it was cancelled is kept.
        """
        corpus, store, reference = self._workspace.corpus, self._workspace.store, self._selection.reference
        known = self._known

        def operation(work: Work) -> Mapping[str, Shown]:
            if corpus is None:
                return {system: {} for system in systems}
            while not self._lock.acquire(timeout=WAIT):
                if work.cancelled():
                    raise Cancelled("Searching for findings: stopped")
            try:
                _search(corpus, systems, reference, store, work, known)
            finally:
                self._lock.release()
            return {system: _shown(known, corpus, system, reference) for system in systems}

        return operation

    def _forget(self) -> None:
        """Drop all findings: other texts were opened, or are analysed in another way."""
        self._known = {}


def _search(
    corpus: Corpus, systems: Sequence[str], reference: str | None, store: AnalysisStore, work: Work, known: Known
) -> None:
    """Add the findings of segments that are not known for all systems."""
    from meantree.comparison.pair_findings import SegmentFindings, corpus_findings

    missing = [
        place
        for place, segment in enumerate(corpus.segments)
        if not all(_is_known(known, segment, system, reference) for system in systems)
    ]
    part = corpus.part(missing)
    part = part if reference is None else part.against(reference)
    for each in corpus_findings(part, systems, store, work):
        if isinstance(each, SegmentFindings):
            key, system, shown = each.segment.key, each.system, each.shown
        else:
            key, system, shown = each.segment or "", each.system or "", None
        if key in corpus.places:
            known[system, key, reference] = corpus.segments[corpus.places[key]], shown


def _is_known(known: Known, segment: Segment, system: str, reference: str | None) -> bool:
    """Return whether this very segment was searched; an edited one is another."""
    entry = known.get((system, segment.key, reference))
    return entry is not None and entry[0] is segment


def _shown(known: Known, corpus: Corpus, system: str, reference: str | None) -> Shown:
    entries = ((key, known.get((system, key, reference))) for key in corpus.places)
    return {key: entry[1] for key, entry in entries if entry is not None and entry[1] is not None}


class Assigned(QObject):
    """The assignments of segments to annotators.

    Attributes:
        people: names of annotators, one per line, by the key of the segment; unassigned segments are left out.

    Signals:
        changed: the assignments changed.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self.people: Mapping[str, str] = {}
        self._stamp: object = None
        workspace.opened.connect(lambda _again: self.read())

    def read(self) -> None:
        """Read the assignments again if the project was edited."""
        project = self.workspace.project
        stamp = (project, project.stamp) if project is not None else None
        if stamp is not None and stamp == self._stamp:
            return
        self._stamp = stamp
        people: Mapping[str, str] = {}
        if project is not None:
            from meantree.project.teamwork import annotators_by_segment

            people = annotators_by_segment(project.assignments())
        if people != self.people:
            self.people = people
            self.changed.emit()


class Certainties:
    """Certainties of the parser for analysed texts. Safe to use from several threads."""

    def __init__(self, store: AnalysisStore) -> None:
        self._store = store
        self._known: dict[object, float | None] = {}

    def __call__(self, text: Text) -> float | None:
        """Return :func:`meantree.analysis.sentences.certainty` of a text, ``None`` also if the text is not analysed."""
        from meantree.corpus.analyses import kept_analysis

        key = text.raw_input if text.analysis is None else text.analysis, tuple(text.arcs.items())
        if key not in self._known:
            analysis = kept_analysis(text, self._store, Layers(1, all_trees=1))
            if analysis is None:
                return None
            self._known[key] = certainty(analysis)
        return self._known[key]


MANY = 20_000
"""More segments than this are filtered in the background."""


class Filtering(QObject):
    """A filter, and the segments that it accepts for the selected system.

    Attributes:
        line: as it was typed; empty if all segments are accepted.
        places: of the accepted segments, 0-based and ascending; of all segments if the line is invalid. While many
            segments are filtered, those accepted before.
        why_not: the error in the line, empty for none.
        searching: the matches of the line, if it is a structural request.
        compared: the two systems that are compared, ``None`` if there are not two.
        rating_kinds, has_errors: which ratings the segments have, and whether they have error spans.
        assigned: the annotators of the segments.

    Signals:
        changed: the accepted segments or the line changed.
        begun: filtering takes a moment.
        compared_changed: two other systems are compared.
        kinds_changed: there are errors or ratings of a kind for the first time, or none any more.
    """

    changed = Signal()
    compared_changed = Signal()
    begun = Signal()
    kinds_changed = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.line, self.why_not = "", ""
        self.compared: tuple[str, str] | None = None
        self.rating_kinds: tuple[str, ...] = ()
        self.has_errors = False
        self.places: Places = _all(0)
        self._columns: Columns | None = None
        self._certainties: Certainties | None = None
        self._latest: LatestResult[Places] = LatestResult(self.workspace.background, tells_progress=True)
        self._latest.arrived.connect(self._take)
        self.assigned = Assigned(self.workspace)
        self.assigned.changed.connect(self._apply)
        self.workspace.annotations.marked_changed.connect(self._follow_marks)
        self.findings = KnownFindings(selection)
        self.searching = Searching(selection)
        self.searching.changed.connect(self._take_matches)
        selection.comparison_changed.connect(self._follow_focus)
        selection.reference_chosen.connect(self._apply)
        selection.started.connect(self._start)
        self.workspace.assessed.connect(lambda _place: self._follow_assessments())
        self.workspace.naming.changed.connect(self._apply)
        selection.system_chosen.connect(self._apply)
        self.scoring.system_scored.connect(self._apply)
        self.scoring.table_chosen.connect(self._apply)

    @property
    def is_active(self) -> bool:
        """Whether segments may be excluded."""
        return bool(self.line.strip()) and not self.why_not

    @property
    def segments(self) -> Segments | None:
        """The segments with all that a filter can use, ``None`` if nothing is open."""
        from meantree.annotation.frame_annotation import NOT_FINALIZED
        from meantree.queries.filter_columns import Columns, Segments

        corpus, workspace, system = self.workspace.corpus, self.workspace, self.selection.listed
        if corpus is None:
            return None
        if self._columns is None:
            self._columns = Columns()
        of_errors = workspace.annotations.are_of_errors

        def is_listed(key: str, name: str) -> bool:
            place = corpus.places.get(key) if name in (system, CHECK) else None
            return place is not None and name == self.selection.system_in(corpus.segments[place])

        states = {
            key: NOT_FINALIZED if (key, name) in workspace.annotations.unlocked else state.in_words(of_errors=of_errors)
            for (key, name), state in workspace.annotations.states.items()
            if is_listed(key, name)
        }
        comments = {key: text for (key, name), text in workspace.annotations.comments.items() if is_listed(key, name)}
        if self._certainties is None:
            self._certainties = Certainties(workspace.store)
        search = self.findings.search([system])
        return Segments(
            corpus,
            system,
            self.scoring.table,
            states,
            comments,
            self.compared,
            self._columns,
            annotators=self.assigned.people,
            certainty=self._certainties,
            findings=lambda work: search(work)[system],
            marked=workspace.annotations.marked,
            gold=workspace.annotations.gold,
        )

    def set_line(self, line: str) -> None:
        """Use another filter."""
        if line != self.line:
            self.line = line
            self._apply()

    def compare(self, first: str, second: str) -> None:
        """Compare these systems, between whose scores the line can use the differences."""
        if (first, second) != self.compared:
            self.compared = first, second
            self.compared_changed.emit()
            self._apply()

    def _start(self, again: bool) -> None:
        corpus, first = self.workspace.corpus, self.selection.system
        systems = corpus.systems if corpus is not None else ()
        if not again or self.compared is None or not {*self.compared}.issubset(systems):
            self.compared = next(((first, system) for system in systems if system != first), None)
        self._columns = self._certainties = None
        if corpus is not None:
            self.places = _all(len(corpus.segments))
            self.rating_kinds = corpus.rating_kinds
            self.has_errors = corpus.has_errors
        self._apply()

    def _follow_marks(self) -> None:
        if not self.is_request:  # none asks for marks
            self._apply()

    def _follow_assessments(self) -> None:
        """Use the errors and ratings that there are now."""
        corpus = self.workspace.corpus
        if corpus is None:
            return
        if self._columns is not None:
            self._columns.forget_assessments()
        before = self.rating_kinds, self.has_errors
        self.rating_kinds, self.has_errors = corpus.rating_kinds, corpus.has_errors
        if before != (self.rating_kinds, self.has_errors):
            self.kinds_changed.emit()
        self._apply()

    def _apply(self) -> None:
        corpus, self.why_not = self.workspace.corpus, ""
        if corpus is None:
            return
        self._latest.forget()
        if self.is_request and not self.workspace.naming.why_not:
            self.searching.search(self.line)
            if self.searching.is_busy:
                self.begun.emit()
            return
        self.searching.clear()
        parsed = self._parsed()
        if parsed is None or (segments := self.segments) is None:
            self.places = _all(len(corpus.segments))
        elif len(segments) <= MANY and not parsed.is_slow:
            self.places = parsed.places(segments)
        else:
            self._latest.request(self.line, lambda work: parsed.places(replace(segments, work=work)))
            self.begun.emit()
            return
        self.changed.emit()

    @property
    def is_request(self) -> bool:
        """Whether the line is a structural request, not a filter over words and numbers."""
        from meantree.queries.request_parsing import is_request

        return is_request(self.line)

    def _take_matches(self) -> None:
        if self.is_request and self.workspace.corpus is not None:
            places, self.why_not = self.searching.places, self.searching.why_not
            self.places = _all(len(self.workspace.corpus.segments)) if places is None else places
            self.changed.emit()

    def _follow_focus(self) -> None:
        """Search again: a request may use the units of the metric in focus."""
        if self.line and self.is_request and not self.workspace.naming.why_not:
            self.searching.search(self.line)

    def _parsed(self) -> Filter | None:
        """Return the filter of the line, ``None`` if it is empty, invalid, or asks what blind annotators do not see."""
        from meantree.queries.filters import FilterError, parse_filter

        hidden = self.workspace.naming.why_not
        if not self.line.strip():
            return None
        if hidden and self.is_request:
            self.why_not = hidden
            return None
        try:
            parsed = parse_filter(
                self.line,
                self.scoring.specs,
                (*self.rating_kinds, *(one.of for one in self.workspace.annotations.gold if one.kind == "rating")),
                differences=self.compared is not None,
                errors=self.has_errors,
                certainty=True,
                findings=True,
                hides=self.hides,
            )
        except FilterError as error:
            self.why_not = str(error)
            return None
        self.why_not = hidden if any(map(self.hides, parsed.measures)) else ""
        return None if self.why_not else parsed

    def hides(self, measure: Measure) -> bool:
        """Return whether blind annotators must not ask for numbers that attention checks have not, or others.

        These are of analysed texts, and ratings and errors that came with the texts.
        """
        from meantree.queries.filter_columns import ASSESSMENTS

        corpus, name = self.workspace.corpus, self.workspace.edited_name
        if corpus is None or not self.workspace.naming.why_not:
            return False
        raters = {rating.rater for segment in corpus.segments for rating in segment.ratings}
        raters |= {error.rater for segment in corpus.segments for error in segment.errors}
        is_given = measure.kind in ASSESSMENTS and bool(raters - {name})
        return measure.is_of_analyses or is_given

    def _take(self) -> None:
        if self._latest.result is not None:
            self.places = self._latest.result
        else:
            self.why_not = self._latest.why_not
        self.changed.emit()


def _all(count: int) -> Places:
    import numpy as np

    return np.arange(count)


class Searching(QObject):
    """A search in the translations of the selected system, by the selected reference and metric.

    Attributes:
        found: the matches, ``None`` as long as there are none.
        why_not: the error in the request, empty for none.
        group: the values of the chosen group, ``None`` for all matches.

    Signals:
        changed: the matches, the chosen group, or the error changed.
    """

    changed = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.found: Matches | None = None
        self.why_not = ""
        self.group: tuple[str, ...] | None = None
        self._latest: LatestResult[Matches] = LatestResult(self.workspace.background, tells_progress=True)
        self._latest.arrived.connect(self._take)
        self._units: UnitCache | None = None
        self.workspace.opened.connect(self._latest.forget)
        self.workspace.opened.connect(self._forget_units)
        self.workspace.segment_changed.connect(self._latest.forget)

    def search(self, text: str) -> None:
        """Search for a request; ``changed`` is emitted when the matches are known, perhaps at once."""
        from meantree.queries.absent_values import NamedValues
        from meantree.queries.compared_units import UnitCache
        from meantree.queries.corpus_search import Search
        from meantree.queries.matches import collect_matches, parse_line

        corpus, table, chosen = self.workspace.corpus, self.scoring.table, self.selection
        if corpus is None or table is None:
            return
        if self._units is None:
            self._units = UnitCache()
        cache, jobs = self._units, jobs_for(len(corpus.segments))
        store, system, reference, focus = self.workspace.store, chosen.system, chosen.reference, chosen.focus

        def look(work: Work) -> Matches:
            line = parse_line(text)  # in the thread: a large regular expression takes a moment
            metric, systems = table.metrics[focus], [system]
            search = Search(line.request, corpus, store, metric, systems, reference, table, work.by(jobs), cache=cache)
            search.values = NamedValues.of(line.request)
            return collect_matches(line, search.matches(line.keys), search.values)

        self._latest.request((text, system, reference, focus), look)

    def clear(self) -> None:
        """Drop the matches and the request."""
        self._latest.forget()
        was_there, self.found, self.why_not, self.group = self.found is not None, None, "", None
        if was_there:
            self.changed.emit()

    def choose_group(self, group: tuple[str, ...] | None) -> None:
        """Choose the matches of one group; ``None`` for all."""
        if group != self.group:
            self.group = group
            self.changed.emit()

    @property
    def places(self) -> Places | None:
        """The segments of the matches in the chosen group; ``None`` as long as there are no matches."""
        return None if self.found is None else self.found.places(self.group)

    @property
    def is_busy(self) -> bool:
        """Whether a search is running."""
        return self._latest.is_busy

    def matches_at(self, place: int) -> list[Match]:
        """Return the matches of the chosen group in the segment at 0-based ``place``."""
        if self.found is None:
            return []
        matches = self.found.matches if self.group is None else self.found.groups.get(self.group, ())
        return [match for match in matches if match.place == place]

    def _forget_units(self) -> None:
        self._units = None

    def _take(self) -> None:
        self.found, self.why_not = self._latest.result, self._latest.why_not
        if self.found is None or self.group not in self.found.groups:
            self.group = None
        self.changed.emit()


def places_of(matches: Iterable[Match], reference: str) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Return the places of matches in the hypothesis, and in the reference of that name."""
    from meantree.metrics.evidence import Place

    by_side: dict[str, list[Place]] = {"hypothesis": [], "reference": []}
    for match in matches:
        for side, places in by_side.items():
            tokens = tuple(sorted({node.token for node in match.nodes.values() if node.side == side}))
            if tokens and (side == "hypothesis" or match.reference == reference):
                places.append(Place(tokens))
    return tuple(by_side["hypothesis"]), tuple(by_side["reference"])
