"""The fault lab: plants errors in texts and measures what metrics, their evidence and findings make of them.

A metric notices an error if the faulty text scores below the intact one, and below a harmless change. The tables have a
row for each kind of error and of harmless change, and a column for each metric.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Final

import numpy as np

from meantree.analysis.layers.required import WORDS
from meantree.analysis.store import AnalysisStore
from meantree.comparison.marked_errors import marked_tokens
from meantree.corpus.corpus import Corpus, Segment, Side, Text
from meantree.errors import Problem, UsageError
from meantree.escaping import escaped, listed
from meantree.evaluation.coverage import INTERVAL, STAGE, Bootstrap
from meantree.evaluation.planted_faults import (
    FindingFigures,
    Planted,
    PlantedCorpus,
    PlantedPair,
    finding_figures,
    planted_corpus,
)
from meantree.evaluation.value_table import SHARES, Heatmap, Row, ValueTable, with_bounds
from meantree.lexicon.frequencies import is_not_english
from meantree.metrics.metric import Metric, required_layers
from meantree.phenomena.catalogue import KINDS
from meantree.phenomena.planting.faults import HARMLESS, LONGEST, SHORTEST
from meantree.phenomena.planting.others import GivenFault
from meantree.scoring.pairs import analysed_pair, analysed_segments
from meantree.scoring.run import configured_metrics, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

FAULTY, INTACT, HARMLESS_TEXT, REFERENCE = "faulty", "intact", "harmless", "reference"
"""Names of systems and of the reference in :func:`fault_corpus`."""
Z: Final = 1.96
"""Of intervals of 95 %."""
FAMILIES: Final = frozenset(kind.family for kind in KINDS.values())
"""Of findings; errors of other kinds are named by none."""
Values = dict[tuple[str, str], list[float]]
"""For each kind and spec what is measured of each text, as the share of marked words."""
MACRO, MACRO_HARMLESS = "mean of the kinds", "mean of harmless"


def share_of(hits: Sequence[float]) -> Row:
    """Return the share of texts that are hits (1, others 0) and its 95 % interval (Wilson 1927); None without texts."""
    if not hits:
        return None, None, None
    texts = len(hits)
    share, spread = sum(hits) / texts, Z * Z / texts
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / texts + spread / (4 * texts)) / (1 + spread)
    return share, max(0.0, middle - half), min(1.0, middle + half)


def fault_corpus(planted: PlantedCorpus, name: str) -> Corpus:
    """Return a corpus with a segment for each planted change, in their order: systems are the texts without, with it,
    and with a harmless change instead.

    The document of a segment is the kind of change. The reference is the other text if there is one, else the original.
    """
    harmless = {each.place: each.beside_original for each in planted.planted if each.beside_original.fault.is_harmless}
    segments = []
    for number, each in enumerate(planted.planted):
        fault = each.beside_original.fault
        reference = fault.original if each.beside_other is None else each.beside_other.reference.text
        texts = {INTACT: fault.original, FAULTY: fault.faulty}
        if each.place in harmless and not fault.is_harmless:
            texts[HARMLESS_TEXT] = harmless[each.place].fault.faulty
        hypotheses = {system: Text(text) for system, text in texts.items()}
        segments.append(
            Segment(str(number), fault.kind, references={REFERENCE: Text(reference)}, hypotheses=hypotheses)
        )
    systems = (INTACT, FAULTY, HARMLESS_TEXT)[: 3 if harmless else 2]
    return Corpus(name, tuple(segments), systems, (REFERENCE,), target_language="en")


def noticed_tables(table: ScoreTable) -> tuple[ValueTable, ValueTable]:
    """Return how often changed texts score below the intact ones, and faulty texts below harmless changes.

    Args:
        table: scores of :func:`fault_corpus`.
    """
    below: dict[str, Values] = {INTACT: defaultdict(list), HARMLESS_TEXT: defaultdict(list)}
    for spec, metric in table.metrics.items():
        scores = {system: table.segment_scores(system, spec) for system in table.corpus.systems}
        sign = 1 if metric.higher_is_better else -1
        for place, segment in enumerate(table.corpus.segments):
            faulty = scores[FAULTY][place]
            for base, of_base in below.items():
                other = scores[base][place] if base in segment.hypotheses else None
                if faulty is not None and other is not None:
                    of_base[segment.document, spec].append(sign * faulty < sign * other)
    first, second = (_noticed_table(of_base, list(table.metrics), base) for base, of_base in below.items())
    return first, second


def _noticed_table(below: Values, specs: list[str], base: str) -> ValueTable:
    rows = _rows_by_kind(below, specs, share_of)
    what = "changed" if base == INTACT else "faulty"
    note = f"Share of texts whose {what} copy scores below the {base} one, with 95 % intervals; ties do not count."
    if base == INTACT:
        note += " Harmless changes should not score below."
    title = f"Planted errors noticed, compared with the {base} text"
    return _table(f"noticed-{base}", title, note, specs, rows, "share that scores below")


def _mean_rows(rows: Sequence[Row]) -> list[Row]:
    """Return a row of means over the kinds of errors, and one over harmless changes, of those that there are.

    Args:
        rows: kind, number of texts, then for each metric a share followed by its two bounds, which have no mean.
    """
    errors = [row for row in rows if not str(row[0]).startswith(HARMLESS)]
    harmless = [row for row in rows if row not in errors]
    return [_means(name, part) for name, part in ((MACRO, errors), (MACRO_HARMLESS, harmless)) if part]


def _means(name: str, rows: Sequence[Row]) -> Row:
    def mean(column: int) -> float | None:
        values = [value for row in rows if isinstance(value := row[column], float)]
        return sum(values) / len(values) if values and (column - 2) % 3 == 0 else None

    texts = sum(row[1] for row in rows if isinstance(row[1], int))
    return (name, texts, *(mean(column) for column in range(2, len(rows[0]))))


def finding_table(figures: FindingFigures, beside: str, name: str) -> ValueTable:
    """Return how often findings name planted errors, by kind.

    Args:
        beside: the reference, in words.
    """
    rows: list[Row] = []
    for kind, recall in sorted(figures.by_kind.items(), key=lambda each: (each[0] not in figures.errors, each[0])):
        shares = [count / recall.planted for count in (recall.named, recall.related, recall.touched, recall.others)]
        is_named = kind in figures.errors and kind.partition(".")[0] in FAMILIES
        rows.append((kind, recall.planted, *(shares[:2] if is_named else (None, None)), *shares[2:]))
    errors = [row for row in rows if row[0] in figures.errors]
    columns = [[value for row in errors if isinstance(value := row[column], float)] for column in (2, 3, 4)]
    means = (sum(column) / len(column) if column else None for column in columns)
    planted = sum(recall.planted for recall in figures.errors.values())
    rows.append((MACRO, planted, *means, figures.others))
    note = (
        f"Named: the share of errors beside {beside} for which a finding of their family is shown; or described: also "
        "one of a family that describes them, too. Touched: one of any kind is about the changed words. Others: the "
        "mean number of other findings shown in a text."
    )
    head = ("kind", "texts", "named", "named or described", "touched", "others")
    figure = Heatmap((2, 3, 4), "share found", scale=SHARES)
    title = f"Planted errors found beside {beside}"
    return ValueTable(name, title, note, head, tuple(rows), (figure,))


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

    Raises:
        UsageError: if a spec is wrong, a metric needs annotated frames, or the texts are not English or allow no error.
    """
    _require_automatic(specs)
    texts = plantable_texts(texts, name)
    planted = planted_corpus(texts, others, store, most=most, seed=seed, work=work)
    return _tables(planted, specs, store, name, work, is_by_others=False)


def given_tables(
    given: Sequence[GivenFault], specs: Sequence[str], store: AnalysisStore, *, name: str, work: Work = Work()
) -> tuple[list[ValueTable], ScoreTable]:
    """Return the same of errors that others planted, and how scores differ.

    Raises:
        UsageError: if a spec is wrong, or a metric needs annotated frames.
    """
    _require_automatic(specs)
    faults = [each.fault for each in given]
    texts, references = [fault.original for fault in faults], [each.reference for each in given]
    planted = planted_corpus(texts, references, store, faults=faults, work=work)
    return _tables(planted, specs, store, name, work, is_by_others=True)


def _require_automatic(specs: Sequence[str]) -> None:
    if manual := [spec for spec, metric in configured_metrics(specs).items() if metric.needs.frames]:
        raise UsageError(f"{listed(manual)}: needs frames by annotators, which texts with planted errors lack")


def _tables(
    planted: PlantedCorpus,
    specs: Sequence[str],
    store: AnalysisStore,
    name: str,
    work: Work,
    *,
    is_by_others: bool,
) -> tuple[list[ValueTable], ScoreTable]:
    if all(each.beside_original.fault.is_harmless for each in planted.planted):
        raise UsageError(
            f"{escaped(name)}: found no sentence in which an error can be planted, expected whole sentences of "
            f"{SHORTEST} to {LONGEST} words"
        )
    corpus = fault_corpus(planted, name)
    scores = score_corpus(corpus, specs, store, keep=False, work=work)
    scores.accept_missing()  # few texts allow a harmless change
    tables = [table for table in noticed_tables(scores) if table.rows]
    if is_by_others:
        tables.append(difference_table(scores))
    tables.append(marked_table(planted.planted, corpus, scores.metrics, store, work))
    tables.append(
        finding_table(finding_figures(each.beside_original for each in planted.planted), "their original", "findings")
    )
    if beside := [each.beside_other for each in planted.planted if each.beside_other is not None]:
        tables.append(finding_table(finding_figures(beside), "the other translation", "findings-beside-reference"))
    return tables, scores


ELSEWHERE: Final = "other words"
NOTE: Final = (
    "Share of the changed words that the metric's evidence marks as extra, missed or partial: words of the faulty "
    "text, or of the reference where words were only left out; mean over the texts, with 95 % intervals of a "
    "bootstrap. “Other words”: the share of all other words that it marks, in the same texts. Metrics whose evidence "
    "marks no words have no values."
)


def marked_table(
    planted: Sequence[Planted], corpus: Corpus, metrics: Mapping[str, Metric], store: AnalysisStore, work: Work
) -> ValueTable:
    """Return the share of planted errors that evidence marks, by kind and metric.

    Args:
        planted: changes, in the order of the segments.
        corpus: of :func:`fault_corpus`.
    """
    inside: Values = defaultdict(list)
    outside: dict[str, list[int]] = {spec: [0, 0] for spec in metrics}
    layers = required_layers(metrics) | WORDS
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
    specs = list(metrics)
    elsewhere = (count / total if total else None for count, total in outside.values())
    rows = _rows_by_kind(inside, specs)
    rows.append((ELSEWHERE, None, *(cell for other in elsewhere for cell in (other, None, None))))
    return _table("marked-faults", "Planted errors that metrics mark", NOTE, specs, rows, "share of words marked")


def _pair(planted: Planted) -> PlantedPair:
    return planted.beside_other or planted.beside_original


def _words(pair: PlantedPair) -> tuple[Side, frozenset[int]]:
    """Return the changed words of the faulty text; those of the reference if words were only left out."""
    if pair.fault.faulty_spans:
        return "hypothesis", pair.hypothesis_words
    return "reference", pair.reference_words


def difference_table(table: ScoreTable) -> ValueTable:
    """Return by how much faulty texts score below the intact ones, by kind and metric.

    Args:
        table: scores of :func:`fault_corpus`.
    """
    differences: Values = defaultdict(list)
    for spec, metric in table.metrics.items():
        intact, faulty = (table.segment_scores(system, spec) for system in (INTACT, FAULTY))
        for segment, one, other in zip(table.corpus.segments, intact, faulty, strict=True):
            if one is not None and other is not None:
                differences[segment.document, spec].append(one - other if metric.higher_is_better else other - one)
    note = "How much better the intact text scores than its faulty copy: mean over the texts, with 95 % intervals."
    specs = list(table.metrics)
    return _table("score-differences", "Planted errors in scores", note, specs, _rows_by_kind(differences, specs))


def _estimated(values: Sequence[float]) -> Row:
    """Return the mean and the bounds of its bootstrap; None without texts, and without bounds for one text."""
    if len(values) < 2:
        return (*values, None, None, None)[:3]
    means = Bootstrap().weights(len(values)) @ np.array(values) / len(values)
    return float(means[0]), *np.percentile(means[1:], INTERVAL).tolist()


def _rows_by_kind(
    values: Values, specs: Sequence[str], cells: Callable[[Sequence[float]], Row] = _estimated
) -> list[Row]:
    """Return a row for each kind, with a value and its bounds for each metric, and their means."""
    rows: list[Row] = []
    for kind in sorted(dict.fromkeys(kind for kind, _ in values), key=lambda kind: kind.startswith(HARMLESS)):
        of_kind = [values.get((kind, spec), []) for spec in specs]
        rows.append((kind, max(map(len, of_kind)), *(cell for each in of_kind for cell in cells(each))))
    return rows + _mean_rows(rows)


def _table(name: str, title: str, note: str, specs: Sequence[str], rows: Sequence[Row], label: str = "") -> ValueTable:
    """Return a table of values with bounds; with the label of shares, a figure shows them."""
    head = ("kind", "texts", *with_bounds(specs))
    figures = (Heatmap(tuple(range(2, len(head), 3)), label, scale=SHARES),) if label else ()
    return ValueTable(name, title, note, head, tuple(rows), figures)
