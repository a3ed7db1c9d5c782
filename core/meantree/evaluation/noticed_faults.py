"""How often metrics notice planted errors: the faulty text scores below the intact one, and below a harmless change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.evaluation.planted_faults import FindingFigures, PlantedCorpus
from meantree.evaluation.value_table import Heatmap, Value, ValueTable
from meantree.scoring.run import score_corpus
from meantree.work import Work

FAULTY, INTACT, HARMLESS_TEXT, REFERENCE = "faulty", "intact", "harmless", "reference"
Z: Final = 1.96
"""Of intervals of 95 %."""
MACRO: Final = "mean of the kinds"


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
        return middle - half, middle + half


def fault_corpus(planted: PlantedCorpus, name: str) -> Corpus:
    """Return a corpus with a segment for each planted error: systems are the intact, faulty and harmless texts.

    The document of a segment is the kind of error. The reference is the other text if there is one, else the original.
    """
    harmless = {each.place: each.beside_original for each in planted.planted if each.beside_original.fault.is_harmless}
    segments = []
    for number, each in enumerate(planted.planted):
        fault = each.beside_original.fault
        if fault.is_harmless:
            continue
        other = each.beside_other
        reference = fault.original if other is None else other.reference.text
        texts = {INTACT: fault.original, FAULTY: fault.faulty}
        if each.place in harmless:
            texts[HARMLESS_TEXT] = harmless[each.place].fault.faulty
        hypotheses = {system: Text(text) for system, text in texts.items()}
        segments.append(
            Segment(str(number), fault.kind, references={REFERENCE: Text(reference)}, hypotheses=hypotheses)
        )
    return Corpus(name, tuple(segments), (INTACT, FAULTY, HARMLESS_TEXT), (REFERENCE,), target_language="en")


def noticed_tables(
    corpus: Corpus, specs: Sequence[str], store: AnalysisStore, work: Work
) -> tuple[ValueTable, ValueTable]:
    """Return the tables of kind × metric: how often errors score below the intact and below the harmless text.

    Args:
        corpus: of :func:`fault_corpus`.
        specs: of metrics.
        store: analyses the texts.
        work: processes, progress and cancellation.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if a spec is wrong.
    """
    table = score_corpus(corpus, specs, store, keep=False, work=work)
    counts: dict[str, dict[tuple[str, str], list[bool]]] = {
        INTACT: defaultdict(list),
        HARMLESS_TEXT: defaultdict(list),
    }
    for spec, metric in table.metrics.items():
        scores = {system: table.segment_scores(system, spec) for system in corpus.systems}
        sign = 1 if metric.higher_is_better else -1
        for place, segment in enumerate(corpus.segments):
            faulty = scores[FAULTY][place]
            for base, shares in counts.items():
                other = scores[base][place]
                if faulty is not None and other is not None and base in segment.hypotheses:
                    shares[segment.document, spec].append(sign * faulty < sign * other)
    kinds = list(dict.fromkeys(segment.document for segment in corpus.segments))
    below_intact, below_harmless = (
        _table(counts[base], kinds, list(table.metrics), base) for base in (INTACT, HARMLESS_TEXT)
    )
    return below_intact, below_harmless


def _table(counts: Mapping[tuple[str, str], list[bool]], kinds: list[str], specs: list[str], base: str) -> ValueTable:
    rows: list[tuple[Value, ...]] = []
    for kind in kinds:
        shares = [Share(sum(found), len(found)) for spec in specs for found in [counts.get((kind, spec), [])]]
        cells: list[Value] = [kind, max((share.texts for share in shares), default=0)]
        for share in shares:
            low, high = share.interval or (None, None)
            cells += [share.value, low, high]
        rows.append(tuple(cells))
    means: list[Value] = [MACRO, sum(row[1] for row in rows if isinstance(row[1], int))]
    for column in range(2, 2 + 3 * len(specs)):
        values = [value for row in rows if isinstance(value := row[column], float)]
        is_share = (column - 2) % 3 == 0
        means.append(sum(values) / len(values) if values and is_share else None)
    head = ["kind", "texts"]
    for spec in specs:
        head += [spec, f"{spec} low", f"{spec} high"]
    note = f"Share of texts whose faulty copy scores below the {base} one, with 95 % intervals; ties do not count."
    columns = tuple(range(2, 2 + 3 * len(specs), 3))
    title = f"Planted errors noticed, compared with the {base} text"
    figures = (Heatmap(columns, "share noticed"),)
    return ValueTable(f"noticed-{base}", title, note, tuple(head), (*rows, tuple(means)), figures)


def finding_table(figures: FindingFigures, beside: str) -> ValueTable:
    """Return how often findings name planted errors, by kind.

    Args:
        figures: counted.
        beside: the reference, in words.
    """
    rows: list[tuple[Value, ...]] = []
    for kind, recall in sorted(figures.by_kind.items()):
        named, others = recall.named / recall.planted, recall.others / recall.planted
        is_error = kind in figures.errors
        related = recall.related / recall.planted
        rows.append((kind, recall.planted, named if is_error else None, related if is_error else None, others))
    errors = sum(recall.planted for recall in figures.errors.values())
    rows.append((MACRO, errors, figures.macro("named"), figures.macro("related"), figures.others))
    note = (
        f"Errors beside {beside}: the share named by a shown finding of their family, or of a family that describes "
        "them, too; and shown findings about something else, a text."
    )
    head = ("kind", "texts", "named", "named or described", "others")
    return ValueTable("findings", "Planted errors found", note, head, tuple(rows))
