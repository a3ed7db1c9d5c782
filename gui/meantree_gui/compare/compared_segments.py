"""The list of the compared segments, by difference of their scores; it can show wins, ties or losses alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree_gui.widgets.cells import bounds, gain_cell, score_cell
from meantree_gui.widgets.tables import Column, Line, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree_gui.state.contrast import Contrast


DIFFERENCE = 3
Which = Literal["all", "wins", "ties", "losses"]
Floats = NDArray[np.float64]


def segment_columns(
    segments: Sequence[Segment],
    systems: tuple[str, str],
    scores: tuple[Floats, Floats],
    places: NDArray[np.intp],
    *,
    higher_is_better: bool,
    first_only: Collection[int] = (),
    whose: str = "",
) -> tuple[Column[int], ...]:
    """What is said of the segments at some places.

    Args:
        segments: of the corpus.
        systems: whose scores.
        scores: of both, shape (segments of the corpus,), NaN where undefined.
        places: 0-based, of those that are listed.
        higher_is_better: by the metric.
        first_only: where the first system gets what the second misses; elsewhere it is the other way round.
        whose: what that column is called; there is none without it.
    """
    names = escaped(systems[0]), escaped(systems[1])
    gaps, ahead = scores[0] - scores[1], set(first_only)
    listed = np.concatenate([one[places] for one in scores])
    known, sizes = listed[~np.isnan(listed)], np.abs(gaps[places])
    ends = (float(known.min()), float(known.max())) if len(known) else ()
    most = float(np.nanmax(sizes)) if np.isfinite(sizes).any() else 0.0
    scored = partial(score_cell, is_bad=not higher_is_better, within=bounds(ends, is_bad=not higher_is_better))
    return (
        Column(
            "segment", lambda place: escaped(segments[place].key), by=np.arange(len(segments), dtype=float), width=70
        ),
        Column(names[0], lambda place: scored(scores[0][place]), tip=f"Scores of {names[0]}", by=scores[0], width=74),
        Column(names[1], lambda place: scored(scores[1][place]), tip=f"Scores of {names[1]}", by=scores[1], width=74),
        Column("Δ", lambda place: gain_cell(gaps[place], most, is_good=higher_is_better), by=gaps, width=74),
        Column(
            whose,
            lambda place: names[0] if place in ahead else names[1],
            by=lambda place: place in ahead,
            width=90,
            is_seen=bool(whose),
        ),
        Column("reference", lambda place: _reference(segments[place]), by=lambda place: _reference(segments[place])),
    )


def texts_of(segment: Segment, systems: Sequence[str]) -> Iterator[Line]:
    """Its references, and its translations by these systems, each with its name."""
    for name, reference in segment.references.items():
        yield escaped(name), reference.text
    for system in systems:
        if system in segment.hypotheses:
            yield escaped(system), segment.hypotheses[system].text


def _reference(segment: Segment) -> str | None:
    return next((text.text for text in segment.references.values()), None)


@dataclass(frozen=True, slots=True)
class Only:
    """Some of the segments alone.

    Attributes:
        reported: what they have in common, in words that go on after ``12 segments``.
        places: 0-based.
        first_only: those of them in which the first system has more of something, where that is what they have in
            common; in the others it is the second.
        whose: how the column is called that says which system it is; empty for none.
    """

    told: str
    places: Sequence[int]
    first_only: Sequence[int] = ()
    whose: str = ""


class ComparedSegmentList(QWidget):
    """J and K walk the segments; buttons choose the wins, ties or losses of the first system.

    Signals:
        looked_at: the segment at that 0-based place is to be shown.
        opened: it is to be opened where one segment is inspected.
    """

    looked_at = Signal(int)
    opened = Signal(int)

    def __init__(self, contrast: Contrast) -> None:
        super().__init__()
        self.contrast = contrast
        none = np.zeros(0)
        self.model = ListModel(
            segment_columns((), ("first", "second"), (none, none), np.arange(0), higher_is_better=True)
        )
        self.table = RowTable(self.model, "Segments by difference")
        self.banner, self.everything = QLabel(), QToolButton()
        self.buttons: dict[Which, QToolButton] = {}
        self.only: Only | None = None
        self._group = QButtonGroup(self)
        self._arrange()
        self.table.selectionModel().currentRowChanged.connect(self._look)
        self.table.entered_row.connect(self._open)
        self.table.doubleClicked.connect(self._open)
        self.everything.clicked.connect(lambda: self.show_only(None))

    @property
    def which(self) -> Which:
        """Which segments are listed."""
        return next((name for name, button in self.buttons.items() if button.isChecked()), "all")

    def choose(self, which: Which) -> None:
        """List all segments, or the wins, ties or losses of the first system."""
        self.buttons[which].setChecked(True)
        self.refresh()

    def show_only(self, only: Only | None) -> None:
        """List some of the segments alone, or all again."""
        self.only = only
        self.buttons["all"].setChecked(True)
        self.refresh()

    def take_keys(self) -> None:
        """Keys go to the segments."""
        self.table.setFocus()

    def refresh(self) -> None:
        """List what is compared now; the segment that is looked at stays chosen."""
        contrast, table = self.contrast, self.contrast.scoring.table
        asked = contrast.pairing
        columns = [table.columns.get((one, asked.spec)) if table else None for one in (asked.first, asked.second)]
        if table is None or columns[0] is None or columns[1] is None:
            self._list(np.arange(0), (np.zeros(0), np.zeros(0)))
            return
        scores = tuple(np.where(one.defined, one.scores, np.nan) for one in columns if one is not None)
        places = self._asked(columns[0].scored & columns[1].scored)
        gains = (scores[0] - scores[1])[places] * (1.0 if contrast.higher_is_better else -1.0)
        chosen: dict[Which, NDArray[np.bool_]] = {
            "all": np.ones(len(places), dtype=bool),
            "wins": gains > 0,
            "ties": gains == 0,
            "losses": gains < 0,
        }
        self._count(chosen)
        self._list(places[chosen[self.which]], (scores[0], scores[1]))

    def mark(self, place: int) -> None:
        """Choose the row of a segment that was chosen elsewhere."""
        row = self.model.row_of(place)
        if row != self.table.currentIndex().row():
            with QSignalBlocker(self.table.selectionModel()):
                self.table.selectRow(row) if row >= 0 else self.table.clearSelection()
            self.table.viewport().update()

    def _asked(self, scored: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The places that the filter accepts, both systems were scored on, and that are asked for alone."""
        places = self.contrast.filtering.places
        places = places[scored[places]]
        if self.only is not None:
            places = np.intersect1d(places, self.only.places).astype(np.intp)
        return places

    def _list(self, places: NDArray[np.intp], scores: tuple[Floats, Floats]) -> None:
        contrast, only = self.contrast, self.only
        corpus, both = contrast.workspace.corpus, (contrast.pairing.first, contrast.pairing.second)
        segments = corpus.segments if corpus is not None else ()
        with QSignalBlocker(self.table.selectionModel()):
            columns = segment_columns(
                segments,
                both,
                scores,
                places,
                higher_is_better=contrast.higher_is_better,
                first_only=only.first_only if only is not None else (),
                whose=only.whose if only is not None else "",
            )
            self.model.show(places.tolist(), columns, lambda place: texts_of(segments[place], both))
        self.banner.setVisible(only is not None)
        self.everything.setVisible(only is not None)
        if only is not None:
            text = f"{counted(len(places), 'segment')} {only.told}"
            self.banner.setText(text)
            self.banner.setToolTip(f"<p>{escape(text)}</p>")
        self.mark(contrast.selection.place)

    def _count(self, chosen: dict[Which, NDArray[np.bool_]]) -> None:
        number = {which: int(found.sum()) for which, found in chosen.items()}
        one, two = escaped(self.contrast.pairing.first), escaped(self.contrast.pairing.second)
        words: dict[Which, tuple[str, str]] = {
            "all": (f"All {number['all']:,}", "All segments that are compared"),
            "wins": (counted(number["wins"], "win"), f"Segments in which {one} is better"),
            "ties": (counted(number["ties"], "tie"), "Segments with equal scores"),
            "losses": (f"{number['losses']:,} loss{'' if number['losses'] == 1 else 'es'}", f"{two} is better"),
        }
        for which, (text, tip) in words.items():
            self.buttons[which].setText(text)
            self.buttons[which].setToolTip(f"<p>{escape(tip)}</p>")

    def _look(self, current: QModelIndex) -> None:
        if current.isValid():
            self.looked_at.emit(self.model.rows[current.row()])

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self.model.rows[index.row()])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Esc lists all segments again."""
        if event.key() == Qt.Key.Key_Escape and (self.only is not None or self.which != "all"):
            self.show_only(None)
        else:
            super().keyPressEvent(event)

    def _arrange(self) -> None:
        above = QHBoxLayout()
        above.setSpacing(2)
        for which in ("all", "wins", "ties", "losses"):
            button = QToolButton()
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.clicked.connect(self.refresh)
            self._group.addButton(button)
            self.buttons[which] = button
            above.addWidget(button)
        self.buttons["all"].setChecked(True)
        above.addStretch(1)
        self.everything.setText("✕ All segments")
        self.everything.setToolTip("List all segments again (Esc)")
        self.banner.setTextFormat(Qt.TextFormat.PlainText)
        self.banner.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        of_unit = QHBoxLayout()
        of_unit.addWidget(self.banner, 1)
        of_unit.addWidget(self.everything)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(DIFFERENCE, Qt.SortOrder.DescendingOrder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(2)
        column.addLayout(above)
        column.addLayout(of_unit)
        column.addWidget(self.table, 1)
