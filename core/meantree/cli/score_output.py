"""``meantree score``: a table of scores as plain text, for spreadsheets and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import Task
from meantree.cli.console import Content, say
from meantree.cli.options import METRICS_EVAL
from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree.files import is_stream, require_writable, write_text
from meantree.metrics.metric import Level, required_layers
from meantree.numbers import score_text
from meantree.scoring.provenance import run_identity
from meantree.scoring.run import configured_metrics, score_corpus
from meantree.scoring.table import ScoreTable, header, rows
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.scoring.journal import Journal

DELIMITERS: Final = {"tsv": "\t", "csv": ",", "tsv.gz": "\t"}
"""Of rows that may hold their signatures."""
ROWS: Final = (*DELIMITERS, "jsonl", "parquet")
"""Formats of rows, whose signatures stand apart unless the rows hold them."""
SIGNATURES: Final = ".signatures.json"


@dataclass(frozen=True, slots=True)
class ScoringRun:
    """The result of a scoring run.

    Attributes:
        systems: whose, in the order of the corpus.
        journal: to be deleted when the output is written.
    """

    table: ScoreTable
    systems: tuple[str, ...]
    store: AnalysisStore
    journal: Journal | None = None


def scored(
    task: Task, specs: Sequence[str], journal_path: Path | None, *, systems: Sequence[str] = (), resume: bool = False
) -> ScoringRun:
    """Score a corpus.

    Args:
        journal_path: the output file or folder next to which the journal is stored; None for no journal.
        systems: whose translations; all by default.

    Raises:
        UsageError: if a system is unknown, or a run without a journal is to be resumed.
    """
    corpus, chosen = task.corpus, task.chosen(systems)
    needs = required_layers(configured_metrics(specs))
    metrics, store = task.adapted(specs, None if needs else AnalysisStore(task.parsers))
    store = task.with_stored(store, chosen, required_layers(metrics))
    journal: Journal | None = None
    kept: AbstractContextManager[None] = nullcontext()
    if journal_path is not None:
        from meantree.scoring.journal import SUFFIX, Journal, keep_journal

        run = run_identity(corpus, metrics, chosen, store)
        journal = Journal(journal_path.with_name(journal_path.name + SUFFIX), run, resume=resume)
        kept = keep_journal(journal, len(corpus.segments), say)
    elif resume:
        raise UsageError("--resume continues from a journal next to the output; name a file with --output")
    with kept:
        table = score_corpus(corpus, metrics, store, systems=chosen, keep=False, work=task.work, journal=journal)
    return ScoringRun(table, tuple(chosen), store, journal)


def require_output(form: str, output: Path | None) -> Path | None:
    """Return the file or folder next to which the journal of a run is stored; None for no journal.

    Raises:
        UsageError: if a folder is needed and none is named, or it is a file; or a file cannot be written.
    """
    if form == METRICS_EVAL:
        if output is None or output.is_file():
            found = "no --output" if output is None else f"the file {output}"
            raise UsageError(
                f"--format {form} writes into a folder: found {found}, expected a folder named with --output"
            )
        return output
    if output is None or is_stream(output):
        return None
    require_writable(output)
    return output


def written(run: ScoringRun, level: Level, form: str, work: Work, *, signed: bool = False) -> Content:
    """Return the scores in a format except mt-metrics-eval; ``signed``: with the signatures in each row of TSV."""
    if form == "table":
        return _table(run.table, level, run.systems, run.store)
    from meantree.reporting.score_export import WRITERS, delimited_scores, gzipped, json_lines, parquet, scores_json

    if form in ("jsonl", "parquet"):
        return (json_lines if form == "jsonl" else parquet)(run.table, level, work)
    if form == "json":
        return scores_json(run.table, run.store, run.systems)
    if form == "xlsx":
        return b"".join(WRITERS[form](run.table, run.store, work))
    delimiter = DELIMITERS[form]
    parts = delimited_scores(run.table, run.store, work, delimiter, levels=[level], texts=False, signed=signed)
    return gzipped(parts) if form.endswith(".gz") else parts


def write_signatures(run: ScoringRun, output: Path | None) -> None:
    """Write the signatures into a file beside the output, or to stderr if that is no file."""
    if output is None or is_stream(output):
        for spec in run.table.metrics:
            say(run.table.signature(spec, run.store))
        return
    from meantree.reporting.score_export import signatures_json

    write_text(output.with_name(output.name + SIGNATURES), signatures_json(run.table, run.store))


def _table(table: ScoreTable, level: Level, systems: Sequence[str], store: AnalysisStore) -> str:
    """Return a table of scores with the numbers of scored segments, followed by the signatures."""
    from meantree.cli.output import drawn_table, table_text  # with rich, which other formats need not

    score_rows, total = list(rows(table, level, systems)), len(table.corpus.segments)
    counted = level != "segment"
    same_counts = all(len(set(row.segments)) == 1 for row in score_rows)  # one column of numbers for all metrics
    names, reasons = header(level), {spec: table.reason_without(spec) for spec in table.metrics}
    head = [f"{escaped(spec)} {'↑' if metric.higher_is_better else '↓'}" for spec, metric in table.metrics.items()]
    if counted:
        head = [*head, "n"] if same_counts else [cell for spec in head for cell in (spec, "n")]
    lines = []
    for row in score_rows:
        segments = total if level == "system" else len(table.corpus.documents[row.names[1]])
        cells = [reasons[spec] or score_text(score) for spec, score in zip(reasons, row.scores, strict=True)]
        counts = [_count(count, segments) for count in row.segments]
        if counted:
            cells = (
                [*cells, counts[0]]
                if same_counts
                else [cell for pair in zip(cells, counts, strict=True) for cell in pair]
            )
        lines.append([*map(escaped, row.names), *cells])
    drawn = drawn_table((*names, *head), lines, range(len(names)))
    signatures = "".join(f"{escaped(table.signature(spec, store))}\n" for spec in table.metrics)
    return f"{table_text(drawn, max(100, 24 * (3 + 2 * len(table.metrics))))}{signatures}"


def _count(segments: int, of: int) -> str:
    return f"{segments:,}" if segments == of else f"{segments:,} of {of:,}"
