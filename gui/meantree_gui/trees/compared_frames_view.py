"""The view of a pair's frames: chips of predicates and fillers, grouped by predicate."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from meantree.analysis.frames import Part
from meantree.comparison.comparison import ComparedFrames, Comparison
from meantree.corpus.corpus import SIDES, Side
from meantree.metrics.evidence import Place
from meantree.picture.frame_picture import Chip, frames_picture, frames_title
from meantree_gui.trees.graphics_items import FADED, GroupItem, set_frame_tooltip
from meantree_gui.trees.painter import measure
from meantree_gui.trees.picture_canvas import FlowCanvas
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import RETURN


class ComparedFramesView(FlowCanvas):
    """Draws :class:`ComparedFrames`.

    Arrow keys move the cursor, Return or a click requests the units of a chip.
    """

    def __init__(self) -> None:
        super().__init__("Frames of hypothesis and reference")
        self.content: ComparedFrames | None = None
        self.chips: dict[tuple[Side, Part], GroupItem] = {}
        self._highlight: frozenset[tuple[Side, Part]] = frozenset()
        self._cursor = -1

    def show_content(self, content: ComparedFrames | None) -> None:
        """Draw the frames of another pair."""
        if content is None or self.content is None or content.words != self.content.words:
            self._cursor = -1
        self.content = content
        self._highlight = frozenset()
        self.refresh()

    def highlight(self, hypothesis: Iterable[Place], reference: Iterable[Place]) -> None:
        """Fade the chips outside these places; if the places name no chips, fade none."""
        named = zip(SIDES, (hypothesis, reference), strict=True)
        self._highlight = frozenset((side, part) for side, places in named for place in places for part in place.parts)
        self._update_highlight()

    def refresh(self) -> None:
        """Override Canvas.refresh."""
        content = self.content
        self.chips = {}
        picture = frames_picture(content, self.room, measure) if content is not None else None
        for item in self.put(picture):
            if content is not None:
                set_frame_tooltip(item, content)
            if isinstance(item.of, Chip):
                self.chips[item.of.side, item.of.part] = item
        self.right_to_left = content is not None and content.right_to_left
        self._update_highlight()

    @property
    def full_height(self) -> int:
        """The height of the whole picture in pixels."""
        return round(self.sceneRect().height() * self.transform().m22()) + 2

    def _update_highlight(self) -> None:
        for place, (part, item) in enumerate(self.chips.items()):
            item.setOpacity(FADED if self._highlight and part not in self._highlight else 1.0)
            item.set_state(focused=place == self._cursor and self.hasFocus())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QGraphicsView.keyPressEvent: the cursor visits the chips in order."""
        step = self.word_step(event, len(self.chips))
        if step is not None and self.chips:
            start = self._cursor if self._cursor >= 0 else (-1 if step > 0 else len(self.chips))
            self._cursor = min(len(self.chips) - 1, max(0, start + step))
            self.ensureVisible([*self.chips.values()][self._cursor], 10, 10)
            self._update_highlight()
        elif event.key() in RETURN and 0 <= self._cursor < len(self.chips):
            self._request_units([[*self.chips.values()][self._cursor]])
        elif event.key() == Qt.Key.Key_Escape:
            self._cursor = -1
            self.highlight((), ())
        else:
            super().keyPressEvent(event)


class FramesPane(QWidget):
    """The frames of both texts, with a title."""

    def __init__(self) -> None:
        super().__init__()
        self.title = plain_label(side_margin=8)
        self.view = ComparedFramesView()
        in_column(self, self.title, (self.view, 1), margins=(0, 0, 0, 0), gap=0)

    def show_content(self, comparison: Comparison | None) -> None:
        """Show the frames of another pair."""
        frames = comparison.frames if comparison is not None else None
        self.title.setText(f"Frames · {frames_title(frames)}" if frames is not None else "")
        self.view.show_content(frames)

    @property
    def full_height(self) -> int:
        """The height of title and all frames in pixels."""
        return self.title.sizeHint().height() + self.view.full_height
