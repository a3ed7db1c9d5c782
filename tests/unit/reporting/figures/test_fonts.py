"""Figures on machines whose fonts matplotlib has not listed, or has listed before others came and went."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from meantree.reporting.figures.figure_style import NO_GLYPH, OTHERS
from meantree_resources import resource

HIEROGLYPH = "\U00013000"
DRAW = """
import sys, warnings
warnings.simplefilter("error")
warnings.simplefilter("ignore", DeprecationWarning)
import numpy as np
from meantree.reporting.figures.canvas import figure_bytes
from meantree.reporting.figures.distributions import scatter
from meantree.reporting.figures.figure_style import PRINT
chart = scatter(np.arange(3.0), np.arange(3.0), ("x", "y"), [], PRINT, (400, 300), sys.argv[1])
assert figure_bytes(chart, PRINT, ".png") and figure_bytes(chart, PRINT, ".pdf")
print(ascii(chart.figure.get_suptitle()))
"""


def draw_hieroglyph(folder: Path) -> tuple[str, str]:
    """Draw a title in a process with settings and fonts of its own; return what it has become, and all messages."""
    environment = {**os.environ, "MPLCONFIGDIR": str(folder / "settings"), "XDG_DATA_HOME": str(folder)}
    command = [sys.executable, "-c", DRAW, HIEROGLYPH]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.strip(), done.stderr


def make_font(path: Path) -> None:
    """Make a font of one of the names that are looked for, in which an A stands for the hieroglyph."""
    font = TTFont(resource("fonts/DejaVuSans.ttf"))
    letters = CmapSubtable.newSubtable(12)
    letters.platformID, letters.platEncID, letters.language = 3, 10, 0
    letters.cmap = {ord(HIEROGLYPH): "A"}
    font["cmap"].tables = [letters]
    for record in font["name"].names:
        record.string = str(record).replace("DejaVu Sans", OTHERS[-1])
    path.parent.mkdir()
    font.save(path)


@pytest.mark.skipif(sys.platform != "linux", reason="fonts of a user are elsewhere")
def test_fonts_may_come_and_go_after_matplotlib_listed_them(tmp_path: Path) -> None:
    path = tmp_path / "fonts" / "later.ttf"
    sign, letter = (ascii(text) for text in (NO_GLYPH, HIEROGLYPH))
    assert draw_hieroglyph(tmp_path) == (sign, ""), "no list yet"
    (listed,) = (tmp_path / "settings").glob("fontlist*.json")
    old = listed.read_bytes()
    make_font(path)
    assert draw_hieroglyph(tmp_path) == (letter, ""), "not in the list"
    listed.unlink()
    assert draw_hieroglyph(tmp_path) == (letter, ""), "listed again"
    assert listed.read_bytes() != old
    path.unlink()
    assert draw_hieroglyph(tmp_path) == (sign, ""), "in the list, and gone"
