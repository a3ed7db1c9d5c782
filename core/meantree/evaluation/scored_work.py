"""Scores of each annotator's work, the same as when it is scored alone."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.analysis.store import AnalysisStore
from meantree.evaluation.pooled_work import PooledWork
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

STAGE = "Scoring annotators"


def scored_work(pool: PooledWork, specs: Sequence[str], work: Work | None = None) -> dict[str, ScoreTable]:
    """The scores of what each annotator finished, by their names.

    Args:
        pool: what they did.
        specs: metrics over frames made by hand, which need no parser.
        work: progress and cancel.

    Raises:
        UsageError: if a spec is wrong, or there is nothing to score.
        Cancelled: if the user stopped it.
    """
    work, tables = work or Work(), {}
    for done, name in enumerate(pool.work):
        work.step(STAGE, done, len(pool.work))
        tables[name] = score_corpus(pool.corpus_of(name), specs, AnalysisStore())
    return tables
