"""The list of the compared segments, by difference of their scores; it can show wins, ties or losses alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from meantree.escaping import counted, escaped
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.cells import Cell, bounds, gain_cell, score_cell
from meantree_gui.widgets.labels import ElidedLabel
from meantree_gui.widgets.tables import Column, Line, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree_gui.state.contrast import Contrast


DIFFERENCE = 3
Outcome = Literal["all", "wins", "ties", "losses"]
Floats = NDArray[np.float64]


def segment_columns(
    segments: Sequence[Segment],
    systems: tuple[str, str],
    scores: tuple[Floats, Floats],
    places: NDArray[np.intp],
    *,
    higher_is_better: bool,
) -> tuple[Column[int], ...]:
    """Return the columns of the list.

    Args:
        scores: of both systems, shape (segments of the corpus,), NaN where undefined.
        places: the 0-based positions of the listed segments.
    """
    differences = scores[0] - scores[1]
    listed = np.concatenate([column[places] for column in scores])
    known, sizes = listed[~np.isnan(listed)], np.abs(differences[places])
    ends = (float(known.min()), float(known.max())) if len(known) else ()
    largest = float(np.nanmax(sizes)) if np.isfinite(sizes).any() else 0.0
    cell = partial(score_cell, is_bad=not higher_is_better, within=bounds(ends, is_bad=not higher_is_better))

    def score(system: str, values: Floats) -> Column[int]:
        name = escaped(system)
        return Column(name, lambda place: cell(values[place]), tip=f"Scores of {name}", sort_key=values, width=74)

    def gain(place: int) -> Cell:
        return gain_cell(differences[place], largest, is_good=higher_is_better)

    def reference(place: int) -> str | None:
        return next((text.text for text in segments[place].references.values()), None)

    order = np.arange(len(segments), dtype=float)
    return (
        Column("segment", lambda place: escaped(segments[place].key), sort_key=order, width=70),
        *map(score, systems, scores),
        Column("Δ", gain, sort_key=differences, width=74),
        Column("reference", reference, sort_key=reference),
    )


def texts_of(segment: Segment, systems: Sequence[str | None]) -> Iterator[Line]:
    """Yield the references and the translations by these systems, each with its name."""
    for name, reference in segment.references.items():
        yield escaped(name), reference.text
    for system in systems:
        if system is not None and system in segment.hypotheses:
            yield escaped(system), segment.hypotheses[system].text


class ComparedSegmentList(QWidget):
    """J and K go through the segments; buttons show the wins, ties or losses of the first system alone."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__()
        self.contrast = contrast
        empty = np.zeros(0)
        self.model = ListModel(
            segment_columns((), ("first", "second"), (empty, empty), np.arange(0), higher_is_better=True)
        )
        self.table = RowTable(self.model, "Segments by difference")
        self.setFocusProxy(self.table)
        self.banner, self.all_button = ElidedLabel(), QToolButton()
        self.buttons: dict[Outcome, QToolButton] = {}
        self._subset: Sequence[int] | None = None
        self._description = ""
        self._group = QButtonGroup(self)
        self._arrange()
        self.all_button.clicked.connect(lambda: self.show_subset(None))

    @property
    def outcome(self) -> Outcome:
        """The listed segments: all, or the wins, ties or losses of the first system."""
        return next((name for name, button in self.buttons.items() if button.isChecked()), "all")

    def show_subset(self, places: Sequence[int] | None, description: str = "") -> None:
        """List the segments at these 0-based places, or all for None; ``description`` follows ``12 segments``."""
        self._subset, self._description = places, description
        self.buttons["all"].setChecked(True)
        self.refresh()

    def refresh(self) -> None:
        """List the segments of the present comparison; the current segment is kept."""
        contrast, table = self.contrast, self.contrast.scoring.table
        pairing = contrast.pairing
        columns = [table.columns.get((system, pairing.spec)) if table else None for system in pairing.both]
        if table is None or columns[0] is None or columns[1] is None:
            self._list(np.arange(0), (np.zeros(0), np.zeros(0)))
            return
        scores = tuple(np.where(column.defined, column.scores, np.nan) for column in columns if column is not None)
        places = self._listed_places(columns[0].scored & columns[1].scored)
        gains = (scores[0] - scores[1])[places] * (1.0 if contrast.higher_is_better else -1.0)
        by_outcome: dict[Outcome, NDArray[np.bool_]] = {
            "all": np.ones(len(places), dtype=bool),
            "wins": gains > 0,
            "ties": gains == 0,
            "losses": gains < 0,
        }
        self._label_buttons(by_outcome)
        self._list(places[by_outcome[self.outcome]], (scores[0], scores[1]))

    def _listed_places(self, scored: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return the positions in the subset that the filter accepts and on which both systems were scored."""
        places = self.contrast.filtering.places
        places = places[scored[places]]
        if self._subset is not None:
            places = np.intersect1d(places, self._subset).astype(np.intp)
        return places

    def _list(self, places: NDArray[np.intp], scores: tuple[Floats, Floats]) -> None:
        contrast = self.contrast
        corpus, both = contrast.workspace.corpus, contrast.pairing.both
        segments = corpus.segments if corpus is not None else ()
        with QSignalBlocker(self.table.selectionModel()):
            columns = segment_columns(segments, both, scores, places, higher_is_better=contrast.higher_is_better)
            self.model.show(places.tolist(), columns, lambda place: texts_of(segments[place], both))
        for widget in (self.banner, self.all_button):
            widget.setVisible(self._subset is not None)
        self.banner.setText(f"{counted(len(places), 'segment')} {self._description}")
        self.table.mark(contrast.selection.place)

    def _label_buttons(self, by_outcome: dict[Outcome, NDArray[np.bool_]]) -> None:
        number = {outcome: int(segments.sum()) for outcome, segments in by_outcome.items()}
        first, second = escaped(self.contrast.pairing.first), escaped(self.contrast.pairing.second)
        labels: dict[Outcome, tuple[str, str]] = {
            "all": (f"All {number['all']:,}", "All segments that are compared"),
            "wins": (counted(number["wins"], "win"), f"Segments in which {first} is better"),
            "ties": (counted(number["ties"], "tie"), "Segments with equal scores"),
            "losses": (
                f"{number['losses']:,} loss{'' if number['losses'] == 1 else 'es'}",
                f"Segments in which {second} is better",
            ),
        }
        for outcome, (text, tip) in labels.items():
            self.buttons[outcome].setText(text)
            self.buttons[outcome].setToolTip(f"<p>{escape(tip)}</p>")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Esc lists all segments."""
        if event.key() == Qt.Key.Key_Escape and (self._subset is not None or self.outcome != "all"):
            self.show_subset(None)
        else:
            super().keyPressEvent(event)

    def _arrange(self) -> None:
        above = QHBoxLayout()
        above.setSpacing(2)
        for outcome in ("all", "wins", "ties", "losses"):
            button = QToolButton()
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.clicked.connect(self.refresh)
            self._group.addButton(button)
            self.buttons[outcome] = button
            above.addWidget(button)
        self.buttons["all"].setChecked(True)
        above.addStretch(1)
        self.all_button.setText("✕ All segments")
        self.all_button.setToolTip("List all segments (Esc)")
        self.banner.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        subset_row = in_row(None, (self.banner, 1), self.all_button)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(DIFFERENCE, Qt.SortOrder.DescendingOrder)
        in_column(self, above, subset_row, (self.table, 1), margins=(0, 2, 0, 0), gap=2)
