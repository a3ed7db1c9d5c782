"""Rows that wrap, forms that scroll, and a splitter that keeps the sizes that the user gave its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QSplitter,
    QWidget,
)

from meantree_gui.settings import SPLITTER, Settings, StoredSetting
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import plain_label

Row = Sequence[QLayoutItem]


class FlowLayout(QLayout):
    """Items in rows, as wide as their size hints; those that can grow share the spare width of a row.

    If it ``squeezes``, items shrink to their minimum width before one of them moves to the next row.
    """

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6, squeezes: bool = False) -> None:
        super().__init__(parent)
        self._squeezes = squeezes
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        """By width, as Qt asks for them again and again."""
        self.setSpacing(gap)

    def addItem(self, item: QLayoutItem) -> None:
        """Override QLayout.addItem."""
        self._items.append(item)

    def count(self) -> int:
        """Override QLayout.count."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Override QLayout.itemAt."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Override QLayout.takeAt."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Override QLayout.expandingDirections: horizontal."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """Override QLayout.hasHeightForWidth."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Override QLayout.heightForWidth."""
        if width not in self._heights:
            left, top, right, bottom = self._margins()
            heights = [max(item.sizeHint().height() for item in row) for row in self._rows(width - left - right)]
            self._heights[width] = top + bottom + sum(heights) + self.spacing() * max(0, len(heights) - 1)
        return self._heights[width]

    def invalidate(self) -> None:
        """Override QLayout.invalidate."""
        self._heights = {}
        super().invalidate()

    def sizeHint(self) -> QSize:
        """Override QLayout.sizeHint: all in one row."""
        left, top, right, bottom = self._margins()
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return QSize(width + left + right, max((size.height() for size in sizes), default=0) + top + bottom)

    def minimumSize(self) -> QSize:
        """Override QLayout.minimumSize: the widest item."""
        left, top, right, bottom = self._margins()
        size = QSize(0, 0)
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size + QSize(left + right, top + bottom)

    def setGeometry(self, rect: QRect) -> None:
        """Override QLayout.setGeometry."""
        super().setGeometry(rect)
        left, top, right, _ = self._margins()
        room, y = rect.width() - left - right, rect.top() + top
        for row in self._rows(room):
            high = max(item.sizeHint().height() for item in row)
            x = rect.left() + left
            for item, width in zip(row, self._widths(row, room), strict=True):
                place = QRect(QPoint(x, y), QSize(width, high))
                item.setGeometry(place)
                x += width + self.spacing()
            y += high + self.spacing()

    def _margins(self) -> tuple[int, int, int, int]:
        margins = self.contentsMargins()
        return margins.left(), margins.top(), margins.right(), margins.bottom()

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _rows(self, room: int) -> Iterator[Row]:
        row: list[QLayoutItem] = []
        used = 0
        for item in self._shown():
            width = self._needed(item)
            if row and used + width > room:
                yield row
                row, used = [], 0
            row.append(item)
            used += width + self.spacing()
        if row:
            yield row

    def _needed(self, item: QLayoutItem) -> int:
        return (item.minimumSize() if self._squeezes else item.sizeHint()).width()

    def _widths(self, row: Row, room: int) -> list[int]:
        hints = [min(item.sizeHint().width(), room) for item in row]
        if not self._squeezes:
            return self._grown(row, hints, room)
        widths = [min(self._needed(item), room) for item in row]
        spare = room - sum(widths) - self.spacing() * (len(row) - 1)
        narrowed = sorted(range(len(row)), key=lambda place: hints[place] - widths[place])
        for number, place in enumerate(narrowed):  # items that need little leave more to the others
            more = max(0, min(hints[place] - widths[place], spare // (len(row) - number)))
            widths[place] += more
            spare -= more
        return widths

    def _grown(self, row: Row, widths: list[int], room: int) -> list[int]:
        growing = [place for place, item in enumerate(row) if item.expandingDirections() & Qt.Orientation.Horizontal]
        spare = room - sum(widths) - self.spacing() * (len(row) - 1)
        for number, place in enumerate(growing):
            share = spare // (len(growing) - number)
            wider = min(widths[place] + share, row[place].maximumSize().width())
            spare -= wider - widths[place]
            widths[place] = wider
        return widths


def together(name: str, chooser: QComboBox) -> QWidget:
    """Return a widget with a chooser next to its label; the chooser grows with the width."""
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    if name:
        label = plain_label(name)
        label.setBuddy(chooser)
        row.addWidget(label)
    row.addWidget(chooser, 1)
    pair.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return pair


class ChooserRow(QWidget):
    """Choosers with their labels in rows that wrap; each can be hidden.

    Args:
        letters: of a chosen entry that are legible in the narrowest window.
    """

    def __init__(self, letters: int) -> None:
        super().__init__()
        self._letters, self._pairs = letters, dict[QWidget, QWidget]()
        self.row = FlowLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)

    def add(self, label: str, name: str, tip: str, choose: Callable[[], None], *, letters: int = 0) -> StillComboBox:
        """Return a new chooser at the end.

        Args:
            label: beside it; empty for none.
            name: for screen readers.
            choose: called when the user chooses an entry.
            letters: as for the row, if they differ.
        """
        chooser = StillComboBox()
        chooser.setAccessibleName(name)
        chooser.setToolTip(tip)
        chooser.set_narrowest(letters or self._letters)
        chooser.activated.connect(choose)
        self._pairs[chooser] = together(label, chooser)
        self.row.addWidget(self._pairs[chooser])
        return chooser

    def show_only(self, visible: Mapping[QWidget, bool]) -> None:
        """Show and hide choosers with their labels, hiding first: else the window would grow to hold them all."""
        for is_shown in (False, True):
            for widget in (widget for widget, wanted in visible.items() if wanted is is_shown):
                self._pairs.get(widget, widget).setVisible(is_shown)


class KeptSplitter(QSplitter):
    """A splitter that stores the sizes the user dragged, for each orientation, and keeps their proportion."""

    def __init__(self, orientation: Qt.Orientation, settings: Settings, name: str) -> None:
        super().__init__(orientation)
        self.settings, self.name = settings, name
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._store_sizes)

    def share(self, *sizes: int) -> None:
        """Set the stored sizes of the parts, by default these proportions."""
        texts = self._setting.read(self.settings).split()
        is_valid = len(texts) == len(sizes) and all(
            text.isascii() and text.isdigit() and len(text) < 6 for text in texts
        )
        stored = list(map(int, texts)) if is_valid else []
        self.setSizes(stored if sum(stored) else list(sizes))

    def _store_sizes(self) -> None:
        self._setting.write(self.settings, " ".join(map(str, self.sizes())))

    @property
    def _setting(self) -> StoredSetting[str]:
        axis = "across" if self.orientation() is Qt.Orientation.Horizontal else "down"
        return SPLITTER.of(f"{self.name}-{axis}")
