"""``meantree experiment``: what studies of metrics measure, on corpora with ratings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from meantree.analysis.store import AnalysisStore
from meantree.cli.console import Content, say
from meantree.cli.output import TABLES, Result
from meantree.cli.value_tables import set_table
from meantree.errors import UsageError
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.experiment_corpora import read_corpora
from meantree.experiments.experiment_registry import experiments_of, make_tables
from meantree.experiments.experiment_request import ExperimentRequest, require_judgements
from meantree.experiments.study import Study
from meantree.report.figures.canvas import figure_folder
from meantree.report.table_text import tables_json, without_notes
from meantree.scoring.run import configured_metrics
from meantree.work import Work

FORMS: Final = ("table", *TABLES, "tex")


def made_content(asked: ExperimentRequest, form: str, work: Work) -> tuple[Content, Study]:
    """Read the corpora, make the tables and write them; with the study, to be closed when the text is written.

    Raises:
        InputError: if a corpus cannot be read.
        UsageError: if something asked for is not there, or the corpora are not enough.
        Cancelled: if the user stopped it.
    """
    chosen = experiments_of(asked.tables)
    configured_metrics(asked.options.metrics)  # a wrong spec is told before anything is read
    require_judgements(asked.options, len(asked.paths), chosen)
    if asked.resume and asked.kept is None:
        raise UsageError("--resume goes on with what is kept beside the output: name a file with --output")
    if asked.options.plots is not None:
        figure_folder(asked.options.plots)  # what cannot be written is told before long work
    read = read_corpora(asked.paths, asked.encoding, asked.annotator)
    study = Study(read, asked.options, AnalysisStore(asked.parsers), asked.kept, asked.resume, say)
    try:
        tables = make_tables(study, chosen, work)
        if asked.options.plots is not None:
            _draw(tables, asked.options.plots, work)
    except BaseException:
        if study.journals and len(study.tables) == len(study.journals):  # else it was told where scoring stopped
            say(f"scores are kept beside {asked.kept}: the same command with --resume goes on from there")
        raise
    return written(tables, form), study


def _draw(tables: Sequence[ValueTable], folder: Path, work: Work) -> None:
    from meantree.report.figures.table_charts import save_figures

    save_figures(tables, folder, work)


def written(tables: Sequence[ValueTable], form: str) -> Content:
    """All tables in one of :data:`FORMS`; where notes stand beside their tables, the last has none of them."""
    noted = tables if form in ("tsv", "csv", "xlsx") else without_notes(tables)
    plain = Result(lambda: "\n".join(map(set_table, noted)), lambda: tables_json(noted), lambda: noted)
    return plain.written(form)
