"""Widgets in rows and columns; light, for the start of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Item = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""What stands in a row or column: with a number, it takes that share of the spare room; a number alone stays empty."""


def in_column(
    on: QWidget | None, *items: Item, margins: tuple[int, int, int, int] | None = None, gap: int | None = None
) -> QVBoxLayout:
    """Put items below each other on a widget, or, on None, in a layout that is part of another.

    Args:
        items: from the top.
        margins: pixels left, above, right and below; those of the style by default.
        gap: pixels between the items; that of the style by default.
    """
    column = QVBoxLayout() if on is None else QVBoxLayout(on)
    _fill(column, items, margins, gap)
    return column


def in_row(
    on: QWidget | None, *items: Item, margins: tuple[int, int, int, int] | None = None, gap: int | None = None
) -> QHBoxLayout:
    """Put items beside each other, as :func:`in_column` does below each other."""
    row = QHBoxLayout() if on is None else QHBoxLayout(on)
    _fill(row, items, margins, gap)
    return row


def _fill(
    layout: QBoxLayout, items: Sequence[Item], margins: tuple[int, int, int, int] | None, gap: int | None
) -> None:
    if margins is not None:
        layout.setContentsMargins(*margins)
    if gap is not None:
        layout.setSpacing(gap)
    for item in items:
        part, share = item if isinstance(item, tuple) else (item, 0)
        if isinstance(part, QWidget):
            layout.addWidget(part, share)
        elif isinstance(part, QLayout):
            layout.addLayout(part, share)
        else:
            layout.addStretch(part)
