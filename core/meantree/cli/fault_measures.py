"""``meantree faults measure``: how often metrics and findings notice planted errors, in all formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.output import Result, set_table
from meantree.corpus.formats.raw_file import load
from meantree.errors import UsageError
from meantree.evaluation.noticed_faults import fault_corpus, finding_table, noticed_tables
from meantree.evaluation.planted_faults import finding_figures, planted_corpus
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.registry import OFFERED
from meantree.reporting.table_text import tables_json
from meantree.scoring.run import configured_metrics
from meantree.work import Work


def measured_result(
    text: Path,
    reference: Path | None,
    specs: Sequence[str] | None,
    most: int,
    seed: int,
    parsers: Parsers,
    encoding: str | None,
    work: Work,
) -> Result:
    """Plant errors, score them, search for findings, and return the tables.

    Args:
        text: the file with correct texts.
        reference: another translation of them; None for the texts themselves.
        specs: of metrics; None for all offered ones that need no annotator.
        most: errors of each kind.
        seed: of the choice.
        parsers, encoding, work: as in ``meantree score``.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if the files differ in their number of lines, no error can be planted, or a spec is wrong.
    """
    chosen = list(specs) if specs else automatic_metrics()
    configured_metrics(chosen)
    texts = _lines(text, encoding)
    others = None if reference is None else _lines(reference, encoding)
    if others is not None and len(others) != len(texts):
        raise UsageError(f"{text} has {len(texts):,} lines, {reference} has {len(others):,}; expected the same number")
    store = AnalysisStore(parsers)
    planted = planted_corpus(texts, others, store, most=most, seed=seed, work=work)
    corpus = fault_corpus(planted, text.name)
    if not corpus.segments:
        raise UsageError(f"{text}: found no text in which an error can be planted, expected English sentences")
    tables: list[ValueTable] = list(noticed_tables(corpus, chosen, store, work))
    tables.append(finding_table(finding_figures(each.beside_original for each in planted.planted), "their original"))
    if others is not None:
        beside = (each.beside_other for each in planted.planted if each.beside_other is not None)
        tables.append(finding_table(finding_figures(beside), "the other translation"))
    return Result(lambda: "\n".join(map(set_table, tables)), lambda: tables_json(tables), lambda: tables)


def automatic_metrics() -> list[str]:
    """Return the offered metrics that need no annotator."""
    return [spec for spec, metric in configured_metrics(OFFERED).items() if not metric.needs.frames]


def _lines(path: Path, encoding: str | None) -> list[str]:
    return [" ".join(line.split()) for line in load(path, encoding).lines()]
