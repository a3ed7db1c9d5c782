"""Pictures as PDF files."""

from __future__ import annotations

import re

import pytest

from helpers.pdf_text import pdf_text
from meantree.metrics.evidence import Status
from meantree.picture.display_list import POINTS, Line, pen_of
from meantree.picture.pdf import operators, picture_pdf
from meantree.picture.shapes import legend_picture
from meantree.picture.style import LIGHT, approximate_width


def test_a_picture_fills_its_page() -> None:
    picture = legend_picture(approximate_width)
    data = picture_pdf([picture])
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert found is not None
    size = [float(side) / POINTS for side in found.groups()]
    assert size == pytest.approx([picture.width, picture.height], abs=0.1), "wide pictures lie on wide pages"
    assert pdf_text(data).split("\n") == ["matched", "missed", "extra", "partial", "not counted"]


def test_that_a_dash_is_as_long_as_in_svg() -> None:
    dotted = pen_of(Status.EXTRA, LIGHT)
    drawn = operators(Line(((0, 0), (10, 0)), dotted))
    assert "0 J [2.00 4.40] 0 d" in drawn, "flat ends add nothing to a dash"
