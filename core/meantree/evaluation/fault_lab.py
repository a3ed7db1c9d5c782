"""The fault lab: plants errors in texts and measures what metrics and findings make of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from meantree.analysis.store import AnalysisStore
from meantree.errors import UsageError
from meantree.escaping import escaped, listed
from meantree.evaluation.marked_faults import marked_table
from meantree.evaluation.noticed_faults import fault_corpus, finding_table, noticed_tables
from meantree.evaluation.planted_faults import finding_figures, planted_corpus
from meantree.evaluation.value_table import ValueTable
from meantree.faults.planting import LONGEST, SHORTEST
from meantree.lexicon.frequencies import is_not_english
from meantree.scoring.run import configured_metrics, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

MOST: Final = 20
"""Errors of each kind that are planted by default."""


def plantable_texts(texts: Sequence[str], name: str) -> list[str]:
    """Return the texts in which errors can be planted; an empty string for each in another language than English.

    Args:
        texts: correct texts; empty ones do not count.
        name: of the file or corpus that has them.

    Raises:
        UsageError: if there is none, or they are not English.
    """
    if not any(texts):
        raise UsageError(f"{escaped(name)}: found no text, expected correct English sentences")
    if is_not_english(texts):
        raise UsageError(f"{escaped(name)}: found texts that are not English; errors are planted in English alone")
    return ["" if is_not_english([text]) else text for text in texts]


def lab_tables(
    texts: Sequence[str],
    others: Sequence[str] | None,
    specs: Sequence[str],
    store: AnalysisStore,
    *,
    name: str,
    most: int = MOST,
    seed: int = 1,
    work: Work = Work(),
) -> tuple[list[ValueTable], ScoreTable]:
    """Plant errors and harmless changes, and return how they are noticed, marked and found, by kind; and the scores.

    Args:
        texts: correct English texts.
        others: other translations of the same, as references; None for the texts themselves.
        specs: of metrics.
        name: of the texts.
        most: changes of each kind.
        seed: of the choice.

    Raises:
        UsageError: if a spec is wrong, a metric needs annotated frames, or the texts are not English or allow no error.
    """
    if manual := [spec for spec, metric in configured_metrics(specs).items() if metric.needs.frames]:
        raise UsageError(f"{listed(manual)}: needs frames by annotators, which texts with planted errors lack")
    texts = plantable_texts(texts, name)
    planted = planted_corpus(texts, others, store, most=most, seed=seed, work=work)
    if all(each.beside_original.fault.is_harmless for each in planted.planted):
        raise UsageError(
            f"{escaped(name)}: found no sentence in which an error can be planted, expected whole sentences of "
            f"{SHORTEST} to {LONGEST} words"
        )
    corpus = fault_corpus(planted, name)
    scores = score_corpus(corpus, specs, store, keep=False, work=work)
    scores.accept_missing()  # few texts allow a harmless change
    tables = [*noticed_tables(planted.planted, scores)]
    tables.append(marked_table(planted.planted, corpus, scores.metrics, store, work))
    tables.append(
        finding_table(finding_figures(each.beside_original for each in planted.planted), "their original", "findings")
    )
    if others is not None:
        beside = (each.beside_other for each in planted.planted if each.beside_other is not None)
        tables.append(finding_table(finding_figures(beside), "the other translation", "findings-beside-reference"))
    return tables, scores
