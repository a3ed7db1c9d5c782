"""What metrics see of errors: of marked ones, where each share opens its sentences, and of planted ones."""

from __future__ import annotations

from dataclasses import replace

from meantree.errors import UsageError
from meantree.escaping import counted
from meantree.evaluation.coverage import Bootstrap, coverage, coverage_tables
from meantree.evaluation.fault_lab import lab_tables
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.study import Options, Study
from meantree.scoring.run import metrics_for
from meantree.work import Work


def marked_error_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return which share of marked errors the evidence of each metric marks, by category, for each corpus.

    Raises:
        UsageError: if no corpus has marked errors.
    """
    tables: list[ValueTable] = []
    marked = [corpus for corpus in study.corpora if any(segment.errors for segment in corpus.segments)]
    if not marked:
        raise UsageError("no errors are marked in these corpora; expected error spans, as of MQM or ESA")
    for corpus in marked:
        part = study.sample(corpus)
        metrics = metrics_for(options.metrics, part, study.store)
        bootstrap = Bootstrap(options.resamples, options.seed)
        found, problems = coverage(part, metrics, study.store, bootstrap=bootstrap, work=work)
        title = f", {corpus.name}" if len(marked) > 1 else ""
        lost = f" Not scored: {counted(len(problems), 'translation')} by a metric." if problems else ""
        made = coverage_tables(found)
        tables += (replace(table, title=f"{table.title}{title}", note=f"{table.note}{lost}") for table in made)
    return tables


def fault_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return how planted errors are noticed, marked and found, by kind of error.

    Where all segments have two references, errors are planted in the second, and the first is the reference; otherwise
    the intact text is.

    Raises:
        UsageError: if there are no references, they are not English, or allow no error.
    """
    segments = [segment for corpus in study.corpora for segment in study.sample(corpus).segments]
    references = [list(segment.references.values()) for segment in segments if segment.references]
    name = ", ".join(corpus.name for corpus in study.corpora)
    if not references:
        raise UsageError("the corpora have no references; errors are planted in references")
    two = all(len(texts) > 1 for texts in references)
    intact = [texts[1 if two else 0].text for texts in references]
    others = [texts[0].text for texts in references] if two else None
    tables, scores = lab_tables(intact, others, options.metrics, study.store, name=name, seed=options.seed, work=work)
    study.tables.append(scores)
    return tables
