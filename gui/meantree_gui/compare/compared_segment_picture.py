"""The picture of one segment: two systems compared with one reference, in words, as a tree or as frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QToolButton, QWidget

from meantree.comparison.compare import ComparisonOptions
from meantree.comparison.two_systems import SystemComparison
from meantree.escaping import escaped
from meantree_gui.compare.two_systems_view import SharedTreeView, ThreeRowsView
from meantree_gui.state.comparer import Comparer, TwoSystemsRequest
from meantree_gui.state.selection import ANALYSING
from meantree_gui.trees.tree_pair import ComparedFramesView, Legend
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.labels import ElidedLabel, plain_label

if TYPE_CHECKING:
    from meantree_gui.state.contrast import Contrast


SIDE_BY_SIDE = 760
"""From this width in pixels both pictures of frames are side by side."""
LOW = 320
"""Below this height in pixels they are side by side, too, for lack of room one above the other."""
LEAST_TREE = 90
"""The height in pixels that a tree needs below the rows of words; with less, it is shown only where it is chosen."""
MIN_ROWS_HEIGHT = 60
"""In pixels."""
LEGEND, UNMARKED = "upper line {}, lower {}, where they differ", "no word is counted by {}"


class SharedFramesView(QWidget):
    """The frames of each translation and the reference; empty if another structure is compared."""

    def __init__(self) -> None:
        super().__init__()
        self.views = ComparedFramesView(), ComparedFramesView()
        self.names = plain_label(), plain_label()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        for name, view in zip(self.names, self.views, strict=True):
            name.setMinimumWidth(1)
            name.setContentsMargins(12, 0, 0, 0)
            column = in_column(None, name, (view, 1), gap=0)
            self._row.addLayout(column, 1)

    @property
    def has_frames(self) -> bool:
        """Whether there are frames to draw."""
        return any(view.words for view in self.views)

    def show_content(self, content: SystemComparison | None) -> None:
        """Draw another segment, or nothing for None."""
        for place, (name, view) in enumerate(zip(self.names, self.views, strict=True)):
            comparison = content.comparisons[place] if content is not None else None
            are_frames = comparison is not None and comparison.structure == "frames"
            view.show_content(comparison.frames if comparison is not None and are_frames else None)
            system = escaped(content.systems[place]) if content is not None else ""
            name.setText(system)
            view.setAccessibleName(f"Frames of {system} and the reference")

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        for view in self.views:
            view.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: in a narrow and high widget one picture is above the other."""
        super().resizeEvent(event)
        directions = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(directions[self.width() >= SIDE_BY_SIDE or self.height() < LOW])


class ComparedSegmentPicture(QWidget):
    """Draws the current segment; compares nothing while hidden."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__()
        self.contrast, self.selection = contrast, contrast.selection
        self.title, self.legend, self.message = plain_label(role="title"), ElidedLabel(), plain_label(wrapped=True)
        self.rows, self.tree, self.frames, self.styles = ThreeRowsView(), SharedTreeView(), SharedFramesView(), Legend()
        self.with_tree = QToolButton()
        self._has_chosen = False
        self.drawn_request: TwoSystemsRequest | None = None
        self._comparer = Comparer(contrast.workspace.background)
        self._comparer.compared.connect(self._take)
        self._arrange()
        self.rows.pointed.connect(self.tree.point_at)
        self.tree.pointed.connect(self.rows.point_at_reference)
        self.rows.laid_out.connect(self._share_height)
        for signal in (
            self.selection.segment_chosen,
            self.selection.reference_chosen,
            contrast.restarted,
            contrast.workspace.segment_changed,
        ):
            signal.connect(self._compare)

    @property
    def content(self) -> SystemComparison | None:
        """The drawn comparison."""
        return self.rows.content

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        self.rows.refresh()
        self.tree.refresh()
        self.frames.refresh()

    def _compare(self) -> None:
        request = self._request() if self.isVisible() else None
        if request is None:
            self._comparer.forget()
            self._show(None, "")
        elif not self._comparer.compare(request) and not request.has_same_texts(self.drawn_request):
            self._show(None, ANALYSING)

    def _request(self) -> TwoSystemsRequest | None:
        segment, table, pairing = self.selection.segment, self.contrast.scoring.table, self.contrast.pairing
        if segment is None or table is None or pairing.spec not in table.metrics or "" in pairing.both:
            return None
        metrics = {pairing.spec: table.metrics[pairing.spec]}
        store, layers = self.contrast.workspace.store, self.contrast.scoring.layers
        reference = self.selection.reference
        return TwoSystemsRequest(
            segment, pairing.first, reference, metrics, pairing.spec, ComparisonOptions(), store, layers, pairing.second
        )

    def _take(self, request: TwoSystemsRequest, comparison: SystemComparison | str) -> None:
        if isinstance(comparison, str):
            self._show(None, comparison)
        else:
            self.drawn_request = request
            self._show(comparison, "")

    def _show(self, content: SystemComparison | None, message: str) -> None:
        if content is None:
            self.drawn_request = None
        self.rows.show_content(content)
        self.tree.show_both(content)
        self.frames.show_content(content)
        self.message.setText(message)
        self.message.setVisible(bool(message))
        self.rows.setVisible(content is not None)
        self.with_tree.setVisible(self.tree.has_tree or self.frames.has_frames)
        self.with_tree.setText("Frames" if self.frames.has_frames else "Tree")
        self._show_tree(self.with_tree.isChecked())
        segment, spec = self.selection.segment, self.contrast.pairing.spec
        self.title.setText(f"Segment {escaped(segment.key)} · {escaped(spec)}" if segment is not None else "")
        rule = f"{escaped(content.rule)} · " if content is not None and content.rule else ""
        marks = [text.marks for one in content.comparisons for text in one.texts] if content is not None else []
        is_marked = self.frames.has_frames or any(mark.tokens or mark.arcs for mark in marks)
        words = LEGEND.format(*map(escaped, content.systems)) if content is not None and is_marked else ""
        self.legend.setText(rule + (words if words or content is None else UNMARKED.format(escaped(spec))))
        self.styles.show_statuses(content.comparisons[0].legend if content is not None and is_marked else ())
        self._share_height()

    def _share_height(self) -> None:
        """Give the rows the height that they need; a tree has what is left, and squeezes its arcs into it."""
        room = self.height() - self.title.height()
        wanted = round(self.rows.needed) + 4
        if not self._has_chosen:
            self.with_tree.setChecked(not self.tree.has_tree or wanted <= room - LEAST_TREE)  # the texts come first
        most = room if self.tree.isHidden() and self.frames.isHidden() else room - LEAST_TREE
        self.rows.setFixedHeight(max(MIN_ROWS_HEIGHT, min(wanted, most)))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: compare while visible."""
        super().showEvent(event)
        self._compare()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._share_height()

    def toggle_tree(self) -> None:
        """Show or hide the tree of the reference, or the frames, whatever room there is."""
        self.with_tree.click()

    def _choose(self) -> None:
        self._has_chosen = True

    def _show_tree(self, wanted: bool) -> None:
        self.tree.setVisible(wanted and self.tree.has_tree)
        self.frames.setVisible(wanted and self.frames.has_frames)
        self._share_height()

    def _arrange(self) -> None:
        self.with_tree.setText("Tree")
        self.with_tree.setToolTip("Show the tree of the reference, or the frames of both systems (Alt+T)")
        self.with_tree.setCheckable(True)
        self.with_tree.setChecked(True)
        self.with_tree.setAutoRaise(True)
        self.with_tree.toggled.connect(self._show_tree)
        self.with_tree.pressed.connect(self._choose)  # before it is toggled
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.legend.setProperty("role", "muted")
        self.legend.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        above = in_row(None, self.title, (self.legend, 1), self.styles, self.with_tree, gap=12)
        above.setAlignment(self.styles, Qt.AlignmentFlag.AlignVCenter)
        in_column(
            self, above, (self.message, 1), self.rows, (self.tree, 1), (self.frames, 1), 0, margins=(0, 4, 0, 0), gap=2
        )
        self.setMinimumHeight(120)
