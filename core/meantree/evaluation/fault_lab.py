"""The fault lab: plants errors in texts and measures what metrics, their evidence and findings make of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final

import numpy as np

from meantree.analysis.layers.required import WORDS
from meantree.analysis.store import AnalysisStore
from meantree.comparison.marked_errors import marked_tokens
from meantree.corpus.corpus import Corpus, Side
from meantree.errors import Problem, UsageError
from meantree.escaping import escaped, listed
from meantree.evaluation.coverage import Bootstrap
from meantree.evaluation.found_faults import PlantedPair
from meantree.evaluation.noticed_faults import FAULTY, INTACT, fault_corpus, finding_table, mean_rows, noticed_tables
from meantree.evaluation.planted_faults import Planted, finding_figures, planted_corpus
from meantree.evaluation.value_table import SHARES, Heatmap, Value, ValueTable
from meantree.faults.edits import HARMLESS, Fault
from meantree.faults.planting import LONGEST, SHORTEST
from meantree.lexicon.frequencies import is_not_english
from meantree.metrics.metric import Metric
from meantree.scoring.pairs import analysed_pair, analysed_segments
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
    faults: Sequence[Fault] = (),
    work: Work = Work(),
) -> tuple[list[ValueTable], ScoreTable]:
    """Plant errors and harmless changes, and return how they are noticed, marked and found, by kind; and the scores.

    Args:
        texts: correct English texts.
        others: other translations of the same, as references; None for the texts themselves.
        faults: one for each text that others planted; none for those that are planted now.

    Raises:
        UsageError: if a spec is wrong, a metric needs annotated frames, or the texts are not English or allow no error.
    """
    if manual := [spec for spec, metric in configured_metrics(specs).items() if metric.needs.frames]:
        raise UsageError(f"{listed(manual)}: needs frames by annotators, which texts with planted errors lack")
    texts = plantable_texts(texts, name) if not faults else texts
    planted = planted_corpus(texts, others, store, most=most, seed=seed, faults=faults, work=work)
    if all(each.beside_original.fault.is_harmless for each in planted.planted):
        raise UsageError(
            f"{escaped(name)}: found no sentence in which an error can be planted, expected whole sentences of "
            f"{SHORTEST} to {LONGEST} words"
        )
    corpus = fault_corpus(planted, name)
    scores = score_corpus(corpus, specs, store, keep=False, work=work)
    scores.accept_missing()  # few texts allow a harmless change
    tables = [table for table in noticed_tables(scores) if table.rows]
    if faults:
        tables.append(difference_table(scores))
    tables.append(marked_table(planted.planted, corpus, scores.metrics, store, work))
    tables.append(
        finding_table(finding_figures(each.beside_original for each in planted.planted), "their original", "findings")
    )
    if others is not None:
        beside = (each.beside_other for each in planted.planted if each.beside_other is not None)
        tables.append(finding_table(finding_figures(beside), "the other translation", "findings-beside-reference"))
    return tables, scores


STAGE: Final = "Reading the evidence of metrics"
ELSEWHERE: Final = "other words"
NOTE: Final = (
    "Share of the changed words that the metric's evidence marks as extra, missed or partial: words of the faulty "
    "text, or of the reference where words were only left out; mean over the texts, with 95 % intervals of a "
    "bootstrap. “Other words”: the share of all other words that it marks, in the same texts. Metrics whose evidence "
    "marks no words have no values."
)
Values = dict[tuple[str, str], list[float]]
"""For each kind and spec what is measured of each text, as the share of marked words."""


def marked_table(
    planted: Sequence[Planted], corpus: Corpus, metrics: Mapping[str, Metric], store: AnalysisStore, work: Work
) -> ValueTable:
    """Return the share of planted errors that evidence marks, by kind and metric.

    Args:
        planted: changes, in the order of the segments.
        corpus: of :func:`meantree.evaluation.noticed_faults.fault_corpus`.
    """
    inside: Values = defaultdict(list)
    outside: dict[str, list[int]] = {spec: [0, 0] for spec in metrics}
    layers = reduce(or_, (metric.needs for metric in metrics.values()), WORDS)
    places = [place for place, each in enumerate(planted) if _words(_pair(each))[1]]
    for place, segment, analyses in analysed_segments(corpus, [FAULTY], places, store, layers, STAGE, work):
        side, words = _words(_pair(planted[place]))
        for spec, metric in metrics.items():
            pair = analysed_pair(segment, FAULTY, analyses, metric.needs | WORDS, metric)
            if isinstance(pair, Problem):
                continue
            marked = marked_tokens(pair, metric, side=side)
            inside[segment.document, spec].append(len(marked & words) / len(words))
            text = pair.hypothesis if side == "hypothesis" else pair.references[0]
            others = frozenset(word for word, token in enumerate(text.tokens) if token.upos != "PUNCT") - words
            outside[spec][0] += len(marked & others)
            outside[spec][1] += len(others)
    for spec in metrics:
        if not outside[spec][0] and not any(any(inside[key]) for key in inside if key[1] == spec):
            inside = {key: shares for key, shares in inside.items() if key[1] != spec}
            outside[spec] = [0, 0]
    return _table(inside, outside, list(metrics))


def _pair(planted: Planted) -> PlantedPair:
    return planted.beside_other or planted.beside_original


def _words(pair: PlantedPair) -> tuple[Side, frozenset[int]]:
    """Return the changed words of the faulty text; those of the reference if words were only left out."""
    if pair.fault.faulty_spans:
        return "hypothesis", pair.hypothesis_words
    return "reference", pair.reference_words


def _table(inside: Values, outside: Mapping[str, list[int]], specs: Sequence[str]) -> ValueTable:
    rows = _rows_by_kind(inside, specs)
    others = (count / total if total else None for count, total in (outside[spec] for spec in specs))
    rows.append((ELSEWHERE, None, *(cell for other in others for cell in (other, None, None))))
    head = _head(specs)
    figure = Heatmap(tuple(range(2, len(head), 3)), "share of words marked", scale=SHARES)
    return ValueTable("marked-faults", "Planted errors that metrics mark", NOTE, tuple(head), tuple(rows), (figure,))


def difference_table(table: ScoreTable) -> ValueTable:
    """Return by how much faulty texts score below the intact ones, by kind and metric.

    Args:
        table: scores of :func:`meantree.evaluation.noticed_faults.fault_corpus`.
    """
    differences: Values = defaultdict(list)
    for spec, metric in table.metrics.items():
        intact, faulty = (table.segment_scores(system, spec) for system in (INTACT, FAULTY))
        for segment, one, other in zip(table.corpus.segments, intact, faulty, strict=True):
            if one is not None and other is not None:
                differences[segment.document, spec].append(one - other if metric.higher_is_better else other - one)
    note = "How much better the intact text scores than its faulty copy: mean over the texts, with 95 % intervals."
    specs = list(table.metrics)
    rows = tuple(_rows_by_kind(differences, specs))
    return ValueTable("score-differences", "Planted errors in scores", note, tuple(_head(specs)), rows)


def _head(specs: Sequence[str]) -> list[str]:
    return ["kind", "texts", *(f"{spec}{bound}" for spec in specs for bound in ("", " low", " high"))]


def _rows_by_kind(values: Values, specs: Sequence[str]) -> list[tuple[Value, ...]]:
    """Return a row for each kind, and their means."""
    rows: list[tuple[Value, ...]] = []
    for kind in sorted(dict.fromkeys(kind for kind, _ in values), key=lambda kind: kind.startswith(HARMLESS)):
        of_kind = [values.get((kind, spec), []) for spec in specs]
        cells = (cell for each in of_kind for cell in _estimated(each))
        rows.append((kind, max(map(len, of_kind)), *cells))
    return rows + mean_rows(rows)


def _estimated(values: Sequence[float]) -> list[Value]:
    """Return the mean and the bounds of its bootstrap; None without texts, and without bounds for one text."""
    if not values:
        return [None, None, None]
    if len(values) == 1:
        return [values[0], None, None]
    means = Bootstrap().weights(len(values)) @ np.array(values) / len(values)
    low, high = np.percentile(means[1:], (2.5, 97.5))
    return [float(means[0]), float(low), float(high)]
