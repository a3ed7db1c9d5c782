"""Scoring a corpus in chunks, every text analysed once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import InputError, UsageError
from meantree.escaping import shortened
from meantree.metrics.metric import Adaptive, CorpusContext, Metric, required_layers
from meantree.metrics.registry import metric
from meantree.metrics.role_weights import role_counts
from meantree.scoring.chunks import Portion, Scored, is_small_job, portion_size, score_portions, texts_to_score
from meantree.scoring.journal import Journal
from meantree.scoring.languages import foreign_texts
from meantree.scoring.table import Column, ScoreTable
from meantree.work import Work, are_processes_free, chunks

STAGE = "Scoring segments"
WAITING = "Waiting for other scoring to end"


def configured_metrics(specs: Sequence[str]) -> dict[str, Metric]:
    """The metrics of ``specs`` by spec string.

    Raises:
        UsageError: if a spec is wrong or none is given.
    """
    if not specs:
        raise UsageError("no metric was asked for")
    return {spec: metric(spec) for spec in specs}


def context_of(corpus: Corpus, store: AnalysisStore) -> CorpusContext:
    """What metrics may know of the corpus before they count.

    Raises:
        UsageError: if the pipeline cannot be loaded.
    """
    references = tuple(tuple(text.text for text in segment.references.values()) for segment in corpus.segments)
    texts = list(texts_to_score(corpus.segments, corpus.systems))
    brought = [text.analysis.has_constituents for text in texts if text.analysis is not None]
    constituents = all(brought) and (len(brought) == len(texts) or store.has_constituents)
    annotated = (text.annotation.reference for text in texts if text.annotation is not None)
    vectors = store.parsers.installed if store.has_vectors else None
    return CorpusContext(references, constituents, role_counts(annotated), vectors)


def adapt_metrics(metrics: Mapping[str, Metric], context: CorpusContext) -> dict[str, Metric]:
    """The metrics as they are in this context."""
    return {
        spec: chosen.adapted(context) if isinstance(chosen, Adaptive) else chosen for spec, chosen in metrics.items()
    }


def metrics_for(specs: Sequence[str], corpus: Corpus, store: AnalysisStore) -> dict[str, Metric]:
    """The metrics of ``specs`` by spec string, adapted to the corpus and analyser.

    Raises:
        UsageError: if a spec is wrong or none is given, or the pipeline cannot be loaded.
    """
    metrics = configured_metrics(specs)
    if not any(isinstance(chosen, Adaptive) for chosen in metrics.values()):
        return metrics
    return adapt_metrics(metrics, context_of(corpus, store))


def score_corpus(
    corpus: Corpus,
    specs: Sequence[str] | Mapping[str, Metric],
    store: AnalysisStore,
    *,
    systems: Sequence[str] | None = None,
    keep: bool = True,
    work: Work | None = None,
    journal: Journal | None = None,
) -> ScoreTable:
    """Score all (or the named) systems of ``corpus``; every text is analysed once.

    Args:
        corpus: what to score.
        specs: spec strings, or metrics that are adapted already.
        store: analyses are taken from it.
        systems: whose translations; all by default.
        keep: whether analyses that other processes make are to be put into ``store``.
        work: by whom, progress and cancel.
        journal: of this run; what it holds is not done again, and what is done is kept in it.

    Raises:
        InputError: if the journal cannot be used.
        UsageError: if a spec is wrong, the corpus has no system or no reference, or the pipeline cannot be loaded.
        Cancelled: if the user stopped it; analyses made so far stay in ``store``.
    """
    work = work or Work()
    chosen = list(corpus.systems if systems is None else systems)
    require_texts(corpus, chosen)
    table = ScoreTable(corpus, specs if isinstance(specs, Mapping) else metrics_for(specs, corpus, store))
    for key in ((system, spec) for system in chosen for spec in table.metrics):
        table.begin(*key)
    table.problems += foreign_texts(corpus, table.metrics.values(), store.parsers)
    done, total = _resumed(table, journal, store), len(corpus.segments)
    if work.cluster is None and is_small_job(corpus, chosen, required_layers(table.metrics)):
        work = work.by(1)
    waits = work.jobs > 1 and work.cluster is None and not are_processes_free()
    work.step(WAITING if waits else STAGE, done, total)
    portions = _portions(table, chosen, done)
    for portion, scored in score_portions(portions, store, keep=keep, work=work):
        record_scores(table, portion.places, scored)
        if scored.analyses:
            store.add(scored.analyses)
        if journal is not None:
            journal.add(scored, len(portion.places))
        done += len(portion.places)
        work.report(STAGE, done, total)
    if done < total:  # no more began
        work.step(STAGE, done, total)
    return table


def require_texts(corpus: Corpus, systems: Sequence[str]) -> None:
    """Check that there is something to score.

    Raises:
        UsageError: if there is no hypothesis or no reference.
    """
    if not systems or not corpus.references:
        lacks, option = ("hypothesis", "--hyp") if not systems else ("reference", "--ref")
        lost = "".join(f"; {problem}" for problem in corpus.problems[:1])  # of a damaged project it says why
        told = f"nothing to score: {shortened(corpus.name)} has no {lacks}; name its file with {option}{lost}"
        raise UsageError(told)


def _resumed(table: ScoreTable, journal: Journal | None, store: AnalysisStore) -> int:
    """Take in what is in the journal; how many segments of the corpus that are, from the first.

    Raises:
        InputError: if the journal is of another run.
    """
    done = 0
    for scored, segments in journal.read() if journal is not None else ():
        record_scores(table, range(done, done + segments), scored)
        done += segments
    if journal is not None and table.makers != (now := store.makers(table.makers)):
        of, expected = ("+".join(filter(None, made.values())) for made in (table.makers, now))
        raise InputError(journal.path, f"is of analyses by {of}, expected {expected}; delete it to begin anew")
    return done


def _portions(table: ScoreTable, systems: Sequence[str], done: int) -> Iterator[Portion]:
    """All segments that are not done, in order."""
    depth, size = required_layers(table.metrics), portion_size(table.corpus, systems)
    for places in chunks(range(done, len(table.corpus.segments)), size):
        segments = table.corpus.segments[places[0] : places[-1] + 1]
        yield Portion(places, segments, systems, table.metrics, depth)


def record_scores(table: ScoreTable, places: Sequence[int], scored: Scored) -> None:
    """Put what came of a portion into the table."""
    table.problems += scored.problems
    table.makers |= scored.makers
    for (system, spec), rows in scored.statistics.items():
        table.fill(system, spec, places, Column(table.metrics[spec], rows))
