"""Bars of scores: of shares, of error rates, and of predictions, which may be below zero."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem

from meantree_gui import theme
from meantree_gui.widgets.cells import CELL_ROLE, Bounds, Cell, CellDelegate, bounds, fitting_words, score_cell
from meantree_gui.widgets.tables import Column, Index, ListModel


@pytest.mark.parametrize(
    ("scores", "is_bad", "expected"),
    [
        ([0.2, None, 0.9], False, (0.0, 1.0)),
        ([], False, (0.0, 1.0)),
        ([None], False, (0.0, 1.0)),
        ([0.2, 7.5], False, (0.0, 7.5)),
        ([0.2, 3.0], True, (0.0, 1.0)),
        ([-0.4, 0.2], False, (-0.4, 0.4)),
        ([-0.4, 1.2], False, (-1.2, 1.2)),
    ],
)
def test_bounds_of_a_column(scores: list[float | None], is_bad: bool, expected: Bounds) -> None:
    assert bounds(scores, is_bad=is_bad) == expected


@pytest.mark.parametrize(
    ("score", "within", "zero", "share"),
    [
        (0.25, (0.0, 1.0), 0.0, 0.25),
        (1.5, (0.0, 1.0), 0.0, 1.0),
        (2.5, (0.0, 10.0), 0.0, 0.25),
        (-0.2, (-0.4, 0.4), 0.5, 0.25),
        (0.4, (-0.4, 0.4), 0.5, 1.0),
    ],
)
def test_bars_begin_at_zero(score: float, within: Bounds, zero: float, share: float) -> None:
    cell = score_cell(score, is_bad=False, within=within)
    assert cell.zero == zero
    assert cell.share == pytest.approx(share)


def _model_of(cell: Cell) -> ListModel[Cell]:
    """A list of one cell."""
    column: Column[Cell] = Column("score", lambda one: one)
    model = ListModel((column,))
    model.show((cell,))
    return model


def test_a_word_that_is_wider_than_its_cell_is_shortened(qapp: QApplication) -> None:
    metrics = QFontMetrics(qapp.font())
    room = metrics.horizontalAdvance("Vorratsdaten")
    fitted = fitting_words("    a Vorratsdatenspeicherung\nb", metrics, room)
    assert fitted.startswith("    a Vor")
    assert fitted.endswith("ung\nb")
    assert max(map(metrics.horizontalAdvance, fitted.split())) <= room


@pytest.mark.parametrize(("share", "left", "right"), [(0.2, True, False), (0.8, False, True)])
def test_bars_below_zero_go_to_the_left(qapp: QApplication, share: float, left: bool, right: bool) -> None:
    theme.apply_theme(qapp, "light")
    colour = QColor("#ff0000")
    model = _model_of(Cell("", share=share, zero=0.5, bar=colour))
    image = QImage(100, 28, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    option = QStyleOptionViewItem()
    option.rect = image.rect()
    painter = QPainter(image)
    index: Index = model.index(0, 0)
    assert index.data(CELL_ROLE) is not None
    CellDelegate(model).paint(painter, option, index)
    painter.end()
    painted = {x for x in range(100) for y in range(28) if image.pixelColor(x, y) == colour}
    assert (any(x < 48 for x in painted), any(x > 52 for x in painted)) == (left, right)


def test_numbers_do_not_touch_their_bars(qapp: QApplication) -> None:
    """In rows as low as those of features, which have a mark at zero."""

    def ink(cell: Cell) -> set[tuple[int, int]]:
        image = QImage(90, 24, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        model, option = _model_of(cell), QStyleOptionViewItem()
        option.rect = image.rect()
        painter = QPainter(image)
        CellDelegate().paint(painter, option, model.index(0, 0))
        painter.end()
        white = QColor("white").rgb()
        return {(x, y) for x in range(90) for y in range(24) if image.pixel(x, y) != white}

    theme.apply_theme(qapp, "light")
    number = ink(Cell("+0,880", is_number=True))
    assert number
    assert not number & ink(Cell("", is_number=True, share=0.9, zero=0.5))


def test_of_a_text_that_is_too_long_the_beginning_is_read(qapp: QApplication) -> None:
    theme.apply_theme(qapp, "light")
    model, tops = _model_of(Cell("word " * 30)), []
    for height in (40, 46):
        image = QImage(80, height, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter, option = QPainter(image), QStyleOptionViewItem()
        option.rect = image.rect()
        option.features |= QStyleOptionViewItem.ViewItemFeature.WrapText
        CellDelegate().paint(painter, option, model.index(0, 0))
        painter.end()
        tops.append(image.copy(0, 0, 80, 30))
    assert tops[0] == tops[1]
