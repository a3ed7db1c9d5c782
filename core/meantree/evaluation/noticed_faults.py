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
from meantree.evaluation.planted_faults import FindingFigures, PlantedCorpus
from meantree.evaluation.value_table import SHARES, Heatmap, Value, ValueTable
from meantree.faults.edits import HARMLESS
from meantree.findings.kinds import KINDS
from meantree.scoring.table import ScoreTable

FAULTY, INTACT, HARMLESS_TEXT, REFERENCE = "faulty", "intact", "harmless", "reference"
"""Names of systems and of the reference in :func:`fault_corpus`."""
Z: Final = 1.96
"""Of intervals of 95 %."""
FAMILIES: Final = frozenset(kind.family for kind in KINDS.values())
"""Of findings; errors of other kinds are named by none."""
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
    systems = (INTACT, FAULTY, HARMLESS_TEXT)[: 3 if harmless else 2]
    return Corpus(name, tuple(segments), systems, (REFERENCE,), target_language="en")


def noticed_tables(table: ScoreTable) -> tuple[ValueTable, ValueTable]:
    """Return how often changed texts score below the intact ones, and faulty texts below harmless changes.

    Args:
        table: scores of :func:`fault_corpus`.
    """
    below: dict[str, dict[tuple[str, str], list[bool]]] = {INTACT: defaultdict(list), HARMLESS_TEXT: defaultdict(list)}
    for spec, metric in table.metrics.items():
        scores = {system: table.segment_scores(system, spec) for system in table.corpus.systems}
        sign = 1 if metric.higher_is_better else -1
        for place, segment in enumerate(table.corpus.segments):
            faulty = scores[FAULTY][place]
            for base, of_base in below.items():
                other = scores[base][place] if base in segment.hypotheses else None
                if faulty is not None and other is not None:
                    of_base[segment.document, spec].append(sign * faulty < sign * other)
    first, second = (_table(of_base, list(table.metrics), base) for base, of_base in below.items())
    return first, second


def _table(below: Mapping[tuple[str, str], list[bool]], specs: list[str], base: str) -> ValueTable:
    kinds = sorted(dict.fromkeys(kind for kind, _ in below), key=lambda kind: kind.startswith(HARMLESS))
    rows = []
    for kind in kinds:
        of_kind = [below.get((kind, spec), []) for spec in specs]
        shares = [Share(sum(known), len(known)) for known in of_kind]
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
    figures = (Heatmap(tuple(range(2, len(head), 3)), "share that scores below", scale=SHARES),)
    title = f"Planted errors noticed, compared with the {base} text"
    return ValueTable(f"noticed-{base}", title, note, tuple(head), tuple(rows), figures)


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
