"""How often metrics notice planted errors: the faulty text scores below the intact one, and below a harmless change.

The tables have a row for each kind of error and of harmless change, and a column for each metric.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.evaluation.found_faults import PlantedPair
from meantree.evaluation.planted_faults import FindingFigures, Planted, PlantedCorpus
from meantree.evaluation.value_table import SHARES, Example, ExampleText, Heatmap, Value, ValueTable
from meantree.faults.edits import HARMLESS
from meantree.findings.kinds import KINDS
from meantree.numbers import fixed, percent
from meantree.scoring.table import ScoreTable

FAULTY, INTACT, HARMLESS_TEXT, REFERENCE = "faulty", "intact", "harmless", "reference"
"""Names of systems and of the reference in :func:`fault_corpus`."""
Z: Final = 1.96
"""Of intervals of 95 %."""
MACRO, MACRO_HARMLESS = "mean of the kinds", "mean of harmless"


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some texts; ``low`` and ``high`` are the 95 % interval (Wilson 1927)."""

    hits: int
    texts: int

    @property
    def value(self) -> float | None:
        """The share, None without texts."""
        return self.hits / self.texts if self.texts else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The bounds of the share, None without texts."""
        if not self.texts:
            return None
        share, spread = self.hits / self.texts, Z * Z / self.texts
        middle = (share + spread / 2) / (1 + spread)
        half = Z * sqrt(share * (1 - share) / self.texts + spread / (4 * self.texts)) / (1 + spread)
        return max(0.0, middle - half), min(1.0, middle + half)


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
    return Corpus(name, tuple(segments), (INTACT, FAULTY, HARMLESS_TEXT), (REFERENCE,), target_language="en")


def noticed_tables(planted: Sequence[Planted], table: ScoreTable) -> tuple[ValueTable, ValueTable]:
    """Return how often changed texts score below the intact ones, and faulty texts below harmless changes.

    Args:
        planted: changes, in the order of the segments.
        table: scores of :func:`fault_corpus`.
    """
    below: dict[str, dict[tuple[Value, int], list[Example]]] = {
        INTACT: defaultdict(list),
        HARMLESS_TEXT: defaultdict(list),
    }
    for number, (spec, metric) in enumerate(table.metrics.items()):
        scores = {system: table.segment_scores(system, spec) for system in table.corpus.systems}
        sign = 1 if metric.higher_is_better else -1
        for place, (segment, each) in enumerate(zip(table.corpus.segments, planted, strict=True)):
            faulty = scores[FAULTY][place]
            for base, examples in below.items():
                other = scores[base][place]
                if faulty is not None and other is not None and base in segment.hypotheses:
                    is_below, note = sign * faulty < sign * other, f"{fixed(other)} → {fixed(faulty)}"
                    examples[segment.document, _column(number)].append(_example(segment, each, base, note, is_below))
    first, second = (_table(examples, list(table.metrics), base) for base, examples in below.items())
    return first, second


def _column(number: int) -> int:
    """Return the column of a metric: each has its share and two bounds."""
    return 2 + 3 * number


def _example(segment: Segment, planted: Planted, base: str, note: str, is_below: bool) -> Example:
    pair = planted.beside_other or planted.beside_original
    if base == INTACT:
        return fault_example(pair, note, is_counted=is_below)
    other = ExampleText(HARMLESS_TEXT, segment.hypotheses[HARMLESS_TEXT].text)
    return fault_example(pair, note, is_counted=is_below, other=other)


def fault_example(pair: PlantedPair, note: str, *, is_counted: bool, other: ExampleText | None = None) -> Example:
    """Return a faulty text below another one, by default the intact one; and the reference if this is not the same."""
    fault = pair.fault
    other = other or ExampleText(INTACT, fault.original, fault.original_spans)
    texts = [other, ExampleText(FAULTY, fault.faulty, fault.faulty_spans)]
    if pair.reference.text != fault.original:
        texts.append(ExampleText(REFERENCE, pair.reference.text))
    return Example(note, is_counted, tuple(texts), (FAULTY, texts[-1].name if len(texts) > 2 else INTACT))


def _table(examples: Mapping[tuple[Value, int], list[Example]], specs: list[str], base: str) -> ValueTable:
    kinds = sorted(dict.fromkeys(str(kind) for kind, _ in examples), key=lambda kind: kind.startswith(HARMLESS))
    rows = []
    for kind in kinds:
        counted = [examples.get((kind, _column(number)), []) for number in range(len(specs))]
        shares = [Share(sum(example.is_counted for example in found), len(found)) for found in counted]
        cells: list[Value] = [kind, max((share.texts for share in shares), default=0)]
        for share in shares:
            cells += [share.value, *(share.interval or (None, None))]
        rows.append(tuple(cells))
    rows += mean_rows(rows)
    head = ["kind", "texts"]
    for spec in specs:
        head += [spec, f"{spec} low", f"{spec} high"]
    what = "changed" if base == INTACT else "faulty"
    note = f"Share of texts whose {what} copy scores below the {base} one, with 95 % intervals; ties do not count."
    if base == INTACT:
        note += " Harmless changes should not score below."
    figures = (Heatmap(tuple(map(_column, range(len(specs)))), "share that scores below", scale=SHARES),)
    title = f"Planted errors noticed, compared with the {base} text"
    return ValueTable(f"noticed-{base}", title, note, tuple(head), tuple(rows), figures, examples=dict(examples))


def mean_rows(rows: Sequence[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """Return a row of means over the kinds of errors, and one over harmless changes, of those that there are.

    Args:
        rows: kind, number of texts, then for each metric a share followed by its two bounds, which have no mean.
    """
    errors = [row for row in rows if not str(row[0]).startswith(HARMLESS)]
    harmless = [row for row in rows if row not in errors]
    return [_means(name, part) for name, part in ((MACRO, errors), (MACRO_HARMLESS, harmless)) if part]


def _means(name: str, rows: Sequence[tuple[Value, ...]]) -> tuple[Value, ...]:
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
    rows: list[tuple[Value, ...]] = []
    for kind, recall in sorted(figures.by_kind.items(), key=lambda each: (each[0] not in figures.errors, each[0])):
        named, others = recall.named / recall.planted, recall.others / recall.planted
        is_error = kind in figures.errors
        related = recall.related / recall.planted
        rows.append((kind, recall.planted, named if is_error else None, related if is_error else None, others))
    errors = sum(recall.planted for recall in figures.errors.values())
    rows.append((MACRO, errors, figures.macro("named"), figures.macro("related"), figures.others))
    note = (
        f"Named: the share of errors beside {beside} for which a finding of their family is shown; or described: also "
        "one of a family that describes them, too. Others: the mean number of other findings shown in a text."
    )
    head = ("kind", "texts", "named", "named or described", "others")
    figure = Heatmap((2, 3), "share found", scale=SHARES)
    title, examples = f"Planted errors found beside {beside}", _finding_examples(figures)
    return ValueTable(name, title, note, head, tuple(rows), (figure,), examples=examples)


def _finding_examples(figures: FindingFigures) -> dict[tuple[Value, int], list[Example]]:
    """Return the errors behind the shares that are named, and that are named or described, with what is shown."""
    examples: dict[tuple[Value, int], list[Example]] = defaultdict(list)
    for kind in figures.errors:
        for pair, shown in figures.shown[kind]:
            titles = (f"{KINDS[each.kind].title}: {percent(sure)}" for each, sure in shown)
            note = " · ".join(titles) or "nothing is shown"
            for column, strictly in ((2, True), (3, False)):
                is_named = any(pair.is_named_by(each, strictly=strictly) for each, _ in shown)
                examples[kind, column].append(fault_example(pair, note, is_counted=is_named))
    return examples
