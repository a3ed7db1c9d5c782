"""The right side of the adjudication: the texts, contested predicates and frames of one translation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from meantree.alignment.linked_frames import frames_of, partner_of
from meantree.analysis.frames import Role, Span
from meantree.annotation.adjudication import frame_at
from meantree.annotation.edits import other_side
from meantree.annotation.frame_annotation import Annotation
from meantree.comparison.comparison import is_right_to_left
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import counted, escaped
from meantree.picture.frame_text import Bar, TextPicture, text_picture
from meantree_gui import theme
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.adjudication.annotator_columns import AnnotatorColumns
from meantree_gui.adjudication.translation_list import contested_columns, mark
from meantree_gui.annotation_editor.side_text import BarItem, WordItem
from meantree_gui.settings import Settings
from meantree_gui.trees.painter import font, measure
from meantree_gui.trees.picture_canvas import NARROWEST, FlowCanvas
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import CellDelegate
from meantree_gui.widgets.labels import ElidedLabel
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.tables import ROW_HEIGHT, ListModel, RowTable

TITLE_HEIGHT = 20.0
Parts = tuple[tuple[Span, Role | None], ...]
"""The spans of a predicate and its fillers with their roles, ``None`` for the predicate."""
GOLD = "gold"
"""The label of the gold standard's lane; those of the annotators have the keys that take their frames."""


@dataclass(frozen=True, slots=True)
class LaneBar(Bar):
    """A bar labelled with its annotators' keys, or as gold."""

    owner: str = ""

    @property
    def label(self) -> str:
        """The annotators' keys, or “gold”, and the role."""
        return f"{self.owner} {'pred.' if self.role is None else self.role.value}"


class Lanes(FlowCanvas):
    """Both texts with the selected contested frame under their words, and its linked frame in the other text.

    Annotators with the same frame share a lane of bars; the gold standard has its own.
    """

    def __init__(self, adjudicating: Adjudicating) -> None:
        super().__init__("Both texts with the contested frame")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.adjudicating = adjudicating
        self.bars: list[BarItem] = []
        adjudicating.changed.connect(self.refresh)

    def height_at(self, width: int) -> int:
        """Return the height in pixels of both texts in a viewport of a width."""
        room = max(NARROWEST, float(width))
        return round(sum(TITLE_HEIGHT + self._picture(side, room).height for side in SIDES)) + 4

    def refresh(self) -> None:
        """Draw again."""
        scene = self.scene()
        scene.clear()
        self.bars = []
        self.setBackgroundBrush(QColor(theme.current().surface))
        top = 0.0
        if self.adjudicating.current is not None:
            for side in SIDES:
                top = self._draw(side, top)
        scene.setSceneRect(QRectF(0, 0, self.room, top))
        predicate = next((bar for bar in self.bars if bar.bar.role is None), None)
        if predicate is not None:
            self.ensureVisible(predicate, 0, 40)

    def _draw(self, side: Side, top: float) -> float:
        item, chosen = self.adjudicating.current, self.adjudicating.chosen
        words, picture = self.adjudicating.words[side], self._picture(side, self.room)
        name = "" if item is None else item.key.system if side == "hypothesis" else item.key.reference
        title = self.scene().addSimpleText(f"{side.capitalize()} · {escaped(name)}", font("note"))
        title.setBrush(QColor(theme.current().muted))
        title.setPos(12, top + 3)
        is_here = chosen is not None and chosen.contested.side == side
        spans = [predicate.predicate for predicate in chosen.predicates] if chosen is not None and is_here else []
        predicate = {word for span in spans for word in range(*span)}
        for box in picture.words:
            here = box.index in predicate
            word = WordItem(box, words[box.index], selected=here, cursor=here, active=True, marked=False)
            word.moveBy(0, top + TITLE_HEIGHT)
            self.scene().addItem(word)
        for piece in picture.bars:
            bar = BarItem(piece, current=getattr(piece.bar, "owner", "") == GOLD, own=True)
            bar.moveBy(0, top + TITLE_HEIGHT)
            self.scene().addItem(bar)
            self.bars.append(bar)
        return top + TITLE_HEIGHT + picture.height

    def _picture(self, side: Side, room: float) -> TextPicture:
        words = self.adjudicating.words.get(side, ())
        leftwards = is_right_to_left(" ".join(words))
        return text_picture(words, list(self._bars(side)), room, measure, right_to_left=leftwards)

    def _bars(self, side: Side) -> Iterator[Bar]:
        item = self.adjudicating.current
        if item is None:
            return
        lanes: dict[Parts, list[str]] = {}
        for number, annotation in enumerate(item.work.values(), start=1):
            if (parts := self._parts(annotation, side)) is not None:
                lanes.setdefault(parts, []).append(str(number))
        rows = [(",".join(numbers), parts) for parts, numbers in lanes.items()]
        gold = self._parts(item.current, side)
        for lane, (label, parts) in enumerate([*rows, (GOLD, gold)] if gold is not None else rows):
            for span, role in parts:
                yield LaneBar(span, role, lane, label)

    def _parts(self, annotation: Annotation, side: Side) -> Parts | None:
        """Return predicate and fillers of the contested frame, or of its linked frame; ``None`` if there is none."""
        place = self._place(annotation, side)
        if place is None:
            return None
        frame = frames_of(annotation, side)[place]
        fillers = sorted((span, filler.role) for filler in frame.fillers for span in filler.spans)
        return ((frame.predicate, None), *fillers)

    def _place(self, annotation: Annotation, side: Side) -> int | None:
        """Return the place of the contested frame, or on the other side of its linked frame; ``None`` if missing."""
        chosen = self.adjudicating.chosen
        if chosen is None:
            return None
        contested = chosen.contested
        places = (frame_at(annotation, *predicate.place) for predicate in chosen.predicates)
        place = next((found for found in places if found is not None), None)
        if place is None or contested.side == side:
            return place
        partner = partner_of(annotation, other_side(side), (place, None))
        return None if partner is None else partner[0][0]


MOST_OF_TEXTS: Final = 0.32
"""The largest share of the height for the texts."""
MOST_LINES: Final = 3
"""The most lines of a row of contested predicates; its tooltip has all of the answer."""
MOST_OF_TABLE: Final = 0.2
"""The same for the contested predicates, until the user moves the handle."""


class ContestedView(QWidget):
    """Shows the selected translation; arrow keys and a scroll bar reach annotators who do not fit."""

    def __init__(self, adjudicating: Adjudicating, settings: Settings) -> None:
        super().__init__()
        self.adjudicating = adjudicating
        self.contested_model = ListModel(contested_columns(adjudicating, range(0)))
        self.table = RowTable(self.contested_model, "Contested predicates")
        self.table.setWordWrap(True)
        self.lanes, self.columns = Lanes(adjudicating), AnnotatorColumns(adjudicating)
        self.title, self.message = ElidedLabel(), ElidedLabel()
        self.name = QPushButton()
        self.above = QHBoxLayout()
        self._arrange(settings)
        adjudicating.changed.connect(self.refresh)
        adjudicating.reported.connect(self.message.setText)
        self.columns.shifted.connect(self._list)
        self.table.selectionModel().currentRowChanged.connect(
            lambda now, _before: adjudicating.choose_contested(now.row())
        )

    def refresh(self) -> None:
        """Show the selected translation."""
        state, item = self.adjudicating, self.adjudicating.current
        name = "" if item is None else " · ".join(map(escaped, (item.key.segment, item.key.system)))
        count = len(state.contested)
        self.title.setText(f"{name}: {self._progress()}" if item is not None else "")
        self._list()
        mark(self.table, state.place if count else None)
        self._divide()

    def _progress(self) -> str:
        """Return how many predicates are contested, and how many the gold standard overrules."""
        state = self.adjudicating
        count, overruled = len(state.contested), state.overruled
        if not count:
            return "all agree"
        if overruled == count:
            return f"all agree, but the gold standard differs in {counted(overruled, 'predicate')}"
        progress = f"{state.place + 1} of {counted(count, 'contested predicate')}"
        return f"{progress}, {overruled} where the gold standard differs from all" if overruled else progress

    def _list(self) -> None:
        """List the contested predicates, with the annotators whose frames are shown."""
        rows, model = self.adjudicating.contested, self.contested_model
        columns = contested_columns(self.adjudicating, self.columns.places)
        same = (len(rows), len(columns)) == (len(model.rows), len(model.columns))
        with QSignalBlocker(self.table.selectionModel()):
            model.show(rows, columns, same=same)

    def _divide(self) -> None:
        """Give the texts and the contested predicates the height that they need, up to their shares."""
        most = int(self.height() * MOST_OF_TEXTS)
        bar = self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent)
        self.lanes.setFixedHeight(max(60, min(most, self.lanes.height_at(self.lanes.width() - bar))))
        head = self.table.horizontalHeader().height() + 4
        wanted = head + max(2 * ROW_HEIGHT, self._fit_rows())
        self.table.setMinimumHeight(head + 2 * ROW_HEIGHT)
        self.table.setMaximumHeight(wanted)
        if not self.down.is_kept:
            height = min(wanted, max(head + 2 * ROW_HEIGHT, int(self.height() * MOST_OF_TABLE)))
            self.down.setSizes([height, max(1, self.down.height() - height)])

    def _fit_rows(self) -> int:
        """Give each row the lines that its answers need, up to a limit; return the height of all rows."""
        total, most = 0, ROW_HEIGHT + (MOST_LINES - 1) * self.table.fontMetrics().lineSpacing()
        for row in range(len(self.adjudicating.contested)):
            height = min(most, max(ROW_HEIGHT, self.table.sizeHintForRow(row) + CellDelegate.bar_room))
            self.table.setRowHeight(row, height)
            total += height
        return total

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: divide the height anew."""
        super().resizeEvent(event)
        self._divide()

    def _arrange(self, settings: Settings) -> None:
        self.message.setAccessibleName("Messages")
        self.message.setProperty("role", "muted")
        self.message.setContentsMargins(12, 0, 0, 0)
        self.title.setProperty("role", "title")
        self.name.setToolTip("The adjudicator; press to change")
        self.name.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.above.setContentsMargins(12, 0, 8, 0)
        self.above.addWidget(self.title)
        self.above.addWidget(self.message, 1)
        self.above.addWidget(QLabel("Adjudicator"))
        self.above.addWidget(self.name)
        self.down = KeptSplitter(Qt.Orientation.Vertical, settings, "adjudication")
        self.down.addWidget(self.table)
        self.down.addWidget(self.columns)
        self.down.setStretchFactor(1, 1)
        self.down.share(120, 300)
        in_column(self, self.above, self.lanes, (self.down, 1), margins=(0, 6, 0, 0), gap=4)
