"""``meantree score``: a score table as text, TSV or JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence

from meantree import __version__
from meantree.analysis.analyser import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import table_text
from meantree.corpus.model import Corpus
from meantree.errors import Problem
from meantree.metrics.base import Level
from meantree.report.tables import header, rows, scores_tsv
from meantree.scoring.provenance import signature
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable
from meantree.shown import as_json, shown
from meantree.work import Work


def score_text(
    corpus: Corpus,
    specs: Sequence[str],
    level: Level,
    form: str,
    parsers: Parsers,
    jobs: int | None,
    cluster: str | None,
    work: Work,
) -> tuple[str, list[Problem]]:
    """Score ``corpus`` and return the text to write, with what could not be scored."""
    store = AnalysisStore(parsers)
    table = score_corpus(corpus, specs, store, jobs=jobs or os.cpu_count() or 1, cluster=cluster, keep=False, work=work)
    if form == "json":
        return _json(table, store), table.problems
    text = scores_tsv(table, level, corpus.systems) if form == "tsv" else _table(table, level)
    return text, table.problems


def _json(table: ScoreTable, store: AnalysisStore) -> str:
    provenance = table.provenance(store)
    document = {
        "version": __version__,
        "metrics": [
            {"name": spec, "signature": signature(chosen, provenance)} for spec, chosen in table.metrics.items()
        ],
        "systems": [_system(table, system) for system in table.corpus.systems],
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


def _table(table: ScoreTable, level: Level) -> str:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.SIMPLE_HEAD)
    for name in header(level):
        drawn.add_column(name)
    for spec, chosen in table.metrics.items():
        drawn.add_column(Text(shown(spec) + ("" if chosen.higher_is_better else " ↓")), justify="right")
    for names, scores in rows(table, level, table.corpus.systems):
        cells = ["–" if score is None else f"{score:.4f}" for score in scores]
        drawn.add_row(*(Text(cell) for cell in [*map(shown, names), *cells]))
    return table_text(drawn, max(100, 24 * (3 + len(table.metrics))))
