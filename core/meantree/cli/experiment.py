"""``meantree experiment``: what studies of metrics measure, on corpora with ratings."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from meantree.analysis.analyser import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import say
from meantree.cli.value_tables import set_table
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.folders import files_in
from meantree.corpus.model import Corpus
from meantree.errors import Problem, UsageError
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.registry import Experiment, experiments_of, made
from meantree.experiments.study import Options, Study
from meantree.project.file import SUFFIX, Project
from meantree.report.value_tables import tables_json, tables_tex, tables_tsv
from meantree.scoring.run import configured
from meantree.shown import counted
from meantree.work import Work

Form = Literal["table", "tsv", "json", "tex"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command was asked for.

    Attributes:
        paths: of the corpora.
        tables: names of experiments, none for the first.
        options: for all of them.
        encoding: of the files.
        parsers: what analyses texts.
        jobs: processes; None for all cores.
        kept: beside which file journals are kept, None for nowhere.
        resume: whether they are read.
        annotator: whose annotations of a project, None for the automatic analysis.
    """

    paths: tuple[Path, ...]
    tables: tuple[str, ...]
    options: Options
    encoding: str | None
    parsers: Parsers
    jobs: int | None = None
    kept: Path | None = None
    resume: bool = False
    annotator: str | None = None


def made_text(asked: Asked, form: Form, work: Work) -> tuple[str, Study]:
    """Read the corpora, make the tables and write them; with the study, to be closed when the text is written.

    Raises:
        InputError: if a corpus cannot be read.
        UsageError: if something asked for is not there, or the corpora are not enough.
        Cancelled: if the user stopped it.
    """
    chosen = experiments_of(asked.tables)
    configured(asked.options.metrics)  # a wrong spec is told before anything is read
    _require_judgements(asked, chosen)
    if asked.resume and asked.kept is None:
        raise UsageError("--resume goes on with what is kept beside the output: name a file with --output")
    read = read_corpora(asked.paths, asked.encoding, asked.annotator)
    jobs = asked.jobs or os.cpu_count() or 1
    study = Study(read, asked.options, AnalysisStore(asked.parsers), jobs, asked.kept, asked.resume, say)
    try:
        tables = made(study, chosen, work)
    except BaseException:
        if study.journals and len(study.tables) == len(study.journals):  # else it was told where scoring stopped
            say(f"scores are kept beside {asked.kept}: the same command with --resume goes on from there")
        raise
    if asked.options.plots is not None:
        _draw(tables, asked.options.plots)
    return tables_text(tables, form), study


def _require_judgements(asked: Asked, chosen: Sequence[Experiment]) -> None:
    """See to it that there is something to follow, where it is needed.

    Raises:
        UsageError: if there are neither ratings nor preferences, or not a file of these for each corpus.
    """
    options = asked.options
    if not options.rating and not options.preferences and any(one.judged for one in chosen):
        raise UsageError("nothing to follow: name people's ratings with --rating, or files with --preferences")
    if options.preferences and len(options.preferences) != len(asked.paths):
        told = f"{counted(len(options.preferences), 'file')} for {counted(len(asked.paths), 'corpus', 'corpora')}"
        raise UsageError(f"--preferences: found {told}, expected one for each")


def _draw(tables: Sequence[ValueTable], folder: Path) -> None:
    from meantree.report.figures.experiments import save_figures

    save_figures(tables, folder)


def problems_of(study: Study) -> list[Problem]:
    """What was skipped while corpora were read, and what could not be scored."""
    read = [one for corpus in study.corpora for one in corpus.problems]
    return [*read, *(one for table in study.tables for one in table.problems)]


def read_corpora(paths: Sequence[Path], encoding: str | None, annotator: str | None = None) -> tuple[Corpus, ...]:
    """A corpus for each path, under names of their own; projects as an annotator has them.

    Raises:
        InputError: if one cannot be read.
        UsageError: if there is no such annotator.
    """
    if annotator is not None and not any(path.suffix == SUFFIX for path in paths):
        raise UsageError("--annotator says whose annotations of a project are taken, and there is no project")
    found = [_read(path, encoding, annotator) for path in paths]
    again = Counter(one.name for one in found)
    return tuple(
        replace(one, name="/".join(path.absolute().with_suffix("").parts[-2:])) if again[one.name] > 1 else one
        for path, one in zip(paths, found, strict=True)
    )


def _read(path: Path, encoding: str | None, annotator: str | None) -> Corpus:
    if path.suffix == SUFFIX:
        with Project(path, passing=True) as project:
            return project.corpus(annotator)
    name = path.absolute().name if path.is_dir() else None
    return read_corpus([InputFile(one) for one in files_in(path)], name=name, encoding=encoding)


def tables_text(tables: Sequence[ValueTable], form: Form) -> str:
    """All tables in one of the formats."""
    forms: Mapping[Form, Callable[[Sequence[ValueTable]], str]] = {
        "tsv": tables_tsv,
        "json": tables_json,
        "tex": tables_tex,
        "table": _plain,
    }
    return forms[form](tables if form == "tsv" else _without_notes(tables))


def _plain(tables: Sequence[ValueTable]) -> str:
    return "\n".join(map(set_table, tables))


def _without_notes(tables: Sequence[ValueTable]) -> Sequence[ValueTable]:
    """Notes stand beside their tables already, but in TSV."""
    *others, last = tables
    return [*others, replace(last, rows=tuple(row for row in last.rows if not str(row[0]).startswith("note of ")))]
