"""The fault lab as an experiment: errors planted in the references of the corpora, and what metrics make of them."""

from __future__ import annotations

from meantree.errors import UsageError
from meantree.evaluation.fault_lab import lab_tables
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.study import Options, Study
from meantree.work import Work


def fault_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return how planted errors are noticed, marked and found, by kind of error.

    Where all segments have two references, errors are planted in the second, and the first is the reference; otherwise
    the intact text is.

    Raises:
        UsageError: if there are no references, they are not English, or allow no error.
        Cancelled: if the user stopped it.
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
