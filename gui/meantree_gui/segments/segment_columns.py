"""The columns of the table of segments, and their values as arrays."""

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
    from meantree.corpus.corpus import Segment
    from meantree.queries.filter_columns import Field, Floats, Measure
    from meantree.work import Work


Kind = Literal["id", "name", "text", "score", "difference", "number", "count"]
RATING_PLACES = 2
ID, DOCUMENT, HYPOTHESIS, CERTAINTY, FINDINGS = "#", "document", "hypothesis", "certainty", "findings"
ID_TIP = "Segment, in the order of the file; ★ if it is in the report"
FINDINGS_TIP = "Number of findings shown: probable differences of meaning, at most five"
CERTAINTY_TIP = (
    "The share of arcs in the translation's dependency trees that the parser expects to be right: their mean "
    "probability, 1 for arcs that a person set. “–”: the translation is not analysed yet, or the parser has no "
    "probabilities. Click to sort, the least certain first"
)
_TEXTS: tuple[tuple[str, Field, str], ...] = (
    (HYPOTHESIS, "hyp", "Translation of the chosen system"),
    ("source", "src", "Source"),
    ("reference", "ref", "First reference"),
)
"""The columns of texts, with their fields and tips; the first one that there is is always shown."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of the table.

    Attributes:
        key: the name of the column in settings.
        tip: an explanation, for the tooltip of the header.
        measure: of a column of numbers.
        field: of a column of texts.
        priority: columns of the lowest numbers are shown first; ``None`` if only the user shows the column.
        yields: whether only the user shows it, even in focus: the first metric of a project with annotations.
    """

    key: str
    title: str
    tip: str
    kind: Kind
    measure: Measure | None = None
    field: Field | None = None
    priority: int | None = None
    yields: bool = False

    @property
    def is_text(self) -> bool:
        """Whether the column takes the width that is left."""
        return self.kind == "text"

    def written(self, value: float) -> str:
        """Return a number as the column shows it, with the same number of decimals in all rows."""
        if self.kind == "count":
            return f"{value:,.0f}"
        if self.kind == "difference":
            return difference(value)
        return fixed(value, RATING_PLACES) if self.kind == "number" else fixed(value)


def columns_of(filtering: Filtering) -> tuple[TableColumn, ...]:
    """Return the columns for the open corpus, without those that it has no values for."""
    from meantree.metrics.registry import in_overview
    from meantree.queries.filter_columns import Measure

    corpus = filtering.workspace.corpus
    if corpus is None:
        return _texts(filtering)
    columns, project = list(_texts(filtering)), filtering.workspace.project
    name = filtering.workspace.edited_name
    hides_scores = project is not None and bool(project.why_no_scores(name))
    is_annotated = filtering.workspace.shows_annotations or (project is not None and not project.rules.scores)
    has_frames = project is None or project.rules.has_frames
    gold = filtering.workspace.annotations.gold  # in adjudication, numbers beside the states; others are one's own
    whose = " of the gold standard" if gold else ""
    has_scores = bool(corpus.references) and not hides_scores
    of_gold = (one.of for one in gold if one.kind == "score")  # one's own may be hidden
    for spec in dict.fromkeys((*filtering.scoring.specs, *of_gold)) if has_scores else ():
        is_lower_better = filtering.scoring.is_lower_better(spec)
        title = spec + (" ↓" if is_lower_better else "")
        measure, better = Measure("score", spec), " (lower is better)" if is_lower_better else ""
        tip = f"{spec}{whose if measure in gold else ''}{better}; click to sort"
        is_shown = has_frames and spec == "hmeant" if is_annotated else in_overview(spec)
        priority = 2 if is_shown else None
        yields = is_annotated and priority is None and spec == filtering.scoring.specs[0]
        columns.append(TableColumn(spec, title, tip, "score", measure, None, priority, yields))
    columns.append(TableColumn(FINDINGS, FINDINGS, FINDINGS_TIP, "count", Measure("findings")))
    raters = "raters" if project is None else "people or, where nobody finished, tools and the gold standard"
    if filtering.has_errors:
        tip = f"Number of marked errors, added over all {raters}"
        title, priority = "errors" if name else "all errors", None if gold else 3 if is_annotated else 2
        columns.append(TableColumn("errors", title, tip, "count", Measure("errors"), priority=priority))
    kinds = dict.fromkeys((*filtering.rating_kinds, *(one.of for one in gold if one.kind == "rating")))
    for kind in () if hides_scores else kinds:
        measure = Measure("rating", kind)
        tip = f"Human rating {kind}{whose if measure in gold else f', mean over {raters}'}"
        priority = 3 if not is_annotated else 2 if not gold or measure in gold else None
        columns.append(TableColumn(f"rating:{kind}", kind, tip, "number", measure, priority=priority))
    for key, name, of in (
        ("length", "translation", "hyp"),
        ("src-length", "source", "src"),
        ("ref-length", "reference", "ref"),
    ):
        tip = f"Number of words in the {name}; of characters in scripts without spaces between words"
        columns.append(TableColumn(key, key, tip, "count", Measure("length", of)))
    columns.append(TableColumn(CERTAINTY, CERTAINTY, CERTAINTY_TIP, "number", Measure("certainty")))
    if filtering.compared is not None and has_scores:
        columns += [
            TableColumn(f"Δ{spec}", f"Δ {spec}", "", "difference", Measure("difference", spec))
            for spec in filtering.scoring.specs
        ]
    return tuple(one for one in columns if one.measure is None or not filtering.hides(one.measure))


def _texts(filtering: Filtering) -> tuple[TableColumn, ...]:
    corpus = filtering.workspace.corpus
    of_state = 1 if filtering.workspace.shows_annotations else None
    segments = () if corpus is None else corpus.segments
    documents = _document_priority(segments)
    first = HYPOTHESIS
    if corpus is not None and not corpus.systems:
        first = "source" if any(segment.source for segment in segments) else "reference"
    return (
        TableColumn(ID, "#", ID_TIP, "id", field="id", priority=0),
        TableColumn(DOCUMENT, DOCUMENT, "Document", "name", field="doc", priority=documents),
        *(
            TableColumn(name, name, tip, "text", field=field, priority=0 if name == first else None)
            for name, field, tip in _TEXTS
        ),
        TableColumn("state", "state", "State of the annotation", "name", field="state", priority=of_state),
        TableColumn("remark", "comment", "Comments of the annotator", "text", field="comment"),
        TableColumn("annotator", "annotator", "Annotator to whom the segment is assigned", "name", field="annotator"),
    )


def _document_priority(segments: Sequence[Segment]) -> int | None:
    """Return when names of documents are shown: never if there are none, always if each one's ids begin anew."""
    named = (segment for segment in segments if segment.document)
    first = next(named, None)
    if first is None:
        return None
    other = next((segment for segment in named if segment.document != first.document), first)
    return 0 if other is not first and other.id == first.id else 4


class ColumnValues(QObject):
    """Computes and caches the values of columns; those of many segments are computed in the background.

    Signals:
        made: the values of the column of a key are available.
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
        """Drop all values, as the segments or something about them changed."""
        self._edition += 1
        self._numbers.clear()
        self._ranks.clear()
        self._ends.clear()
        self._making.clear()
        self._outdated.clear()

    def forget_columns(self, keys: Iterable[str]) -> None:
        """Drop the numbers of some columns."""
        for key in keys:
            self._numbers.pop(key, None)
            self._ends.pop(key, None)

    def make_again(self, key: str) -> None:
        """Compute a slow column again; its old values are shown until then."""
        self._outdated.add(key)

    def numbers(self, column: TableColumn) -> Floats | None:
        """Return one number per segment, NaN where undefined; ``None`` while they are being computed."""
        numbers, measure = self._numbers.get(column.key), column.measure
        if measure is None or (numbers is not None and column.key not in self._outdated):
            return numbers
        segments = self._filtering.segments
        if segments is None:
            return None
        is_cached = measure.kind in ("score", "difference") or segments.columns.has(measure, segments.system)
        if is_cached or (len(segments) <= MANY and not measure.is_slow):
            numbers = self._numbers[column.key] = segments.numbers(measure)
            return numbers
        self._make(column.key, self._numbers, lambda work: replace(segments, work=work).numbers(measure))
        return numbers

    def sort_keys(self, column: TableColumn) -> Floats | None:
        """Return the sort key of each segment, NaN where missing; ``None`` while they are being computed."""
        import numpy as np

        if column.measure is not None:
            return self.numbers(column)
        if column.key == ID or column.field is None:
            return np.arange(self._filtering.workspace.size, dtype=np.float64)
        keys, field = self._ranks.get(column.key), column.field
        if keys is not None or (segments := self._filtering.segments) is None:
            return keys
        if len(segments) <= MANY:
            keys = self._ranks[column.key] = ranks(segments.texts(field))
        else:
            self._make(column.key, self._ranks, lambda _work: ranks(segments.texts(field)))
        return keys

    def ends(self, column: TableColumn) -> tuple[float, float] | None:
        """Return the smallest and the largest number of a column; ``None`` if there are no numbers yet."""
        import numpy as np

        numbers = self.numbers(column)
        if column.key not in self._ends and numbers is not None:
            defined = numbers[~np.isnan(numbers)]
            self._ends[column.key] = (float(defined.min()), float(defined.max())) if len(defined) else None
        return self._ends.get(column.key)

    def bounds(self, column: TableColumn, *, is_bad: bool) -> Bounds:
        """Return the values at which the bars of a column begin and end."""
        ends = self.ends(column)
        if ends is None:
            return SHARES
        if column.kind == "difference":
            most = max(map(abs, ends)) or 1.0
            return -most, most
        return bounds(ends, is_bad=is_bad)

    def _make(self, key: str, cache: dict[str, Floats], operation: Callable[[Work], Floats]) -> None:
        if key in self._making:
            return
        self._making.add(key)
        self._outdated.discard(key)
        edition = self._edition

        def store(values: Floats) -> None:
            if edition == self._edition:
                cache[key] = values
                self._ends.pop(key, None)
                self._making.discard(key)
                self.made.emit(key)

        self._filtering.workspace.background.run(operation, store)


def ranks(texts: Sequence[str]) -> Floats:
    """Return the rank of each text in alphabetical order, equal for equal texts, NaN for empty ones."""
    import numpy as np

    # Sorted in parts and merged in Python: one long sort, or one large set, would block all other threads.
    different = dict.fromkeys(text for text in texts if text)
    ordered = merge(*(sorted(part) for part in chunks(list(different), MANY // 4)))
    rank = {text: place for place, text in enumerate(ordered)} | {"": np.nan}
    return np.array([rank[text] for text in texts], dtype=np.float64)
