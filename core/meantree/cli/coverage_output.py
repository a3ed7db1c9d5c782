"""What ``meantree coverage`` prints, in all formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import require_systems, store_over
from meantree.cli.output import Result, set_table
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
from meantree.escaping import as_json
from meantree.evaluation.coverage import Bootstrap, Coverage, coverage, coverage_tables
from meantree.metrics.metric import required_layers
from meantree.project.stored_analyses import StoredAnalyses
from meantree.scoring.provenance import provenance_of, signature
from meantree.scoring.run import metrics_for
from meantree.work import Work


def coverage_result(
    corpus: Corpus,
    specs: Sequence[str],
    parsers: Parsers,
    work: Work,
    analyses: StoredAnalyses | None = None,
    systems: Sequence[str] | None = None,
    bootstrap: Bootstrap | None = None,
    plots: Path | None = None,
) -> tuple[Result, list[Problem]]:
    """Return what the metrics see of the errors of a corpus, and what could not be scored.

    Raises:
        UsageError: if a system is unknown, no errors are marked, or a figure cannot be written.
    """
    require_systems(corpus, systems)
    store = AnalysisStore(parsers)
    metrics = metrics_for(specs, corpus, store)
    store = store_over(analyses, store, corpus, systems or corpus.systems, required_layers(metrics), work)
    found, problems = coverage(corpus, metrics, store, systems=systems or None, bootstrap=bootstrap, work=work)
    signatures = {
        spec: signature(one, provenance_of(corpus, store, required_layers(metrics))) for spec, one in metrics.items()
    }
    tables = coverage_tables(found, list(signatures.values()))
    if plots is not None:
        from meantree.reporting.figures.table_charts import save_figures

        save_figures(tables, plots, work)
    return Result(
        lambda: "\n".join(map(set_table, tables)), lambda: _json(corpus, found, signatures), lambda: tables
    ), problems


def _json(corpus: Corpus, found: Sequence[Coverage], signatures: dict[str, str]) -> str:
    keys = [segment.key for segment in corpus.segments]
    return as_json(
        {
            "version": __version__,
            "metrics": [{"name": spec, "signature": text} for spec, text in signatures.items()],
            "coverage": [asdict(item) | {"segments": [keys[place] for place in item.segments]} for item in found],
        }
    )
