"""Which columns the table of segments has, and what stands in their cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from meantree.numbers import difference, fixed
from meantree.work import chunks
from meantree_gui.state.filtering import MANY, Filtering
from meantree_gui.widgets.cells import SHARES, Bounds, bounds

if TYPE_CHECKING:
    from meantree.search.filter_columns import Field, Floats, Measure
    from meantree.work import Work


Kind = Literal["id", "name", "text", "score", "difference", "number", "count"]
RATING_PLACES = 2
ID, DOCUMENT, HYPOTHESIS, CERTAINTY = "#", "document", "hypothesis", "certainty"
SURE = (
    "Mean probability of the arcs of the translation's dependency trees, over all trees: the share of them that the "
    "parser expects to be right; arcs that a person set are certain. – where it is not analysed yet, or the parser has "
    "no probabilities; click to sort, the least sure first"
)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column.

    Attributes:
        key: what settings know it by.
        title: in the header.
        tip: what it is, in words.
        kind: of what stands in it.
        measure: where that is a number.
        field: where it is a text.
        worth: which columns stay where there is room for few, the lowest first; None where only the user shows it.
    """

    key: str
    title: str
    tip: str
    kind: Kind
    measure: Measure | None = None
    field: Field | None = None
    worth: int | None = None

    @property
    def is_text(self) -> bool:
        """Whether it takes whatever room there is."""
        return self.kind == "text"

    def written(self, value: float) -> str:
        """A number as the column has it: all of them with as many places."""
        if self.kind == "count":
            return f"{value:,.0f}"
        if self.kind == "difference":
            return difference(value)
        return fixed(value, RATING_PLACES) if self.kind == "number" else fixed(value)


def columns_of(filtering: Filtering) -> tuple[TableColumn, ...]:
    """The columns for what is open; those that it has nothing for are left out."""
    from meantree.metrics.registry import OVERVIEW
    from meantree.search.filter_columns import Measure

    corpus, table = filtering.workspace.corpus, filtering.scoring.table
    if corpus is None:
        return _texts(filtering)
    found = list(_texts(filtering))
    for spec in filtering.scoring.specs:
        is_lower_better = table is not None and not table.metrics[spec].higher_is_better
        title, said = spec + (" ↓" if is_lower_better else ""), "lower is better" if is_lower_better else ""
        tip = f"{spec}{f' ({said})' if said else ''}; click to sort"
        found.append(
            TableColumn(spec, title, tip, "score", Measure("score", spec), worth=2 if spec in OVERVIEW else None)
        )
    if filtering.has_errors:
        tip = "Errors that are marked in the translation, by all raters"
        found.append(TableColumn("errors", "errors", tip, "count", Measure("errors"), worth=2))
    for kind in filtering.rating_kinds:
        tip = f"Human rating {kind}, the mean over raters"
        found.append(TableColumn(f"rating:{kind}", kind, tip, "number", Measure("rating", kind), worth=3))
    for key, name, of in (
        ("length", "translation", "hyp"),
        ("src-length", "source", "src"),
        ("ref-length", "reference", "ref"),
    ):
        tip = f"Words of the {name}; of scripts without blanks between words, its characters"
        found.append(TableColumn(key, key, tip, "count", Measure("length", of)))
    found.append(TableColumn(CERTAINTY, CERTAINTY, SURE, "number", Measure("certainty")))
    if filtering.compared is not None:
        found += [
            TableColumn(f"Δ{spec}", f"Δ {spec}", "", "difference", Measure("difference", spec))
            for spec in filtering.scoring.specs
        ]
    return tuple(found)


def _texts(filtering: Filtering) -> tuple[TableColumn, ...]:
    corpus = filtering.workspace.corpus
    has_documents = corpus is not None and any(segment.document for segment in corpus.segments)
    return (
        TableColumn(ID, "#", "Segment, in the order of the file", "id", field="id", worth=0),
        TableColumn(DOCUMENT, DOCUMENT, "Document", "name", field="doc", worth=4 if has_documents else None),
        TableColumn(HYPOTHESIS, HYPOTHESIS, "Translation of the chosen system", "text", field="hyp", worth=0),
        TableColumn("source", "source", "Source", "text", field="src"),
        TableColumn("reference", "reference", "First reference", "text", field="ref"),
        TableColumn("state", "state", "How far its annotation is", "name", field="state"),
        TableColumn("remark", "remark", "Remarks of the annotator", "text", field="remark"),
        TableColumn("annotator", "annotator", "Whose segment it is to annotate", "name", field="annotator"),
    )


class Values(QObject):
    """Of the segments as they are now, until they change.

    Signals:
        made: the values of the column of that key are there.
    """

    made = Signal(str)

    def __init__(self, filtering: Filtering) -> None:
        super().__init__()
        self._filtering = filtering
        self._numbers: dict[str, Floats] = {}
        self._ranks: dict[str, Floats] = {}
        self._ends: dict[str, tuple[float, float] | None] = {}
        self._making: set[str] = set()
        self._outdated: set[str] = set()
        self._edition = 0

    def forget(self) -> None:
        """The segments are others, or something about them is."""
        self._edition += 1
        self._numbers.clear()
        self._ranks.clear()
        self._ends.clear()
        self._making.clear()
        self._outdated.clear()

    def forget_columns(self, keys: Iterable[str]) -> None:
        """Only these columns are others."""
        for key in keys:
            self._numbers.pop(key, None)
            self._ends.pop(key, None)

    def make_again(self, key: str) -> None:
        """A column that takes its time is another; what it was is shown until it is there."""
        self._outdated.add(key)

    def numbers(self, column: TableColumn) -> Floats | None:
        """One number a segment, NaN where undefined; None while they are being made."""
        found, measure = self._numbers.get(column.key), column.measure
        if measure is None or (found is not None and column.key not in self._outdated):
            return found
        segments = self._filtering.segments
        if segments is None:
            return None
        is_there = measure.kind in ("score", "difference") or segments.columns.has(measure, segments.system)
        if is_there or (len(segments) <= MANY and not measure.is_slow):
            found = self._numbers[column.key] = segments.numbers(measure)
            return found
        self._make(column.key, self._numbers, lambda work: replace(segments, work=work).numbers(measure))
        return found

    def sort_keys(self, column: TableColumn) -> Floats | None:
        """What rows are sorted by, NaN where there is nothing; None while it is being made."""
        import numpy as np

        segments = self._filtering.segments
        if segments is None or column.measure is not None:
            return self.numbers(column)
        if column.key == ID or column.field is None:
            return np.arange(len(segments), dtype=np.float64)
        found, field = self._ranks.get(column.key), column.field
        if found is None and len(segments) <= MANY:
            found = self._ranks[column.key] = ranks(segments.texts(field))
        elif found is None:
            self._make(column.key, self._ranks, lambda _work: ranks(segments.texts(field)))
        return found

    def ends(self, column: TableColumn) -> tuple[float, float] | None:
        """The smallest and the largest number of a column; None where there is none yet."""
        import numpy as np

        numbers = self.numbers(column)
        if column.key not in self._ends and numbers is not None:
            known = numbers[~np.isnan(numbers)]
            self._ends[column.key] = (float(known.min()), float(known.max())) if len(known) else None
        return self._ends.get(column.key)

    def bounds(self, column: TableColumn, *, is_bad: bool) -> Bounds:
        """Where the bars of a column begin and end."""
        ends = self.ends(column)
        if ends is None:
            return SHARES
        if column.kind == "difference":
            most = max(map(abs, ends)) or 1.0
            return -most, most
        return bounds(ends, is_bad=is_bad)

    def _make(self, key: str, kept: dict[str, Floats], operation: Callable[[Work], Floats]) -> None:
        if key in self._making:
            return
        self._making.add(key)
        self._outdated.discard(key)
        edition = self._edition

        def take(found: Floats) -> None:
            if edition == self._edition:
                kept[key] = found
                self._ends.pop(key, None)
                self._making.discard(key)
                self.made.emit(key)

        self._filtering.workspace.background.run(operation, take)


def ranks(texts: Sequence[str]) -> Floats:
    """The place of each text in their order, equal for equal ones, NaN for empty ones."""
    import numpy as np

    # In parts, and gathered by Python: one long sort, or one large set, would stop all other threads.
    different = dict.fromkeys(text for text in texts if text)
    ordered = merge(*(sorted(part) for part in chunks(list(different), MANY // 4)))
    rank = {text: place for place, text in enumerate(ordered)} | {"": np.nan}
    return np.array([rank[text] for text in texts], dtype=np.float64)
