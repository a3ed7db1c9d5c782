"""The figure of confused roles says what the table says."""

from __future__ import annotations

import numpy as np

from meantree.agreement.frame_agreement import EndScores
from meantree.agreement.project_agreement import AgreementPart, ComparedAnnotators
from meantree.reporting.figures.figure_style import PRINT
from meantree.reporting.figures.matrices import confusion_chart


def _pair(first: str, second: str) -> ComparedAnnotators:
    counts = np.arange(144, dtype=np.intp).reshape(12, 12)
    return ComparedAnnotators((first, second), (), AgreementPart("", 0, (), {}, EndScores(0, None, None)), (), counts)


def test_every_cell_is_told() -> None:
    chart = confusion_chart(_pair("$x^2$ & <b>", "b\x1b[31m"), PRINT)
    assert chart.boxes[1].text == "$x^2$ & <b>: agent · b\x1b[31m: patient · 1"
    assert (chart.boxes[13].left, chart.boxes[13].right, chart.boxes[13].top) == (0.5, 1.5, 0.5)
    written = {text.get_text() for text in chart.axes.texts}
    assert written == {str(count) for count in range(1, 144)}  # nothing for 0
    assert chart.axes.get_ylabel() == "$x^2$ & <b>"
    assert chart.axes.get_xlabel() == r"b\x1b[31m"
