"""``meantree score``: a score table as text, TSV or JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from meantree import __version__
from meantree.analysis.analyser import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import say, table_text
from meantree.corpus.model import Corpus
from meantree.errors import Problem, UsageError
from meantree.files import is_stream
from meantree.metrics.base import Level
from meantree.report.tables import header, rows, scores_tsv
from meantree.scoring.identity import run_of
from meantree.scoring.journal import SUFFIX, Journal, told_of
from meantree.scoring.provenance import signature
from meantree.scoring.run import metrics_for, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.shown import as_json, listed, shortened, shown
from meantree.work import Work


def score_text(
    corpus: Corpus,
    specs: Sequence[str],
    level: Level,
    form: str,
    parsers: Parsers,
    jobs: int | None,
    cluster: str | None,
    output: Path | None,
    work: Work,
    *,
    systems: Sequence[str] = (),
    resume: bool = False,
) -> tuple[str, list[Problem], Journal | None]:
    """Score ``corpus``: the text to write, what could not be scored, and the journal that goes when it is written.

    Args:
        systems: whose translations; of all by default.

    Raises:
        UsageError: if there is no such system, or ``resume`` is asked for where nothing can be kept beside ``output``.
    """
    for name in systems:
        if name not in corpus.systems:
            found = f"found {shortened(name)}, expected one of {listed(corpus.systems) or 'none'}"
            raise UsageError(f"--system: {found}")
    chosen = [name for name in corpus.systems if name in systems] if systems else list(corpus.systems)
    store = AnalysisStore(parsers)
    metrics = metrics_for(specs, corpus, store)
    cores, journal = jobs or os.cpu_count() or 1, None
    if output is not None and not is_stream(output):
        run = run_of(corpus, metrics, chosen, parsers)
        journal = Journal(output.with_name(output.name + SUFFIX), run, resume=resume)
    elif resume:
        raise UsageError("--resume goes on with what is kept beside the output: name a file with --output")
    with told_of(journal, len(corpus.segments), say):
        table = score_corpus(
            corpus, metrics, store, systems=chosen, jobs=cores, cluster=cluster, keep=False, work=work, journal=journal
        )
    if form == "json":
        return _json(table, chosen, store), table.problems, journal
    text = scores_tsv(table, level, chosen) if form == "tsv" else _table(table, chosen, level)
    return text, table.problems, journal


def _json(table: ScoreTable, systems: Sequence[str], store: AnalysisStore) -> str:
    provenance = table.provenance(store)
    document = {
        "version": __version__,
        "metrics": [
            {"name": spec, "signature": signature(chosen, provenance)} for spec, chosen in table.metrics.items()
        ],
        "systems": [_system(table, system) for system in systems],
    }
    return as_json(document)


def _system(table: ScoreTable, system: str) -> dict[str, object]:
    columns = {spec: table.segment_scores(system, spec) for spec in table.metrics}
    return {
        "id": system,
        "scores": {spec: table.system_score(system, spec) for spec in table.metrics},
        "segments": [
            {
                "id": segment.id,
                "document": segment.document,
                "scores": {spec: column[place] for spec, column in columns.items()},
            }
            for place, segment in enumerate(table.corpus.segments)
        ],
    }


def _table(table: ScoreTable, systems: Sequence[str], level: Level) -> str:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.SIMPLE_HEAD)
    for name in header(level):
        drawn.add_column(name)
    for spec, chosen in table.metrics.items():
        drawn.add_column(Text(shown(spec) + ("" if chosen.higher_is_better else " ↓")), justify="right")
    for names, scores in rows(table, level, systems):
        cells = ["–" if score is None else f"{score:.4f}" for score in scores]
        drawn.add_row(*(Text(cell) for cell in [*map(shown, names), *cells]))
    return table_text(drawn, max(100, 24 * (3 + len(table.metrics))))
