"""The segments in which a feature fired, with its values and the translation."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt

from meantree.picture.numbers import short
from meantree.shown import shown
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.tables import FixedColumns

if TYPE_CHECKING:
    from meantree.corpus.model import Segment
    from meantree.evaluation.systematic_errors import Occurrence

SEGMENT, WHOSE, ONE, TWO, TEXT = range(5)


class OccurrenceModel(FixedColumns):
    """One row a segment."""

    columns: ClassVar[tuple[str, ...]] = ("segment", "fires for", "A", "B", "translation")

    def __init__(self) -> None:
        super().__init__()
        self.found: Sequence[Occurrence] = ()
        self.names = ("A", "B")
        self.system = ""
        self._segments: Sequence[Segment] = ()

    def show_found(
        self, found: Sequence[Occurrence], segments: Sequence[Segment], system: str, names: tuple[str, str]
    ) -> None:
        """List these segments, in which a feature fired for a system or for the other side, as ``names`` has them."""
        self.beginResetModel()
        self.found, self._segments, self.system, self.names = found, segments, system, names
        self.endResetModel()

    def system_of(self, row: int) -> str:
        """For whose translation the feature fired; the first system's if for both."""
        one = self.found[row]
        return one.rival if one.whose == "second" and one.rival is not None else self.system

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.found)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        one, segment = self.found[row], self._segments[self.found[row].place]
        if column == SEGMENT:
            return Cell(shown(segment.key))
        if column == WHOSE:
            return Cell({"first": self.names[0], "second": self.names[1], "both": "both"}[one.whose])
        if column == TEXT:
            return Cell(self._text(segment, self.system_of(row)))
        value = one.first if column == ONE else one.second
        return Cell("–" if value is None else short(value), is_number=True)

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        one, segment = self.found[row], self._segments[self.found[row].place]
        texts = [(system, self._text(segment, system)) for system in (self.system, one.rival) if system]
        texts += [(name, reference.text) for name, reference in segment.references.items()]
        return "".join(f"<p><b>{escape(shown(name))}</b> {escape(text)}</p>" for name, text in texts)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData: values stand under names."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal and section in (ONE, TWO):
            return self.names[section - ONE]
        return super().headerData(section, orientation, role)

    def _text(self, segment: Segment, system: str) -> str:
        hypothesis = segment.hypotheses.get(system)
        return hypothesis.text if hypothesis else "–"
