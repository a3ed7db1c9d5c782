"""From the picture to the evidence: the rows of what was clicked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex

from meantree.metrics.evidence import Unit
from meantree_gui.evidence.panel import EvidencePanel

Flag = QItemSelectionModel.SelectionFlag


def select_units(panel: EvidencePanel, units: Sequence[Unit]) -> None:
    """Select the rows of these units; a filter that hides them all is taken away."""
    rows = _rows(panel, units)
    if not rows:
        panel.text.clear()
        panel.status.setCurrentIndex(0)
        rows = _rows(panel, units)
    if not rows:  # it is of another metric, whose frames are drawn beside the trees
        panel.units.clearSelection()
        return
    selection = QItemSelection()
    for row in rows:
        selection.select(row, row)
    chosen = panel.units.selectionModel()
    chosen.setCurrentIndex(rows[0], Flag.NoUpdate)
    chosen.select(selection, Flag.ClearAndSelect | Flag.Rows)
    panel.units.scrollTo(rows[0])


def _rows(panel: EvidencePanel, units: Sequence[Unit]) -> list[QModelIndex]:
    """In the order of the list, which may be sorted and filtered."""
    wanted = set(map(id, units))
    model, proxy = panel.unit_model, panel.proxy
    places = (place for place, unit in enumerate(model.units) if id(unit) in wanted)
    found = (proxy.mapFromSource(model.index(place, 0)) for place in places)
    return sorted((index for index in found if index.isValid()), key=QModelIndex.row)
