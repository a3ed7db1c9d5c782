"""The right side of the adjudication: texts, contested predicates, and the frames of all annotators side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollBar, QStyle, QWidget

from meantree.alignment.linked_frames import Block, frames_of, partner_of
from meantree.analysis.frames import Role, Span
from meantree.annotation.adjudication import frame_at
from meantree.annotation.edits import other_side
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.comparison.comparison import ComparedFrames
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import counted, escaped, is_right_to_left, listed
from meantree.numbers import fixed
from meantree.picture.frame_picture import Chip, ChipLink, CommentedBlock, commented_blocks
from meantree.picture.frame_text import Bar, TextPicture, text_picture
from meantree_gui import theme
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.adjudication.translation_list import contested_columns, mark
from meantree_gui.annotation_editor.side_text import BarItem, WordItem
from meantree_gui.settings import Settings
from meantree_gui.trees.painter import font, frame_item, measure
from meantree_gui.trees.picture_canvas import NARROWEST, FlowCanvas
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import CellDelegate
from meantree_gui.widgets.labels import ElidedLabel
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.tables import ROW_HEIGHT, ListModel, RowTable

NO_FRAME = "no frame of this predicate"


class AnnotatorFrames(FlowCanvas):
    """The view of all frames of one annotation."""

    def __init__(self, adjudicating: Adjudicating) -> None:
        super().__init__("Frames")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.adjudicating = adjudicating
        self.annotation: Annotation | None = None
        self.key: AnnotationKey | None = None
        self.highlighted: CommentedBlock | None = None

    def show_annotation(self, annotation: Annotation) -> None:
        """Draw an annotation; the view of another translation starts at the top."""
        current = self.adjudicating.current
        if current is not None and current.key != self.key:
            self.key = current.key
            self.verticalScrollBar().setValue(0)
        self.annotation = annotation
        self.refresh()

    def refresh(self) -> None:
        """Draw again."""
        self.scene().clear()
        self.setBackgroundBrush(QColor(theme.current().surface))
        drawn = self._draw(self.annotation) if self.annotation is not None and self.adjudicating.words else ()
        height = drawn[-1].picture.top + drawn[-1].height + 8 if drawn else 4.0
        self.scene().setSceneRect(QRectF(0, 0, self.room, height))
        self.highlighted = next((block for block in drawn if self._is_chosen(block.picture.block)), None)
        if self.highlighted is not None:
            self._scroll_to(self.highlighted)

    def _scroll_to(self, block: CommentedBlock) -> None:
        """Scroll to a block, and to its contested predicate if the block is higher than the view."""
        self.ensureVisible(QRectF(0, block.picture.top, 10, block.height), 0, 4)
        for chip in block.picture.chips:
            if self._is_predicate(chip):
                self.ensureVisible(QRectF(0, chip.y, 10, chip.height), 0, 4)

    def _draw(self, annotation: Annotation) -> tuple[CommentedBlock, ...]:
        # It imports file readers, which are not needed at start-up.
        from meantree.annotation.annotation_scores import marks_of

        words, palette = self.adjudicating.words, theme.current()
        leftwards = is_right_to_left(" ".join(words["hypothesis"]))
        content = ComparedFrames(annotation, words, marks_of(annotation, words), right_to_left=leftwards)
        comments = {part: escaped(text) for part, text in annotation.part_comments.items()}
        drawn = commented_blocks(content, self.room, measure, comments)
        for commented in drawn:
            block, is_highlighted = commented.picture, self._is_chosen(commented.picture.block)
            if is_highlighted:
                room = QRectF(4, block.top, self.room - 8, commented.height + 6)
                patch = self.scene().addRect(room, QColor(palette.selection), QColor(palette.selection))
                patch.setZValue(-1)
            title = self.scene().addSimpleText(
                f"{'▸ ' if is_highlighted else ''}{block.number}  {block.title}", font("note")
            )
            title.setBrush(QColor(palette.text if is_highlighted else palette.muted))
            title.setPos(12, block.top + 3)
            shapes: list[Chip | ChipLink] = [*block.links, *block.chips]
            for shape in shapes:
                self.scene().addItem(frame_item(content, shape))
            for line in commented.comments:
                comment = self.scene().addSimpleText(line.text, font("note"))
                comment.setBrush(QColor(palette.accent))
                comment.setPos(line.x, line.y)
        return drawn

    def _is_predicate(self, chip: Chip) -> bool:
        chosen = self.adjudicating.chosen
        return chosen is not None and chip.side == chosen.contested.side and chip.part[1] is None

    def _is_chosen(self, block: Block) -> bool:
        chosen, annotation = self.adjudicating.chosen, self.annotation
        if chosen is None or annotation is None:
            return False
        place = block.place(chosen.contested.side)
        if place is None:
            return False
        spans = [predicate.predicate for predicate in chosen.predicates]
        return frames_of(annotation, chosen.contested.side)[place].predicate in spans


class AnnotatorColumn(QWidget):
    """The name, state and score of an annotation above its frames."""

    def __init__(self, adjudicating: Adjudicating) -> None:
        super().__init__()
        self.head, self.note, self.frames = ElidedLabel(), ElidedLabel(), AnnotatorFrames(adjudicating)
        self.head.setProperty("role", "title")
        self.note.setProperty("role", "muted")
        for label in (self.head, self.note):
            label.setContentsMargins(12, 0, 4, 0)
        in_column(self, self.head, self.note, (self.frames, 1), margins=(0, 0, 0, 0), gap=1)


class AnnotatorColumns(QWidget):
    """One column per annotator, in the order of the keys that take their frames, then the gold standard.

    As many columns are shown as fit; a scroll bar and keys reach the others.

    Signals:
        shifted: other annotators are shown.
    """

    shifted = Signal()

    def __init__(self, adjudicating: Adjudicating) -> None:
        super().__init__()
        self.adjudicating = adjudicating
        self.columns: list[AnnotatorColumn] = []
        self.row = QHBoxLayout()
        self.row.setSpacing(1)
        self.bar = QScrollBar(Qt.Orientation.Horizontal)
        self.bar.setAccessibleName("Annotators")
        self.bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bar.setToolTip("More annotators (Left, Right)")
        self.bar.valueChanged.connect(self._shift)
        in_column(self, (self.row, 1), self.bar, margins=(0, 0, 0, 0), gap=0)
        adjudicating.changed.connect(self.refresh)
        adjudicating.frame_taken.connect(self.reveal)

    @property
    def places(self) -> range:
        """The 0-based numbers of the annotators whose frames are shown."""
        return range(self.bar.value(), self.bar.value() + self.bar.pageStep())

    def shift(self, by: int) -> None:
        """Show annotators further right, or further left if negative."""
        self.bar.setValue(self.bar.value() + by)

    def reveal(self, number: int) -> None:
        """Scroll to the annotator of a 0-based number."""
        first = min(self.bar.value(), number)
        self.bar.setValue(max(first, number - self.bar.pageStep() + 1))

    def refresh(self) -> None:
        """Draw again."""
        item = self.adjudicating.current
        self._make(len(item.work) + 1 if item is not None else 0)
        self._fit()
        if item is None:
            return
        for number, (name, annotation) in enumerate(item.work.items()):
            if number in self.places:
                self._show(self.columns[number], f"{number + 1}  {escaped(name)}", annotation.state.value, annotation)
        state = "started" if item.gold is not None else "open"
        if item.finalized_by:
            state = f"finalized by {escaped(item.finalized_by)}"
        if item.decided_beside:
            state = f"{state}, reference decided for {listed(map(escaped, item.decided_beside))}"
        self._show(self.columns[-1], "Gold standard", state, item.current)

    def _show(self, column: AnnotatorColumn, head: str, state: str, annotation: Annotation) -> None:
        score = self.adjudicating.score(annotation)
        column.head.setText(head)
        column.frames.show_annotation(annotation)
        missing = f" · {NO_FRAME}" if self.adjudicating.chosen is not None and column.frames.highlighted is None else ""
        column.note.setText(f"HMEANT {'undefined' if score is None else fixed(score)} · {state}{missing}")

    def _make(self, count: int) -> None:
        while len(self.columns) > count:
            column = self.columns.pop()
            self.row.removeWidget(column)
            column.deleteLater()
        while len(self.columns) < count:
            self.columns.append(AnnotatorColumn(self.adjudicating))
            self.row.addWidget(self.columns[-1], 1)

    def _fit(self) -> None:
        """Show as many annotators as fit next to the gold standard, at least one."""
        people = max(0, len(self.columns) - 1)
        fitting_columns = self.width() // round(
            NARROWEST + self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        )
        fitting = max(1, min(people, fitting_columns - 1))
        with QSignalBlocker(self.bar):
            self.bar.setPageStep(fitting)
            self.bar.setRange(0, max(0, people - fitting))
        self.bar.setVisible(people > fitting)
        for number, column in enumerate(self.columns):
            column.setVisible(number in self.places or number == people)

    def _shift(self) -> None:
        self.refresh()
        self.shifted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: more or fewer columns fit."""
        super().resizeEvent(event)
        before = self.places
        self._fit()
        if self.places != before:
            self._shift()


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
