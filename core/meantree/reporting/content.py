"""What a report says, as plain values; the writers of each format only set it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar, cast

from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.store import AnalysisBatch, AnalysisStore
from meantree.annotation.error_annotation import spans_of
from meantree.comparison.compare import ComparisonOptions, compare
from meantree.comparison.comparison import Comparison
from meantree.comparison.marked_errors import with_errors, with_errors_of
from meantree.comparison.pair_findings import LAYERS as FINDING_LAYERS
from meantree.comparison.pair_findings import SegmentFindings, corpus_findings, is_english
from meantree.comparison.prediction import Prediction
from meantree.comparison.two_systems import SystemComparison, compare_systems
from meantree.corpus.analyses import available_analyses
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem
from meantree.evaluation.compared_systems import best_two
from meantree.evaluation.systematic_errors import FindingValues, finding_values
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.evidence import Evidence
from meantree.metrics.metric import CompareOn, Metric, required_layers
from meantree.metrics.pair import Pair
from meantree.picture.frame_picture import frames_title
from meantree.reporting.annotators import ProjectAnnotations, TitledFrames, Words, words_of
from meantree.reporting.lost_elements import LostElements
from meantree.reporting.marked_errors import clean_by, marked_errors, places_of_errors
from meantree.reporting.report_options import ReportOptions, SegmentSelection
from meantree.reporting.results import Result, results
from meantree.reporting.translation import SegmentContent, Translation
from meantree.scoring.languages import ENGLISH, foreign_corpora, pipeline_language
from meantree.scoring.pairing import pair_of, reason_not_analysed, reason_not_scored
from meantree.scoring.pairs import analysed_segments
from meantree.scoring.table import ScoreTable
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.agreement.project_agreement import ProjectAgreement
    from meantree.reporting.error_verdict import Found

Known = TypeVar("Known")
KEPT = 100
"""Segments whose evidence is kept from page one until they are drawn."""
LONGEST_ALIGNED = 400
"""Words of a text that is aligned and searched for findings; memory grows with the square of them."""
METRIC_PARTS = frozenset({"findings", "comparison", "trees", "evidence", "derivation", "features"})
"""Parts that are empty if only annotators' frames are scored."""


@dataclass(frozen=True, slots=True)
class ReportContent:
    """The content of a report; segments, which take memory, are made one by one.

    Attributes:
        table: the scores, of the named segments alone if segments are named.
        options: the requested content.
        title: of the report.
        about: its provenance, in a few phrases.
        specs: the metrics, in the order of columns.
        signatures: of the metrics, in full, then of those by which each annotator's work is scored.
        focus: the metric that marks the pictures; empty if only annotators' work is scored.
        meaningful: the metrics that do not depend on another language than that of the texts.
        systems: names of the systems.
        selection: the segments, by their places in ``table``.
    """

    table: ScoreTable
    options: ReportOptions
    title: str
    about: tuple[str, ...]
    specs: tuple[str, ...]
    signatures: tuple[str, ...]
    focus: str
    meaningful: tuple[str, ...]
    systems: tuple[str, ...]
    selection: SegmentSelection
    _store: AnalysisStore
    annotators: ProjectAnnotations
    _framing: tuple[Metric, ...] = ()
    _jobs: int = 1
    _known: dict[str, object] = field(default_factory=dict, compare=False)
    _evidence: dict[tuple[int, str], Evidence] = field(default_factory=dict, compare=False)

    def _once(self, name: str, make: Callable[[], Known]) -> Known:
        """Return what is known by a name; it is made at first."""
        if name not in self._known:
            self._known[name] = make()
        return cast("Known", self._known[name])

    @property
    def corpus(self) -> Corpus:
        """The corpus of the scores."""
        return self.table.corpus

    @property
    def is_part(self) -> bool:
        """Whether it covers named segments alone."""
        return self.options.names_segments

    @property
    def has_findings(self) -> bool:
        """Whether findings are requested, and the analyses that they need are stored or can be made."""
        if not self.has("findings") or not self.selection.selected:
            return False
        return self._once("can find", self._can_find)

    def _can_find(self) -> bool:
        segment = self.corpus.segments[self.selection.selected[0]]
        texts = (*segment.references.values(), *segment.hypotheses.values())
        source = available_analyses(texts, self._store, FINDING_LAYERS)
        return not any(reason_not_analysed(segment, system, source, FINDING_LAYERS) for system in self.systems)

    @property
    def is_english(self) -> bool:
        """Whether the texts are in English, to which most findings are restricted; examined once."""
        return self._once("english", lambda: is_english(self.corpus))

    @property
    def is_foreign(self) -> bool:
        """Whether the texts are in another language than the pipeline that analyses them; examined once."""
        return self._once("foreign", lambda: bool(foreign_corpora([self.corpus], self._store.parsers)))

    @property
    def pair(self) -> tuple[str, ...]:
        """The two systems set side by side: of more than two, the best two by the metric in focus; computed once."""
        if len(self.systems) <= 2 or self.focus not in self.metrics:
            return self.systems[:2]
        return self._once("pair", lambda: best_two(self.table, self.focus, self.systems))

    @property
    def metrics(self) -> dict[str, Metric]:
        """The metrics of the report, by spec."""
        return {spec: self.table.metrics[spec] for spec in self.specs}

    @property
    def annotator_specs(self) -> tuple[str, ...]:
        """The metrics by which each annotator's work is scored."""
        return self.annotators.specs

    @property
    def signed(self) -> Iterator[tuple[str, str]]:
        """Each signature, after its metric's spec (and annotator)."""
        others = (f"{spec}, {name}" for name, _ in self.annotators.finished for spec in self.annotators.specs)
        return zip((*self.specs, *others), self.signatures, strict=True)

    @property
    def _layers(self) -> Layers:
        """The layers that the metrics, the findings and the drawn frames require."""
        layers = WORDS | required_layers(self.metrics) | (FINDING_LAYERS if self.has_findings else Layers())
        for framing in self._framing:
            layers |= framing.needs
        return layers

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of reading, and of scoring by the metrics of the report."""
        found = (*self.corpus.problems, *self.table.problems)
        return tuple(one for one in found if not one.metrics or set(one.metrics) & set(self.specs))

    @property
    def is_annotated(self) -> bool:
        """Whether there are annotations."""
        return bool(self.annotators.by_segment or self.annotators.errors)

    @property
    def is_unannotated(self) -> bool:
        """Whether annotations are all that the report shows of segments, and there are none."""
        return not self.is_annotated and (not self.specs or self.is_of_annotators)

    @property
    def is_compared(self) -> bool:
        """Whether translations are compared with references; errors are marked without one."""
        return bool(self.specs or self.annotators.by_segment or not self.annotators.errors)

    def agreement(self, work: Work = Work()) -> ProjectAgreement | None:
        """Return how far the annotators of a project agree; None without a project, or if one annotator is named.

        It is computed once.

        Raises:
            InputError, UsageError: if the project can no longer be read.
            Cancelled: if the user stopped it.
        """
        annotators = self.annotators
        if annotators.path is None or annotators.annotator is not None or not self.is_annotated:
            return None
        return self._once("agreement", lambda: annotators.agreement(work, segments=self._part))

    @property
    def contested(self) -> tuple[int, int]:
        """On how many frames of the selected segments annotators differ, and of how many; computed once."""
        segments = [self.corpus.segments[place] for place in self.selection.selected]
        return self._once("contested", lambda: self.annotators.contested(segments, self.systems))

    def progress(self) -> ValueTable | None:
        """Return the table of the annotators' progress, which needs no scoring; None if the report has none."""
        annotators = self.annotators
        is_whole = not self.is_part and annotators.systems is None
        is_reported = annotators.path is not None and self.has("annotators") and is_whole
        if annotators.path is None or not is_reported:
            return None
        from meantree.reporting.annotation_pages import progress_table

        table = progress_table(annotators.path, annotators.annotator)
        return table if table.rows else None

    def annotator_tables(self, work: Work = Work()) -> list[ValueTable]:
        """Return all tables on a project's annotators; none without a project.

        Raises:
            InputError, UsageError: if the project can no longer be read.
            Cancelled: if the user stopped it.
        """
        annotators = self.annotators
        if annotators.path is None or not self.has("annotators"):
            return []
        return self._once("tables", lambda: list(self._annotator_tables(annotators, work)))

    def _annotator_tables(self, annotators: ProjectAnnotations, work: Work) -> Iterator[ValueTable]:
        from meantree.reporting.agreement_tables import agreement_tables, systems_tables

        progress, agreement = self.progress(), self.agreement(work)
        yield from () if progress is None else (progress,)
        if agreement is not None:
            yield from systems_tables(agreement) if agreement.is_empty else agreement_tables(agreement)
            yield from annotators.more_systems(agreement)
        by_system = self.error_counts()
        yield from () if by_system is None else (by_system,)

    @property
    def _part(self) -> Collection[str] | None:
        """The keys of the segments of the report; None for all."""
        return self.corpus.places.keys() if self.is_part else None

    def error_counts(self) -> ValueTable | None:
        """Return how many error spans each system has, and its scores by them; None without any; computed once."""
        if not self.annotators.errors:
            return None
        return self._once("error counts", lambda: self.annotators.error_counts(segments=self._part))

    def finished_errors(self) -> Found:
        """Return the error spans that people have finished; none without a project; computed once."""
        if not self.annotators.errors:
            return {}
        return self._once("finished errors", lambda: self.annotators.finished_errors(segments=self._part))

    def results(self, work: Work = Work()) -> list[Result]:
        """Return the result of each metric, that of the metric in focus first; computed once.

        Raises:
            Cancelled: if the user stopped it.
        """
        specs = tuple(sorted(self.specs, key=lambda spec: spec != self.focus))
        return self._once("results", lambda: results(self.table, specs, self.systems, work))

    def lost_elements(self, work: Work = Work()) -> LostElements:
        """Return what the selected translations lose, by the metric in focus or each annotator's work; computed once.

        Raises:
            Cancelled: if the user stopped it.
        """
        return self._once("lost", lambda: self._lost_elements(work))

    def findings(self, places: Sequence[int], work: Work = Work()) -> FindingValues:
        """Return the findings in the translations of the segments at these 0-based places; computed once.

        Raises:
            Cancelled: if the user stopped it.
        """
        part, name = self.corpus.part(places), f"findings {' '.join(map(str, places))}"
        return self._once(name, lambda: finding_values(part, self.systems, self.search(part, work)))

    def search(self, part: Corpus, work: Work) -> Iterator[SegmentFindings | Problem]:
        """Yield the findings in each translation of some segments, and what could not be searched.

        Raises:
            Cancelled: if the user stopped it.
        """
        return corpus_findings(
            part, self.systems, self._store, work.by(self._jobs), english=self.is_english, longest=LONGEST_ALIGNED
        )

    def _lost_elements(self, work: Work) -> LostElements:
        lost, metric = LostElements(), self.metrics.get(self.focus)
        agreement = self.agreement(work) if metric is None and self.annotators.tables else None
        people = {name for name, kind in agreement.kinds.items() if kind == "person"} if agreement is not None else ()
        for name, table in self.annotators.finished:
            if name not in people:
                continue
            lost.annotators += (name,)
            chosen = table.metrics[self.annotators.specs[0]]
            for place in self.selection.selected:
                segment = table.corpus.segments[place]
                lost.add_segment(segment, self.systems, chosen, AnalysisBatch(), chosen.needs)
        if metric is None or metric.features_in_words or self.is_foreign:  # whose parts of speech are wrong
            return lost
        layers = WORDS | metric.needs
        places, shown = self.selection.selected, frozenset(self.selection.shown[:KEPT])
        is_parsed_as_english = pipeline_language(self._store.parsers) == ENGLISH
        for place, segment, source in self._analysed(places, layers, work, "Summing up"):
            systems = lost.in_english(segment, self.systems) if is_parsed_as_english else self.systems
            for system, evidence in lost.add_segment(segment, systems, metric, source, layers):
                if place in shown:
                    self._evidence[place, system] = evidence
        return lost

    def _analysed(
        self, places: Sequence[int], layers: Layers, work: Work, stage: str
    ) -> Iterator[tuple[int, Segment, AnalysisBatch]]:
        """Yield segments by their places, with the analyses of their texts, which are made a few at a time."""
        return analysed_segments(self.corpus, self.systems, places, self._store, layers, stage, work.by(self._jobs))

    def system_scores(self, system: str) -> tuple[float | None, ...]:
        """Return the scores of a system over all segments of the table."""
        return tuple(self.table.system_score(system, spec) for spec in self.specs)

    def has(self, part: str) -> bool:
        """Whether a part is requested, and not empty; without metrics, what is compared are annotators."""
        if part == "differences" and not self.specs and "comparison" in self.options.parts:
            return True
        if part == "segments" and self.is_unannotated:
            return False
        return part in self.options.parts and (bool(self.specs) or part not in METRIC_PARTS)

    @property
    def is_of_annotators(self) -> bool:
        """Whether segments are shown for what annotators did alone."""
        return self.has("annotators") and not self.has("structure") and not self.has("comparison")

    def has_more(self, segment: Segment) -> bool:
        """Return whether a segment that two people did not annotate has something to show."""
        if not self.is_of_annotators or self.has_annotated_frames:
            return True
        own = self.annotators
        has_comments = self.has("comments") and any(own.comments(segment, system) for system in self.systems)
        return has_comments or any(own.errors_in(segment, system) for system in self.systems)

    @property
    def has_annotated_frames(self) -> bool:
        """Whether annotators' frames are drawn: on request, where they alone are counted, or those of one annotator."""
        is_alone = self.annotators.annotator is not None and self.is_of_annotators
        return self.has("frames") or is_alone or (self.has("structure") and not self.specs)

    def unframed(self) -> ReportContent:
        """Return the content without frames, for a format without pictures."""
        return replace(self, options=replace(self.options, parts=self.options.parts - {"frames"}), _framing=())

    def segments(self, work: Work = Work(), *, most: int | None = None) -> Iterator[SegmentContent]:
        """Yield the shown segments, each made on demand; at most ``most`` of them.

        Raises:
            Cancelled: if the user stopped it.
        """
        if not self.has("segments"):
            return
        shown = self.selection.shown[:most]
        for place, segment, source in self._analysed(shown, self._layers, work, "Writing the report"):
            yield self._segment(segment, place, source)

    def _segment(self, segment: Segment, place: int, source: AnalysisBatch) -> SegmentContent:
        translations = tuple(
            self._translation(segment, place, system, source) for system in self.systems if system in segment.hypotheses
        )
        shares = len(self.systems) == 2 and self.has("structure")
        both = self._both(translations) if shares or self.has("comparison") else None
        return SegmentContent(segment.key, place, segment.source or "", translations, both)

    def _both(self, translations: Sequence[Translation]) -> SystemComparison | None:
        """Return the translations of the compared pair over one reference; None if either cannot be compared."""
        chosen = self.metrics.get(self.focus)
        compared = [
            (one.system, one.comparison)
            for one in translations
            if one.comparison is not None and one.system in self.pair
        ]
        if chosen is None or len(compared) != 2 or chosen.features_in_words:
            return None
        (first, one), (second, other) = compared
        scores = tuple(
            translation.scores[self.specs.index(self.focus)]
            for translation in translations
            if translation.system in (first, second)
        )
        names = one.pair.reference_names
        if one.reference == other.reference:
            name = names[one.reference] if names else ""
            return SystemComparison((first, second), (one, other), (scores[0], scores[1]), name)
        options = ComparisonOptions(self.options.kind)
        both = compare_systems((one.pair, other.pair), chosen, (first, second), options)
        made = both.comparisons
        return replace(both, comparisons=(with_errors_of(made[0], one), with_errors_of(made[1], other)))

    def _translation(self, segment: Segment, place: int, system: str, source: AnalysisBatch) -> Translation:
        scores = tuple(self.table.segment_score(system, spec, place) for spec in self.specs)
        comments = self.annotators.comments(segment, system) if self.has("comments") else ()
        marked = self.annotators.errors_in(segment, system)
        translation = Translation(
            system,
            segment.hypotheses[system].text,
            scores,
            comments=comments,
            errors=marked_errors(segment, system, marked),
            error_places=places_of_errors(segment, system, marked),
            clean_by=clean_by(marked),
        )
        chosen = self.metrics.get(self.focus)
        if chosen is None and not segment.references:  # error spans alone need none
            return translation
        layers = self._layers
        if missing := reason_not_analysed(segment, system, source, layers):
            return replace(translation, reason=missing)
        pair = pair_of(segment, system, source, layers)
        if isinstance(pair, Problem):  # corrections that the metric does not follow may not fit
            pair = pair_of(segment, system, source, layers, metric=chosen)
        if isinstance(pair, Problem):
            return replace(translation, reason=pair.message)
        translation = self._annotated(translation, segment, words_of(pair, system))
        if chosen is None:
            names = ((name, text.text) for name, text in segment.references.items() if text.text.strip())
            return replace(translation, beside=next(names, ("", "")))
        if missing := reason_not_scored(pair, chosen):
            return replace(translation, reason=f"not scored by {self.focus}: {missing}")
        compared = self._compared(translation, pair, chosen, self._evidence.pop((place, system), None))
        assert compared.comparison is not None
        spans = [error for error in segment.errors if error.system == system]
        spans += (span for item in self.annotators.errors_in(segment, system) for span in spans_of(*item))
        return replace(compared, comparison=with_errors(compared.comparison, chosen, spans))

    def _annotated(self, translation: Translation, segment: Segment, words: Words) -> Translation:
        """Add annotators' frames and differences."""
        arguments = segment, translation.system, words, self.metrics.values()
        return replace(
            translation,
            frames=tuple(self.annotators.frames(*arguments)) if self.has_annotated_frames else (),
            differences=tuple(self.annotators.differences(*arguments)) if self.has("differences") else (),
        )

    def _compared(self, translation: Translation, pair: Pair, chosen: Metric, evidence: Evidence | None) -> Translation:
        # Pictures of frames would omit words outside of them, so that trees are drawn, too.
        structure: CompareOn | None = "dependencies" if chosen.structure == "frames" and self.has("trees") else None
        if chosen.features_in_words and chosen.by_alignment and self.has("structure") and not self.has("trees"):
            structure = "words"  # what such a metric counts are the links of its alignment
        options = ComparisonOptions(
            self.options.kind,
            structure,
            annotator=self.corpus.annotator,
            findings=self.has_findings,
            english=self.is_english,
            longest=LONGEST_ALIGNED,
        )
        comparison = compare(pair, chosen, options, others=self._framing, evidence=evidence)
        has_links = self.has("trees") and chosen.by_alignment and pair.fixed_links(comparison.reference)
        links = compare(pair, chosen, replace(options, structure="words")) if has_links else None
        derivation = chosen.derivation(comparison.evidence) if self.has("derivation") else None
        spec, prediction = self._prediction(pair, comparison) if self.has("features") else ("", None)
        return replace(
            translation,
            comparison=comparison,
            links=links,
            derivation=derivation,
            prediction=prediction,
            predicted_by=spec,
            frames=tuple(self._all_frames(translation.frames, comparison)),
        )

    def _prediction(self, pair: Pair, comparison: Comparison) -> tuple[str, Prediction | None]:
        if comparison.evidence.terms:
            return self.focus, Prediction.of(comparison.evidence)
        for spec, chosen in self.metrics.items():
            if chosen.is_trained and not reason_not_scored(pair, chosen):
                return spec, Prediction.of(chosen.evidence(pair))
        return "", None

    def _all_frames(self, annotated: tuple[TitledFrames, ...], comparison: Comparison) -> Iterator[TitledFrames]:
        """Yield annotators' frames, and those that a metric compared unless the annotators' are the same."""
        yield from annotated
        is_counted = comparison.structure == "frames" and self.has("structure")
        drawn = comparison.frames if self.has("frames") or is_counted else None
        if (
            drawn is not None
            and not (annotated and drawn.by_hand)
            and (drawn.linked.hypothesis or drawn.linked.reference)
        ):
            yield TitledFrames(frames_title(drawn), drawn)
