"""Scoring of a corpus in portions, each analysed and scored by one process; every text is analysed once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from meantree.analysis.inputs import AnalysisInput, AnalysisNotStored
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import COMMAND_TEXTS, IN_PROCESS_TEXTS, AnalysisBatch, AnalysisStore
from meantree.corpus.analyses import analyse, layers_by_input, split_notes
from meantree.corpus.corpus import GIVEN, Corpus, Segment, Text
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import listed, shortened
from meantree.metrics.metric import Adaptive, CorpusContext, Metric, required_layers
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.scoring.pairing import pair_of, problem_of, reason_not_analysed, reason_not_scored
from meantree.scoring.table import Column, Rows, ScoreTable
from meantree.scoring.verdicts import language_problems, verdicts
from meantree.work import Work, are_processes_free, by_size, chunks, in_batches

if TYPE_CHECKING:
    from meantree.scoring.journal import Journal


CHUNK_TEXTS = 64
"""Texts that are analysed and scored together."""
CHARACTERS = 200_000
"""Of texts that are counted together, at most; the memory of n-grams grows with them."""
UNANALYSED = 20
"""How many times more texts are scored in the same time if none must be analysed."""
COUNTED_TOGETHER = 1000
"""How many times more if the segments are counted together, too."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Segments of a corpus that are analysed and scored together.

    Attributes:
        places: 0-based positions of the segments in the corpus.
        segments: in their state at scoring.
        metrics: by spec string, adapted to the corpus.
        layers: to be analysed, at least those that the metrics need.
    """

    places: Sequence[int]
    segments: Sequence[Segment]
    systems: Sequence[str]
    metrics: Mapping[str, Metric]
    layers: Layers


@dataclass(frozen=True, slots=True)
class _Task:
    """A portion for another process, with known analyses of its texts."""

    portion: Portion
    parsers: Parsers
    known: Mapping[AnalysisInput, Analysis]
    keep: bool


@dataclass(slots=True)
class ScoredPortion:
    """The results of a portion.

    Attributes:
        statistics: by (system, spec).
        analyses: made by another process for texts without an analysis, if requested.
        makers: by layer, the fingerprint of the component that made it for texts without the layer.
        problems: texts that were not scored, with reasons.
    """

    statistics: dict[tuple[str, str], Rows]
    analyses: dict[AnalysisInput, Analysis] = field(default_factory=dict)
    makers: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def portion_size(corpus: Corpus, systems: Sequence[str], layers: Layers, parsers: Parsers) -> int:
    """Return the number of segments of a portion."""
    texts = COMMAND_TEXTS if parsers.command else CHUNK_TEXTS if layers else CHUNK_TEXTS * UNANALYSED
    return max(1, texts // (len(systems) + len(corpus.references)))


def is_small_job(corpus: Corpus, systems: Sequence[str], layers: Layers, *, counted_together: bool = False) -> bool:
    """Whether scoring everything in this process is faster than starting others."""
    times = 1 if layers else COUNTED_TOGETHER if counted_together else UNANALYSED
    return len(corpus.segments) * (len(systems) + 1) <= IN_PROCESS_TEXTS * times


def score_portions(
    portions: Iterable[Portion], store: AnalysisStore, *, keep: bool = True, work: Work
) -> Iterator[tuple[Portion, ScoredPortion]]:
    """Analyse and score the portions; yield each with its results. A portion is drawn when a process is free.

    Where stored analyses are missing whose analyser is not installed, the metrics that need them do not score.

    Args:
        store: of known analyses; new ones are added unless other processes make them.
        keep: whether to return the analyses of other processes, which takes time.
        work: processes and cancellation; see :func:`meantree.work.in_batches`.
    """
    begun = deque[Portion]()

    def recorded() -> Iterator[Portion]:
        for portion in portions:
            begun.append(portion)
            yield portion

    def score_here(portion: Portion) -> ScoredPortion:
        return _analyse_and_score(portion, store)[0]

    def make_task(portion: Portion) -> _Task:
        texts = list(texts_to_score(portion.segments, portion.systems))
        known = store.cached(layers_by_input(texts, portion.layers))
        if store.parsers.stored:  # an analysis that cannot be completed is enough for some metrics
            for needs in {one.needs for one in portion.metrics.values()}:
                known |= store.cached(layers_by_input(texts, needs))
        references = [text.text for segment in portion.segments for text in segment.references.values()]
        metrics = {spec: one.narrowed(references) for spec, one in portion.metrics.items()}  # less is sent
        return _Task(replace(portion, metrics=metrics), store.parsers, known, keep)

    tasks = map(make_task, recorded())
    for scored in in_batches(score_here, recorded(), work) if work.is_alone else in_batches(score_task, tasks, work):
        yield begun.popleft(), scored


def score_task(task: _Task) -> ScoredPortion:
    """Score a portion with a new store; run by worker processes."""
    store = AnalysisStore(task.parsers)
    store.add(task.known)
    scored, analyses = _analyse_and_score(task.portion, store)
    if task.keep:
        scored.analyses = {
            text: analysis
            for text, analysis in analyses.items()
            if task.known.get(text) is not analysis and not isinstance(text, Analysis)
        }
    return scored


def _analyse_and_score(portion: Portion, store: AnalysisStore) -> tuple[ScoredPortion, AnalysisBatch]:
    """Return the results of a portion, and the analyses of its texts if these are complete."""
    texts = list(texts_to_score(portion.segments, portion.systems)) if portion.layers else []
    try:
        analyses = analyse(texts, store, portion.layers)
    except AnalysisNotStored:
        analyses, scored = AnalysisBatch(), _score(portion, store)
    else:
        scored = _score(portion, analyses)
    if portion.layers:
        from meantree.analysis.layers.registry import missing_layers

        scored.makers = store.makers(missing_layers(layers_by_input(texts, portion.layers)))
    return scored, analyses


def _score(portion: Portion, source: AnalysisBatch | AnalysisStore) -> ScoredPortion:
    """Find the pairs of each metric, then count them together.

    Args:
        source: the analyses of all texts; or a store that lacks some, of which each metric takes those that it needs.
    """
    scored = ScoredPortion({})
    pairs: dict[str, list[Pair | None]] = {spec: [] for spec in portion.metrics}
    for segment in portion.segments:
        if isinstance(source, AnalysisBatch):
            scored.problems += _split_notes(segment, portion.systems, source)
        for system in portion.systems:
            for spec, pair in _pairs(portion, segment, system, source, scored.problems).items():
                pairs[spec].append(pair)
    counted: dict[str, Rows] = {}
    for spec, found in pairs.items():
        one = portion.metrics[spec]
        if (same := next((rows for other, rows in counted.items() if portion.metrics[other] == one), None)) is not None:
            counted[spec] = same  # as for dpm and edpm
            continue
        together = [pair for pair in found if pair is not None]
        parts = list(map(one.statistics_of_pairs, by_size(together, _characters, CHARACTERS)))
        is_scored = np.array([pair is not None for pair in found], dtype=bool)
        counted[spec] = Rows.spread(is_scored, np.concatenate(parts) if parts else np.zeros((0, 0)))
    many = len(portion.systems)
    for place, system in enumerate(portion.systems):
        for spec, rows in counted.items():
            scored.statistics[system, spec] = Rows(rows.scored[place::many], rows.statistics[place::many])
    scored.problems = list(dict.fromkeys(scored.problems))  # notes on references may be repeated for each system
    return scored


def _characters(pair: Pair) -> int:
    return sum(len(text.text) for text in pair.texts)


def _split_notes(segment: Segment, systems: Sequence[str], analyses: AnalysisBatch) -> Iterator[Problem]:
    for reference, text in segment.references.items() if analyses else ():
        yield from split_notes(segment.key, f"its reference {shortened(reference)}", text, analyses)
    for system in systems if analyses else ():
        if system in segment.hypotheses:
            text = segment.hypotheses[system]
            yield from split_notes(segment.key, f"its hypothesis of {shortened(system)}", text, analyses)


def texts_to_score(segments: Iterable[Segment], systems: Sequence[str]) -> Iterator[Text]:
    """Yield the references of each segment, then its hypotheses by ``systems``."""
    for segment in segments:
        yield from segment.references.values()
        yield from (segment.hypotheses[system] for system in systems if system in segment.hypotheses)


def _pairs(
    portion: Portion,
    segment: Segment,
    system: str,
    source: AnalysisBatch | AnalysisStore,
    problems: list[Problem],
) -> dict[str, Pair | None]:
    """Return the pair that each metric scores; None, and a problem, where it cannot."""
    found: dict[str, Pair | None] = dict.fromkeys(portion.metrics)
    unfit: dict[str, Problem] = {}
    specs_by_reason: dict[str, list[str]] = {}
    metrics, layers = portion.metrics, portion.layers
    if isinstance(source, AnalysisStore):
        reasons = {spec: reason_not_analysed(segment, system, source, one.needs) for spec, one in metrics.items()}
        for spec in filter(reasons.get, reasons):
            specs_by_reason.setdefault(reasons[spec], []).append(spec)
        metrics = {spec: one for spec, one in metrics.items() if not reasons[spec]}
        layers = required_layers(metrics)
        source = analyse(texts_to_score([segment], [system]), source, layers)
        problems += _split_notes(segment, [system], source)
    pair = pair_of(segment, system, source, layers)
    for spec, one in metrics.items():
        # A correction that does not fit one metric must not keep others from scoring.
        own = pair_of(segment, system, source, one.needs, metric=one) if isinstance(pair, Problem) else pair
        if isinstance(own, Problem):
            unfit.setdefault(own.message, own)
        elif reason := reason_not_scored(own, one):
            specs_by_reason.setdefault(reason, []).append(spec)
        else:
            found[spec] = own
    problems += unfit.values()
    problems += [
        problem_of(segment, system, f"{reason}, needed by {listed(specs)}", specs)
        for reason, specs in specs_by_reason.items()
    ]
    return found


STAGE = "Scoring segments"
WAITING = "Waiting for other scoring to end"


def configured_metrics(specs: Sequence[str], corpus: Corpus | None = None) -> dict[str, Metric]:
    """Return the metrics of ``specs`` by spec string; raise UsageError if a spec is wrong or none is given.

    Args:
        corpus: whose language chooses tokenizers and lexicons; None for English.
    """
    if not specs:
        raise UsageError("no metric was requested")
    if corpus is None:
        return {spec: metric(spec) for spec in specs}
    written_in = corpus.written_in
    metrics = ((spec, metric(spec, written_in)) for spec in specs)
    return {
        spec: one.without_lexicons() if one.from_lexicons and "lexicon" not in corpus.language.parts else one
        for spec, one in metrics
    }


def with_given_metrics(specs: Sequence[str], corpus: Corpus) -> tuple[str, ...]:
    """Return specs, and those of the metrics whose scores the corpus was given."""
    return tuple(dict.fromkeys((*specs, *corpus.given)))


def context_of(corpus: Corpus, store: AnalysisStore) -> CorpusContext:
    """Return the statistics of a corpus that adaptive metrics use."""
    from meantree.analysis.frames import role_counts

    references = tuple(tuple(text.text for text in segment.references.values()) for segment in corpus.segments)
    texts = list(texts_to_score(corpus.segments, corpus.systems))
    brought = [text.analysis.has_constituents for text in texts if text.analysis is not None]
    constituents = all(brought) and (len(brought) == len(texts) or store.has_constituents)
    annotated = (text.annotation.reference for text in texts if text.annotation is not None)
    vectors = store.parsers.installed if store.has_vectors else None
    by_rules = constituents and "head rules" in corpus.language.parts
    return CorpusContext(references, by_rules, role_counts(annotated), vectors, corpus.given)


def adapt_metrics(metrics: Mapping[str, Metric], context: CorpusContext) -> dict[str, Metric]:
    """Return the metrics, adaptive ones adapted to the corpus."""
    return {
        spec: metric.adapted(context) if isinstance(metric, Adaptive) else metric for spec, metric in metrics.items()
    }


def metrics_for(specs: Sequence[str], corpus: Corpus, store: AnalysisStore) -> dict[str, Metric]:
    """Return the metrics of ``specs`` by spec string, adapted to the corpus and analyser.

    Raises:
        UsageError: if a spec is wrong, none is given or one is hidden, or the pipeline cannot be loaded.
    """
    metrics = configured_metrics(specs, corpus)
    if corpus.why_unscored and any(metric.needs.frames for metric in metrics.values()):
        raise UsageError(corpus.why_unscored)
    if not any(isinstance(metric, Adaptive) for metric in metrics.values()):
        return metrics
    return adapt_metrics(metrics, context_of(corpus, store))


def score_corpus(
    corpus: Corpus,
    specs: Sequence[str] | Mapping[str, Metric],
    store: AnalysisStore,
    *,
    systems: Sequence[str] | None = None,
    keep: bool = True,
    work: Work = Work(),
    journal: Journal | None = None,
) -> ScoreTable:
    """Return the scores of all (or some) systems of ``corpus``.

    Args:
        specs: spec strings, or metrics that are adapted to the corpus.
        systems: whose translations; all by default.
        keep: whether to store the analyses that other processes make.
        journal: of this run; its results are used, and new ones are added.

    Raises:
        InputError: if the journal cannot be used.
        UsageError: if a spec is wrong, the corpus has no system or no reference, or the pipeline cannot be loaded; if
            letters stand for systems, unless the metrics are over annotated frames, which are one's own.
    """
    chosen_systems = list(corpus.systems if systems is None else systems)
    if specs:
        require_texts(corpus, chosen_systems, specs)
    metrics = specs if isinstance(specs, Mapping) else metrics_for(specs, corpus, store)
    if not all(metric.needs.frames for metric in metrics.values()):
        corpus.require_named()
    found = verdicts(corpus, metrics, store.parsers)
    table = ScoreTable(corpus, metrics, problems=language_problems(corpus, found), verdicts=found)
    for system in chosen_systems:
        for spec in table.available:
            table.begin(system, spec)
        table.leave_out(system)
    done, total = _resumed(table, journal, store), len(corpus.segments)
    layers, together = required_layers(table.available), all(one.counts_together for one in table.available.values())
    if work.cluster is None and is_small_job(corpus, chosen_systems, layers, counted_together=together):
        work = work.by(1)
    is_waiting = work.jobs > 1 and work.cluster is None and not are_processes_free()
    work.step(WAITING if is_waiting else STAGE, done, total)
    portions = _portions(table, chosen_systems, done, store.parsers)
    for portion, scored in score_portions(portions, store, keep=keep, work=work):
        record_scores(table, portion.places, scored)
        if scored.analyses:
            store.add(scored.analyses)
        if journal is not None:
            journal.add(scored, len(portion.places))
        done += len(portion.places)
        work.report(STAGE, done, total)
    if done < total:  # cancelled
        work.step(STAGE, done, total)
    return table


def require_texts(corpus: Corpus, systems: Sequence[str], specs: Iterable[str] = ()) -> None:
    """Check that there is something to score; raise UsageError if there is no hypothesis or no reference.

    Metrics that were given (by ``specs``) need no reference.
    """
    needs_references = any(not spec.startswith(GIVEN) for spec in specs or [""])
    if not systems or (needs_references and not corpus.references):
        missing, option = ("hypothesis", "--hyp") if not systems else ("reference", "--ref")
        cause = "".join(f"; {problem}" for problem in corpus.problems[:1])  # the reason if a project is damaged
        advice = f"name its file with {option} (for a project, in meantree convert)"
        if systems and corpus.has_errors:
            advice += "; reports on error spans need none: meantree convert --spans, meantree report --kind annotation"
        raise UsageError(f"nothing to score: {shortened(corpus.name)} has no {missing}; {advice}{cause}")


def _resumed(table: ScoreTable, journal: Journal | None, store: AnalysisStore) -> int:
    """Add the results of the journal to the table; return their number of segments, from the first of the corpus.

    Raises:
        InputError: if the journal is of another run.
    """
    done = 0
    for scored, segments in journal.read() if journal is not None else ():
        record_scores(table, range(done, done + segments), scored)
        done += segments
    if journal is not None and table.makers != (current := store.makers(table.makers)):
        of, expected = ("+".join(filter(None, makers.values())) for makers in (table.makers, current))
        raise InputError(journal.path, f"is of analyses by {of}, expected {expected}; delete it to start again")
    return done


def _portions(table: ScoreTable, systems: Sequence[str], done: int, parsers: Parsers) -> Iterator[Portion]:
    """Yield all segments that are not done, in order."""
    layers = required_layers(table.available)
    size = portion_size(table.corpus, systems, layers, parsers)
    for places in chunks(range(done, len(table.corpus.segments)), size):
        segments = table.corpus.segments[places[0] : places[-1] + 1]
        yield Portion(places, segments, systems, table.available, layers)


def record_scores(table: ScoreTable, places: Sequence[int], scored: ScoredPortion) -> None:
    """Add the results of a portion to the table."""
    table.problems += scored.problems
    table.makers |= scored.makers
    for (system, spec), rows in scored.statistics.items():
        table.fill(system, spec, places, Column(table.metrics[spec], rows))
