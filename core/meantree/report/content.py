"""What a report says, as plain values; the writers of each format only set it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from meantree import __version__
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.store import AnalysisSource, AnalysisStore
from meantree.comparison.compare import ComparisonOptions, compare
from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction
from meantree.corpus.analyses import analyse
from meantree.corpus.corpus import Corpus, Segment, Side
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, did_you_mean, escaped, listed
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.hmeant import Hmeant
from meantree.metrics.meant import Meant
from meantree.metrics.metric import CompareOn, Metric, OverFrames, required_layers
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.metrics.regression_metrics import Regression
from meantree.picture.frame_picture import frames_title
from meantree.report.annotators import ProjectAnnotations, TitledFrames, Words, progress_table, summary_tables
from meantree.report.problems import problem_lines
from meantree.report.report_options import ReportOptions, SegmentSelection, select_segments
from meantree.report.translation import SegmentContent, Translation
from meantree.scoring.pairing import pair_of, reason_not_scored
from meantree.scoring.provenance import signature
from meantree.scoring.run import metrics_for
from meantree.scoring.table import ScoreTable
from meantree.work import Work, chunks

BATCH = 16
"""Segments whose texts are analysed at once, and forgotten together."""
OF_METRICS = frozenset({"systems", "trees", "evidence", "derivation", "features"})
"""Parts of which there is nothing where annotators' frames alone are scored."""


@dataclass(frozen=True, slots=True)
class ReportContent:
    """All of a report; what takes room is made segment by segment.

    Attributes:
        table: the scores.
        options: what was asked for.
        title: of the report.
        about: its provenance, in a few phrases.
        specs: the metrics, in the order of columns.
        signatures: of these, in full, then of those by which each annotator's work is scored.
        focus: which of them marks the pictures; empty if only annotators' work is scored.
        systems: whose translations.
        selection: which segments, by their places in the table: that of the named segments alone, where some are named.
    """

    table: ScoreTable
    options: ReportOptions
    title: str
    about: tuple[str, ...]
    specs: tuple[str, ...]
    signatures: tuple[str, ...]
    focus: str
    systems: tuple[str, ...]
    selection: SegmentSelection
    _store: AnalysisStore
    annotators: ProjectAnnotations
    _framing: tuple[Metric, ...] = ()
    _jobs: int = 1

    @property
    def corpus(self) -> Corpus:
        """What the report is about."""
        return self.table.corpus

    @property
    def is_part(self) -> bool:
        """Whether it is about named segments alone."""
        return self.options.names_segments

    @property
    def metrics(self) -> dict[str, Metric]:
        """Those of the report, by spec."""
        return {spec: self.table.metrics[spec] for spec in self.specs}

    @property
    def annotator_specs(self) -> tuple[str, ...]:
        """The metrics by which each annotator's work is scored."""
        return self.annotators.specs

    @property
    def signed(self) -> Iterator[tuple[str, str]]:
        """What each signature is of, and the signature."""
        others = (f"{spec}, {name}" for name, _ in self.annotators.finished for spec in self.annotators.specs)
        return zip((*self.specs, *others), self.signatures, strict=True)

    @property
    def _depth(self) -> Layers:
        """How deep texts are analysed: for the metrics, and for the frames that are drawn."""
        depth = WORDS | required_layers(self.metrics)
        for framing in self._framing:
            depth |= framing.needs
        return depth

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was skipped, or could not be scored by the metrics of the report."""
        every = (*self.corpus.problems, *self.table.problems)
        return tuple(one for one in every if not one.metrics or set(one.metrics) & set(self.specs))

    @property
    def problem_lines(self) -> list[str]:
        """The same in as few lines as say it."""
        return problem_lines(self.problems)

    @property
    def is_annotated(self) -> bool:
        """Whether anybody annotated anything of it."""
        return bool(self.annotators.by_segment)

    def annotator_tables(self, work: Work | None = None) -> list[ValueTable]:
        """What is to be said of all annotators of the project; nothing without one.

        Raises:
            InputError, UsageError: if the project can no longer be read.
            Cancelled: if the user stopped it.
        """
        one = self.annotators
        if one.path is None or not self.has("annotators"):
            return []
        segments = self.corpus.places.keys() if self.is_part else None
        return summary_tables(one.path, one.annotator, one.specs, work, segments=segments)

    def annotator_progress(self) -> ValueTable | None:
        """The first of these tables, which is quick to make."""
        one = self.annotators
        is_told = one.path is not None and self.has("annotators") and not self.is_part
        return progress_table(one.path, one.annotator) if one.path is not None and is_told else None

    def annotator_scores(self) -> Iterator[tuple[str, str, str, tuple[float | None, ...]]]:
        """Segment, system and annotator of all that was asked for, with the scores of the annotator's work there."""
        one = self.annotators
        for place in self.selection.selected:
            for system in self.systems:
                for name, table in one.tables.items():
                    scores = tuple(table.segment_score(system, spec, place) for spec in one.specs)
                    if any(score is not None for score in scores):
                        yield self.corpus.segments[place].key, system, name, scores

    def system_scores(self, system: str) -> tuple[float | None, ...]:
        """The scores of a whole system, over all segments that the report is about."""
        return tuple(self.table.system_score(system, spec) for spec in self.specs)

    def has(self, part: str) -> bool:
        """Whether a part is wanted, and there is any of it."""
        return part in self.options.parts and (bool(self.specs) or part not in OF_METRICS)

    def unframed(self) -> ReportContent:
        """The same without frames, for a format that draws nothing."""
        return replace(self, options=replace(self.options, parts=self.options.parts - {"frames"}), _framing=())

    def segments(self, work: Work | None = None) -> Iterator[SegmentContent]:
        """The shown segments, each made when it is asked for.

        Raises:
            Cancelled: if the user stopped it.
        """
        if not self.has("segments"):
            return
        work, total, done = work or Work(), len(self.selection.shown), 0
        depth = self._depth
        for places in chunks(self.selection.shown, BATCH):
            segments = [self.corpus.segments[place] for place in places]
            versions = (one.hypotheses.get(system) for one in segments for system in self.systems)
            texts = [text for text in versions if text is not None]
            texts += [text for one in segments for text in one.references.values()]
            source = analyse(texts, self._store, depth, work=work.silent().by(self._jobs))
            for place, segment in zip(places, segments, strict=True):
                work.step("Writing the report", done, total)
                yield self._segment(segment, place, source)
                done += 1
        work.step("Writing the report", done, total)

    def _segment(self, segment: Segment, place: int, source: AnalysisSource) -> SegmentContent:
        said = tuple(
            self._translation(segment, place, system, source) for system in self.systems if system in segment.hypotheses
        )
        return SegmentContent(segment.key, segment.source or "", said)

    def _translation(self, segment: Segment, place: int, system: str, source: AnalysisSource) -> Translation:
        scores = tuple(self.table.segment_score(system, spec, place) for spec in self.specs)
        remarks = self.annotators.remarks(segment, system) if self.has("remarks") else ()
        told = Translation(system, segment.hypotheses[system].text, scores, remarks=remarks)
        chosen = self.metrics.get(self.focus)
        pair = pair_of(segment, system, source, self._depth)
        if isinstance(pair, Problem):  # corrections that the metric does not follow may not fit
            pair = pair_of(segment, system, source, self._depth, metric=chosen)
        if isinstance(pair, Problem):
            return replace(told, reason=pair.message)
        told = self._annotated(told, segment, _words(pair, system))
        if chosen is None:
            names = ((name, text.text) for name, text in segment.references.items() if text.text.strip())
            return replace(told, beside=next(names, ("", "")))
        if lacking := reason_not_scored(pair, chosen):
            return replace(told, reason=f"not scored by {self.focus}: {lacking}")
        return self._compared(told, pair, chosen)

    def _annotated(self, told: Translation, segment: Segment, words: Words) -> Translation:
        """With what annotators say of it."""
        given = segment, told.system, words, self.metrics.values()
        return replace(
            told,
            frames=tuple(self.annotators.frames(*given)) if self.has("frames") else (),
            differences=tuple(self.annotators.differences(*given)) if self.has("differences") else (),
        )

    def _compared(self, told: Translation, pair: Pair, chosen: Metric) -> Translation:
        # Frames alone would not show the words that stand in none.
        structure: CompareOn | None = "dependencies" if chosen.structure == "frames" and self.has("trees") else None
        wishes = ComparisonOptions(self.options.kind, structure, annotator=self.corpus.annotator)
        comparison = compare(pair, chosen, wishes, others=self._framing)
        has_links = self.has("trees") and chosen.by_alignment and pair.fixed_links(comparison.reference)
        links = compare(pair, chosen, replace(wishes, structure="words")) if has_links else None
        derivation = chosen.derivation(comparison.evidence) if self.has("derivation") else None
        spec, prediction = self._prediction(pair, comparison) if self.has("features") else ("", None)
        return replace(
            told,
            comparison=comparison,
            links=links,
            derivation=derivation,
            prediction=prediction,
            predicted_by=spec,
            frames=tuple(self._all_frames(told.frames, comparison)),
        )

    def _prediction(self, pair: Pair, comparison: Comparison) -> tuple[str, Prediction | None]:
        if comparison.evidence.terms:
            return self.focus, Prediction.of(comparison.evidence)
        for spec, chosen in self.metrics.items():
            if isinstance(chosen, Regression) and not reason_not_scored(pair, chosen):
                return spec, Prediction.of(chosen.evidence(pair))
        return "", None

    def _all_frames(self, found: tuple[TitledFrames, ...], comparison: Comparison) -> Iterator[TitledFrames]:
        """Those of annotators; without any those that a metric compared."""
        yield from found
        drawn = comparison.frames if self.has("frames") else None
        if drawn is not None and not (found and drawn.by_hand) and (drawn.linked.hypothesis or drawn.linked.reference):
            yield TitledFrames(frames_title(drawn), drawn)


def _words(pair: Pair, system: str) -> Words:
    """What spans count in where a corpus has no tokens."""
    words: dict[tuple[Side, str], Sequence[str]] = {("hypothesis", system): pair.hypothesis.words}
    for name, text in zip(pair.reference_names, pair.references, strict=True):
        words["reference", name] = text.words
    return words


def report_content(
    table: ScoreTable,
    store: AnalysisStore,
    options: ReportOptions | None = None,
    *,
    annotators: ProjectAnnotations | None = None,
    jobs: int = 1,
) -> ReportContent:
    """All that a report says.

    Args:
        table: what was scored.
        store: the analyses behind it; what is no longer there is made again.
        options: what is asked for; by default everything.
        annotators: what the annotators of a project did.
        jobs: processes for analyses that must be made again.

    Raises:
        UsageError: if a metric, system or segment is not there, or the filter line cannot be understood.
    """
    options, annotators = options or ReportOptions(), annotators or ProjectAnnotations()
    specs = _known("metric", options.specs, tuple(table.metrics))
    if not specs and not annotators.specs:
        raise UsageError("the report: no metric was asked for")
    focus = options.focus or next(iter(specs), "")
    _known("metric", (focus,) if focus else (), specs)
    systems = _known("system", options.systems, table.scored_systems if specs else table.corpus.systems)
    selection = select_segments(table, options, systems, focus, annotators)
    if options.names_segments:
        table, annotators = table.part(selection.selected, store), annotators.part(selection.selected, store)
        places = tuple(range(len(selection.selected)))
        selection = replace(selection, selected=places, shown=places)
    return ReportContent(
        table,
        options,
        options.title.strip() or table.corpus.name,
        tuple(_about(table.corpus, systems, selection, options)),
        specs,
        tuple(dict.fromkeys((*_signatures(table, specs, store), *_signed_work(annotators, store)))),
        focus,
        systems,
        selection,
        store,
        annotators,
        tuple(_framing([table.metrics[spec] for spec in specs], table.corpus, store)) if options.has_frames else (),
        jobs,
    )


def _signatures(table: ScoreTable, specs: Sequence[str], store: AnalysisStore) -> Iterator[str]:
    for spec in specs:
        yield signature(table.metrics[spec], table.provenance(store))


def _signed_work(annotators: ProjectAnnotations, store: AnalysisStore) -> Iterator[str]:
    """As if each annotator's work had been scored alone."""
    for _, table in annotators.finished:
        yield from _signatures(table, annotators.specs, store)


def _framing(listed_ones: Sequence[Metric], corpus: Corpus, store: AnalysisStore) -> Iterator[Metric]:
    """The metrics whose frames are drawn: those that are listed, and one over frames of each sort, listed or not.

    None without any listed one: annotators' frames are drawn anyway, and need no parser.
    """
    if not listed_ones:
        return
    yield from listed_ones
    if corpus.annotator:
        yield metric(Hmeant.name)
    if not any(isinstance(one, OverFrames) and not one.needs.frames for one in listed_ones):
        yield from metrics_for([Meant.name], corpus, store).values()


def _known(what: str, wanted: Sequence[str], there: Sequence[str]) -> tuple[str, ...]:
    """What is wanted, or all that there is."""
    for name in wanted:
        if name not in there:
            known = listed(there) or "none"
            raise UsageError(f"the report: no {what} {did_you_mean(name, there)} was scored; there are {known}")
    return tuple(wanted or there)


def _about(
    corpus: Corpus, systems: Sequence[str], selection: SegmentSelection, options: ReportOptions
) -> Iterator[str]:
    yield corpus.name
    if corpus.source_language and corpus.target_language:
        yield f"{corpus.source_language} → {corpus.target_language}"
    names = f"reference{'' if len(corpus.references) == 1 else 's'} {listed(corpus.references)}"
    yield f"{listed(systems)} against {names}"
    if "segments" in options.parts:
        yield selection.description
    if corpus.annotator:
        yield f"scores by annotator {corpus.annotator}"
    if options.date is not None:
        yield options.date.isoformat()
    yield f"Meantree {__version__}"


def coverage(content: ReportContent) -> str:
    """Over which segments the scores in the table of systems are, in a sentence for all metrics that have the same."""
    total = len(content.corpus.segments)
    specs_of: dict[tuple[int, ...], list[str]] = {}
    for spec in content.specs:
        counts = tuple(content.table.segments_behind(system, spec) for system in content.systems)
        specs_of.setdefault(counts, []).append(spec)
    if all(count == total for counts in specs_of for count in counts):
        return f"Over all {counted(total, 'segment')} of the {'report' if content.is_part else 'corpus'}."
    return " ".join(
        f"{', '.join(map(escaped, specs))}: {_over(content.systems, counts, total)}."
        for counts, specs in specs_of.items()
    )


def _over(systems: tuple[str, ...], counts: tuple[int, ...], total: int) -> str:
    """Where systems differ, which of them are over how many."""
    of = f"of {counted(total, 'segment')}"
    systems_of: dict[int, list[str]] = {}
    for system, count in zip(systems, counts, strict=True):
        systems_of.setdefault(count, []).append(escaped(system))
    if set(systems_of) == {total}:
        return f"over all {counted(total, 'segment')}"
    if len(systems_of) == 1:
        return f"over {counts[0]:,} {of}"
    return ", ".join(f"{', '.join(names)} over {count:,}" for count, names in systems_of.items()) + f" {of}"
