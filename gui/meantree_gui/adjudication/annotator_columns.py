"""The frames of all annotators and the gold standard side by side; those of the contested predicate are highlighted."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QStyle, QWidget

from meantree.alignment.linked_frames import Block, frames_of
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.comparison.comparison import ComparedFrames, is_right_to_left
from meantree.escaping import escaped, listed
from meantree.numbers import fixed
from meantree.picture.frame_picture import Chip, ChipLink, CommentedBlock, commented_blocks
from meantree_gui import theme
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.trees.graphics_items import frame_item
from meantree_gui.trees.painter import font, measure
from meantree_gui.trees.picture_canvas import NARROWEST, FlowCanvas
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import ElidedLabel

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
