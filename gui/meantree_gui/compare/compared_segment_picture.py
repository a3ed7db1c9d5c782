"""The picture of one segment: two systems compared with one reference, in words, as a tree or as frames."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from meantree.comparison.two_systems import SystemComparison
from meantree.escaping import escaped
from meantree_gui.compare.two_systems_view import SharedTreeView, ThreeRowsView
from meantree_gui.state.comparer import Comparer, TwoSystemsRequest
from meantree_gui.state.selection import ANALYSING
from meantree_gui.trees.compared_frames_view import ComparedFramesView

if TYPE_CHECKING:
    from meantree_gui.state.contrast import Contrast


BESIDE = 760
"""From this width on both stand beside each other."""
LOW = 320
"""Below this height they do so, too: there is no room for one below the other."""
ROWS_SHARE = 0.55
"""The most of the height that rows take where there is a tree, too."""
LEAST = 60
LEGEND = "two lines where they differ: upper {}, lower {}"


class SharedFramesView(QWidget):
    """One picture of frames a translation; empty where something else is compared."""

    def __init__(self) -> None:
        super().__init__()
        self.views = ComparedFramesView(), ComparedFramesView()
        self.names = QLabel(), QLabel()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        for name, view in zip(self.names, self.views, strict=True):
            name.setTextFormat(Qt.TextFormat.PlainText)
            name.setProperty("role", "muted")
            name.setMinimumWidth(1)
            name.setContentsMargins(12, 0, 0, 0)
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(name)
            column.addWidget(view, 1)
            self._row.addLayout(column, 1)

    @property
    def has_frames(self) -> bool:
        """Whether there are any to draw."""
        return any(view.chips for view in self.views)

    def show_content(self, content: SystemComparison | None) -> None:
        """Draw another segment, or nothing."""
        for place, (name, view) in enumerate(zip(self.names, self.views, strict=True)):
            one = content.comparisons[place] if content is not None else None
            view.show_content(one.frames if one is not None and one.structure == "frames" else None)
            system = escaped(content.systems[place]) if content is not None else ""
            name.setText(system)
            view.setAccessibleName(f"Frames of {system} and the reference")

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        for view in self.views:
            view.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: where it is narrow and high one stands above the other."""
        super().resizeEvent(event)
        directions = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(directions[self.width() >= BESIDE or self.height() < LOW])


class ComparedSegmentPicture(QWidget):
    """Follows the segment that is looked at; as long as nobody looks here, nothing is compared."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__()
        self.contrast, self.selection = contrast, contrast.selection
        self.title, self.legend, self.message = QLabel(), QLabel(), QLabel()
        self.rows, self.tree, self.frames = ThreeRowsView(), SharedTreeView(), SharedFramesView()
        self.with_tree = QToolButton()
        self.shown: TwoSystemsRequest | None = None
        self._comparer = Comparer(contrast.workspace.background)
        self._comparer.made.connect(self._take)
        self._arrange()
        self.rows.pointed.connect(self.tree.point_at)
        self.tree.pointed.connect(self.rows.point_at)
        self.rows.laid_out.connect(self._share_height)
        for signal in (
            self.selection.segment_chosen,
            self.selection.reference_chosen,
            contrast.restarted,
            contrast.workspace.segment_changed,
        ):
            signal.connect(self._ask)

    @property
    def content(self) -> SystemComparison | None:
        """What is drawn."""
        return self.rows.content

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.rows.refresh()
        self.tree.refresh()
        self.frames.refresh()

    def _ask(self) -> None:
        request = self._request() if self.isVisible() else None
        if request is None:
            self._comparer.forget()
            self._show(None, "")
        elif not self._comparer.make(request) and not request.is_of(self.shown):
            self._show(None, ANALYSING)

    def _request(self) -> TwoSystemsRequest | None:
        from meantree.comparison.compare import ComparisonOptions

        segment, table, asked = self.selection.segment, self.contrast.scoring.table, self.contrast.pairing
        if segment is None or table is None or asked.spec not in table.metrics or "" in (asked.first, asked.second):
            return None
        alone = {asked.spec: table.metrics[asked.spec]}
        store, depth = self.contrast.workspace.store, self.contrast.scoring.depth
        reference = self.selection.reference
        return TwoSystemsRequest(
            segment, asked.first, reference, alone, asked.spec, ComparisonOptions(), store, depth, asked.second
        )

    def _take(self, request: TwoSystemsRequest, found: SystemComparison | str) -> None:
        if isinstance(found, str):
            self._show(None, found)
        else:
            self.shown = request
            self._show(found, "")

    def _show(self, content: SystemComparison | None, message: str) -> None:
        if content is None:
            self.shown = None
        self.rows.show_content(content)
        self.tree.show_content(content)
        self.frames.show_content(content)
        self.message.setText(message)
        self.message.setVisible(bool(message))
        self.rows.setVisible(content is not None)
        self.with_tree.setVisible(self.tree.has_tree or self.frames.has_frames)
        self.with_tree.setText("Frames" if self.frames.has_frames else "Tree")
        self._show_tree(self.with_tree.isChecked())
        segment, spec = self.selection.segment, self.contrast.pairing.spec
        self.title.setText(f"Segment {escaped(segment.key)} · {escaped(spec)}" if segment is not None else "")
        note = f"{escaped(content.rule)} · " if content is not None and content.rule else ""
        told = LEGEND.format(*map(escaped, content.systems)) if content is not None else ""
        self.legend.setText(note + told)
        self.legend.setToolTip(f"<p>{escape(note + told)}</p>" if note + told else "")
        self._share_height()

    def _share_height(self) -> None:
        """As much for the rows as they need, but the tree keeps its part."""
        room = self.height() - self.title.height()
        wanted = round(self.rows.needed) + 4
        most = round(ROWS_SHARE * room) if not (self.tree.isHidden() and self.frames.isHidden()) else room
        self.rows.setFixedHeight(max(LEAST, min(wanted, most)))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: somebody looks."""
        super().showEvent(event)
        self._ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._share_height()

    def toggle_tree(self) -> None:
        """Show the tree of the reference, or the frames, or leave all the room to the words."""
        self.with_tree.toggle()

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
        self.title.setProperty("role", "title")
        self.legend.setProperty("role", "muted")
        self.message.setProperty("role", "muted")
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setWordWrap(True)
        for label in (self.title, self.legend, self.message):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.legend.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        above = QHBoxLayout()
        above.setSpacing(12)
        above.addWidget(self.title)
        above.addWidget(self.legend, 1)
        above.addWidget(self.with_tree)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(2)
        column.addLayout(above)
        column.addWidget(self.message, 1)
        column.addWidget(self.rows)
        column.addWidget(self.tree, 1)
        column.addWidget(self.frames, 1)
        column.addStretch(0)
        self.setMinimumHeight(120)
