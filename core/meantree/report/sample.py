"""The report of the built-in sample project: what the window would show, for machines without a display."""

from __future__ import annotations

from pathlib import Path

from meantree.analysis.store import AnalysisStore
from meantree.corpus.formats import InputFile, read_corpus
from meantree.report.content import report_content
from meantree.report.formats import format_of, write_report
from meantree.scoring.run import score_corpus
from meantree.work import Work
from meantree_resources import resource

SPECS = ("hwcm", "edpm", "bleu", "chrf", "ter")


def write_sample_report(output: Path, work: Work) -> None:
    """Score the sample project and write a report of it as ``output`` ends.

    Raises:
        UsageError: if no report ends so, or the file cannot be written.
    """
    form = format_of(output)
    store = AnalysisStore()
    corpus = read_corpus([InputFile(resource("sample/sample.tsv"))])
    table = score_corpus(corpus, SPECS, store, work=work)
    write_report(report_content(table, store), output, form, work)
