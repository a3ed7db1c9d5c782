"""Which columns the table of segments has, and what stands in their cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from meantree.numbers import difference, fixed

if TYPE_CHECKING:
    from meantree.search.filter_columns import Field, Measure
    from meantree_gui.state.filtering import Filtering

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
