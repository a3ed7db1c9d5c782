"""From a list of errors to the segment itself, with the feature lit up there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from meantree.comparison.comparison import Comparison
from meantree_gui.state.selection import Selection


class FeatureOpener(QObject):
    """Looks at a segment; where a feature stands is shown as soon as the segment is compared.

    Signals:
        opened: a segment is looked at.
        found: the feature as a :class:`Term` of the evidence that is shown.
    """

    opened = Signal()
    found = Signal(object)

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection = selection
        self._wanted: tuple[int, str, str, str] | None = None
        selection.comparison_changed.connect(self._look)

    def open(self, place: int, system: str, spec: str, name: str) -> None:
        """Look at the segment at 0-based ``place`` by a metric, and for its feature of that name."""
        self._wanted = None  # what is shown on the way there is not meant
        self.selection.choose_system(system)
        self.selection.choose_focus(spec)
        self.selection.select(place)
        self._wanted = place, system, spec, name
        self.opened.emit()
        self._look()

    def _look(self) -> None:
        selection, comparison = self.selection, self.selection.comparison
        if self._wanted is None or not isinstance(comparison, Comparison) or selection.shown is None:
            return
        place, system, spec, name = self._wanted
        if (selection.place, selection.system, selection.focus) != (place, system, spec):
            self._wanted = None  # something else is looked at
            return
        shown = selection.shown
        if (shown.segment, shown.system, shown.focus) != (selection.segment, system, spec):
            return  # still to be compared
        self._wanted = None
        term = _term(selection, comparison, spec, name)
        if term is not None:
            self.found.emit(term)


def _term(selection: Selection, comparison: Comparison, spec: str, name: str) -> object:
    """The feature among the terms of the evidence, which stand in the order of the model; None if it is not there."""
    from meantree.evaluation.feature_values import features_of

    places, known = features_of(selection.workspace.metrics[spec])
    by_name = dict(zip((one.name for one in known), places, strict=True))
    terms, place = comparison.evidence.terms, by_name.get(name, 0)
    return terms[place - 1] if 0 < place <= len(terms) else None
