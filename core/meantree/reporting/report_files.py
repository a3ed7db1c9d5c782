"""The formats of reports, and writing a report to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from meantree.analysis.store import AnalysisStore
from meantree.corpus.formats import InputFile, read_corpus
from meantree.errors import UsageError
from meantree.escaping import listed, unknown_name
from meantree.files import write_parts
from meantree.reporting.contents import Contents, gather
from meantree.reporting.request import ReportRequest, ReportSource
from meantree.scoring.run import score_corpus
from meantree.work import Work, single_threaded
from meantree_resources import resource

Writer = Callable[[Contents, Work], Iterator[bytes]]


def _html(contents: Contents, work: Work) -> Iterator[bytes]:
    from meantree.reporting.formats.html import html_parts

    return (part.encode("utf-8", "replace") for part in html_parts(contents, work))


def _xlsx(contents: Contents, work: Work) -> Iterator[bytes]:
    from meantree.reporting.formats.workbook import workbook_parts

    return workbook_parts(contents, work)


def _pdf(contents: Contents, work: Work) -> Iterator[bytes]:
    from meantree.reporting.formats.pdf import pdf_parts

    return pdf_parts(contents, work)


WRITERS: Mapping[str, Writer] = {"html": _html, "pdf": _pdf, "xlsx": _xlsx}
"""By the ending of files; each is imported when it is used."""
NO_LATEX: Final = (
    "reports are not written as LaTeX; use pdf, with --template FILE for your own pages, or explain --format tex for a "
    "picture and experiment --format tex for tables"
)


def format_of(path: Path, wanted: str | None = None) -> str:
    """Return the requested format, or that of a file's ending.

    Raises:
        UsageError: if there is no such format.
    """
    form = wanted if wanted is not None else path.suffix.removeprefix(".").casefold()
    if form == "tex":
        raise UsageError(NO_LATEX)
    if form not in WRITERS:
        where = "--to" if wanted is not None else f"{path}: the ending"
        found = unknown_name(form, WRITERS) if form else f"none, expected one of {listed(WRITERS)}"
        raise UsageError(f"{where}: found {found}")
    return form


def require_template(template: Path | None, form: str) -> None:
    """Check, before long work, that a user's template can be used.

    Raises:
        InputError: if it cannot be read, or might load code from elsewhere.
        UsageError: if the format is another than PDF.
    """
    if template is None:
        return
    if form != "pdf":
        raise UsageError(f"--template: found the format {form}, expected pdf, which alone is set by a template")
    from meantree.picture.typesetting import require_own_code

    require_own_code(template)


def write_report(source: ReportSource, request: ReportRequest, path: Path, form: str, work: Work = Work()) -> None:
    """Write a report completely or not at all.

    Args:
        source: what it is made from.
        request: its content.
        path: of the file.
        form: a key of ``WRITERS``.
        work: progress and cancel.

    Raises:
        InputError, UsageError: if a metric, system or segment does not exist, the filter cannot be parsed, the template
            has an error, the project can no longer be read, or the file cannot be written.
        Cancelled: if the user stopped it; an existing file is kept.
    """
    with single_threaded():
        write_parts(path, _parts(gather(source, request, work), form, work))


def _parts(contents: Contents, form: str, work: Work) -> Iterator[bytes]:
    """Yield a report; the last step can be stopped, too, before an earlier file is replaced."""
    yield from WRITERS[form](contents, work)
    work.step("Writing the report", 1, 1)


SPECS = ("hwcm", "edpm", "bleu", "chrf", "ter", "mt+rte-r")


def write_sample_report(output: Path, work: Work) -> None:
    """Score the sample project and write a report in the format of ``output``'s ending.

    Raises:
        UsageError: if there is no such format, or the file cannot be written.
    """
    form = format_of(output)
    store = AnalysisStore()
    corpus = read_corpus([InputFile(resource("sample/sample.tsv"))])
    table = score_corpus(corpus, SPECS, store, work=work)
    write_report(ReportSource(table, store), ReportRequest(), output, form, work)
