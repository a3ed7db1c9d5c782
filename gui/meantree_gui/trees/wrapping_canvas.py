"""A picture whose rows can be broken where its view ends."""

from __future__ import annotations

from PySide6.QtCore import QSizeF, Qt

from meantree_gui.trees.canvas import Canvas

FITTED = (1.25, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6)
"""Scales at which broken rows may be fitted into a view; at smaller ones labels cannot be read."""


class WrappingCanvas(Canvas):
    """Rows are broken anew whenever view or scale change.

    Attributes:
        wrapped: whether a user wants rows to be broken.
    """

    wrapped = False
    _filled = 0.0

    @property
    def is_wrapped(self) -> bool:
        """Whether there are rows to be broken, and they are."""
        return self.wrapped

    @property
    def room(self) -> float | None:
        """How wide rows may be at scale 1, None for any width."""
        return self.viewport().width() / self.transform().m11() if self.is_wrapped else None

    def size_at(self, width: float) -> QSizeF:
        """How large the picture is at scale 1 if its rows are so wide at most."""
        raise NotImplementedError

    @property
    def wanted_height(self) -> int:
        """Override Canvas.wanted_height: that of all rows."""
        width = self.viewport().width()
        return round(self.size_at(width).height()) if self.is_wrapped else super().wanted_height

    def set_wrapped(self, wanted: bool) -> None:
        """Break rows, or let them be as long as they are."""
        if wanted == self.wrapped:
            return
        self.wrapped = wanted
        always, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        # A bar that comes and goes would change the width, and with it the rows.
        self.setVerticalScrollBarPolicy(always if wanted else needed)
        self._draw()
        self.start_scale()

    def start_scale(self) -> None:
        """Override Canvas.start_scale: broken rows are read from the top."""
        if not self.is_wrapped:
            super().start_scale()
        elif self._is_fitted:
            self.fit()
        elif not self._scale_chosen:
            self._set_scale(1.0)
            self.verticalScrollBar().setValue(0)
        else:
            self._fill()

    def fitting_scale(self) -> float:
        """Override Canvas.fitting_scale: with rows as they are broken at that scale."""
        if not self.is_wrapped:
            return super().fitting_scale()
        view = self.viewport().rect()
        for scale in FITTED:
            size = self.size_at(view.width() / scale) * scale
            if size.height() <= view.height() and size.width() <= view.width():
                return scale
        return FITTED[-1]

    def _set_scale(self, scale: float) -> None:
        super()._set_scale(scale)
        self._fill()

    def _fill(self) -> None:
        if self.is_wrapped and self.room != self._filled:
            self._draw()

    def _draw(self) -> None:
        """Draw again; what is drawn remembers the room that it had."""
        self._filled = self.room or 0.0
        self.refresh()
