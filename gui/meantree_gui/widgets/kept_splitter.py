"""A splitter whose parts stay as large as the user made them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter

from meantree_gui.settings import SPLITTER, Settings, StoredSetting


class KeptSplitter(QSplitter):
    """What was dragged holds from then on, in windows of other sizes in proportion; each orientation has its own."""

    def __init__(self, orientation: Qt.Orientation, settings: Settings, name: str) -> None:
        super().__init__(orientation)
        self.settings, self.name = settings, name
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._keep)

    def share(self, *sizes: int) -> None:
        """Make the parts as large as the user left them, or as these sizes, which stand in proportion."""
        kept = self._kept.read(self.settings).split()
        known = len(kept) == len(sizes) and all(one.isascii() and one.isdigit() and len(one) < 6 for one in kept)
        found = list(map(int, kept)) if known else []
        self.setSizes(found if sum(found) else list(sizes))

    @property
    def is_kept(self) -> bool:
        """Whether the user made the parts as large as they are."""
        return bool(self._kept.read(self.settings))

    def _keep(self) -> None:
        self._kept.write(self.settings, " ".join(map(str, self.sizes())))

    @property
    def _kept(self) -> StoredSetting[str]:
        way = "across" if self.orientation() is Qt.Orientation.Horizontal else "down"
        return SPLITTER.of(f"{self.name}-{way}")
