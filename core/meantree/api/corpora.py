"""Files and reports: :func:`read` and :func:`report`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from meantree.analysis.parsers import BUNDLED, PIPELINE
from meantree.api.scores import DEFAULT_METRICS
from meantree.api.session import FilePath, parsers_of, specs_of, store_of, working
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.catalogue import files_in, require_columns
from meantree.corpus.formats.given_scores import with_given
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.files import PROJECT
from meantree.project.file import Project
from meantree.reporting.contents import headline_metrics
from meantree.reporting.report_files import format_of, require_template, write_report
from meantree.reporting.request import ReportRequest, ReportSource, kind_named, named_segments, today
from meantree.scoring.run import score_corpus
from meantree.scoring.verdicts import store_for

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline


def read(
    *paths: FilePath,
    annotator: str | None = None,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    given: Mapping[str, FilePath] | None = None,
) -> Corpus:
    """Read a corpus: a table, files whose names tell their roles, a folder or a project.

    Names such as ``hyp.north.en``, ``ref.A.en`` and ``src.de`` tell role, system or reference, and language.

    Args:
        paths: of the files, folders, or of one project.
        annotator: of the project, whose annotations and corrections the texts carry.
        encoding: of the files; UTF-8 by default.
        columns: names of columns in tables by their meaning, as in ``{"hypothesis": "MT", "reference": "Ref"}``, or
            languages of a TMX, as in ``{"source": "de", "hypothesis": "en"}``.
        given: files with scores of other tools by the names of their metrics, as in ``{"COMET": "comet.json"}``; the
            metrics are then called ``given:COMET``. ``"Cost,better=lower"`` states that lower is better.

    Raises:
        MeantreeError: if a file cannot be used.
    """
    files, scores = [_path(path) for path in paths], {name: _path(path) for name, path in (given or {}).items()}
    names = {name: meaning for meaning, name in (columns or {}).items()}
    require_columns([*files, *scores.values()], names)
    corpus = _read(files, annotator, encoding, names)
    for name, path in scores.items():
        corpus = with_given(corpus, path, name, encoding=encoding, columns=names)
    return corpus


def _read(files: Sequence[Path], annotator: str | None, encoding: str | None, names: Mapping[str, str]) -> Corpus:
    if [file.suffix for file in files] == [PROJECT]:
        with Project(files[0], passing=True) as project:
            return project.corpus(annotator) if annotator is not None else project.corpus()
    if annotator is not None:
        raise UsageError(f"annotator: found {annotator}, but an annotator is of a project; found no project")
    return read_corpus([InputFile(file) for path in files for file in files_in(path)], encoding=encoding, columns=names)


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
    kind: str = "analysis",
    template: FilePath | None = None,
    jobs: int = 1,
    pipeline: str | Pipeline = PIPELINE,
    constituency: str = BUNDLED,
    parser: str = "",
) -> None:
    """Write a report: the result, what differs, the systems, and the most telling or the named segments.

    Args:
        corpus: by :func:`meantree.read`.
        output: a file that ends in ``.html``, ``.pdf`` or ``.xlsx``.
        metrics: the first one is in focus, and pictures show what it counts; by default, which words differ.
        title: by default the corpus, the kind and the systems.
        segments: those shown, such as ``1-20,news/4``; by default the most telling ones.
        filter: the most telling ones of those that match this line, such as ``edpm < .4``.
        kind: ``analysis`` or ``comparison`` (of two systems).
        template: a Typst file for pages of a PDF of your own; it reads files of its own folder only.
        jobs: processes.
        pipeline, constituency, parser: as in :func:`meantree.score`.

    Raises:
        MeantreeError: for unknown metrics, segments, kinds or endings, and if the file cannot be written.
    """
    if not isinstance(corpus, Corpus):
        raise UsageError(f"corpus: found {quoted(repr(corpus))}, expected what mt.read returns")
    corpus.require_named()
    path = _path(output)
    form, store = format_of(path), store_for(corpus, parsers_of(pipeline, constituency, parser), store_of)
    typst = None if template is None else _path(template)
    require_template(typst, form)
    shown, day = named_segments(corpus, segments), today(os.environ)
    request = ReportRequest(kind_named(kind), segments=shown, filter=filter, title=title, template=typst, date=day)
    request = replace(request, differences=metrics is DEFAULT_METRICS)
    jobs = jobs if isinstance(pipeline, str) else 1
    with working(jobs) as work:
        specs = (*specs_of(metrics), *headline_metrics(corpus))
        table = score_corpus(corpus, tuple(dict.fromkeys(specs)), store, work=work)
        write_report(ReportSource(table, store, jobs=jobs), request, path, form, work)
