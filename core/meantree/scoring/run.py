"""Scoring of a corpus in portions; every text is analysed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from meantree.analysis.frames import role_counts
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import GIVEN, Corpus
from meantree.errors import InputError, UsageError
from meantree.escaping import shortened
from meantree.metrics.metric import Adaptive, CorpusContext, Metric, required_layers
from meantree.metrics.registry import metric
from meantree.scoring.chunks import Portion, ScoredPortion, is_small_job, portion_size, score_portions, texts_to_score
from meantree.scoring.table import Column, ScoreTable
from meantree.scoring.verdicts import language_problems, verdicts
from meantree.work import Work, are_processes_free, chunks

if TYPE_CHECKING:
    from meantree.scoring.journal import Journal

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
        UsageError: if a spec is wrong or none is given, or the pipeline cannot be loaded.
    """
    metrics = configured_metrics(specs, corpus)
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
        UsageError: if a spec is wrong, the corpus has no system or no reference, or the pipeline cannot be loaded.
    """
    chosen_systems = list(corpus.systems if systems is None else systems)
    if specs:
        require_texts(corpus, chosen_systems, specs)
    metrics = specs if isinstance(specs, Mapping) else metrics_for(specs, corpus, store)
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
