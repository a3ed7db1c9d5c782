"""Files and reports: :func:`read` and :func:`report`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from meantree.analysis.parsers import BUNDLED, PIPELINE, Parsers
from meantree.api.scores import DEFAULT_METRICS
from meantree.api.session import FilePath, specs_of, store_of, working
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.catalogue import files_in
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.files import PROJECT
from meantree.project.file import Project
from meantree.reporting.chosen_content import report_content
from meantree.reporting.report_files import format_of, write_report
from meantree.reporting.report_options import ReportOptions, today
from meantree.reporting.styles import most_segments, style_parts
from meantree.scoring.run import score_corpus


def read(*paths: FilePath, annotator: str | None = None, encoding: str | None = None) -> Corpus:
    """Read a corpus: a table, files whose names tell their roles, a folder or a project.

    Names such as ``hyp.north.en``, ``ref.A.en`` and ``src.de`` tell role, system or reference, and language.

    Args:
        paths: of the files, folders, or of one project.
        annotator: of the project, whose annotations and corrections the texts carry.
        encoding: of the files; UTF-8 by default.

    Raises:
        MeantreeError: if a file cannot be used.
    """
    files = [_path(path) for path in paths]
    if [file.suffix for file in files] == [PROJECT]:
        with Project(files[0], passing=True) as project:
            return project.corpus(annotator) if annotator is not None else project.corpus()
    if annotator is not None:
        raise UsageError(f"annotator: found {annotator}, but an annotator is of a project; found no project")
    return read_corpus([InputFile(file) for path in files for file in files_in(path)], encoding=encoding)


def _path(path: FilePath) -> Path:
    if not isinstance(path, (str, PathLike)):
        raise UsageError(f"found {quoted(repr(path))}, expected the name of a file, as in mt.read('hyp.a', 'ref.a')")
    return Path(path)


def report(
    corpus: Corpus,
    output: FilePath,
    metrics: str | Sequence[str] = DEFAULT_METRICS,
    *,
    title: str = "",
    segments: str = "",
    filter: str = "",  # noqa: A002  # as in the command line
    style: str = "linguist",
    jobs: int = 1,
    pipeline: str = PIPELINE,
    constituency: str = BUNDLED,
) -> None:
    """Write a report: a page of findings, the systems, and segments with the structure that the metric counts.

    Args:
        corpus: by :func:`meantree.read`.
        output: a file that ends in ``.html``, ``.pdf`` or ``.xlsx``.
        metrics: the first one marks the pictures.
        title: by default the name of the corpus.
        segments: such as ``1-20,news/4``; by default all, or the 100 worst if there are more.
        filter: only segments that match this line, such as ``edpm < .4``.
        style: ``linguist``, ``comparison``, ``full``, or one saved in the window.
        jobs: processes.
        pipeline, constituency: as of :func:`meantree.score`.

    Raises:
        MeantreeError: for unknown metrics, segments, styles or endings, and if the file cannot be written.
    """
    if not isinstance(corpus, Corpus):
        raise UsageError(f"corpus: found {quoted(repr(corpus))}, expected what mt.read returns")
    path = _path(output)
    form, store = format_of(path), store_of(Parsers(pipeline, constituency))
    parts, day = style_parts(style), today(os.environ)
    most = most_segments(parts)
    options = ReportOptions(title, segments=segments, filter=filter, parts=parts, most=most, date=day)
    with working(jobs) as work:
        table = score_corpus(corpus, specs_of(metrics), store, work=work)
        write_report(report_content(table, store, options, jobs=jobs), path, form, work)
