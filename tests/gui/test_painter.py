"""The window draws what leaves it: one display list, painted by Qt or written as SVG."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from helpers.frames import annotated
from helpers.predicted import predicted
from helpers.trees import bracketed, parsed
from helpers.windows import present
from meantree.comparison.compare import compare
from meantree.comparison.prediction import Prediction
from meantree.comparison.two_systems import compare_systems
from meantree.metrics.evidence import Place
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.comparison_pictures import WIDTH, PictureSubject, system_comparison_picture, tree_drawings
from meantree.picture.display_list import Drawing
from meantree.picture.frame_picture import frames_picture
from meantree.picture.style import LIGHT, approximate_width
from meantree.picture.svg import picture_svg
from meantree.picture.waterfall import waterfall
from meantree_gui.trees.painter import FADED, font, paint
from meantree_gui.trees.tree_view import TreeView

LEAST_ALIKE = 0.9
"""Cosine of the colours of two pictures, from that of what lies behind them."""


def _pictures() -> Iterator[Drawing]:
    texts = [
        parsed("the:2:det cat:3:nsubj sleeps:0:root here:3:advmod"),
        parsed("the:2:det dog:3:obj sleeps:0:root"),
        parsed("a:2:det cat:3:nsubj slept:0:root"),
    ]
    for spec in ("hwcm", "ter"):
        one, two = (Pair(text, (texts[0],)) for text in texts[1:])
        yield from tree_drawings(compare(one, metric(spec)), approximate_width)
        made = compare_systems((one, two), metric(spec), ("north", "south"))
        yield from system_comparison_picture(made, PictureSubject("1", made.systems))
    cat, dog = (bracketed(f"(S (NP (DT the) (NN {word})) (VP (VBZ sleeps)))") for word in ("cat", "dog"))
    yield from tree_drawings(compare(Pair(cat, (dog,)), metric("stm")), approximate_width)
    framed = annotated(6, ["1 agent=0 patient=2"], ["1 agent=0", "4 agent=3"], "0=0", "0.0~0.0")
    compared = compare(framed, metric("hmeant"))
    yield frames_picture(present(compared.frames), WIDTH, approximate_width)
    prediction = present(Prediction.of(predicted()))
    yield waterfall(prediction, 400, approximate_width)


def _pixels(image: QImage) -> NDArray[np.float64]:
    """Of a third of the size: texts are hinted otherwise in SVG."""
    found = image.scaledToWidth(image.width() // 3, Qt.TransformationMode.SmoothTransformation)
    found = found.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(found.constBits(), np.uint8).reshape(found.height(), found.width(), 4)[..., :3].astype(float)


@pytest.mark.usefixtures("qapp")
def test_that_the_window_paints_what_the_svg_says() -> None:
    for picture in _pictures():
        renderer = QSvgRenderer(picture_svg([picture]).encode())
        images = [QImage(renderer.defaultSize(), QImage.Format.Format_RGB32) for _ in range(2)]
        for image, as_svg in zip(images, (False, True), strict=True):
            image.fill(QColor(LIGHT.surface))
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if as_svg:
                renderer.render(painter)
            else:
                for group in picture.groups(LIGHT):
                    paint(painter, group.parts)
            painter.end()
        mine, theirs = (_pixels(image) - _pixels(image)[0, 0] for image in images)
        alike = (mine * theirs).sum() / np.sqrt((mine**2).sum() * (theirs**2).sum())
        assert alike > LEAST_ALIKE, type(picture).__name__


@pytest.fixture
def view(qtbot: QtBot) -> TreeView:
    """A tree whose arc from the root, word 2, to word 1 is as short as its bold label."""
    text = parsed("unbelievable:2:nsubj:outer perceptions:0:root here:2:compound")
    view = TreeView()
    qtbot.addWidget(view)
    view.resize(800, 400)
    view.show_content(compare(Pair(text, (text,)), metric("hwcm")).texts[0])
    return view


@pytest.mark.parametrize("lit", [(), (Place((0, 1), ((0, 1),)),), (Place((2,)),)], ids=["plain", "lit", "faded"])
def test_no_line_runs_through_the_label_of_its_arc(view: TreeView, lit: tuple[Place, ...]) -> None:
    view.highlight(lit)
    line, label = view.arcs[0, 1]
    bold = QFont(font("label"))
    bold.setBold(label.highlighted)
    written = QRectF(0, 0, QFontMetricsF(bold).horizontalAdvance("nsubj:outer"), 4)
    written.moveCenter(label.sceneBoundingRect().center())
    images = [QImage(400, 40, QImage.Format.Format_RGB32) for _ in range(2)]
    for image, is_drawn in zip(images, (True, False), strict=True):
        line.setVisible(is_drawn)
        painter = QPainter(image)
        view.scene().render(painter, QRectF(image.rect()), written, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.end()
    assert images[0] == images[1]


def test_a_root_that_is_not_meant_fades_with_the_arcs(view: TreeView) -> None:
    def opacity() -> list[float]:
        return [item.opacity() for item in view.roots.values()]

    assert opacity() == [1.0]
    view.highlight([Place((0,))])
    assert opacity() == [FADED]
    view.highlight([Place((1,))])
    assert opacity() == [1.0]
