"""``meantree score``: a score table as text, TSV or JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from meantree import __version__
from meantree.analysis.analyser import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import say, table_text
from meantree.corpus.model import Corpus
from meantree.errors import UsageError
from meantree.files import is_stream
from meantree.metrics.base import Level
from meantree.report import metrics_eval
from meantree.report.tables import header, rows, scores_tsv
from meantree.scoring.identity import run_of
from meantree.scoring.journal import SUFFIX, Journal, told_of
from meantree.scoring.provenance import signature
from meantree.scoring.run import metrics_for, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.shown import as_json, listed, misnamed, shown
from meantree.work import Work


@dataclass(frozen=True, slots=True)
class Scored:
    """What came of a run.

    Attributes:
        table: the scores.
        systems: whose, in the order of the corpus.
        store: what analysed the texts.
        journal: goes when the output is written.
    """

    table: ScoreTable
    systems: tuple[str, ...]
    store: AnalysisStore
    journal: Journal | None = None


def scored(
    corpus: Corpus,
    specs: Sequence[str],
    parsers: Parsers,
    jobs: int | None,
    cluster: str | None,
    kept: Path | None,
    work: Work,
    *,
    systems: Sequence[str] = (),
    resume: bool = False,
) -> Scored:
    """Score ``corpus``.

    Args:
        kept: beside which file or folder the journal is kept, None for nowhere.
        systems: whose translations; of all by default.

    Raises:
        UsageError: if there is no such system, or ``resume`` is asked for where nothing can be kept.
    """
    for name in systems:
        if name not in corpus.systems:
            found = f"found {misnamed(name, corpus.systems)}, expected one of {listed(corpus.systems) or 'none'}"
            raise UsageError(f"--system: {found}")
    chosen = [name for name in corpus.systems if name in systems] if systems else list(corpus.systems)
    store = AnalysisStore(parsers)
    metrics = metrics_for(specs, corpus, store)
    cores, journal = jobs or os.cpu_count() or 1, None
    if kept is not None:
        run = run_of(corpus, metrics, chosen, parsers)
        journal = Journal(kept.with_name(kept.name + SUFFIX), run, resume=resume)
    elif resume:
        raise UsageError("--resume goes on with what is kept beside the output: name a file with --output")
    with told_of(journal, len(corpus.segments), say):
        table = score_corpus(
            corpus, metrics, store, systems=chosen, jobs=cores, cluster=cluster, keep=False, work=work, journal=journal
        )
    return Scored(table, tuple(chosen), store, journal)


def require_output(form: str, output: Path | None) -> Path | None:
    """Beside what the journal of a run is kept: a file, or the folder of a format of several files; None for nothing.

    Raises:
        UsageError: if a folder is needed and none is named, or a file stands there.
    """
    if form == metrics_eval.NAME:
        if output is None or output.is_file():
            found = "none" if output is None else f"the file {output}"
            raise UsageError(f"--format {form} writes into a folder: found {found}, name one with --output")
        return output
    return None if output is None or is_stream(output) else output


def score_text(found: Scored, level: Level, form: str) -> str:
    """The scores as JSON, or a table of one level as TSV or plain text."""
    if form == "json":
        return _json(found.table, found.systems, found.store)
    made = scores_tsv if form == "tsv" else _table
    return made(found.table, level, found.systems)


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


def _table(table: ScoreTable, level: Level, systems: Sequence[str]) -> str:
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
